"""Edits of work products have the right type and place, and lead to the target."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.staging.random_data import products

from modylbench.evaluation.mutations.classification import TYPES
from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.structured_products import DEEPEST, StructuredFormat
from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.products.pointer import steps
from modylbench.scenarios.script import MutationType

FORMAT = StructuredFormat()
NIGHTLY = settings().max_examples > 100

every_kind = pytest.mark.parametrize("kind", products.BY_KIND)


@every_kind
@settings(max_examples=2_500 if NIGHTLY else 60)
@given(data=st.data())
def test_edits_lead_to_the_target_and_back(kind: str, data: st.DataObject) -> None:
    before, after = (FORMAT.normalise(data.draw(products.products(kind))) for _ in range(2))

    edits = FORMAT.diff(before, after)

    assert same_json(FORMAT.apply(before, edits), after)
    assert same_json(FORMAT.apply(after, FORMAT.diff(after, before)), before)
    assert (edits == ()) == same_json(before, after)
    assert {edit.type for edit in edits} <= TYPES
    assert len({(edit.type == "reorder", edit.locator) for edit in edits}) == len(edits)


@every_kind
@given(data=st.data())
def test_a_product_comes_and_goes_whole(kind: str, data: st.DataObject) -> None:
    product = FORMAT.normalise(data.draw(products.products(kind)))

    assert FORMAT.diff(None, product) == (Edit("create", "", new=product),)
    assert FORMAT.diff(product, None) == (Edit("delete", "", old=product),)
    assert FORMAT.apply(None, FORMAT.diff(None, product)) == product
    assert FORMAT.apply(product, FORMAT.diff(product, None)) is None
    assert FORMAT.normalise(product) == product
    assert FORMAT.diff(None, None) == ()


@given(chart=products.products("chart"), document=products.products("document"))
def test_a_product_that_becomes_another_kind_goes_and_comes(chart: Any, document: Any) -> None:
    before, after = FORMAT.normalise(chart), FORMAT.normalise(document)

    edits = FORMAT.diff(before, after)

    assert [edit.type for edit in edits] == ["delete", "create"]
    assert FORMAT.apply(before, edits) == after


keys = st.sampled_from(["kind", "id", "rows", "a/b", "m~n", ""])
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from(["", "x", "chart"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(keys, inner, max_size=4)
        | st.lists(
            st.dictionaries(keys, inner, max_size=2).flatmap(
                lambda item: st.sampled_from(["x", "y", "z"]).map(lambda own: {**item, "id": own})
            ),
            max_size=3,
        )
    ),
    max_leaves=12,
)
objects = st.dictionaries(keys, anything, max_size=4).filter(
    lambda value: not isinstance(value.get("kind"), str)
)


@settings(max_examples=2_500 if NIGHTLY else 60)
@given(before=objects, after=objects)
def test_any_other_json_is_edited_value_by_value(before: Any, after: Any) -> None:
    before, after = FORMAT.normalise(before), FORMAT.normalise(after)

    edits = FORMAT.diff(before, after)

    assert same_json(FORMAT.apply(before, edits), after)
    assert (edits == ()) == same_json(before, after)
    assert {edit.type for edit in edits} <= {
        "update_value",
        "add_key",
        "remove_key",
        "add_list_item",
        "remove_list_item",
        "reorder",
        "create",
        "delete",
    }


def workbook(**changed: Any) -> Any:
    """Two rows and two columns; `changed` replaces fields of the sheet."""
    cells = {"y1": {"value": 50, "unit": "$M"}, "y2": {"value": 57.5, "unit": "$M"}}
    sheet = {
        "id": "plan",
        "name": "Plan",
        "columns": [{"id": "y1", "label": "Year 1"}, {"id": "y2", "label": "Year 2"}],
        "rows": [
            {"id": "revenue", "label": "Revenue", "cells": cells},
            {"id": "cost", "label": "Cost", "cells": {"y1": {"value": 20, "unit": "$M"}}},
        ],
        "notes": [],
    }
    product = {"kind": "spreadsheet", "id": "p", "title": "Plan", "sheets": [{**sheet, **changed}]}
    return FORMAT.normalise(product)


def rows(*added: Any, revenue: Any = None, order: str = "revenue cost") -> Any:
    known = {row["id"]: row for row in workbook()["sheets"][0]["rows"]}
    known["revenue"] = {**known["revenue"], **(revenue or {})}
    return [*(known[own] for own in order.split()), *added]


def cells_with(**cell: Any) -> Any:
    whole = workbook()["sheets"][0]["rows"][0]["cells"]
    return {"cells": {**whole, "y2": {"value": 57.5, "unit": "$M", **cell}}}


def types_and_places(before: Any, after: Any) -> list[tuple[str, str]]:
    edits = FORMAT.diff(before, after)
    assert FORMAT.apply(before, edits) == after
    return [(edit.type, edit.locator) for edit in edits]


REVENUE = "/sheets/plan/rows/revenue"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            workbook(rows=rows(revenue=cells_with(value=60, unit="$K", text="60"))),
            [("update_cell", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(value=57500, unit="$K"))),
            [("reformat", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(value=57500, unit="€K"))),
            [("update_cell", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(text="$57.5M"))),
            [("reformat", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(text="$58.5M"))),
            [("update_cell", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(unit="%"))),
            [("update_cell", f"{REVENUE}/cells/y2")],
        ),
        (
            workbook(rows=rows(revenue=cells_with(formula="=B1*1.15"))),
            [("update_cell", f"{REVENUE}/cells/y2")],
        ),
        (workbook(rows=rows(revenue={"cells": {}})), [
            ("update_cell", f"{REVENUE}/cells/y1"), ("update_cell", f"{REVENUE}/cells/y2"),
        ]),
        (workbook(rows=rows(revenue={"label": "Sales", "unit": "$"})), [("update_value", REVENUE)]),
        (workbook(rows=rows(revenue={"unit": "$M"})), [("reformat", REVENUE)]),
        (
            workbook(rows=rows({"id": "tax", "label": "Tax", "cells": {"y1": {"value": 1}}})),
            [("add_row", "/sheets/plan/rows/tax")],
        ),
        (workbook(rows=rows(order="revenue")), [("delete_row", "/sheets/plan/rows/cost")]),
        (
            workbook(rows=rows(order="cost revenue")),
            [("reorder", "/sheets/plan/rows/cost")],
        ),
        (workbook(name="Base"), [("update_value", "/sheets/plan/name")]),
        (workbook(notes=["US$", "Q3"]), [("update_value", "/sheets/plan/notes")]),
        (workbook(id="other"), [
            ("delete_section", "/sheets/plan"), ("add_section", "/sheets/other"),
        ]),
    ],
)  # fmt: skip
def test_each_edit_of_a_spreadsheet_has_its_type(after: Any, expected: Any) -> None:
    assert types_and_places(workbook(), after) == expected


def test_a_column_comes_with_its_cells_and_another_cells_change_is_not_lost_in_it() -> None:
    columns = [
        {"id": "y0", "label": "Year 0"},
        *({"id": own, "label": f"Year {own[1]}"} for own in ("y1", "y2")),
    ]
    changed = cells_with(value=60)["cells"] | {"y0": {"value": 40, "unit": "$M"}}
    new_row = {"id": "tax", "label": "Tax", "cells": {"y0": {"value": 3}}}
    after = workbook(columns=columns, rows=rows(new_row, revenue={"cells": changed}))
    forth, back = FORMAT.diff(workbook(), after), FORMAT.diff(after, workbook())

    assert [(edit.type, edit.locator, edit.after) for edit in forth] == [
        ("add_column", "/sheets/plan/columns/y0", ""),
        ("add_row", "/sheets/plan/rows/tax", "cost"),
        ("update_cell", f"{REVENUE}/cells/y2", None),
    ]
    full = {"value": 40, "unit": "$M", "text": None, "formula": None}
    column = {"id": "y0", "label": "Year 0", "unit": None}
    assert forth[0].new == {"column": column, "cells": {"revenue": full}}
    assert [edit.type for edit in back] == ["delete_column", "delete_row", "update_cell"]
    assert back[0].old == forth[0].new
    assert FORMAT.apply(workbook(), forth) == after
    assert FORMAT.apply(after, back) == workbook()


def chart(**changed: Any) -> Any:
    series = {"id": "s", "label": "S", "points": [{"id": "q1", "x": "Q1", "y": 1}]}
    fields = {"kind": "chart", "id": "c", "title": "C", "chart_type": "bar", "series": [series]}
    return FORMAT.normalise({**fields, **changed})


def series(*points: Any, **fields: Any) -> Any:
    return {"id": "s", "label": "S", "points": list(points), **fields}


Q1 = {"id": "q1", "x": "Q1", "y": 1}
Q2 = {"id": "q2", "x": "Q2", "y": 2}


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (chart(series=[]), [("remove_chart_series", "/series/s")]),
        (
            chart(series=[series(Q1), {"id": "t", "label": "T"}]),
            [("add_chart_series", "/series/t")],
        ),
        (chart(series=[series({**Q1, "y": 5})]), [("update_chart", "/series/s/points/q1")]),
        (chart(series=[series(Q1, Q2)]), [("update_chart", "/series/s/points/q2")]),
        (chart(series=[series()]), [("update_chart", "/series/s/points/q1")]),
        (chart(series=[series(Q1, label="Sum", unit="%")]), [("update_chart", "/series/s")]),
        (
            chart(title="D", y_axis={"label": "Win rate", "unit": "%"}),
            [("update_chart", "/title"), ("update_chart", "/y_axis")],
        ),
    ],
)
def test_each_edit_of_a_chart_has_its_type(after: Any, expected: Any) -> None:
    assert types_and_places(chart(), after) == expected


def report(**changed: Any) -> Any:
    fields = {
        "kind": "document",
        "id": "d",
        "title": "D",
        "sections": [
            {"id": "a", "heading": "A", "body": "The **IRR** is 21 %."},
            {"id": "b", "heading": "B", "body": "Risks."},
        ],
        "citations": [{"id": "S1", "url": "https://one.example"}],
    }
    return FORMAT.normalise({**fields, **changed})


def section(own: str, body: str, **fields: Any) -> Any:
    return {"id": own, "heading": own.upper(), "body": body, **fields}


IRR, RISKS = "The **IRR** is 21 %.", "Risks."


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (report(sections=[section("a", IRR)]), [("delete_section", "/sections/b")]),
        (
            report(sections=[section("a", IRR), section("b", RISKS), section("c", "")]),
            [("add_section", "/sections/c")],
        ),
        (
            report(sections=[section("a", "The **IRR** is 22 %."), section("b", RISKS)]),
            [("update_section", "/sections/a")],
        ),
        (
            report(sections=[section("a", "The IRR\nis 21 %.", level=2), section("b", RISKS)]),
            [("reformat", "/sections/a")],
        ),
        (report(sections=[section("b", RISKS), section("a", IRR)]), [("reorder", "/sections/b")]),
        (report(citations=[]), [("remove_list_item", "/citations/S1")]),
        (
            report(citations=[{"id": "S1", "url": "https://two.example"}]),
            [("update_value", "/citations/S1")],
        ),
        (report(title="E"), [("update_value", "/title")]),
    ],
)
def test_each_edit_of_a_document_has_its_type(after: Any, expected: Any) -> None:
    assert types_and_places(report(), after) == expected


def board(**widget: Any) -> Any:
    widgets = [{"id": "w", "title": "W", "value": 1, **widget}]
    return FORMAT.normalise({"kind": "dashboard", "id": "d", "title": "D", "widgets": widgets})


TABLE = {"id": "t", "name": "T", "columns": [{"id": "c", "label": "C"}], "rows": []}
FULL_TABLE = {**TABLE, "rows": [{"id": "r", "label": "R", "cells": {"c": {"value": 1}}}]}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (board(), board(value=2, text="up"), [("update_widget", "/widgets/w")]),
        (board(), board(id="v"), [("remove_widget", "/widgets/w"), ("add_widget", "/widgets/v")]),
        (board(), board(table=TABLE), [("update_widget", "/widgets/w/table")]),
        (board(table=TABLE), board(), [("update_widget", "/widgets/w/table")]),
        (board(table=TABLE), board(table=FULL_TABLE), [("add_row", "/widgets/w/table/rows/r")]),
        (
            board(table={**TABLE, "name": "old"}),
            board(table=TABLE),
            [("update_value", "/widgets/w/table/name")],
        ),
        (
            board(chart={"id": "c", "title": "C", "chart_type": "bar"}),
            board(chart={"id": "c", "title": "C", "chart_type": "line"}),
            [("update_chart", "/widgets/w/chart/chart_type")],
        ),
        (board(), board(unit="%"), [("reformat", "/widgets/w")]),
    ],
)
def test_each_edit_of_a_dashboard_has_its_type(before: Any, after: Any, expected: Any) -> None:
    assert types_and_places(before, after) == expected


def test_the_types_are_those_that_scenarios_may_declare() -> None:
    declared = set(get_args(MutationType))

    assert len(TYPES) == 23
    assert declared - {"edit_hunk", "rewrite_file", "add_file", "delete_file"} == TYPES


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "raw",
    [
        [],
        "text",
        nested(100_000),
        nested(DEEPEST),
        {"a": float("nan")},
        {"a": {1: 2}},
        {"a": (1, 2)},
        {"a": [0] * 1_000_001},
        {"kind": "chart", "id": "c", "title": "C", "chart_type": "cake"},
        {"kind": "chart", "id": "c", "title": "C" * 100_000, "chart_type": "bar"},
        {"kind": "chart", "id": 2**80, "title": "C", "chart_type": "bar"},
    ],
    ids=lambda raw: type(raw).__name__,
)
def test_what_is_no_product_is_refused(raw: Any) -> None:
    with pytest.raises(ValueError, match=r"found|expected"):
        FORMAT.normalise(raw)


def test_what_is_wrong_with_a_product_is_said_with_its_place() -> None:
    broken = workbook(rows=rows(revenue=cells_with(value="#REF!")))
    lost = report(citations=[{"id": "S1", "url": "u", "section": "gone"}])

    assert [line.partition(":")[0] for line in FORMAT.verify(broken)] == [f"{REVENUE}/cells/y2"]
    assert FORMAT.verify(workbook()) == ()
    assert "'gone'" in FORMAT.verify(lost)[0]
    assert "/series: " in FORMAT.verify(chart(series=[]))[0]
    assert "/widgets/w/chart/series: " in FORMAT.verify(board(chart={**chart(series=[])}))[0]


def test_an_edit_without_a_product_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a product"):
        FORMAT.apply(None, [Edit("update_value", "/title", old="a", new="b")])


def test_locators_are_pointers() -> None:
    edits = FORMAT.diff({"a/b": {"m~n": 1}}, {"a/b": {"m~n": 2}})

    assert [steps(edit.locator) for edit in edits] == [["a/b", "m~n"]]
