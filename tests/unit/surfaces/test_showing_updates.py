"""An edit of what is shown leads to the same as showing it anew, with nothing sent twice."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.chart import Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.showing import DataChange, data_changes, messages_for, updates_for
from modylbench.surfaces.snapshot import SurfaceSnapshot
from modylbench.surfaces.state.surfaces import Surfaces

ids = st.sampled_from(["a", "b", "c.d", "e-1", "7"])
texts = st.sampled_from(["", "one", "two", "~/3"])
maybe = st.none() | texts
scalars = st.none() | st.booleans() | st.sampled_from([0, 1, 1.0, 2.5, "1", "x"])


def listed(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=3, unique_by=lambda part: part.id).map(tuple)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    columns = draw(listed(st.builds(Column, id=ids, label=texts, unit=maybe)))
    cells = st.builds(Cell, value=scalars, unit=maybe, text=st.none(), formula=st.none())
    held = (
        st.dictionaries(st.sampled_from([c.id for c in columns]), cells) if columns else st.just({})
    )
    rows = draw(listed(st.builds(Row, id=ids, label=texts, unit=maybe, cells=held)))
    notes = tuple(draw(st.lists(texts, max_size=2)))
    return Sheet(id=draw(ids), name=draw(texts), columns=columns, rows=rows, notes=notes)


books = st.builds(Spreadsheet, id=ids, title=texts, sheets=listed(sheets()))
points = st.builds(Point, id=ids, x=texts, y=st.none() | st.integers(0, 3))
charts = st.builds(
    Chart,
    id=ids,
    title=texts,
    chart_type=st.sampled_from(["bar", "line"]),
    series=listed(st.builds(Series, id=ids, label=texts, unit=maybe, points=listed(points))),
)
files = st.builds(CodeFile, id=ids, path=texts, language=texts, content=texts)
codes = st.builds(Code, id=ids, title=texts, files=listed(files).filter(bool))
products = books | charts | codes


def shown(messages: Iterable[dict[str, Any]]) -> tuple[SurfaceSnapshot, ...]:
    state = Surfaces()
    for message in messages:
        assert state.take(json.loads(json.dumps(message))) == ()
    assert state.end_turn() == ()
    return state.snapshot()


def written(messages: Iterable[dict[str, Any]]) -> list[str]:
    return [message["updateDataModel"]["path"] for message in messages]


@given(old=products, new=products)
def test_an_edit_leads_to_what_showing_anew_leads_to(old: WorkProduct, new: WorkProduct) -> None:
    edited = shown([*messages_for(old, "s"), *updates_for(old, new, "s")])

    assert edited == shown(messages_for(new, "s"))
    [product] = read_products(edited).products
    assert product.model_dump(mode="json") == new.model_dump(mode="json")


@given(product=products)
def test_what_stays_the_same_costs_nothing(product: WorkProduct) -> None:
    assert updates_for(product, product, "s") == []


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_step_of_every_oracle_can_be_shown_as_an_edit(name: str) -> None:
    variant = instantiate(scenario(name), 0)
    milestones = variant.oracle.MILESTONES
    before: dict[str, WorkProduct] = {}
    for count in range(1, len(milestones) + 1):
        after = {
            product.id: product for product in variant.products_at(frozenset(milestones[:count]))
        }
        for product_id in before.keys() & after.keys():
            old, new = before[product_id], after[product_id]
            edits = updates_for(old, new, "s")
            assert shown([*messages_for(old, "s"), *edits]) == shown(messages_for(new, "s"))
            assert not any("deleteSurface" in edit or "createSurface" in edit for edit in edits)
        before = after


def sheet(*rows: Row) -> Spreadsheet:
    columns = (Column(id="now", label="Now"), Column(id="then", label="Then"))
    return Spreadsheet(id="model", title="A model", sheets=(
        Sheet(id="main", name="Main", columns=columns, rows=rows),
    ))  # fmt: skip


def row(name: str, **cells: Any) -> Row:
    return Row(id=name, label=name, cells={key: Cell(value=value) for key, value in cells.items()})


BOOK = sheet(row("first", now=1, then=2), row("second", now=3))


def test_one_cell_is_one_write_at_its_place() -> None:
    new = replace_at(BOOK, "/sheets/main/rows/second/cells/now/value", 4)

    [edit] = updates_for(BOOK, new, "s")

    assert edit["updateDataModel"] == {
        "surfaceId": "s", "path": "/sheets/0/rows/1/cells/now", "value": 4,
    }  # fmt: skip


def test_a_row_in_between_resends_the_rows_and_nothing_else() -> None:
    new = sheet(row("first", now=1, then=2), row("between"), row("second", now=3))

    assert written(updates_for(BOOK, new, "s")) == ["/sheets/0/rows"]


def test_a_cell_that_is_gone_is_deleted_and_one_that_is_empty_is_not() -> None:
    gone = sheet(row("first", now=1), row("second", now=3))
    empty = sheet(row("first", now=1, then=None), row("second", now=3))

    assert written(updates_for(BOOK, gone, "s")) == ["/sheets/0/rows/0/cells/then"]
    assert written(updates_for(BOOK, empty, "s")) == ["/sheets/0/rows/0/cells"]


def test_another_chart_type_changes_the_component_alone() -> None:
    chart = Chart(id="c", title="C", chart_type="bar")

    [edit] = updates_for(chart, chart.model_copy(update={"chart_type": "line"}), "s")

    assert edit["updateComponents"]["components"][0]["chartType"] == "line"


def test_a_file_more_adds_a_component_and_its_data() -> None:
    first, second = CodeFile(id="a", path="a.py"), CodeFile(id="b", path="b.py")
    old = Code(id="c", title="C", files=(first,))
    new = old.model_copy(update={"files": (first, second)})

    data, components = updates_for(old, new, "s")

    assert data["updateDataModel"]["path"] == "/files/b"
    assert [component["id"] for component in components["updateComponents"]["components"]] == [
        "root",
        "file_b",
    ]


def test_numbers_of_different_kinds_are_different() -> None:
    assert data_changes({"n": 1}, {"n": True}) == [DataChange("/n", True)]
    assert data_changes({"n": 1}, {"n": 1.0}) == [DataChange("/n", 1.0)]
    assert data_changes([1], {"n": 1}) == [DataChange("/", {"n": 1})]
