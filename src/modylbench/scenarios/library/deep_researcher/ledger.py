"""The ledger of sources that rules ask: by address, what stands, and what has been superseded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.sources import (
    HeldClaim,
    ResearchSource,
    standing_claims,
)
from modylbench.scenarios.library.deep_researcher.statements import (
    MetricFigure,
    address,
    figures_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.sources import (
        FigureKey,
        FigureStanding,
        SourceClaim,
    )


@dataclass(frozen=True)
class SourceLedger:
    """Everything that rules ask about the source pack."""

    companies: tuple[str, ...]
    by_address: Mapping[str, ResearchSource]
    standing: Mapping[FigureKey, FigureStanding]
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

    def disputes(self) -> list[tuple[FigureKey, FigureStanding]]:
        """The figures that publishers differ on."""
        return [(key, standing) for key, standing in self.standing.items() if standing.is_disputed]

    def has_lapsed(self, figure: MetricFigure, companies: Sequence[str]) -> bool:
        """True when the figure is one that a later statement replaced, and none that stands."""
        lapsed = False
        for source in self.by_address.values():
            for claim in _claims_about(source, companies):
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
        for claim in _claims_about(source, companies)
        for own in figures_in(claim.text)
    )


def _claims_about(source: ResearchSource, companies: Sequence[str]) -> list[SourceClaim]:
    return [claim for claim in source.claims if not companies or claim.company in companies]
