"""Wrong, missing and unread are three verdicts, and what rests on something unread never fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.products.document import Document, Section
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.criteria.criterion import Criterion
from modylbench.scenarios.scenario import ExpectedOutput

if TYPE_CHECKING:
    from modylbench.evaluation.findings import Finding

EQUITY = NumberSought(id="equity", product="model", unit="$M", labels=(("sponsor equity",),))
DEBT = NumberSought(id="debt", product="model", unit="$M", labels=(("total debt",),))
PAGE = NumberSought(id="page_equity", product="page", unit="$M", labels=(("sponsor equity",),))
QUANTITIES = {quantity.id: quantity for quantity in (EQUITY, DEBT, PAGE)}
OUTPUTS = (
    ExpectedOutput(
        product_id="model",
        output_type="spreadsheet",
        title="model",
        description="model",
        verification_criteria=(),
    ),
    ExpectedOutput(
        product_id="page",
        output_type="document",
        title="page",
        description="page",
        verification_criteria=(),
    ),
)
CHECK = Criterion(
    id="check", description="The equity is right", check_type="equals", target_field="equity",
    expected_value=75.74,
)  # fmt: skip
SUM = CHECK.model_copy(update={"check_type": "algebra", "target_field": "equity < debt"})
TIE = CHECK.model_copy(
    update={
        "check_type": "agrees", "target_field": "page_equity",
        "against": "equity",
    }
)  # fmt: skip


def model(label: str, value: float) -> Spreadsheet:
    rows = ((label, value), ("Total debt", 102.47))
    sheet = Sheet(
        id="s",
        name="Sources",
        columns=(Column(id="v", label="US$ million"),),
        rows=tuple(
            Row(id=f"r{place}", label=name, cells={"v": Cell(value=number)})
            for place, (name, number) in enumerate(rows)
        ),
    )
    return Spreadsheet(id="model", title="Model", sheets=(sheet,))


def page(body: str) -> Document:
    return Document(id="page", title="Page", sections=(Section(id="a", heading="A", body=body),))


RIGHT = (model("Sponsor equity", 75.74), page("Sponsor equity: $75.74M"))


def found(criterion: Criterion, *products: Spreadsheet | Document) -> Finding:
    expectations = Expectations(OUTPUTS, dict(QUANTITIES), {}, {}, lambda: RIGHT)
    return finding(criterion, Evidence.of(expectations, products))


@pytest.mark.parametrize("criterion", [CHECK, SUM, TIE], ids=lambda c: c.check_type)
def test_a_right_value_under_a_strange_label_is_unread_with_that_label(
    criterion: Criterion,
) -> None:
    read = found(criterion, model("Our ticket", 75.74), RIGHT[1])

    assert (read.verdict, read.passed) == ("unread", False)
    assert "could not read 'Our ticket" in read.reason


@pytest.mark.parametrize("criterion", [CHECK, SUM, TIE], ids=lambda c: c.check_type)
def test_another_value_under_a_strange_label_is_missing(criterion: Criterion) -> None:
    assert found(criterion, model("Our ticket", 61.11), RIGHT[1]).verdict == "missing"


def test_a_wrong_value_under_its_name_is_wrong_and_one_under_a_likely_label_is_not() -> None:
    assert found(CHECK, model("Sponsor equity", 61.11)).verdict == "failed"
    assert found(CHECK, model("Sponsor eq.", 75.74)).verdict == "passed"
    assert found(CHECK, model("Sponsor eq.", 61.11)).verdict == "missing"


def test_a_tie_needs_both_sides() -> None:
    assert found(TIE, *RIGHT).verdict == "passed"
    assert found(TIE, RIGHT[0]).verdict == "missing"
    assert found(TIE, RIGHT[1]).verdict == "missing"


def test_a_figure_in_a_sentence_is_read_by_its_value_where_the_words_before_it_are_akin() -> None:
    right = found(TIE, RIGHT[0], page("After fees the equity of the fund would be $75.74M."))
    wrong = found(TIE, RIGHT[0], page("After fees the equity of the fund would be $71.74M."))

    assert (right.verdict, wrong.verdict) == ("passed", "missing")


@pytest.mark.parametrize(
    ("besides", "verdict"),
    [
        ("Equity of the sponsor, at close and in full: $75.74M", "unread"),
        ("Paid for the company: $75.74M", "failed"),
        ("Equity of the sponsor in the downside case: $75.74M", "failed"),
    ],
)
def test_a_figure_is_wrong_only_where_no_other_place_bears_its_name_and_shows_the_right_one(
    besides: str, verdict: str
) -> None:
    check = CHECK.model_copy(update={"target_field": "page_equity"})

    assert found(check, RIGHT[0], page(f"Sponsor equity: $71.74M\n{besides}")).verdict == verdict
