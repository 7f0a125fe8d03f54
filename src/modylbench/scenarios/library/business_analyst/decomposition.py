"""How much of the change in the overall win rate is mix, and how much is rate?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_analyst.funnels import TOTAL
from modylbench.scenarios.library.business_analyst.opportunities import SEGMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

EFFECTS = ("mix effect", "rate effect", "interaction", "total effect")
Effects = dict[str, dict[str, float]]


def shares(created: Mapping[str, int]) -> dict[str, float]:
    """The share of each segment in what was created in its quarter."""
    return {cell: count / created[f"{TOTAL}|{cell[-2:]}"] for cell, count in created.items()}


def three_way(mix: Mapping[str, float], rate: Mapping[str, float]) -> Effects:
    """Mix and rate effects both at the first quarter's figures, and what they do together.

    mix = (m3 - m2) r2, rate = m2 (r3 - r2), interaction = (m3 - m2)(r3 - r2): exactly
    m3 r3 - m2 r2 in every segment, so the sum over segments is the change in the overall rate.
    """
    return _by_segment(mix, rate, rate_weight="Q2")


def two_way(mix: Mapping[str, float], rate: Mapping[str, float]) -> Effects:
    """Mix at the first quarter's rates and rate at the second's mix: nothing is left over."""
    return _by_segment(mix, rate, rate_weight="Q3")


def _by_segment(mix: Mapping[str, float], rate: Mapping[str, float], rate_weight: str) -> Effects:
    effects: Effects = {}
    for segment in SEGMENTS:
        shift = mix[f"{segment}|Q3"] - mix[f"{segment}|Q2"]
        lift = rate[f"{segment}|Q3"] - rate[f"{segment}|Q2"]
        parts = (
            shift * rate[f"{segment}|Q2"],
            lift * mix[f"{segment}|{rate_weight}"],
            shift * lift if rate_weight == "Q2" else 0.0,
        )
        effects[segment] = dict(zip(EFFECTS, (*parts, math.fsum(parts)), strict=True))
    effects[TOTAL] = {
        name: math.fsum(effects[segment][name] for segment in SEGMENTS) for name in EFFECTS
    }
    return effects
