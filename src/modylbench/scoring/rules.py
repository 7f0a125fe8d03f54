"""By which rules are scores weighed? What people may write in a file of their own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from modylbench.foundation.record import Spec

Weight = Annotated[float, Field(ge=0, le=1)]
Points = Annotated[float, Field(ge=1, le=10)]


class Layers(Spec):
    """The layers that are arithmetic (SPEC 3); 4 and 5 are switched where they work, 6 too."""

    weights: bool = True
    floors: bool = True
    pessimism: bool = True


class ScoringRules(Spec):
    """rules.yaml: every number with its section there."""

    version: str
    turn_weights: dict[str, Weight]
    extended_turn_weights: dict[str, Weight]
    product_weights: dict[str, Weight]
    journey_weight: Weight
    destination_weight: Weight
    floor: Points
    disagreement_std: Annotated[float, Field(ge=0)]
    pessimism_spread: Annotated[float, Field(ge=0)]
    failed_edge_case_turn_cap: Points
    failed_critical_edge_case_cap: Points
    tiers: dict[str, Points]
    layers: Layers = Layers()
