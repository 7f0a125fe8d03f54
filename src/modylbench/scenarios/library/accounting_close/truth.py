"""The names that the script and the criteria use, and what they stand for at a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.accounting_close.accruals import (
    CONTRACT_DAYS,
    FEES,
    FREIGHT,
    JUNE_DAYS,
    LEGAL,
    PLANT,
    POWER,
    SPREAD,
    AccrualList,
    draw_receipts,
    list_counts,
)
from modylbench.scenarios.library.accounting_close.bank import draw_records
from modylbench.scenarios.library.accounting_close.cut_off import (
    cut_off_test,
    draw_shipments,
    slips_of,
)
from modylbench.scenarios.library.accounting_close.entries import (
    LABELS,
    adjustments_of,
    proposed_entries,
)
from modylbench.scenarios.library.accounting_close.flux import (
    budget_of,
    comparison,
    draw_drivers,
    flagged_lines,
    quarter_before,
)
from modylbench.scenarios.library.accounting_close.ledger import (
    ACCOUNTS,
    BY_NUMBER,
    INCOME,
    SALES,
    TOTALS,
    as_lines,
    totals_of,
)
from modylbench.scenarios.library.accounting_close.rebates import draw_customers, total_rebate
from modylbench.scenarios.library.accounting_close.workbook import identifier
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.accounting_close.cut_off import Shipment
    from modylbench.scenarios.library.accounting_close.entries import Entry
    from modylbench.scenarios.library.accounting_close.ledger import Balances
    from modylbench.scenarios.library.accounting_close.rebates import Customer
    from modylbench.scenarios.oracle import Truth

MILLION = 1_000_000
ATTEMPTS = 200  # ours: about one quarter in ten has the plot
LEAST_LOSS = 70_000  # ours: dollars of EBITDA that the entries take away, so that the floor shows
CLEAR_AMOUNT, CLEAR_SHARE = 2_500, 0.003  # ours: how far every change is from the limits
FEWEST_FLAGGED, MOST_FLAGGED = 3, 6
LIMIT_SLIP = 2  # ours: the limit in dollars is first said twice as high
RECEIPT_FROM = "Tolland Water"
SPOKEN_ENTRIES = {name: label[0].lower() + label[1:] for name, label in LABELS.items()}


def solve(parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]) -> Truth | None:
    """Everything that follows from what is drawn; None where no quarter drawn has the plot."""
    for attempt in range(ATTEMPTS):
        truth = _quarter(parameters, choices, ("accounting_close", seed, attempt))
        if truth is not None:
            return truth
    return None


def _quarter(
    parameters: Mapping[str, float], choices: Mapping[str, str], stream: tuple[object, ...]
) -> Truth | None:
    """The quarter of a stream of draws; None where it has another plot."""

    def draw(name: str) -> Draw:
        return Draw(*stream, name)

    records = draw_records(draw("bank"), RECEIPT_FROM)
    bank = records.reconciliation()
    sales_view, controllers = draw_customers(draw("rebates"), choices["halvorsen"])
    customers = [controllers, *sales_view[1:]]
    required = total_rebate(customers)
    step = 100 * draw("true-up").whole(180, 420)
    true_up = step if choices["rebate"] == "under" else -step
    shipments = draw_shipments(draw("shipments"))
    cut_off = cut_off_test(shipments)
    receipts = draw_receipts(draw("receipts"))
    day = round(parameters["contract_day"])
    first_day = day - round(parameters["contract_slip"]) * (choices["correction"] == "accrual")
    lists = [AccrualList(receipts, start) for start in (day, first_day)]
    entries, entries_first = (
        proposed_entries(bank, true_up, cut_off, accruals.by_account()) for accruals in lists
    )
    booked = required - true_up
    q1_rebates = 10 * round(booked * draw("q1").uniform(0.47, 0.52) / 10)
    balances = _trial_balance(parameters, draw("ledger"), bank["ledger_balance"], booked)
    balances["4100"] = booked - q1_rebates
    balances["3000"] -= sum(balances.values())  # whole numbers: what balances is equity
    added = adjustments_of(entries, balances)
    adjusted = {number: balances[number] + added[number] for number in balances}
    before = quarter_before(draw("q1 lines"), as_lines(balances), q1_rebates)
    budget = budget_of(draw("budget"), before)
    rows = comparison(as_lines(adjusted), before, budget)
    amount, share = parameters["threshold_amount"], parameters["threshold_share"]
    is_slip = choices["correction"] == "threshold"
    first_amount = amount * LIMIT_SLIP if is_slip else amount
    flagged = flagged_lines(rows, amount, share)
    flagged_first = flagged_lines(rows, first_amount, share)
    results = [totals_of(as_lines(state)) for state in (balances, adjusted)]
    loss = results[0]["EBITDA"] - results[1]["EBITDA"]
    if (
        loss < LEAST_LOSS
        or cut_off["net_revenue"] <= cut_off["net_cost"]
        or not FEWEST_FLAGGED <= len(flagged) <= MOST_FLAGGED
        or (is_slip and not 1 < len(flagged_first) < len(flagged))
        or not _are_clear(rows, (amount, first_amount), share)
        or q1_rebates == booked
    ):
        return None
    floor = _covenant(results, parameters["covenant_place"], choices["conclusion"])
    changes = {
        number: as_lines(balances)[number] - before[number] for number in before
    }
    open_line = draw("open line").one_of(flagged_first)
    gap = changes[open_line]
    unexplained = 100 * draw("open").whole(70, 160) * (1 if gap > 0 else -1)
    drivers = draw_drivers(draw("drivers"), changes, open_line, unexplained)
    by_closing = {
        number: added[number] * (-1 if number in SALES else 1) for number in changes
    }
    explained = [
        {
            "number": number,
            "name": BY_NUMBER[number].name,
            "change": changes[number] + by_closing[number],
            "drivers": sum(drivers[number]),
            "entries": by_closing[number],
            "unexplained": unexplained if number == open_line else 0,
        }
        for number in changes
    ]
    held = choices["held_back"]
    truth: Truth = {
        "records": {
            "opening": records.opening,
            "statement": [[x.date, x.reference, x.text, x.amount] for x in records.statement],
            "cash_book": [[x.date, x.reference, x.text, x.amount] for x in records.cash_book],
        },
        "customers": [[c.name, c.purchases, c.forecast, c.rate, c.rebate] for c in customers],
        "sales_forecasts": {c.name: c.forecast for c in sales_view},
        "shipments": [_shipment_cells(s) for s in shipments],
        "receipts": [
            [r.supplier, r.service, r.account, r.period, r.amount, r.is_booked] for r in receipts
        ],
        "accruals": lists[0].by_supplier(),
        "accruals_first": lists[1].by_supplier(),
        "accrual_accounts": {r.supplier: r.account for r in receipts},
        "entries": [_entry_cells(entry) for entry in entries],
        "entries_first": [_entry_cells(entry) for entry in entries_first],
        "balances": balances,
        "adjustments": added,
        "adjusted": adjusted,
        "results": results,
        "comparison": rows,
        "explained": explained,
        "drivers": {number: list(pair) for number, pair in drivers.items()},
        "quarter_before": before,
        "budget_lines": budget,
        "flagged": flagged,
        "flagged_first": flagged_first,
        "threshold_first": first_amount,
        "held_label": LABELS[held],
        **bank,
        **cut_off,
        **list_counts(receipts),
        **_spoken_bank(bank),
        **_spoken_rebates(sales_view[0], controllers, required, true_up, customers),
        **_spoken_cut_off(shipments, cut_off),
        **_spoken_accruals(lists, receipts, parameters, entries, entries_first),
        **_spoken_results(results, entries, floor),
        **_spoken_flux(rows, flagged, flagged_first, explained, open_line),
        **_spoken_approval(entries, held),
        "parts_sales_ledger": -balances["4020"],
        "list_figures": {
            f"review_{name}": count
            for name, count in zip(
                ("lines", "accrued", "booked", "july"),
                list_counts(receipts).values(),
                strict=True,
            )
        },
        **_side_figures(parameters, sales_view[0], controllers, draw("side")),
        **_defect_details(records.statement, customers, shipments, receipts, draw("defects")),
    }
    truth |= _tables(truth)
    return truth


def _trial_balance(
    parameters: Mapping[str, float], draw: Draw, cash: int, rebates: int
) -> Balances:
    """The balances of the seed's size, before any entry; those of rebates and equity come later."""

    def about(amount: float) -> int:
        return 10 * round(amount * draw.uniform(0.985, 1.015) / 10)

    sales, parts = (parameters[name] * MILLION for name in ("pump_sales", "parts_sales"))
    revenue = sales + parts
    return {
        "1010": cash,
        "1100": about(0.52 * revenue),
        "1200": about(0.41 * revenue),
        "1300": about(0.02 * revenue),
        "1500": about(1.35 * revenue),
        "2010": -about(0.24 * revenue),
        "2100": -about(0.06 * revenue),
        "2150": -rebates,
        "2300": -about(0.9 * revenue),
        "3000": 0,
        "4010": -about(sales),
        "4020": -about(parts),
        "4100": 0,
        "5010": about(parameters["cost_share"] * revenue),
        "5200": about(0.036 * revenue),
        "6010": about(0.172 * revenue),
        "6100": about(0.034 * revenue),
        "6200": about(0.021 * revenue),
        "6300": about(0.0011 * revenue),
        "6400": about(0.038 * revenue),
        "6500": about(0.014 * revenue),
    }


def _are_clear(
    rows: Sequence[Mapping[str, Any]], amounts: tuple[float, float], share: float
) -> bool:
    """True when no line is so near to a limit that rounding could decide."""
    return all(
        all(abs(abs(row["change"]) - amount) > CLEAR_AMOUNT for amount in amounts)
        and abs(abs(row["change_share"]) - share) > CLEAR_SHARE
        for row in rows
        if row["number"] and abs(row["change"]) > min(amounts) / 2
    )


def _covenant(results: Sequence[Mapping[str, int]], place: float, conclusion: str) -> int:
    """The least EBITDA of the loan agreement: between ledger and close where it is breached."""
    ledger, close = (state["EBITDA"] for state in results)
    if conclusion == "breached":
        return 1_000 * round((close + place * (ledger - close)) / 1_000)
    return 1_000 * round((close - place * (ledger - close)) / 1_000)


def _shipment_cells(shipment: Shipment) -> list[Any]:
    return [
        shipment.invoice,
        shipment.customer,
        shipment.terms,
        shipment.dispatched,
        shipment.delivered,
        shipment.amount,
        shipment.cost,
        shipment.booked,
    ]


def _entry_cells(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "label": entry.label,
        "debit": BY_NUMBER[entry.debit].label,
        "credit": BY_NUMBER[entry.credit].label,
        "amount": entry.amount,
        "effect": entry.ebitda_effect,
    }


def _spoken_bank(bank: Mapping[str, int]) -> dict[str, Any]:
    return {
        "bank_gap": abs(bank["statement_balance"] - bank["ledger_balance"]),
        "bank_gap_side": "above"
        if bank["statement_balance"] > bank["ledger_balance"]
        else "below",
        "receipt_customer": RECEIPT_FROM,
    }


def _spoken_rebates(
    sales: Customer,
    controllers: Customer,
    required: int,
    true_up: int,
    customers: Sequence[Customer],
) -> dict[str, Any]:
    by_name = {customer.name: customer for customer in customers}
    return {
        "halvorsen_sales": sales.forecast,
        "halvorsen_controller": controllers.forecast,
        "halvorsen_rate": controllers.rate / 100,
        "halvorsen_sales_rate": sales.rate / 100,
        "halvorsen_rebate": controllers.rebate,
        "halvorsen_sales_rebate": sales.rebate,
        "halvorsen_difference": abs(sales.rebate - controllers.rebate),
        "halvorsen_purchases": controllers.purchases,
        "rebate_required": required,
        "rebate_booked": required - true_up,
        "rebate_true_up": true_up,
        "rebate_step": abs(true_up),
        "rebate_side": "short" if true_up > 0 else "too high",
        "rebate_entry_words": "debit customer rebates and credit rebates payable"
        if true_up > 0
        else "debit rebates payable and credit customer rebates",
        "rebate_move": "accrue another" if true_up > 0 else "release",
        "rebate_effect": "lowers" if true_up > 0 else "raises",
        "ridgeway_purchases": by_name["Ridgeway"].purchases,
        "is_sales_higher": "yes" if sales.forecast > controllers.forecast else "no",
    }


def _spoken_cut_off(shipments: Sequence[Shipment], cut_off: Mapping[str, int]) -> dict[str, Any]:
    slips = slips_of(shipments)
    early = [name for name, s in slips.items() if s.booked == "Q2"]
    late = [name for name, s in slips.items() if s.booked == "Q3"]
    largest = max((slips[name] for name in early), key=lambda s: s.amount)
    return {
        "early_invoices": list_in_words(early),
        "late_invoices": list_in_words(late),
        "largest_early": largest.invoice,
        "largest_early_amount": largest.amount,
        "net_margin": cut_off["net_revenue"] - cut_off["net_cost"],
        "slip_count": len(slips),
        "shipment_count": len(shipments),
    }


def _spoken_accruals(
    lists: Sequence[AccrualList],
    receipts: Sequence[Any],
    parameters: Mapping[str, float],
    entries: Sequence[Entry],
    entries_first: Sequence[Entry],
) -> dict[str, Any]:
    contract = next(line for line in receipts if line.supplier == SPREAD)
    legal = next(line for line in receipts if line.supplier == LEGAL)
    amounts, amounts_first = ({e.id: e.amount for e in found} for found in (entries, entries_first))
    final, first = lists
    return {
        "contract_amount": contract.amount,
        "contract_start": f"{final.contract_day}th",
        "contract_start_first": f"{first.contract_day}th",
        "contract_days": JUNE_DAYS + 1 - final.contract_day,
        "contract_days_first": JUNE_DAYS + 1 - first.contract_day,
        "contract_length": CONTRACT_DAYS,
        "contract_accrual": final.accrued(contract),
        "contract_accrual_first": first.accrued(contract),
        "accruals_total": sum(final.by_account().values()),  # whole numbers
        "accruals_total_first": sum(first.by_account().values()),
        "accrued_count": len(final.by_supplier()),
        **amounts,
        "plant_services_accrual_first": amounts_first["plant_services_accrual"],
        "power_amount": next(line.amount for line in receipts if line.supplier == POWER),
        "legal_amount": legal.amount,
        "legal_misquoted": legal.amount - 100 * round(parameters["legal_gap"]),
        "legal_gap_amount": 100 * round(parameters["legal_gap"]),
        "legal_billed": legal.amount + 100 * round(parameters["legal_gap"]) // 2 // 10 * 10,
        "legal_difference": 100 * round(parameters["legal_gap"]) // 2 // 10 * 10,
        "freight_account": FREIGHT,
        "plant_account": PLANT,
        "fees_account": FEES,
    }


def _spoken_results(
    results: Sequence[Mapping[str, int]], entries: Sequence[Entry], floor: int
) -> dict[str, Any]:
    ledger, close = results
    headroom = close["EBITDA"] - floor
    is_met = headroom > 0
    return {
        "revenue_ledger": ledger["Net revenue"],
        "revenue_close": close["Net revenue"],
        "ebitda_ledger": ledger["EBITDA"],
        "ebitda_close": close["EBITDA"],
        "profit_ledger": ledger["Profit before tax"],
        "profit_close": close["Profit before tax"],
        "ebitda_moves": close["EBITDA"] - ledger["EBITDA"],
        "ebitda_loss": ledger["EBITDA"] - close["EBITDA"],
        "covenant_floor": floor,
        "headroom": headroom,
        "headroom_size": abs(headroom),
        "covenant_side": "above" if is_met else "below",
        "is_met": "yes" if is_met else "no",
        "covenant_verdict": "met" if is_met else "breached",
        "covenant_word": "headroom" if is_met else "shortfall",
        "entry_count": len(entries),
        **{f"{e.id}_effect": e.ebitda_effect for e in entries},
    }


def _spoken_flux(
    rows: Sequence[Mapping[str, Any]],
    flagged: Sequence[str],
    flagged_first: Sequence[str],
    explained: Sequence[Mapping[str, Any]],
    open_line: str,
) -> dict[str, Any]:
    by_number = {row["number"]: row for row in rows if row["number"]}
    largest = max(flagged, key=lambda number: abs(by_number[number]["change_share"]))
    ebitda = next(row for row in rows if row["name"] == "EBITDA")
    names = [BY_NUMBER[number].name for number in flagged]
    found = next(row for row in explained if row["number"] == open_line)
    return {
        "flagged_names": list_in_words([name.lower() for name in names]),
        "flagged_names_first": list_in_words(
            [BY_NUMBER[number].name.lower() for number in flagged_first]
        ),
        "added_names": list_in_words(
            [BY_NUMBER[n].name.lower() for n in flagged if n not in flagged_first]
        ),
        "flagged_count": len(flagged),
        "flagged_count_first": len(flagged_first),
        "largest_flag": BY_NUMBER[largest].name.lower(),
        "largest_change": by_number[largest]["change"],
        "largest_share": by_number[largest]["change_share"],
        "open_id": identifier(found["name"]),
        "added_id": next(
            (identifier(BY_NUMBER[n].name) for n in flagged if n not in flagged_first), ""
        ),
        "open_line": found["name"],
        "open_name": found["name"].lower(),
        "open_change": found["change"],
        "open_drivers": found["drivers"],
        "open_entries": found["entries"],
        "unexplained": found["unexplained"],
        "unexplained_size": abs(found["unexplained"]),
        "ebitda_change": ebitda["change"],
        "ebitda_variance": ebitda["variance"],
        "ebitda_budget": ebitda["budget"],
        "ebitda_budget_side": "above" if ebitda["variance"] > 0 else "below",
        "ebitda_variance_size": abs(ebitda["variance"]),
        "flag_terms": [f"{name} | {name.lower()}" for name in names],
    }


def _spoken_approval(entries: Sequence[Entry], held: str) -> dict[str, Any]:
    amount = next(entry.amount for entry in entries if entry.id == held)
    others = [entry for entry in entries if entry.id != held]
    return {
        "held_name": SPOKEN_ENTRIES[held],
        "held_amount": amount,
        "approved_count": len(others),
        "approved_amount": sum(entry.amount for entry in others),  # whole numbers
    }


def _side_figures(
    parameters: Mapping[str, float], sales: Customer, controllers: Customer, draw: Draw
) -> dict[str, Any]:
    """What only a trap or its look-alike speaks of."""
    balance = 100 * round(parameters["ridgeway_balance"])
    return {
        "ridgeway_owed": balance,
        "ridgeway_half": balance // 2,
        "journal_number": (number := draw.whole(4_120, 4_890)),
        "journal_text": str(number),
        "rate_gap": (max(sales.rate, controllers.rate) - min(sales.rate, controllers.rate)) / 100,
    }


def _defect_details(
    statement: Sequence[Any],
    customers: Sequence[Customer],
    shipments: Sequence[Shipment],
    receipts: Sequence[Any],
    draw: Draw,
) -> dict[str, Any]:
    """Where each defect would stand."""
    payments = [line for line in statement if line.reference.startswith("PY")]
    early = [s for s in shipments if s.booked == "Q2" and s.belongs_to == "Q3"]
    bought = [c for c in customers[1:] if c.rate > 0] or list(customers[1:])
    freight = next(line for line in receipts if line.supplier == "Arrow Freight")
    power = next(line for line in receipts if line.supplier == POWER)
    return {
        "repeated_payment": draw.one_of(payments).reference,
        "repeated_invoice": draw.one_of(early).invoice,
        "thousands_customer": draw.one_of(bought).name,
        "old_estimate": freight.amount - 100 * draw.whole(20, 60),
        "old_estimate_of": freight.supplier,
        "current_estimate": freight.amount,
        "foreign_supplier": power.supplier,
        "list_total_shown": sum(r.amount for r in receipts if not r.is_booked)
        + 100 * draw.whole(30, 90),
        "list_total_right": sum(r.amount for r in receipts if not r.is_booked),
    }


def _tables(truth: Mapping[str, Any]) -> dict[str, Any]:
    """The tables that criteria compare; keys as products.yaml names them."""
    names = {account.number: account.name for account in ACCOUNTS}
    entries, rows, explained = truth["entries"], truth["comparison"], truth["explained"]
    flagged = [row for row in explained if row["number"] in truth["flagged"]]
    return {
        "account_names": [f"{a.name} | {a.label} | {a.number}" for a in ACCOUNTS],
        "line_names": [
            *(f"{a.name} | {a.label} | {a.number}" for a in INCOME),
            "Net revenue | Revenue | Total net revenue | Total revenue",
            "EBITDA | Adjusted EBITDA",
            "Profit before tax | PBT | Pre-tax profit",
        ],
        "entry_names": [_entry_aliases(entry) for entry in entries],
        "customer_names": [row[0] for row in truth["customers"]],
        "supplier_names": list(truth["accruals"]),
        "balance_table": {
            f"{names[number]}|{column}": amount
            for column, balances in (
                ("unadjusted", truth["balances"]),
                ("adjustments", truth["adjustments"]),
                ("adjusted", truth["adjusted"]),
            )
            for number, amount in balances.items()
        },
        "entry_amounts": {e["label"]: e["amount"] for e in entries},
        "entry_effects": {e["label"]: e["effect"] for e in entries},
        "rebate_table": {row[0]: row[4] for row in truth["customers"]},
        "bank_figures": {
            name: truth[name]
            for name in (
                "statement_balance", "ledger_balance", "deposits_in_transit",
                "outstanding_payments", "unbooked_receipt",
            )
        }
        | {"unbooked_charges": truth["bank_charges"]},
        "rebate_figures": {f"rebate_purchases|{row[0]}": row[1] for row in truth["customers"]}
        | {f"rebate_rates|{row[0]}": row[3] / 100 for row in truth["customers"]}
        | {name: truth[name] for name in ("rebate_required", "rebate_booked")},
        "cut_off_table": {
            f"booked too {side}|{measure}": truth[f"{side}_{measure}"]
            for side in ("early", "late")
            for measure in ("revenue", "cost")
        },
        "cut_off_counts": {
            f"cut_off_counts|booked too {side}": truth[f"{side}_count"] for side in ("early", "late")
        },
        "memo_covenant_figures": {
            "memo_floor": truth["covenant_floor"], "memo_headroom": truth["headroom"],
        },
        "memo_entry_figures": {f"memo_entry_amounts|{e['label']}": e["amount"] for e in entries}
        | {f"memo_entry_effects|{e['label']}": e["effect"] for e in entries},
        "memo_judgement_figures": {
            "memo_forecast": truth["halvorsen_controller"],
            "memo_rebates": truth["rebate_required"],
        },
        "memo_open_figures": {
            "memo_unexplained": truth["unexplained"],
            "memo_outstanding": truth["outstanding_payments"],
        },
        "accrual_table": dict(truth["accruals"]),
        "result_table": {
            f"{name}|{column}": state[name]
            for column, state in zip(("unadjusted", "adjusted"), truth["results"], strict=True)
            for name in TOTALS
        },
        "flux_table": {
            f"{row['name']}|{column}": row[key]
            for row in rows
            for column, key in (
                ("Q2", "q2"), ("Q1", "q1"), ("change", "change"),
                ("budget", "budget"), ("variance", "variance"),
            )
        },
        "flux_share_figures": {
            f"comparison_shares|{row['name']}|{column}": round(row[key], 3)
            for row in rows
            for column, key in (("change", "change_share"), ("variance", "variance_share"))
        },
        "flag_names": [f"{r['name']} | {r['number']} {r['name']} | {r['number']}" for r in flagged],
        "flag_table": {
            f"{row['name']}|{column}": row[key]
            for row in flagged
            for column, key in (
                ("change", "change"), ("drivers", "drivers"),
                ("entries", "entries"), ("unexplained", "unexplained"),
            )
        },
    }  # fmt: skip


def _entry_aliases(entry: Mapping[str, Any]) -> str:
    return f"{entry['label']} | {entry['label']} entry"
