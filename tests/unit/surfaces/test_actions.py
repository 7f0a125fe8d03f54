"""What a person does on a surface is sent as an action."""

from pathlib import Path
from typing import Any

import pytest
from a2ui.core.schema.v0_8 import client_to_server as v0_8
from a2ui.core.schema.v0_9 import client_to_server as v0_9
from pydantic import TypeAdapter

from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.actions import client_data_model, client_errors, user_action, user_input
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state.surfaces import Surfaces

S = {"surfaceId": "s"}
AT = "2026-11-04T10:00:00Z"
OFFICIAL: TypeAdapter[Any] = TypeAdapter(v0_9.ClientToServerMessage)
DATA = {"who": "Ann", "orders": [{"id": "o1"}, {"id": "o2", "lines": [{"n": 3}]}]}


def surfaces_with(context: dict[str, Any], *, send: bool = False) -> Surfaces:
    surfaces = Surfaces()
    create = {**S, "catalogId": CATALOG_ID, "sendDataModel": send}
    button = {
        "id": "root",
        "component": "Button",
        "child": "t",
        "action": {"event": {"name": "go", "context": context}},
    }
    text = {"id": "t", "component": "Text", "text": "Go"}
    for message in (
        {"version": "v0.9", "createSurface": create},
        {"version": "v0.9", "updateComponents": {**S, "components": [button, text]}},
        {"version": "v0.9", "updateDataModel": {**S, "value": DATA}},
    ):
        assert surfaces.take(message) == ()
    return surfaces


def context_of(context: dict[str, Any], item: str = "/") -> Any:
    message = user_action(surfaces_with(context), "s", "root", at=AT, item=item)
    assert message is not None
    OFFICIAL.validate_python(message)
    return message["action"]["context"]


def test_an_action_is_a_message_of_the_official_schema() -> None:
    message = user_action(surfaces_with({"who": {"path": "/who"}}), "s", "root", at=AT)

    assert message == {
        "version": "v0.9",
        "action": {
            "name": "go",
            "surfaceId": "s",
            "sourceComponentId": "root",
            "timestamp": AT,
            "context": {"who": "Ann"},
        },
    }
    OFFICIAL.validate_python(message)


@pytest.mark.parametrize(
    ("value", "item", "found"),
    [
        (5, "/", 5),
        ("plain", "/", "plain"),
        ({"path": "/who"}, "/orders/1", "Ann"),
        ({"path": "id"}, "/orders/1", "o2"),
        ({"path": "n"}, "/orders/1/lines/0", 3),
        ({"path": "who"}, "/", "Ann"),
        ({"path": "/nowhere"}, "/", None),
        ({"path": "/orders"}, "/", DATA["orders"]),
        ({"call": "formatString", "args": {"value": "${id} of ${/who}"}}, "/orders/0", "o1 of Ann"),
        ({"call": "capitalize", "args": {"value": {"path": "id"}}}, "/orders/0", "O1"),
        ({"call": "regex", "args": {"value": "a" * 40 + "b", "pattern": "(a+)+$"}}, "/", None),
    ],
)
def test_the_context_is_resolved_where_the_component_stands(
    value: Any, item: str, found: Any
) -> None:
    assert context_of({"x": value}, item) == {"x": found}


def test_what_was_sent_does_not_change_with_the_data() -> None:
    surfaces = surfaces_with({"x": {"path": "/orders"}})
    message = user_action(surfaces, "s", "root", at=AT)
    surfaces.take(
        {"version": "v0.9", "updateDataModel": {**S, "path": "/orders/0/id", "value": "changed"}}
    )

    assert message is not None
    assert message["action"]["context"]["x"][0]["id"] == "o1"


def test_a_component_without_an_event_sends_nothing() -> None:
    assert user_action(surfaces_with({}), "s", "t", at=AT) is None


def test_an_unknown_name_is_said() -> None:
    with pytest.raises(UnknownName, match="surface"):
        user_action(surfaces_with({}), "other", "root", at=AT)
    with pytest.raises(UnknownName, match="component"):
        user_action(surfaces_with({}), "s", "other", at=AT)


def test_the_data_goes_back_only_where_the_agent_asked_for_it() -> None:
    sent = client_data_model(surfaces_with({}, send=True))

    assert sent == {"version": "v0.9", "surfaces": {"s": DATA}}
    v0_9.A2uiClientDataModel.model_validate(sent)
    assert client_data_model(surfaces_with({})) is None


def test_an_agent_of_v0_8_is_answered_in_v0_8(shared_data: Path) -> None:
    surfaces = Surfaces()
    file = shared_data / "a2ui-examples" / "v0.8" / "09_login-form.json"
    for message in messages_in(file.read_text(encoding="utf-8"))[0]:
        surfaces.take(message)

    answer = user_action(surfaces, "gallery-login-form", "login-btn", at=AT)

    assert answer is not None
    assert answer["userAction"]["name"] == "login"
    v0_8.A2uiClientActionMessage.model_validate(answer)


def test_every_error_goes_back_in_the_official_form() -> None:
    surfaces = surfaces_with({})
    findings: list[SurfaceFinding] = []
    for message in (
        5,
        {"version": "v1.0"},
        {"createSurface": S},
        {"version": "v0.9", "updateComponents": {**S, "components": [{"id": "a"}]}},
        {"version": "v0.9", "updateDataModel": {**S, "path": "/who/x", "value": 1}},
    ):
        findings += surfaces.take(message)
    findings += messages_in("{")[1]
    findings += [SurfaceFinding(source="page", severity="error", code="low_contrast", reason="x")]

    errors = client_errors(findings)

    assert [error["error"]["path"] for error in errors] == [
        "",
        "",
        "/createSurface/surfaceId",
        "/updateComponents/components/0/component",
        "/updateDataModel/path",
        "",
    ]
    assert [error["error"]["surfaceId"] for error in errors] == ["", "", "s", "s", "s", ""]
    for error in errors:
        validated = OFFICIAL.validate_python(error)
        assert isinstance(validated.error, v0_9.A2uiValidationError)


def form(**data: Any) -> Surfaces:
    surfaces = Surfaces()
    name = {"path": "/form/name"}
    required = {"call": "required", "args": {"value": name}}
    event = {"event": {"name": "send", "context": {"form": {"path": "/form"}}}}
    options = [{"label": name.upper(), "value": name} for name in ("a", "b")]
    fields = [
        {"id": "name", "component": "TextField", "label": "Name", "value": name},
        {"id": "loose", "component": "TextField", "label": "Loose", "value": "x"},
        {"id": "sure", "component": "CheckBox", "label": "?", "value": {"path": "/form/sure"}},
        {"id": "one", "component": "ChoicePicker", "options": options, "value": {"path": "/one"}},
        {"id": "many", "component": "ChoicePicker", "variant": "multipleSelection"}
        | {"options": options, "value": {"path": "/many"}},
        {"id": "size", "component": "Slider", "min": 1, "max": 5, "value": {"path": "size"}},
        {"id": "day", "component": "DateTimeInput", "value": {"path": "/day"}, "enableDate": True},
        {"id": "t", "component": "Text", "text": "Send"},
        {"id": "send", "component": "Button", "child": "t", "action": event}
        | {"checks": [{"condition": required, "message": "Who are you?"}]},
        {"id": "root", "component": "Column"}
        | {"children": ["name", "loose", "sure", "one", "many", "size", "day", "send"]},
    ]
    for message in (
        {"version": "v0.9", "createSurface": {**S, "catalogId": CATALOG_ID}},
        {"version": "v0.9", "updateComponents": {**S, "components": fields}},
        {"version": "v0.9", "updateDataModel": {**S, "value": data}},
    ):
        assert surfaces.take(message) == ()
    return surfaces


def test_a_button_whose_checks_fail_sends_nothing_until_they_hold() -> None:
    surfaces = form(form={"name": ""})
    assert user_action(surfaces, "s", "send", at=AT) is None

    assert user_input(surfaces, "s", "name", "Ann")
    assert user_input(surfaces, "s", "sure", True)

    message = user_action(surfaces, "s", "send", at=AT)
    assert message is not None
    assert message["action"]["context"] == {"form": {"name": "Ann", "sure": True}}


@pytest.mark.parametrize(
    ("condition", "sends"),
    [
        (True, True),
        (False, False),
        ({"path": "/who"}, True),
        ({"path": "/nowhere"}, False),
        ({"call": "not", "args": {"value": {"path": "/who"}}}, False),
        ({"call": "regex", "args": {"value": "a" * 40 + "b", "pattern": "(a+)+$"}}, True),
    ],
)
def test_checks_are_the_cores_own_but_for_patterns(condition: Any, sends: bool) -> None:
    surfaces = surfaces_with({})
    rule = {"condition": condition, "message": "No"}
    button: dict[str, Any] = {"id": "root", "component": "Button", "child": "t"}
    button["checks"] = [rule]
    button["action"] = {"event": {"name": "go", "context": {}}}
    update = {"version": "v0.9", "updateComponents": {**S, "components": [button]}}
    assert surfaces.take(update) == ()

    assert (user_action(surfaces, "s", "root", at=AT) is not None) == sends


@pytest.mark.parametrize(
    ("component", "value", "item", "path"),
    [
        ("name", "Ann", "/", "/form/name"),
        ("sure", False, "/", "/form/sure"),
        ("one", ["b"], "/", "/one"),
        ("many", ["b", "a"], "/", "/many"),
        ("size", 2.5, "/rows/1", "/rows/1/size"),
        ("day", "2026-11-04", "/", "/day"),
    ],
)
def test_what_people_enter_is_in_the_data_and_on_the_page(
    component: str, value: Any, item: str, path: str
) -> None:
    surfaces, page = form(rows=[{}, {}]), Surfaces()
    for message in surfaces.drain():
        page.take(message)

    assert user_input(surfaces, "s", component, value, item=item)

    (written,) = surfaces.drain()
    assert written["updateDataModel"] == {**S, "path": path, "value": value}
    assert page.take(written) == ()
    assert page.snapshot() == surfaces.snapshot()


@pytest.mark.parametrize(
    ("component", "value"),
    [
        ("name", 5),
        ("sure", "yes"),
        ("one", "a"),
        ("one", ["a", "b"]),
        ("many", ["c"]),
        ("size", 6),
        ("size", True),
        ("t", "x"),
    ],
)
def test_what_people_cannot_enter_is_refused(component: str, value: Any) -> None:
    surfaces = form()
    surfaces.drain()

    with pytest.raises(UserMistake, match=component):
        user_input(surfaces, "s", component, value)
    assert surfaces.drain() == []


def test_what_is_bound_to_nothing_or_to_no_place_is_not_written() -> None:
    surfaces = form(form="no object")
    surfaces.drain()

    assert not user_input(surfaces, "s", "loose", "x")
    assert not user_input(surfaces, "s", "name", "x")
    assert not user_input(surfaces, "s", "name", "\ud800")
    assert surfaces.drain() == []


def test_what_people_enter_stays_when_an_agent_of_v0_8_goes_on() -> None:
    surfaces = Surfaces()
    rows = {"template": {"componentId": "n", "dataBinding": "/rows"}}
    field = {"TextField": {"label": {"literalString": "Name"}, "text": {"path": "name"}}}
    items: list[Any] = [{"id": "root", "component": {"List": {"children": rows}}}]
    items.append({"id": "n", "component": field})
    keyed: list[Any] = [{"key": key, "valueMap": []} for key in ("x", "y")]
    first: list[Any] = [
        {"surfaceUpdate": {**S, "components": items}},
        {"dataModelUpdate": {**S, "contents": [{"key": "rows", "valueMap": keyed}]}},
    ]
    for message in first:
        assert surfaces.take(message) == ()

    assert user_input(surfaces, "s", "n", "Ann", item="/rows/1")
    inner: Any = {"List": {"children": {"template": {"componentId": "n", "dataBinding": "tags"}}}}
    then: list[Any] = [
        {"surfaceUpdate": {**S, "components": [{"id": "inner", "component": inner}]}},
        {"dataModelUpdate": {**S, "path": "/rows/y/more", "contents": []}},
        {"beginRendering": {**S, "root": "root", "styles": {"primaryColor": "#ff0000"}}},
    ]
    for message in then:
        assert surfaces.take(message) == ()

    assert surfaces.snapshot()[0].data == {"rows": [{}, {"name": "Ann", "more": {}}]}


def test_errors_go_back_to_an_agent_of_v0_8_in_its_own_form() -> None:
    surfaces = Surfaces()
    wrong = {"id": "root", "component": {"Strange": {}}}
    findings = surfaces.take({"surfaceUpdate": {**S, "components": [wrong]}})
    findings += messages_in("{")[1]

    errors = client_errors(findings, surfaces)

    assert len(errors) == 2
    assert "surface 's': component 'root'" in errors[0]["error"]["message"]
    for error in errors:
        assert list(error) == ["error"]
        v0_8.A2uiRendererErrorMessage.model_validate(error)
