"""The lesser figures of model and tear-sheet, which must be right wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.lbo import annual_return
from modylbench.scenarios.library.tied_figures import round_figures, under_quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.scenarios.library.financial_analyst.lbo import Deal, Exit, ProjectionYear
    from modylbench.scenarios.library.tied_figures import FiguresByQuantity

OUTFLOWS: dict[str, Callable[[ProjectionYear], float]] = {
    "d&a": lambda year: year.da,
    "interest expense": lambda year: year.interest,
    "tax": lambda year: year.tax,
}
OPERATING: dict[str, Callable[[ProjectionYear], float]] = {
    "ebit": lambda year: year.ebit,
    "pre-tax profit": lambda year: year.pretax_profit,
    "d&a added back": lambda year: year.da,
    "non-cash interest": lambda year: year.pik,
    "cash flow before debt repayment": lambda year: year.cash_before_repayment,
}
CASH: dict[str, Callable[[ProjectionYear], float]] = {
    "opening cash": lambda year: year.cash_opening,
    "cash retained": lambda year: year.cash_closing - year.cash_opening,
    "closing cash": lambda year: year.cash_closing,
}


def model_figures(deal: Deal, years: tuple[ProjectionYear, ...], sale: Exit) -> FiguresByQuantity:
    """Assumptions, the financing in turns and shares, the lines between the main ones."""
    last = years[-1]
    growth = {f"revenue growth|year {n}": year.growth for n, year in enumerate(years, 1)}
    margin = {f"ebitda margin|{period}": deal.ebitda_margin for period in _periods(years)}
    ltm = {"ebit|ltm": deal.ltm_ebitda - deal.ltm_revenue * deal.da_share}
    return round_figures(
        {
            **under_quantity("assumed_rates", assumed_rates(deal)),
            "entry_multiple_used": deal.entry_multiple,
            "contraction_used": deal.exit_contraction,
            **_financing(deal, "financing"),
            **under_quantity("operating_rates", {**growth, **margin}),
            **under_quantity("operating_lines", {**ltm, **_by_year(OPERATING, years)}),
            **under_quantity("cash_balances", _by_year(CASH, years)),
            "exit_lines|senior at exit": last.senior_closing,
            "exit_lines|sub at exit": last.sub_closing,
            "exit_lines|cash at exit": last.cash_closing,
            "exit_lines|gain": sale.gain,
        }
    )


def outflow_figures(deal: Deal, years: tuple[ProjectionYear, ...]) -> FiguresByQuantity:
    """D&A, interest and tax, which some show in brackets."""
    return round_figures({"d&a|ltm": deal.ltm_revenue * deal.da_share, **_by_year(OUTFLOWS, years)})


def page_figures(deal: Deal, years: tuple[ProjectionYear, ...], sale: Exit) -> FiguresByQuantity:
    """What the tear-sheet says again of the model."""
    revenue = [deal.ltm_revenue, *(year.revenue for year in years)]
    ebitda = [deal.ltm_ebitda, *(year.ebitda for year in years)]
    lines = {
        "page_income|revenue": revenue,
        "page_income|ebitda": ebitda,
    }
    return round_figures(
        {
            **_financing(deal, "page_financing"),
            **{
                f"{line}|{period}": figure
                for line, figures in lines.items()
                for period, figure in zip(_periods(years), figures, strict=True)
            },
            "page_proceeds|gross": sale.equity,
            "page_proceeds|diluted": sale.diluted_proceeds,
            "page_gross_moic": sale.gross_moic,
            "page_gross_irr": annual_return(sale.gross_moic),
            "page_entry_multiple": deal.entry_multiple,
            "page_ltm_ebitda": deal.ltm_ebitda,
            "page_exit_multiple": sale.multiple,
            "page_option_pool": deal.option_pool,
            "page_option_payout": sale.option_payout,
            "page_leverage": deal.total_debt / deal.ltm_ebitda,
        }
    )


def assumed_rates(deal: Deal) -> FiguresByQuantity:
    """The assumptions that are shares, by their names."""
    return {
        "ebitda margin": deal.ebitda_margin,
        "growth in year 1": deal.growth_year_1,
        "growth step-down": deal.growth_decay,
        "d&a to revenue": deal.da_share,
        "capex to revenue": deal.capex_share,
        "nwc to change in revenue": deal.nwc_share,
        "senior interest rate": deal.senior_rate,
        "amortisation share": deal.amortisation_share,
        "sub cash rate": deal.sub_cash_rate,
        "sub pik rate": deal.sub_pik_rate,
        "sweep share": deal.sweep_share,
        "tax rate": deal.tax_rate,
        "option pool": deal.option_pool,
    }


def _financing(deal: Deal, name: str) -> FiguresByQuantity:
    amounts = {
        "senior": deal.senior_debt,
        "sub": deal.sub_debt,
        "total debt": deal.total_debt,
        "equity": deal.sponsor_equity,
        "purchase price": deal.enterprise_value,
        "total sources": deal.enterprise_value,
        "total uses": deal.enterprise_value,
    }
    measures = {"amounts": 1.0, "turns": deal.ltm_ebitda, "shares": deal.enterprise_value}
    return {
        f"{name}_{measure}|{item}": amount / whole
        for measure, whole in measures.items()
        for item, amount in amounts.items()
    }


def _periods(years: tuple[ProjectionYear, ...]) -> list[str]:
    return ["ltm", *(f"year {number}" for number in range(1, len(years) + 1))]


def _by_year(
    lines: Mapping[str, Callable[[ProjectionYear], float]], years: tuple[ProjectionYear, ...]
) -> FiguresByQuantity:
    return {
        f"{line}|year {number}": figure(year)
        for line, figure in lines.items()
        for number, year in enumerate(years, start=1)
    }
