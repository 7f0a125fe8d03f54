"""A meeting of five people for measuring: a shipped one, with talk around every third request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.scenario import Alternative, Cue, SpokenLine
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.template import Participant

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant

OTHERS = ("controller", "sceptic", "analyst", "auditor")
HELD_TURNS = 8
"""Of the scripted turns: with their follow-ups and the talk they take about twenty minutes."""
BETWEEN = (
    "We booked that on Monday, and I have seen the entry myself.",
    "I had it down for next week, to be honest, but I may be wrong there.",
    "No, it is there, and the auditors have it as well by now.",
)


def with_five_people(variant: Variant) -> Variant:
    """The meeting of a variant, with four more people who talk to each other and cut in."""
    scenario = variant.scenario
    first = scenario.participants[0]
    more = tuple(
        Participant(identity=name, role=name, persona=f"{name.title()} Lund.", voice=first.voice)
        for name in OTHERS
    )
    turns = []
    for number, turn in enumerate(scenario.turns[:HELD_TURNS]):
        follow_ups = tuple(
            slot.model_copy(
                update={
                    "alternatives": tuple(
                        _with_interjection(alternative, 3 * number + place)
                        for alternative in slot.alternatives
                    )
                }
            )
            for place, slot in enumerate(turn.follow_ups, start=1)
        )
        around = {"before": _passage(number), "follow_ups": follow_ups}
        turns.append(turn.model_copy(update=around))
    update: dict[str, Any] = {"turns": tuple(turns), "closing": None}
    update["participants"] = (first, *more)
    return replace(variant, scenario=scenario.model_copy(update=update))


def _passage(number: int) -> tuple[SpokenLine, ...]:
    speakers = [OTHERS[(number + place) % len(OTHERS)] for place in (0, 1, 0)]
    others = [speakers[1], speakers[0], speakers[1]]
    return tuple(
        SpokenLine(
            id=f"passage_{number}_{place}",
            speaker=speaker,
            to=(other,),
            text=text,
            offset_s=-0.3 if place == 1 else 0.4,
        )
        for place, (speaker, other, text) in enumerate(zip(speakers, others, BETWEEN, strict=True))
    )


def _with_interjection(alternative: Alternative, number: int) -> Alternative:
    speaker = OTHERS[number % len(OTHERS)]
    murmur = Cue(
        id=f"murmur_{number}",
        speaker=speaker,
        trigger=Trigger(agent_speaks_s=3.0),
        text="Mm-hm.",
        manner="backchannel",
    )
    question = Cue(
        id=f"question_{number}",
        speaker=speaker,
        trigger=Trigger(agent_speaks_s=8.0),
        text="Sorry, in which currency is that?",
        answer="In dollars.",
    )
    return alternative.model_copy(update={"during": (murmur, question)})
