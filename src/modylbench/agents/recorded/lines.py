"""Lines of the answer format: a blank one for a meeting, and that of a recorded meeting.

In a blank line what is asked stands under `asked`, and the rest is to be filled in. It is the
unconditional script: in a meeting follow-ups react to the agent, so that other words may be said
where `may_differ` is true.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.messages.stream import messages_in

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.recording import AgentTurn, KeptFile, MeetingRecording
    from modylbench.scenarios.scenario import FollowUp
    from modylbench.scenarios.variant import Variant


NOTE = (
    "Fill in model_id and, in each turn, agent_response and whatever else the agent did. Follow-ups"
    " react to the agent: where may_differ is true, other words may be said in the meeting that is"
    " scored."
)


def template_of(variant: Variant) -> dict[str, Any]:
    """A line to be filled in; nothing in it tells what is right."""
    scenario = variant.scenario
    people = [
        {"identity": participant.identity, "role": participant.role}
        for participant in scenario.participants
    ]
    return {
        "scenario_id": scenario.scenario_id,
        "model_id": "",
        "seed": variant.seed,
        "asked": {
            "title": scenario.title,
            "goal": scenario.meeting_goal,
            "people": people,
            "note": NOTE,
        },
        "turns": [_turn_to_answer(slot, people[0]["identity"]) for slot in scenario.human_turns()],
        "work_products": [],
        "mutation_trajectory": None,
    }


def _turn_to_answer(slot: FollowUp, speaker: str) -> dict[str, Any]:
    said = slot.alternatives[-1]
    return {
        "turn_index": slot.turn_index,
        "asked": {
            "speaker": said.speaker or speaker,
            "channel": said.channel,
            "text": said.human_utterance,
            "files": [
                {"name": attachment.name, "content": attachment.content}
                for attachment in said.attachments
            ],
            "may_differ": len(slot.alternatives) > 1,
        },
        "agent_response": "",
        "a2ui_surfaces": [],
        "chat_messages": [],
        "latency_ms": None,
        "work_products": [],
    }


def answers_of(recording: MeetingRecording, folder: Path, model_id: str) -> dict[str, Any]:
    """What the agent said, showed, wrote and handed over; a turn that it left out has no entry.

    Sound, pictures, reactions and annotations have no place in the format.
    """
    turns = [
        _answer_line(turn.turn_index, turn.agent, folder)
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


def _answer_line(turn_index: int, agent: AgentTurn, folder: Path) -> dict[str, Any]:
    latency_s = agent.latency.compute_s
    if latency_s is None:
        latency_s = max(0.0, agent.latency.response_s or 0.0)
    return {
        "turn_index": turn_index,
        "agent_response": " ".join(utterance.text for utterance in agent.said),
        "a2ui_surfaces": _messages(agent.messages, folder),
        "chat_messages": [message.text for message in agent.chat],
        "latency_ms": round(1000 * latency_s),
        "work_products": [
            {
                "name": attachment.name,
                "content_base64": base64.b64encode(
                    (folder / attachment.file.path).read_bytes()
                ).decode(),
                "mime_type": attachment.mime_type,
            }
            for attachment in agent.files
        ],
    }


def _messages(file: KeptFile | None, folder: Path) -> list[Any]:
    """The messages that came; what was no message has no place here."""
    if file is None:
        return []
    messages, _ = messages_in((folder / file.path).read_bytes())
    return [message for message in messages if isinstance(message, dict)]
