"""What did a run leave in the files that were asked for?"""

from __future__ import annotations

import tarfile
from typing import IO


def left_files(
    archive: IO[bytes], wanted: frozenset[str], most: int
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The wanted files out of the archive, and the names of those that were too much to keep.

    All of it is read in memory, and together at most so many bytes; nothing is unpacked. A second
    name of a file is looked up among the regular files before it, by one step. Symbolic links are
    never followed, not even to what lies in the archive.
    """
    archive.seek(0)
    whole: dict[str, bytes] = {}
    cut: set[str] = set()
    regular: dict[str, tarfile.TarInfo] = {}
    try:
        with tarfile.open(fileobj=archive, mode="r:") as entries:
            for entry in entries:
                if entry.isreg():
                    regular[entry.name] = entry
                path = entry.name.removeprefix("./")
                held = regular.get(entry.linkname) if entry.islnk() else entry
                if path not in wanted or held is None or not held.isreg():
                    continue
                if held.size > most:
                    cut.add(path)
                    continue
                most -= held.size
                content = entries.extractfile(held)
                whole[path] = content.read() if content else b""
    except tarfile.TarError:  # the archive ends at its own limit: who knows what was to come
        cut |= wanted - whole.keys()
    return whole, tuple(sorted(cut))
