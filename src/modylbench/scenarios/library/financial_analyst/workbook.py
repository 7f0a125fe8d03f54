"""What does the LBO workbook hold, as far as the meeting has got?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Column, Sheet, Spreadsheet
from modylbench.scenarios.library.financial_analyst import schedules
from modylbench.scenarios.library.financial_analyst.lbo import annual_return
from modylbench.scenarios.library.financial_analyst.sheets import (
    MONEY,
    MULTIPLE,
    PERCENT,
    VALUE,
    Line,
    sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.library.financial_analyst.lbo import Deal
    from modylbench.scenarios.library.financial_analyst.stage import Stage

SOURCES_AND_USES = (
    Column(id="amount", label="Amount ($M)"),
    Column(id="multiple", label="x LTM EBITDA"),
    Column(id="share", label="% of total"),
)
OF_TOTAL = (MONEY, MULTIPLE, PERCENT)


def lbo_model(stage: Stage) -> Spreadsheet:
    """The workbook: a sheet for every part of the model reached."""
    sheets = [sheet("assumptions", "Assumptions", VALUE, list(_assumptions(stage)))]
    if stage.has("sources_uses"):
        sheets.append(_sources_uses(stage.deal))
    if stage.has("operating_model"):
        with_debt = stage.has("debt_schedule")
        sheets.append(schedules.operating_model(stage.deal, stage.years, with_debt=with_debt))
    if stage.has("debt_schedule"):
        sheets.append(schedules.debt_schedule(stage.years))
    if stage.has("returns"):
        sheets.append(sheet("returns", "Returns", VALUE, list(_returns(stage))))
    return Spreadsheet(id="lbo_model", title="CloudSync LBO model", sheets=tuple(sheets))


def _assumptions(stage: Stage) -> Iterator[Line]:
    deal = stage.deal
    yield Line("ltm_revenue", "LTM revenue", [deal.ltm_revenue])
    yield Line("ebitda_margin", "EBITDA margin", [deal.ebitda_margin], PERCENT)
    yield Line(
        "ltm_ebitda", "LTM adjusted EBITDA", [deal.ltm_ebitda],
        formula="={c}{ltm_revenue}*{c}{ebitda_margin}",
    )  # fmt: skip
    yield Line("entry_multiple", "Entry multiple", [deal.entry_multiple], MULTIPLE)
    yield Line(
        "enterprise_value", "Enterprise value", [deal.enterprise_value],
        formula="={c}{ltm_ebitda}*{c}{entry_multiple}",
    )  # fmt: skip
    if stage.has("growth_plan"):
        yield Line("growth_year_1", "Revenue growth in year 1", [deal.growth_year_1], PERCENT)
        yield Line("growth_decay", "Growth step-down a year (points)", [deal.growth_decay], PERCENT)
    if stage.has("operating_model"):
        yield Line("da_share", "D&A to revenue", [deal.da_share], PERCENT)
        yield Line("capex_share", "Capex to revenue", [deal.capex_share], PERCENT)
        yield Line("nwc_share", "NWC to change in revenue", [deal.nwc_share], PERCENT)
    if stage.has("debt_schedule"):
        yield from _financing_terms(deal)
    if stage.has("returns"):
        yield Line("contraction", "Multiple contraction", [deal.exit_contraction], MULTIPLE)
    if stage.has("option_pool"):
        yield Line("option_pool", "Management option pool", [deal.option_pool], PERCENT)


def _financing_terms(deal: Deal) -> Iterator[Line]:
    yield Line("senior_rate", "Senior cash interest rate", [deal.senior_rate], PERCENT)
    yield Line("amortisation", "Amortisation of original loan", [deal.amortisation_share], PERCENT)
    yield Line("sub_cash_rate", "Sub cash coupon rate", [deal.sub_cash_rate], PERCENT)
    yield Line("sub_pik_rate", "Sub PIK rate", [deal.sub_pik_rate], PERCENT)
    yield Line("sweep_share", "Sweep share of cash", [deal.sweep_share], PERCENT)
    yield Line("tax_rate", "Tax rate", [deal.tax_rate], PERCENT)


def _sources_uses(deal: Deal) -> Sheet:
    def line(name: str, label: str, amount: float, formula: str = "") -> Line:
        figures = (amount, amount / deal.ltm_ebitda, amount / deal.enterprise_value)
        # The formulas are sums and differences, so they hold for the ratios too.
        return Line(name, label, figures, units=OF_TOTAL, formula=formula)

    lines = [
        line("senior_debt", "Senior term loan", deal.senior_debt),
        line("sub_debt", "Subordinated notes", deal.sub_debt),
        line("total_debt", "Total debt", deal.total_debt, "={c}{senior_debt}+{c}{sub_debt}"),
        line(
            "sponsor_equity", "Sponsor equity", deal.sponsor_equity,
            "={c}{total_uses}-{c}{total_debt}",
        ),
        line(
            "total_sources", "Total sources", deal.enterprise_value,
            "={c}{total_debt}+{c}{sponsor_equity}",
        ),
        line("purchase_price", "Purchase enterprise value", deal.enterprise_value),
        line("total_uses", "Total uses", deal.enterprise_value, "={c}{purchase_price}"),
    ]  # fmt: skip
    return sheet("sources_uses", "Sources and uses", SOURCES_AND_USES, lines)


def _returns(stage: Stage) -> Iterator[Line]:
    sale, last = stage.sale, stage.years[-1]
    yield Line("exit_ebitda", "Exit-year EBITDA", [sale.ebitda])
    yield Line("exit_multiple", "Exit multiple", [sale.multiple], MULTIPLE)
    yield Line(
        "exit_ev", "Exit enterprise value", [sale.enterprise_value],
        formula="={c}{exit_ebitda}*{c}{exit_multiple}",
    )  # fmt: skip
    yield Line("exit_senior", "Senior at exit", [last.senior_closing])
    yield Line("exit_sub", "Sub at exit including PIK", [last.sub_closing])
    yield Line("exit_cash", "Cash at exit", [last.cash_closing])
    yield Line(
        "exit_net_debt", "Net debt at exit", [sale.net_debt],
        formula="={c}{exit_senior}+{c}{exit_sub}-{c}{exit_cash}",
    )  # fmt: skip
    yield Line(
        "exit_equity", "Exit equity value", [sale.equity],
        formula="={c}{exit_ev}-{c}{exit_net_debt}",
    )  # fmt: skip
    yield Line("equity_invested", "Sponsor equity invested", [sale.sponsor_equity])
    yield Line(
        "gross_moic", "Gross MOIC", [sale.gross_moic], MULTIPLE,
        formula="={c}{exit_equity}/{c}{equity_invested}",
    )  # fmt: skip
    yield Line(
        "gross_irr", "Gross IRR", [annual_return(sale.gross_moic)], PERCENT,
        formula="={c}{gross_moic}^(1/5)-1",
    )  # fmt: skip
    if stage.has("option_pool"):
        yield from _dilution(stage)


def _dilution(stage: Stage) -> Iterator[Line]:
    sale = stage.sale
    yield Line(
        "equity_gain", "Gain over entry equity", [sale.gain],
        formula="=MAX(0,{c}{exit_equity}-{c}{equity_invested})",
    )  # fmt: skip
    yield Line("option_payout", "Option pool payout", [sale.option_payout])
    yield Line(
        "diluted_proceeds", "Diluted sponsor proceeds", [sale.diluted_proceeds],
        formula="={c}{exit_equity}-{c}{option_payout}",
    )  # fmt: skip
    yield Line(
        "diluted_moic", "Diluted MOIC", [sale.diluted_moic], MULTIPLE,
        formula="={c}{diluted_proceeds}/{c}{equity_invested}",
    )  # fmt: skip
    yield Line(
        "diluted_irr", "Diluted IRR", [annual_return(sale.diluted_moic)], PERCENT,
        formula="={c}{diluted_moic}^(1/5)-1",
    )  # fmt: skip
