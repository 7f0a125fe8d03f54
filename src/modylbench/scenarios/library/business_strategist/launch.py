"""What does a launch cost and bring in each market, as the launch economics have it?

Budgets are sized to the revenue they serve. They are drawn until the right market and the one in
dispute are both worth entering, and differ in everything that is checked: a case made for the
wrong market then shows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.case import (
    YEARS,
    Case,
    economics_of,
    valued,
)
from modylbench.scenarios.library.business_strategist.markets import MARKETS, NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.library.business_strategist.matrix import Figures

    Lines = dict[str, dict[str, float]]

ATTEMPTS = 200
FIXED_TO_YEAR_3 = (0.07, 0.09, 0.11)  # fixed costs of each year over year-3 revenue
PAYBACK_YEARS = (2.07, 2.33)  # in year 3, so that every year of the plan counts
LEAST_NPV = 0.5  # US$ million: rounding to two decimals then moves it by less than its tolerance
APART, PAYBACK_APART = 0.06, 0.045


def drawn(
    figures: Figures, draw: Draw, parameters: Mapping[str, float], rivals: tuple[str, str]
) -> Lines | None:
    """The launch economics, line by market; None where the rivals cannot be told apart."""
    lines = _market_lines(figures) | _group_lines(parameters)
    for _ in range(ATTEMPTS):
        for line in ("population", "visits", "cities"):
            lines[line] = {market.name: draw.step(*market.economics[line]) for market in MARKETS}
        lines["insured"] = {
            name: round(people * draw.uniform(0.2, 0.45), 1)
            for name, people in lines["population"].items()
        }
        _set_budgets(lines, draw)
        cases = (valued(economics_of(lines, name), parameters["discount_rate"]) for name in rivals)
        if _are_told_apart(*cases):
            return lines
    return None


def _market_lines(figures: Figures) -> Lines:
    """What the market pack says already."""
    phones = {name: round(percent / 100, 2) for name, percent in figures["digital"].items()}
    return {"price": dict(figures["pay"]), "smartphones": phones}


def _group_lines(parameters: Mapping[str, float]) -> Lines:
    """What the group assumes of every market alike."""
    shared = {
        "suitable": parameters["suitable_share"],
        **{f"share_{year}": parameters[f"share_{year}"] for year in range(1, YEARS + 1)},
        "clinicians": parameters["clinician_share"],
        "marketing": parameters["marketing_share"],
    }
    return {line: dict.fromkeys(NAMES, figure) for line, figure in shared.items()}


def _set_budgets(lines: Lines, draw: Draw) -> None:
    """Fixed costs to the size of the market; a set-up spend that is back in the third year."""
    for line in ("setup", *(f"fixed_{year}" for year in range(1, YEARS + 1))):
        lines[line] = dict.fromkeys(NAMES, 0.0)
    for name in NAMES:
        served = economics_of(lines, name).som
        for year, share in enumerate(FIXED_TO_YEAR_3, start=1):
            lines[f"fixed_{year}"][name] = round(served * share * draw.uniform(0.85, 1.1), 2)
        _, *cash = economics_of(lines, name).cash
        third = draw.uniform(*PAYBACK_YEARS) - 2
        lines["setup"][name] = round(math.fsum((cash[0], cash[1], third * cash[2])), 2)


def _are_told_apart(right: Case, wrong: Case) -> bool:
    if min(right.npv, wrong.npv) < LEAST_NPV:
        return False
    pairs = (
        (right.economics.tam, wrong.economics.tam),
        (right.economics.sam, wrong.economics.sam),
        (right.npv, wrong.npv),
    )
    return (
        all(abs(one - other) > APART * max(one, other) for one, other in pairs)
        and abs(right.payback - wrong.payback) > PAYBACK_APART * right.payback
    )
