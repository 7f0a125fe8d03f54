"""The state of surfaces follows an agent's messages."""

import copy
import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.catalog.document import CATALOG_ID, KNOWN_CATALOG_IDS
from modylbench.surfaces.limits import MAX_DEPTH, MAX_FINDINGS, MAX_SURFACES
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state import component_updates
from modylbench.surfaces.state import surfaces as outbox
from modylbench.surfaces.state.component_tree import instances
from modylbench.surfaces.state.surfaces import Surfaces

S = {"surfaceId": "s"}
CREATE = {"version": "v0.9", "createSurface": {**S, "catalogId": CATALOG_ID}}
DELETE = {"version": "v0.9", "deleteSurface": S}
TEXT = {"id": "root", "component": "Text", "text": "Hello"}


def components(*found: Any) -> dict[str, Any]:
    return {"version": "v0.9", "updateComponents": {**S, "components": list(found)}}


def data(path: str | None = None, **value: Any) -> dict[str, Any]:
    body: dict[str, Any] = {**S, **value} if path is None else {**S, "path": path, **value}
    return {"version": "v0.9", "updateDataModel": body}


def taken(*messages: Any) -> tuple[Surfaces, list[SurfaceFinding]]:
    surfaces = Surfaces()
    return surfaces, [finding for message in messages for finding in surfaces.take(message)]


def codes(findings: Any) -> list[str]:
    return [finding.code for finding in findings]


def replayed(messages: list[dict[str, Any]]) -> Surfaces:
    page, findings = taken(*messages)
    assert not findings
    return page


def test_the_official_examples_are_taken_without_an_error(shared_data: Path) -> None:
    checked = sorted((shared_data / "a2ui-examples").rglob("*.json"))
    assert checked
    for file in checked:
        messages, _ = messages_in(file.read_text(encoding="utf-8"))
        surfaces, findings = taken(*messages)
        findings += surfaces.end_turn()

        assert [finding for finding in findings if finding.severity == "error"] == [], file.name
        (shown,) = surfaces.snapshot()
        assert "root" in shown.components


def test_what_a_page_gets_builds_the_same_state(shared_data: Path) -> None:
    checked = sorted((shared_data / "a2ui-examples").rglob("*.json"))
    assert checked
    for file in checked:
        surfaces, _ = taken(*messages_in(file.read_text(encoding="utf-8"))[0])

        assert replayed(surfaces.drain()).snapshot() == surfaces.snapshot()
        assert replayed(surfaces.rebuild_messages()).snapshot() == surfaces.snapshot()
        assert surfaces.drain() == []


def test_components_and_data_stand_in_the_snapshot_as_they_were_sent() -> None:
    surfaces, findings = taken(CREATE, components(TEXT), data("/a", value={"b": [1, None]}))

    (shown,) = surfaces.snapshot()

    assert findings == []
    assert shown.components == {"root": TEXT}
    assert shown.data == {"a": {"b": [1, None]}}
    assert shown.catalog_id == CATALOG_ID


def test_a_snapshot_does_not_change_with_later_messages() -> None:
    surfaces, _ = taken(CREATE, components(TEXT), data("/a", value={"b": 1}))
    before = surfaces.snapshot()
    kept = copy.deepcopy(before)

    surfaces.take(data("/a/b", value=2))
    surfaces.take(components({**TEXT, "text": "Bye"}))

    assert before == kept
    assert surfaces.snapshot() != kept


def test_later_messages_do_not_change_what_waits_for_the_page() -> None:
    surfaces, _ = taken(CREATE, data("/", value={"a": [1, 2]}), data("/a", value=5), data("/b"))

    assert [list(message)[1] for message in surfaces.drain()] == [
        "createSurface",
        "updateDataModel",
        "updateDataModel",
    ]
    surfaces.take(data("/", value={"a": [1]}))
    surfaces.take(data("/a/0", value=9))
    first, second = surfaces.drain()
    assert first["updateDataModel"]["value"] == {"a": [1]}
    assert second["updateDataModel"] == {**S, "path": "/a/0", "value": 9}


def test_the_senders_own_object_is_left_alone() -> None:
    value = {"rows": [1]}
    surfaces, _ = taken(CREATE, data("/", value=value), data("/rows/0", value=2))

    assert value == {"rows": [1]}
    value["rows"].append(3)
    assert surfaces.snapshot()[0].data == {"rows": [2]}


def test_a_null_deletes_as_leaving_the_value_out_does() -> None:
    surfaces, _ = taken(CREATE, data("/", value={"a": 1, "b": 2, "c": [1, 2]}))
    surfaces.drain()
    for message in (data("/a", value=None), data("/b"), data("/c/0")):
        assert surfaces.take(message) == ()

    assert surfaces.snapshot()[0].data == {"c": [None, 2]}
    assert all("value" not in message["updateDataModel"] for message in surfaces.drain())


@pytest.mark.parametrize("path", ["/", "", "//", None])
def test_the_whole_data_may_be_written_in_several_ways(path: str | None) -> None:
    surfaces, _ = taken(CREATE, data(path, value={"a": 1}))

    assert surfaces.snapshot()[0].data == {"a": 1}
    assert surfaces.drain()[-1]["updateDataModel"]["path"] == "/"
    surfaces.take(data(path))
    assert surfaces.snapshot()[0].data == {}
    assert surfaces.drain()[-1]["updateDataModel"]["value"] == {}


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/new/20000/x", "exceeds"),
        ("/new/5/10001/x", "exceeds"),
        ("/list/name", "non-numeric"),
        ("/list/name/x", "non-numeric"),
        ("/number/x", "primitive"),
        ("/list/0/x/y", "primitive"),
        ("/new/3\n", "line break"),
        ("/x/constructor/y", "refused"),
        ("/" + "a/" * (MAX_DEPTH + 1), "steps"),
    ],
)
def test_a_refused_write_leaves_no_trace(path: str, reason: str) -> None:
    before = {"list": [1], "number": 2, "none": None}
    surfaces, _ = taken(CREATE, data("/", value=before))
    surfaces.drain()

    (finding,) = surfaces.take(data(path, value=1))

    assert finding.code == "invalid_write"
    assert reason in finding.reason
    assert surfaces.snapshot()[0].data == before
    assert surfaces.drain() == []


def test_deleting_nothing_is_said_and_not_passed_on() -> None:
    surfaces, _ = taken(CREATE)
    surfaces.drain()

    assert codes(surfaces.take(data("/a/b/3"))) == ["nothing_to_delete"]
    assert surfaces.drain() == []
    assert surfaces.snapshot()[0].data == {}


def test_the_good_components_of_a_message_are_taken_and_each_bad_one_is_a_finding() -> None:
    surfaces, findings = taken(
        CREATE,
        components(
            {"id": "root", "component": "Column", "children": ["a", "b", "c", "d"]},
            {"id": "a", "component": "Text", "text": 5},
            {"id": "b", "component": "Text", "text": "good"},
            {"id": "c", "component": "Nonsense"},
            {"id": "b", "component": "Text", "text": "again"},
            {"component": "Text", "text": "no id"},
            "no component",
            {"id": "d", "component": "Text", "text": {"call": "explode", "args": {}}},
            {"id": "e", "component": "Text", "text": "x", "x": {"__proto__": 1}},
        ),
    )

    assert list(surfaces.snapshot()[0].components) == ["b", "root"]
    assert {(finding.component_id, finding.code) for finding in findings} == {
        ("a", "invalid_component"),
        ("c", "unknown_component"),
        ("b", "duplicate_component"),
        (None, "invalid_component"),
        ("d", "unknown_function"),
        ("e", "forbidden_key"),
    }
    assert {finding.message_index for finding in findings} == {1}
    assert {finding.surface_id for finding in findings} == {"s"}
    assert replayed(surfaces.drain()).snapshot() == surfaces.snapshot()


def test_a_finding_names_the_innermost_place_in_a_work_product() -> None:
    rows = [{"label": "a", "cells": [1]}, {"label": "b", "cells": [1, [2]]}]
    grid = {"id": "root", "component": "DataGrid", "title": "t", "columns": ["x"], "rows": rows}

    _, (finding,) = taken(CREATE, components(TEXT, grid | {"id": "g"}))

    assert finding.where == "/updateComponents/components/1/rows/1/cells/1"
    assert "[2] is not of type" in finding.reason


def test_a_column_may_be_called_call_or_function() -> None:
    rows = [{"label": "a", "cells": {"function": "Sales", "call": "required", "path": "~"}}]
    grid = {"id": "root", "component": "DataGrid", "title": "t", "columns": ["x"], "rows": rows}

    _, findings = taken(CREATE, components(grid))

    assert findings == []


def test_a_file_may_have_any_path_but_a_binding_may_not() -> None:
    file = {"id": "root", "component": "CodeFile", "path": "~/.bashrc", "content": "x"}
    bound = {"id": "b", "component": "Text", "text": {"path": "/~"}}

    _, findings = taken(CREATE, components(file, bound))

    assert [(finding.component_id, finding.code) for finding in findings] == [
        ("b", "invalid_component")
    ]


def test_an_update_may_leave_out_the_type_of_a_known_component() -> None:
    surfaces, findings = taken(CREATE, components(TEXT), components({"id": "root", "text": "New"}))

    assert findings == []
    assert surfaces.snapshot()[0].components["root"] == {**TEXT, "text": "New"}
    assert surfaces.drain()[-1]["updateComponents"]["components"][0]["component"] == "Text"


@pytest.mark.parametrize("catalog_id", sorted(KNOWN_CATALOG_IDS))
def test_known_catalogs_are_shown_with_ours(catalog_id: str) -> None:
    surfaces, findings = taken(
        {"version": "v0.9", "createSurface": {**S, "catalogId": catalog_id}}, components(TEXT)
    )

    assert findings == []
    assert surfaces.drain()[0]["createSurface"]["catalogId"] == CATALOG_ID


@pytest.mark.parametrize("body", [{"catalogId": "urn:other"}, {"catalogId": 5}, {}])
def test_an_unknown_catalog_is_an_error_and_the_surface_is_shown_nevertheless(
    body: dict[str, Any],
) -> None:
    surfaces, findings = taken(
        {"version": "v0.9", "createSurface": {**S, **body}},
        components(TEXT, {"id": "x", "component": "TheirOwn"}),
    )

    assert codes(findings) == ["unknown_catalog", "unknown_component"]
    assert list(surfaces.snapshot()[0].components) == ["root"]


def test_a_bad_theme_is_left_out_and_the_surface_is_shown() -> None:
    def created(colour: str) -> dict[str, Any]:
        body = {**S, "catalogId": CATALOG_ID, "theme": {"primaryColor": colour}}
        return {"version": "v0.9", "createSurface": body}

    bad, findings = taken(created("red"))
    good, none = taken(created("#ff0000"))

    assert codes(findings) == ["invalid_theme"]
    assert bad.snapshot()[0].theme is None
    assert none == []
    assert good.snapshot()[0].theme == {"primaryColor": "#ff0000"}


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ("v0.9", []),
        ("v0.9.1", []),
        ("0.9", ["version_misspelt"]),
        (None, ["unsupported_version"]),
        ("v1.0", ["unsupported_version"]),
        (["v0.9"], ["unsupported_version"]),
    ],
)
def test_only_versions_that_we_speak_are_taken(version: Any, found: list[str]) -> None:
    surfaces, findings = taken({**CREATE, "version": version})

    assert codes(findings) == found
    assert bool(surfaces.snapshot()) == (found != ["unsupported_version"])
    assert all(message["version"] == "v0.9" for message in surfaces.drain())


def test_an_update_of_another_version_does_not_reach_a_surface() -> None:
    surfaces, _ = taken(CREATE)

    assert codes(surfaces.take({**data("/a", value=1), "version": "v1.0"})) == [
        "unsupported_version"
    ]
    assert surfaces.snapshot()[0].data == {}


def test_a_message_without_a_version_is_taken_with_a_warning() -> None:
    surfaces, findings = taken({"createSurface": CREATE["createSurface"]})

    assert [(finding.severity, finding.code) for finding in findings] == [
        ("warning", "version_missing")
    ]
    assert len(surfaces.snapshot()) == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (5, "not_a_message"),
        ({}, "invalid_message"),
        ({"version": "v0.9"}, "invalid_message"),
        ({**CREATE, **DELETE}, "invalid_message"),
        ({**CREATE, "extra": 1}, "invalid_message"),
        ({"version": "v0.9", "createSurface": 5}, "invalid_message"),
        ({"version": "v0.9", "createSurface": {"surfaceId": 5}}, "invalid_message"),
        ({"version": "v0.9", "createSurface": {**S, "colour": 1}}, "invalid_message"),
        ({"version": "v0.9", "updateComponents": {**S, "components": 5}}, "unknown_surface"),
        (DELETE, "unknown_surface"),
        (data("/a", value=float("nan")), "bad_number"),
        (data("/a", value=2**60), "bad_number"),
        (data("/a", value="\udfff"), "bad_text"),
        (data("/a", value={"prototype": 1}), "forbidden_key"),
        (data("/a", value=[[]] * 300_000), "too_large"),
    ],
)
def test_a_message_that_cannot_be_taken_is_a_finding(message: Any, code: str) -> None:
    surfaces, findings = taken(message)

    assert codes(findings)[-1] == code
    assert findings[-1].severity == "error"
    assert surfaces.snapshot() == ()
    assert surfaces.drain() == []


def test_creating_a_surface_twice_is_an_error_and_keeps_the_first() -> None:
    surfaces, findings = taken(CREATE, components(TEXT), CREATE)

    assert codes(findings) == ["surface_exists"]
    assert surfaces.snapshot()[0].components == {"root": TEXT}


def test_a_deleted_surface_is_gone_and_may_come_again() -> None:
    surfaces, findings = taken(CREATE, components(TEXT), DELETE, CREATE)

    assert findings == []
    assert surfaces.snapshot()[0].components == {}
    assert replayed(surfaces.drain()).snapshot() == surfaces.snapshot()


@pytest.mark.parametrize("size", [1, 2, 3, 40])
def test_a_ring_of_components_is_refused_where_it_closes(size: int) -> None:
    cards = [
        {"id": f"c{number}", "component": "Card", "child": f"c{(number + 1) % size}"}
        for number in range(size)
    ]
    together, findings = taken(CREATE, components(*cards))
    one_by_one, more = taken(CREATE, *map(components, cards))

    for found in (findings, more):
        assert [(finding.code, finding.component_id) for finding in found] == [
            ("cyclic_children", f"c{size - 1}")
        ]
    assert together.snapshot() == one_by_one.snapshot()
    assert len(together.snapshot()[0].components) == size - 1


def test_a_ring_through_a_template_is_refused() -> None:
    ring = {"id": "root", "component": "List", "children": {"componentId": "root", "path": "/a"}}

    assert codes(taken(CREATE, components(ring))[1]) == ["cyclic_children"]


def test_a_ring_that_an_update_closes_leaves_the_component_as_it_was() -> None:
    first = {"id": "a", "component": "Card", "child": "b"}
    leaf = {"id": "b", "component": "Text", "text": "leaf"}
    surfaces, _ = taken(CREATE, components(first, leaf))

    findings = surfaces.take(components({"id": "b", "component": "Card", "child": "a"}))

    assert codes(findings) == ["cyclic_children"]
    assert surfaces.snapshot()[0].components["b"] == leaf


def test_a_tree_deeper_than_a_page_can_show_is_refused() -> None:
    chain = [{"id": f"c{n}", "component": "Card", "child": f"c{n + 1}"} for n in range(80)]

    surfaces, findings = taken(CREATE, *map(components, chain))

    assert set(codes(findings)) == {"too_deep"}
    assert len(surfaces.snapshot()[0].components) < 80


def test_components_that_ask_to_be_shown_a_million_times_are_refused() -> None:
    rows = [
        {"id": f"c{n}", "component": "Row", "children": [f"c{n + 1}", f"c{n + 1}"]}
        for n in range(30)
    ]
    together, findings = taken(CREATE, components(*rows, {**TEXT, "id": "c30"}))
    one_by_one, more = taken(CREATE, *map(components, rows))

    assert set(codes(findings)) == {"too_much_to_show"}
    assert set(codes(more)) == {"too_much_to_show"}
    for surfaces in (together, one_by_one):
        assert replayed(surfaces.drain()).snapshot() == surfaces.snapshot()


def test_lists_that_ask_for_too_much_are_kept_from_the_page_until_they_do_not() -> None:
    inner = {"id": "b", "component": "List", "children": {"componentId": "t", "path": "/items"}}
    outer = {**inner, "id": "root", "children": {"componentId": "b", "path": "/items"}}
    surfaces, findings = taken(CREATE, components(outer, inner, {**TEXT, "id": "t"}))
    page = replayed(surfaces.drain())
    assert findings == []

    surfaces.take(data("/items", value=[0] * 1_000))
    assert codes(surfaces.end_turn()) == ["too_much_to_show"]
    assert surfaces.end_turn() == ()
    assert [list(message)[1] for message in surfaces.drain()] == ["deleteSurface"]
    surfaces.take(data("/items/3", value=1))
    assert surfaces.drain() == []
    assert surfaces.rebuild_messages() == []

    page.take({"version": "v0.9", "deleteSurface": S})
    surfaces.take(data("/items", value=[0, 1]))
    for message in surfaces.drain():
        assert page.take(message) == ()
    assert page.snapshot() == surfaces.snapshot()
    assert surfaces.end_turn() == ()


def test_lists_within_lists_are_counted_from_where_they_stand() -> None:
    inner = {"id": "b", "component": "List", "children": {"componentId": "t", "path": "tags"}}
    outer = {"id": "root", "component": "List", "children": {"componentId": "b", "path": "/a~1b"}}
    value = {"a/b": [{"tags": [1, 2]}, {"tags": [3]}, {}, 5]}
    surfaces, _ = taken(CREATE, components(outer, inner, {**TEXT, "id": "t"}), data(value=value))

    (shown,) = surfaces.snapshot()

    assert instances(shown, 100) == 1 + 4 + 3
    assert instances(shown, 3) == 4


def test_the_numbers_of_surfaces_and_components_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(component_updates, "MAX_COMPONENTS", 200)
    surfaces = Surfaces()
    for number in range(MAX_SURFACES + 1):
        name = {"surfaceId": f"s{number}", "catalogId": CATALOG_ID}
        findings = surfaces.take({"version": "v0.9", "createSurface": name})
    assert codes(findings) == ["too_many_surfaces"]

    texts = [{"id": f"t{n}", "component": "Divider"} for n in range(300)]
    surfaces, findings = taken(CREATE, components(*texts))  # type: ignore[assignment]
    assert len(surfaces.snapshot()[0].components) == 200
    assert set(codes(findings)) == {"too_many_components", "more_of_the_same"}
    assert len(findings) == MAX_FINDINGS + 1


def test_at_the_end_of_a_turn_each_flaw_of_the_tree_is_told_once() -> None:
    surfaces, findings = taken(
        CREATE,
        components({"id": "a", "component": "Row", "children": ["b", "c"]}, {**TEXT, "id": "c"}),
    )
    assert findings == []

    told = surfaces.end_turn()
    assert [(finding.code, finding.component_id, finding.severity) for finding in told] == [
        ("missing_root", None, "error"),
        ("missing_child", "a", "error"),
    ]
    assert {finding.source for finding in told} == {"state"}
    assert surfaces.end_turn() == ()
    surfaces.take(components({"id": "root", "component": "Card", "child": "c"}))
    assert [(finding.code, finding.component_id) for finding in surfaces.end_turn()] == [
        ("unreachable_component", "a")
    ]


def test_an_empty_surface_has_no_root() -> None:
    assert codes(taken(CREATE)[0].end_turn()) == ["missing_root"]


def test_messages_that_nobody_fetches_are_replaced_by_what_builds_the_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "MAX_STATE_WEIGHT", 2_000)
    surfaces, _ = taken(CREATE, components(TEXT), data("/n", value=0))
    page = replayed(surfaces.drain())
    for number in range(100):
        surfaces.take(data("/n", value=number))
    surfaces.take({"version": "v0.9", "createSurface": {"surfaceId": "z", "catalogId": CATALOG_ID}})

    messages = surfaces.drain()

    assert len(messages) < 10
    for message in messages:
        assert page.take(message) == ()
    assert page.snapshot() == surfaces.snapshot()


keys = st.sampled_from(["a", "b", "0", "1", "9", "é/~"])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)
paths = st.lists(keys, max_size=4).map(
    lambda steps: "/" + "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
)


@given(st.lists(st.tuples(paths, values), max_size=12))
def test_any_writes_leave_what_the_page_gets_in_step(writes: list[tuple[str, Any]]) -> None:
    surfaces, page = Surfaces(), Surfaces()
    for message in (CREATE, *(data(path, value=value) for path, value in writes)):
        surfaces.take(message)
        for passed_on in surfaces.drain():
            assert page.take(passed_on) == ()

    assert page.snapshot() == surfaces.snapshot()
    assert replayed(surfaces.rebuild_messages()).snapshot() == surfaces.snapshot()
    assert orjson.dumps(surfaces.snapshot()[0].data)


@given(st.lists(st.tuples(paths, values), max_size=12))
def test_the_weight_of_the_state_is_kept_exactly(writes: list[tuple[str, Any]]) -> None:
    """Or a stream of writes and deletions could outgrow the bound unseen."""
    surfaces, _ = taken(CREATE)
    empty = surfaces.weight()
    for path, value in writes:
        surfaces.take(data(path, value=value))
    fresh, _ = taken(CREATE, data("/", value=surfaces.snapshot()[0].data))

    assert surfaces.weight() - empty == fresh.weight() - empty


def test_the_gaps_in_a_list_are_weighed_too() -> None:
    surfaces, _ = taken(CREATE, data("/a", value=[1]), data("/a/99", value=2))
    fresh, _ = taken(CREATE, data("/", value={"a": [1, *[None] * 98, 2]}))

    assert surfaces.snapshot()[0].data == fresh.snapshot()[0].data
    assert surfaces.weight() == fresh.weight()


def test_the_same_messages_give_the_same_bytes() -> None:
    def shown() -> str:
        surfaces, findings = taken(
            CREATE, components(TEXT, {"id": "b", "component": "X"}), data("/a", value={"z": 1})
        )
        everything = [finding.model_dump() for finding in (*findings, *surfaces.end_turn())]
        return json.dumps([everything, [snapshot.model_dump() for snapshot in surfaces.snapshot()]])

    assert shown() == shown()


def test_what_lies_deep_is_weighed_too() -> None:
    """A path of 50 steps and a value of some more levels, or the bound could be gone round."""
    surfaces, _ = taken(CREATE)
    before = surfaces.weight()

    surfaces.take(data("/a" * MAX_DEPTH, value=[["x" * 100_000]]))

    assert surfaces.weight() - before > 100_000
