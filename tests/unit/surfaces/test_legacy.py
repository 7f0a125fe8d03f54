import json
from pathlib import Path
from typing import Any

import pytest

from modylbench.surfaces.catalog.names import CATALOG_ID
from modylbench.surfaces.finding import SurfaceFinding
from modylbench.surfaces.legacy import INNER_ROOT
from modylbench.surfaces.limits import MAX_SURFACES
from modylbench.surfaces.state import Surfaces

S = {"surfaceId": "s"}


def update(**components: Any) -> dict[str, Any]:
    items = [{"id": name, "component": component} for name, component in components.items()]
    return {"surfaceUpdate": {**S, "components": items}}


def begin(root: str = "root", **more: Any) -> dict[str, Any]:
    return {"beginRendering": {**S, "root": root, **more}}


def contents(*entries: Any, **path: str) -> dict[str, Any]:
    return {"dataModelUpdate": {**S, **path, "contents": list(entries)}}


def text(**value: Any) -> dict[str, Any]:
    return {"Text": {"text": value}}


HELLO = text(literalString="Hello")


def taken(*messages: Any) -> tuple[Surfaces, list[SurfaceFinding]]:
    surfaces = Surfaces()
    findings = [finding for message in messages for finding in surfaces.take(message)]
    return surfaces, findings + list(surfaces.end_turn())


def shown(*messages: Any) -> Any:
    surfaces, findings = taken(*messages)
    assert findings == []
    page = Surfaces()
    assert [one for message in surfaces.drain() for one in page.take(message)] == []
    assert page.snapshot() == surfaces.snapshot()
    return surfaces.snapshot()[0]


NAME = {"path": "/name"}
TRANSLATIONS = {
    "Text": (
        {"Text": {"text": {"literalString": "Hi"}, "usageHint": "h1"}},
        {"component": "Text", "text": "Hi", "variant": "h1"},
    ),
    "Image": (
        {
            "Image": {
                "url": NAME,
                "altText": {"literalString": "A cat"},
                "fit": "scale-down",
                "usageHint": "avatar",
            }
        },
        {
            "component": "Image",
            "url": NAME,
            "description": "A cat",
            "fit": "scaleDown",
            "variant": "avatar",
        },
    ),
    "Icon": (
        {"Icon": {"name": {"literalString": "send"}}},
        {"component": "Icon", "name": "send"},
    ),
    "Video": ({"Video": {"url": NAME}}, {"component": "Video", "url": NAME}),
    "AudioPlayer": (
        {"AudioPlayer": {"url": NAME, "description": {"literalString": "Talk"}}},
        {"component": "AudioPlayer", "url": NAME, "description": "Talk"},
    ),
    "Row": (
        {
            "Row": {
                "children": {"explicitList": ["x", "y"]},
                "distribution": "spaceBetween",
                "alignment": "center",
            }
        },
        {"component": "Row", "children": ["x", "y"], "justify": "spaceBetween", "align": "center"},
    ),
    "List": (
        {
            "List": {
                "children": {"template": {"componentId": "x", "dataBinding": "/items"}},
                "direction": "horizontal",
                "alignment": "end",
            }
        },
        {
            "component": "List",
            "children": {"componentId": "x", "path": "/items"},
            "direction": "horizontal",
            "align": "end",
        },
    ),
    "Tabs": (
        {"Tabs": {"tabItems": [{"title": {"literalString": "One"}, "child": "x"}]}},
        {"component": "Tabs", "tabs": [{"title": "One", "child": "x"}]},
    ),
    "Modal": (
        {"Modal": {"entryPointChild": "x", "contentChild": "y"}},
        {"component": "Modal", "trigger": "x", "content": "y"},
    ),
    "Button": (
        {
            "Button": {
                "child": "x",
                "primary": True,
                "action": {
                    "name": "go",
                    "context": [
                        {"key": "who", "value": NAME},
                        {"key": "n", "value": {"literalNumber": 3}},
                    ],
                },
            }
        },
        {
            "component": "Button",
            "child": "x",
            "variant": "primary",
            "action": {"event": {"name": "go", "context": {"who": NAME, "n": 3}}},
        },
    ),
    "CheckBox": (
        {"CheckBox": {"label": {"literalString": "Sure?"}, "value": {"literalBoolean": False}}},
        {"component": "CheckBox", "label": "Sure?", "value": False},
    ),
    "TextField": (
        {
            "TextField": {
                "label": {"literalString": "Born"},
                "text": NAME,
                "textFieldType": "date",
                "validationRegexp": ".+",
            }
        },
        {
            "component": "TextField",
            "label": "Born",
            "value": NAME,
            "variant": "shortText",
            "validationRegexp": ".+",
        },
    ),
    "DateTimeInput": (
        {"DateTimeInput": {"value": NAME, "enableDate": True, "outputFormat": "yyyy"}},
        {"component": "DateTimeInput", "value": NAME, "enableDate": True},
    ),
    "MultipleChoice": (
        {
            "MultipleChoice": {
                "selections": {"literalArray": ["a"]},
                "options": [{"label": {"literalString": "A"}, "value": "a"}],
                "maxAllowedSelections": 1,
                "variant": "chips",
            }
        },
        {
            "component": "ChoicePicker",
            "value": ["a"],
            "options": [{"label": "A", "value": "a"}],
            "variant": "mutuallyExclusive",
            "displayStyle": "chips",
        },
    ),
    "Slider": (
        {"Slider": {"value": {"literalNumber": 3}, "minValue": 1}},
        {"component": "Slider", "value": 3, "min": 1, "max": 100},
    ),
    "Divider": ({"Divider": {"axis": "vertical"}}, {"component": "Divider", "axis": "vertical"}),
}


@pytest.mark.parametrize(("old", "new"), TRANSLATIONS.values(), ids=TRANSLATIONS.keys())
def test_every_component_is_translated_to_one_that_v0_9_takes(
    old: dict[str, Any], new: dict[str, Any]
) -> None:
    surfaces, findings = taken(update(root=old, x=HELLO, y=HELLO), begin())

    found = surfaces.snapshot()[0].components["root"]
    assert [one for one in findings if one.severity == "error"] == []
    assert {key: value for key, value in found.items() if key != "id"} == new


def test_the_official_examples_are_translated_without_a_finding(shared_data: Path) -> None:
    files = sorted((shared_data / "a2ui-examples" / "v0.8").glob("*.json"))
    for file in files:
        messages = json.loads(file.read_text(encoding="utf-8"))
        surface = shown(*messages)
        sent = {item["id"] for item in messages[0]["surfaceUpdate"]["components"]}

        assert set(surface.components) == sent
        assert surface.catalog_id == CATALOG_ID
    assert len(files) == 12


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)])
def test_the_messages_may_come_in_any_order(order: tuple[int, ...]) -> None:
    messages = (
        update(main={"Card": {"child": "t"}}, t=text(path="/name")),
        contents({"key": "name", "valueString": "Ann"}),
        begin("main", styles={"primaryColor": "#112233", "font": "Roboto"}),
    )

    surface = shown(*(messages[place] for place in order))

    assert surface.components["root"] == {"id": "root", "component": "Column", "children": ["main"]}
    assert surface.components["main"] == {"id": "main", "component": "Card", "child": "t"}
    assert surface.data == {"name": "Ann"}
    assert surface.theme == {"primaryColor": "#112233"}


def test_data_is_translated_with_its_types() -> None:
    surface = shown(
        update(root=HELLO),
        contents(
            {"key": "n", "valueNumber": 2.5},
            {"key": "b", "valueBoolean": False},
            {"key": "m", "valueMap": [{"key": "s", "valueString": ""}]},
        ),
        contents({"key": "t", "valueString": "x"}, path="/m/deep"),
        begin(),
    )

    assert surface.data == {"n": 2.5, "b": False, "m": {"s": "", "deep": {"t": "x"}}}


def test_data_without_a_path_replaces_all() -> None:
    surface = shown(
        update(root=HELLO),
        contents({"key": "a", "valueNumber": 1}),
        contents({"key": "b", "valueNumber": 2}, path="/"),
        begin(),
    )

    assert surface.data == {"b": 2}


def items(*names: str) -> dict[str, Any]:
    entries = [
        {"key": f"item{name}", "valueMap": [{"key": "name", "valueString": name}]} for name in names
    ]
    return {"key": "items", "valueMap": entries}


LIST = {"List": {"children": {"template": {"componentId": "t", "dataBinding": "/items"}}}}


@pytest.mark.parametrize("data_first", [True, False])
def test_a_map_that_a_template_repeats_over_becomes_a_list(data_first: bool) -> None:
    messages = [update(root=LIST, t=text(path="name")), contents(items("a", "b"))]
    if data_first:
        messages.reverse()

    surface = shown(
        *messages,
        begin(),
        contents({"key": "name", "valueString": "c"}, path="/items/itemc"),
        contents({"key": "name", "valueString": "A"}, path="/items/itema"),
    )

    assert surface.data == {"items": [{"name": "A"}, {"name": "b"}, {"name": "c"}]}


def test_a_list_within_a_list_becomes_one_too() -> None:
    inner = {"List": {"children": {"template": {"componentId": "t", "dataBinding": "tags"}}}}
    inner["List"]["children"]["template"]["componentId"] = "u"
    tags = {"key": "tags", "valueMap": [{"key": "x", "valueString": "red"}]}
    outer = {"key": "items", "valueMap": [{"key": "i1", "valueMap": [tags]}]}

    surface = shown(update(root=LIST, t=inner, u=HELLO), contents(outer), begin())

    assert surface.data == {"items": [{"tags": ["red"]}]}


def test_a_literal_beside_a_path_is_put_there() -> None:
    surface = shown(update(root=text(path="/who", literalString="Ann")), begin())

    assert surface.components["root"]["text"] == {"path": "/who"}
    assert surface.data == {"who": "Ann"}


def test_a_component_called_root_may_be_another_one_than_the_root() -> None:
    surface = shown(
        update(main={"Card": {"child": "root"}}, root=HELLO),
        begin("main"),
        update(root=text(literalString="Bye")),
    )

    assert surface.components["root"]["children"] == ["main"]
    assert surface.components["main"]["child"] == INNER_ROOT
    assert surface.components[INNER_ROOT]["text"] == "Bye"


def test_the_root_may_change() -> None:
    surfaces, _ = taken(update(a=HELLO, root=HELLO), begin("a"), begin("root"))

    assert surfaces.snapshot()[0].components["root"]["children"] == [INNER_ROOT]


def test_a_surface_that_was_not_asked_to_be_shown_is_a_warning_until_it_is() -> None:
    surfaces, findings = taken(update(root=HELLO))

    assert [(one.severity, one.code) for one in findings] == [("warning", "rendering_not_begun")]
    assert surfaces.end_turn() == ()
    surfaces.take(begin())
    assert surfaces.end_turn() == ()


def test_a_surface_may_be_deleted_and_come_again() -> None:
    surface = shown(
        update(root=HELLO, old=HELLO),
        begin("old"),
        {"deleteSurface": S},
        update(root=HELLO),
        begin(),
    )

    assert surface.components == {"root": {"id": "root", "component": "Text", "text": "Hello"}}


def test_our_components_may_come_in_the_old_form() -> None:
    grid = {
        "DataGrid": {
            "title": {"literalString": "Plan"},
            "columns": ["2026"],
            "rows": [{"label": "Revenue", "cells": [1]}],
        }
    }

    assert shown(update(root=grid), begin()).components["root"]["title"] == "Plan"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"surfaceUpdate": 5}, "invalid_message"),
        ({"surfaceUpdate": {"components": []}}, "invalid_message"),
        ({"surfaceUpdate": {**S, "components": 5}}, "invalid_message"),
        ({"surfaceUpdate": {**S, "components": [5]}}, "invalid_component"),
        (update(root={"Text": {}, "Row": {}}), "unknown_component"),
        (update(root={"Strange": {"x": {"literalString": "a"}}}), "unknown_component"),
        ({"dataModelUpdate": {**S, "contents": 5}}, "invalid_message"),
        ({"beginRendering": S}, "invalid_message"),
        ({**begin(), **update(root=HELLO)}, "invalid_message"),
        (begin(catalogId="urn:other"), "unknown_catalog"),
        ({"version": "v0.8", "createSurface": S}, "invalid_message"),
    ],
)
def test_what_cannot_be_understood_is_a_finding(message: Any, code: str) -> None:
    surfaces = Surfaces()

    assert code in [one.code for one in surfaces.take(message)]


def test_the_number_of_surfaces_is_bounded() -> None:
    surfaces = Surfaces()
    for number in range(MAX_SURFACES + 1):
        body = {"surfaceId": f"s{number}", "contents": []}
        findings = surfaces.take({"dataModelUpdate": body})

    assert [one.code for one in findings] == ["too_many_surfaces"]
