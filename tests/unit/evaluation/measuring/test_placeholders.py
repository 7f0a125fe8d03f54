"""What holds a place, and what says something?"""

import pytest

from modylbench.evaluation.measuring.defects import is_placeholder, placeholder_share
from modylbench.products.document import Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

HOLDING = [
    "TBD", "tbc", "**TBD**", "- to be confirmed", "N/A", "n.a.", "[insert figure here]", "???",
    "...", "To be determined.", "will be added later", "Placeholder", "Lorem ipsum dolor sit amet",
    "XXX", "Coming soon!", "TODO", "pending",
]  # fmt: skip
SAYING = [
    "0", "-", "12.5%", "Net debt", "The start date is to be confirmed by the regulator.",
    "Pending approval, we begin in May", "NA region", "No", "None of the lenders agreed.", "Q3",
]  # fmt: skip


@pytest.mark.parametrize("text", HOLDING)
def test_holds_a_place(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize("text", SAYING)
def test_says_something(text: str) -> None:
    assert not is_placeholder(text)


def test_cells_are_counted_and_empty_ones_are_not() -> None:
    cells = {
        "a": Cell(value="TBD"),
        "b": Cell(value=0),
        "c": Cell(),
        "d": Cell(value=2, text="n/a"),
    }
    columns = tuple(Column(id=name, label="TBD") for name in cells)
    sheet = Sheet(id="s", name="TBD", columns=columns, rows=(Row(id="r", label="x", cells=cells),))

    assert placeholder_share(Spreadsheet(id="p", title="TBD", sheets=(sheet,))) == 2 / 3


def test_nothing_to_count_is_no_share() -> None:
    sections = (Section(id="s", heading="Summary"),)

    assert placeholder_share(Document(id="d", title="x", sections=sections)) is None
