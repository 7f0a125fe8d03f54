"""The IRR sensitivity: exit multiple down, year-1 growth across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.financial_analyst.lbo import annual_return, exits_by_growth
from modylbench.scenarios.library.financial_analyst.truth import exit_multiples, growth_rates
from modylbench.scenarios.library.financial_analyst.workbook import PERCENT, rounded_for

if TYPE_CHECKING:
    from modylbench.scenarios.library.financial_analyst.deal_state import DealState
    from modylbench.scenarios.library.financial_analyst.lbo import Deal


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
