"""The quarter of a seed: what is drawn, what follows from it, and whether it has the plot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.accounting_close.books.accruals import (
    POWER,
    AccrualList,
    ReceivedService,
    draw_receipts,
)
from modylbench.scenarios.library.accounting_close.books.bank import BankRecords, draw_records
from modylbench.scenarios.library.accounting_close.books.cut_off import (
    Shipment,
    cut_off_test,
    draw_shipments,
)
from modylbench.scenarios.library.accounting_close.books.entries import (
    Entry,
    adjustments_of,
    proposed_entries,
)
from modylbench.scenarios.library.accounting_close.books.flux import (
    budget_of,
    comparison,
    flagged_lines,
    quarter_before,
)
from modylbench.scenarios.library.accounting_close.books.ledger import (
    SALES,
    as_lines,
    total_of,
    totals_of,
)
from modylbench.scenarios.library.accounting_close.books.rebates import (
    Customer,
    draw_customers,
    total_rebate,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.library.accounting_close.books.flux import IncomeLines
    from modylbench.scenarios.library.accounting_close.books.ledger import Balances

MILLION = 1_000_000
RECEIPT_FROM = "Tolland Water"
LIMIT_SLIP = 2  # ours: the limit in dollars is first said twice as high
LEAST_LOSS = 70_000  # ours: dollars of EBITDA that the entries take away, so that the floor shows
CLEAR_AMOUNT, CLEAR_SHARE = 2_500, 0.003  # ours: how far every change is from the limits
FEWEST_FLAGGED, MOST_FLAGGED = 3, 6
MOST_LOOSE = 2_000  # ours: dollars of a line below the limits that nobody explains
SHARES_OF_REVENUE = {
    "1100": 0.52, "1200": 0.41, "1300": 0.02, "1500": 1.35, "2010": -0.24, "2100": -0.06,
    "2300": -0.9, "5200": 0.036, "6010": 0.172, "6100": 0.034, "6200": 0.021, "6300": 0.0011,
    "6400": 0.038, "6500": 0.014,
}  # fmt: skip
"""Ours: of a manufacturer of this size; negative ones are credits."""


@dataclass(frozen=True)
class Quarter:
    """What a seed draws, and everything that follows from it."""

    parameters: Mapping[str, float]
    choices: Mapping[str, str]
    records: BankRecords
    sales_view: tuple[Customer, ...]
    controllers_view: Customer
    true_up: int
    shipments: tuple[Shipment, ...]
    receipts: tuple[ReceivedService, ...]
    balances: Balances
    before: IncomeLines
    budget: IncomeLines
    open_share: float
    """Where among the flagged lines the one stands that is not explained whole."""
    unexplained_size: int
    driver_shares: Mapping[str, float]
    loose_shares: Mapping[str, float]
    """How much of the change of a line that is not flagged the controller's drivers leave out."""
    journal_number: int
    defect_places: Mapping[str, Any]

    @cached_property
    def customers(self) -> tuple[Customer, ...]:
        """The customers with the forecast that the controller has settled."""
        return (self.controllers_view, *self.sales_view[1:])

    @cached_property
    def bank(self) -> dict[str, int]:
        """The lines of the bank reconciliation."""
        return self.records.reconciliation()

    @cached_property
    def cut_off(self) -> dict[str, int]:
        """What stands in the wrong quarter."""
        return cut_off_test(self.shipments)

    @property
    def is_accrual_misspoken(self) -> bool:
        """Whether the contract's first day is first said wrong."""
        return self.choices["correction"] == "accrual"

    @cached_property
    def accruals(self) -> AccrualList:
        """The list, with the contract's first day as it is."""
        return AccrualList(self.receipts, round(self.parameters["contract_day"]))

    @cached_property
    def accruals_first(self) -> AccrualList:
        """The same with the day that is said first."""
        slip = self.parameters["contract_slip"] if self.is_accrual_misspoken else 0
        return AccrualList(self.receipts, round(self.parameters["contract_day"] - slip))

    def entries_with(self, accruals: AccrualList) -> list[Entry]:
        """The entries proposed, with these accruals."""
        return proposed_entries(self.bank, self.true_up, self.cut_off, accruals.by_account())

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries as they are at the end."""
        return self.entries_with(self.accruals)

    @cached_property
    def adjustments(self) -> Balances:
        """What the entries add to each account."""
        return adjustments_of(self.entries, self.balances)

    @cached_property
    def adjusted_balances(self) -> Balances:
        """The balances with the entries."""
        return {
            number: amount + self.adjustments[number] for number, amount in self.balances.items()
        }

    @cached_property
    def results(self) -> tuple[dict[str, int], dict[str, int]]:
        """Net revenue, EBITDA and profit before the entries and with them."""
        ledger, close = (
            totals_of(as_lines(state)) for state in (self.balances, self.adjusted_balances)
        )
        return ledger, close

    @cached_property
    def covenant_floor(self) -> int:
        """The least EBITDA of the loan agreement: above the result where it is breached."""
        ledger, close = (state["EBITDA"] for state in self.results)
        side = 1 if self.choices["conclusion"] == "breached" else -1
        distance = side * self.parameters["covenant_place"] * (ledger - close)
        return 1_000 * round((close + distance) / 1_000)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """Every line of the flux comparison."""
        return comparison(as_lines(self.adjusted_balances), self.before, self.budget)

    @cached_property
    def limits(self) -> tuple[float, float]:
        """The limit in dollars as it is, and as it is said first."""
        amount = self.parameters["threshold_amount"]
        is_misspoken = self.choices["correction"] == "threshold"
        return amount, amount * LIMIT_SLIP if is_misspoken else amount

    @cached_property
    def flagged_numbers(self) -> list[str]:
        """The lines above both limits."""
        return flagged_lines(self.rows, self.limits[0], self.parameters["threshold_share"])

    @cached_property
    def flagged_at_first(self) -> list[str]:
        """The lines above the limits that are said first."""
        return flagged_lines(self.rows, self.limits[1], self.parameters["threshold_share"])

    @cached_property
    def ledger_changes(self) -> IncomeLines:
        """What changed since the quarter before, without the entries."""
        lines = as_lines(self.balances)
        return {number: lines[number] - self.before[number] for number in self.before}

    @cached_property
    def closing_changes(self) -> IncomeLines:
        """What the entries add to each line, as people read it."""
        return {
            number: self.adjustments[number] * (-1 if number in SALES else 1)
            for number in self.before
        }

    @cached_property
    def open_line(self) -> str:
        """The flagged line whose change is not explained whole."""
        return self.flagged_at_first[int(self.open_share * len(self.flagged_at_first))]

    @cached_property
    def unexplained_amount(self) -> int:
        """How much of it, in the direction of its change."""
        return self.unexplained_size * (1 if self.ledger_changes[self.open_line] > 0 else -1)

    def unexplained_of(self, number: str) -> int:
        """What the drivers leave of a line's change; of the flagged ones only the open line's."""
        if number == self.open_line:
            return self.unexplained_amount
        if number in self.flagged_numbers:
            return 0
        rest = abs(self.ledger_changes[number]) * self.loose_shares[number]
        size = 10 * int(min(rest, MOST_LOOSE) / 10)
        return size if self.ledger_changes[number] > 0 else -size

    def has_the_plot(self) -> bool:
        """True when the entries matter, lines are flagged, and no limit is a matter of rounding."""
        ledger, close = (state["EBITDA"] for state in self.results)
        is_second_list_longer = self.limits[0] == self.limits[1] or 1 < len(
            self.flagged_at_first
        ) < len(self.flagged_numbers)
        return (
            ledger - close >= LEAST_LOSS
            and self.cut_off["net_revenue"] > self.cut_off["net_cost"]
            and FEWEST_FLAGGED <= len(self.flagged_numbers) <= MOST_FLAGGED
            and is_second_list_longer
            and self._are_changes_clear()
        )

    def _are_changes_clear(self) -> bool:
        share = self.parameters["threshold_share"]
        return all(
            all(abs(abs(row["change"]) - amount) > CLEAR_AMOUNT for amount in self.limits)
            and abs(abs(row["change_share"]) - share) > CLEAR_SHARE
            for row in self.rows
            if row["number"] and abs(row["change"]) > min(self.limits) / 2
        )


def draw_quarter(
    parameters: Mapping[str, float], choices: Mapping[str, str], draw: Callable[[str], Draw]
) -> Quarter:
    """The quarter of a stream of draws, which may lack the plot."""
    records = draw_records(draw("bank"), RECEIPT_FROM)
    sales_view, controllers_view = draw_customers(draw("rebates"), choices["halvorsen"])
    size = 100 * draw("true-up").whole(180, 420)
    true_up = size if choices["rebate"] == "under" else -size
    booked = total_rebate((controllers_view, *sales_view[1:])) - true_up
    earlier_rebates = 10 * round(booked * draw("q1").uniform(0.47, 0.52) / 10)
    cash = records.reconciliation()["ledger_balance"]
    balances = _trial_balance(parameters, draw("ledger"), cash, (booked, earlier_rebates))
    before = quarter_before(draw("q1 lines"), as_lines(balances), earlier_rebates)
    shipments, receipts = draw_shipments(draw("shipments")), draw_receipts(draw("receipts"))
    return Quarter(
        parameters=parameters,
        choices=choices,
        records=records,
        sales_view=sales_view,
        controllers_view=controllers_view,
        true_up=true_up,
        shipments=shipments,
        receipts=receipts,
        balances=balances,
        before=before,
        budget=budget_of(draw("budget"), before),
        open_share=draw("open line").uniform(0, 1),
        unexplained_size=100 * draw("open").whole(70, 160),
        driver_shares={number: draw(f"driver {number}").uniform(0.55, 0.8) for number in before},
        loose_shares={number: draw(f"loose {number}").uniform(0.01, 0.06) for number in before},
        journal_number=draw("journal").whole(4_120, 4_890),
        defect_places={
            **_paper_places(records, sales_view, shipments, draw("defects")),
            **_list_places(receipts, draw("list defects")),
        },
    )


def _trial_balance(
    parameters: Mapping[str, float], draw: Draw, cash: int, rebates: tuple[int, int]
) -> Balances:
    """The balances before any entry; what balances them is equity."""

    def about(amount: float) -> int:
        return 10 * round(amount * draw.uniform(0.985, 1.015) / 10)

    sales, parts = (parameters[name] * MILLION for name in ("pump_sales", "parts_sales"))
    booked, earlier = rebates
    balances = {
        "1010": cash,
        "2150": -booked,
        "4010": -about(sales),
        "4020": -about(parts),
        "4100": booked - earlier,
        "5010": about(parameters["cost_share"] * (sales + parts)),
        **{number: about(share * (sales + parts)) for number, share in SHARES_OF_REVENUE.items()},
    }
    balances["3000"] = -total_of(balances.values())
    return dict(sorted(balances.items()))


def _paper_places(
    records: BankRecords,
    customers: tuple[Customer, ...],
    shipments: tuple[Shipment, ...],
    draw: Draw,
) -> dict[str, Any]:
    """Where a defect would stand in the statement, the rebates file and the shipments."""
    payments = [line for line in records.statement if line.reference.startswith("PY")]
    early = [s for s in shipments if s.booked == "Q2" and s.belongs_to == "Q3"]
    bought = [c for c in customers[1:] if c.rate > 0] or customers[1:]
    return {
        "repeated_payment": draw.one_of(payments).reference,
        "repeated_invoice": draw.one_of(early).invoice,
        "thousands_customer": draw.one_of(bought).name,
    }


def _list_places(receipts: tuple[ReceivedService, ...], draw: Draw) -> dict[str, Any]:
    """Where a defect would stand in the list of what is not invoiced."""
    old = next(line for line in receipts if line.supplier == "Arrow Freight")
    not_booked = total_of(line.amount for line in receipts if not line.is_booked)
    return {
        "old_estimate": old.amount - 100 * draw.whole(20, 60),
        "old_estimate_of": old.supplier,
        "current_estimate": old.amount,
        "list_total_shown": not_booked + 100 * draw.whole(30, 90),
        "list_total_right": not_booked,
        "power_amount": next(line.amount for line in receipts if line.supplier == POWER),
    }
