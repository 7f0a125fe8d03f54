"""The one-page tear sheet that the investment committee reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.financial_analyst.lbo import annual_return
from modylbench.scenarios.library.financial_analyst.truth import (
    FIRST_YEAR,
    exit_multiples,
    growth_rates,
    on_page,
    rate_shock_cost,
)
from modylbench.scenarios.library.financial_analyst.workbooks import irr_cases
from modylbench.scenarios.library.text_forms import markdown_table

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.deal_state import DealState

SHOWN_YEARS = (1, 3, 5)


def ic_tear_sheet(state: DealState) -> Document:
    """The one-pager, with figures rounded for the page."""
    sections = (
        Section(id="transaction_overview", heading="Transaction overview", body=_overview(state)),
        Section(id="sources_uses", heading="Sources and uses", body=_sources_uses(state)),
        Section(id="financial_summary", heading="Financial summary", body=_financials(state)),
        Section(id="returns", heading="Returns", body=_returns(state)),
        Section(id="sensitivity", heading="Sensitivity", body=_sensitivity(state)),
        Section(id="key_risks", heading="Key risks", body=_risks(state)),
        Section(id="recommendation", heading="Recommendation", body=_recommendation(state)),
    )
    return Document(
        id="ic_tear_sheet", title="CloudSync: investment committee tear-sheet", sections=sections
    )


def _overview(state: DealState) -> str:
    deal = state.deal
    return (
        "Harborline would acquire CloudSync, which sells file sync and backup to mid-sized "
        "businesses on subscription, for an enterprise value of "
        f"{_money(deal.enterprise_value)}, or {deal.entry_multiple:.1f}x LTM adjusted EBITDA of "
        f"{_money(deal.ltm_ebitda)}. Cash-free and debt-free, closing at the end of 2026, "
        "five-year hold; fees not modelled yet."
    )


def _sources_uses(state: DealState) -> str:
    deal = state.deal
    amounts = {
        "Senior term loan": deal.senior_debt,
        "Subordinated notes": deal.sub_debt,
        "Total debt": deal.total_debt,
        "Sponsor equity": deal.sponsor_equity,
        "Total sources": deal.enterprise_value,
        "Total uses": deal.enterprise_value,
    }
    price, ebitda = deal.enterprise_value, deal.ltm_ebitda
    rows = [
        [name, on_page(amount), f"{amount / ebitda:.2f}x", _percent(amount / price)]
        for name, amount in amounts.items()
    ]
    return markdown_table(["Item", "Amount ($M)", "x LTM EBITDA", "% of total"], rows)


def _financials(state: DealState) -> str:
    deal, years = state.deal, [state.years[number - 1] for number in SHOWN_YEARS]
    header = ["$M", "LTM", *(f"FY{FIRST_YEAR - 1 + number}E" for number in SHOWN_YEARS)]
    revenue = [deal.ltm_revenue, *(year.revenue for year in years)]
    ebitda = [deal.ltm_ebitda, *(year.ebitda for year in years)]
    debt = [deal.total_debt, *(year.senior_closing + year.sub_closing for year in years)]
    rows = [
        ["Revenue", *map(on_page, revenue)],
        ["EBITDA", *map(on_page, ebitda)],
        ["Total debt / EBITDA", *(f"{d / e:.1f}x" for d, e in zip(debt, ebitda, strict=True))],
    ]
    return markdown_table(header, rows)


def _returns(state: DealState) -> str:
    sale = state.sale
    table = markdown_table(
        ["Sponsor returns", "Gross", "Diluted"],
        [
            ["Proceeds ($M)", on_page(sale.equity), on_page(sale.diluted_proceeds)],
            ["MOIC", f"{sale.gross_moic:.2f}x", f"{sale.diluted_moic:.2f}x"],
            [
                "IRR",
                _percent(annual_return(sale.gross_moic)),
                _percent(annual_return(sale.diluted_moic)),
            ],
        ],
    )
    return (
        f"{table}\n\nExit at the end of FY2031 at {sale.multiple:.1f}x, "
        f"{state.deal.exit_contraction:.1f}x below entry. The {_percent(sale.option_pool, 0)} "
        f"management pool, struck at entry equity, takes {_money(sale.option_payout)} of the gain."
    )


def _sensitivity(state: DealState) -> str:
    cases = irr_cases(state.deal, diluted=True)
    multiples, growths = exit_multiples(state.deal), growth_rates(state.deal)
    by_multiple, by_growth = cases[3][2] - cases[1][2], cases[2][3] - cases[2][1]
    return (
        f"Across the 5x5 grid the diluted return runs between {_percent(cases[0][0])} "
        f"({multiples[0]:.1f}x exit, {_percent(growths[0])} growth in year 1) and "
        f"{_percent(cases[-1][-1])} ({multiples[-1]:.1f}x, {_percent(growths[-1])}). "
        f"Half a turn of exit multiple moves it by about {50 * by_multiple:.1f} points, "
        f"a point of growth by about {50 * by_growth:.1f}."
    )


def _risks(state: DealState) -> str:
    deal, first = state.deal, state.years[0]
    coverage = first.ebitda / (first.senior_interest + first.sub_interest)
    risks = [
        f"- Leverage: {deal.total_debt / deal.ltm_ebitda:.2f}x at close, cash interest cover of "
        f"{coverage:.1f}x in the first year.",
        "- Exit multiple: further contraction eats into the gain; we assume no expansion.",
        "- Growth and retention: churn among larger customers hits growth and the sweep together.",
    ]
    if state.has("rate_risk"):
        risks.append(
            "- Interest rate: the term loan floats and is unhedged; 100 bps costs "
            f"${on_page(rate_shock_cost(deal), 2)}M of pre-tax cash in the first year."
        )
    return "\n".join(risks)


def _recommendation(state: DealState) -> str:
    diluted = annual_return(state.sale.diluted_moic)
    numbers = (
        f"diluted IRR of {_percent(diluted)} and diluted MOIC of {state.sale.diluted_moic:.2f}x"
    )
    hurdle = f"our {_percent(state.hurdle, 0)} hurdle"
    if diluted >= state.hurdle:
        return (
            f"Proceed to confirmatory diligence at {state.deal.entry_multiple:.1f}x. The base case "
            f"has a {numbers}, above {hurdle}, without multiple expansion."
        )
    return (
        f"Do not proceed at {state.deal.entry_multiple:.1f}x. The base case has a {numbers}, below "
        f"{hurdle}: go back on price or on the pool before spending on confirmatory diligence."
    )


def _money(amount: float) -> str:
    return f"${on_page(amount)}M"


def _percent(fraction: float, decimals: int = 1) -> str:
    return f"{on_page(100 * fraction, decimals)}%"
