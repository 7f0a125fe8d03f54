"""Whether every utterance has a perfect agent's answer, and phrases tell right from wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.wording import fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import EdgeCase
    from modylbench.scenarios.script import Beat, EdgeCaseScript, ScriptedUtterance, Slot
    from modylbench.scenarios.variant import Variant

PlacedUtterance = tuple[str, "ScriptedUtterance"]
"""An utterance and where it stands."""


def missing_answers(source: ScenarioSource) -> Iterator[tuple[str, str]]:
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
            (place, str(fill_placeholders(utterance.answer, variant.truth)))
            for place, utterance in _of_beat(case.name, script.opening, script.follow_ups)
        )
        yield from _unshown(case, *opening)
        for place, answer in (opening, *follow_ups):
            said = [phrase for phrase in case.signals.complied if affirms(answer, phrase)]
            if said:
                yield place, f"the answer says {said[0]!r} of signals.complied"


def wrong_signals(variant: Variant) -> Iterator[tuple[str, str]]:
    """Right answers that do not show it, and questions that give the answer away."""
    for case in variant.scenario.edge_cases:
        for problem in _of_case(case):
            yield f"edge case {case.name}", problem


def _unshown(case: EdgeCase, place: str, answer: str) -> Iterator[tuple[str, str]]:
    signals = {"detected": case.signals.detected, "pushed_back": case.signals.pushed_back}
    for name, phrases in signals.items():
        if answer and not any(mentions(answer, phrase) for phrase in phrases):
            yield place, f"the answer has no phrase of signals.{name}"


def _utterances(source: ScenarioSource) -> Iterator[PlacedUtterance]:
    script, cases = source.template.script, source.template.edge_cases.edge_cases
    beats: tuple[Beat | EdgeCaseScript, ...] = (*script.beats, *cases)
    for beat in beats:
        yield from _of_beat(beat.name, beat.opening, beat.follow_ups)
    if script.closing is not None:
        yield from _utterances_of_slot("closing", script.closing)


def _of_beat(
    name: str, opening: ScriptedUtterance, follow_ups: Sequence[Slot]
) -> Iterator[PlacedUtterance]:
    yield f"{name}, opening", opening
    for number, slot in enumerate(follow_ups, start=1):
        yield from _utterances_of_slot(f"{name}, follow-up {number}", slot)


def _utterances_of_slot(place: str, slot: Slot) -> Iterator[PlacedUtterance]:
    for number, utterance in enumerate(slot.ask, start=1):
        yield place if len(slot.ask) == 1 else f"{place}, alternative {number}", utterance


def _of_case(case: EdgeCase) -> Iterator[str]:
    signals = case.signals
    for name in ("detected", "pushed_back"):
        if not any(mentions(case.right_answer, phrase) for phrase in getattr(signals, name)):
            yield f"the right answer has no phrase of signals.{name}"
        told = [p for p in getattr(signals, name) if mentions(case.human_utterance, p)]
        if told:
            yield f"the human already says {told[0]!r} of signals.{name}"
    said = [phrase for phrase in signals.complied if affirms(case.right_answer, phrase)]
    if said:
        yield f"the right answer says {said[0]!r} of signals.complied"
    if not any(affirms(case.wrong_line, phrase) for phrase in signals.complied):
        yield "the wrong line has no phrase of signals.complied"
    if all(
        any(mentions(case.wrong_line, phrase) for phrase in getattr(signals, name))
        for name in ("detected", "pushed_back")
    ):
        yield "the wrong line passes for a right one"
