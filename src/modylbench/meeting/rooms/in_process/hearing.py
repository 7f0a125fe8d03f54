"""What has a participant heard of the others since it asked last?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room_events import Source
from modylbench.meeting.rooms.in_process.timeline import KEPT_S, Ear
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE

if TYPE_CHECKING:
    from modylbench.meeting.room import AudioChunk
    from modylbench.meeting.rooms.in_process.timeline import Timeline

Place = tuple[str, Source]


class Hearing:
    """One participant's subscriptions to audio tracks, by identity and source.

    What came of a track before it ended is kept as long as anything else: ten seconds.
    """

    def __init__(self) -> None:
        self._ears: dict[Place, Ear] = {}
        self._left_over: dict[Place, list[AudioChunk]] = {}

    def begin(self, place: Place, timeline: Timeline, now_s: float) -> None:
        """Hear that track from now on."""
        self._ears[place] = timeline.listen(now_s)

    def end(self, place: Place, now_s: float) -> None:
        """Hear it no longer."""
        ear = self._ears.pop(place, None)
        if ear is None:
            return
        self._forget(now_s)
        rest = ear.take(now_s)
        ear.close()
        if rest is not None:
            self._left_over.setdefault(place, []).append(rest)

    def end_all(self, now_s: float) -> None:
        """Hear nobody any longer."""
        for place in list(self._ears):
            self.end(place, now_s)

    def take(self, place: Place, now_s: float) -> list[AudioChunk]:
        """What came since the last call."""
        chunks = []
        if self._left_over:
            self._forget(now_s)
            chunks = self._left_over.pop(place, [])
        ear = self._ears.get(place)
        chunk = ear.take(now_s) if ear is not None else None
        if chunk is not None:
            chunks.append(chunk)
        return chunks

    def _forget(self, now_s: float) -> None:
        for place, chunks in list(self._left_over.items()):
            self._left_over[place] = [chunk for chunk in chunks if now_s - _end_s(chunk) <= KEPT_S]
            if not self._left_over[place]:
                del self._left_over[place]


def _end_s(chunk: AudioChunk) -> float:
    return chunk.start_s + len(chunk.pcm) / BYTES_A_SAMPLE / chunk.sample_rate_hz
