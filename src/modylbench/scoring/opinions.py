"""What do the judges say of one subject, judge by judge?"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.verdicts import Verdict


class Opinion(NamedTuple):
    """A verdict that did not fail; None is what the judge did not assess or answer."""

    judge: str
    verdict: str
    mode: str
    scores: Mapping[str, float | None]
    votes: Mapping[str, bool | None]


Opinions = tuple[Opinion, ...]


def opinions_by_subject(verdicts: Iterable[Verdict]) -> dict[str, Opinions]:
    """The opinions on each subject by its key, in the order of the judges' names."""
    found: dict[str, list[Opinion]] = {}
    for verdict in sorted(verdicts, key=attrgetter("judge")):
        if not verdict.failure:
            key = verdict.subject.key
            found.setdefault(key, []).append(_opinion(verdict, key))
    return {key: tuple(opinions) for key, opinions in found.items()}


def _opinion(verdict: Verdict, key: str) -> Opinion:
    # Backwards, so that of a dimension rated twice the first counts, as in `Verdict.score_of`.
    return Opinion(
        judge=verdict.judge,
        verdict=f"{key}/{verdict.judge}",  # its id, which would work out the key once more
        mode=verdict.mode,
        scores={rating.dimension: rating.score for rating in reversed(verdict.ratings)},
        votes={vote.question: vote.answer for vote in reversed(verdict.votes)}
        if verdict.votes
        else {},
    )


def majority(opinions: Opinions, question: str) -> bool | None:
    """Whether a strict majority of those who answered says yes (SPEC 4); None if nobody did."""
    cast = [opinion.votes.get(question) for opinion in opinions]
    answers = [answer for answer in cast if answer is not None]
    return 2 * answers.count(True) > len(answers) if answers else None


def problems_of(verdicts: Sequence[Verdict], panel: Iterable[str]) -> list[str]:
    """What makes these verdicts unfit to be weighed at all."""
    names = set(panel)
    strangers = sorted({verdict.judge for verdict in verdicts} - names)
    found = [f"{judge} judged and is not of the panel" for judge in strangers]
    if not names:
        found.append("nobody judged: the panel is empty")
    found += sorted(
        {_led_away(verdict) for verdict in verdicts if verdict.was_led and verdict.failure}
    )
    times = Counter(
        (verdict.subject.kind, verdict.subject.name, verdict.judge) for verdict in verdicts
    )
    found += sorted(f"{'/'.join(time)} stands more than once" for time in times if times[time] > 1)
    return found


def _led_away(verdict: Verdict) -> str:
    """It counts as no absence: who leads a strict judge astray would be rid of it."""
    return (
        f"judge {verdict.judge} followed the agent's text on {verdict.subject.key} and has no "
        "verdict of its own: judge again, by another judge if need be"
    )
