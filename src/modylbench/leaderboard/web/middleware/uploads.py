"""Files uploaded over HTTP, whose headers are not trusted."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from starlette.requests import Request

    from modylbench.foundation.clock import Clock

KIND = "application/zip"
MAGIC = b"PK\x03\x04"  # of a ZIP's first member; what has none, or another file before it, is none
GIGABYTE = 1024**3
WRITTEN_AT_ONCE = 1024 * 1024
DRAINED_AT_MOST = 8 * 1024 * 1024
"""Ours: what is read of an upload that was refused, so that its sender gets to see the answer and
not a broken connection."""
DRAINED_FOR_S = 2.0
GONE, TOO_SLOW, NO_PLACE = 400, 408, 503


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Ours: a run of 18 meetings with sound is some 300 MB; a phone's uplink does 1 MB in 20 s."""

    most_bytes: int = 2 * GIGABYTE
    silence_s: float = 20.0
    """The longest pause between two parts of the body."""
    least_bytes_per_s: float = 50_000.0
    grace_s: float = 30.0
    """So long nobody asks how fast it comes."""
    longest_s: float = 7200.0
    """So long an upload may take in all."""
    at_once: int = 16
    """Uploads under way; whoever comes then is told to come again."""
    at_once_by_client: int = 2
    """The same of one client, so that nobody takes all places."""
    least_free_bytes: int = 5 * GIGABYTE
    """What stays free on the disk: a submission is unpacked to at most 4 GiB to be checked."""


class RefusedUpload(Exception):
    """An upload that we do not take: the status, and one line of why."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(status, line)
        self.status = status
        self.line = line


def free_bytes(folder: Path) -> int:
    """How much more the disk takes."""
    return shutil.disk_usage(folder).free


class Uploads:
    """Takes uploads in; `incoming` gives each a file, which is gone afterwards if not moved."""

    def __init__(
        self,
        incoming: Callable[[], AbstractContextManager[Path]],
        clock: Clock,
        limits: UploadLimits,
        free_bytes: Callable[[Path], int] = free_bytes,
    ) -> None:
        self._incoming = incoming
        self._clock = clock
        self.limits = limits
        self._free_bytes = free_bytes
        self._under_way: Counter[str] = Counter()

    @asynccontextmanager
    async def receive(self, request: Request, client: str) -> AsyncIterator[Path]:
        """The body as a file, which is gone afterwards unless it was moved away.

        Raises RefusedUpload.
        """
        body = _Body(request, self._clock, self.limits)
        try:
            self._check_head(request)
            self._check_places(client)
            with self._place(client) as path:
                self._check_disk(path, claimed_size(request))
                await self._save(body, path)
                yield path
        except RefusedUpload:
            await body.drain()
            raise
        except OSError as error:
            await body.drain()
            raise RefusedUpload(NO_PLACE, "the server cannot write it; try again later") from error

    @contextmanager
    def _place(self, client: str) -> Iterator[Path]:
        self._under_way[client] += 1
        try:
            with self._incoming() as path:
                yield path
        finally:
            self._under_way[client] -= 1
            self._under_way += Counter()  # drops those with none

    def _check_head(self, request: Request) -> None:
        """Refuse early what its own headers give away; that they are true is not believed."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != KIND:
            raise RefusedUpload(415, f"found the content type {kind[:80]!r}, expected {KIND}")
        coding = request.headers.get("content-encoding", "identity").lower()
        if coding != "identity":
            line = f"found the content encoding {coding[:80]!r}, expected the plain file"
            raise RefusedUpload(415, line)
        if claimed_size(request) > self.limits.most_bytes:
            raise self._too_large(claimed_size(request))

    def _check_places(self, client: str) -> None:
        places = (
            (self._under_way[client], self.limits.at_once_by_client, " from your address"),
            (self._under_way.total(), self.limits.at_once, ""),
        )
        for taken, most, whose in places:
            if taken >= most:
                line = f"{most} uploads{whose} are under way; try again in a minute"
                raise RefusedUpload(429, line)

    def _check_disk(self, path: Path, claimed: int) -> None:
        if self._free_bytes(path.parent) - claimed < self.limits.least_free_bytes:
            line = "the server's disk has no place for another upload; try again later"
            raise RefusedUpload(NO_PLACE, line)

    def _too_large(self, size: int) -> RefusedUpload:
        line = f"found {size:,} bytes or more, expected at most {self.limits.most_bytes:,}"
        return RefusedUpload(413, line)

    async def _save(self, body: _Body, path: Path) -> None:
        size = 0
        first = b""
        waiting = bytearray()
        with path.open("wb") as file:
            async for part in body.parts():
                size += len(part)
                first += part[: len(MAGIC) - len(first)]
                if not MAGIC.startswith(first):
                    raise RefusedUpload(422, f"found a file that begins {first!r}, expected a ZIP")
                if size > self.limits.most_bytes:
                    raise self._too_large(size)
                waiting += part
                if len(waiting) >= WRITTEN_AT_ONCE:
                    # What others send meanwhile takes place too, and sizes need not be told.
                    self._check_disk(path, len(waiting))
                    await asyncio.to_thread(file.write, bytes(waiting))
                    waiting.clear()
            file.write(waiting)
        if not size:
            raise RefusedUpload(422, "the body is empty, expected a submission (a ZIP file)")


def claimed_size(request: Request) -> int:
    """What the headers say; 0 where they do not."""
    claimed = request.headers.get("content-length", "")
    return int(claimed) if claimed.isascii() and claimed.isdigit() else 0


class _Body:
    """A body as it comes, as long as it keeps coming at a pace that a person's connection has."""

    def __init__(self, request: Request, clock: Clock, limits: UploadLimits) -> None:
        self._request, self._clock, self._limits = request, clock, limits
        self._is_over = False

    async def parts(self) -> AsyncIterator[bytes]:
        """Its parts; raises RefusedUpload where it does not come to its end."""
        begun, size = self._clock.now_s(), 0
        while not self._is_over:
            part = await self._part()
            size += len(part)
            taken_s = self._clock.now_s() - begun
            if taken_s > self._limits.longest_s:
                line = f"it took longer than {self._limits.longest_s / 60:g} minutes"
                raise RefusedUpload(TOO_SLOW, f"{line}; send it over a faster connection")
            late_s = taken_s - self._limits.grace_s
            if late_s > 0 and size < self._limits.least_bytes_per_s * late_s:
                least = self._limits.least_bytes_per_s / 1000
                raise RefusedUpload(TOO_SLOW, f"it came slower than {least:g} kB/s; send it again")
            yield part

    async def drain(self) -> None:
        """Read a little of what still comes; how much is bounded in bytes and in time."""
        size = 0
        try:
            async with asyncio.timeout(DRAINED_FOR_S):
                while not self._is_over and size < DRAINED_AT_MOST:
                    size += len(await self._part())
        except (TimeoutError, RefusedUpload):
            return

    async def _part(self) -> bytes:
        try:
            async with asyncio.timeout(self._limits.silence_s):
                message = await self._request.receive()
        except TimeoutError as error:
            self._is_over = True
            line = f"nothing came for {self._limits.silence_s:g} s; send it again"
            raise RefusedUpload(TOO_SLOW, line) from error
        self._is_over = not message.get("more_body", False)
        if message["type"] == "http.disconnect":
            raise RefusedUpload(GONE, "the connection ended before the body did")
        part: bytes = message.get("body", b"")
        return part
