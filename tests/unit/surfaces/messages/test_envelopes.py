"""Messages are taken out of whatever wraps them, once."""

import base64
import json
from typing import Any

import pytest

from modylbench.surfaces.messages.stream import StreamReader, messages_in
from modylbench.surfaces.state.surfaces import Surfaces

A = {"version": "v0.9", "createSurface": {"surfaceId": "a", "catalogId": "c"}}
B = {"version": "v0.9", "updateDataModel": {"surfaceId": "a", "path": "/t", "value": "é <b>"}}
C = {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}
ALL = [A, B, C]
BLOCK = f"Here: <a2ui-json>{json.dumps(ALL)}</a2ui-json> Done."
OPERATIONS = {"a2ui_operations": ALL}
TYPE = "application/a2ui+json"


def activity(*operations: Any, **more: Any) -> dict[str, Any]:
    content = {"a2ui_operations": list(operations)}
    return {"type": "ACTIVITY_SNAPSHOT", "messageId": "m", "activityType": "a2ui-surface",
            "content": content, **more}  # fmt: skip


def delta(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"type": "ACTIVITY_DELTA", "messageId": "m", "activityType": "a2ui-surface",
            "patch": list(changes)}  # fmt: skip


def change(op: str, path: str, value: Any = None) -> dict[str, Any]:
    return {"op": op, "path": f"/a2ui_operations{path}", "value": value}


def snapshot(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"type": "MESSAGES_SNAPSHOT", "messages": list(messages)}


def said(text: str) -> list[dict[str, Any]]:
    return [
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": text[:20]},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": text[20:]},
        {"type": "TEXT_MESSAGE_END", "messageId": "1"},
    ]


def called(arguments: Any) -> list[dict[str, Any]]:
    text = json.dumps(arguments)
    return [
        {"type": "TOOL_CALL_START", "toolCallId": "t", "toolCallName": "render"},
        *({"type": "TOOL_CALL_ARGS", "toolCallId": "t", "delta": piece} for piece in text),
        {"type": "TOOL_CALL_END", "toolCallId": "t"},
    ]


def data(value: Any) -> dict[str, Any]:
    return {"kind": "data", "data": value}


def update(*parts: Any, append: bool = False, **more: Any) -> dict[str, Any]:
    artifact = {"artifactId": "x", "parts": list(parts)}
    inner = {"kind": "artifact-update", "taskId": "t", "append": append, "artifact": artifact}
    return {"jsonrpc": "2.0", "id": 1, "result": {**inner, **more}}


def task(*parts: Any) -> dict[str, Any]:
    artifacts = [{"artifactId": "x", "parts": list(parts)}]
    return {"kind": "task", "id": "t", "status": {"state": "completed"}, "artifacts": artifacts}


def text_parts(size: int) -> list[dict[str, Any]]:
    pieces = [BLOCK[start : start + size] for start in range(0, len(BLOCK), size)]
    return [
        update({"kind": "text", "text": piece}, append=number > 0)
        for number, piece in enumerate(pieces)
    ]


ENCODED = base64.b64encode(json.dumps(ALL).encode()).decode()
TOOL = {"id": "2", "role": "tool", "toolCallId": "t", "content": json.dumps(OPERATIONS)}
ASSISTANT = {"id": "1", "role": "assistant", "content": BLOCK}
CALL = {"id": "t", "type": "function", "function": {"arguments": json.dumps(OPERATIONS)}}

WRAPPED: dict[str, Any] = {
    "AG-UI, a talk with a block": snapshot({"role": "user", "content": BLOCK}, ASSISTANT),
    "AG-UI, a talk with a tool's result": snapshot(TOOL),
    "AG-UI, a talk with a tool's call": snapshot({"role": "assistant", "toolCalls": [CALL]}, TOOL),
    "AG-UI, a text and then the talk": [*said(BLOCK), snapshot(ASSISTANT), snapshot(ASSISTANT)],
    "AG-UI, a tool's arguments": called(OPERATIONS),
    "AG-UI, a text in a tool's arguments": called({"a2ui_json": json.dumps(ALL)}),
    "AG-UI, a call that is cut": called(OPERATIONS)[:-1],
    "AG-UI, a call, its result and its activity": [
        *called(OPERATIONS),
        {"type": "TOOL_CALL_RESULT", "content": json.dumps(OPERATIONS)},
        activity(*ALL),
        snapshot(TOOL),
    ],
    "AG-UI, a patch of all operations": [activity(A), delta(change("replace", "", ALL))],
    "AG-UI, a patch that inserts": [activity(A, B), delta(change("add", "/2", C))],
    "AG-UI, a patch of what is not A2UI": [
        activity(*ALL),
        delta({"op": "add", "path": "/title", "value": "x"}),
    ],
    "AG-UI, a snapshot that does not replace": [activity(*ALL), activity(replace=False)],
    "A2A, a list without a type": {"kind": "message", "parts": [data({"a": 1}), data(ALL)]},
    "A2A, a file": {
        "kind": "message",
        "parts": [{"kind": "file", "file": {"mimeType": TYPE, "bytes": ENCODED}}],
    },
    "A2A, a file of v1": {"parts": [{"raw": ENCODED, "mediaType": TYPE}]},
    "A2A, text with the type": {"parts": [{"text": json.dumps(ALL), "mediaType": TYPE}]},
    "A2A, a text in two pieces": text_parts(60),
    "A2A, a text in many pieces": text_parts(3),
    "A2A, JSON in pieces": [
        update({"text": json.dumps(ALL)[:50]}),
        update({"text": json.dumps(ALL)[50:]}, append=True, lastChunk=True),
    ],
    "A2A, a task that ends": [
        update(data(A)),
        update(data(B), append=True),
        update(data(C), append=True),
        task(data(A), data(B), data(C)),
        task(data(A), data(B), data(C)),
    ],
    "A2A, a text and the task that ends": [*text_parts(30), task({"kind": "text", "text": BLOCK})],
    "LangGraph": {
        "messages": [{"type": "human", "content": "?"}, {"type": "ai", "content": BLOCK}]
    },
    "LangGraph, the talk again and again": [
        {"messages": [{"type": "ai", "id": "1", "content": BLOCK}]},
        {"messages": [{"type": "ai", "id": "1", "content": BLOCK}, {"type": "ai", "content": "k"}]},
    ],
    "Genkit, data": {
        "message": {"role": "model", "content": [{"data": {"envelopes": ALL}}, {"text": "So."}]}
    },
    "Genkit, a text": {"message": {"role": "model", "content": [{"text": BLOCK}]}, "x": "stop"},
    "Genkit, pieces": [{"role": "model", "content": [{"data": message}]} for message in ALL],
}


@pytest.mark.parametrize("wrapped", WRAPPED.values(), ids=WRAPPED.keys())
def test_every_wrapping_gives_the_same_messages_once(wrapped: Any) -> None:
    items = wrapped if isinstance(wrapped, list) else [wrapped]

    assert messages_in(wrapped) == (ALL, ())
    assert messages_in(json.dumps(wrapped)) == (ALL, ())
    assert messages_in("\n".join(json.dumps(item) for item in items)) == (ALL, ())


def test_a_patch_within_an_operation_replaces_the_surface_and_not_what_was_sent() -> None:
    sent = json.loads(json.dumps([A, B]))
    path = "/1/updateDataModel/value"

    messages, findings = messages_in([activity(*sent), delta(change("replace", path, "new"))])

    new = {**B, "updateDataModel": {**B["updateDataModel"], "value": "new"}}  # type: ignore[dict-item]
    assert messages == [A, B, C, A, new]
    assert findings == ()


def test_a_patch_may_take_operations_away() -> None:
    assert messages_in([activity(A, B), delta(change("remove", "/1"))]) == ([A, B, C, A], ())


@pytest.mark.parametrize(
    "fault",
    [
        change("add", "/9", B),
        change("replace", "/2", B),
        change("replace", "/-", B),
        change("remove", "/0/nothing"),
        change("replace", "/0/version/x", 1),
        change("move", "/0"),
        change("replace", "", 5),
        {"op": "remove", "path": ""},
        {},
    ],
)
def test_a_patch_that_cannot_be_made_is_refused_whole(fault: dict[str, Any]) -> None:
    messages, findings = messages_in([activity(A), delta(change("add", "/-", B), fault, fault)])

    assert messages == [A]
    assert [(finding.severity, finding.code) for finding in findings] == [
        ("error", "unsupported_patch")
    ]


def test_patches_that_change_much_again_and_again_come_to_an_end() -> None:
    big = {**B, "note": "x" * 1_000_000}
    changes = [delta(change("replace", "/1/note", str(number))) for number in range(3)]
    swaps = [delta(change("add", "/0", {**C, "n": number})) for number in range(200)]

    messages, findings = messages_in([activity(A, B, big), *changes, *swaps])

    assert len(messages) < 10_000
    assert {finding.code for finding in findings} == {"unsupported_patch", "too_large"}


def test_parts_with_the_type_that_hold_nothing_are_findings() -> None:
    parts = [
        {"kind": "file", "file": {"mimeType": TYPE, "uri": "https://example.org/x"}},
        {"kind": "file", "file": {"mimeType": TYPE, "bytes": "not base64!"}},
        {"mediaType": TYPE, "text": "Hello"},
        {"mediaType": TYPE},
    ]

    messages, findings = messages_in({"kind": "message", "parts": parts})

    assert messages == []
    assert [(finding.severity, finding.code) for finding in findings] == [
        ("error", "unread_part")
    ] * 4


def test_a_task_may_do_the_same_twice() -> None:
    same = {"version": "v0.9", "updateDataModel": {"surfaceId": "a", "path": "/t", "value": 1}}

    assert messages_in(task(data(same), data(B), data(same)))[0] == [same, B, same]
    again = [update(data(same)), update(data(B), append=True), update(data(same), append=True)]
    assert messages_in(again)[0] == [same, B, same]
    other = {**task(data(same)), "id": "u"}
    assert messages_in([task(data(same)), other])[0] == [same, same]


def test_a_task_that_ends_is_no_fault_of_its_surface() -> None:
    update_without_names = {"kind": "artifact-update", "artifact": {"parts": [data(A), data(B)]}}
    status = {"state": "completed", "message": {"parts": [data(A), data(B)]}}
    messages, findings = messages_in([update_without_names, {"kind": "task", "status": status}])
    surfaces = Surfaces()
    codes = {finding.code for message in messages for finding in surfaces.take(message)}

    assert (messages, findings) == ([A, B], ())
    assert "surface_exists" not in codes


def test_after_a_text_that_is_too_long_others_are_read() -> None:
    reader = StreamReader()
    long = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": "x" * 9_000_000}

    assert reader.read(long)[1] == ()
    assert [finding.code for finding in reader.read(long)[1]] == ["too_large"]
    reader.read({"type": "TEXT_MESSAGE_END", "messageId": "1"})

    assert reader.read([{**long, "messageId": "2"}, *said(BLOCK)]) == (ALL, ())


@pytest.mark.parametrize("name", ["role", "type", "kind", "messageId", "id", "content", "parts"])
@pytest.mark.parametrize("strange", [[], {}, None, 5, [[]], {"a": []}])
def test_strange_fields_do_no_harm(name: str, strange: Any) -> None:
    for wrapped in WRAPPED.values():
        items = wrapped if isinstance(wrapped, list) else [wrapped]
        for item in items:
            messages_in({**item, name: strange})
            inner = {
                key: {**body, name: strange} if isinstance(body, dict) else body
                for key, body in item.items()
            }
            messages_in(inner)


def test_wrappings_without_end_are_refused() -> None:
    value: dict[str, Any] = {"parts": [data(A)]}
    for _ in range(500):
        value = {"jsonrpc": "2.0", "result": value}

    messages, findings = messages_in(value)

    assert messages == []
    assert [finding.code for finding in findings] == ["too_deep"]
