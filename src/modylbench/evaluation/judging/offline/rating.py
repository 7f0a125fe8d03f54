"""How does a member of the offline panel come from evidence to a rating?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from modylbench.evaluation.dimensions import HIGHEST, LOWEST
from modylbench.evaluation.judging.offline.curve import Curve, together
from modylbench.evaluation.verdicts import Rating

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.evaluation.facts import MeetingFacts

Facts = TypeVar("Facts")

MAX_NAMED = 12  # ours: a reason is read by people; what it rests on stays in the facts in full
MAX_TEXT = 48  # ours: what the agent said is named, not repeated


@dataclass(frozen=True, slots=True)
class Reading:
    """What a measure found: the number that decides, a sentence, and what it rests on."""

    value: float
    says: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure(Generic[Facts]):
    """A question that facts answer with a number; None where they do not."""

    asks: str
    read: Callable[[Facts, MeetingFacts], Reading | None]


@dataclass(frozen=True, slots=True)
class Row(Generic[Facts]):
    """One piece of evidence for one dimension.

    What `earns` can give a full score. What does not can only lower one: alone it makes a rating
    only where it found something wrong.
    """

    dimension: str
    measure: Measure[Facts]
    curve: Curve
    earns: bool


def earns(dimension: str, measure: Measure[Facts], curve: Curve) -> Row[Facts]:
    """Evidence that a full score can rest on."""
    return Row(dimension, measure, curve, earns=True)


def lowers(dimension: str, measure: Measure[Facts], curve: Curve) -> Row[Facts]:
    """Evidence that can take from a score and never add to it."""
    return Row(dimension, measure, curve, earns=False)


def for_each(
    dimensions: Sequence[str],
    *,
    earning: tuple[Measure[Facts], Curve],
    lowering: Sequence[tuple[Measure[Facts], Curve]],
) -> tuple[Row[Facts], ...]:
    """The same evidence for several dimensions."""
    return tuple(
        row
        for dimension in dimensions
        for row in (
            earns(dimension, *earning),
            *(lowers(dimension, measure, curve) for measure, curve in lowering),
        )
    )


def rated(
    dimensions: Sequence[str], rows: Sequence[Row[Facts]], facts: Facts, meeting: MeetingFacts
) -> tuple[Rating, ...]:
    """A rating of every dimension, by the rows that are about it."""
    readings: dict[int, Reading | None] = {}
    return tuple(
        _rating(
            dimension,
            [
                (row, reading)
                for row in rows
                if row.dimension == dimension
                and (reading := _read_once(row.measure, facts, meeting, readings)) is not None
            ],
        )
        for dimension in dimensions
    )


def lowest(dimensions: Sequence[str], reason: str) -> tuple[Rating, ...]:
    """The ratings of what is not there at all (SPEC 2)."""
    return tuple(Rating(dimension=name, score=LOWEST, reason=reason) for name in dimensions)


def short(text: str) -> str:
    """A text of the agent's as evidence names it: one bounded line without odd characters."""
    plain = "".join(one if one.isprintable() else " " for one in text[: MAX_TEXT + 1])
    return plain if len(plain) <= MAX_TEXT else plain[: MAX_TEXT - 1] + "…"


def _read_once(
    measure: Measure[Facts],
    facts: Facts,
    meeting: MeetingFacts,
    readings: dict[int, Reading | None],
) -> Reading | None:
    key = id(measure)
    if key not in readings:
        readings[key] = measure.read(facts, meeting)
    return readings[key]


def _rating(dimension: str, found: list[tuple[Row[Facts], Reading]]) -> Rating:
    parts = [(row.curve(reading.value), reading) for row, reading in found]
    if not any(row.earns for row, _ in found) and all(score >= HIGHEST for score, _ in parts):
        return Rating(
            dimension=dimension, score=None, reason="not assessed: no evidence of its own"
        )
    parts.sort(key=lambda part: part[0])
    reasons = "; ".join(f"{reading.says} ({score:.1f})" for score, reading in parts)
    names = dict.fromkeys(name for _, reading in parts for name in reading.names)
    return Rating(
        dimension=dimension,
        score=together([score for score, _ in parts]),
        reason=reasons,
        evidence=tuple(names)[:MAX_NAMED],
    )
