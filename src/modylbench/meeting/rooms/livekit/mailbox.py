"""How do events of the media thread reach the reader in the meeting's loop?"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.meeting.room_events import (
    LinkChanged,
    Overflowed,
    ParticipantJoined,
    ParticipantLeft,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackSubscribed,
)
from modylbench.meeting.rooms.inbox import Inbox

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room_events import RoomEvent

HELD_S = 0.2  # ours: the cause came at most 5 ms after its effects

VITAL = (ParticipantJoined, ParticipantLeft, TrackSubscribed, TrackEnded, LinkChanged, Overflowed)

GOINGS = (ParticipantLeft, TrackEnded)


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
        self._held = [one for one in self._held if not isinstance(one[0], GOINGS)]
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
