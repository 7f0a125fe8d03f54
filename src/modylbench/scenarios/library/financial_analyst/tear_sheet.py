"""The one-page tear sheet that the investment committee reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.financial_analyst.extras import with_more_senior
from modylbench.scenarios.library.financial_analyst.lbo import annual_return
from modylbench.scenarios.library.financial_analyst.truth import (
    FIRST_YEAR,
    FLOORS_SPOKEN,
    on_page,
    rate_shock_cost,
)
from modylbench.scenarios.library.financial_analyst.verdict import diluted_return, remedy
from modylbench.scenarios.library.financial_analyst.workbooks import irr_cases
from modylbench.scenarios.library.text_forms import markdown_table

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.deal_state import DealState
    from modylbench.scenarios.library.financial_analyst.lbo import Exit

SHOWN_YEARS = (1, 5)
HIGH_LEVERAGE = 6.0  # turns
LTM_ON_PAGE = "FY2026E (LTM at close)"
DECIMALS = (1, 2)  # of proceeds, of which the fewest that tie are shown


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
        "businesses, priced by usage, for an enterprise value of "
        f"{_money(deal.enterprise_value)}, an entry multiple of {deal.entry_multiple:.1f}x on LTM "
        "adjusted EBITDA of "
        f"{_money(deal.ltm_ebitda)}. LTM is FY2026E: nine months actual, three forecast. "
        "Cash-free and debt-free, closing at the end of 2026, five-year hold. "
        "Returns are before fees and 163(j), which are not modeled yet."
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
        [name, on_page(amount, 2), f"{amount / ebitda:.2f}x", _percent(amount / price)]
        for name, amount in amounts.items()
    ]
    return markdown_table(["Item", "Amount ($M)", "x LTM EBITDA", "% of total"], rows)


def _financials(state: DealState) -> str:
    deal, years = state.deal, [state.years[number - 1] for number in SHOWN_YEARS]
    header = ["$M", LTM_ON_PAGE, *(f"FY{FIRST_YEAR - 1 + number}E" for number in SHOWN_YEARS)]
    revenue = [deal.ltm_revenue, *(year.revenue for year in years)]
    ebitda = [deal.ltm_ebitda, *(year.ebitda for year in years)]
    rows = [
        ["Revenue", *map(on_page, revenue)],
        ["EBITDA", *map(on_page, ebitda)],
    ]
    return markdown_table(header, rows)


def _returns(state: DealState) -> str:
    sale = state.sale
    gross, diluted, payout = _tying_amounts(sale)
    table = markdown_table(
        ["Sponsor returns", "Gross", "Diluted"],
        [
            ["Proceeds ($M)", gross, diluted],
            ["MOIC", f"{sale.gross_moic:.2f}x", f"{sale.diluted_moic:.2f}x"],
            [
                "IRR",
                _percent(annual_return(sale.gross_moic)),
                _percent(annual_return(sale.diluted_moic)),
            ],
        ],
    )
    return (
        f"{table}\n\nExit at the end of FY2031, at an exit multiple of {sale.multiple:.1f}x. The "
        f"management option pool is {_percent(sale.option_pool, 0)}, struck at entry equity, and "
        f"the pool payout ${payout}M."
    )


def _tying_amounts(sale: Exit) -> tuple[str, str, str]:
    """Gross proceeds, diluted proceeds and payout as the page shows them, which tie as shown.

    Where no rounding of the three does so, the diluted proceeds are the difference of the others.
    """
    for decimals in DECIMALS:
        gross, diluted, payout = (
            on_page(amount, decimals)
            for amount in (sale.equity, sale.diluted_proceeds, sale.option_payout)
        )
        difference = on_page(_plain(gross) - _plain(payout), decimals)
        if difference == diluted:
            break
    return gross, difference, payout


def _plain(shown: str) -> float:
    return float(shown.replace(",", ""))


def _sensitivity(state: DealState) -> str:
    irrs = [irr for row in irr_cases(state.deal, diluted=True) for irr in row]
    table = markdown_table(
        ["Case of the 5x5 grid", "Diluted IRR"],
        [["Lowest", _percent(min(irrs))], ["Highest", _percent(max(irrs))]],
    )
    return f"{table}\n\nThe operating model and the debt schedule are rerun in every case."


def _risks(state: DealState) -> str:
    deal = state.deal
    turns = deal.total_debt / deal.ltm_ebitda
    is_high = turns >= HIGH_LEVERAGE
    weak_year = "leaves little room in" if is_high else "takes longer to pay down after"
    risks = [
        f"- Leverage: {turns:.2f}x at close, which {weak_year} a weak first year.{_open(state)}"
        f"{_more_senior(state)}",
        "- Exit multiple: further contraction eats into the gain; we assume "
        f"{state.extras['exit_contraction_spoken']} already.",
        "- Growth and retention: churn among larger customers hits growth and the sweep together.",
    ]
    if state.has("rate_risk"):
        risks.append(
            "- Interest rate: the term loan floats and is unhedged. The cost of one point is "
            f"${on_page(rate_shock_cost(deal), 2)}M of pre-tax cash in the first year."
        )
    return "\n".join(risks)


def _open(state: DealState) -> str:
    """What the lenders have not accepted yet."""
    share = state.deal.sponsor_equity / state.deal.enterprise_value
    if share >= state.equity_floor:
        return ""
    asked = FLOORS_SPOKEN[round(100 * state.equity_floor)]
    return f" Open: our equity share is short of the {asked} percent that the lenders asked for."


def _more_senior(state: DealState) -> str:
    """Whether the alternative, for those who have seen it, would change the recommendation."""
    if not state.has("more_senior") or diluted_return(state.deal) >= state.hurdle:
        return ""
    if diluted_return(with_more_senior(state.deal)) < state.hurdle:
        return " Half a turn more senior would not clear it either."
    return " Half a turn more senior would clear, on thinner equity and cover; not recommended."


def _recommendation(state: DealState) -> str:
    diluted = annual_return(state.sale.diluted_moic)
    clears = diluted >= state.hurdle
    numbers = (
        f"Our hurdle is {_percent(state.hurdle, 0)}. The base case has a diluted MOIC of "
        f"{state.sale.diluted_moic:.2f}x and a diluted IRR of {_percent(diluted)}; that is "
        f"{'above' if clears else 'below'} the hurdle"
    )
    if clears:
        return (
            f"Proceed to confirmatory diligence at this price. {numbers}, with the exit multiple "
            "below the entry multiple."
        )
    advice = remedy(state.deal, state.hurdle, state.equity_floor)
    return f"Do not proceed at this price. {numbers}: {advice}, before spending more on diligence."


def _money(amount: float) -> str:
    return f"${on_page(amount, 2)}M"


def _percent(fraction: float, decimals: int = 1) -> str:
    return f"{on_page(100 * fraction, decimals)}%"
