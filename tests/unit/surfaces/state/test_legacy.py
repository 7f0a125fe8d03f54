"""Messages of A2UI v0.8 are translated to v0.9."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.limits import MAX_LEGACY_LISTS, MAX_LEGACY_STYLES, MAX_SURFACES
from modylbench.surfaces.state.legacy import INNER_ROOT
from modylbench.surfaces.state.surfaces import Surfaces

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
    assert [finding for message in surfaces.drain() for finding in page.take(message)] == []
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
    assert [finding for finding in findings if finding.severity == "error"] == []
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

    assert [(finding.severity, finding.code) for finding in findings] == [
        ("warning", "rendering_not_begun")
    ]
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

    assert code in [finding.code for finding in surfaces.take(message)]


def test_the_number_of_surfaces_is_bounded() -> None:
    surfaces = Surfaces()
    for number in range(MAX_SURFACES + 1):
        body = {"surfaceId": f"s{number}", "contents": []}
        findings = surfaces.take({"dataModelUpdate": body})

    assert [finding.code for finding in findings] == ["too_many_surfaces"]


def template(path: str) -> dict[str, Any]:
    return {"List": {"children": {"template": {"componentId": "t", "dataBinding": path}}}}


ENDLESS = "/a" * 20_000


@pytest.mark.parametrize(
    "refused",
    [
        contents({"key": "x", "valueString": "y"}, path=ENDLESS),
        update(x=text(path=ENDLESS, literalString="y")),
        contents({"key": "x", "valueString": "y"}, path="/a" * 51),
        contents({"key": "x", "valueString": "y"}, path="/who/x"),
        contents({"key": "x", "valueString": "y"}, path="/constructor/x"),
        update(x=text(path="/prototype", literalString="y")),
    ],
)
def test_a_refused_write_is_not_remembered(refused: dict[str, Any]) -> None:
    surfaces, _ = taken(contents({"key": "who", "valueString": "Ann"}), update(root=HELLO), begin())

    assert [finding.code for finding in surfaces.take(refused)] == ["invalid_write"]
    for later in (
        update(root=template("rel"), t=HELLO),
        begin(styles={"primaryColor": "#ff0000"}),
        contents({"key": "x", "valueString": "y"}, path="/b"),
    ):
        assert surfaces.take(later) == ()
    assert surfaces.snapshot()[0].data == {"who": "Ann", "b": {"x": "y"}}


def test_a_map_with_numbers_for_keys_stays_a_map_until_a_template_repeats_over_it() -> None:
    numbered = contents({"key": "x", "valueNumber": 1}, path="/m/7")

    assert shown(numbered, update(root=HELLO), begin()).data == {"m": {"7": {"x": 1}}}
    assert shown(numbered, update(root=template("/m"), t=HELLO), begin()).data == {"m": [{"x": 1}]}


def test_an_item_is_written_alone_and_not_its_whole_list() -> None:
    surfaces, _ = taken(contents(items("a", "b", "c")), update(root=LIST, t=HELLO), begin())
    surfaces.drain()

    surfaces.take(contents({"key": "name", "valueString": "B"}, path="/items/itemb"))
    surfaces.take(contents({"key": "name", "valueString": "d"}, path="/items/itemd"))
    surfaces.take(update(x=text(path="/items/itemc/name", literalString="C")))

    writes = [sent["updateDataModel"] for sent in surfaces.drain() if "updateDataModel" in sent]
    assert [(write["path"], write["value"]) for write in writes] == [
        ("/items/1", {"name": "B"}),
        ("/items/3", {"name": "d"}),
        ("/items/2/name", "C"),
    ]


def test_what_a_page_gets_grows_with_the_message_and_not_with_the_data() -> None:
    """Or a stream of small messages would take a time and a memory that grow as its square."""
    count = 500
    texts = {f"t{n}": text(path=f"/items/k{n}", literalString="x") for n in range(count)}
    surfaces, _ = taken(update(root=LIST, **texts))
    assert len(json.dumps(surfaces.drain())) < 400 * count

    sizes = []
    for number in range(count):
        surfaces.take(contents({"key": "name", "valueNumber": 1}, path=f"/items/k{number}/more"))
        sizes.append(len(json.dumps(surfaces.drain())))
    assert max(sizes) < 200


def test_the_paths_that_templates_repeat_over_are_bounded_and_written_once_a_message() -> None:
    surfaces, _ = taken(contents(*({"key": f"k{n}", "valueMap": []} for n in range(50))))
    surfaces.drain()
    lists = {f"l{n}": template(f"rel{n}") for n in range(MAX_LEGACY_LISTS + 5)}

    findings = surfaces.take(update(t=HELLO, **lists))

    assert [finding.code for finding in findings] == ["too_many_lists"]
    assert sum("updateDataModel" in sent for sent in surfaces.drain()) == 1


def test_styles_may_change_some_times_only() -> None:
    surfaces, _ = taken(update(root=HELLO), begin())
    codes = [
        [
            finding.code
            for finding in surfaces.take(begin(styles={"primaryColor": f"#{number:06d}"}))
        ]
        for number in range(MAX_LEGACY_STYLES + 1)
    ]

    assert codes == [[]] * MAX_LEGACY_STYLES + [["too_many_styles"]]
    assert surfaces.snapshot()[0].theme == {"primaryColor": f"#{MAX_LEGACY_STYLES - 1:06d}"}


keys = st.sampled_from(["a", "b", "0", "1", "é/~"])
paths = st.lists(keys, min_size=1, max_size=4).map(
    lambda steps: "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
)
maps = st.recursive(
    st.integers(0, 5) | st.text("xy", max_size=2),
    lambda inner: st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)
legacy_messages = st.one_of(
    st.builds(
        lambda path, value: {"dataModelUpdate": {**S, "path": path, "contents": value}},
        paths.map(lambda path: f"/{path}") | st.just("/"),
        st.dictionaries(keys, maps, max_size=3),
    ),
    st.builds(
        lambda path, absolute: update(root=template(f"/{path}" if absolute else path), t=HELLO),
        paths,
        st.booleans(),
    ),
    st.builds(lambda path: update(x=text(path=f"/{path}", literalString="z")), paths),
    st.sampled_from(["#ff0000", "#00ff00"]).map(lambda c: begin(styles={"primaryColor": c})),
)


def put(here: Any, steps: list[str], value: Any) -> bool:
    for step in steps[:-1]:
        here = here.setdefault(step, {})
        if not isinstance(here, dict):
            return False
    here[steps[-1]] = value
    return True


def listed(
    value: Any, place: tuple[str, ...], templates: list[tuple[bool, tuple[str, ...]]]
) -> Any:
    if not isinstance(value, dict):
        return value
    below = {key: listed(item, (*place, key), templates) for key, item in value.items()}
    is_list = any(
        place == steps if absolute else len(place) > len(steps) and place[-len(steps) :] == steps
        for absolute, steps in templates
    )
    return list(below.values()) if is_list else below


@given(st.lists(legacy_messages, max_size=10))
def test_the_data_is_what_a_plain_reading_of_all_messages_makes_of_it(
    messages: list[dict[str, Any]],
) -> None:
    """The reference keeps maps and turns them to lists at the end, once and whole."""

    def parsed(path: str) -> list[str]:
        return [word.replace("~1", "/").replace("~0", "~") for word in path.split("/") if word]

    surfaces, page = Surfaces(), Surfaces()
    data: dict[str, Any] = {}
    templates: list[tuple[bool, tuple[str, ...]]] = []
    for message in messages:
        refused = [finding.code for finding in surfaces.take(message)]
        for passed_on in surfaces.drain():
            assert page.take(passed_on) == ()
        trial = json.loads(json.dumps(data))
        is_good = True
        if "dataModelUpdate" in message:
            body = message["dataModelUpdate"]
            steps = parsed(body["path"])
            if steps:
                is_good = put(trial, steps, json.loads(json.dumps(body["contents"])))
            else:
                trial = json.loads(json.dumps(body["contents"]))
        for item in message.get("surfaceUpdate", {}).get("components", []):
            (properties,) = item["component"].values()
            repeated = properties.get("children", {}).get("template")
            if repeated:
                path = repeated["dataBinding"]
                templates.append((path.startswith("/"), tuple(parsed(path))))
            elif "path" in properties["text"]:
                is_good = put(trial, parsed(properties["text"]["path"]), "z")
        assert refused == ([] if is_good else ["invalid_write"])
        data = trial if is_good else data

        (surface,) = surfaces.snapshot()
        assert surface.data == listed(data, (), templates)
        assert page.snapshot() == surfaces.snapshot()
