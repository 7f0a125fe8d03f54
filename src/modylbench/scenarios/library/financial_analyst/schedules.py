"""What do the year-by-year sheets show: the operating model and the debt schedule?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.sheets import (
    LTM_AND_YEARS,
    PERCENT,
    YEARS,
    Line,
    sheet,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.products.spreadsheet import Sheet
    from modylbench.scenarios.library.financial_analyst.lbo import Deal, Year


def operating_model(deal: Deal, years: tuple[Year, ...], *, with_debt: bool) -> Sheet:
    """Revenue to EBIT and the cash items; with the debt also interest, tax and cash flow."""
    lines = list(_above_interest(deal, years))
    if with_debt:
        lines += _below_ebit(years)
    lines += _cash_items(years)
    if with_debt:
        lines += _cash_flow(years)
    return sheet("operating_model", "Operating model", LTM_AND_YEARS, lines)


def _above_interest(deal: Deal, years: tuple[Year, ...]) -> Iterator[Line]:
    ltm_da = deal.ltm_revenue * deal.da_share
    yield Line(
        "revenue", "Revenue", [deal.ltm_revenue, *(year.revenue for year in years)],
        formula="={p}{revenue}*(1+{c}{growth})", typed=1,
    )  # fmt: skip
    yield Line("growth", "Revenue growth", [None, *(year.growth for year in years)], PERCENT)
    yield Line(
        "ebitda", "EBITDA", [deal.ltm_ebitda, *(year.ebitda for year in years)],
        formula="={c}{revenue}*{c}{margin}", typed=1,
    )  # fmt: skip
    yield Line("margin", "EBITDA margin", [deal.ebitda_margin] * (1 + len(years)), PERCENT)
    yield Line("da", "Depreciation and amortisation", [ltm_da, *(year.da for year in years)])
    yield Line(
        "ebit", "EBIT", [deal.ltm_ebitda - ltm_da, *(year.ebit for year in years)],
        formula="={c}{ebitda}-{c}{da}",
    )  # fmt: skip


def _below_ebit(years: tuple[Year, ...]) -> Iterator[Line]:
    yield Line("interest", "Total interest expense", _from_year_1(years, lambda y: y.interest))
    yield Line(
        "pretax_profit", "Pre-tax profit", _from_year_1(years, lambda y: y.pretax_profit),
        formula="={c}{ebit}-{c}{interest}",
    )  # fmt: skip
    yield Line("tax", "Cash taxes", _from_year_1(years, lambda y: y.tax))
    yield Line(
        "net_income", "Net income", _from_year_1(years, lambda y: y.net_income),
        formula="={c}{pretax_profit}-{c}{tax}",
    )  # fmt: skip


def _cash_items(years: tuple[Year, ...]) -> Iterator[Line]:
    yield Line("capex", "Capex", _from_year_1(years, lambda y: y.capex))
    yield Line("nwc", "Increase in NWC", _from_year_1(years, lambda y: y.nwc_increase))


def _cash_flow(years: tuple[Year, ...]) -> Iterator[Line]:
    yield Line("pik_added_back", "Non-cash interest", _from_year_1(years, lambda y: y.pik))
    yield Line(
        "cash_before_repayment", "Cash flow before debt repayment",
        _from_year_1(years, lambda y: y.cash_before_repayment),
        formula="={c}{net_income}+{c}{da}+{c}{pik_added_back}-{c}{capex}-{c}{nwc}",
    )  # fmt: skip
    yield Line("repayment", "Scheduled repayment", _from_year_1(years, lambda y: y.amortisation))
    yield Line(
        "cash_after_debt_service", "Free cash flow after debt service",
        _from_year_1(years, lambda y: y.cash_after_debt_service),
        formula="={c}{cash_before_repayment}-{c}{repayment}",
    )  # fmt: skip


def _from_year_1(years: tuple[Year, ...], figure: Callable[[Year], float]) -> list[float | None]:
    return [None, *(figure(year) for year in years)]


def debt_schedule(years: tuple[Year, ...]) -> Sheet:
    """Both tranches and cash, from opening to closing balance."""

    def line(
        name: str, label: str, figure: Callable[[Year], float], formula: str = "", typed: int = 0
    ) -> Line:
        return Line(name, label, [figure(year) for year in years], formula=formula, typed=typed)

    lines = [
        line(
            "senior_opening", "Senior opening balance", lambda y: y.senior_opening,
            "={p}{senior_closing}", 1,
        ),
        line("amortisation", "Senior mandatory amortisation", lambda y: y.amortisation),
        line("sweep", "Senior cash sweep", lambda y: y.sweep),
        line(
            "senior_closing", "Senior closing balance", lambda y: y.senior_closing,
            "={c}{senior_opening}-{c}{amortisation}-{c}{sweep}",
        ),
        line("senior_interest", "Senior cash interest", lambda y: y.senior_interest),
        line("sub_opening", "Sub opening balance", lambda y: y.sub_opening, "={p}{sub_closing}", 1),
        line("pik", "Sub PIK interest", lambda y: y.pik),
        line(
            "sub_closing", "Sub closing balance", lambda y: y.sub_closing,
            "={c}{sub_opening}+{c}{pik}",
        ),
        line("sub_interest", "Sub cash interest", lambda y: y.sub_interest),
        line("cash_opening", "Opening cash", lambda y: y.cash_opening, "={p}{cash_closing}", 1),
        line("cash_added", "Cash retained", lambda y: y.cash_closing - y.cash_opening),
        line(
            "cash_closing", "Closing cash", lambda y: y.cash_closing,
            "={c}{cash_opening}+{c}{cash_added}",
        ),
    ]  # fmt: skip
    return sheet("debt_schedule", "Debt schedule", YEARS, lines)
