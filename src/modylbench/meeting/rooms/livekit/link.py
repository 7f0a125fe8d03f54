"""Is a participant of ours still connected, and what becomes of those who wait when it is not?"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

T = TypeVar("T")

TOLD_S = 2.0  # ours: an error in sending came up to 0.1 s before the server's reason for it


class Link:
    """The connection of one participant; `closed` is set in the media thread, once."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.closed = asyncio.Event()
        self._reason = ""

    @property
    def is_closed(self) -> bool:
        """Whether it is gone for good; any thread may ask."""
        return bool(self._reason)

    def close(self, reason: str) -> bool:
        """End it for good, in the media thread; whether it was still there."""
        if self._reason:
            return False
        self._reason = reason
        self.closed.set()
        return True

    def check(self) -> None:
        """Raise RoomClosed where it is gone; any thread may ask."""
        if self._reason:
            raise self.gone()

    def gone(self, found: object = "") -> RoomClosed:
        """What to raise where it is gone, or where the SDK says that it could not send."""
        return RoomClosed(f"{self.identity} is no longer in the room: {self._reason or found}")

    async def use(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work in the media thread returns; raises RoomClosed where the link is gone.

        The SDK waits for ever for answers to what it sent over a link that is no more, and says
        by errors of several kinds that it could not send.
        """
        from livekit.rtc import ConnectError, StreamError
        from livekit.rtc.participant import PublishTrackError

        if self.is_closed:
            work.close()
            raise self.gone()
        working = asyncio.ensure_future(work)
        closing = asyncio.ensure_future(self.closed.wait())
        try:
            await asyncio.wait((working, closing), return_when=asyncio.FIRST_COMPLETED)
            self.check()
            return working.result()
        except (StreamError, PublishTrackError, ConnectError) as error:
            with suppress(TimeoutError):  # why we are out matters more than that we are
                await asyncio.wait_for(self.closed.wait(), TOLD_S)
            raise self.gone(error) from error
        finally:
            closing.cancel()
            working.cancel()
            working.add_done_callback(_forget)


def _forget(done: asyncio.Future[Any]) -> None:
    """Nobody wants to know any more how it ended."""
    if not done.cancelled():
        done.exception()
