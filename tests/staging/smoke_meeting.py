"""A meeting with two exchanges as it is recorded, of an agent that sends what a test says."""

import json
from pathlib import Path
from typing import Any

from tests.staging.recordings import fields_of_turns

from modylbench.recording.events import KeptFile, VoiceSpan
from modylbench.recording.recording import (
    AgentUnderTest,
    Attendance,
    Fault,
    MeetingRecording,
    Setting,
)
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

ASKED = ("Put the total below the table.", "Which market comes first?")
JOINED = {"at_s": 2.5, "kind": "joined", "identity": "bot", "role": "agent"}
HEARD = VoiceSpan(identity="bot", started_s=6, ended_s=8)


def kept_file(path: str) -> KeptFile:
    return KeptFile(path=path, sha256="0" * 64, size=0)


def recorded_meeting(
    folder: Path,
    *agents: AgentTurn,
    events: tuple[dict[str, Any], ...] = (JOINED,),
    faults: tuple[Fault, ...] = (),
    **turn: Any,
) -> MeetingRecording:
    """The recording; `turn` is what both exchanges have besides their words."""
    lines = [json.dumps(event) + "\n" for event in events]
    (folder / "events.jsonl").write_text("".join(lines))
    ida = Attendance(identity="ida", name="Ida", kind="standard", role="human_expert")
    bot = Attendance(identity="bot", name="Bot", kind="agent", role="agent")
    return MeetingRecording(
        scenario_id="s",
        scenario_version=1,
        seed=0,
        edge_case="seed",
        is_official=False,
        agent=AgentUnderTest(name="livekit:bot"),
        setting=Setting(clock="real", room="livekit", speech="v", screens="n", harness_version="0"),
        participants=(ida, bot) if events else (ida,),
        **fields_of_turns(_exchange(place, agent, turn) for place, agent in enumerate(agents)),
        planned_turns=2,
        ending="completed",
        duration_s=20,
        log=kept_file("events.jsonl"),
        faults=faults,
    )


def _exchange(place: int, agent: AgentTurn, turn: dict[str, Any]) -> RecordedTurn:
    start_s = 10.0 * place
    human = HumanTurn(
        speaker="ida",
        channel="voice",
        text=ASKED[place],
        alternative=0,
        started_s=start_s,
        ended_s=start_s + 5,
    )
    return RecordedTurn(
        turn_index=2 * place + 1,
        beat="b",
        beat_number=1,
        phase="work",
        edge_case=None,
        human=human,
        agent=agent,
        **turn,
    )


def answer(**changes: Any) -> AgentTurn:
    return AgentTurn(outcome="answered", ended_s=9, **changes)
