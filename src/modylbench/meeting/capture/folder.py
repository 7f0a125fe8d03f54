"""Where does a recording keep its files, and how are they named and hashed?"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from modylbench.recording.recording import KeptFile

if TYPE_CHECKING:
    from pathlib import Path

MOST_NAME = 80
AT_A_TIME = 8  # a disk does so many in the time of one or two: 130 files in 50 ms, not in 500


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
        return kept(relative, content)

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
            for _ in threads.map(_settle, (self.root, *self.root.rglob("*"))):
                pass  # raises what went wrong

    def read(self, file: KeptFile) -> bytes:
        """What was written."""
        return (self.root / file.path).read_bytes()


def _settle(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def kept(relative: str, content: bytes) -> KeptFile:
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
    stem = re.sub(r"[^A-Za-z0-9]+", "_", stem).lstrip("_")[:MOST_NAME]
    ending = re.sub(r"[^A-Za-z0-9]", "", ending)[:10]
    return (stem or "file") + (dot + ending if ending else "")
