"""How much of what one participant sends do we read?

Reading is done in the thread where our own sound is made: one who sends without end would delay
our people's speech. Each sender may send so much at once and so much a second. What is beyond is
not read, and it is told whose it was and how much.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench.meeting.room_events import Overflowed

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.mailbox import Mailbox
    from modylbench.meeting.rooms.livekit.own import Own

# The numbers below are ours: agents that are well open some streams a turn, of some hundred pieces.
STREAMS_A_S = 200.0
MOST_STREAMS = 500.0  # at once
PIECES_A_S = 2_000.0
MOST_PIECES = 10_000.0  # at once: a file of the largest size has 4,300
PIECE_BYTES = 15_000  # as the SDK cuts them; a larger one counts as several
MOST_SENDERS = 64  # who are told apart: names cost nothing
TOLD_S = 1.0  # how often it is told how much was not read


class Bucket:
    """What may still be spent; it fills again with time."""

    def __init__(self, a_second: float, most: float, now_s: float) -> None:
        self._a_second = a_second
        self._most = most
        self._left = most
        self._at_s = now_s

    def spend(self, amount: float, now_s: float) -> bool:
        """Whether there was that much."""
        since_s, self._at_s = max(0.0, now_s - self._at_s), now_s
        self._left = min(self._most, self._left + since_s * self._a_second)
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Budget:
    """What the senders may have read by one connection; in the media thread."""

    def __init__(self, own: Own, mailbox: Mailbox, clock: Clock) -> None:
        self._own = own
        self._mailbox = mailbox
        self._clock = clock
        self._buckets: dict[str, tuple[Bucket, Bucket]] = {}
        self._refused: dict[str, int] = {}
        self._telling: asyncio.TimerHandle | None = None

    def has_stream(self, sender: str) -> bool:
        """Whether one more stream of that sender may be read."""
        return sender in self._own.guests or self._of(sender)[0].spend(1.0, self._clock.now_s())

    def has_piece(self, sender: str, size: int) -> bool:
        """Whether one more piece of its streams may be."""
        if sender in self._own.guests:
            return True
        pieces = 1.0 + size // PIECE_BYTES
        return self._of(sender)[1].spend(pieces, self._clock.now_s())

    def refuse(self, sender: str) -> None:
        """A stream of that sender is not read, or no further."""
        self._refused[sender] = self._refused.get(sender, 0) + 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TOLD_S, self.tell)

    def tell(self) -> None:
        """Say how much was not read since this was last said."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        refused, self._refused = self._refused, {}
        for sender, streams in refused.items():
            self._mailbox.tell(Overflowed(self._clock.now_s(), sender, streams), sender)

    def _of(self, sender: str) -> tuple[Bucket, Bucket]:
        if sender not in self._buckets and len(self._buckets) >= MOST_SENDERS:
            sender = ""
        if sender not in self._buckets:
            now_s = self._clock.now_s()
            streams = Bucket(STREAMS_A_S, MOST_STREAMS, now_s)
            self._buckets[sender] = streams, Bucket(PIECES_A_S, MOST_PIECES, now_s)
        return self._buckets[sender]
