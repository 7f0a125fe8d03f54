"""Numbers read by their value: only where the label is akin, nothing is named so, and all stand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate

if TYPE_CHECKING:
    from modylbench.evaluation.findings import FindingOutcome

MODEL = "lbo_model"


@lru_cache(maxsize=1)
def variant() -> Variant:
    return instantiate(scenario("financial_analyst"), 3)


def verdict(criterion: str, row: str, label: str, factor: float = 1.0) -> FindingOutcome:
    """The finding on a model in which one row has another label, and its numbers a factor."""
    products = []
    for product in variant().final_products:
        if isinstance(product, Spreadsheet) and product.id == MODEL:
            sheets = [
                sheet.model_copy(
                    update={
                        "rows": tuple(
                            part.model_copy(
                                update={
                                    "id": "renamed",
                                    "label": label,
                                    "cells": {
                                        name: cell.model_copy(
                                            update={
                                                "value": cell.value * factor
                                                if isinstance(cell.value, float)
                                                else cell.value,
                                                "text": None,
                                                "formula": None,
                                            }
                                        )
                                        for name, cell in part.cells.items()
                                    },
                                }
                            )
                            if part.id == row
                            else part
                            for part in sheet.rows
                        )
                    }
                )
                for sheet in product.sheets
            ]
            product = product.model_copy(update={"sheets": tuple(sheets)})
        products.append(product)
    evidence = Evidence.of(Expectations.of_variant(variant(), with_perfect=True), products)
    wanted = [found for found in variant().scenario.criteria() if found.id == criterion]
    return verify(wanted, evidence)[0].verdict


@pytest.mark.parametrize("label", ["Borrowings, net, on sale (debt)", "Net debt left to be repaid"])
def test_a_label_in_other_words_is_read_by_its_value(label: str) -> None:
    assert verdict("net_debt_with_pik", "exit_net_debt", label) == "passed"


def test_another_value_under_such_a_label_is_not() -> None:
    other = verdict("net_debt_with_pik", "exit_net_debt", "Borrowings, net, on sale (debt)", 1.1)

    assert other in {"missing", "failed"}


def test_a_label_that_shares_no_word_stays_unread() -> None:
    assert verdict("net_debt_with_pik", "exit_net_debt", "What the banks get back") == "unread"


def test_a_right_value_under_the_name_of_something_else_is_not_taken() -> None:
    assert verdict("net_debt_with_pik", "exit_net_debt", "Total debt at entry") != "passed"
