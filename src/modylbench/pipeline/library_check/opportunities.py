"""Whether a meeting of several people lets the behaviour of an agent there be measured."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from modylbench.language.questions import asks_by_name
from modylbench.pipeline.library_check.script import utterances
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.scenarios.script import AGENT, EDGE_CASE_BEAT, EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import Alternative, Cue, Scenario
    from modylbench.scenarios.script import Trigger

FEWEST_TURNS, MOST_TURNS = 48, 60
"""Of talk by people, backchannels aside."""
OTHERWISE = "otherwise behaviour among several people cannot be measured"


class Opportunities(NamedTuple):
    """Counts of one meeting; of several alternatives of a slot those of the poorest."""

    addressed: int
    """Utterances to the agent: whether it answers them, and when, for which eight are needed."""
    exchanges: int
    """Lines that people say to each other in answer to one another: whether it stays out."""
    interruptions: int
    """Talk into a perfect agent's answer that is no backchannel: whether and how it yields."""
    quiet_moments: int
    """Utterances of the quietest third to the agent or to all, and answers that name one."""


LEAST = Opportunities(addressed=12, exchanges=8, interruptions=4, quiet_moments=3)


def too_few_opportunities(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """What cannot be measured in a meeting of several people; of two parties nothing is asked."""
    if len(scenario.participants) < 2:
        return
    found = opportunities(scenario)
    for name, count, least in zip(Opportunities._fields, found, LEAST, strict=True):
        if count < least:
            text = f"found {count}, expected {least} or more: {OTHERWISE}"
            yield f"opportunities: {name}", text
    turns = sum(turns_by_speaker(scenario).values())
    if not FEWEST_TURNS <= turns <= MOST_TURNS:
        text = f"found {turns} turns of talk by people, expected {FEWEST_TURNS} to {MOST_TURNS}"
        yield "turns of talk", text


def opportunities(scenario: Scenario) -> Opportunities:
    """All that the script guarantees to an agent that gives the perfect answers."""
    quiet = quietest(scenario)
    people = [person for person in scenario.participants if person.identity in quiet]
    names = [person.name.split()[0] for person in people]
    slots = [
        [_counts_of(alternative, quiet, names, scenario) for alternative in slot.alternatives]
        for slot in scenario.human_turns()
    ]
    poorest = [map(min, zip(*alternatives, strict=True)) for alternatives in slots]
    return Opportunities(*map(sum, zip(*poorest, strict=True)))


def turns_by_speaker(scenario: Scenario) -> Counter[str]:
    """How often each person speaks where nothing goes wrong, backchannels aside."""
    found = Counter({person.identity: 0 for person in scenario.participants})
    for slot in scenario.human_turns():
        usual = slot.alternatives[-1]
        found[_speaker(usual, scenario)] += 1
        found.update(line.speaker for line in usual.before if line.manner == "speech")
        found.update(
            cue.speaker
            for cue in usual.during
            if cue.manner == "speech" and not _is_for_mistakes(cue.trigger)
        )
    return found


def quietest(scenario: Scenario) -> frozenset[str]:
    """The third of the people who speak least, one at least."""
    turns = turns_by_speaker(scenario)
    ranked = sorted(turns, key=lambda identity: (turns[identity], identity))
    return frozenset(ranked[: max(1, len(ranked) // 3)])


def interjections_set_off(scenario: Scenario) -> frozenset[str]:
    """The interjections of a meeting that perfect answers set off."""
    names = _names(scenario)
    return frozenset(
        _label(cue.id)
        for slot in scenario.human_turns()
        for alternative in slot.alternatives
        for cue in alternative.during
        if is_set_off_by(cue, alternative.model_answer, names[cue.speaker])
    )


def lines_said(scenario: Scenario) -> frozenset[str]:
    """The lines that people say to each other in a meeting."""
    return frozenset(
        f"line {line.id}"
        for slot in scenario.human_turns()
        for alternative in slot.alternatives
        for line in alternative.before
    )


def never_said(source: ScenarioSource, said: Collection[str]) -> Iterator[tuple[str, str]]:
    """Lines of the script that are said at none of many seeds.

    The neutral beat and a short delivery have lines of their own: nobody hears them in a meeting of
    the benchmark's length, in which an edge case or a look-alike takes the neutral beat's place.
    """
    template = source.template
    elsewhere = [template.beats[EDGE_CASE_BEAT - 1].name]
    if template.short is not None:
        elsewhere.append(template.short.delivery.name)
    declared = {
        f"line {line.id}"
        for place, utterance in utterances(source)
        if not place.startswith(tuple(f"{name}, " for name in elsewhere))
        for line in utterance.before
    }
    for label in sorted(declared - set(said)):
        yield label, "it is said at no seed: see its `where`, and that of its utterance"


def never_set_off(source: ScenarioSource, set_off: Collection[str]) -> Iterator[tuple[str, str]]:
    """Interjections of the script that perfect answers set off at none of many seeds."""
    declared = {
        _label(interjection.id)
        for _, utterance in utterances(source)
        for interjection in utterance.during
        if not _is_for_mistakes(interjection.trigger)
    }
    for label in sorted(declared - set(set_off)):
        yield label, "its trigger holds of no perfect answer at any seed"


def _is_for_mistakes(trigger: Trigger) -> bool:
    """Whether nothing that a perfect agent does sets it off."""
    return trigger.agent_shows_wrong is not None and not (
        trigger.agent_speaks_s
        or trigger.agent_says
        or trigger.agent_pauses_s
        or trigger.agent_draws_in
    )


def _label(name: str) -> str:
    return f"interjection {name}"


def _names(scenario: Scenario) -> dict[str, str]:
    return {person.identity: person.name for person in scenario.participants}


def is_set_off_by(cue: Cue, answer: str, name: str) -> bool:
    """Whether this answer, spoken at an ordinary pace, sets off what somebody of this name says.

    Of pauses nobody knows.
    """
    trigger = cue.trigger
    speaks_s = trigger.agent_speaks_s
    return (
        (speaks_s is not None and estimated_duration_s(answer) > speaks_s)
        or any(word.casefold() in answer.casefold() for word in trigger.agent_says)
        or trigger.agent_pauses_s is not None
        or (trigger.agent_draws_in and asks_by_name(answer, name))
    )


def _counts_of(
    alternative: Alternative, quiet: frozenset[str], names: list[str], scenario: Scenario
) -> Opportunities:
    called = _names(scenario)
    said = [(_speaker(alternative, scenario), alternative.to)]
    said += [(line.speaker, line.to) for line in alternative.before if line.manner == "speech"]
    by_id = {line.id: line for line in alternative.before}
    replies = [
        (by_id[line.after] if line.after else before, line)
        for before, line in pairwise(alternative.before)
    ]
    return Opportunities(
        addressed=sum(AGENT in to for _, to in said),
        exchanges=sum(line.speaker in asked.to and AGENT not in line.to for asked, line in replies),
        interruptions=sum(
            cue.manner == "speech"
            and is_set_off_by(cue, alternative.model_answer, called[cue.speaker])
            for cue in alternative.during
        ),
        quiet_moments=sum(
            speaker in quiet and (AGENT in to or EVERYBODY in to) for speaker, to in said
        )
        + any(name in alternative.model_answer for name in names),
    )


def _speaker(alternative: Alternative, scenario: Scenario) -> str:
    return alternative.speaker or scenario.participants[0].identity
