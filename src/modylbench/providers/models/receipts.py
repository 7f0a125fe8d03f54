"""Receipts: the sounds and pictures that really left for a service, by the bytes of the request.

A receipt is written when the answer to a request has come, from the body of that very request: an
attachment left if its base64 is a whole JSON string there (or all of a data URI). Text that merely
holds the same letters is no receipt, since a quotation mark inside a JSON string is escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections import OrderedDict
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import httpx2

    from modylbench.providers.models.question import MediaAttachment

MOST_KEPT = 48  # ours: what a few recordings are at work on; about 40 MB at 200 KB each
HEAD = 96  # characters looked for first; more than a WAV's header, which many sounds share
MEDIA_TYPES = {"audio": "audio/wav", "image": "image/png"}
_URL_SAFE = bytes.maketrans(b"+/", b"-_")


class EncodedMedia:
    """An attachment and its base64, made once for all who are sent it."""

    def __init__(self, attached: MediaAttachment) -> None:
        self.attached = attached
        self._wire = base64.b64encode(attached.content)

    @cached_property
    def base64(self) -> str:
        """As most services take it."""
        return self._wire.decode()

    def left_in(self, body: bytes) -> bool:
        """Whether a request's body holds all of it as one JSON string, in either base64."""
        return _holds(body, self._wire, self.attached) or _holds(
            body, self._url_safe, self.attached
        )

    @cached_property
    def _url_safe(self) -> bytes:
        return self._wire.translate(_URL_SAFE)


class Encoder:
    """Remembers the base64 of the attachments that were last asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, EncodedMedia] = OrderedDict()

    def encode(self, attached: MediaAttachment) -> EncodedMedia:
        """The attachment in base64; raises ValueError if its hash is not that of its bytes."""
        found = self._kept.get(attached.sha256)
        if found is None or found.attached.content != attached.content:
            if hashlib.sha256(attached.content).hexdigest() != attached.sha256:
                message = "the hash of an attachment is not that of its bytes"
                raise ValueError(message)
            found = self._kept[attached.sha256] = EncodedMedia(attached)
        self._kept.move_to_end(attached.sha256)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


@dataclass(slots=True)
class SentMedia:
    """What one call should send, and what of it was seen to leave with the last request."""

    expected: Sequence[EncodedMedia]
    left: tuple[EncodedMedia, ...] = ()
    requests: int = 0

    def hashes_sent(self, kind: str) -> tuple[str, ...]:
        """The hashes of the sounds or pictures that left, in their order."""
        return tuple(media.attached.sha256 for media in self.left if media.attached.kind == kind)


_watch: ContextVar[SentMedia | None] = ContextVar("watch", default=None)


@contextmanager
def watch_requests(expected: Sequence[EncodedMedia]) -> Iterator[SentMedia]:
    """Requests made inside are looked at."""
    watch = SentMedia(expected)
    token = _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.reset(token)


async def note_what_left(response: httpx2.Response) -> None:
    """The hook of the client, called once an answer has begun to come."""
    watch = _watch.get()
    if watch is None:
        return
    watch.requests += 1
    body = response.request.content if response.is_success else b""
    watch.left = tuple(media for media in watch.expected if media.left_in(body))


def _holds(body: bytes, wire: bytes, attached: MediaAttachment) -> bool:
    at = body.find(wire[:HEAD])
    while at >= 0:
        if body.startswith(wire, at) and _is_whole(body, at, at + len(wire), attached):
            return True
        at = body.find(wire[:HEAD], at + 1)
    return False


def _is_whole(body: bytes, start: int, end: int, attached: MediaAttachment) -> bool:
    prefix = f"data:{MEDIA_TYPES[attached.kind]};base64,".encode()
    if body.endswith(prefix, 0, start):
        start -= len(prefix)
    return (
        body[end : end + 1] == b'"'
        and body[start - 1 : start] == b'"'
        and (body[start - 2 : start - 1] != b"\\")
    )
