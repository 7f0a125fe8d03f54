"""What a part that is set aside shows is no second word on the main case."""

from collections.abc import Mapping

import pytest

from modylbench.products.document import Document, Section
from modylbench.products.finding.find import (
    Ambiguous,
    FoundNumber,
    find_claim_text,
    find_number,
    find_table,
)
from modylbench.products.quantities.conclusion import ClaimSought
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.reading.index import index
from modylbench.products.reading.set_aside import is_set_aside
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

PALLETS = TableSought(
    id="pallets", product="plan", roles={"plant": ("Oslo", "Turku"), "store": ("Riga", "Kiel")}
)
TOTAL = NumberSought(id="total", product="plan", labels=(("Total cost",),), unit="$")
MAIN = {"Oslo": {"Riga": 10}, "Turku": {"Kiel": 20}}
OLD = {"Oslo": {"Riga": 30, "Kiel": 40}, "Turku": {"Kiel": 20}}


def sheet(name: str, rows: Mapping[str, Mapping[str, float]], notes: tuple[str, ...] = ()) -> Sheet:
    columns = sorted({column for cells in rows.values() for column in cells})
    return Sheet(
        id=name.lower().replace(" ", "_").replace(":", "").replace(",", ""),
        name=name,
        columns=tuple(Column(id=column.lower(), label=column) for column in columns),
        rows=tuple(
            Row(id=row.lower().replace(" ", "_"), label=row, cells={
                column.lower(): Cell(value=value) for column, value in cells.items()
            })
            for row, cells in rows.items()
        ),
        notes=notes,
    )  # fmt: skip


def pallets(*sheets: Sheet) -> dict[tuple[str, ...], float]:
    found = find_table(PALLETS, [index(Spreadsheet(id="plan", title="Plan", sheets=sheets))])
    assert not found.conflicts
    return {key: number.measure.number for key, number in found.numbers.items()}


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("Superseded v1: flows", ()),
        ("Side case, not for the board: flows", ()),
        ("Flows before the correction", ()),
        ("Flows 2", ("Superseded. Kept for the record; do not use.",)),
        ("Flows 2", ("For reference only: the plan is on the first sheet.",)),
        ("Appendix: flows", ()),
    ],
)
def test_a_table_takes_no_row_from_another_version_of_it(name: str, notes: tuple[str, ...]) -> None:
    right = {("Oslo", "Riga"): 10.0, ("Turku", "Kiel"): 20.0}
    assert pallets(sheet("Flows", MAIN), sheet(name, OLD, notes)) == right
    assert pallets(sheet(name, OLD, notes), sheet("Flows", MAIN)) == right


def test_what_stands_in_an_appendix_alone_is_read_there_if_nothing_disagrees() -> None:
    whole = {"Oslo": {"Riga": 10, "Kiel": 40}, "Turku": {"Kiel": 20}}
    assert len(pallets(sheet("Flows", MAIN), sheet("Appendix: all flows", whole))) == 3
    assert len(pallets(sheet("Superseded flows", OLD))) == 3


def test_a_second_table_that_is_not_set_aside_contradicts() -> None:
    book = Spreadsheet(
        id="plan", title="Plan", sheets=(sheet("Flows", MAIN), sheet("Shipments", OLD))
    )
    assert find_table(PALLETS, [index(book)]).conflicts


def test_a_number_set_aside_is_not_ambiguous() -> None:
    main = sheet("Costs", {"Total cost": {"Value": 500}})
    for name, kind in (("Side case: one lane shut", FoundNumber), ("Lanes", Ambiguous)):
        other = sheet(name, {"Total cost": {"Value": 600}})
        book = Spreadsheet(id="plan", title="Plan", sheets=(main, other))
        assert isinstance(find_number(TOTAL, [index(book)]), kind)


def test_an_older_conclusion_that_is_kept_is_not_what_a_paper_concludes() -> None:
    paper = Document(
        id="paper",
        title="Paper",
        sections=(
            Section(id="a", heading="Recommendation", body="Enter Vietnam."),
            Section(id="b", heading="Superseded recommendation", body="Enter Malaysia."),
        ),
    )
    sought = ClaimSought.model_construct(
        id="r", product="paper", headings=("Recommendation",), points=()
    )
    found = find_claim_text(sought, [index(paper)])
    assert found is not None
    assert "Malaysia" not in found.text


@pytest.mark.parametrize(
    "note",
    [
        "The run before this one is superseded; do not use it.",
        "US$ in millions",
        "Replaces the earlier version.",
        "Uses the original maturities.",
    ],
)
def test_a_note_on_something_else_sets_nothing_aside(note: str) -> None:
    assert not is_set_aside("Flows", (note,))


def test_a_header_may_say_that_its_numbers_are_fractions() -> None:
    for label in ("Win rate (as a fraction)", "Win rate, fraction", "Win rate (decimal)"):
        read = label_words(label)
        assert (read.words, read.hint.dimension, read.hint.scale) == (
            ("win", "rate"),
            "percent",
            1.0,
        )
    assert label_words("Ejection fraction").words == ("ejection", "fraction")
