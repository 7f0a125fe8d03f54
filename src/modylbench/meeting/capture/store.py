"""The folder of a recording: its files, named and hashed, and the log of events."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import IO, TYPE_CHECKING

import orjson

from modylbench.foundation.atomic_file import sync_to_disk
from modylbench.meeting.capture.allowance import MOST_FILES
from modylbench.recording.events import DeliveredFile, KeptFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.room import FileReceived

MOST_STEM = 80
AT_A_TIME = 8  # a disk does so many in the time of one or two: 130 files in 50 ms, not in 500
EVENTS_FILE = "events.jsonl"
MOST_MAP = 20
MOST_VALUE = 200
MOST_NAME = 200
EventValue = str | int | float | bool | dict[str, str] | None
MOST_FILE_NAME = 255
MOST_KNOWN = 50  # ours: files whose products count as shown, the latest by name


class Folder:
    """The folder of one recording; nothing is written outside of it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def place(self, relative: str) -> Path:
        """The file of that relative path, in a folder that exists."""
        path = self.root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def keep(self, relative: str, content: bytes) -> KeptFile:
        """Write a file."""
        self.place(relative).write_bytes(content)
        return kept_file(relative, content)

    def remove_turn(self, turn_index: int) -> None:
        """Take away what was written for a turn."""
        for kind in ("media", "files"):
            shutil.rmtree(self.root / kind / f"turn-{turn_index:02}", ignore_errors=True)
        for ending in (".json", ".jsonl"):
            (self.root / "surfaces" / f"turn-{turn_index:02}{ending}").unlink(missing_ok=True)

    def settle(self) -> None:
        """Make all that was written outlast a power cut: the files, and the folders that name them.

        The record of a meeting lasts as soon as it is written, so what it names must do so before.
        """
        with ThreadPoolExecutor(AT_A_TIME) as threads:
            for _ in threads.map(sync_to_disk, (self.root, *self.root.rglob("*"))):
                pass  # raises what went wrong

    def read(self, file: KeptFile) -> bytes:
        """What was written."""
        return (self.root / file.path).read_bytes()


def kept_file(relative: str, content: bytes) -> KeptFile:
    """What the record says of a file with this content."""
    digest = hashlib.sha256(content).hexdigest()
    return KeptFile(path=relative, sha256=digest, size=len(content))


def safe_name(name: str) -> str:
    r"""A file's name without its folders and without anything that a path could stumble on.

    >>> safe_name("../../etc/pass wd"), safe_name("C:\\model (v2).xlsx"), safe_name("..")
    ('pass_wd', 'model_v2_.xlsx', 'file')
    """
    last = re.split(r"[\\/]", name)[-1]
    stem, dot, ending = last.rpartition(".")
    if not stem:
        stem, dot, ending = last, "", ""
    stem = re.sub(r"[^A-Za-z0-9]+", "_", stem).lstrip("_")[:MOST_STEM]
    ending = re.sub(r"[^A-Za-z0-9]", "", ending)[:10]
    return (stem or "file") + (dot + ending if ending else "")


def storable_text(text: str, most: int) -> str:
    r"""At most so many characters, all of which can be written as UTF-8.

    >>> storable_text("a\ud800bc", 3)
    'a?b'
    """
    return text[:most].encode("utf-8", "replace").decode("utf-8")


class HashedLog:
    """A file of lines that is hashed while it is written."""

    def __init__(self, folder: Folder, path: str, *, buffering: int = -1) -> None:
        self._path = path
        self._file: IO[bytes] = folder.place(path).open("wb", buffering=buffering)
        self._hash = hashlib.sha256()
        self._size = 0

    def append(self, line: bytes) -> None:
        """Write one more line, whole."""
        if self._file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._path)
        self._hash.update(line)
        self._size += len(line)

    def settle(self) -> None:
        """Make what was written last."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Write no more."""
        self._file.close()

    def kept_file(self) -> KeptFile:
        """What the record says of it."""
        return KeptFile(path=self._path, sha256=self._hash.hexdigest(), size=self._size)


class EventLog(HashedLog):
    """Lines of events.jsonl, one write each, so that a cut meeting leaves whole lines."""

    def __init__(self, folder: Folder, clock: Clock) -> None:
        super().__init__(folder, EVENTS_FILE, buffering=0)
        self._clock = clock

    def write(self, kind: str, at_s: float | None = None, **fields: EventValue) -> None:
        """One event; without a time it happened now."""
        at = round(self._clock.now_s() if at_s is None else at_s, 3)
        self.append(orjson.dumps({"at_s": at, "kind": kind, **fields}) + b"\n")


def short_attributes(values: Mapping[str, str]) -> dict[str, str]:
    """Attributes as an event tells them, however many and long they are."""
    return {
        storable_text(key, MOST_VALUE): storable_text(value, MOST_VALUE)
        for key, value in islice(values.items(), MOST_MAP)
    }


class DeliveredFiles:
    """The files of one meeting; the latest of each name is what the agent shows."""

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self.latest: dict[str, DeliveredFile] = {}

    def take(self, event: FileReceived, turn_index: int, number: int) -> DeliveredFile | None:
        """Keep a file of the agent's; None where it has had its share."""
        if not self._allowance.admits("files", MOST_FILES):
            return None
        if not self._allowance.admits_bytes(len(event.content)):
            return None
        place = f"files/turn-{turn_index:02}/{number:02}-{safe_name(event.name)}"
        delivered = DeliveredFile(
            turn_index=turn_index,
            sender=storable_text(event.identity, 200),
            name=storable_text(event.name, MOST_FILE_NAME),
            mime_type=storable_text(event.mime_type, MOST_FILE_NAME),
            file=self._folder.keep(place, event.content),
            at_s=round(event.at_s, 3),
        )
        self.latest.pop(delivered.name, None)
        self.latest[delivered.name] = delivered
        if len(self.latest) > MOST_KNOWN:
            del self.latest[next(iter(self.latest))]
        return delivered
