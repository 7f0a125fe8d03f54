"""Checks that hold figures of these products against each other, all in whole dollars."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from modylbench.scenarios.library.accounting_close.books.ledger import ACCOUNTS
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.finding.find import FoundTable
    from modylbench.scenarios.oracle import KnownTruth, OracleRule, Readings

OFF_BY = 1.0  # ours, in dollars: what rounding to the dollar explains, for every figure added


def trial_balance_balances(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """Debits and credits come to zero, before the entries and after."""
    amounts = _amounts(readings, "trial_balance")
    wrong: list[str] = []
    for column in ("unadjusted", "adjustments", "adjusted"):
        cells = [f"{account.name}|{column}" for account in ACCOUNTS]
        absent = [cell for cell in cells if cell not in amounts]
        if absent:
            wrong.append(Absence(f"{absent[0]} is not shown"))
            continue
        total = math.fsum(amounts[cell] for cell in cells)
        if abs(total) > OFF_BY * len(cells):
            wrong.append(f"{column}: debits and credits differ by {total:,.0f}")
    return wrong


def adjusted_follows(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """Every adjusted balance is the unadjusted one and its adjustments."""
    amounts = _amounts(readings, "trial_balance")
    wrong: list[str] = []
    for account in ACCOUNTS:
        cells = [f"{account.name}|{c}" for c in ("unadjusted", "adjustments", "adjusted")]
        if any(cell not in amounts for cell in cells):
            wrong.append(Absence(f"{account.name} is not shown in all three columns"))
            continue
        before, change, after = (amounts[cell] for cell in cells)
        if abs(before + change - after) > 2 * OFF_BY:
            wrong.append(f"{account.name}: {before:,.0f} and {change:,.0f} make no {after:,.0f}")
    return wrong


def change_is_explained(readings: Readings, truth: KnownTruth) -> list[str]:
    """Drivers, entries and what is unexplained make up the change of every flagged line."""
    amounts = _amounts(readings, "flagged")
    wrong: list[str] = []
    for aliases in truth["flag_names"]:
        name = aliases.partition(" | ")[0]
        cells = [f"{name}|{c}" for c in ("change", "drivers", "entries", "unexplained")]
        if any(cell not in amounts for cell in cells):
            wrong.append(Absence(f"{name} is not explained"))
            continue
        change, *parts = (amounts[cell] for cell in cells)
        whole = math.fsum(parts)
        if abs(whole - change) > 3 * OFF_BY:
            wrong.append(f"{name}: the parts make {whole:,.0f}, the change is {change:,.0f}")
    return wrong


def _amounts(readings: Readings, quantity: str) -> Mapping[str, float]:
    """What a table shows, by its members."""
    found = cast("FoundTable", readings[quantity])
    return {"|".join(members): number.measure.number for members, number in found.numbers.items()}


RULES: Mapping[str, OracleRule] = {
    "trial_balance_balances": trial_balance_balances,
    "adjusted_follows": adjusted_follows,
    "change_is_explained": change_is_explained,
}
