"""Random work products of each kind, small and alike enough that two of them share most ids."""

from typing import Any

from hypothesis import strategies as st

Drawn = st.SearchStrategy[Any]

ids = st.sampled_from(["a", "b", "c", "d", "rows", "cells"])
texts = st.sampled_from(["", "Revenue", "Revenue ", "**Revenue**", "Cost 5", "#REF!"])
units = st.sampled_from([None, "$M", "$K", "%", "x"])
numbers = st.sampled_from([0, 1, 1.0, -2, 57.5, 57500, 1e17])
scalars = st.none() | st.booleans() | numbers | texts


def items(item: Drawn) -> Drawn:
    return st.lists(item, max_size=4, unique_by=lambda element: element["id"])


def part_with_id(**fields: Drawn) -> Drawn:
    return st.fixed_dictionaries({"id": ids, **fields})


cells = st.fixed_dictionaries(
    {"value": scalars}, optional={"unit": units, "text": st.none() | texts, "formula": texts}
)


@st.composite
def sheets(draw: st.DrawFn) -> Any:
    columns = draw(items(part_with_id(label=texts, unit=units)))
    known = [column["id"] for column in columns]
    some_cells = st.dictionaries(st.sampled_from(known), cells) if known else st.just({})
    return {
        "id": draw(ids),
        "name": draw(texts),
        "columns": columns,
        "rows": draw(items(part_with_id(label=texts, unit=units, cells=some_cells))),
        "notes": draw(st.lists(texts, max_size=3)),
    }


points = part_with_id(x=texts | numbers, y=st.none() | numbers)
axes = st.fixed_dictionaries({"label": texts, "unit": units})
chart_fields: dict[str, Drawn] = {
    "kind": st.just("chart"),
    "title": texts,
    "chart_type": st.sampled_from(["bar", "line"]),
    "x_axis": axes,
    "series": items(part_with_id(label=texts, unit=units, points=items(points))),
    "notes": st.lists(texts, max_size=2),
}
sections = part_with_id(heading=texts, level=st.integers(1, 3), body=texts)
citations = part_with_id(url=texts, claim=texts, section=st.none() | ids)
widgets = part_with_id(
    title=texts,
    value=scalars,
    unit=units,
    text=texts,
    table=st.none() | sheets(),
    chart=st.none() | part_with_id(**chart_fields),
)

BY_KIND: dict[str, Drawn] = {
    "spreadsheet": st.fixed_dictionaries({"title": texts, "sheets": items(sheets())}),
    "chart": st.fixed_dictionaries(chart_fields),
    "document": st.fixed_dictionaries(
        {"title": texts, "sections": items(sections), "citations": items(citations)}
    ),
    "dashboard": st.fixed_dictionaries(
        {"title": texts, "widgets": items(widgets), "notes": st.lists(texts, max_size=2)}
    ),
}


def products(kind: str) -> Drawn:
    """Products of the kind, all with the same id."""
    return BY_KIND[kind].map(lambda fields: {**fields, "kind": kind, "id": "p"})
