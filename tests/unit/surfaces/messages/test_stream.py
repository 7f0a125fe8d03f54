"""A stream of messages is read however it is cut into pieces."""

import json
from pathlib import Path
from typing import Any

import pytest
from a2ui.inference_formats.direct_json import DirectJsonParser
from a2ui.parser import RawA2uiPart
from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces.catalog.schema import merged_catalog
from modylbench.surfaces.limits import MAX_MESSAGE_CHARACTERS, MAX_STREAM_CHARACTERS
from modylbench.surfaces.messages.stream import StreamReader, messages_in

A = {"version": "v0.9", "createSurface": {"surfaceId": "a", "catalogId": "c"}}
B = {"version": "v0.9", "updateDataModel": {"surfaceId": "a", "path": "/t", "value": "é <b>"}}
C = {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}
A2UI = {"mimeType": "application/json+a2ui"}


def activity(*operations: Any, message_id: str = "m1") -> dict[str, Any]:
    return {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": message_id,
        "activityType": "a2ui-surface",
        "content": {"a2ui_operations": list(operations)},
        "replace": True,
    }


def part(data: Any) -> dict[str, Any]:
    return {"kind": "data", "data": data, "metadata": A2UI}


def said(text: str, message_id: str = "t") -> list[dict[str, Any]]:
    """A text as AG-UI sends it, a few letters at a time."""
    pieces = [text[start : start + 7] for start in range(0, len(text), 7)]
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id},
        *(
            {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": piece}
            for piece in pieces
        ),
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


WRAPPED = {
    "a list": [A, B, C],
    "an example file": {"name": "n", "description": "d", "messages": [A, B, C]},
    "Genkit": {"envelopes": [A, B, C]},
    "AG-UI, one activity": activity(A, B, C),
    "AG-UI, a growing activity": [activity(A), activity(A, B), activity(A, B, C)],
    "AG-UI, several activities": [activity(A, message_id="1"), activity(B, C, message_id="2")],
    "AG-UI, a run with other events": [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "STATE_SNAPSHOT", "snapshot": {"a": 1}},
        activity(A, B, C),
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
    ],
    "AG-UI, additions by patch": [
        activity(A),
        {
            "type": "ACTIVITY_DELTA",
            "messageId": "m1",
            "activityType": "a2ui-surface",
            "patch": [
                {"op": "add", "path": "/a2ui_operations/-", "value": B},
                {"op": "add", "path": "/a2ui_operations/2", "value": C},
            ],
        },
    ],
    "AG-UI, a tool's result and then its activity": [
        {"type": "TOOL_CALL_RESULT", "content": json.dumps({"a2ui_operations": [A, B, C]})},
        activity(A, B, C),
    ],
    "AG-UI, a text": said(f"Here: <a2ui-json>{json.dumps([A, B, C])}</a2ui-json> Done."),
    "AG-UI, a text that is cut": said(f"<a2ui-json>{json.dumps([A, B, C])}</a2ui-json>")[:-1],
    "A2A, a message": {"kind": "message", "role": "agent", "parts": [part([A, B]), part(C)]},
    "A2A, a part with a media type": {
        "parts": [{"data": [A, B, C], "mediaType": "application/a2ui+json"}]
    },
    "A2A, parts beside other parts": {
        "kind": "message",
        "parts": [
            {"kind": "text", "text": "Hello"},
            {"kind": "data", "data": {"price": 3}},
            part([A, B, C]),
        ],
    },
    "A2A, a part of text with a block": {
        "parts": [{"kind": "text", "text": f"<a2ui-json>{json.dumps([A, B, C])}</a2ui-json>"}]
    },
    "A2A, a task over JSON-RPC": {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {
            "kind": "task",
            "status": {"state": "working", "message": {"kind": "message", "parts": [part(A)]}},
            "artifacts": [{"artifactId": "x", "parts": [part([B, C])]}],
        },
    },
    "A2A, a stream of updates": [
        {
            "jsonrpc": "2.0",
            "result": {
                "kind": "status-update",
                "status": {"state": "working", "message": {"parts": [part(A)]}},
            },
        },
        {"artifactUpdate": {"artifact": {"parts": [part([B, C])]}}},
    ],
}
every_wrapping = pytest.mark.parametrize("wrapped", WRAPPED.values(), ids=WRAPPED.keys())


@every_wrapping
def test_every_wrapping_gives_the_same_messages(wrapped: Any) -> None:
    assert messages_in(wrapped) == ([A, B, C], ())


@every_wrapping
def test_every_wrapping_may_come_as_text(wrapped: Any) -> None:
    text = json.dumps(wrapped)

    assert messages_in(text) == ([A, B, C], ())
    assert messages_in(json.dumps(wrapped, indent=2).encode()) == ([A, B, C], ())


@every_wrapping
def test_every_wrapping_may_come_line_by_line(wrapped: Any) -> None:
    items = wrapped if isinstance(wrapped, list) else [wrapped]
    lines = "\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    events = "".join(f"event: message\ndata: {json.dumps(item)}\n\n" for item in items)
    pretty = "\n".join(json.dumps(item, indent=2) for item in items)

    assert messages_in(lines + "\n\n") == ([A, B, C], ())
    assert messages_in(events) == ([A, B, C], ())
    assert messages_in(pretty) == ([A, B, C], ())


def test_one_message_is_a_stream_too() -> None:
    assert messages_in(A) == ([A], ())
    assert messages_in(json.dumps(A)) == ([A], ())


@pytest.mark.parametrize("talk", ["", "Hello, shall we begin?", "42", "[1] See the report.", "No."])
def test_talk_is_no_stream_and_no_fault(talk: str) -> None:
    assert messages_in(talk) == ([], ())


def test_a_broken_line_is_a_finding_and_the_others_are_read() -> None:
    text = "\n".join([json.dumps(A), '{"version": "v0.9", ', json.dumps(B), "oops", json.dumps(C)])

    messages, findings = messages_in(text)

    assert messages == [A, B, C]
    assert [(finding.code, finding.message_index, finding.where) for finding in findings] == [
        ("broken_json", 1, "line 2"),
        ("broken_json", 2, "line 4"),
    ]
    assert {(finding.source, finding.severity) for finding in findings} == {("stream", "error")}


def test_a_broken_message_over_many_lines_is_one_finding() -> None:
    broken = json.dumps(B, indent=2).replace(",", "", 1)
    text = "\n".join([json.dumps(A), broken, json.dumps(C)])

    messages, findings = messages_in(text)

    assert messages == [A, C]
    assert [finding.where for finding in findings] == ["line 2"]


def test_a_broken_block_is_a_finding_and_the_others_are_read() -> None:
    blocks = [json.dumps(A), '{"a": "never closed', json.dumps(B), "", json.dumps(C)]
    text = "So: " + " and ".join(f"<a2ui-json>\n{block}\n</a2ui-json>" for block in blocks)

    messages, findings = messages_in(text)

    assert messages == [A, B, C]
    assert [(finding.code, finding.message_index) for finding in findings] == [
        ("truncated", 1),
        ("broken_json", 2),
    ]


def test_a_closing_tag_in_a_string_does_not_close_the_block() -> None:
    message = {**B, "note": "write </a2ui-json> at the end"}

    assert messages_in(f"<a2ui-json>{json.dumps(message)}</a2ui-json>") == ([message], ())


def test_commas_too_many_are_mended_with_a_warning() -> None:
    messages, findings = messages_in('<a2ui-json>```json\n[{"a": [1, ], },]\n```</a2ui-json>')

    assert messages == [{"a": [1]}]
    assert [(finding.severity, finding.code) for finding in findings] == [
        ("warning", "mended_json")
    ]


def test_a_block_that_is_never_closed_is_read_with_a_warning() -> None:
    messages, findings = messages_in(f"<a2ui-json>{json.dumps(A)}")

    assert messages == [A]
    assert [(finding.severity, finding.code) for finding in findings] == [
        ("warning", "unclosed_block")
    ]


def test_an_activity_that_was_written_anew_replaces_its_surface() -> None:
    changed = {**B, "updateDataModel": {**B["updateDataModel"], "value": "new"}}  # type: ignore[dict-item]

    messages, findings = messages_in([activity(A, B), activity(A, changed)])

    assert messages == [A, B, {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}, A, changed]
    assert findings == ()


def test_a_reader_numbers_messages_over_all_pieces() -> None:
    reader = StreamReader()

    assert reader.read(json.dumps([A, B])) == ([A, B], ())
    assert [finding.message_index for finding in reader.read("{")[1]] == [2]


def test_what_is_no_envelope_is_a_message_to_be_refused() -> None:
    assert messages_in('[5, "x", null, {"strange": 1}]')[0] == [5, "x", None, {"strange": 1}]


def test_texts_that_are_too_long_are_not_read() -> None:
    line = json.dumps({"value": "x" * MAX_MESSAGE_CHARACTERS})

    messages, findings = messages_in(f"{json.dumps(A)}\n{line}\n{json.dumps(B)}")

    assert messages == [A, B]
    assert [finding.code for finding in findings] == ["too_large"]
    assert [finding.code for finding in messages_in(" " * (MAX_STREAM_CHARACTERS + 1))[1]] == [
        "too_large"
    ]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
talk = st.text(alphabet="ab \n.,!?", max_size=20)


@given(st.lists(st.tuples(talk, json_values), min_size=1, max_size=4))
def test_blocks_are_those_that_the_official_parser_finds(turns: list[tuple[str, Any]]) -> None:
    text = "".join(
        f"{words}<a2ui-json>{json.dumps({'x': value})}</a2ui-json>" for words, value in turns
    )
    official = DirectJsonParser([merged_catalog()]).unwrap("Well. " + text)
    expected = [
        json.loads(item.part.a2ui_raw) for item in official if isinstance(item.part, RawA2uiPart)
    ]

    assert messages_in("Well. " + text) == (expected, ())


@given(st.text(alphabet='<>/a2ui-json{}[]",:\\ \n', max_size=200))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    messages_in(text)


def test_the_official_examples_are_read_whole(shared_data: Path) -> None:
    checked = sorted((shared_data / "a2ui-examples").rglob("*.json"))
    assert checked
    for file in checked:
        text = file.read_text(encoding="utf-8")
        value = json.loads(text)
        expected = value["messages"] if isinstance(value, dict) else value

        assert messages_in(text) == (expected, ())
