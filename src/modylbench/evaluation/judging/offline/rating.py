"""From evidence to a rating: measures of the facts, and curves that turn them into scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from modylbench.evaluation.dimensions import HIGHEST, LOWEST
from modylbench.evaluation.verdicts import Rating
from modylbench.foundation.errors import ellipsize

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.evaluation.facts import MeetingFacts

Facts = TypeVar("Facts")
SPAN = HIGHEST - LOWEST
MAX_NAMED = 12  # ours: a reason is read by people; what it rests on stays in the facts in full
MAX_TEXT = 48  # ours: what the agent said is named, not repeated


@dataclass(frozen=True, slots=True)
class Power:
    """A share on the scale of 1 to 10, convex: the first failures cost most.

    >>> Power(2)(0.5)
    3.25
    """

    exponent: int

    def __call__(self, share: float) -> float:
        """The score of a share."""
        return LOWEST + float(SPAN * min(1.0, max(0.0, share)) ** self.exponent)

    @property
    def wording(self) -> str:
        """How the document writes it."""
        return f"1 + 9 x share^{self.exponent}" if self.exponent > 1 else "1 + 9 x share"


@dataclass(frozen=True, slots=True)
class RatedPoints:
    """Straight lines between given points, level before the first and after the last.

    >>> RatedPoints((0, 10), (1, 4), (3, 1))(2)
    2.5
    """

    at: tuple[tuple[float, float], ...]

    def __init__(self, *at: tuple[float, float]) -> None:
        object.__setattr__(self, "at", at)

    def __call__(self, value: float) -> float:
        """The score of a value."""
        if value <= self.at[0][0]:
            return float(self.at[0][1])
        for (low, before), (high, after) in pairwise(self.at):
            if value <= high:
                return before + (after - before) * (value - low) / (high - low)
        return float(self.at[-1][1])

    @property
    def wording(self) -> str:
        """How the document writes it."""
        return ", ".join(f"{value:g} gives {score:g}" for value, score in self.at)


Curve = Power | RatedPoints


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """What a measure found: the number that decides, a sentence, and what it rests on."""

    value: float
    says: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceMeasure(Generic[Facts]):
    """A question that facts answer with a number; None where they do not."""

    asks: str
    read: Callable[[Facts, MeetingFacts], EvidenceReading | None]


def measure(
    asks: str,
) -> Callable[[Callable[[Facts, MeetingFacts], EvidenceReading | None]], EvidenceMeasure[Facts]]:
    """Make the function below a measure, with what it asks as the document words it."""

    def as_measure(
        read: Callable[[Facts, MeetingFacts], EvidenceReading | None],
    ) -> EvidenceMeasure[Facts]:
        return EvidenceMeasure(asks, read)

    return as_measure


@dataclass(frozen=True, slots=True)
class EvidenceRow(Generic[Facts]):
    """One piece of evidence for one dimension.

    What `earns` can give a full score. What does not can only lower one: alone it makes a rating
    only where it found something wrong.
    """

    dimension: str
    measure: EvidenceMeasure[Facts]
    curve: Curve
    earns: bool


def raising_row(
    dimension: str, measure: EvidenceMeasure[Facts], curve: Curve
) -> EvidenceRow[Facts]:
    """Evidence that a full score can rest on."""
    return EvidenceRow(dimension, measure, curve, earns=True)


def lowering_row(
    dimension: str, measure: EvidenceMeasure[Facts], curve: Curve
) -> EvidenceRow[Facts]:
    """Evidence that can take from a score and never add to it."""
    return EvidenceRow(dimension, measure, curve, earns=False)


def for_each(
    dimensions: Sequence[str],
    *,
    earning: tuple[EvidenceMeasure[Facts], Curve],
    lowering: Sequence[tuple[EvidenceMeasure[Facts], Curve]],
) -> tuple[EvidenceRow[Facts], ...]:
    """The same evidence for several dimensions."""
    return tuple(
        row
        for dimension in dimensions
        for row in (
            raising_row(dimension, *earning),
            *(lowering_row(dimension, measure, curve) for measure, curve in lowering),
        )
    )


def rate_dimensions(
    dimensions: Sequence[str],
    rows: Sequence[EvidenceRow[Facts]],
    facts: Facts,
    meeting: MeetingFacts,
) -> tuple[Rating, ...]:
    """A rating of every dimension, by the rows that are about it."""
    readings: dict[int, EvidenceReading | None] = {}
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


def lowest_ratings(dimensions: Sequence[str], reason: str) -> tuple[Rating, ...]:
    """The ratings of what is not there at all (SPEC 2)."""
    return tuple(Rating(dimension=name, score=LOWEST, reason=reason) for name in dimensions)


def shorten(text: str) -> str:
    """A text of the agent's as evidence names it: one bounded line without odd characters."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text[: MAX_TEXT + 1])
    return ellipsize(plain, MAX_TEXT)


def _read_once(
    measure: EvidenceMeasure[Facts],
    facts: Facts,
    meeting: MeetingFacts,
    readings: dict[int, EvidenceReading | None],
) -> EvidenceReading | None:
    key = id(measure)
    if key not in readings:
        readings[key] = measure.read(facts, meeting)
    return readings[key]


def _rating(dimension: str, found: list[tuple[EvidenceRow[Facts], EvidenceReading]]) -> Rating:
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
        score=combine_scores([score for score, _ in parts]),
        reason=reasons,
        evidence=tuple(names)[:MAX_NAMED],
    )


def combine_scores(scores: list[float]) -> float:
    """What several pieces of evidence come to: each takes its part of what the others leave."""
    left = 1.0
    for score in scores:
        left *= (score - LOWEST) / SPAN
    return round(LOWEST + SPAN * left, 3)
