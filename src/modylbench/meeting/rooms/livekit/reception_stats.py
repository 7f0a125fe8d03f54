"""How much of what was heard was made up, and how long it was under way.

A receiver that lacks samples invents them. It does so as well where the sender paused or is muted:
its counters alone do not tell a loss from silence.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.meeting.room import Transport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from livekit.rtc._proto.stats_pb2 import RtcStats

PACKET_S = 0.02  # of speech, in all LiveKit SDKs
RECENT = 100  # ours: measurements; a round trip is counted in whole milliseconds, and few are
HIDES_WORDS_S = 0.5  # ours, as of a hole: so much that was lost may be words, whatever came
PAUSE_S = 0.025  # ours: who sent that much less than time passed has paused, however long ago


@dataclass(frozen=True, slots=True)
class Counters:
    """What the receiver of one audio track has counted until a moment."""

    at_s: float
    packets: int = 0
    lost: int = 0
    samples: int = 0
    concealed: int = 0
    hushed: int = 0
    """Concealed by silence, as it does when nothing has come for long."""
    delay: float = 0.0
    """Seconds of waiting, summed over the samples that `emitted` counts."""
    emitted: int = 0
    trips_s: float = 0.0
    trips: int = 0


def counters_in(stats: Iterable[RtcStats], at_s: float) -> Counters | None:
    """The counters among the statistics of a track; None where there are none yet."""
    inbound = next((stat.inbound_rtp for stat in stats if stat.HasField("inbound_rtp")), None)
    if inbound is None:
        return None
    pairs = [
        stat.candidate_pair.candidate_pair for stat in stats if stat.HasField("candidate_pair")
    ]
    used = max(pairs, key=lambda pair: (pair.nominated, pair.responses_received), default=None)
    return Counters(
        at_s,
        packets=inbound.received.packets_received,
        lost=inbound.received.packets_lost,
        samples=inbound.inbound.total_samples_received,
        concealed=inbound.inbound.concealed_samples,
        hushed=inbound.inbound.silent_concealed_samples,
        delay=inbound.inbound.jitter_buffer_delay,
        emitted=inbound.inbound.jitter_buffer_emitted_count,
        trips_s=used.total_round_trip_time if used is not None else 0.0,
        trips=used.responses_received if used is not None else 0,
    )


class ReceptionStats:
    """What became of one track, from one measurement to the next."""

    def __init__(self) -> None:
        self._settled: Counters | None = None
        self._last: Counters | None = None
        self._has_sounded = False
        self._was_muted = False
        self._trips: deque[tuple[int, float]] = deque(maxlen=RECENT)
        self._round_trip_s: float | None = None
        self._buffered_s: float | None = None

    @property
    def transport(self) -> Transport | None:
        """As last measured."""
        if self._round_trip_s is None or self._buffered_s is None:
            return None
        return Transport(self._round_trip_s, self._buffered_s)

    def take(self, now: Counters, *, is_muted: bool, has_sounded: bool) -> float:
        """How many seconds were made up since what was last accounted for.

        `has_sounded`: whether anything but silence was heard since the last measurement. A pause
        of the sender is accounted for when it is over: only then it is known that nothing was lost.
        """
        settled, last = self._settled, self._last
        self._last = now
        self._has_sounded |= has_sounded
        was_muted, self._was_muted = self._was_muted, is_muted
        if settled is None or last is None or now.packets < last.packets:
            return self._settle(now, 0.0)
        self._follow_transport(last, now)
        if is_muted or was_muted:
            return self._settle(now, 0.0)
        if now.lost <= settled.lost and not _is_steady(last, now):
            return 0.0
        made_up_s = _made_up_s(settled, now) if self._has_sounded else 0.0
        made_up_s = max(made_up_s, _hidden_s(settled, now))
        return self._settle(now, made_up_s)

    def _settle(self, now: Counters, made_up_s: float) -> float:
        self._settled = now
        self._has_sounded = False
        return made_up_s

    def _follow_transport(self, last: Counters, now: Counters) -> None:
        if not self._trips:
            self._trips.append((last.trips, last.trips_s))
        self._trips.append((now.trips, now.trips_s))
        (before, before_s), (trips, trips_s) = self._trips[0], self._trips[-1]
        if trips > before:
            self._round_trip_s = (trips_s - before_s) / (trips - before)
        elif self._round_trip_s is None and trips:
            self._round_trip_s = trips_s / trips
        if now.emitted > last.emitted:
            self._buffered_s = (now.delay - last.delay) / (now.emitted - last.emitted)


def _is_steady(earlier: Counters, later: Counters) -> bool:
    """Whether what came fills the time: then the sender made no pause in it."""
    came_s = (later.packets - earlier.packets) * PACKET_S
    return came_s >= later.at_s - earlier.at_s - PAUSE_S


def _hidden_s(earlier: Counters, later: Counters) -> float:
    """How much was lost, where that may be words though all that came was silent.

    Who sends nothing loses nothing: these packets were sent.
    """
    lost_s = min((later.lost - earlier.lost) * PACKET_S, later.at_s - earlier.at_s)
    return lost_s if lost_s >= HIDES_WORDS_S else 0.0


def _made_up_s(earlier: Counters, later: Counters) -> float:
    samples = later.samples - earlier.samples
    if samples <= 0:
        return 0.0
    sample_s = (later.at_s - earlier.at_s) / samples
    hushed_s = max(0, later.hushed - earlier.hushed) * sample_s
    invented_s = max(0.0, (later.concealed - earlier.concealed) * sample_s - hushed_s)
    lost_s = max(0, later.lost - earlier.lost) * PACKET_S
    if lost_s:
        came_s = (later.packets - earlier.packets) * PACKET_S
        has_paused = came_s + lost_s < later.at_s - earlier.at_s - PAUSE_S
        # Where packets stop, some is invented: that was no loss.
        return (min(invented_s, lost_s) if has_paused else invented_s) + min(hushed_s, lost_s)
    return invented_s if _is_steady(earlier, later) else 0.0
