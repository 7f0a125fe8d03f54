"""Follows a meeting that goes on, by the log that its room writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import orjson

from modylbench.meeting.capture.store import EVENTS_FILE
from modylbench.publishing.report.filling.bounds import shorten_line, shorten_text

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.viewer.shapes import LiveEvent, LiveKind

MOST_BYTES = 4_000_000  # ours: of a log that is read at once; an hour of talk is half of it
MOST_EVENTS = 2_000
STATE = "lk.agent.state"
KINDS = {"lk.transcription": "said", "lk.chat": "wrote"}


@dataclass(slots=True)
class _SpeakersSoFar:
    """Who is there, and which stream of text is whose."""

    names: dict[str, str] = field(default_factory=dict)
    streams: dict[int, tuple[str, str]] = field(default_factory=dict)

    def name(self, identity: object) -> str:
        return self.names.get(str(identity), shorten_line(str(identity)))


def events_in(folder: Path, offset: int) -> tuple[list[LiveEvent], int, bool]:
    """What happened after so many bytes of the log, how long it is by now, and if it is another.

    The log is read from its beginning each time: only so is it known who is who.
    """
    path = folder / EVENTS_FILE
    try:
        if path.is_symlink():
            return [], 0, False
        with path.open("rb") as file:
            log = file.read(MOST_BYTES)
    except OSError:
        return [], 0, offset > 0
    end = log.rfind(b"\n") + 1
    is_anew = offset > end
    start = 0 if is_anew else max(offset, 0)
    room, told, at = _SpeakersSoFar(), list["LiveEvent"](), 0
    for line in log[:end].splitlines(keepends=True):
        at += len(line)
        event = _event_of(line, room)
        if event is not None and at > start:
            told.append(event)
    return told[-MOST_EVENTS:], end, is_anew


def _event_of(line: bytes, room: _SpeakersSoFar) -> LiveEvent | None:
    """A line of the log as people are told it; None where it says nothing to them."""
    try:
        event = orjson.loads(line)
        return _live_event(event, room) if isinstance(event, dict) else None
    except (ValueError, TypeError, KeyError):  # not whole, or not ours
        return None


def _live_event(event: dict[str, Any], room: _SpeakersSoFar) -> LiveEvent | None:
    kind, who = event["kind"], room.name(event.get("identity", ""))
    if kind == "text_opened":
        room.streams[int(event["stream"])] = who, KINDS.get(str(event["topic"]), "showed")
        return None
    if kind == "joined":
        who = shorten_line(str(event.get("name") or event["identity"]))
        room.names[str(event["identity"])] = who
    match kind:
        case "joined":
            way, text = "came", ""
        case "left":
            way, text = "left", ""
        case "text":
            who, way = room.streams.get(int(event["stream"]), ("", "showed"))
            text = "" if way == "showed" else shorten_text(str(event["text"]), 2_000)
        case "file":
            way, text = "sent", shorten_line(str(event.get("name", "")))
        case "attributes" if STATE in event["attributes"]:
            way, text = "does", shorten_line(str(event["attributes"][STATE]))
        case "turn_ended":
            who, way, text = "", "turn", shorten_line(str(event.get("outcome", "")))
        case _:
            return None
    at_s = round(float(event["at_s"]), 3)
    return {"at_s": at_s, "kind": cast("LiveKind", way), "who": who, "text": text}
