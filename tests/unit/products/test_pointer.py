"""A pointer leads back to what was put there, and leaves the rest alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.pointer import MISSING, join, replace_at, resolve, steps, without
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

ids = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,8}", fullmatch=True)
cells = st.builds(Cell, value=st.integers(-1000, 1000), unit=st.sampled_from([None, "$M", "%"]))


@st.composite
def spreadsheets(draw: st.DrawFn) -> Spreadsheet:
    columns = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    sheets = [
        Sheet(
            id=name,
            name=name,
            columns=tuple(Column(id=column, label=column) for column in columns),
            rows=tuple(
                Row(id=row, label=row, cells={column: draw(cells) for column in columns})
                for row in draw(st.lists(ids, min_size=1, max_size=4, unique=True))
            ),
        )
        for name in draw(st.lists(ids, min_size=1, max_size=3, unique=True))
    ]
    return Spreadsheet(id="p", title="t", sheets=tuple(sheets))


@st.composite
def places(draw: st.DrawFn) -> tuple[Spreadsheet, str]:
    product = draw(spreadsheets())
    sheet = draw(st.sampled_from(product.sheets))
    row = draw(st.sampled_from(sheet.rows))
    column = draw(st.sampled_from(sheet.columns))
    return product, join("sheets", sheet.id, "rows", row.id, "cells", column.id, "value")


def values_of(product: Spreadsheet) -> dict[str, object]:
    return {
        join("sheets", sheet.id, "rows", row.id, "cells", column, "value"): cell.value
        for sheet in product.sheets
        for row in sheet.rows
        for column, cell in row.cells.items()
    }


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=6))
def test_the_steps_of_a_joined_pointer_are_its_parts(parts: list[str]) -> None:
    assert steps(join(*parts)) == parts


@given(place=places(), value=st.integers())
def test_what_was_put_there_is_found_there_and_nothing_else_changed(
    place: tuple[Spreadsheet, str], value: int
) -> None:
    product, pointer = place
    before = values_of(product)

    changed = replace_at(product, pointer, value)

    assert resolve(changed, pointer) == value
    assert values_of(changed) == {**before, pointer: value}
    assert values_of(product) == before


@given(place=places())
def test_putting_back_what_was_there_gives_the_same_product(
    place: tuple[Spreadsheet, str],
) -> None:
    product, pointer = place
    changed = replace_at(product, pointer, "something else")

    assert changed != product
    assert replace_at(changed, pointer, resolve(product, pointer)) == product


@given(place=places())
def test_what_was_taken_out_is_missing(place: tuple[Spreadsheet, str]) -> None:
    product, pointer = place
    row = join(*steps(pointer)[:4])

    shorter = without(product, row)

    assert resolve(shorter, row) is MISSING
    assert resolve(shorter, pointer) is MISSING
    assert len(values_of(shorter)) == len(values_of(product)) - len(resolve(product, row).cells)


@given(place=places())
def test_parts_beside_the_path_are_shared(place: tuple[Spreadsheet, str]) -> None:
    product, pointer = place
    changed = replace_at(product, pointer, 0)

    for old, new in zip(product.sheets, changed.sheets, strict=True):
        assert (old is new) == (old.id != steps(pointer)[1])


@pytest.mark.parametrize("pointer", ["/sheets/none/rows", "/nothing", "/title/deeper", "/sheets/0"])
def test_a_pointer_to_nothing_is_missing_and_not_replaced(pointer: str) -> None:
    product = Spreadsheet(id="p", title="t", sheets=(Sheet(id="s", name="s"),))

    assert resolve(product, pointer) is MISSING
    with pytest.raises(KeyError, match="there is no"):
        replace_at(product, pointer, 1)


def test_a_pointer_starts_with_a_slash() -> None:
    assert steps("") == []
    with pytest.raises(ValueError, match="expected it to start with '/'"):
        steps("sheets/a")
