"""Components of our catalog that an agent writes loosely, or wrongly."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import resolve
from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import WorkProductReading
from modylbench.surfaces.snapshot import SurfaceSnapshot


def surface(*components: dict[str, Any], data: Any = None, name: str = "s") -> SurfaceSnapshot:
    return SurfaceSnapshot(
        surface_id=name,
        catalog_id="urn:modylbench:a2ui:catalog:1",
        components={component["id"]: component for component in components},
        data=data,
    )


def read(component: str, data: Any = None, **fields: Any) -> WorkProductReading:
    return read_products(
        [surface({"id": "root", "component": component, "product": "p", **fields}, data=data)]
    )


def codes(reading: WorkProductReading) -> list[str]:
    return [finding.code for finding in reading.findings]


def sheets(reading: WorkProductReading) -> tuple[Sheet, ...]:
    [product] = reading.products
    assert isinstance(product, Spreadsheet)
    return product.sheets


def test_columns_may_be_texts_and_cells_values_in_their_order() -> None:
    rows = [{"label": "Revenue", "cells": [5, None, "n/a"]}]

    reading = read("DataGrid", title="Model", columns=["Year 1", "Year 2", "Year 1"], rows=rows)

    [product] = reading.products
    assert isinstance(product, Spreadsheet)
    [sheet] = product.sheets
    assert (sheet.id, sheet.name) == ("sheet", "Model")
    assert [column.id for column in sheet.columns] == ["year_1", "year_2", "year_1_2"]
    assert {key: cell.value for key, cell in sheet.rows[0].cells.items()} == {
        "year_1": 5,
        "year_1_2": "n/a",
    }
    assert reading.findings == ()


def test_cells_may_go_by_the_label_of_their_column() -> None:
    rows = [{"label": "Revenue", "cells": {"Year 1": 5, "y2": {"value": 6, "unit": "$M"}}}]
    columns = ["Year 1", {"id": "y2", "label": "Year 2"}]

    reading = read("DataGrid", title="Model", columns=columns, rows=rows)

    assert resolve(reading.products[0], "/sheets/sheet/rows/revenue/cells/year_1/value") == 5
    assert resolve(reading.products[0], "/sheets/sheet/rows/revenue/cells/y2/unit") == "$M"
    assert reading.findings == ()


def test_holes_that_deleted_elements_leave_are_no_parts() -> None:
    data = {
        "columns": ["A", None, "C"],
        "rows": [None, {"label": "r", "cells": [1, 2, 3]}, {"label": "s", "cells": [4, 5]}],
    }

    reading = read(
        "DataGrid", data, title="t", columns={"path": "/columns"}, rows={"path": "/rows"}
    )

    product = reading.products[0]
    assert resolve(product, "/sheets/sheet/rows/r/cells/c/value") == 3
    assert resolve(product, "/sheets/sheet/rows/s/cells/c/value") == 5
    assert codes(reading) == ["cell_without_column"]  # the 2 that stands where B was


def test_a_cell_whose_column_is_unknown_is_told() -> None:
    rows = [{"label": "r", "cells": {"a": 1, "nope": 2}}]

    reading = read("DataGrid", title="t", columns=["a"], rows=rows)

    [finding] = reading.findings
    assert finding.code == "cell_without_column"
    assert finding.where == "/sheets/sheet/rows/r/cells/nope"
    assert (finding.surface_id, finding.component_id) == ("s", "root")
    assert (finding.source, finding.severity) == ("reading", "error")


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e300, [1], {"value": [1]}, {"value": {}}])
def test_a_value_that_is_none_costs_only_its_cell(bad: object) -> None:
    rows = [{"label": "r", "cells": {"a": bad, "b": 2}}, {"label": "s", "cells": {"a": 3}}]

    reading = read("DataGrid", title="t", columns=["a", "b"], rows=rows)

    product = reading.products[0]
    assert resolve(product, "/sheets/sheet/rows/r/cells/b/value") == 2
    assert resolve(product, "/sheets/sheet/rows/s/cells/a/value") == 3
    assert [finding.where for finding in reading.findings] in (
        ["/sheets/sheet/rows/r/cells/a/value"],
        ["/sheets/sheet/rows/r/cells/a"],
    )


def test_ids_that_are_none_are_made_valid_and_their_cells_follow() -> None:
    columns = [
        {"id": "Year 1!", "label": "Y"},
        {"id": "b", "label": "B"},
        {"id": "b", "label": "C"},
    ]
    rows = [{"id": "a b", "label": "r", "cells": {"Year 1!": 1, "b": 2}}]

    reading = read("DataGrid", title="t", columns=columns, rows=rows)

    product = reading.products[0]
    assert resolve(product, "/sheets/sheet/rows/a_b/cells/year_1/value") == 1
    assert resolve(product, "/sheets/sheet/rows/a_b/cells/b/value") == 2
    assert sorted(codes(reading)) == ["id_changed", "id_changed", "id_twice"]
    assert {finding.severity for finding in reading.findings} == {"warning"}


def test_unknown_fields_long_texts_and_numbers_for_texts_are_told() -> None:
    columns = [{"label": 2027, "colour": "red"}]
    rows = [{"label": "x" * 2_001, "cells": []}]

    reading = read("DataGrid", title="t", columns=columns, rows=rows, colour="red")

    [sheet] = sheets(reading)
    assert (sheet.columns[0].id, sheet.columns[0].label) == ("2027", "2027")
    assert sheet.rows[0].label == "x" * 2_000
    assert sorted(codes(reading)) == [
        "text_too_long", "unknown_field", "unknown_field", "wrong_type",
    ]  # fmt: skip


def test_too_many_rows_and_columns_are_cut_and_told() -> None:
    rows = [{"label": "r", "cells": [1] * 501}] * 20_001

    reading = read("DataGrid", title="t", columns=["c"] * 501, rows=rows[:3])
    many = read("DataGrid", title="t", columns=["c"], rows=[{"label": "r"}] * 20_001)

    [sheet] = sheets(reading)
    assert len(sheet.columns) == 500
    assert len(sheet.rows[0].cells) == 500
    assert codes(reading) == ["too_many"] + ["cell_without_column"] * 3
    assert len(sheets(many)[0].rows) == 20_000
    assert codes(many) == ["too_many"]


def test_a_chart_may_be_written_in_either_case() -> None:
    series = [{"label": "Revenue", "points": [{"x": "Y1", "y": 1}, {"x": "Y1", "y": 2}, {"y": 3}]}]

    camel = read("Chart", title="t", chartType="bar", xAxis={"label": "Year"}, series=series)
    snake = read("Chart", title="t", chart_type="bar", x_axis={"label": "Year"}, series=series)

    assert camel.products == snake.products
    assert resolve(camel.products[0], "/series/revenue/points/y1_2/y") == 2
    assert resolve(camel.products[0], "/x_axis/label") == "Year"
    assert codes(camel) == ["missing_field"]


def test_a_chart_of_an_unknown_type_is_another_chart() -> None:
    reading = read("Chart", title="t", chartType="radar", series=[])

    assert resolve(reading.products[0], "/chart_type") == "other"
    assert codes(reading) == ["wrong_type"]


def test_markdown_stands_in_for_sections_and_its_sources() -> None:
    text = "# Memo\n\nRevenue grows [1].\n\n## Sources\n\n1. Bank: Report. https://bank.example/r"

    reading = read("Document", title="t", markdown=text)

    [product] = reading.products
    assert isinstance(product, Document)
    assert [section.id for section in product.sections] == ["memo", "sources"]
    assert [section.level for section in product.sections] == [1, 2]
    assert [citation.url for citation in product.citations] == ["https://bank.example/r"]
    assert reading.findings == ()


def test_a_widget_keeps_what_can_be_read_of_it() -> None:
    widgets = [
        {"title": "IRR", "value": 24.7, "unit": "%"},
        {"title": "Bad", "table": 5, "chart": {"title": "c", "chartType": "bar", "series": "x"}},
        None,
        "text",
    ]

    reading = read("Dashboard", title="t", widgets=widgets, notes="US$ in millions")

    [product] = reading.products
    assert isinstance(product, Dashboard)
    assert [widget.id for widget in product.widgets] == ["irr", "bad"]
    assert product.widgets[1].table is None
    assert product.widgets[1].chart is not None
    assert product.notes == ("US$ in millions",)
    assert codes(reading) == ["wrong_type"] * 3


def test_files_of_one_product_are_one_set_of_files() -> None:
    def file(name: str, **fields: Any) -> dict[str, Any]:
        return {"id": name, "component": "CodeFile", "content": "x", "path": f"{name}.py", **fields}

    reading = read_products(
        [
            surface(
                {"id": "root", "component": "Column", "children": ["a", "file_b", "c"]},
                file("a", product="tool", title="Tool"),
                file("file_b", product="tool", title="Other"),
                file("c"),
            )
        ]
    )

    tool, alone = reading.products
    assert isinstance(tool, Code)
    assert (tool.title, [each.id for each in tool.files]) == ("Tool", ["a", "b"])
    assert isinstance(alone, Code)
    assert (alone.id, alone.title, alone.files[0].id) == ("c", "c.py", "c_py")
    assert codes(reading) == ["titles_differ"]


def test_notes_below_several_sheets_hold_for_all_of_them() -> None:
    sheets = [{"name": "A", "columns": [], "rows": [], "notes": ["own"]}, {"name": "B"}]

    reading = read("DataGrid", title="t", sheets=sheets, notes=["US$ in millions"])

    [product] = reading.products
    assert isinstance(product, Spreadsheet)
    assert [sheet.notes for sheet in product.sheets] == [
        ("own", "US$ in millions"),
        ("US$ in millions",),
    ]


def test_a_citation_follows_the_section_whose_id_was_made_valid() -> None:
    sections = [{"id": "Risk factors", "heading": "Risks"}]
    citations = [{"url": "https://bank.example", "section": "Risk factors"}]

    reading = read("Document", title="t", sections=sections, citations=citations)

    [product] = reading.products
    assert isinstance(product, Document)
    assert product.citations[0].section == product.sections[0].id == "risk_factors"


def test_the_products_of_a_template_are_counted() -> None:
    def listed(name: str, path: str, child: str) -> dict[str, Any]:
        return {
            "id": name,
            "component": "List",
            "children": {"path": path, "componentId": child},
        }

    reading = read_products(
        [
            surface(
                listed("root", "/regions", "inner"),
                listed("inner", "sites", "grid"),
                {"id": "grid", "component": "DataGrid", "title": {"path": "name"}, "rows": []},
                data={
                    "regions": [
                        {"sites": [{"name": "Oslo"}, {"name": "Bergen"}]},
                        {"sites": [{"name": "Rome"}]},
                    ]
                },
            )
        ]
    )

    assert [(product.id, product.title) for product in reading.products] == [
        ("grid_1_1", "Oslo"),
        ("grid_1_2", "Bergen"),
        ("grid_2_1", "Rome"),
    ]
    assert reading.findings == ()


NAMES = [
    "id", "label", "title", "name", "heading", "columns", "rows", "cells", "value", "points", "x",
    "y", "series", "table", "chart", "level", "body", "notes", "path", "z",
]  # fmt: skip
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(NAMES),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
FIELDS = {
    "DataGrid": ["title", "sheets", "columns", "rows", "notes"],
    "Chart": ["title", "chartType", "xAxis", "yAxis", "series", "notes"],
    "Document": ["title", "sections", "markdown", "citations"],
    "Dashboard": ["title", "widgets", "notes"],
    "CodeFile": ["title", "path", "language", "content"],
}


@given(data=st.data(), component=st.sampled_from(sorted(FIELDS)))
def test_whatever_comes_a_product_is_read_and_what_is_lost_is_told(
    data: st.DataObject, component: str
) -> None:
    fields = {name: data.draw(json_values, label=name) for name in FIELDS[component]}

    reading = read(component, **fields)

    assert [product.id for product in reading.products] == ["p"]
    assert all(finding.reason for finding in reading.findings)
