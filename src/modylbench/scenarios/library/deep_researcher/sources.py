"""Sources, their claims, and which of these still stand.

The desk's rules: of one publisher the newest statement on a figure stands; who only quotes another
is no source; publishers who differ are in dispute.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.companies import ASSESSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


HEADLINE = "press release"
FigureKey = tuple[str, str]
"""A company and a metric."""


@dataclass(frozen=True, slots=True)
class SourceClaim:
    """A figure that a source states about a company, and the sentence that states it."""

    company: str
    metric: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class ResearchSource:
    """A dated publication; `quotes` names the source it takes its figures from, if any."""

    id: str
    batch: int
    date: str
    publisher: str
    type: str
    url: str
    title: str
    claims: tuple[SourceClaim, ...]
    quotes: str = ""
    note: str = ""

    def as_value(self) -> dict[str, Any]:
        """The source as truth keeps it."""
        return {**asdict(self), "claims": [asdict(claim) for claim in self.claims]}

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> ResearchSource:
        """The source that truth keeps."""
        claims = tuple(SourceClaim(**claim) for claim in value["claims"])
        return cls(**{**value, "claims": claims})


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """A claim with the source that makes it."""

    source: ResearchSource
    claim: SourceClaim


@dataclass(frozen=True, slots=True)
class FigureStanding:
    """What stands on one figure of one company: the claims, the newest first."""

    held: tuple[HeldClaim, ...]

    @property
    def is_disputed(self) -> bool:
        """True when publishers differ."""
        return len({held.claim.value for held in self.held}) > 1

    @property
    def value(self) -> float | None:
        """The figure; None in a dispute."""
        return None if self.is_disputed else self.held[0].claim.value

    @property
    def fullest(self) -> HeldClaim:
        """The claim to cite: the newest whose source also says how it was measured.

        A headline only repeats the figure; the desk lets either be cited.
        """
        return next((held for held in self.held if held.source.type != HEADLINE), self.held[0])

    @property
    def sides(self) -> tuple[HeldClaim, ...]:
        """The claims in a dispute, the lowest first."""
        return tuple(sorted(self.held, key=lambda held: held.claim.value))


def standing_claims(sources: Iterable[ResearchSource]) -> dict[FigureKey, FigureStanding]:
    """What stands on every figure that the sources state."""
    by_origin: dict[tuple[str, str, str], list[HeldClaim]] = {}
    for source in sources:
        if source.quotes:
            continue
        for claim in source.claims:
            origin = (claim.company, claim.metric, source.publisher)
            by_origin.setdefault(origin, []).append(HeldClaim(source, claim))
    standing: dict[FigureKey, list[HeldClaim]] = {}
    for (company, metric, _), held in by_origin.items():
        newest = max(held, key=lambda claim: claim.source.date)
        same = [claim for claim in held if claim.claim.value == newest.claim.value]
        standing.setdefault((company, metric), []).extend(same)
    return {
        key: FigureStanding(tuple(sorted(held, key=lambda claim: claim.source.date, reverse=True)))
        for key, held in standing.items()
    }


def levels(
    company: str, standing: Mapping[FigureKey, FigureStanding], prefix: str
) -> Iterator[tuple[int, int]]:
    """The years and levels that sources state, in the order of the years."""
    found = []
    for (name, metric), figure in standing.items():
        if name == company and metric.startswith(prefix) and figure.value is not None:
            number = int(metric.removeprefix(prefix))
            value = round(figure.value)
            found.append((number, value) if prefix == ASSESSED else (value, number))
    yield from sorted(found)
