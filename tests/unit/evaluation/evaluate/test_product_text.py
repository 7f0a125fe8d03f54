"""A product's text says what the product shows, within its bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.evaluate.product_text import product_text
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenarios
from modylbench.scenarios.variant import instantiate

EVERY_PRODUCT = [
    product for source in scenarios() for product in instantiate(source, 3).final_products
]


def sheet(text: str) -> Spreadsheet:
    row = Row(id="r", label="Revenue", cells={"y1": Cell(value=57.5, unit="$M", text=text)})
    return Spreadsheet(
        id="model",
        title="LBO",
        sheets=(Sheet(id="s", name="P&L", columns=(Column(id="y1", label="Y1"),), rows=(row,)),),
    )


@pytest.mark.parametrize("product", EVERY_PRODUCT, ids=lambda product: product.id)
def test_every_deliverable_of_the_six_is_told_whole(product: Spreadsheet) -> None:
    text = product_text(product)

    assert product.title in text
    assert "left out" not in text
    for part in getattr(product, "sheets", ()):
        assert all(" ".join(row.label.split()) in text for row in part.rows)
    for part in getattr(product, "sections", ()):
        assert part.heading in text


def test_a_table_is_a_line_a_row() -> None:
    assert product_text(sheet("$57.5M")).splitlines() == [
        "# LBO (spreadsheet)",
        "## P&L",
        "|  | Y1",
        "| Revenue | $57.5M",
    ]


def test_a_cell_makes_neither_rows_nor_columns_of_its_own() -> None:
    lines = product_text(sheet("1 | 2\n| Profit | 99")).splitlines()

    assert lines[-1] == "| Revenue | 1 / 2 / Profit / 99"


def test_values_and_units_are_shown_where_there_is_no_text() -> None:
    widget = Widget(id="w", title="IRR", value=0.1 + 0.2, unit="%")

    assert "IRR: 0.3 (%)" in product_text(Dashboard(id="d", title="D", widgets=(widget,)))


def test_code_is_told_by_path() -> None:
    file = CodeFile(id="f", path="src/app.py", content="a = 1\nb = 2")

    assert product_text(Code(id="c", title="C", files=(file,))).endswith(
        "## src/app.py\na = 1\nb = 2"
    )


@given(body=st.text(max_size=400), most=st.integers(1, 200))
def test_it_keeps_its_bounds_and_says_what_it_left_out(body: str, most: int) -> None:
    document = Document(id="d", title="T", sections=(Section(id="s", heading="H", body=body),))
    whole = product_text(document, 10_000)
    cut = product_text(document, most)

    if len(whole) < most:
        assert cut == whole
    else:
        kept, _, note = cut.rpartition("\n")
        assert len(kept) <= most
        assert whole.startswith(kept)
        assert "more characters are left out" in note
