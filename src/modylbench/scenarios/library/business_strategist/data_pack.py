"""The data pack of a seed: figures of six markets, two sources, launch economics, partners.

The meeting turns on one contradiction. By the choice of the seed the ranking hangs on it (with the
regulators' figure one market is first, with the vendor's or with the mean of the two the market in
dispute is, before and after the weights change) or stands whichever source is believed.

Budgets are sized to the revenue they serve. They are drawn until the right market and the one in
dispute are on the same side of the rate, and differ in everything that is checked: a case made for
the wrong market then shows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.business_strategist.risk_register import (
    LEAST_IMPACT,
    RAISED,
    RISKS,
    Register,
)
from modylbench.scenarios.library.business_strategist.scoring import (
    CRITERIA,
    CRITERION,
    MARKET,
    MARKETS,
    NAMES,
    score_markets,
)
from modylbench.scenarios.library.business_strategist.valuation import (
    YEARS,
    Case,
    Economics,
    economics_of,
    value_case,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.business_strategist.scoring import (
        MarketFigures,
        Scores,
        Weights,
    )

    DrawnFigures = dict[str, dict[str, float]]
    Lines = dict[str, dict[str, float]]
    Points = Mapping[str, int]

Pack = dict[str, Any]
"""The pack as JSON: what attachments are written from and the analysis is made of."""

PACK_ATTEMPTS = 3000  # ours: one draw in some twenty has a ranking that turns on a single figure
SLIGHT = 0.03  # two counts of the same thing differ by no more
PASSED, FAILED = "pass", "fail"
TESTS = ("Holds a local care licence", "No exclusivity with a rival platform", "Integrity check")
LAUNCH_ATTEMPTS = 200
FIXED_TO_YEAR_3 = (0.07, 0.09, 0.11)  # fixed costs of each year over year-3 revenue
PAYBACK_YEARS = (2.07, 2.33)  # in year 3, so that every year of the plan counts
LATE_PAYBACK_YEARS = (2.55, 2.85)  # before the third year is out, and still below the rate
LEAST_NPV = 0.5  # US$ million: rounding to two decimals then moves it by less than its tolerance
APART, PAYBACK_APART = 0.06, 0.045
MONTHS_APART = 2  # between the licences, so that a plan for the wrong market shows
MOST_LEAD = 25  # hundredths too, over the market in dispute: its vendor might have made it first
MOST_SERVED = 0.8  # of the visits that suit a teleconsultation, by the returns: room is left in TAM
MOST_OF_LAUNCH_AREA = 0.6  # of today's paid visits there, which year 3 takes: more is no plan
MOST_DELAY = 3  # likelihood of a late licence, 1 to 5, before counsel's news
LEAST_LEAD = 10  # hundredths of a score, so that nobody calls the first place a draw


def draw_pack(
    parameters: Mapping[str, float],
    weights: Sequence[Weights],
    seed: int,
    choices: Mapping[str, str],
) -> Pack | None:
    """The pack of a seed; None where no draw poses a clear problem.

    `weights` are the final ones, then those in force before.
    """
    values = ",".join(f"{name}={value:.6g}" for name, value in sorted(parameters.items()))
    draw = Draw("business_strategist", seed, "pack", values)
    flips = choices["conclusion"] == "flips"
    found = _figures(draw, parameters["vendor_overstatement"], weights, flips=flips)
    if found is None:
        return None
    figures, rivals = found
    for _ in range(LAUNCH_ATTEMPTS):
        pack = _with_launch(figures, draw, parameters, rivals, clears=choices["hurdle"] == "clears")
        # Seed 0 keeps its figures: fourth by NPV and fifth by our share, which the paper says.
        if pack is None or not seed or _is_in_upper_half(pack, rivals[0], parameters):
            return pack
    return None


def _with_launch(
    figures: DrawnFigures,
    draw: Draw,
    parameters: Mapping[str, float],
    rivals: tuple[str, str],
    *,
    clears: bool,
) -> Pack | None:
    """The figures with all that the other files have; None where the rivals look alike."""
    economics = draw_launch(figures, draw, parameters, rivals, clears=clears)
    if economics is None:
        return None
    returns, disputed = figures["demand"], rivals[1]
    tracker = {name: _vendor_figure(returns[name], draw) for name in NAMES}
    tracker[disputed] = overstate(returns[disputed], parameters["vendor_overstatement"])
    register = _register(draw)
    return {
        "figures": {**figures, "demand": tracker},
        "returns": returns,
        "disputed": disputed,
        "economics": economics,
        "caps": _caps(draw, rivals),
        "partners": {market.name: _screen_partners(market.partners, draw) for market in MARKETS},
        "likelihood": dict(register.likelihood),
        "impact": dict(register.impact),
    }


def _is_in_upper_half(pack: Pack, market: str, parameters: Mapping[str, float]) -> bool:
    """True when three of the six at most have as much NPV, and as much of it for us.

    Of a loss, a larger stake has more: there only the NPV of the whole counts, and nobody enters
    at a loss while another market earns the rate.
    """
    rate = parameters["discount_rate"]
    places = [place_by_npv(pack, market, rate, ours=False)]
    if npv_of(pack, market, rate) > 0:
        places.append(place_by_npv(pack, market, rate, ours=True))
    elif any(npv_of(pack, name, rate) > 0 for name in NAMES):
        return False
    return max(places) <= len(NAMES) // 2


def npv_of(pack: Mapping[str, Any], market: str, rate: float) -> float:
    """The NPV of one column of the launch economics."""
    return value_case(economics(pack, market), rate).npv


def place_by_npv(pack: Mapping[str, Any], market: str, rate: float, *, ours: bool) -> int:
    """Where a market comes among the six by its NPV, or by our share of that; 1 is the highest."""
    worth = {name: npv_of(pack, name, rate) * (pack["caps"][name] if ours else 1) for name in NAMES}
    return 1 + sum(other > worth[market] for other in worth.values())  # whole numbers


def _figures(
    draw: Draw, overstatement: float, weights: Sequence[Weights], *, flips: bool
) -> tuple[DrawnFigures, tuple[str, str]] | None:
    """DrawnFigures on which the ranking turns, with the market on top and the one in dispute."""
    for _ in range(PACK_ATTEMPTS):
        figures = {
            criterion.id: {m.name: draw.step(*m.figures[criterion.id]) for m in MARKETS}
            for criterion in CRITERIA
        }
        order = draw.in_drawn_order(NAMES)
        rivals = disputed_top_markets(figures, overstatement, weights, order, flips=flips)
        if rivals is not None:
            return figures, rivals
    return None


def _vendor_figure(counted: float, draw: Draw) -> float:
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


def _screen_partners(partners: tuple[str, str, str], draw: Draw) -> list[list[str]]:
    """Three candidates with their tests, of whom one passes all."""
    order = draw.in_drawn_order(partners)
    good = draw.whole(0, len(order) - 1)
    rows: list[list[str]] = []
    for place, name in enumerate(order):
        failed = -1 if place == good else draw.whole(0, len(TESTS) - 1)
        rows.append([name, *(FAILED if test == failed else PASSED for test in range(len(TESTS)))])
    return rows


def _register(draw: Draw) -> Register:
    """Votes that leave no doubt which risks are the highest, before and after the change.

    A delay of the licence is never the rule: the plan counts on the lead time of counsel's brief.
    """
    while True:
        likelihood = {risk.id: draw.whole(2, 4) for risk in RISKS}
        likelihood[RAISED] = min(likelihood[RAISED], MOST_DELAY)
        votes = {risk.id: draw.whole(2, 5) for risk in RISKS}
        impact = {risk: max(vote, LEAST_IMPACT.get(risk, 0)) for risk, vote in votes.items()}
        register = Register(likelihood, impact)
        if register.is_clear_cut and register.with_raised_risk().is_clear_cut:
            return register


def economics(pack: Mapping[str, Any], market: str) -> Economics:
    """The launch economics of one market."""
    return economics_of(pack["economics"], market)


def partner(pack: Mapping[str, Any], market: str) -> str:
    """The candidate of this market that passes every test."""
    rows: list[list[str]] = pack["partners"][market]
    return next(name for name, *tests in rows if FAILED not in tests)


def draw_launch(
    figures: MarketFigures,
    draw: Draw,
    parameters: Mapping[str, float],
    rivals: tuple[str, str],
    *,
    clears: bool,
) -> Lines | None:
    """The launch economics, line by market; None where the rivals cannot be told apart."""
    lines = _market_lines(figures) | _group_lines(parameters)
    for _ in range(LAUNCH_ATTEMPTS):
        for line in ("population", "visits", "cities"):
            lines[line] = {market.name: draw.step(*market.economics[line]) for market in MARKETS}
        lines["insured"] = {
            name: round(people * draw.uniform(0.2, 0.45), 1)
            for name, people in lines["population"].items()
        }
        if not _has_room(lines, figures["demand"], rivals[0]):
            continue
        _set_budgets(lines, draw, PAYBACK_YEARS if clears else LATE_PAYBACK_YEARS)
        cases = (
            value_case(economics_of(lines, name), parameters["discount_rate"]) for name in rivals
        )
        if _are_told_apart(*cases, clears=clears):
            return lines
    return None


def _has_room(lines: Lines, returns: Mapping[str, float], market: str) -> bool:
    """Whether the files leave the plan room: in every TAM, and in the launch area.

    By the returns no country has most of its suitable visits on video already, and year 3 takes
    no more of today's paid visits than a bold plan may.
    """
    for name in NAMES:
        suitable = 1000 * lines["visits"][name] * lines["suitable"][name]
        if returns[name] > MOST_SERVED * suitable:
            return False
        if name == market:
            taken = suitable * lines["smartphones"][name] * lines[f"share_{YEARS}"][name]
            if taken > MOST_OF_LAUNCH_AREA * returns[name]:
                return False
    return True


def _market_lines(figures: MarketFigures) -> Lines:
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


def _set_budgets(lines: Lines, draw: Draw, payback_years: tuple[float, float]) -> None:
    """Fixed costs to the size of the market; a set-up spend that is back in the third year."""
    for line in ("setup", *(f"fixed_{year}" for year in range(1, YEARS + 1))):
        lines[line] = dict.fromkeys(NAMES, 0.0)
    for name in NAMES:
        served = economics_of(lines, name).som
        for year, share in enumerate(FIXED_TO_YEAR_3, start=1):
            lines[f"fixed_{year}"][name] = round(served * share * draw.uniform(0.85, 1.1), 2)
        _, *cash = economics_of(lines, name).cash
        third = draw.uniform(*payback_years) - 2
        lines["setup"][name] = round(math.fsum((cash[0], cash[1], third * cash[2])), 2)


def _are_told_apart(right: Case, wrong: Case, *, clears: bool) -> bool:
    sign = 1 if clears else -1
    if min(sign * right.npv, sign * wrong.npv) < LEAST_NPV:
        return False
    pairs = (
        (right.economics.tam, wrong.economics.tam),
        (right.economics.sam, wrong.economics.sam),
        (right.npv, wrong.npv),
    )
    return (
        all(abs(figure - other) > APART * max(abs(figure), abs(other)) for figure, other in pairs)
        and abs(right.payback - wrong.payback) > PAYBACK_APART * right.payback
    )


def overstate(counted: float, overstatement: float) -> float:
    """What the vendor claims where the regulator counted this."""
    return float(round(counted * overstatement))


def disputed_top_markets(
    figures: MarketFigures,
    overstatement: float,
    weights: Sequence[Weights],
    order: Sequence[str],
    *,
    flips: bool,
) -> tuple[str, str] | None:
    """The market on top, and the one in dispute.

    Its overstated demand would put it on top instead (`flips`), or leave the first where it is.
    Markets are tried in the `order` given. `weights` are the final ones, then those in force
    before; `figures` are the regulators'.
    """
    scores = score_markets(figures)
    points = [{name: round(100 * weight) for name, weight in set_of.items()} for set_of in weights]
    first = _clear_winner(scores, points)
    if first is None:
        return None
    demand, lead_times = CRITERION["demand"], figures["regulatory"]
    for name in order:
        if name == first or abs(lead_times[name] - lead_times[first]) < MONTHS_APART:
            continue
        counted = figures["demand"][name]
        claimed = overstate(counted, overstatement)
        readings = (demand.score((counted + claimed) / 2), demand.score(claimed))
        if not scores["demand"][name] < readings[0] < readings[1]:
            continue
        believed = ((reading, set_of) for set_of in points for reading in readings)
        matrices = [_totals(_with_reading(scores, name, r), set_of) for r, set_of in believed]
        if not all(_is_leader(name if flips else first, totals) for totals in matrices):
            continue
        if flips or _is_close_second(name, first, matrices[1]):
            return first, name
    return None


def _totals(scores: Scores, points: Points) -> dict[str, int]:
    """Weighted totals in hundredths, exact and fast: many matrices are tried."""
    totals = dict.fromkeys(NAMES, 0)
    for criterion in CRITERIA:
        weight = points[criterion.id]
        for name, score in scores[criterion.id].items():
            totals[name] += weight * score
    return totals


def _clear_winner(scores: Scores, weights: Sequence[Points]) -> str | None:
    """The market that leads clearly, by all weights and by none, where no two end up level.

    The committee's change of weights must be seen in the ranks below it.
    """
    final, earlier = (_totals(scores, points) for points in weights)
    ranked = sorted(NAMES, key=lambda name: -final[name])
    levels = set(final.values())
    if len(levels) < len(NAMES) or final[ranked[0]] - final[ranked[1]] < LEAST_LEAD:
        return None
    if sorted(NAMES, key=lambda name: -earlier[name]) == ranked:
        return None
    plain = _totals(scores, dict.fromkeys(CRITERION, 1))
    leads = all(_is_leader(ranked[0], totals) for totals in (earlier, plain))
    return ranked[0] if leads else None


def _with_reading(scores: Scores, name: str, reading: int) -> Scores:
    return {**scores, "demand": {**scores["demand"], name: reading}}


def _is_close_second(name: str, first: str, totals: Mapping[str, int]) -> bool:
    rest = {other: total for other, total in totals.items() if other != first}
    return _is_leader(name, rest) and totals[first] - totals[name] <= MOST_LEAD


def _is_leader(name: str, totals: Mapping[str, int]) -> bool:
    return all(total < totals[name] for other, total in totals.items() if other != name)
