"""Checks of a portfolio review that take more than one line of algebra."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.quantities.closeness import RECOMPUTED
from modylbench.scenarios.library.portfolio_review.fund import CLASS_NAMES, TOTAL
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import OracleRule, Readings, RuleReading

EFFECTS = ("allocation_effects", "selection_effects", "interaction_effects")
RIGHT_EFFECTS = {
    "allocation_effects": "allocation_table",
    "selection_effects": "selection_table",
    "interaction_effects": "interaction_table",
    "total_effects": "effect_total_table",
}
BASIS_POINT = 1e-4
FORGIVEN_BP = 0.03  # ours: the second decimal that was asked for, and a slip of rounding beside it
FORGIVEN_SHARE = 0.02  # of larger effects


def _figures(table: RuleReading) -> dict[str, tuple[float, float]]:
    """Figures by their member, each with what its rounding may have moved it by."""
    if not isinstance(table, FoundTable):
        return {}
    return {
        key[0]: (found.measure.number, found.measure.half_step)
        for key, found in table.numbers.items()
    }


def effects_right(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """An effect is right in every row, to the second decimal of a basis point."""
    problems: list[str] = []
    for quantity, table in readings.items():
        shown, right = _figures(table), truth[RIGHT_EFFECTS[quantity]]
        for name, effect_bp in right.items():
            if name not in shown:
                problems.append(Absence(f"{quantity} of {name} is not shown"))
                continue
            found_bp = shown[name][0] / BASIS_POINT
            if abs(found_bp - effect_bp) > max(FORGIVEN_BP, FORGIVEN_SHARE * abs(effect_bp)):
                problems.append(f"{quantity} of {name}: {found_bp:.4g} bp, not {effect_bp:.4g}")
    return problems


def effects_add_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """In every row the three effects make the total, and the totals make the excess return."""
    parts = [_figures(readings[name]) for name in EFFECTS]
    totals = _figures(readings["total_effects"])
    problems: list[str] = []
    for name in (*CLASS_NAMES.values(), TOTAL):
        if any(name not in table for table in (*parts, totals)):
            problems.append(Absence(f"the effects of {name} are not all shown"))
            continue
        shown = [*(table[name] for table in parts), totals[name]]
        *effects, total = (figure for figure, _ in shown)
        forgiven = max(FORGIVEN_BP * BASIS_POINT, fsum(rounding for _, rounding in shown))
        if abs(fsum(effects) - total) > forgiven:
            problems.append(f"{name}: the effects make {fsum(effects):.6g}, not {total:.6g}")
    excess = readings["gross_excess"]
    if isinstance(excess, FoundNumber) and TOTAL in totals:
        measure = excess.measure
        problems += _differ("excess return", measure.number, totals[TOTAL], measure.half_step)
    return problems


def trades_balance(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """What is bought is what is sold."""
    trades = _figures(readings["trades"])
    traded = list(truth["trade_table"])
    if any(name not in trades for name in traded):
        return [Absence("not every trade is shown")]
    shown = [trades[name] for name in traded]
    size = max(abs(figure) for figure, _ in shown)
    left = abs(fsum(figure for figure, _ in shown))
    if RECOMPUTED.allows(left, 0.0, fsum(rounding for _, rounding in shown), size=size):
        return []
    return [f"purchases and sales differ by {left:.6g}"]


def _differ(name: str, found: float, shown: tuple[float, float], rounding: float) -> list[str]:
    figure, half_step = shown
    size = max(abs(found), abs(figure))
    if RECOMPUTED.allows(found, figure, rounding + half_step, size=size):
        return []
    return [f"{name}: {found:.6g}, not {figure:.6g}"]


RULES: Mapping[str, OracleRule] = {
    "effects_right": effects_right,
    "effects_add_up": effects_add_up,
    "trades_balance": trades_balance,
}
