"""The numbers, names and tables that follow from the deal, as scripts and criteria use them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.extras import extra_figures
from modylbench.scenarios.library.financial_analyst.figures import (
    model_figures,
    outflow_figures,
    page_figures,
)
from modylbench.scenarios.library.financial_analyst.lbo import (
    HOLD_YEARS,
    Deal,
    Exit,
    ProjectionYear,
    annual_return,
    cover,
    exits_by_growth,
    project,
    sell,
)
from modylbench.scenarios.library.financial_analyst.too_much_senior import (
    requested_multiple,
    too_much_senior,
)
from modylbench.scenarios.library.financial_analyst.verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.scenarios.oracle import Truth

FIRST_YEAR = 2027
FIRST_SWEEP = 1.0  # what the associate says before she corrects herself
GRID_ERRORS = (0.25, -0.25)
"""Turns by which the total of a defective grid may be off: never by those of the alternative with
more senior, which would explain it."""
FIRST_AMORTISATION = 0.01  # as in the term loans that institutions buy
EXIT_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)
GROWTH_STEPS = (-0.02, -0.01, 0.0, 0.01, 0.02)
EQUITY_SHARES = (0.35, 0.60)  # what lenders and sponsors find normal
MOST_LEVERAGE = 6.5  # turns of total debt that lenders still quote for such a company
LEAST_PREMIUM = 0.0175  # what subordinated notes cost above the term loan before them
LEAST_COVER = 2.0  # EBITDA over cash interest in the first year
RETURNS = (0.12, 0.30)
HURDLES = (0.20, 0.25)  # what investment committees ask for
CLEAR_OF_HURDLE = 0.002
CLEAR_AFTER_FEES = 0.02  # what fees and 163(j), outside the model, could still take off the IRR
EQUITY_FLOORS = (0.35, 0.40, 0.45, 0.50)  # shares of equity that lenders want to see
FLOORS_SPOKEN = {35: "thirty-five", 40: "forty", 45: "forty-five", 50: "fifty"}
USUAL_FLOOR, CLEAR_OF_FLOOR = 0.35, 0.005
AMPLE_EQUITY = 0.08  # above the floor, from where on lenders would have asked for more
LEAST_LOAN = 1.0  # $M of term loan at the end of the hold, also as the terms are first told
LEAST_CASH = 0.75  # $M a year after debt service, so that rounding to two decimals stays invisible

LEFT_TO_TERM_SHEET = {
    False: "the grid leaves the sweep to the term sheet, so that one is yours",
    True: "the grid leaves sweep and amortization to the term sheet, so those two are yours",
}
"""What the associate has to say of the debt, by whether amortization is among it."""
MAY_BE_MISSPOKEN = (
    "senior_multiple", "sub_multiple", "capex_share", "nwc_share", "amortisation_share",
    "sweep_share",
)  # fmt: skip
MONEY_DECIMALS, RATIO_DECIMALS = 3, 6
SHOWN = 4  # decimals of a return read out as 21.27%, so that differences tie
LTM_NAME = (
    "ltm | last twelve months | trailing twelve months | TTM | LTM 2026 | FY2026A | FY26A | year 0"
    " | at close | FY2026E | FY26E | FY2026E (9+3) | FY2026E 9+3 (LTM at close) | LTM FY2026E"
    " | LTM (FY2026E) | LTM at close | FY2026E (LTM at close) | FY2026E (LTM) | LTM (FY2026E 9+3)"
)
BY_YEAR: dict[str, dict[str, Callable[[ProjectionYear], float]]] = {
    "revenue_table": {"revenue": lambda year: year.revenue},
    "ebitda_table": {"ebitda": lambda year: year.ebitda},
    "net_income_table": {"net income": lambda year: year.net_income},
    "cash_flow_table": {"free cash flow": lambda year: year.cash_after_debt_service},
    "capex_table": {"capex": lambda year: year.capex},
    "nwc_table": {"change in nwc": lambda year: year.nwc_increase},
    "balance_table": {
        "senior|opening": lambda year: year.senior_opening,
        "senior|closing": lambda year: year.senior_closing,
        "sub|opening": lambda year: year.sub_opening,
        "sub|closing": lambda year: year.sub_closing,
    },
}
"""The tables that criteria compare: measure by year, the keys as products.yaml names them."""


def exit_multiples(deal: Deal) -> tuple[float, ...]:
    """The rows of the sensitivity."""
    return tuple(round(deal.exit_multiple + step, 4) for step in EXIT_STEPS)


def growth_rates(deal: Deal) -> tuple[float, ...]:
    """The columns of the sensitivity."""
    return tuple(round(deal.growth_year_1 + step, 6) for step in GROWTH_STEPS)


def rate_shock_cost(deal: Deal) -> float:
    """What 100 basis points on the term loan cost in the first year."""
    return 0.01 * deal.senior_debt


def on_page(amount: float, decimals: int = 1) -> str:
    """The amount as the one-pager shows it, halves up as on paper.

    >>> on_page(17.25), on_page(76.05)
    ('17.3', '76.1')
    """
    return f"{amount + 1e-9:,.{decimals}f}"


def solve(
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],
) -> Truth | None:
    """Every number of the deal; None where it makes no sensible buyout of that conclusion."""
    deal = Deal.of(parameters)
    years = project(deal)
    sale = sell(deal, years[-1])
    hurdle = _hurdle(parameters["hurdle_drawn"], sale, choices["conclusion"])
    floor = _equity_floor(deal, is_met=choices["equity_floor_test"] == "met")
    if hurdle is None or floor is None or not _is_well_posed(deal, years, sale):
        return None
    parameters = {**parameters, "hurdle": hurdle, "equity_floor": floor}
    first = misspoken(deal, parameters, choices)
    too_much = requested_multiple(deal, seed)
    if _as_first_told(deal, first)[-1].senior_closing < LEAST_LOAN or too_much is None:
        return None
    return {
        **_round_values(_money(deal, years, sale, parameters), MONEY_DECIMALS),
        **_round_values(_ratios(deal, years, sale, parameters), RATIO_DECIMALS),
        **_round_values(_first_money(deal, first), MONEY_DECIMALS),
        **_round_values(_first_ratios(first), RATIO_DECIMALS),
        **_names(deal),
        **_spoken_figures(deal, first, floor),
        **_by_year(years),
        **extra_figures(deal, years[0], parameters),
        "irr_table": _irr_table(deal),
        "outflow_figures": outflow_figures(deal, years),
        "model_figures": model_figures(deal, years, sale),
        "page_figures": {**page_figures(deal, years, sale), **_page_risks(deal, parameters)},
        "year_1_revenue_on_page": on_page(years[0].revenue),
        "enterprise_value_on_page": on_page(deal.enterprise_value, 2),
        "sponsor_equity_on_page": on_page(deal.sponsor_equity, 2),
        "left_to_term_sheet": LEFT_TO_TERM_SHEET[choices["debt_correction"] == "amortisation"],
        "rate_shock_on_page": on_page(rate_shock_cost(deal), 2),
        "hurdle": hurdle,
        "equity_floor": floor,
        "grid_total": _grid_total(deal, first),
        **too_much_senior(deal, floor, too_much),
        **verdict(deal, hurdle, floor),
    }


def misspoken(deal: Deal, parameters: Mapping[str, float], choices: Mapping[str, str]) -> Deal:
    """The deal as it is first told, with what is corrected later at this seed."""
    first = {
        "sub": {"sub_multiple": deal.sub_multiple + parameters["sub_overstated_by"]},
        "senior": {"senior_multiple": deal.senior_multiple - parameters["senior_understated_by"]},
        "capex": {"capex_share": deal.capex_share + parameters["capex_overstated_by"]},
        "nwc": {"nwc_share": deal.nwc_share + parameters["nwc_overstated_by"]},
        "sweep": {"sweep_share": FIRST_SWEEP},
        "amortisation": {"amortisation_share": FIRST_AMORTISATION},
        "none": {},
    }
    for name in ("financing_correction", "plan_correction", "debt_correction"):
        deal = replace(deal, **first[choices[name]])
    return deal


def _grid_total(deal: Deal, first: Deal) -> float:
    """A total that is neither that of the tranches nor the one that was first told."""
    total = deal.senior_multiple + deal.sub_multiple
    told = first.senior_multiple + first.sub_multiple
    return next(total + error for error in GRID_ERRORS if total + error != told)


def _hurdle(drawn: float, sale: Exit, conclusion: str) -> float | None:
    """The hurdle nearest to the one drawn by which the deal comes to this conclusion."""
    gross, diluted = annual_return(sale.gross_moic), _diluted_irr(sale)
    low, high = {
        "misses_after_pool": (diluted, gross),
        "clears": (0.0, diluted - CLEAR_AFTER_FEES + CLEAR_OF_HURDLE),
        "misses": (gross, 1.0),
    }[conclusion]
    fitting = [h for h in HURDLES if low + CLEAR_OF_HURDLE <= h <= high - CLEAR_OF_HURDLE]
    return min(fitting, key=lambda hurdle: abs(hurdle - drawn), default=None)


def _equity_floor(deal: Deal, *, is_met: bool) -> float | None:
    """The share of equity that the lenders want to see."""
    share = deal.sponsor_equity / deal.enterprise_value
    if is_met:
        ample = [floor for floor in EQUITY_FLOORS if share >= floor + AMPLE_EQUITY]
        return max(ample, default=USUAL_FLOOR if share >= USUAL_FLOOR + CLEAR_OF_FLOOR else None)
    missed = [floor for floor in EQUITY_FLOORS[1:] if share <= floor - CLEAR_OF_FLOOR]
    return min(missed, default=None)


def _page_risks(deal: Deal, parameters: Mapping[str, float]) -> dict[str, float]:
    """What the tear-sheet says of the grid's ends, the hurdle and interest rates."""
    irrs = _irr_table(deal).values()
    return {
        "page_irr_range|lowest": min(irrs),
        "page_irr_range|highest": max(irrs),
        "page_hurdle": parameters["hurdle"],
        "page_rate_shock": round(rate_shock_cost(deal), MONEY_DECIMALS),
    }


def _is_well_posed(deal: Deal, years: tuple[ProjectionYear, ...], sale: Exit) -> bool:
    if not _is_financeable(deal, years[0]):
        return False
    if _numbers_without_unit(exit_multiples(deal)) & _numbers_without_unit(
        [100 * growth for growth in growth_rates(deal)]
    ):
        return False  # an unlabeled 13 in the grid could then be either
    for growth in growth_rates(deal):
        for year in project(replace(deal, growth_year_1=growth)):
            if (
                year.cash_after_debt_service < LEAST_CASH
                or min(year.pretax_profit, year.senior_closing) <= 0
            ):
                return False
    return RETURNS[0] <= _diluted_irr(sale) <= RETURNS[1]


def _is_financeable(deal: Deal, first: ProjectionYear) -> bool:
    """Whether lenders would quote it: equity, leverage, cover, and what the notes cost."""
    low, high = EQUITY_SHARES
    return (
        low <= deal.sponsor_equity / deal.enterprise_value <= high
        and deal.senior_multiple + deal.sub_multiple <= MOST_LEVERAGE
        and cover(first) >= LEAST_COVER
        and deal.sub_cash_rate + deal.sub_pik_rate >= deal.senior_rate + LEAST_PREMIUM
    )


def _diluted_irr(sale: Exit) -> float:
    return annual_return(sale.diluted_moic)


def _numbers_without_unit(numbers: list[float] | tuple[float, ...]) -> set[str]:
    return {f"{number:.4g}" for number in numbers}


def _money(
    deal: Deal, years: tuple[ProjectionYear, ...], sale: Exit, parameters: Mapping[str, float]
) -> dict[str, float]:
    first, last = years[0], years[-1]
    entry_ebitda = deal.ltm_ebitda
    return {
        "ltm_ebitda": entry_ebitda,
        "enterprise_value": deal.enterprise_value,
        "senior_debt": deal.senior_debt,
        "sub_debt": deal.sub_debt,
        "total_debt": deal.total_debt,
        "sponsor_equity": deal.sponsor_equity,
        "year_1_revenue": first.revenue,
        "year_5_revenue": last.revenue,
        "year_1_capex": first.capex,
        "year_1_nwc": first.nwc_increase,
        "year_1_cash_after_debt_service": first.cash_after_debt_service,
        "senior_at_exit": last.senior_closing,
        "sub_at_exit": last.sub_closing,
        "cash_at_exit": last.cash_closing,
        "exit_ebitda": sale.ebitda,
        "exit_enterprise_value": sale.enterprise_value,
        "exit_net_debt": sale.net_debt,
        "exit_equity": sale.equity,
        "equity_gain": sale.gain,
        "option_payout": sale.option_payout,
        "diluted_proceeds": sale.diluted_proceeds,
        "gain_from_growth": (sale.ebitda - entry_ebitda) * deal.entry_multiple,
        "multiple_cost": (deal.entry_multiple - sale.multiple) * sale.ebitda,
        "gain_from_deleveraging": deal.total_debt - sale.net_debt,
        "rate_shock_cost": rate_shock_cost(deal),
        "pipeline_ebitda": round(parameters["pipeline_share"] * entry_ebitda, 1),
        "reported_ebitda": entry_ebitda
        - round(0.03 * entry_ebitda, 2)
        - round(0.05 * entry_ebitda, 2),
        "pro_forma_ebitda": entry_ebitda + round(parameters["pipeline_share"] * entry_ebitda, 1),
        "lender_ltm_revenue": round(deal.ltm_revenue * (1 + parameters["lender_revenue_gap"]), 1),
    }


def _ratios(
    deal: Deal, years: tuple[ProjectionYear, ...], sale: Exit, parameters: Mapping[str, float]
) -> dict[str, float]:
    first, last = years[0], years[-1]
    gross_irr, diluted_irr = annual_return(sale.gross_moic), _diluted_irr(sale)
    covenant = deal.senior_multiple + deal.sub_multiple + parameters["covenant_cushion"]
    first_leverage = (first.senior_closing + first.sub_closing) / first.ebitda
    return {
        "total_multiple": deal.senior_multiple + deal.sub_multiple,
        "equity_share": deal.sponsor_equity / deal.enterprise_value,
        "growth_year_5": last.growth,
        "revenue_cagr": (last.revenue / deal.ltm_revenue) ** (1 / HOLD_YEARS) - 1,
        "year_1_cover": cover(first),
        "cash_conversion": (first.ebitda - first.capex) / first.ebitda,
        "senior_paid_down": 1 - last.senior_closing / deal.senior_debt,
        "exit_multiple": sale.multiple,
        "gross_moic": sale.gross_moic,
        "gross_irr": gross_irr,
        "diluted_moic": sale.diluted_moic,
        "diluted_irr": diluted_irr,
        "gross_irr_pct": 100 * gross_irr,
        "diluted_irr_pct": 100 * diluted_irr,
        "irr_cost_of_pool": gross_irr - diluted_irr,
        "irr_cost_as_shown": round(gross_irr, SHOWN) - round(diluted_irr, SHOWN),
        "covenant_multiple": covenant,
        "year_1_leverage": first_leverage,
        "covenant_headroom": 1 - first_leverage / covenant,
        "pro_forma_multiple": deal.enterprise_value
        / (deal.ltm_ebitda + round(parameters["pipeline_share"] * deal.ltm_ebitda, 1)),
    }


def _first_money(deal: Deal, first: Deal) -> dict[str, float]:
    """What follows from the deal as it is first told, each at the time at which it is said."""
    year_1 = project(first)[0]
    last = _as_first_told(deal, first)[-1]
    return {
        "senior_debt_first": first.senior_debt,
        "sub_debt_first": first.sub_debt,
        "total_debt_first": first.total_debt,
        "sponsor_equity_first": first.sponsor_equity,
        "year_1_capex_first": year_1.capex,
        "year_1_nwc_first": year_1.nwc_increase,
        "senior_at_exit_first": last.senior_closing,
        "cash_at_exit_first": last.cash_closing,
    }


def _as_first_told(deal: Deal, first: Deal) -> tuple[ProjectionYear, ...]:
    """The plan with the terms of the debt as they are first told, and all else corrected."""
    return project(
        replace(deal, sweep_share=first.sweep_share, amortisation_share=first.amortisation_share)
    )


def _first_ratios(first: Deal) -> dict[str, float]:
    return {f"{name}_first": getattr(first, name) for name in MAY_BE_MISSPOKEN}


def _round_values(values: Mapping[str, float], decimals: int) -> dict[str, float]:
    return {name: round(value, decimals) for name, value in values.items()}


def _names(deal: Deal) -> dict[str, str | list[str]]:
    points = f"{100 * deal.growth_decay:g}"
    year_names = [_year_name(number) for number in range(1, HOLD_YEARS + 1)]
    return {
        "exit_contraction_spoken": _turns_spoken(deal.exit_contraction),
        "growth_decay_spoken": f"{points} {'point' if points == '1' else 'points'}",
        "year_names": year_names,
        "period_names": [LTM_NAME, *year_names],
        "exit_multiple_names": [f"{m:g}x | {m:g} | exit {m:g}x" for m in exit_multiples(deal)],
        "growth_names": [_growth_name(growth) for growth in growth_rates(deal)],
    }


def _spoken_figures(deal: Deal, first: Deal, floor: float) -> dict[str, str]:
    is_all = first.sweep_share == FIRST_SWEEP
    swept = f"{100 * first.sweep_share:g}%"
    is_above = deal.sponsor_equity / deal.enterprise_value >= floor
    return {
        "sweep_first_spoken": "a hundred percent" if is_all else swept,
        "sweep_first_with_article": f"{'an' if swept.startswith('8') else 'a'} {swept}",
        "equity_floor_spoken": FLOORS_SPOKEN[round(100 * floor)],
        "equity_floor_side": "above" if is_above else "short of",
        "equity_floor_remark": "" if is_above else ", a point to settle with them before signing",
        "equity_floor_test_spoken": (
            f"whether our equity stays above the {100 * floor:g}% the lenders want"
            if is_above
            else f"how much further below the {100 * floor:g}% the lenders want it takes our equity"
        ),
    }


def _turns_spoken(turns: float) -> str:
    whole, half = divmod(turns, 1)
    if not whole:
        return "half a turn"
    if whole == 1:
        return "a turn and a half" if half else "a turn"
    return f"{turns:g} turns"


def _year_name(number: int) -> str:
    year = FIRST_YEAR + number - 1
    short = year % 100
    names = [
        f"year {number}", f"FY{year}E", f"FY{year}P", f"FY{short}", f"FY{short}E", f"FY{short}P",
        f"year {number} (FY{year}E)", f"FY{year}E (year {number})", f"year {number} (FY{short}E)",
        f"year {number} (FY{short})", f"FY{number}", f"12/31/{year}", f"Dec-{year}", f"Dec-{short}",
        f"Dec {year} (year {number})", f"year {number} projected", f"{year}P",
    ]  # fmt: skip
    return " | ".join(names)


def _growth_name(growth: float) -> str:
    points = f"{100 * growth:g}"
    return f"{points}% | {points} | {growth:g} | {points}% year 1 | year 1 {points}%"


def _by_year(years: tuple[ProjectionYear, ...]) -> dict[str, dict[str, float]]:
    return {
        table: {
            f"{line}|year {number}": round(measure(year), MONEY_DECIMALS)
            for line, measure in lines.items()
            for number, year in enumerate(years, start=1)
        }
        for table, lines in BY_YEAR.items()
    }


def _irr_table(deal: Deal) -> dict[str, float]:
    multiples, growths = exit_multiples(deal), growth_rates(deal)
    return {
        f"{multiple:g}x|{100 * growth:g}%": round(_diluted_irr(sale), RATIO_DECIMALS)
        for multiple, row in zip(multiples, exits_by_growth(deal, multiples, growths), strict=True)
        for growth, sale in zip(growths, row, strict=True)
    }
