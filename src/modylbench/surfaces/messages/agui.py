"""A2UI messages in the events of AG-UI.

Activities hold operations that may grow or be written anew, or be changed by a JSON Patch
(RFC 6902: add, replace and remove; what an operation held before is never changed, since it was
handed on). Texts and the arguments of tools come in pieces; and what has come in one way is often
shown again in another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.surfaces.messages.memory import OperationMark, digest_of, mark_operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from modylbench.surfaces.messages.memory import OpenTexts
    from modylbench.surfaces.notes import MessageNotes

    OpenEvent = Callable[[object, MessageNotes, int], Iterator[Any]]
    ReadText = Callable[[str, MessageNotes], Iterable[Any]]

ACTIVITY = "a2ui-surface"
OPERATIONS = "a2ui_operations"
ARGUMENTS = (OPERATIONS, "a2ui_json", "envelopes", "messages")
TEXT_PIECES = {"TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK"}
TOOL_PIECES = {"TOOL_CALL_ARGS", "TOOL_CALL_CHUNK"}
FAMILIES = (
    "ACTIVITY_", "CUSTOM", "MESSAGES_SNAPSHOT", "RAW", "REASONING_", "RUN_", "STATE_", "STEP_",
    "TEXT_MESSAGE_", "THINKING_", "TOOL_CALL_",
)  # fmt: skip
MOST_OPEN_ACTIVITIES = 1_000
MOST_PATCH_WORK = 64_000_000
"""Characters sent again and items copied, for all patches: a small patch may change much."""

MOST_STEPS = 60
MOST_CHANGES = 10_000


def is_event(value: dict[Any, Any]) -> bool:
    """Whether an object is an event of AG-UI."""
    kind = value.get("type")
    return isinstance(kind, str) and kind.startswith(FAMILIES)


class AguiEvents:
    """Remembers what AG-UI has sent of each activity, tool and text so far."""

    def __init__(self, open_value: OpenEvent, read_text: ReadText, texts: OpenTexts) -> None:
        self._open = open_value
        self._read_text = read_text
        self._texts = texts
        self._activities: dict[str, tuple[list[Any], list[OperationMark]]] = {}
        self._seen: set[str] = set()
        self._patch_work = 0

    def messages(self, event: dict[str, Any], notes: MessageNotes, wrappings: int) -> Iterator[Any]:
        """The messages that one event brings or makes whole."""
        kind, content = event["type"], event.get("content")
        message_id, call_id = _text(event, "messageId"), _text(event, "toolCallId")
        if kind.startswith("ACTIVITY_"):
            if event.get("activityType") == ACTIVITY:
                yield from self._activity_event(event, message_id, notes)
        elif kind == "MESSAGES_SNAPSHOT":
            yield from self._snapshot(event, notes)
        elif kind == "TOOL_CALL_RESULT" and isinstance(content, str):
            yield from self.result_messages(content, notes)
        elif kind == "CUSTOM" and "a2ui" in _text(event, "name").lower():
            yield from self._open(event.get("value"), notes, wrappings)
        elif kind in TEXT_PIECES and isinstance(event.get("delta"), str):
            self._texts.add(("text", message_id), event["delta"], notes)
        elif kind in TOOL_PIECES and isinstance(event.get("delta"), str):
            self._texts.add(("tool", call_id), event["delta"], notes)
        elif kind == "TEXT_MESSAGE_END":
            yield from self.finish_text(("text", message_id), notes)
        elif kind == "TOOL_CALL_END":
            yield from self.finish_text(("tool", call_id), notes)

    def finish_text(self, name: tuple[str, str], notes: MessageNotes) -> Iterator[Any]:
        """The messages in a text or in a tool's arguments of which no more will come."""
        text = self._texts.take(name)
        if name[0] == "tool":
            yield from self.argument_messages(text, notes)
        else:
            yield from self.text_messages(name[1], text, notes)

    def argument_messages(self, content: object, notes: MessageNotes) -> Iterator[Any]:
        """The messages in what a tool is called with, where it is called with A2UI."""
        values = [content]
        if isinstance(content, str):
            values = list(self._read_text(content, notes)) if "a2ui" in content else []
        for value in values:
            for name in ARGUMENTS if isinstance(value, dict) else ():
                given = value.get(name) if isinstance(value, dict) else None
                if isinstance(given, str):
                    given = _flat(self._read_text(given, notes))
                if isinstance(given, list):
                    yield from self._unseen_operations(given, notes)
                    break

    def result_messages(self, content: object, notes: MessageNotes) -> Iterator[Any]:
        """The messages in what a tool gives back."""
        if not isinstance(content, str) or OPERATIONS not in content:
            return
        for value in self._read_text(content, notes):
            operations = value.get(OPERATIONS) if isinstance(value, dict) else None
            if isinstance(operations, list):
                yield from self._unseen_operations(operations, notes)

    def _unseen_operations(self, operations: list[Any], notes: MessageNotes) -> Iterator[Any]:
        digest = digest_of(operations)
        if digest not in self._seen:
            self._seen.add(digest)
            yield from self._open(operations, notes, 1)

    def text_messages(self, message_id: str, text: str, notes: MessageNotes) -> Iterator[Any]:
        """The messages in a text that is whole."""
        name = digest_of([message_id, text])
        if name in self._seen:
            return  # a text that was heard, and is shown in a snapshot of the talk
        self._seen.add(name)
        values = _flat(self._read_text(text, notes))
        if values:
            self._seen.add(digest_of(values))
            yield from self._open(values, notes, 1)

    def _snapshot(self, event: dict[str, Any], notes: MessageNotes) -> Iterator[Any]:
        """What is new in a talk that is shown as a whole."""
        messages = event.get("messages")
        for message in messages if isinstance(messages, list) else []:
            if not isinstance(message, dict):
                continue
            content, name = message.get("content"), _text(message, "id")
            if message.get("activityType") == ACTIVITY:
                yield from self._activity(name, content, notes)
            elif message.get("role") == "tool":
                yield from self.result_messages(content, notes)
            elif message.get("role") == "assistant":
                if isinstance(content, str):
                    yield from self.text_messages(name, content, notes)
                calls = message.get("toolCalls")
                for call in calls if isinstance(calls, list) else []:
                    function = call.get("function") if isinstance(call, dict) else None
                    if isinstance(function, dict):
                        yield from self.argument_messages(function.get("arguments"), notes)

    def _activity_event(
        self, event: dict[str, Any], message_id: str, notes: MessageNotes
    ) -> Iterator[Any]:
        if event["type"] == "ACTIVITY_DELTA":
            yield from self._patch(message_id, event.get("patch"), notes)
        elif event.get("replace") is not False or message_id not in self._activities:
            yield from self._activity(message_id, event.get("content"), notes)

    def _activity(self, message_id: str, content: object, notes: MessageNotes) -> Iterator[Any]:
        operations = content.get(OPERATIONS) if isinstance(content, dict) else None
        if not isinstance(operations, list):
            notes.error("invalid_envelope", f"expected a list of {OPERATIONS} in the activity")
            return
        if message_id not in self._activities:
            if len(self._activities) >= MOST_OPEN_ACTIVITIES:
                del self._activities[next(iter(self._activities))]
            if digest_of(operations) in self._seen:
                self._activities[message_id] = (
                    list(operations),
                    [mark_operation(operation) for operation in operations],
                )
                return  # a tool's result that came already, shown as an activity
        yield from self._new_operations(
            message_id, operations, [mark_operation(operation) for operation in operations]
        )

    def _new_operations(
        self, message_id: str, operations: list[Any], marks: list[OperationMark]
    ) -> Iterator[Any]:
        """What is new in an activity: operations added, or all of them where some were changed."""
        _, before = self._activities.get(message_id, ([], []))
        self._activities[message_id] = list(operations), marks
        if marks[: len(before)] == before:
            yield from operations[len(before) :]
            return
        for surface_id in dict.fromkeys(mark.makes for mark in before if mark.makes):
            yield {"version": "v0.9", "deleteSurface": {"surfaceId": surface_id}}
        yield from operations

    def _patch(self, message_id: str, patch: object, notes: MessageNotes) -> Iterator[Any]:
        old, before = self._activities.setdefault(message_id, ([], []))
        added = _additions(patch, len(old))
        if added is not None:
            old.extend(added)
            before.extend(mark_operation(operation) for operation in added)
            yield from added
            return
        try:
            operations, work = apply_patch(old, patch)
        except PatchFault as fault:
            notes.error("unsupported_patch", str(fault), where=fault.where)
            return
        known = {id(operation): mark for operation, mark in zip(old, before, strict=True)}
        marks = [known.get(id(operation)) or mark_operation(operation) for operation in operations]
        grown = marks[: len(before)] == before
        self._patch_work += work + (0 if grown else sum(mark.length for mark in marks))
        if self._patch_work > MOST_PATCH_WORK:
            notes.error("too_large", "the patches of this stream change too much")
            return
        yield from self._new_operations(message_id, operations, marks)


def _additions(patch: object, length: int) -> list[Any] | None:
    """What a patch adds at the end, if it does nothing else: then nothing need be compared."""
    added: list[Any] = []
    for change in patch if isinstance(patch, list) and patch else [None]:
        if not isinstance(change, dict) or change.get("op") != "add":
            return None
        ends = (f"/{OPERATIONS}/-", f"/{OPERATIONS}/{length + len(added)}")
        if change.get("path") not in ends:
            return None
        added.append(change.get("value"))
    return added


def _flat(values: Iterable[Any]) -> list[Any]:
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def _text(value: dict[Any, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


class PatchFault(Exception):
    """A change that cannot be made, with its reason; its path is `where`."""

    def __init__(self, reason: str, where: str) -> None:
        super().__init__(reason)
        self.where = where


def apply_patch(operations: list[Any], patch: object) -> tuple[list[Any], int]:
    """The operations after all changes, and how many items were copied on the way.

    One change that cannot be made refuses the whole patch, as the standard has it.
    """
    if not isinstance(patch, list) or len(patch) > MOST_CHANGES:
        reason = f"expected a list of at most {MOST_CHANGES:,} changes"
        raise PatchFault(reason, "")
    content: Any = {OPERATIONS: operations}
    work = len(operations)
    for change in patch:
        kind, path = _field(change, "op"), _field(change, "path")
        if kind not in ("add", "replace", "remove"):
            message = "expected changes that add, replace or remove; send the whole activity"
            raise PatchFault(message, path)
        steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
        try:
            content, copied = _apply_change(content, steps[:MOST_STEPS], kind, change.get("value"))
        except (LookupError, ValueError):
            message = "the path names nothing in the activity"
            raise PatchFault(message, path) from None
        work += copied
    found = content.get(OPERATIONS) if isinstance(content, dict) else None
    if not isinstance(found, list):
        message = f"expected a list of {OPERATIONS} in the activity"
        raise PatchFault(message, "")
    return found, work


def _apply_change(value: Any, steps: list[str], kind: str, new: object) -> tuple[Any, int]:
    if not steps:
        if kind == "remove":
            raise LookupError
        return new, 0
    step, rest = steps[0], steps[1:]
    if isinstance(value, list):
        return _apply_to_list(list(value), step, rest, kind, new)
    if not isinstance(value, dict) or (step not in value and (rest or kind != "add")):
        raise LookupError
    copy, copied = dict(value), 0
    if not rest and kind == "remove":
        del copy[step]
    else:
        copy[step], copied = _apply_change(value.get(step), rest, kind, new)
    return copy, copied + len(value)


def _apply_to_list(
    copy: list[Any], step: str, rest: list[str], kind: str, new: object
) -> tuple[list[Any], int]:
    ends = step == "-" and kind == "add" and not rest
    if not ends and not (step.isascii() and step.isdigit() and len(step) < 9):
        raise LookupError
    place, work = len(copy) if ends else int(step), len(copy)
    if not rest and kind == "add":
        if place > len(copy):
            raise LookupError
        copy.insert(place, new)
    elif not rest and kind == "remove":
        del copy[place]
    else:
        copy[place], copied = _apply_change(copy[place], rest, kind, new)
        work += copied
    return copy, work


def _field(change: object, name: str) -> str:
    found = change.get(name) if isinstance(change, dict) else None
    return found if isinstance(found, str) else ""
