"""Are the paradox and the survivorship bias really in the data, and plain to see?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, SEGMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.library.business_analyst.figures import Figures

# Ours, in rates (0.01 is a point): all well beyond what rounding could hide.
LEAST_RISE, LEAST_FALL = 0.008, 0.013
LEAST_NAIVE_FALL, LEAST_NAIVE_EXCESS = 0.03, 0.02
LEAST_MIX, LEAST_RATE, LEAST_INTERACTION = 0.02, 0.012, 0.0025
LEAST_DIFFERENCE = 0.03  # of some effect itself: twice the tolerance of what checks it


def is_paradox(figures: Figures) -> bool:
    """True when the win rate rises in every segment and falls in total (Simpson)."""
    rates = figures.win_rates
    rises = [rates[f"{segment}|Q3"] - rates[f"{segment}|Q2"] for segment in SEGMENTS]
    return min(rises) >= LEAST_RISE and rates["Total|Q2"] - rates["Total|Q3"] >= LEAST_FALL


def has_survivorship_bias(figures: Figures) -> bool:
    """True when the CRM's report flatters both quarters and the older one more, everywhere."""
    naive, right = figures.crm_rates, figures.win_rates
    flattered = all(naive[cell] - right[cell] >= LEAST_NAIVE_EXCESS for cell in naive)
    falls = [naive[f"{segment}|Q2"] - naive[f"{segment}|Q3"] for segment in (*SEGMENTS, "Total")]
    archived = [figures.crm[f"Total|{quarter}"][1] for quarter in QUARTERS]
    return flattered and min(falls) >= LEAST_NAIVE_FALL and archived[0] > archived[1] > 0


def is_well_posed(figures: Figures, first: Figures, closed: Figures) -> bool:
    """True when both are there, the effects have their signs, and wrong readings show.

    `first` are the figures with the window that is first misspoken, `closed` those of closed deals
    only: the one moves numbers and not the conclusion, the other turns the fall into a rise.
    """
    return (
        is_paradox(figures)
        and has_survivorship_bias(figures)
        and all(_effects_are_clear(figures))
        and all(_differs(first, figures))
        and all(_points_the_same_way(first))
        and closed.change >= LEAST_FALL
        and all(_differs(closed, figures))
    )


def _effects_are_clear(figures: Figures) -> Iterator[bool]:
    total = figures.effects["Total"]
    yield total["mix effect"] <= -LEAST_MIX
    yield total["rate effect"] >= LEAST_RATE
    yield total["interaction"] <= -LEAST_INTERACTION


def _differs(wrong: Figures, right: Figures) -> Iterator[bool]:
    for quarter in QUARTERS:
        yield wrong.cohort[f"Total|{quarter}"] != right.cohort[f"Total|{quarter}"]
    effects = right.effects["Total"]
    apart = (abs(wrong.effects["Total"][name] / effects[name] - 1) for name in effects)
    yield max(apart) >= LEAST_DIFFERENCE


def _points_the_same_way(figures: Figures) -> Iterator[bool]:
    rates = figures.win_rates
    for segment in SEGMENTS:
        yield rates[f"{segment}|Q3"] > rates[f"{segment}|Q2"]
    yield rates["Total|Q3"] < rates["Total|Q2"]
