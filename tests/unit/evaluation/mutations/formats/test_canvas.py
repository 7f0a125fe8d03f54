"""Edits of a canvas, whichever program drew it."""

import copy
from typing import Any

import pytest

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.canvas import CanvasFormat
from modylbench.evaluation.mutations.formats.format import ProductJson

FORMAT = CanvasFormat()


def canvas(*elements: dict[str, Any]) -> ProductJson:
    return FORMAT.normalise({"id": "c", "title": "Plan", "elements": list(elements)})


BOX = {"id": "box", "type": "rectangle", "x": 10, "y": 20, "width": 100, "height": 50, "text": "A"}
DOT = {"id": "dot", "type": "ellipse", "x": 300, "y": 20}
ARROW = {"id": "arrow", "type": "arrow", "start": "box", "end": "dot"}


@pytest.mark.parametrize(
    ("change", "kind", "fields"),
    [
        ({"x": 11, "y": 22}, "move_element", {"x", "y"}),
        ({"width": 90}, "resize_element", {"width"}),
        ({"angle": 1.5}, "rotate_element", {"angle"}),
        ({"text": "B"}, "edit_text", {"text"}),
        ({"style": {"strokeColor": "red"}}, "restyle_element", {"style"}),
        ({"points": [[0, 0], [1, 1]]}, "reshape_element", {"points"}),
        ({"type": "diamond"}, "retype_element", {"type"}),
        ({"parent": "dot"}, "regroup_element", {"parent"}),
        ({"groups": ["g1"]}, "regroup_element", {"groups"}),
        ({"start": "dot"}, "reconnect_element", {"start"}),
    ],
)
def test_each_change_of_an_element_has_a_name(
    change: dict[str, Any], kind: str, fields: set[str]
) -> None:
    (edit,) = FORMAT.diff(canvas(BOX, DOT), canvas({**BOX, **change}, DOT))

    assert (edit.type, edit.locator, edit.locator_kind) == (kind, "box", "element_id")
    assert set(edit.old) == set(edit.new) == fields


def test_moved_and_resized_are_two_edits() -> None:
    found = FORMAT.diff(canvas(BOX), canvas({**BOX, "x": 0, "width": 7}))

    assert {edit.type for edit in found} == {"move_element", "resize_element"}


def test_elements_come_go_and_change_their_order() -> None:
    before, after = canvas(BOX, DOT), canvas(ARROW, DOT)

    assert [(edit.type, edit.locator, edit.after) for edit in FORMAT.diff(before, after)] == [
        ("remove_element", "box", None),
        ("add_element", "arrow", ""),
    ]
    assert [edit.type for edit in FORMAT.diff(canvas(BOX, DOT), canvas(DOT, BOX))] == ["reorder"]


@pytest.mark.parametrize("place", [0, 10, 10.5, 10.125, 10.375, 1 / 3, 2 / 7, -4.625, 1e6 + 0.005])
def test_noise_is_no_change_and_a_hundredth_is(place: float) -> None:
    there = canvas({**BOX, "x": place})

    for noise in (1e-9, -1e-9, 1e-5, -1e-5):
        assert FORMAT.diff(there, canvas({**BOX, "x": place + noise})) == ()
    assert FORMAT.diff(there, canvas({**BOX, "x": place + 0.02}))


def test_a_colour_in_other_letters_is_no_change() -> None:
    drawing = canvas({**BOX, "style": {"strokeColor": "#ABC", "backgroundColor": "#11223344"}})
    other = canvas({**BOX, "style": {"backgroundColor": "#11223344", "strokeColor": "#aabbcc"}})

    assert FORMAT.diff(drawing, other) == ()


def test_arrows_that_join_nothing_are_wrong() -> None:
    assert len(FORMAT.verify(canvas(ARROW, BOX))) == 1
    assert FORMAT.verify(canvas(ARROW, BOX, DOT)) == ()


EXCALIDRAW: dict[str, Any] = {
    "type": "excalidraw",
    "version": 2,
    "source": "somewhere",
    "elements": [
        {
            "id": "-box_1", "type": "rectangle", "x": 100.0, "y": 100.5, "width": 200, "height": 80,
            "angle": 0, "strokeColor": "#1E1E1E", "backgroundColor": "transparent",
            "fillStyle": "solid", "strokeWidth": 2, "strokeStyle": "solid", "roughness": 1,
            "opacity": 100, "groupIds": ["g1"], "frameId": None, "index": "a0",
            "roundness": {"type": 3}, "seed": 1, "version": 4, "versionNonce": 77,
            "isDeleted": False, "boundElements": [{"id": "text", "type": "text"}],
            "updated": 1700000000000, "link": None, "locked": False,
        },
        {
            "id": "text", "type": "text", "x": 110, "y": 120, "width": 180, "height": 25,
            "text": "Revenue\nmodel", "originalText": "Revenue model", "fontSize": 20,
            "fontFamily": 1, "containerId": "-box_1", "isDeleted": False,
        },
        {
            "id": "arrow", "type": "arrow", "x": 0, "y": 0, "width": 100, "height": 0,
            "points": [[0, 0], [100, 0]], "startArrowhead": None, "endArrowhead": "arrow",
            "startBinding": {"elementId": "-box_1", "focus": 0.1, "gap": 4.2}, "endBinding": None,
        },
        {"id": "gone", "type": "ellipse", "x": 0, "y": 0, "isDeleted": True},
    ],
    "appState": {"viewBackgroundColor": "#ffffff"},
    "files": {},
}  # fmt: skip


def test_a_group_more_in_excalidraw_is_no_change_of_style() -> None:
    box, *others = EXCALIDRAW["elements"]
    outer = {**EXCALIDRAW, "elements": [{**box, "groupIds": ["g1", "g2"]}, *others]}

    (edit,) = FORMAT.diff(FORMAT.normalise(EXCALIDRAW), FORMAT.normalise(outer))

    assert (edit.type, edit.new) == ("regroup_element", {"groups": ["g1", "g2"]})
    assert FORMAT.verify(FORMAT.normalise(outer)) == FORMAT.verify(FORMAT.normalise(EXCALIDRAW))


def test_an_excalidraw_scene_is_a_canvas() -> None:
    box, text, arrow = FORMAT.normalise(EXCALIDRAW)["elements"]

    assert (box["x"], box["y"], box["style"]["strokeColor"]) == (100, 100.5, "#1e1e1e")
    assert box["style"]["roundness.type"] == 3
    assert box["groups"] == ["g1"]
    assert (text["text"], text["parent"]) == ("Revenue model", "-box_1")
    assert (arrow["start"], arrow["end"]) == ("-box_1", None)
    assert arrow["points"] == [[0, 0], [100, 0]]


def test_saving_an_excalidraw_scene_again_is_no_change() -> None:
    again = copy.deepcopy(EXCALIDRAW)
    for element in again["elements"]:
        element |= {"version": 9, "versionNonce": 5, "seed": 8, "updated": 2, "index": "z"}
        element["x"] += 1e-9
    again["elements"][0]["boundElements"] = []

    assert FORMAT.diff(FORMAT.normalise(EXCALIDRAW), FORMAT.normalise(again)) == ()


def test_deleting_in_excalidraw_is_seen() -> None:
    again = copy.deepcopy(EXCALIDRAW)
    again["elements"][1]["isDeleted"] = True

    (edit,) = FORMAT.diff(FORMAT.normalise(EXCALIDRAW), FORMAT.normalise(again))

    assert (edit.type, edit.locator) == ("remove_element", "text")


def shape(own: str, index: str, parent: str = "page:page", **fields: Any) -> dict[str, Any]:
    return {
        "typeName": "shape", "id": own, "type": "geo", "x": 0, "y": 0, "rotation": 0,
        "index": index, "parentId": parent, "isLocked": False, "opacity": 1,
        "meta": {}, "props": {"w": 100, "h": 50, "geo": "rectangle", "color": "black"}, **fields,
    }  # fmt: skip


def rich(*paragraphs: str) -> dict[str, Any]:
    content = [
        {"type": "paragraph", "content": [{"type": "text", "text": text}]} for text in paragraphs
    ]
    return {"type": "doc", "content": content}


RECORDS: list[dict[str, Any]] = [
    {"typeName": "document", "id": "document:document", "name": ""},
    {"typeName": "page", "id": "page:page", "name": "Page 1", "index": "a1"},
    shape("shape:top", "a2"),
    shape("shape:back", "a1", props={"w": 1, "h": 2, "richText": rich("Cost", "Revenue")}),
    shape("shape:inner", "a0", parent="shape:back"),
    shape("shape:arrow", "a3", type="arrow", props={"text": "to", "start": {"x": 1, "y": 2}}),
    shape(
        "shape:draw",
        "a4",
        type="draw",
        props={"segments": [{"type": "free", "points": [{"x": 0, "y": 0, "z": 0.5}]}]},
    ),
    {
        "typeName": "binding", "id": "binding:1", "type": "arrow", "fromId": "shape:arrow",
        "toId": "shape:top", "props": {"terminal": "end", "isExact": False},
    },
    {"typeName": "camera", "id": "camera:page:page", "x": 4, "y": 5, "z": 1},
]  # fmt: skip
BY_ID = {record["id"]: record for record in RECORDS}


@pytest.mark.parametrize(
    "raw",
    [
        {"store": BY_ID, "schema": {}},
        {"document": {"store": BY_ID, "schema": {}}, "session": {"version": 0}},
        {"tldrawFileFormatVersion": 1, "schema": {}, "records": RECORDS},
    ],
    ids=["store", "snapshot", "file"],
)
def test_a_tldraw_store_is_a_canvas(raw: dict[str, Any]) -> None:
    elements = {element["id"]: element for element in FORMAT.normalise(raw)["elements"]}

    assert list(elements) == [
        "shape:back",
        "shape:inner",
        "shape:top",
        "shape:arrow",
        "shape:draw",
    ]
    assert elements["shape:back"]["text"] == "Cost\nRevenue"
    assert elements["shape:inner"]["parent"] == "shape:back"
    assert elements["shape:top"]["parent"] is None
    assert (elements["shape:arrow"]["start"], elements["shape:arrow"]["end"]) == (None, "shape:top")
    assert elements["shape:arrow"]["style"]["start.x"] == 1
    assert elements["shape:draw"]["points"] == [[0, 0]]
    assert elements["shape:top"]["style"]["geo"] == "rectangle"


def test_a_camera_that_moves_is_no_change_and_a_shape_is() -> None:
    again = copy.deepcopy(BY_ID)
    again["camera:page:page"]["x"] = 99
    before = FORMAT.normalise({"store": BY_ID})

    assert FORMAT.diff(before, FORMAT.normalise({"store": again})) == ()

    again["shape:top"]["x"] = 5

    assert FORMAT.diff(before, FORMAT.normalise({"store": again})) == (
        Edit("move_element", "shape:top", "element_id", {"x": 0}, {"x": 5}),
    )


def test_several_pages_are_kept_apart() -> None:
    page = {"typeName": "page", "id": "page:2", "name": "Page 2", "index": "a2"}
    records = [*RECORDS, page, shape("shape:other", "a1", parent="page:2")]

    elements = {
        element["id"]: element
        for element in FORMAT.normalise({"store": {record["id"]: record for record in records}})[
            "elements"
        ]
    }

    assert (elements["page:2"]["type"], elements["page:2"]["text"]) == ("page", "Page 2")
    assert elements["shape:other"]["parent"] == "page:2"


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "excalidraw", "elements": {}},
        {"type": "excalidraw", "elements": [1]},
        {"type": "excalidraw", "elements": [{"id": "a"}]},
        {"type": "excalidraw", "elements": [{"id": "a b", "type": "x"}]},
        {
            "type": "excalidraw",
            "elements": [{"id": "a", "type": "x", "startBinding": {"elementId": 1}}],
        },
        {"store": [1]},
        {"store": None},
        {"document": {"store": 1}},
        {"tldrawFileFormatVersion": 1},
        {"store": {"a": {"typeName": "shape"}}},
        {"store": {"a": {"typeName": "shape", "id": [], "type": "geo", "parentId": {}}}},
        {"store": {"a": {"typeName": "page", "id": []}, "b": {"typeName": "page", "id": {}}}},
    ],
)
def test_a_drawing_that_is_none_is_refused_in_one_line(raw: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        FORMAT.normalise(raw)


@pytest.mark.parametrize(
    "record",
    [
        {"typeName": ["shape"], "id": "a"},
        {"typeName": "binding", "props": {"terminal": {}}},
        {"typeName": "binding", "fromId": [], "props": 1},
    ],
)
def test_records_that_make_no_sense_show_nothing(record: dict[str, Any]) -> None:
    assert FORMAT.normalise({"store": {"a": record}})["elements"] == []


def test_shapes_that_hold_each_other_are_not_lost() -> None:
    ring = {
        child: shape(child, "a1", parent=other)
        for child, other in [("shape:a", "shape:b"), ("shape:b", "shape:a")]
    }

    assert len(FORMAT.normalise({"store": ring})["elements"]) == 2
