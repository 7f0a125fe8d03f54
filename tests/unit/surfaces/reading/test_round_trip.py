"""A product that is shown with our components is read back as exactly the same product."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.terminal import Terminal, TerminalEntry
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.snapshot import SurfaceSnapshot
from modylbench.surfaces.state.surfaces import Surfaces

ids = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,6}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
maybe = st.none() | texts
numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-1e18, 1e18, allow_nan=False)
scalars = st.none() | st.booleans() | numbers | texts


def listed(of: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=most, unique_by=lambda part: part.id).map(tuple)


notes = st.lists(texts, max_size=2).map(tuple)
cells = st.builds(Cell, value=scalars, unit=maybe, text=maybe, formula=maybe)
columns = st.builds(Column, id=ids, label=texts, unit=maybe)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    heads = draw(listed(columns, 4))
    held = st.dictionaries(st.sampled_from([c.id for c in heads]), cells) if heads else st.just({})
    rows = draw(listed(st.builds(Row, id=ids, label=texts, unit=maybe, cells=held), 4))
    return Sheet(id=draw(ids), name=draw(texts), columns=heads, rows=rows, notes=draw(notes))


points = st.builds(
    Point,
    id=ids,
    x=texts | numbers,
    y=st.none() | numbers,
    low=st.none() | numbers,
    high=st.none() | numbers,
)
axes = st.builds(Axis, label=texts, unit=maybe)
charts = st.builds(
    Chart,
    id=ids,
    title=texts,
    chart_type=st.sampled_from(["bar", "line", "forest", "other"]),
    x_axis=axes,
    y_axis=axes,
    series=listed(st.builds(Series, id=ids, label=texts, unit=maybe, points=listed(points))),
    notes=notes,
)
sections = st.builds(Section, id=ids, heading=texts, level=st.integers(1, 6), body=texts)
citations = st.builds(
    Citation,
    id=ids,
    url=texts,
    title=texts,
    publisher=texts,
    date=texts,
    claim=texts,
    section=st.none() | ids,
)
widgets = st.builds(
    Widget,
    id=ids,
    title=texts,
    value=scalars,
    unit=maybe,
    text=texts,
    table=st.none() | sheets(),
    chart=st.none() | charts,
)
files = st.builds(CodeFile, id=ids, path=texts, language=texts, content=texts)
entries = st.builds(
    TerminalEntry,
    id=ids,
    command=texts,
    output=texts,
    exit_code=st.none() | st.integers(-(2**31), 2**32 - 1),
    cwd=texts,
)
products = st.one_of(
    st.builds(Spreadsheet, id=ids, title=texts, sheets=listed(sheets())),
    charts,
    st.builds(
        Document, id=ids, title=texts, sections=listed(sections), citations=listed(citations)
    ),
    st.builds(Dashboard, id=ids, title=texts, widgets=listed(widgets), notes=notes),
    st.builds(Code, id=ids, title=texts, files=listed(files).filter(bool)),
    st.builds(Terminal, id=ids, title=texts, entries=listed(entries)),
)


def shown(*some: WorkProduct) -> tuple[SurfaceSnapshot, ...]:
    """The products on surfaces of their own, after the whole way through messages and state."""
    state = Surfaces()
    for place, product in enumerate(some):
        for message in messages_for(product, f"surface_{place:03}"):
            assert state.take(json.loads(json.dumps(message))) == ()
    return state.snapshot()


@given(product=products)
def test_any_product_comes_back_as_it_was(product: WorkProduct) -> None:
    reading = read_products(shown(product))

    assert reading.products == (product,)
    assert reading.products[0].model_dump_json() == product.model_dump_json()
    assert reading.findings == ()
    assert [origin.how for origin in reading.origins] == ["exact"]


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("seed", [0, 7, 42])
def test_the_oracles_products_come_back_as_they_were(name: str, seed: int) -> None:
    made = instantiate(scenario(name), seed).final_products

    reading = read_products(shown(*made))

    assert reading.products == made
    assert reading.findings == ()


@given(product=products)
def test_literal_fields_are_read_like_bound_ones(product: WorkProduct) -> None:
    [bound] = shown(product)

    def literal(value: Any) -> Any:
        is_bound = isinstance(value, dict) and set(value) == {"path"}
        return _at(bound.data, value["path"]) if is_bound else value

    components = {
        name: {key: literal(value) for key, value in component.items()}
        for name, component in bound.components.items()
    }
    inline = bound.model_copy(update={"components": components, "data": None})

    assert read_products([inline]).products == (product,)


def _at(data: Any, path: str) -> Any:
    for step in path.strip("/").split("/"):
        data = data[step]
    return data
