"""What happened in the room, a line each, kept as it happens?"""

from __future__ import annotations

import errno
import hashlib
import os
from itertools import islice
from typing import TYPE_CHECKING

import orjson

from modylbench.meeting.capture.plain_text import plain
from modylbench.recording.recording import KeptFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.folder import Folder

FILE = "events.jsonl"
MOST_TEXT = 2_000
MOST_MAP = 20
MOST_VALUE = 200
MOST_NAME = 200

Value = str | int | float | bool | dict[str, str] | None


class EventLog:
    """Appends lines to events.jsonl, one write each, so that a cut meeting leaves whole lines."""

    def __init__(self, folder: Folder, clock: Clock) -> None:
        self._clock = clock
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        self._number = os.open(folder.place(FILE), flags, 0o644)
        self._hash = hashlib.sha256()
        self._size = 0

    def write(self, kind: str, at_s: float | None = None, **fields: Value) -> None:
        """One event; without a time it happened now."""
        at = round(self._clock.now_s() if at_s is None else at_s, 3)
        line = orjson.dumps({"at_s": at, "kind": kind, **fields}) + b"\n"
        if os.write(self._number, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), FILE)
        self._hash.update(line)
        self._size += len(line)

    def settle(self) -> None:
        """Make what was written last."""
        os.fsync(self._number)

    def close(self) -> None:
        """Write no more."""
        os.close(self._number)

    def kept(self) -> KeptFile:
        """What the record says of it."""
        return KeptFile(path=FILE, sha256=self._hash.hexdigest(), size=self._size)


def told(text: str) -> dict[str, Value]:
    """A text as fields of an event: cut where it is long, with its length and hash."""
    if len(text) <= MOST_TEXT:
        return {"text": plain(text, MOST_TEXT)}
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return {"text": plain(text, MOST_TEXT), "length": len(text), "sha256": digest}


def short(values: Mapping[str, str]) -> dict[str, str]:
    """Attributes as an event tells them, however many and long they are."""
    return {
        plain(key, MOST_VALUE): plain(value, MOST_VALUE)
        for key, value in islice(values.items(), MOST_MAP)
    }
