"""The workbook: returns by asset class, the fund's return before and after the fee, attribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.portfolio_review.fund import CLASS_NAMES, TOTAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PERCENT, BASIS_POINTS, MILLIONS, THOUSANDS, MULTIPLE = "%", "bp", "$M", "$k", "x"
DECIMALS = {PERCENT: 2, BASIS_POINTS: 2, MILLIONS: 1, THOUSANDS: 2, MULTIPLE: 2}
ROWS = (*CLASS_NAMES.values(), TOTAL)
RETURN_COLUMNS = {
    "Opening weight": "opening_weight_table",
    "Policy weight": "policy_table",
    "Portfolio return": "return_table",
    "Benchmark return": "index_table",
}
EFFECT_COLUMNS = {
    "Allocation": "allocation_table",
    "Selection": "selection_table",
    "Interaction": "interaction_table",
    "Total effect": "effect_total_table",
}


def identifier(label: str) -> str:
    """The id under which a row or column is kept.

    >>> identifier("Total fund")
    'total_fund'
    """
    return "".join(letter if letter.isalnum() else "_" for letter in label.lower()).strip("_")


def cell(figure: float, unit: str) -> Cell:
    """A figure as it is shown in its unit; shares of one are shown in percent."""
    scaled = 100 * figure if unit == PERCENT else figure
    return Cell(value=round(scaled, DECIMALS[unit]) + 0.0, unit=unit)


def sheet(
    name: str,
    headers: Sequence[tuple[str, str]],
    rows: Mapping[str, Sequence[Cell | None]],
    *,
    notes: tuple[str, ...] = (),
) -> Sheet:
    """A table of columns that each have a header and a unit; an empty place is left out."""
    columns = tuple(
        Column(id=identifier(label), label=f"{label} ({unit})" if unit else label)
        for label, unit in headers
    )
    return Sheet(
        id=identifier(name),
        name=name,
        columns=columns,
        rows=tuple(
            Row(
                id=identifier(label),
                label=label,
                cells={
                    column.id: shown
                    for column, shown in zip(columns, cells, strict=True)
                    if shown is not None
                },
            )
            for label, cells in rows.items()
        ),
        notes=notes,
    )


def performance_attribution(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The workbook, as far as it has been asked for."""
    sheets = [_returns(truth)]
    if "net_return" in reached:
        sheets.append(_summary(truth, is_corrected="fee_corrected" in reached))
    if "attribution" in reached:
        sheets.append(_attribution(truth))
    return Spreadsheet(
        id="performance_attribution", title="Q3 performance attribution", sheets=tuple(sheets)
    )


def _returns(truth: Mapping[str, Any]) -> Sheet:
    headers = tuple((label, PERCENT) for label in RETURN_COLUMNS)
    rows = {
        name: [cell(truth[table][name], PERCENT) for table in RETURN_COLUMNS.values()]
        for name in ROWS
    }
    notes = (
        "Before the management fee; weights of June 30, flows of the last day left out of returns",
    )
    return sheet("Returns", headers, rows, notes=notes)


def _summary(truth: Mapping[str, Any], *, is_corrected: bool) -> Sheet:
    told = "" if is_corrected else "_first"
    fee = truth["fee_bp" if is_corrected else "fee_first_bp"]
    rows = {
        "Gross return": [cell(truth["gross_return"], PERCENT)],
        "Management fee": [cell(fee, BASIS_POINTS)],
        "Net return": [cell(truth[f"net_return{told}"], PERCENT)],
        "Policy benchmark return": [cell(truth["benchmark_return"], PERCENT)],
        "Gross excess return": [cell(truth["excess_gross_bp"], BASIS_POINTS)],
        "Net excess return": [cell(truth[f"excess_net{told}_bp"], BASIS_POINTS)],
    }
    return sheet("Summary", (("Third quarter", ""),), rows)


def _attribution(truth: Mapping[str, Any]) -> Sheet:
    headers = tuple((label, BASIS_POINTS) for label in EFFECT_COLUMNS)
    rows = {
        name: [cell(truth[table][name], BASIS_POINTS) for table in EFFECT_COLUMNS.values()]
        for name in ROWS
    }
    notes = ("Brinson-Fachler against the policy benchmark, gross, weights of June 30",)
    return sheet("Attribution", headers, rows, notes=notes)
