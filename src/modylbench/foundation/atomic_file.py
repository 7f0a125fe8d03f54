"""Files that are there whole or not at all, and the folders that they are in."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

ONLY_OWNER = 0o700


@contextmanager
def open_atomic(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that takes its name when all went well, and otherwise leaves no trace."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise BadFile(path, "", f"cannot be written ({error.strerror})") from error
    finally:
        partial.unlink(missing_ok=True)


def write_file(content: bytes, path: Path) -> None:
    """Write the content, whole or not at all."""
    with open_atomic(path) as file:
        file.write(content)


def write_lines(lines: Iterable[str], path: Path) -> None:
    """Write the lines, each of which ends in a newline, as they come."""
    with open_atomic(path) as file:
        for line in lines:
            file.write(line.encode())


def make_folder(folder: Path) -> None:
    """Make the folder, with those above it, where it is not there; raises BadFile."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be made ({error.strerror})") from error


def make_private_folder(folder: Path) -> None:
    """Make the folder, or take it from all others where it is there; raises BadFile."""
    try:
        folder.mkdir(mode=ONLY_OWNER, parents=True, exist_ok=True)
        folder.chmod(ONLY_OWNER)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be kept from others ({error.strerror})") from error


def sync_to_disk(path: Path) -> None:
    """Make a file, or the names in a folder, outlast a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
