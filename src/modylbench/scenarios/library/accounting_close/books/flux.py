"""What changed against the quarter before and the budget, and what explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.books.ledger import (
    BY_NUMBER,
    INCOME,
    totals_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.foundation.draw import Draw

IncomeLines = dict[str, int]
"""The income statement as people read it, whole dollars by account number."""
MOVERS = ("4020", "5200", "6100", "6200")
"""Lines of which some have a quarter that needs explaining."""
STEADY = ("4010", "6010", "6300", "6400", "6500")
TRADING = frozenset({"4010", "4020", "5010"})
TEXTS = {
    "4010": ("Volume, pumps", "List price, April"),
    "4020": ("Service kits, large accounts", "Web shop"),
    "4100": ("Purchases to date", "Tier mix"),
    "5010": ("Volume sold", "Castings price"),
    "5200": ("Diesel price", "Sea freight to Rotterdam"),
    "6010": ("Merit round of April", "Headcount, test engineers"),
    "6100": ("Work on the test rig", "Electricity tariff"),
    "6200": ("Patent work", "Recruiting"),
    "6300": ("Wire volume", "Lockbox"),
    "6400": ("Machining cells", "Forklifts"),
    "6500": ("Rate reset", "Loan balance"),
}
"""What a driver is called; its sign says which way it went."""


def quarter_before(draw: Draw, lines: Mapping[str, int], rebates: int) -> IncomeLines:
    """The first quarter's lines; `rebates` of it stand in the liability already."""
    moving = draw.in_drawn_order(MOVERS)[:3]
    growth = {
        number: draw.uniform(0.10, 0.22) * (1 if draw.uniform(0, 1) < 0.75 else -1)
        for number in moving
    }
    growth |= {n: draw.uniform(0.005, 0.035) for n in (*STEADY, *MOVERS) if n not in growth}
    before = {number: _to_ten_dollars(lines[number] / (1 + growth[number])) for number in growth}
    cost_share = lines["5010"] / (lines["4010"] + lines["4020"]) + draw.uniform(-0.006, 0.002)
    before["5010"] = _to_ten_dollars(cost_share * (before["4010"] + before["4020"]))
    before["4100"] = rebates
    return {account.number: before[account.number] for account in INCOME}


def budget_of(draw: Draw, before: Mapping[str, int]) -> IncomeLines:
    """The budget of the quarter, in whole thousands: sales and their cost grow together."""
    growth = draw.uniform(0.99, 1.03)
    factors = {
        number: growth * draw.uniform(0.997, 1.003)
        if number in TRADING
        else draw.uniform(0.97, 1.05)
        for number in before
    }
    return {
        number: 1_000 * round(amount * factors[number] / 1_000) for number, amount in before.items()
    }


def _to_ten_dollars(amount: float) -> int:
    return 10 * round(amount / 10)


def comparison(
    lines: Mapping[str, int], before: Mapping[str, int], budget: Mapping[str, int]
) -> list[dict[str, Any]]:
    """A row for every line and total: both comparisons in dollars and per cent."""
    columns = [_with_totals(amounts) for amounts in (lines, before, budget)]
    return [
        {
            "name": name,
            "number": number,
            "q2": now,
            "q1": past,
            "budget": plan,
            "change": now - past,
            "change_share": (now - past) / past,
            "variance": now - plan,
            "variance_share": (now - plan) / plan,
        }
        for (name, number, now), (_, _, past), (_, _, plan) in zip(*columns, strict=True)
    ]


def _with_totals(lines: Mapping[str, int]) -> list[tuple[str, str, int]]:
    return [
        *((BY_NUMBER[number].name, number, amount) for number, amount in lines.items()),
        *((name, "", amount) for name, amount in totals_of(lines).items()),
    ]


def flagged_lines(rows: Sequence[Mapping[str, Any]], amount: float, share: float) -> list[str]:
    """The account numbers whose change is above both limits; totals are not flagged."""
    return [
        row["number"]
        for row in rows
        if row["number"] and abs(row["change"]) > amount and abs(row["change_share"]) > share
    ]


def split_in_two(amount: int, share: float) -> tuple[int, int]:
    """Two drivers that make up the amount, the first of them about this share."""
    first = _to_ten_dollars(amount * share)
    return first, amount - first
