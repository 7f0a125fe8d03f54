"""Who is there when: a script in which somebody speaks who is not there cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from modylbench.scenarios.scenario import Alternative, Scenario


def latecomers(scenario: Scenario) -> frozenset[str]:
    """Those who come in with some line, and are not there before it."""
    return frozenset(
        line.speaker
        for slot in scenario.human_turns()
        for alternative in slot.alternatives
        for line in alternative.before
        if line.arrives
    )


def presence_problems(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The lines whose speaker is not there, by place, in the order in which they would be said.

    Of a slot with several alternatives the last, which is the usual one, decides who is there
    afterwards.
    """
    people = [person.identity for person in scenario.participants]
    late = latecomers(scenario)
    here = frozenset(people) - late
    if not here:
        yield "participants", f"found that {', '.join(people)} all come late, expected one to begin"
        return
    for slot in scenario.human_turns():
        before = here
        for alternative in slot.alternatives:
            here, absent = _play(alternative, before, people[0])
            for name, speaker in absent:
                problem = (
                    f"{speaker} speaks and is not there, expected a line of {speaker} with "
                    "`arrives: true` before it, or no `departs: true`"
                )
                yield f"turn {slot.turn_index}: {name}", problem


def _play(
    alternative: Alternative, here: Set[str], first: str
) -> tuple[frozenset[str], list[tuple[str, str]]]:
    """Who is there after it, and which of its lines are of somebody who is not."""
    absent: list[tuple[str, str]] = []
    now = set(here)
    for line in alternative.before:
        if line.arrives:
            now.add(line.speaker)
        if line.speaker not in now:
            absent.append((f"the line {line.id!r}", line.speaker))
        if line.departs:
            now.discard(line.speaker)
    speaker = alternative.speaker or first
    if speaker not in now:
        absent.append(("the request", speaker))
    absent += [
        (f"the line {cue.id!r}", cue.speaker)
        for cue in alternative.during
        if cue.speaker not in now
    ]
    return frozenset(now), absent
