"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


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


def write_lines(lines: Iterable[str], path: Path) -> None:
    """Write the lines, each of which ends in a newline, as they come."""
    with open_atomic(path) as file:
        for line in lines:
            file.write(line.encode())
