"""What came from one participant and has not been taken yet?"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from modylbench.meeting.room import FRAME_S, AudioChunk
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE
from modylbench.meeting.rooms.livekit.placement import Placement, is_quiet
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ

if TYPE_CHECKING:
    from modylbench.meeting.rooms.livekit.placement import Placed

KEPT_S = 10.0
KEPT = round(KEPT_S / FRAME_S)  # frames
SAME_S = 0.001  # frames that are less apart follow one another


class Heard:
    """The frames of one place, of one track after the other; not for two threads at once.

    `has_sounded` says whether any was loud, `made_up_s` how much of them the receiver invented:
    whoever measures writes it here.
    """

    def __init__(self) -> None:
        self.has_sounded = False
        self.made_up_s = 0.0
        self.end_s = 0.0
        self._placement: Placement | None = None
        self._frames: deque[Placed] = deque(maxlen=KEPT)

    def begin(self) -> None:
        """A track begins; it never overlaps the one before."""
        self.end()
        self._placement = Placement(self.end_s)

    def add(self, arrived_s: float, pcm: bytes) -> None:
        """One more frame came."""
        if self._placement is not None:
            self._keep(self._placement.take(arrived_s, pcm))
            self.has_sounded = self.has_sounded or not is_quiet(pcm)

    def end(self) -> None:
        """The track ended; what comes of it later is not heard."""
        placement, self._placement = self._placement, None
        if placement is not None:
            self._keep(placement.rest())

    def take(self, now_s: float) -> list[AudioChunk]:
        """What came since the last call, as one chunk where nothing is missing."""
        frames = [frame for frame in self._frames if frame.start_s >= now_s - KEPT_S]
        self._frames.clear()
        runs: list[list[Placed]] = []
        for frame in frames:
            if not runs or abs(frame.start_s - _end_s(runs[-1][-1])) > SAME_S:
                runs.append([])
            runs[-1].append(frame)
        return [self._chunk(run) for run in runs]

    def _keep(self, frames: list[Placed]) -> None:
        self._frames.extend(frames)
        if frames:
            self.end_s = _end_s(frames[-1])

    def _chunk(self, frames: list[Placed]) -> AudioChunk:
        pcm = b"".join(frame.pcm for frame in frames)
        made_up_s = min(self.made_up_s, len(pcm) / BYTES_A_SAMPLE / ROOM_RATE_HZ)
        self.made_up_s -= made_up_s
        late_s = max(frame.late_s for frame in frames)
        return AudioChunk(frames[0].start_s, ROOM_RATE_HZ, pcm, made_up_s, max(0.0, late_s))


def _end_s(frame: Placed) -> float:
    return frame.start_s + len(frame.pcm) / BYTES_A_SAMPLE / ROOM_RATE_HZ
