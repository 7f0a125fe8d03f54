"""What is in the data pack of a seed: figures of six markets, two sources, budgets, partners?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.business_strategist import launch
from modylbench.scenarios.library.business_strategist.case import Economics, economics_of
from modylbench.scenarios.library.business_strategist.dispute import disputable, overstated
from modylbench.scenarios.library.business_strategist.markets import (
    CRITERIA,
    CRITERION,
    MARKET,
    MARKETS,
    NAMES,
)
from modylbench.scenarios.library.business_strategist.register import RISKS, Register

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_strategist.matrix import Weights

    Figures = dict[str, dict[str, float]]

Pack = dict[str, Any]
"""The pack as JSON: what attachments are written from and the analysis is made of."""

ATTEMPTS = 3000  # ours: one draw in some twenty has a ranking that turns on a single figure
SLIGHT = 0.03  # two counts of the same thing differ by no more
PASSED, FAILED = "pass", "fail"
TESTS = ("Holds a local care licence", "No exclusivity with a rival platform", "Integrity check")


def drawn(parameters: Mapping[str, float], weights: Sequence[Weights], seed: int) -> Pack | None:
    """The pack of a seed; None where no draw poses a clear problem.

    `weights` are the final ones, then those in force before.
    """
    values = ",".join(f"{name}={value:.6g}" for name, value in sorted(parameters.items()))
    draw = Draw("business_strategist", seed, "pack", values)
    found = _figures(draw, parameters["vendor_overstatement"], weights)
    if found is None:
        return None
    figures, rivals = found
    economics = launch.drawn(figures, draw, parameters, rivals)
    if economics is None:
        return None
    returns, disputed = figures["demand"], rivals[1]
    tracker = {name: _tracked(returns[name], draw) for name in NAMES}
    tracker[disputed] = overstated(returns[disputed], parameters["vendor_overstatement"])
    register = _register(draw)
    return {
        "figures": {**figures, "demand": tracker},
        "returns": returns,
        "disputed": disputed,
        "economics": economics,
        "caps": _caps(draw, rivals),
        "partners": {market.name: _screened(market.partners, draw) for market in MARKETS},
        "likelihood": dict(register.likelihood),
        "impact": dict(register.impact),
    }


def _figures(
    draw: Draw, overstatement: float, weights: Sequence[Weights]
) -> tuple[Figures, tuple[str, str]] | None:
    """Figures on which the ranking turns, with the market on top and the one in dispute."""
    for _ in range(ATTEMPTS):
        figures = {
            criterion.id: {m.name: draw.step(*m.figures[criterion.id]) for m in MARKETS}
            for criterion in CRITERIA
        }
        rivals = disputable(figures, overstatement, weights, draw.in_drawn_order(NAMES))
        if rivals is not None:
            return figures, rivals
    return None


def _tracked(counted: float, draw: Draw) -> float:
    """The vendor's figure where nobody disputes it: close to the regulator's, with its score."""
    close = float(round(counted * (1 + draw.uniform(-SLIGHT, SLIGHT))))
    demand = CRITERION["demand"]
    return close if demand.score(close) == demand.score(counted) else counted


def _caps(draw: Draw, rivals: tuple[str, str]) -> dict[str, float]:
    """Ownership caps, different for the right market and the one in dispute."""
    caps = {market.name: draw.one_of(market.caps) for market in MARKETS}
    right, wrong = rivals
    if caps[right] == caps[wrong]:
        caps[wrong] = next(cap for cap in MARKET[wrong].caps if cap != caps[right])
    return caps


def _screened(partners: tuple[str, str, str], draw: Draw) -> list[list[str]]:
    """Three candidates with their tests, of whom one passes all."""
    order = draw.in_drawn_order(partners)
    good = draw.whole(0, len(order) - 1)
    rows: list[list[str]] = []
    for place, name in enumerate(order):
        failed = -1 if place == good else draw.whole(0, len(TESTS) - 1)
        rows.append([name, *(FAILED if test == failed else PASSED for test in range(len(TESTS)))])
    return rows


def _register(draw: Draw) -> Register:
    """Votes that leave no doubt which risks are the highest, before and after the change."""
    while True:
        register = Register(
            likelihood={risk.id: draw.whole(2, 4) for risk in RISKS},
            impact={risk.id: draw.whole(2, 5) for risk in RISKS},
        )
        if register.is_clear_cut and register.raised().is_clear_cut:
            return register


def economics(pack: Mapping[str, Any], market: str) -> Economics:
    """The launch economics of one market."""
    return economics_of(pack["economics"], market)


def partner(pack: Mapping[str, Any], market: str) -> str:
    """The candidate of this market that passes every test."""
    rows: list[list[str]] = pack["partners"][market]
    return next(name for name, *tests in rows if FAILED not in tests)
