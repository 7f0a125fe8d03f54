"""Which line of answers does a recorded meeting make?"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.streams import messages_in

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import AgentTurn, KeptFile, MeetingRecording


def answers_of(recording: MeetingRecording, folder: Path, model_id: str) -> dict[str, Any]:
    """What the agent said, showed, wrote and handed over; a turn that it left out has no entry.

    Sound, pictures, reactions and annotations have no place in the format.
    """
    turns = [
        _turn(turn.turn_index, turn.agent, folder)
        for turn in recording.turns
        if turn.agent.outcome in ("answered", "unfinished")
    ]
    return {
        "scenario_id": recording.scenario_id,
        "model_id": model_id,
        "seed": recording.seed,
        "turns": turns,
        "work_products": [],
    }


def _turn(turn_index: int, agent: AgentTurn, folder: Path) -> dict[str, Any]:
    latency_s = agent.latency.compute_s
    if latency_s is None:
        latency_s = max(0.0, agent.latency.response_s or 0.0)
    return {
        "turn_index": turn_index,
        "agent_response": " ".join(one.text for one in agent.said),
        "a2ui_surfaces": _messages(agent.messages, folder),
        "chat_messages": [one.text for one in agent.chat],
        "latency_ms": round(1000 * latency_s),
        "work_products": [
            {
                "name": one.name,
                "content_base64": base64.b64encode((folder / one.file.path).read_bytes()).decode(),
                "mime_type": one.mime_type,
            }
            for one in agent.files
        ],
    }


def _messages(file: KeptFile | None, folder: Path) -> list[Any]:
    """The messages that came; what was no message has no place here."""
    if file is None:
        return []
    messages, _ = messages_in((folder / file.path).read_bytes())
    return [message for message in messages if isinstance(message, dict)]
