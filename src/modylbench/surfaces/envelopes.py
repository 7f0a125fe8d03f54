"""Which A2UI messages stand in what a protocol wraps around them?

AG-UI sends activities whose operations may grow or be written anew, A2A sends messages, tasks and
artifacts with parts, Genkit sends envelopes, and the official examples are files with messages.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.surfaces.legacy import ACTIONS as LEGACY_ACTIONS
from modylbench.surfaces.limits import MAX_STREAM_CHARACTERS
from modylbench.surfaces.measure import measure
from modylbench.surfaces.taking import ACTIONS, surface_id_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from modylbench.surfaces.wording import Notes

A2UI_TYPES = {"application/a2ui+json", "application/json+a2ui"}
ACTIVITY = "a2ui-surface"
OPERATIONS = "a2ui_operations"
LISTS = (OPERATIONS, "envelopes", "messages")
TEXT_EVENTS = {"TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK"}
EVENT_FAMILIES = (
    "ACTIVITY_", "CUSTOM", "MESSAGES_SNAPSHOT", "RAW", "REASONING_", "RUN_", "STATE_", "STEP_",
    "TEXT_MESSAGE_", "THINKING_", "TOOL_CALL_",
)  # fmt: skip
WRAPPED = ("result", "message", "task", "statusUpdate", "artifactUpdate", "status", "artifact")
MOST_WRAPPINGS = 10
MOST_OPEN_ACTIVITIES = 1_000


class Envelopes:
    """Opens wrappings, and remembers what AG-UI has sent of each activity and text so far."""

    def __init__(self, read_text: Callable[[str, Notes], Iterable[Any]]) -> None:
        self._read_text = read_text
        self._activities: dict[str, list[tuple[str, str | None]]] = {}
        self._results: set[tuple[str, ...]] = set()
        self._texts: dict[str, list[str]] = {}
        self._text_length = 0

    def opened(self, value: object, notes: Notes, wrappings: int = 0) -> Iterator[Any]:
        """The messages within; what is no wrapping that we know is itself a message."""
        if wrappings > MOST_WRAPPINGS:
            notes.error("too_deep", "wrapped too many times")
        elif isinstance(value, list):
            for item in value:
                yield from self.opened(item, notes, wrappings + 1)
        elif not isinstance(value, dict) or is_message(value):
            yield value
        elif _is_event(value):
            yield from self._event(value, notes, wrappings + 1)
        else:
            yield from self._wrapping(value, notes, wrappings + 1)

    def finished(self, notes: Notes) -> Iterator[Any]:
        """The messages in texts that were begun and never ended."""
        for message_id in list(self._texts):
            yield from self._text(message_id, notes)

    def _wrapping(self, value: dict[Any, Any], notes: Notes, wrappings: int) -> Iterator[Any]:
        for name in LISTS:
            if isinstance(value.get(name), list):
                yield from self.opened(value[name], notes, wrappings)
                return
        if not _is_a2a(value):
            yield value
            return
        for part in _list(value, "parts"):
            yield from self._part(part, notes, wrappings)
        for name in WRAPPED:
            if isinstance(value.get(name), dict):
                yield from self._inner(value[name], notes, wrappings)
        for artifact in _list(value, "artifacts"):
            yield from self._inner(artifact, notes, wrappings)

    def _inner(self, value: object, notes: Notes, wrappings: int) -> Iterator[Any]:
        """What a part of an A2A answer holds; without A2UI in it, it is no fault."""
        if isinstance(value, dict) and (_is_a2a(value) or is_message(value)):
            yield from self.opened(value, notes, wrappings)

    def _part(self, part: object, notes: Notes, wrappings: int) -> Iterator[Any]:
        if not isinstance(part, dict):
            return
        places = [part, part["metadata"]] if isinstance(part.get("metadata"), dict) else [part]
        kinds = {_text_of(place, name) for place in places for name in ("mediaType", "mimeType")}
        data, text = part.get("data"), part.get("text")
        if kinds & A2UI_TYPES or (isinstance(data, dict) and is_message(data)):
            yield from self.opened(data, notes, wrappings)
        elif isinstance(text, str):
            yield from self._opened_text(text, notes, wrappings)

    def _event(self, event: dict[str, Any], notes: Notes, wrappings: int) -> Iterator[Any]:
        kind = event["type"]
        content = event.get("content")
        message_id = _text_of(event, "messageId")
        if kind == "ACTIVITY_SNAPSHOT" and event.get("activityType") == ACTIVITY:
            yield from self._activity(message_id, content, notes)
        elif kind == "ACTIVITY_DELTA" and event.get("activityType") == ACTIVITY:
            yield from self._patch(message_id, event.get("patch"), notes)
        elif kind == "MESSAGES_SNAPSHOT":
            for message in _list(event, "messages"):
                if isinstance(message, dict) and message.get("activityType") == ACTIVITY:
                    name = _text_of(message, "id")
                    yield from self._activity(name, message.get("content"), notes)
        elif kind == "TOOL_CALL_RESULT" and isinstance(content, str) and OPERATIONS in content:
            yield from self._result(content, notes)
        elif kind == "CUSTOM" and "a2ui" in _text_of(event, "name").lower():
            yield from self.opened(event.get("value"), notes, wrappings)
        elif kind in TEXT_EVENTS and isinstance(event.get("delta"), str):
            self._keep_text(message_id, event["delta"], notes)
        elif kind == "TEXT_MESSAGE_END":
            yield from self._text(message_id, notes)

    def _activity(self, message_id: str, content: object, notes: Notes) -> Iterator[Any]:
        """What is new in an activity: operations added, or all of them where some were changed."""
        operations = content.get(OPERATIONS) if isinstance(content, dict) else None
        if not isinstance(operations, list):
            notes.error("invalid_envelope", f"expected a list of {OPERATIONS} in the activity")
            return
        marks = [_mark(operation) for operation in operations]
        digests = tuple(mark for mark, _ in marks)
        before = self._activities.get(message_id, [])
        if message_id not in self._activities and len(self._activities) >= MOST_OPEN_ACTIVITIES:
            del self._activities[next(iter(self._activities))]
        self._activities[message_id] = marks
        if not before and digests in self._results:
            return  # a tool's result that came already, shown as an activity
        if marks[: len(before)] == before:
            yield from operations[len(before) :]
            return
        for surface_id in dict.fromkeys(made for _, made in before if made):
            yield {"version": "v0.9", "deleteSurface": {"surfaceId": surface_id}}
        yield from operations

    def _patch(self, message_id: str, patch: object, notes: Notes) -> Iterator[Any]:
        """Operations that a JSON Patch adds at the end; other changes come as whole activities."""
        for change in patch if isinstance(patch, list) else [None]:
            here = self._activities.setdefault(message_id, [])
            path = _text_of(change, "path") if isinstance(change, dict) else ""
            ends = (f"/{OPERATIONS}/-", f"/{OPERATIONS}/{len(here)}")
            if not isinstance(change, dict) or change.get("op") != "add" or path not in ends:
                reason = f"expected changes that add at /{OPERATIONS}/-; send the whole activity"
                notes.error("unsupported_patch", reason, where=path)
                continue
            here.append(_mark(change.get("value")))
            yield change.get("value")

    def _result(self, content: str, notes: Notes) -> Iterator[Any]:
        for value in self._read_text(content, notes):
            operations = value.get(OPERATIONS) if isinstance(value, dict) else None
            if isinstance(operations, list):
                self._results.add(tuple(_mark(operation)[0] for operation in operations))
                yield from operations

    def _keep_text(self, message_id: str, text: str, notes: Notes) -> None:
        self._text_length += len(text)
        if self._text_length > MAX_STREAM_CHARACTERS:
            notes.error("too_large", "the texts of this stream are too long")
            return
        self._texts.setdefault(message_id, []).append(text)

    def _text(self, message_id: str, notes: Notes) -> Iterator[Any]:
        text = "".join(self._texts.pop(message_id, []))
        self._text_length -= len(text)
        yield from self._opened_text(text, notes, 1)

    def _opened_text(self, text: str, notes: Notes, wrappings: int) -> Iterator[Any]:
        for value in self._read_text(text, notes):
            yield from self.opened(value, notes, wrappings + 1)


def is_message(value: dict[Any, Any]) -> bool:
    """Whether an object is an A2UI message and no wrapping, sound or not."""
    return any(action in value for action in (*ACTIONS, *LEGACY_ACTIONS))


def _list(value: dict[Any, Any], name: str) -> list[Any]:
    found = value.get(name)
    return found if isinstance(found, list) else []


def _text_of(value: dict[Any, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


def _is_event(value: dict[Any, Any]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind.startswith(EVENT_FAMILIES)


def _is_a2a(value: dict[Any, Any]) -> bool:
    if value.get("jsonrpc") == "2.0" or isinstance(value.get("parts"), list):
        return True
    if isinstance(value.get("statusUpdate"), dict) or isinstance(value.get("artifactUpdate"), dict):
        return True
    if value.get("kind") in ("message", "task", "status-update", "artifact-update"):
        return True
    inner = [value.get(name) for name in WRAPPED]
    return any(isinstance(one, dict) and ("parts" in one or _has_status(one)) for one in inner) or (
        isinstance(value.get("artifacts"), list) or _has_status(value)
    )


def _has_status(value: dict[Any, Any]) -> bool:
    status = value.get("status")
    return isinstance(status, dict) and ("state" in status or "message" in status)


def _mark(operation: object) -> tuple[str, str | None]:
    """What tells an operation from others, and the surface that it makes, if it makes one."""
    if measure(operation).fault is not None:
        return "", None
    digest = hashlib.sha256(orjson.dumps(operation)).hexdigest()
    makes = isinstance(operation, dict) and "createSurface" in operation
    return digest, surface_id_of(operation) if makes and isinstance(operation, dict) else None
