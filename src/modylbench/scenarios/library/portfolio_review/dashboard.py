"""The risk dashboard: exposures against limits, tracking error, hedges, liquidity, trades."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.spreadsheet import Cell
from modylbench.scenarios.library.portfolio_review.fund import CALDER, CLASS_NAMES, DEVELOPED, REAL
from modylbench.scenarios.library.portfolio_review.workbook import (
    MILLIONS,
    MULTIPLE,
    PERCENT,
    THOUSANDS,
    cell,
    identifier,
    sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.spreadsheet import Sheet
    from modylbench.scenarios.oracle import KnownTruth

EXPOSURE_COLUMNS = {
    "Closing weight": "weight_table",
    "Policy weight": "policy_table",
    "Lower limit": "lower_table",
    "Upper limit": "upper_table",
}
TRADED = tuple(name for key, name in CLASS_NAMES.items() if key != REAL)


def risk_dashboard(truth: KnownTruth, reached: frozenset[str]) -> Dashboard:
    """The dashboard, as far as its widgets have been asked for."""
    widgets = [_table("exposures", "Exposures against limits", _exposures(truth))]
    if "tracking_error" in reached:
        widgets += _tracking_error(truth)
    if "currency" in reached:
        widgets += _currency(truth, is_corrected="hedge_corrected" in reached)
    if "liquidity" in reached:
        widgets += _liquidity(truth)
    if "trades" in reached:
        widgets += _trades(truth, reached)
    widgets += [
        _table(name, title, make(truth))
        for name, (title, make) in EXTRA_TABLES.items()
        if name in reached
    ]
    return Dashboard(id="risk_dashboard", title="Q3 risk dashboard", widgets=tuple(widgets))


def _tile(title: str, figure: float, unit: str) -> Widget:
    shown = cell(figure, unit)
    return Widget(id=identifier(title), title=title, value=shown.value, unit=unit)


def _table(name: str, title: str, table: Sheet) -> Widget:
    return Widget(id=name, title=title, table=table)


def _exposures(truth: KnownTruth) -> Sheet:
    headers = tuple((label, PERCENT) for label in EXPOSURE_COLUMNS)
    rows = {
        name: [cell(truth[table][name], PERCENT) for table in EXPOSURE_COLUMNS.values()]
        for name in CLASS_NAMES.values()
    }
    return sheet("Exposures against limits", headers, rows, notes=("Values of September 30",))


def _tracking_error(truth: KnownTruth) -> Iterator[Widget]:
    yield _tile("Ex-ante tracking error", truth["tracking_error"], PERCENT)
    yield _tile("Tracking error limit", truth["te_limit"], PERCENT)


def _currency(truth: KnownTruth, *, is_corrected: bool) -> Iterator[Widget]:
    told = "" if is_corrected else "_first"
    yield _tile("Foreign-currency exposure", truth["foreign_exposure"], MILLIONS)
    yield _tile("Currency forwards", truth[f"hedge{told}"], MILLIONS)
    yield _tile("Currency hedge ratio", truth[f"hedge_ratio{told}"], PERCENT)
    yield _tile("Hedge ratio minimum", truth["hedge_minimum"], PERCENT)


def _liquidity(truth: KnownTruth) -> Iterator[Widget]:
    yield _tile("Cash on September 30", truth["cash_close"], MILLIONS)
    yield _tile("Net outflow in the fourth quarter", truth["net_outflow"], MILLIONS)
    yield _tile("Liquidity coverage", truth["coverage"], MULTIPLE)
    yield _tile("Liquidity coverage minimum", truth["coverage_minimum"], MULTIPLE)


def _trades(truth: KnownTruth, reached: frozenset[str]) -> Iterator[Widget]:
    headers = [("Trade", MILLIONS), ("Trading cost", THOUSANDS)]
    rows = {
        name: [
            cell(truth["trade_table"][name], MILLIONS),
            cell(truth["cost_table"][name], THOUSANDS),
        ]
        for name in TRADED
    }
    if "weights_after" in reached:
        headers.append(("Weight after", PERCENT))
        for name, cells in rows.items():
            cells.append(cell(truth["after_table"][name], PERCENT))
    notes = ("Sales have a minus sign; real assets are not traded",)
    yield _table(
        "trades",
        "Rebalancing trades",
        sheet("Rebalancing trades", tuple(headers), rows, notes=notes),
    )
    yield _tile("Total rebalancing cost", truth["rebalancing_cost"], THOUSANDS)
    if "cost_cap" in reached:
        yield _tile("Cost cap", truth["cost_cap"], THOUSANDS)


def _waiver(truth: KnownTruth) -> Sheet:
    granted_by = Cell(value="Anders Halvorsen")
    figures = [cell(truth[name], PERCENT) for name in ("temporary_ceiling", "temporary_room")]
    headers = (("Temporary ceiling", PERCENT), ("Room under it", PERCENT), ("Granted by", ""))
    return sheet("Limit waiver", headers, {CLASS_NAMES[DEVELOPED]: [*figures, granted_by]})


def _measures(title: str, **figures: tuple[float, str]) -> Sheet:
    """A table of measures that each have a row and a unit of their own."""
    rows = {
        name.replace("_", " ").capitalize(): [cell(figure, unit)]
        for name, (figure, unit) in figures.items()
    }
    return sheet(title, (("Value", ""),), rows)


def _stress(truth: KnownTruth) -> Sheet:
    return _measures(
        "Stress case",
        outflow_under_stress=(truth["stress_outflow"], MILLIONS),
        coverage_under_stress=(truth["stress_coverage"], MULTIPLE),
    )


def _watch_list(truth: KnownTruth) -> Sheet:
    headers = (("Value", MILLIONS), ("Share of the fund", PERCENT))
    cells = [cell(truth["calder_close"], MILLIONS), cell(truth["calder_share"], PERCENT)]
    return sheet("Manager watch list", headers, {CALDER: cells})


def _funded_ratio(truth: KnownTruth) -> Sheet:
    return _measures(
        "Funding",
        assets=(truth["closing_total"], MILLIONS),
        liabilities=(truth["liabilities"], MILLIONS),
        funded_ratio=(truth["funded_ratio"], PERCENT),
    )


def _top_up(truth: KnownTruth) -> Sheet:
    return _measures(
        "Alternative",
        forwards_after_the_top_up=(truth["topped_hedge"], MILLIONS),
        hedge_ratio_after_the_top_up=(truth["topped_ratio"], PERCENT),
    )


EXTRA_TABLES = {
    "waiver_recorded": ("Limit waiver", _waiver),
    "stress_shown": ("Liquidity stress case", _stress),
    "watch_list": ("Manager watch list", _watch_list),
    "funded_ratio_shown": ("Funding position", _funded_ratio),
    "top_up_shown": ("Hedge alternative, not decided", _top_up),
}
"""Title and contents of what only some meetings ask for, by its milestone."""
