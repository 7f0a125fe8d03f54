"""A2UI messages in the messages, tasks, artifacts and updates of A2A."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.limits import MAX_STREAM_CHARACTERS
from modylbench.surfaces.messages.json_text import CLOSE_TAG, OPEN_TAG
from modylbench.surfaces.messages.json_walk import BrokenJson, parse_json
from modylbench.surfaces.messages.memory import mark_operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.surfaces.messages.memory import OpenTexts
    from modylbench.surfaces.notes import MessageNotes

    OpenPart = Callable[[object, MessageNotes, int], Iterator[Any]]
    OpenPartText = Callable[[str, MessageNotes, int], Iterator[Any]]

A2UI_TYPES = {"application/a2ui+json", "application/json+a2ui"}
WRAPPED = ("result", "message", "task", "statusUpdate", "artifactUpdate", "status", "artifact")
BYTES = ("bytes", "fileWithBytes", "raw")
TAG = "<a2ui-json"
MOST_WRAPPINGS = 10


@dataclass(frozen=True)
class PartOrigin:
    """Whose parts are read: what they belong to, and whether they are sent for the first time."""

    task_id: str = ""
    owner: str = ""
    is_task: bool = False
    is_update: bool = False
    is_last: bool = False
    appends: bool = False
    is_sought: bool = False


class A2aParts:
    """Remembers which parts were read, and which texts of artifacts are not whole yet."""

    def __init__(
        self,
        open_value: OpenPart,
        open_text: OpenPartText,
        looks_like_a2ui: Callable[[object], bool],
        texts: OpenTexts,
    ) -> None:
        self._open = open_value
        self._open_text = open_text
        self._looks_like_a2ui = looks_like_a2ui
        self._texts = texts
        self._tails: dict[str, str] = {}
        self._places: dict[str, PartOrigin] = {}
        self._read: set[tuple[str, str]] = set()
        self._new: set[tuple[str, str]] = set()

    def messages(self, value: dict[Any, Any], notes: MessageNotes, wrappings: int) -> Iterator[Any]:
        """The messages within one object of A2A."""
        yield from self._messages(value, notes, wrappings, PartOrigin())
        # Only now: a task may do the same twice by itself.
        self._read |= self._new
        self._new = set()

    def _messages(
        self, value: dict[Any, Any], notes: MessageNotes, wrappings: int, outer: PartOrigin
    ) -> Iterator[Any]:
        if wrappings > MOST_WRAPPINGS:
            notes.error("too_deep", "wrapped too many times")
            return
        place = _part_origin(value, outer)
        if isinstance(value.get("artifactId"), str) and place.is_update and not place.appends:
            yield from self.finish_text(value["artifactId"], notes)
        for part in _list(value, "parts"):
            if isinstance(part, dict):
                yield from self._part(part, place, notes, wrappings)
        for name in WRAPPED:
            yield from self._inner(value.get(name), notes, wrappings, place)
        for artifact in _list(value, "artifacts"):
            yield from self._inner(artifact, notes, wrappings, place)
        if place.is_last and place.owner and "parts" in value:
            yield from self.finish_text(place.owner, notes)

    def finish_text(self, artifact_id: str, notes: MessageNotes) -> Iterator[Any]:
        """The messages in the text of an artifact of which no more will come."""
        self._tails.pop(artifact_id, None)
        text = self._texts.take(("artifact", artifact_id))
        if text:
            place = self._places.pop(artifact_id, PartOrigin(owner=artifact_id))
            self._read |= _names(text, place)
            yield from self._open_text(text, notes, 1)

    def _inner(
        self, value: object, notes: MessageNotes, wrappings: int, origin: PartOrigin
    ) -> Iterator[Any]:
        """What a part of an answer holds; without A2UI in it, it is no fault."""
        if isinstance(value, dict):
            if is_a2a(value):
                yield from self._messages(value, notes, wrappings + 1, origin)
            elif self._looks_like_a2ui(value):
                yield from self._open(value, notes, wrappings)

    def _part(
        self, part: dict[Any, Any], origin: PartOrigin, notes: MessageNotes, wrappings: int
    ) -> Iterator[Any]:
        data, text, content = part.get("data"), part.get("text"), _file_bytes(part)
        is_typed = bool(_kinds(part) & A2UI_TYPES)
        if self._was_read(text if isinstance(text, str) else data or content, origin):
            return
        if data is not None:
            if is_typed or self._looks_like_a2ui(data):
                yield from self._open(data, notes, wrappings)
        elif isinstance(text, str) and origin.is_update and origin.owner:
            yield from self._piece(text, origin, notes)
        elif isinstance(text, str) and not is_typed:
            yield from self._open_text(text, notes, wrappings)
        elif is_typed:
            plain = text if isinstance(text, str) else _decode_file(content)
            found = False
            for message in self._open_text(plain, notes, wrappings) if plain else ():
                found = True
                yield message
            if not found:
                reason = "a part with the type of A2UI that holds none that can be read here"
                notes.error("unread_part", reason)

    def _was_read(self, content: object, origin: PartOrigin) -> bool:
        """Whether a task shows again what came before, as it does when it ends."""
        if origin.is_task and _names(content, replace(origin, is_sought=True)) & self._read:
            return True
        self._new |= _names(content, origin)
        return False

    def _piece(self, text: str, origin: PartOrigin, notes: MessageNotes) -> Iterator[Any]:
        """One more piece of an artifact's text, and its messages if it is whole now."""
        tail = self._tails.get(origin.owner)
        self._texts.add(("artifact", origin.owner), text, notes)
        self._places[origin.owner] = origin
        is_first = tail is None
        # Only the new piece is looked at, with what a tag may have left before it.
        seen = (tail or "") + text
        waits = _may_go_on(seen, is_first=is_first, waited=bool(tail))
        if waits and not origin.is_last:
            self._tails[origin.owner] = seen[-len(TAG) - 2 :]
        else:
            yield from self.finish_text(origin.owner, notes)


def is_a2a(value: dict[Any, Any]) -> bool:
    """Whether an object is one that A2A sends."""
    if value.get("jsonrpc") == "2.0" or isinstance(value.get("parts"), list):
        return True
    if isinstance(value.get("statusUpdate"), dict) or isinstance(value.get("artifactUpdate"), dict):
        return True
    if value.get("kind") in ("message", "task", "status-update", "artifact-update"):
        return True
    inner = [value.get(name) for name in WRAPPED]
    return any(
        isinstance(part, dict) and ("parts" in part or _has_status(part)) for part in inner
    ) or (isinstance(value.get("artifacts"), list) or _has_status(value))


def _names(content: object, origin: PartOrigin) -> set[tuple[str, str]]:
    """What a content is known by: its task, or what it belongs to where no task is named."""
    digest = "" if content is None else mark_operation(content).digest
    if not digest:
        return set()
    if origin.task_id and not origin.is_sought:
        return {(origin.task_id, digest)}
    owner = {(f"part of {origin.owner}", digest)} if origin.owner else set()
    return owner | {(origin.task_id, digest)}


def _may_go_on(text: str, *, is_first: bool, waited: bool) -> bool:
    """Whether a text that came so far may only be understood with what follows."""
    opened = [match.start() for match in OPEN_TAG.finditer(text)]
    closed = [match.start() for match in CLOSE_TAG.finditer(text)]
    if opened or closed:
        return bool(opened) and (not closed or closed[-1] < opened[-1])
    begun = text.rfind("<", max(0, len(text) - len(TAG)))
    if begun >= 0 and TAG.startswith(text[begun:].lower()):
        return True
    if is_first and text.lstrip().startswith(("{", "[")):
        try:
            parse_json(text, MAX_STREAM_CHARACTERS)
        except BrokenJson:
            return True
    return waited


def _part_origin(value: dict[Any, Any], outer: PartOrigin) -> PartOrigin:
    kind = value.get("kind")
    is_task = kind == "task" or "artifacts" in value or ("status" in value and "id" in value)
    task_id = _text(value, "taskId") or (_text(value, "id") if is_task else "")
    owner = _text(value, "artifactId") or _text(value, "messageId")
    is_update = kind == "artifact-update" or ("artifact" in value and not is_task)
    return replace(
        outer,
        task_id=task_id or outer.task_id,
        owner=owner or outer.owner,
        is_task=outer.is_task or is_task,
        is_update=outer.is_update or is_update,
        is_last=outer.is_last or value.get("lastChunk") is True,
        appends=outer.appends or value.get("append") is True,
    )


def _has_status(value: dict[Any, Any]) -> bool:
    status = value.get("status")
    return isinstance(status, dict) and ("state" in status or "message" in status)


def _kinds(part: dict[Any, Any]) -> set[str]:
    places = [part, part.get("metadata"), part.get("file")]
    found = [place for place in places if isinstance(place, dict)]
    return {_text(place, name) for place in found for name in ("mediaType", "mimeType")}


def _file_bytes(part: dict[Any, Any]) -> str:
    """The content of a file that stands in the part itself, in base64."""
    file = part.get("file")
    places = [part, file] if isinstance(file, dict) else [part]
    return next((text for place in places for name in BYTES if (text := _text(place, name))), "")


def _decode_file(content: str) -> str:
    try:
        return base64.b64decode(content[: MAX_STREAM_CHARACTERS * 2], validate=True).decode()
    except (binascii.Error, ValueError):
        return ""


def _list(value: dict[Any, Any], name: str) -> list[Any]:
    found = value.get(name)
    return found if isinstance(found, list) else []


def _text(value: dict[Any, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
