"""ZIP archives, read without ever unpacking more than they may hold."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import Complaints

MOST_ENTRIES = 2_000
MOST_BYTES = 64 * 1024 * 1024
"""Ours: all entries unpacked; a workbook of 200 x 50 cells is under 1 MB."""

_CHUNK = 1 << 16
_DRIVE = re.compile(r"[A-Za-z]:")
_LISTED = b"PK\x01\x02"
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a method of compression that Python does not have
    RuntimeError,  # encrypted
    struct.error,
    ValueError,
    OSError,  # an offset before the start
    OverflowError,
    KeyError,
)
"""What the standard library raised on archives with flipped bytes."""


class Archive:
    """An archive in memory; every byte unpacked counts towards one bound."""

    def __init__(self, content: bytes) -> None:
        listed = content.count(_LISTED)
        if listed > 2 * MOST_ENTRIES:  # the directory alone could fill the memory
            raise Unreadable("too_many_entries", f"found {listed:,} entries in an archive")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            entries = self._zip.infolist()
        except _BROKEN as error:
            raise Unreadable("not_a_zip", f"cannot be opened as an archive ({error})") from error
        if len(entries) > MOST_ENTRIES:
            reason = f"found {len(entries):,} entries, expected at most {MOST_ENTRIES:,}"
            raise Unreadable("too_many_entries", reason)
        declared = sum(entry.file_size for entry in entries)
        if declared > MOST_BYTES:
            reason = f"would unpack to {declared:,} bytes, expected at most {MOST_BYTES:,}"
            raise Unreadable("unpacks_too_large", reason)
        self.names = tuple(entry.filename for entry in entries if not entry.is_dir())
        self._by_name = {entry.filename.lower(): entry for entry in reversed(entries)}
        self._left = MOST_BYTES

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._by_name

    def read(self, name: str) -> bytes:
        """All bytes of one entry."""
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of one entry, piece by piece; what the header declares is not believed."""
        entry = self._by_name.get(name.lower())
        if entry is None:
            raise Unreadable("part_missing", f"holds no {name[:80]!r}")
        try:
            with self._zip.open(entry) as stream:
                while piece := stream.read(_CHUNK):
                    self._left -= len(piece)
                    if self._left < 0:
                        reason = f"unpacks to more than {MOST_BYTES:,} bytes"
                        raise Unreadable("unpacks_too_large", reason)
                    yield piece
        except _BROKEN as error:
            raise Unreadable(
                "part_broken", f"{name[:80]!r} cannot be unpacked ({error})"
            ) from error


def files_in_archive(content: bytes, complaints: Complaints) -> list[tuple[str, bytes]]:
    """The files of an archive; one whose path leads out of it is left out with a complaint."""
    archive = Archive(content)
    result: list[tuple[str, bytes]] = []
    for name in archive.names:
        path = name.replace("\\", "/")
        if path.startswith("/") or ".." in path.split("/") or _DRIVE.match(path):
            reason = "leads out of the archive; left out"
            complaints.error("path_outside", reason, name)
        elif not _is_clutter(path):
            try:
                result.append((path, archive.read(name)))
            except Unreadable as error:
                complaints.error(error.code, error.reason, name)
                if error.code == "unpacks_too_large":
                    break
    return result


def _is_clutter(path: str) -> bool:
    """True for what operating systems and tools leave in archives."""
    parts = path.split("/")
    return "__MACOSX" in parts or "__pycache__" in parts or parts[-1] in {".DS_Store", "Thumbs.db"}
