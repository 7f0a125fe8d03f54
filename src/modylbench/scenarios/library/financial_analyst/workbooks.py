"""The two workbooks: the LBO model with its debt schedule, and the IRR sensitivity."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.financial_analyst.lbo import (
    HOLD_YEARS,
    annual_return,
    exits_by_growth,
)
from modylbench.scenarios.library.financial_analyst.truth import (
    FIRST_YEAR,
    exit_multiples,
    growth_rates,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from modylbench.scenarios.library.financial_analyst.deal_state import DealState
    from modylbench.scenarios.library.financial_analyst.lbo import Deal, ProjectionYear


SOURCES_AND_USES = (
    Column(id="amount", label="Amount ($M)"),
    Column(id="multiple", label="x LTM EBITDA"),
    Column(id="share", label="% of total"),
)
MONEY, PERCENT, MULTIPLE = "$M", "%", "x"
OF_TOTAL = (MONEY, MULTIPLE, PERCENT)
DECIMALS = {MONEY: 3, PERCENT: 2, MULTIPLE: 2}
NOTE = (
    "US$ in millions unless stated; fiscal years end December 31; "
    "LTM is FY2026E, nine months actual and three forecast"
)
VALUE = (Column(id="value", label="Value"),)
YEARS = tuple(
    Column(id=f"year_{number}", label=f"FY{FIRST_YEAR + number - 1}E")
    for number in range(1, HOLD_YEARS + 1)
)
LTM_AND_YEARS = (Column(id="ltm", label="LTM"), *YEARS)


def lbo_model(state: DealState) -> Spreadsheet:
    """The workbook: a sheet for every part of the model reached."""
    sheets = [sheet("assumptions", "Assumptions", VALUE, list(_assumptions(state)))]
    if state.has("sources_uses"):
        sheets.append(_sources_uses(state.deal))
    if state.has("operating_model"):
        with_debt = state.has("debt_schedule")
        sheets.append(operating_model(state.deal, state.years, with_debt=with_debt))
    if state.has("debt_schedule"):
        sheets.append(debt_schedule(state.years))
    if state.has("returns"):
        sheets.append(sheet("returns", "Returns", VALUE, list(_returns(state))))
    sheets += [
        sheet(name, title, VALUE, list(lines(state.extras)))
        for name, (title, lines) in EXTRA_SHEETS.items()
        if state.has(name)
    ]
    return Spreadsheet(id="lbo_model", title="CloudSync LBO model", sheets=tuple(sheets))


def _assumptions(state: DealState) -> Iterator[SheetLine]:
    deal = state.deal
    yield SheetLine("ltm_revenue", "LTM revenue", [deal.ltm_revenue])
    yield SheetLine("ebitda_margin", "EBITDA margin", [deal.ebitda_margin], PERCENT)
    yield SheetLine(
        "ltm_ebitda", "LTM adjusted EBITDA", [deal.ltm_ebitda],
        formula="={c}{ltm_revenue}*{c}{ebitda_margin}",
    )  # fmt: skip
    yield SheetLine("entry_multiple", "Entry multiple", [deal.entry_multiple], MULTIPLE)
    yield SheetLine(
        "enterprise_value", "Enterprise value", [deal.enterprise_value],
        formula="={c}{ltm_ebitda}*{c}{entry_multiple}",
    )  # fmt: skip
    if state.has("growth_plan"):
        yield SheetLine("growth_year_1", "Revenue growth in year 1", [deal.growth_year_1], PERCENT)
        yield SheetLine(
            "growth_decay", "Growth step-down a year (points)", [deal.growth_decay], PERCENT
        )
    if state.has("operating_model"):
        yield SheetLine("da_share", "D&A to revenue", [deal.da_share], PERCENT)
        yield SheetLine("capex_share", "Capex to revenue", [deal.capex_share], PERCENT)
        yield SheetLine("nwc_share", "NWC to change in revenue", [deal.nwc_share], PERCENT)
    if state.has("debt_schedule"):
        yield from _financing_terms(deal)
    if state.has("returns"):
        yield SheetLine("contraction", "Multiple contraction", [deal.exit_contraction], MULTIPLE)
    if state.has("option_pool"):
        yield SheetLine("option_pool", "Management option pool", [deal.option_pool], PERCENT)


def _financing_terms(deal: Deal) -> Iterator[SheetLine]:
    yield SheetLine("senior_rate", "Senior cash interest rate", [deal.senior_rate], PERCENT)
    yield SheetLine(
        "amortisation", "Amortization of original loan", [deal.amortisation_share], PERCENT
    )
    yield SheetLine("sub_cash_rate", "Sub cash coupon rate", [deal.sub_cash_rate], PERCENT)
    yield SheetLine("sub_pik_rate", "Sub PIK rate", [deal.sub_pik_rate], PERCENT)
    yield SheetLine("sweep_share", "Sweep share of cash", [deal.sweep_share], PERCENT)
    yield SheetLine("tax_rate", "Tax rate", [deal.tax_rate], PERCENT)


def _sources_uses(deal: Deal) -> Sheet:
    def line(name: str, label: str, amount: float, formula: str = "") -> SheetLine:
        figures = (amount, amount / deal.ltm_ebitda, amount / deal.enterprise_value)
        # The formulas are sums and differences, so they hold for the ratios too.
        return SheetLine(name, label, figures, units=OF_TOTAL, formula=formula)

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


def _returns(state: DealState) -> Iterator[SheetLine]:
    sale, last = state.sale, state.years[-1]
    yield SheetLine("exit_ebitda", "Exit-year EBITDA", [sale.ebitda])
    yield SheetLine("exit_multiple", "Exit multiple", [sale.multiple], MULTIPLE)
    yield SheetLine(
        "exit_ev", "Exit enterprise value", [sale.enterprise_value],
        formula="={c}{exit_ebitda}*{c}{exit_multiple}",
    )  # fmt: skip
    yield SheetLine("exit_senior", "Senior at exit", [last.senior_closing])
    yield SheetLine("exit_sub", "Sub at exit including PIK", [last.sub_closing])
    yield SheetLine("exit_cash", "Cash at exit", [last.cash_closing])
    yield SheetLine(
        "exit_net_debt", "Net debt at exit", [sale.net_debt],
        formula="={c}{exit_senior}+{c}{exit_sub}-{c}{exit_cash}",
    )  # fmt: skip
    yield SheetLine(
        "exit_equity", "Exit equity value", [sale.equity],
        formula="={c}{exit_ev}-{c}{exit_net_debt}",
    )  # fmt: skip
    yield SheetLine("equity_invested", "Sponsor equity invested", [sale.sponsor_equity])
    yield SheetLine(
        "gross_moic", "Gross MOIC", [sale.gross_moic], MULTIPLE,
        formula="={c}{exit_equity}/{c}{equity_invested}",
    )  # fmt: skip
    yield SheetLine(
        "gross_irr", "Gross IRR", [annual_return(sale.gross_moic)], PERCENT,
        formula="={c}{gross_moic}^(1/5)-1",
    )  # fmt: skip
    if state.has("option_pool"):
        yield from _dilution(state)


def _more_senior(extras: Mapping[str, float]) -> Iterator[SheetLine]:
    yield SheetLine("senior_debt", "Senior debt", [extras["more_senior_debt"]])
    yield SheetLine("total_debt", "Total debt", [extras["more_total_debt"]])
    yield SheetLine("sponsor_equity", "Sponsor equity", [extras["more_sponsor_equity"]])
    yield SheetLine("leverage", "Total leverage", [extras["more_total_multiple"]], MULTIPLE)
    yield SheetLine("equity_share", "Equity share", [extras["more_equity_share"]], PERCENT)


def _cash_flow_sizing(extras: Mapping[str, float]) -> Iterator[SheetLine]:
    yield SheetLine(
        "cash_flow", "Year-1 cash flow before interest and tax", [extras["unlevered_cash_flow"]]
    )
    yield SheetLine("multiple", "Sizing multiple", [extras["cash_flow_multiple"]], MULTIPLE)
    yield SheetLine(
        "senior_debt", "Senior debt sized on cash flow", [extras["senior_on_cash_flow"]],
        formula="={c}{cash_flow}*{c}{multiple}",
    )  # fmt: skip
    yield SheetLine(
        "turns", "Sized senior in turns of LTM EBITDA", [extras["senior_on_cash_flow_multiple"]],
        MULTIPLE,
    )  # fmt: skip


def _pipeline_upside(extras: Mapping[str, float]) -> Iterator[SheetLine]:
    yield SheetLine("pipeline", "Pipeline contracts, not signed", [extras["pipeline_ebitda"]])
    yield SheetLine("pro_forma", "Pro forma adjusted EBITDA", [extras["pro_forma_ebitda"]])
    yield SheetLine(
        "multiple", "Price over pro forma EBITDA", [extras["pro_forma_multiple"]], MULTIPLE
    )


def _revenue_reconciled(extras: Mapping[str, float]) -> Iterator[SheetLine]:
    yield SheetLine("cim", "Net revenue per CIM", [extras["ltm_revenue"]])
    yield SheetLine(
        "hosting", "Hosting passed through at cost, shown gross", [extras["reconciling_revenue"]]
    )
    yield SheetLine(
        "lenders", "Gross revenue in the lender presentation", [extras["lender_ltm_revenue"]],
        formula="={c}{cim}+{c}{hosting}",
    )  # fmt: skip


def _comparable(extras: Mapping[str, float]) -> Iterator[SheetLine]:
    yield SheetLine("price", "Vaultline enterprise value", [extras["comparable_ev"]])
    yield SheetLine("ebitda", "Vaultline LTM EBITDA", [extras["comparable_ebitda"]])
    yield SheetLine(
        "multiple", "Vaultline EV / LTM EBITDA", [extras["comparable_multiple"]], MULTIPLE,
        formula="={c}{price}/{c}{ebitda}",
    )  # fmt: skip


EXTRA_SHEETS: dict[str, tuple[str, Callable[[Mapping[str, float]], Iterator[SheetLine]]]] = {
    "more_senior": ("Alternative: more senior", _more_senior),
    "cash_flow_sizing": ("Alternative: cash-flow sizing", _cash_flow_sizing),
    "pipeline_upside": ("Upside", _pipeline_upside),
    "revenue_reconciled": ("Revenue reconciliation", _revenue_reconciled),
    "comparable": ("Comparables", _comparable),
}
"""Title and lines of the sheets that look-alikes ask for, by their milestone."""


def _dilution(state: DealState) -> Iterator[SheetLine]:
    sale = state.sale
    yield SheetLine(
        "equity_gain", "Gain over entry equity", [sale.gain],
        formula="=MAX(0,{c}{exit_equity}-{c}{equity_invested})",
    )  # fmt: skip
    yield SheetLine("option_payout", "Option pool payout", [sale.option_payout])
    yield SheetLine(
        "diluted_proceeds", "Diluted sponsor proceeds", [sale.diluted_proceeds],
        formula="={c}{exit_equity}-{c}{option_payout}",
    )  # fmt: skip
    yield SheetLine(
        "diluted_moic", "Diluted MOIC", [sale.diluted_moic], MULTIPLE,
        formula="={c}{diluted_proceeds}/{c}{equity_invested}",
    )  # fmt: skip
    yield SheetLine(
        "diluted_irr", "Diluted IRR", [annual_return(sale.diluted_moic)], PERCENT,
        formula="={c}{diluted_moic}^(1/5)-1",
    )  # fmt: skip


def operating_model(deal: Deal, years: tuple[ProjectionYear, ...], *, with_debt: bool) -> Sheet:
    """Revenue to EBIT and the cash items; with the debt also interest, tax and cash flow."""
    lines = list(_above_interest(deal, years))
    if with_debt:
        lines += [*_below_ebit(years), *_non_cash_items(years)]
    lines += _cash_items(years)
    if with_debt:
        lines += _cash_flow(years)
    return sheet("operating_model", "Operating model", LTM_AND_YEARS, lines)


def _above_interest(deal: Deal, years: tuple[ProjectionYear, ...]) -> Iterator[SheetLine]:
    ltm_da = deal.ltm_revenue * deal.da_share
    yield SheetLine(
        "revenue", "Revenue", [deal.ltm_revenue, *(year.revenue for year in years)],
        formula="={p}{revenue}*(1+{c}{growth})", typed=1,
    )  # fmt: skip
    yield SheetLine("growth", "Revenue growth", [None, *(year.growth for year in years)], PERCENT)
    yield SheetLine(
        "ebitda", "EBITDA", [deal.ltm_ebitda, *(year.ebitda for year in years)],
        formula="={c}{revenue}*{c}{margin}", typed=1,
    )  # fmt: skip
    yield SheetLine("margin", "EBITDA margin", [deal.ebitda_margin] * (1 + len(years)), PERCENT)
    yield SheetLine("da", "Depreciation and amortization", [ltm_da, *(year.da for year in years)])
    yield SheetLine(
        "ebit", "EBIT", [deal.ltm_ebitda - ltm_da, *(year.ebit for year in years)],
        formula="={c}{ebitda}-{c}{da}",
    )  # fmt: skip


def _below_ebit(years: tuple[ProjectionYear, ...]) -> Iterator[SheetLine]:
    yield SheetLine("interest", "Total interest expense", _from_year_1(years, lambda y: y.interest))
    yield SheetLine(
        "pretax_profit", "Pre-tax profit", _from_year_1(years, lambda y: y.pretax_profit),
        formula="={c}{ebit}-{c}{interest}",
    )  # fmt: skip
    yield SheetLine("tax", "Cash taxes", _from_year_1(years, lambda y: y.tax))
    yield SheetLine(
        "net_income", "Net income", _from_year_1(years, lambda y: y.net_income),
        formula="={c}{pretax_profit}-{c}{tax}",
    )  # fmt: skip


def _cash_items(years: tuple[ProjectionYear, ...]) -> Iterator[SheetLine]:
    yield SheetLine("capex", "Capex", _from_year_1(years, lambda y: y.capex))
    yield SheetLine("nwc", "Increase in NWC", _from_year_1(years, lambda y: y.nwc_increase))


def _non_cash_items(years: tuple[ProjectionYear, ...]) -> Iterator[SheetLine]:
    """What net income is charged with and nobody pays, so that the column foots."""
    yield SheetLine(
        "da_added_back", "D&A added back", _from_year_1(years, lambda y: y.da),
        formula="={c}{da}",
    )  # fmt: skip
    yield SheetLine("pik_added_back", "Non-cash interest", _from_year_1(years, lambda y: y.pik))


def _cash_flow(years: tuple[ProjectionYear, ...]) -> Iterator[SheetLine]:
    yield SheetLine(
        "cash_before_repayment", "Cash flow before debt repayment",
        _from_year_1(years, lambda y: y.cash_before_repayment),
        formula="={c}{net_income}+{c}{da_added_back}+{c}{pik_added_back}-{c}{capex}-{c}{nwc}",
    )  # fmt: skip
    yield SheetLine(
        "repayment", "Scheduled repayment", _from_year_1(years, lambda y: y.amortisation)
    )
    yield SheetLine(
        "cash_after_debt_service", "Free cash flow after debt service",
        _from_year_1(years, lambda y: y.cash_after_debt_service),
        formula="={c}{cash_before_repayment}-{c}{repayment}",
    )  # fmt: skip


def _from_year_1(
    years: tuple[ProjectionYear, ...], figure: Callable[[ProjectionYear], float]
) -> list[float | None]:
    return [None, *(figure(year) for year in years)]


def debt_schedule(years: tuple[ProjectionYear, ...]) -> Sheet:
    """Both tranches and cash, from opening to closing balance."""

    def line(
        name: str,
        label: str,
        figure: Callable[[ProjectionYear], float],
        formula: str = "",
        typed: int = 0,
    ) -> SheetLine:
        return SheetLine(
            name, label, [figure(year) for year in years], formula=formula, typed=typed
        )

    lines = [
        line(
            "senior_opening", "Senior opening balance", lambda y: y.senior_opening,
            "={p}{senior_closing}", 1,
        ),
        line("amortisation", "Senior mandatory amortization", lambda y: y.amortisation),
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


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One row: figures from the first column on (None leaves a cell empty), all in one unit.

    A formula names other rows in braces, `{c}` is its own column's letter and `{p}` the one before:
    "={c}{revenue}*{c}{margin}" becomes "=B2*B3". It stands in every cell but the first `typed`.
    """

    id: str
    label: str
    figures: Sequence[float | None]
    unit: str = MONEY
    formula: str = ""
    typed: int = 0
    units: Sequence[str] = field(default=())


def rounded_for(figure: float, unit: str) -> float:
    """The figure as a cell of that unit holds it: fractions as percentages, all rounded."""
    return round(figure * 100 if unit == PERCENT else figure, DECIMALS[unit]) + 0.0


def sheet(name: str, title: str, columns: tuple[Column, ...], lines: Sequence[SheetLine]) -> Sheet:
    """A sheet of these lines; row 1 is the header, column A holds the labels."""
    places = {line.id: number for number, line in enumerate(lines, start=2)}
    rows = tuple(
        Row(id=line.id, label=line.label, cells=_cells(line, columns, places)) for line in lines
    )
    return Sheet(id=name, name=title, columns=columns, rows=rows, notes=(NOTE,))


def _cells(line: SheetLine, columns: tuple[Column, ...], places: dict[str, int]) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for number, (column, figure) in enumerate(zip(columns, line.figures, strict=False)):
        if figure is None:
            continue
        unit = line.units[number] if line.units else line.unit
        letters = {"c": ascii_uppercase[number + 1], "p": ascii_uppercase[number]}
        has_formula = line.formula and number >= line.typed
        formula = line.formula.format_map({**places, **letters}) if has_formula else None
        cells[column.id] = Cell(value=rounded_for(figure, unit), unit=unit, formula=formula)
    return cells


def irr_cases(deal: Deal, *, diluted: bool) -> list[list[float]]:
    """The IRR of every case, a row for each exit multiple."""
    exits = exits_by_growth(deal, exit_multiples(deal), growth_rates(deal))
    return [
        [annual_return(sale.diluted_moic if diluted else sale.gross_moic) for sale in row]
        for row in exits
    ]


def irr_sensitivity(state: DealState) -> Spreadsheet:
    """The 5x5 grid, gross until the option pool has been run through it."""
    diluted = state.has("diluted_sensitivity")
    growths = growth_rates(state.deal)
    columns = tuple(
        Column(id=f"growth_{number}", label=f"{100 * growth:.1f}%")
        for number, growth in enumerate(growths, start=1)
    )
    cases = zip(exit_multiples(state.deal), irr_cases(state.deal, diluted=diluted), strict=True)
    rows = tuple(
        Row(
            id=f"exit_{number}",
            label=f"{multiple:.1f}x",
            cells={
                column.id: Cell(value=rounded_for(irr, PERCENT), unit=PERCENT)
                for column, irr in zip(columns, irrs, strict=True)
            },
        )
        for number, (multiple, irrs) in enumerate(cases, start=1)
    )
    notes = (
        f"{'Diluted' if diluted else 'Gross'} sponsor IRR",
        "Rows: exit multiple; columns: revenue growth in year 1, with the same step-down after it",
        "The operating model and the debt schedule are rerun in every case",
    )
    grid = Sheet(id="irr_grid", name="IRR sensitivity", columns=columns, rows=rows, notes=notes)
    return Spreadsheet(id="irr_sensitivity", title="CloudSync IRR sensitivity", sheets=(grid,))
