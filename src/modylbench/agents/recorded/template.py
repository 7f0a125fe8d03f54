"""What is asked in a meeting, turn by turn, for who answers without being there?

A line of the template has the form of a line of answers: what is asked stands under `asked`, and
the rest is to be filled in. It is the unconditional script: in a meeting follow-ups react to the
agent, so that other words may be said where `may_differ` is true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        "turns": [_turn(slot, people[0]["identity"]) for slot in scenario.human_turns()],
        "work_products": [],
        "mutation_trajectory": None,
    }


def _turn(slot: FollowUp, speaker: str) -> dict[str, Any]:
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
