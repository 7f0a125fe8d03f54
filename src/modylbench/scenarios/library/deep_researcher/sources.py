"""Sources, their claims, and which of these still stand.

The desk's rules: of one publisher the newest statement on a figure stands; who only quotes another
is no source; publishers who differ are in dispute.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.statements import (
    MetricFigure,
    address,
    figures_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


Key = tuple[str, str]
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
    def sides(self) -> tuple[HeldClaim, ...]:
        """The claims in a dispute, the lowest first."""
        return tuple(sorted(self.held, key=lambda held: held.claim.value))


def standing_claims(sources: Iterable[ResearchSource]) -> dict[Key, FigureStanding]:
    """What stands on every figure that the sources state."""
    by_origin: dict[tuple[str, str, str], list[HeldClaim]] = {}
    for source in sources:
        if source.quotes:
            continue
        for claim in source.claims:
            origin = (claim.company, claim.metric, source.publisher)
            by_origin.setdefault(origin, []).append(HeldClaim(source, claim))
    standing: dict[Key, list[HeldClaim]] = {}
    for (company, metric, _), held in by_origin.items():
        newest = max(held, key=lambda claim: claim.source.date)
        same = [claim for claim in held if claim.claim.value == newest.claim.value]
        standing.setdefault((company, metric), []).extend(same)
    return {
        key: FigureStanding(tuple(sorted(held, key=lambda claim: claim.source.date, reverse=True)))
        for key, held in standing.items()
    }


@dataclass(frozen=True)
class SourceLedger:
    """Everything that rules ask about the source pack."""

    companies: tuple[str, ...]
    by_address: Mapping[str, ResearchSource]
    standing: Mapping[Key, FigureStanding]
    gates: tuple[MetricFigure, ...]

    @classmethod
    def of(cls, truth: Mapping[str, Any]) -> SourceLedger:
        """The ledger behind a variant's truth."""
        sources = [ResearchSource.of(value) for value in truth["sources"]]
        gates = (
            MetricFigure("cell_density", (truth["screen_density"],)),
            MetricFigure("cycle_life", (truth["screen_cycles"],)),
            MetricFigure("sop_year", (float(truth["screen_sop"]),)),
        )
        by_address = {address(source.url): source for source in sources}
        return cls(tuple(truth["companies"]), by_address, standing_claims(sources), gates)

    def stands(self, source: ResearchSource, claim: SourceClaim) -> bool:
        """True when the claim has not been superseded."""
        standing = self.standing.get((claim.company, claim.metric))
        return standing is not None and HeldClaim(source, claim) in standing.held

    def disputes(self) -> list[tuple[Key, FigureStanding]]:
        """The figures that publishers differ on."""
        return [(key, standing) for key, standing in self.standing.items() if standing.is_disputed]

    def has_lapsed(self, figure: MetricFigure, companies: Sequence[str]) -> bool:
        """True when the figure is one that a later statement replaced, and none that stands."""
        lapsed = False
        for source in self.by_address.values():
            for claim in _about(source, companies):
                if not any(figure.agrees_with(own) for own in figures_in(claim.text)):
                    continue
                if self.stands(source, claim):
                    return False
                lapsed = lapsed or figure.is_of(claim.metric)
        return lapsed

    def is_a_gate(self, figure: MetricFigure) -> bool:
        """True for the figures of the screen, which the human gave and no source states."""
        return any(figure.agrees_with(gate) for gate in self.gates)


def says(source: ResearchSource, figure: MetricFigure, companies: Sequence[str]) -> bool:
    """True when the source states the figure of one of the companies (of any, if none is given)."""
    return any(
        figure.agrees_with(own)
        for claim in _about(source, companies)
        for own in figures_in(claim.text)
    )


def _about(source: ResearchSource, companies: Sequence[str]) -> list[SourceClaim]:
    return [claim for claim in source.claims if not companies or claim.company in companies]
