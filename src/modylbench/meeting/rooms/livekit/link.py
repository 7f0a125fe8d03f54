"""One participant's link: whether it is up, and the events that come over it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from modylbench.meeting.room import (
    LinkChanged,
    Overflow,
    ParticipantJoined,
    ParticipantLeft,
    RoomClosed,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackSubscribed,
)
from modylbench.meeting.rooms.inbox import Inbox

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import RoomEvent

T = TypeVar("T")
TOLD_S = 2.0  # ours: an error in sending came up to 0.1 s before the server's reason for it
HELD_S = 0.2  # ours: the cause came at most 5 ms after its effects
VITAL = (ParticipantJoined, ParticipantLeft, TrackSubscribed, TrackEnded, LinkChanged, Overflow)
GOINGS = (ParticipantLeft, TrackEnded)


class ParticipantLink:
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
            raise self.closed_error()

    def closed_error(self, found: object = "") -> RoomClosed:
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
            raise self.closed_error()
        working = asyncio.ensure_future(work)
        closing = asyncio.ensure_future(self.closed.wait())
        try:
            await asyncio.wait((working, closing), return_when=asyncio.FIRST_COMPLETED)
            self.check()
            return working.result()
        except (StreamError, PublishTrackError, ConnectError) as error:
            with suppress(TimeoutError):  # why we are out matters more than that we are
                await asyncio.wait_for(self.closed.wait(), TOLD_S)
            raise self.closed_error(error) from error
        finally:
            closing.cancel()
            working.cancel()
            working.add_done_callback(_forget)


class Mailbox:
    """Made in the meeting's loop, for its reader; events are told in the media thread.

    When our own link breaks, the SDK says first that the others are gone, and then that it is
    reconnecting. Their going is held back for a moment, so that the cause comes before it.
    """

    def __init__(self, clock: Clock) -> None:
        self.inbox = Inbox(clock)
        self._loop = asyncio.get_running_loop()
        self._streams: dict[str, bool] = {}  # those that are open: whether all of it was kept
        self._held: list[tuple[RoomEvent, str, int]] = []
        self._holding: asyncio.TimerHandle | None = None

    def tell(self, event: RoomEvent, sender: str, size: int = 0) -> None:
        """Put an event into the inbox; a meeting that is over does not hear it."""
        if self._holding is not None:
            self._held.append((event, sender, size))
        else:
            self._post(event, sender, size)

    def hold(self) -> None:
        """Keep what is told from now on for a moment."""
        if self._holding is None:
            self._holding = asyncio.get_running_loop().call_later(HELD_S, self._release)

    def tell_first(self, change: LinkChanged) -> None:
        """Tell this before what is held back, of which it is the cause."""
        if self._held:
            change = replace(change, at_s=min(change.at_s, self._held[0][0].at_s))
        self._post(change, "", 0)
        self._release()

    def close(self, last: LinkChanged) -> None:
        """This is the last event; goings that are held back were its effects, and are not told."""
        self._held = [held for held in self._held if not isinstance(held[0], GOINGS)]
        self._release()
        self._post(last, "", 0)

    def _release(self) -> None:
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None
        held, self._held = self._held, []
        for event, sender, size in held:
            self._post(event, sender, size)

    def _post(self, event: RoomEvent, sender: str, size: int) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._put, event, sender, size)

    def _put(self, event: RoomEvent, sender: str, size: int) -> None:
        match event:
            case LinkChanged(state="closed"):
                self.inbox.close(event)
            case TextOpened(stream_id=stream_id):
                if self.inbox.put(event, sender, size=size):
                    self._streams[stream_id] = True
            case TextChunk(stream_id=stream_id):
                if self._streams.get(stream_id):
                    self._streams[stream_id] = self.inbox.put(event, sender, size=size)
            case TextClosed():
                self._put_end(event, sender, size)
            case _:
                self.inbox.put(event, sender, size=size, is_vital=isinstance(event, VITAL))

    def _put_end(self, event: TextClosed, sender: str, size: int) -> None:
        """That a stream ended is always told; what was said only at its end has to find room."""
        has_all = self._streams.pop(event.stream_id, None)
        if has_all is None:
            return
        closed = replace(event, is_whole=event.is_whole and has_all)
        if not (closed.attributes and self.inbox.put(closed, sender, size=size)):
            has_all = closed.is_whole and not closed.attributes
            self.inbox.put(replace(closed, is_whole=has_all, attributes={}), sender, is_vital=True)


def _forget(done: asyncio.Future[Any]) -> None:
    """Nobody wants to know any more how it ended."""
    if not done.cancelled():
        done.exception()
