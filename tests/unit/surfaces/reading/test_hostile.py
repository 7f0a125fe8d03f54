"""Reading ends, in bounds and with a reason, whatever an agent sends."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.work_product import as_json
from modylbench.surfaces.reading.read import MOST_FINDINGS, read_products
from modylbench.surfaces.reading.result import WorkProductReading
from modylbench.surfaces.reading.visible_tree import MOST_CHARACTERS, MOST_SEEN
from modylbench.surfaces.snapshot import SurfaceSnapshot


def read(*components: dict[str, Any], data: Any = None) -> WorkProductReading:
    snapshot = SurfaceSnapshot(
        surface_id="s",
        catalog_id="basic",
        components={component["id"]: component for component in components},
        data=data,
    )
    return read_products([snapshot])


def text(name: str, value: object) -> dict[str, Any]:
    return {"id": name, "component": "Text", "text": value}


def inside(name: str, *children: str, component: str = "Column") -> dict[str, Any]:
    return {"id": name, "component": component, "children": list(children)}


def template(name: str, path: str, child: str) -> dict[str, Any]:
    return {"id": name, "component": "List", "children": {"path": path, "componentId": child}}


def codes(reading: WorkProductReading) -> set[str]:
    return {finding.code for finding in reading.findings}


def size(reading: WorkProductReading) -> int:
    return len(str(as_json(reading.products)))


def test_a_component_inside_itself_is_read_once() -> None:
    reading = read(
        inside("root", "a", "t"),
        {"id": "a", "component": "Card", "child": "root"},
        text("t", "hello"),
    )

    assert codes(reading) == {"cycle"}
    assert "hello" in str(as_json(reading.products))


def test_a_template_inside_itself_ends() -> None:
    reading = read(template("root", "/l", "root"), data={"l": [1, 2, 3]})

    assert codes(reading) == {"cycle"}


def test_a_list_of_a_hundred_thousand_is_read_as_far_as_it_goes() -> None:
    reading = read(template("root", "/l", "t"), text("t", {"path": "v"}), data={"l": LONG})

    assert codes(reading) == {"too_much_shown"}
    assert "read 19,999 of it" in reading.findings[0].reason
    assert "r19998_" in str(as_json(reading.products))


LONG = [{"v": f"r{number}_"} for number in range(100_000)]


@pytest.mark.parametrize("inner", ["t", "nothing"])
def test_a_template_in_a_template_does_not_multiply(inner: str) -> None:
    reading = read(
        template("root", "/l", "r"),
        template("r", "/l", inner),
        text("t", "x"),
        data={"l": list(range(1_000))},
    )

    assert size(reading) < 20 * MOST_SEEN
    assert inner == "nothing" or "too_much_shown" in codes(reading)


def test_children_named_many_times_do_not_multiply() -> None:
    names = "abcdefgh"
    stairs = [inside(outer, *[inner] * 10) for outer, inner in pairwise(names)]

    reading = read(inside("root", "a"), *stairs, text("h", "x"))

    assert codes(reading) == {"too_much_shown"}
    assert size(reading) < 20 * MOST_SEEN


def test_nesting_ends_where_nobody_could_follow() -> None:
    deep = [inside(f"c{depth}", f"c{depth + 1}") for depth in range(5_000)]

    reading = read(inside("root", "c0"), *deep)

    assert codes(reading) == {"too_deep"}


def test_ten_million_characters_are_cut() -> None:
    reading = read(text("root", "x" * 10_000_000))

    assert codes(reading) == {"text_too_long"}
    assert size(reading) < 2 * MOST_CHARACTERS


@pytest.mark.parametrize(
    "call",
    [
        {"call": "formatNumber", "args": {"value": 1, "decimals": 10**9}},
        {"call": "formatCurrency", "args": {"value": 1, "currency": "USD", "decimals": 1e9}},
        {"call": "regex", "args": {"value": "a" * 40 + "!", "pattern": "(a+)+$"}},
        {
            "call": "formatString",
            "args": {"value": "${regex(value:'" + "a" * 40 + "!', pattern:'(a+)+$')}"},
        },
        {"call": "openUrl", "args": {"url": "https://x.example"}},
        {"call": "nothing", "args": {}},
        {"call": "formatNumber", "args": []},
        {"call": "formatString", "args": {"value": "${" * 50}},
        {"call": "formatCurrency", "args": {"value": 1, "currency": {"a": 1}}},
    ],
    ids=lambda call: call["call"],
)
def test_a_call_that_cannot_or_may_not_run_is_told(call: dict[str, Any]) -> None:
    reading = read(inside("root", "t", "u"), text("t", call), text("u", "beside it"))

    assert codes(reading) <= {"call_failed"}
    assert "beside it" in str(as_json(reading.products))
    assert size(reading) < 1_000


def test_computed_texts_do_not_multiply() -> None:
    bomb = {"call": "formatString", "args": {"value": "${/big}" * 900}}

    reading = read(
        template("root", "/l", "t"),
        text("t", bomb),
        data={"l": list(range(500)), "big": "y" * 190_000},
    )
    once = read(text("root", bomb), data={"big": "y" * 190_000})

    assert codes(reading) == codes(once) == {"call_failed"}
    assert size(reading) < 2_000_000


@pytest.mark.parametrize(
    "path", ["/__proto__/x", "/constructor", "/l/" + "9" * 5_000, "", "//", "/l/-1"]
)
def test_a_path_that_leads_nowhere_is_told_or_shows_nothing(path: str) -> None:
    reading = read(text("root", {"path": path}), data={"l": [1]})

    assert codes(reading) <= {"bad_path", "missing_data"}


def test_faults_by_the_thousand_are_counted_not_listed() -> None:
    grids: list[dict[str, Any]] = [
        {"id": f"g{n}", "component": "DataGrid", "title": 5, "columns": [[]], "bad": 1}
        for n in range(1_000)
    ]

    reading = read(inside("root", *(each["id"] for each in grids)), *grids)

    assert len(reading.products) == 1_000
    assert len(reading.findings) == MOST_FINDINGS + 1
    assert reading.findings[-1].code == "more_findings"


def test_a_grid_of_nothing_but_faults_is_read_in_time() -> None:
    rows = [{"label": "r", "cells": [[]] * 500} for _ in range(600)]

    reading = read({"id": "root", "component": "DataGrid", "title": "t", "columns": ["a"] * 500,
                    "rows": rows})  # fmt: skip

    assert codes(reading) == {"wrong_type", "unreadable"}
    assert len(reading.findings) < 50


anything: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["a", "root", "/l", "/"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["path", "componentId", "call", "args", "value", "title", "child", "label"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
FIELDS = ["text", "children", "child", "tabs", "trigger", "content", "options", "value", "label"]
KINDS = ["Text", "Row", "Column", "List", "Card", "Tabs", "Modal", "Button", "TextField", "Slider"]
KINDS += [
    "ChoicePicker",
    "CheckBox",
    "DateTimeInput",
    "Image",
    "Icon",
    "Divider",
    "DataGrid",
    "Own",
]


@st.composite
def components(draw: st.DrawFn) -> list[dict[str, Any]]:
    names = ["root", "a", "b"]
    return [
        {
            "id": name,
            "component": draw(st.sampled_from(KINDS)),
            **draw(
                st.dictionaries(st.sampled_from([*FIELDS, "variant", "rows"]), anything, max_size=4)
            ),
        }
        for name in names
    ]


@given(parts=components(), data=anything)
def test_no_surface_stops_the_reading(parts: list[dict[str, Any]], data: Any) -> None:
    reading = read(*parts, data=data)

    assert all(finding.reason for finding in reading.findings)
    assert reading == read(*parts, data=data)
