"""The uploaded files, each there whole or not at all.

<folder>/incoming/...           uploads on their way; what a killed server leaves is swept
         blobs/ab/<digest>      what was received, by the SHA-256 of its bytes
         unpacked/<digest>/     the run's folder of a submission that was accepted
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import make_private_folder, sync_to_disk
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ONLY_OURS = 0o600
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Blobs:
    """The files beside the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("incoming", "blobs", "unpacked"):
            make_private_folder(folder / name)

    def path(self, digest: str) -> Path:
        """Where the bytes of this digest are, if they are there."""
        return self._folder / "blobs" / _require_digest(digest)[:2] / digest

    def unpacked_folder(self, digest: str) -> Path:
        """Where its run is, once it was accepted."""
        return self._folder / "unpacked" / _require_digest(digest)

    @contextmanager
    def incoming(self) -> Iterator[Path]:
        """A file of its own to write an upload to; gone at the end unless it was kept."""
        path = self._folder / "incoming" / secrets.token_hex(16)
        path.touch(mode=ONLY_OURS)
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder of its own to check in, on the same disk; gone at the end."""
        path = self._folder / "incoming" / f"{secrets.token_hex(16)}.work"
        path.mkdir(mode=0o700)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def digests(self, before_s: float) -> Iterator[str]:
        """The digests of the bytes that are there since before that time."""
        for path in (self._folder / "blobs").glob("??/*"):
            with suppress(FileNotFoundError):
                if _DIGEST.fullmatch(path.name) and path.stat().st_mtime < before_s:
                    yield path.name

    def sweep(self, now_s: float, abandoned_s: float) -> None:
        """Remove what was on its way for so long that its server must have died.

        What bears a time to come was made by a wrong clock: its time begins now.
        """
        for path in (self._folder / "incoming").iterdir():
            with suppress(FileNotFoundError):
                age_s = now_s - path.stat().st_mtime
                if age_s < -abandoned_s:
                    os.utime(path, (now_s, now_s))
                if age_s <= abandoned_s:
                    continue
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()

    def keep(self, upload: Path) -> tuple[str, int]:
        """Give the file its place for good; its digest and size."""
        with upload.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.seek(0, os.SEEK_END)
            os.fsync(file.fileno())
        place = self.path(digest)
        make_private_folder(place.parent)
        upload.replace(place)
        for folder in (place.parent, place.parent.parent):
            sync_to_disk(folder)
        return digest, size

    def keep_unpacked(self, work: Path, digest: str) -> None:
        """Give a run's folder its place; one that is there already is of the same bytes."""
        place = self.unpacked_folder(digest)
        if not place.exists():
            work.replace(place)
            sync_to_disk(place.parent)

    def remove(self, digest: str) -> None:
        """Remove the bytes and what was unpacked of them."""
        self.path(digest).unlink(missing_ok=True)
        shutil.rmtree(self.unpacked_folder(digest), ignore_errors=True)


def _require_digest(digest: str) -> str:
    if _DIGEST.fullmatch(digest) is None:
        message = f"found {short_repr(digest)}, expected the 64 hexadecimal digits of a submission"
        raise UserMistake(message)
    return digest
