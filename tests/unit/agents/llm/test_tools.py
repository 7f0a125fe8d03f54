"""The tools of a model make and change products, by small updates, whatever it writes."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.llm.agent import TOOLS, tool_specs
from modylbench.agents.llm.tools.shown_products import MOST_PRODUCTS, ShownProducts
from modylbench.agents.llm.tools.tool import run_call
from modylbench.products.work_product import WorkProduct
from modylbench.providers.models.dialogue import ToolCall
from modylbench.recording.marks import RefusedMark, read_annotation, read_emoji
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3)
    ),
    max_leaves=8,
)


class Screen:
    """A seat that keeps what is shown, and what surfaces find wrong with it."""

    def __init__(self) -> None:
        self.surfaces = Surfaces()
        self.shown: list[list[Mapping[str, Any]]] = []
        self.errors: list[Any] = []
        self.chats: list[str] = []
        self.marks: list[Any] = []

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        group = [json.loads(json.dumps(message)) for message in messages]
        self.shown.append(group)
        for message in group:
            found = self.surfaces.take(message)
            self.errors += [finding for finding in found if finding.severity == "error"]

    async def chat(self, text: str) -> None:
        self.chats.append(text)

    async def react(self, emoji: str, target: str = "") -> None:
        try:
            self.marks.append((read_emoji(emoji), target))
        except RefusedMark as error:
            raise ValueError(str(error)) from None

    async def annotate(self, annotation: Mapping[str, Any]) -> None:
        self.marks.append(read_annotation(json.dumps(annotation)))


class Work:
    """Products on a screen, and a model that calls tools."""

    def __init__(self) -> None:
        self.screen = Screen()
        self.shown = ShownProducts()
        self.shown.take_seat(cast("Any", self.screen))

    def call(self, name: str, arguments: Any) -> str:
        """What the model is told of a call."""
        return asyncio.run(run_call(ToolCall(name, arguments, "1"), TOOLS, self.shown))

    def ok(self, name: str, **arguments: Any) -> list[str]:
        """Make a call that can be done; the kinds of messages that were sent for it."""
        before = len(self.screen.shown)
        result = self.call(name, arguments)
        assert result.startswith("ok: "), result
        sent = [message for group in self.screen.shown[before:] for message in group]
        return [next(key for key in message if key != "version") for message in sent]

    @property
    def products(self) -> dict[str, WorkProduct]:
        assert self.screen.errors == []
        return {
            product.id: product
            for product in read_products(self.screen.surfaces.snapshot()).products
        }

    @property
    def product(self) -> Any:
        (product,) = self.products.values()
        return product


SHEET = {
    "id": "s1",
    "name": "Sheet",
    "columns": [{"id": "a", "label": "A", "unit": "$M"}, {"id": "b", "label": "B"}],
    "rows": [
        {"id": "r1", "label": "One", "cells": {"a": 1, "b": {"value": 2, "unit": "%"}}},
        {"id": "r2", "label": "Two", "cells": {"a": "n/a", "b": None}},
    ],
}


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def book(work: Work) -> Work:
    work.ok("create_spreadsheet", id="book", title="Book", sheets=[SHEET])
    return work


def test_a_spreadsheet_is_shown_as_it_was_written(book: Work) -> None:
    (sheet,) = book.product.sheets

    assert [column.id for column in sheet.columns] == ["a", "b"]
    assert sheet.rows[0].cells["a"].value == 1
    assert (sheet.rows[0].cells["b"].value, sheet.rows[0].cells["b"].unit) == (2, "%")
    assert sheet.rows[1].cells["a"].value == "n/a"


def test_setting_a_cell_is_one_small_update_and_keeps_its_unit(book: Work) -> None:
    cells = [{"row": "r1", "column": "b", "value": 3.5, "formula": "=A1*3.5"}]

    assert book.ok("set_cells", product="book", sheet="s1", cells=cells) == ["updateDataModel"] * 2

    cell = book.product.sheets[0].rows[0].cells["b"]
    assert (cell.value, cell.unit, cell.formula) == (3.5, "%", "=A1*3.5")
    paths = [message["updateDataModel"]["path"] for message in book.screen.shown[-1]]
    assert all(path.startswith("/sheets/0/rows/0/cells/b/") for path in paths)


def test_setting_what_is_already_so_sends_nothing(book: Work) -> None:
    cells = [{"row": "r1", "column": "a", "value": 1}]
    before = len(book.screen.shown)

    result = book.call("set_cells", {"product": "book", "sheet": "s1", "cells": cells})

    assert "nothing changed" in result
    assert len(book.screen.shown) == before


def test_rows_are_added_where_they_belong_and_replaced_by_id(book: Work) -> None:
    rows = [{"id": "r3", "label": "Three", "cells": {"a": 3}}, {"id": "r1", "label": "First"}]
    book.ok("add_rows", product="book", sheet="s1", rows=rows, after="r1")

    (sheet,) = book.product.sheets
    assert [row.id for row in sheet.rows] == ["r1", "r3", "r2"]
    assert sheet.rows[0].label == "First"


def test_columns_and_sheets_are_added(book: Work) -> None:
    book.ok("add_columns", product="book", sheet="s1", columns=[{"id": "c", "label": "C"}])
    book.ok("write_sheet", product="book", sheet={"id": "s2", "name": "Other"})

    assert [column.id for column in book.product.sheets[0].columns] == ["a", "b", "c"]
    assert [sheet.id for sheet in book.product.sheets] == ["s1", "s2"]


def test_parts_are_deleted(book: Work) -> None:
    book.ok("delete_parts", product="book", sheet="s1", parts=["r2", "b"])

    (sheet,) = book.product.sheets
    assert [column.id for column in sheet.columns] == ["a"]
    assert [(row.id, list(row.cells)) for row in sheet.rows] == [("r1", ["a"])]


def test_a_model_reacts_points_and_clears(book: Work) -> None:
    book.ok("react", emoji="👍", to="ann")
    book.ok("annotate", id="m1", product="book", at="/sheets/s1/rows/r1/cells/a", text="Here")
    book.ok("clear_annotation", id="m1")

    reaction, drawn, cleared = book.screen.marks
    assert reaction == ("👍", "ann")
    assert (drawn.surface_id, drawn.pointer) == ("book", "/sheets/s1/rows/r1/cells/a")
    assert (drawn.tool, drawn.body) == ("highlight", "Here")
    assert cleared.clears
    assert cleared.id == drawn.id


def test_a_document_is_written_and_a_section_of_it_edited(work: Work) -> None:
    sections = [{"id": "a", "heading": "A", "body": "One."}, {"id": "b", "heading": "B"}]
    work.ok("write_document", id="memo", title="Memo", sections=sections)
    edited = {"id": "a", "heading": "A", "body": "Two."}

    kinds = work.ok("edit_section", product="memo", section=edited)
    work.ok("edit_section", product="memo", section={"id": "c", "heading": "C"}, after="a")
    cited = [{"id": "x", "url": "https://example.org/x", "claim": "so"}]
    work.ok("cite_sources", product="memo", citations=cited)

    assert kinds == ["updateDataModel"]
    assert [section.id for section in work.product.sections] == ["a", "c", "b"]
    assert work.product.sections[0].body == "Two."
    assert work.product.citations[0].claim == "so"


def test_a_chart_is_drawn_and_changed_point_by_point(work: Work) -> None:
    points = [{"x": "Q1", "y": 1}, {"x": "Q1", "y": 2}, {"x": "½", "y": None}, {"x": 4, "y": 4.5}]
    series = {"id": "s", "label": "S", "points": points}
    work.ok("draw_chart", id="c", title="C", chart_type="bar", series=[series])
    points[3] = {"x": 4, "y": 5.5}

    kinds = work.ok("set_series", product="c", series=series)

    assert kinds == ["updateDataModel"]
    (shown,) = work.product.series
    assert [point.y for point in shown.points] == [1, 2, None, 5.5]
    assert len({point.id for point in shown.points}) == 4


def test_a_dashboard_holds_figures_tables_and_charts(work: Work) -> None:
    chart = {"id": "c", "title": "C", "chart_type": "line", "series": []}
    widgets: list[dict[str, Any]] = [
        {"id": "w1", "title": "Price", "value": 12.5, "unit": "$"},
        {"id": "w2", "title": "Table", "table": SHEET},
        {"id": "w3", "title": "Chart", "chart": chart},
    ]
    work.ok("show_dashboard", id="d", title="D", widgets=widgets)

    kinds = work.ok("set_widgets", product="d", widgets=[{**widgets[0], "value": 13}])

    assert kinds == ["updateDataModel"]
    assert [widget.value for widget in work.product.widgets] == [13, None, None]
    assert work.product.widgets[1].table.rows[0].cells["a"].value == 1


def test_code_is_written_file_by_file(work: Work) -> None:
    files = [{"id": "main", "path": "main.py", "language": "python", "content": "x = 1\n"}]
    work.ok("write_code", id="code", title="Code", files=files)
    work.ok("write_file", product="code", file={**files[0], "content": "x = 2\n"})
    work.ok("write_file", product="code", file={"id": "t", "path": "t.py", "content": "y = 1\n"})

    assert {file.path: file.content for file in work.product.files} == {
        "main.py": "x = 2\n",
        "t.py": "y = 1\n",
    }


def test_a_terminal_session_grows_command_by_command(work: Work) -> None:
    first = {"id": "first", "command": "pytest -q", "output": "1 failed", "exit_code": 1}
    work.ok("write_terminal", id="log", title="Test runs", entries=[first])
    then = {"id": "then", "command": "pytest -q", "output": "4 passed", "exit_code": 0}
    sent = work.ok("append_command", product="log", entry=then)

    assert [entry.output for entry in work.product.entries] == ["1 failed", "4 passed"]
    assert work.product.entries[0].exit_code == 1
    assert sent == ["updateDataModel"]


def test_a_product_is_read_back_and_taken_away(book: Work) -> None:
    read = json.loads(book.call("read_product", {"product": "book", "part": "s1"}))

    assert read["rows"][0]["cells"]["a"]["value"] == 1
    assert book.ok("delete_product", product="book") == ["deleteSurface"]
    assert book.products == {}
    assert book.shown.lines() == []


def test_a_product_made_again_is_updated_not_resent(book: Work) -> None:
    kinds = book.ok("create_spreadsheet", id="book", title="New", sheets=[SHEET])

    assert kinds == ["updateDataModel"]


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("set_cells", {"product": "bok", "sheet": "s1", "cells": []}, "cells: found []"),
        (
            "set_cells",
            {"product": "bok", "sheet": "s1", "cells": [{"row": "r1", "column": "a"}]},
            "unknown product 'bok': did you mean 'book'?",
        ),
        (
            "set_cells",
            {"product": "book", "sheet": "s1", "cells": [{"row": "r9", "column": "a"}]},
            "unknown row 'r9': did you mean",
        ),
        (
            "set_cells",
            {"product": "book", "sheet": "s1", "cells": [{"row": "r1", "column": "z"}]},
            "unknown column 'z': expected one of a, b",
        ),
        (
            "edit_section",
            {"product": "book", "section": {"id": "x", "heading": "X"}},
            "found 'book', a spreadsheet, expected a document",
        ),
        (
            "add_rows",
            {"product": "book", "sheet": "s1", "rows": [{"id": "n", "label": "N"}], "after": "q"},
            "unknown row 'q'",
        ),
        (
            "add_rows",
            {
                "product": "book",
                "sheet": "s1",
                "rows": [{"id": "n", "label": "N", "cells": {"q": 1}}],
            },
            "row 'n' has a cell in column 'q', which is not declared",
        ),
        ("create_spreadsheet", {"id": "a b", "title": "T", "sheets": []}, "id: found 'a b'"),
        ("react", {"emoji": "ok"}, "expected one emoji"),
        ("annotate", {"id": "m", "product": "bok"}, "unknown product 'bok'"),
        ("annotate", {"id": "m", "product": "book", "at": "/sheets/s9"}, "found nothing at"),
        ("annotate", {"id": "m", "product": "book", "at": "s1"}, "expected it to start with '/'"),
        ("create_spreadsheet", {"id": "x"}, "the field 'title' is missing"),
        ("delete_parts", {"product": "book", "parts": ["zz"]}, "unknown part 'zz'"),
        (
            "send_a2ui",
            {"messages": [{"version": "v0.9", "deleteSurface": {"surfaceId": "book"}}]},
            "the surface 'book' shows a product",
        ),
    ],
)
def test_a_call_that_cannot_be_done_says_what_was_found_and_expected(
    book: Work, name: str, arguments: Any, words: str
) -> None:
    before, products = len(book.screen.shown), book.products

    result = book.call(name, arguments)

    assert result.startswith("error: ")
    assert words in result
    assert "\n" not in result
    assert (len(book.screen.shown), book.products) == (before, products)


def test_there_is_an_end_to_products(work: Work) -> None:
    for number in range(MOST_PRODUCTS):
        work.ok("write_document", id=f"d{number}", title="D", sections=[])

    result = work.call("write_document", {"id": "more", "title": "D", "sections": []})

    assert "delete one first" in result


@given(name=st.sampled_from([tool.name for tool in TOOLS]), arguments=JSON | st.text(max_size=40))
def test_whatever_a_model_writes_is_answered(name: str, arguments: Any) -> None:
    work = Work()
    written = arguments if isinstance(arguments, str | dict) else json.dumps(arguments)

    result = work.call(name, written)

    assert result.startswith(("ok: ", "error: "))


@given(data=st.data())
def test_calls_that_nearly_fit_are_answered_too(data: st.DataObject) -> None:
    work = Work()
    work.ok("create_spreadsheet", id="book", title="Book", sheets=[SHEET])
    tool = data.draw(st.sampled_from(TOOLS))
    names = list(tool.arguments.model_fields)
    plausible = st.sampled_from(["book", "s1", "r1", "a"]) | JSON
    arguments = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, plausible)))

    result = work.call(tool.name, arguments)

    assert result.startswith(("ok: ", "error: ", "{"))


def test_tools_are_described_in_schemas_that_every_service_takes() -> None:
    for spec in tool_specs():
        assert spec.description
        assert spec.schema["type"] == "object"
        assert "title" not in spec.schema
        assert set(spec.schema.get("required", ())) <= set(spec.schema["properties"])
    assert len(json.dumps([dict(spec.schema) for spec in tool_specs()])) < 24_000
