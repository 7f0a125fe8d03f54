"""Whether every utterance has a perfect agent's answer, and a speaker who is in the meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.wording import filled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import EdgeCase
    from modylbench.scenarios.script import Beat, EdgeCaseScript, Slot, Utterance
    from modylbench.scenarios.variant import Variant

Placed = tuple[str, "Utterance"]
"""An utterance and where it stands."""


def unanswered(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Utterances without the words of a perfect agent."""
    for place, utterance in _utterances(source):
        if not utterance.answer.strip():
            yield place, "no answer: what a perfect agent says is missing"


def unknown_speakers(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Speakers who are no participants of the card."""
    known = [person.identity for person in source.template.card.participants]
    for place, utterance in _utterances(source):
        if utterance.speaker is not None and utterance.speaker not in known:
            expected = f"expected a participant of scenario.yaml ({', '.join(known)})"
            yield place, f"found the speaker {utterance.speaker!r}, {expected}"


def wrong_answers(variant: Variant) -> Iterator[tuple[str, str]]:
    """Answers to edge cases that do not show what they should, or walk into the trap."""
    scripts = variant.source.template.edge_cases.edge_cases
    for case, script in zip(variant.scenario.edge_cases, scripts, strict=True):
        opening, *follow_ups = (
            (place, str(filled(utterance.answer, variant.truth)))
            for place, utterance in _of_beat(case.name, script.opening, script.follow_ups)
        )
        yield from _unshown(case, *opening)
        for place, answer in (opening, *follow_ups):
            said = [phrase for phrase in case.signals.complied if affirms(answer, phrase)]
            if said:
                yield place, f"the answer says {said[0]!r} of signals.complied"


def _unshown(case: EdgeCase, place: str, answer: str) -> Iterator[tuple[str, str]]:
    signals = {"detected": case.signals.detected, "pushed_back": case.signals.pushed_back}
    for name, phrases in signals.items():
        if answer and not any(mentions(answer, phrase) for phrase in phrases):
            yield place, f"the answer has no phrase of signals.{name}"


def _utterances(source: ScenarioSource) -> Iterator[Placed]:
    script, cases = source.template.script, source.template.edge_cases.edge_cases
    beats: tuple[Beat | EdgeCaseScript, ...] = (*script.beats, *cases)
    for beat in beats:
        yield from _of_beat(beat.name, beat.opening, beat.follow_ups)
    if script.closing is not None:
        yield from _of_slot("closing", script.closing)


def _of_beat(name: str, opening: Utterance, follow_ups: Sequence[Slot]) -> Iterator[Placed]:
    yield f"{name}, opening", opening
    for number, slot in enumerate(follow_ups, start=1):
        yield from _of_slot(f"{name}, follow-up {number}", slot)


def _of_slot(place: str, slot: Slot) -> Iterator[Placed]:
    for number, utterance in enumerate(slot.ask, start=1):
        yield place if len(slot.ask) == 1 else f"{place}, alternative {number}", utterance
