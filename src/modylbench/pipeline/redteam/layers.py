"""The six layers (SPEC 3) on and off, and what scoring an agent with them takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.drawing.plot import NEUTRAL, SEED_EDGE_CASE

if TYPE_CHECKING:
    from modylbench.scoring.rules import ScoringRules

ALL_LAYERS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Framework:
    """The layers that are on."""

    on: frozenset[int]

    @property
    def run_key(self) -> str:
        """What it makes of one run, where layer 6 has no part: `12345`, or `none`."""
        return "".join(str(layer) for layer in sorted(self.on - {6})) or "none"

    @property
    def edge_cases(self) -> str:
        """Which meeting it takes: layer 5 off is one with the neutral beat."""
        return SEED_EDGE_CASE if 5 in self.on else NEUTRAL

    @property
    def has_findings(self) -> bool:
        """Whether the judges are told what verification found."""
        return 4 in self.on

    @property
    def worst_counts(self) -> bool:
        """Whether the worst run is official, or the best."""
        return 6 in self.on

    def rules(self, rules: ScoringRules) -> ScoringRules:
        """The rules with the layers of arithmetic on and off."""
        return rules.without_layers(FULL.on - self.on)


FULL = Framework(frozenset(ALL_LAYERS))
NONE = Framework(frozenset())
WITHOUT = {layer: Framework(FULL.on - {layer}) for layer in ALL_LAYERS}
ONLY = {layer: Framework(frozenset({layer})) for layer in ALL_LAYERS}


def run_frameworks() -> tuple[Framework, ...]:
    """One framework for every way in which a single run is scored; twelve of them."""
    every = (FULL, NONE, *WITHOUT.values(), *ONLY.values())
    return tuple({framework.run_key: framework for framework in every}.values())
