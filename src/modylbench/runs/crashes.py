"""How an agent's own code failed in a meeting, and what its log says of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ellipsize

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording

NEVER_JOINED = "never_joined"
CRASHES = frozenset({"raised", "process_ended", "not_stopped", NEVER_JOINED})
LOGS = "logs"
"""The folder of a run in which agents' processes write what they print."""
TRACEBACK = "Traceback (most recent call last):"
LOG_TAIL = 20_000  # ours: bytes of an agent's log that are looked at
TRACEBACK_LINES = 6  # ours: the last frames and the error
MOST_OF_A_LINE = 160  # ours


@dataclass(frozen=True, slots=True)
class AgentCrash:
    """That the agent's own code failed in a meeting: how at first, and in how many turns."""

    detail: str
    turns: int
    has_any_answer: bool


def crash_in(recording: MeetingRecording) -> AgentCrash | None:
    """How the agent failed there; None where it did not."""
    crashes = [
        fault for fault in recording.faults if fault.culprit == "agent" and fault.code in CRASHES
    ]
    if not crashes:
        return None
    turns = {fault.turn_index for fault in crashes if fault.turn_index is not None}
    has_answer = any(turn.agent.outcome == "answered" for turn in recording.turns)
    return AgentCrash(crashes[0].detail, len(turns), has_any_answer=has_answer)


def log_name(scenario_id: str, seed: int) -> str:
    """What the log of a meeting's agent is called."""
    return f"{scenario_id}-seed-{seed}.log"


def last_traceback(log: Path) -> list[str]:
    """The end of the last traceback in a log; nothing where there is none."""
    if not log.is_file():
        return []
    with log.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - LOG_TAIL))
        text = file.read().decode("utf-8", "replace")
    _, found, last = text.rpartition(TRACEBACK)
    lines = [ellipsize(line, MOST_OF_A_LINE) for line in last.splitlines() if line.strip()]
    return lines[-TRACEBACK_LINES:] if found else []
