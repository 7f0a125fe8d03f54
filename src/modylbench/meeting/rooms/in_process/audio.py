"""What sounds on an audio track at which moment, and what each listener gets of it.

Time on a track is counted in samples of 24 kHz from the moment it was published: a sound begins at
the sample of the moment it was played, not at a border of frames. A listener's frames of 20 ms
count from the moment it was subscribed.
"""

from __future__ import annotations

from dataclasses import dataclass

from modylbench.meeting.room import FRAME_S, AudioChunk, TrackKey
from modylbench.meeting.rooms.limits import BYTES_A_SAMPLE
from modylbench.meeting.rooms.resampling import ROOM_RATE_HZ

FRAME = round(FRAME_S * ROOM_RATE_HZ)
KEPT_S = 10.0
KEPT = round(KEPT_S * ROOM_RATE_HZ)
SEAM = round(0.005 * ROOM_RATE_HZ)
"""Ours: what is played so soon after the last sound goes on without a gap, as from a queue."""


class Timeline:
    """The sounds of one track that somebody may still hear."""

    def __init__(self, start_s: float) -> None:
        self._start_s = start_s
        self._sounds: list[_TrackSound] = []
        self._ears: list[TrackListener] = []
        self._given = 0  # what somebody has got cannot be changed
        self._follow: int | None = None  # where the last sound ends, unless it was cut

    def index_at(self, now_s: float) -> int:
        """The sample of a moment."""
        return round((now_s - self._start_s) * ROOM_RATE_HZ)

    def moment_of(self, index: int) -> float:
        """When a sample sounds."""
        return self._start_s + index / ROOM_RATE_HZ

    @property
    def kept_samples(self) -> int:
        """How many samples are held in memory."""
        return sum(sound.end - sound.start for sound in self._sounds)  # whole numbers

    @property
    def listeners(self) -> int:
        """How many are subscribed."""
        return len(self._ears)

    def add(self, pcm: bytes, now_s: float) -> float:
        """Let it sound from now on; returns when it will have ended."""
        start = self.index_at(now_s)
        if self._follow is not None and 0 <= start - self._follow <= SEAM:
            start = self._follow
        sound = _TrackSound(max(start, self._given), pcm)
        self._forget(now_s)
        self._sounds.append(sound)
        self._follow = sound.end
        return self.moment_of(sound.end)

    def cut(self, now_s: float) -> None:
        """Let nothing sound from now on."""
        now = self.index_at(now_s)
        for sound in self._sounds:
            if sound.end > now:
                sound.pcm = sound.pcm[: max(0, now - sound.start) * BYTES_A_SAMPLE]
                self._follow = None

    def listen(self, now_s: float) -> TrackListener:
        """A listener that is subscribed from now on."""
        ear = TrackListener(self, self.index_at(now_s))
        self._ears.append(ear)
        return ear

    def unlisten(self, ear: TrackListener) -> None:
        """A listener less."""
        self._ears.remove(ear)

    def chunk(self, first: int, last: int, now_s: float) -> AudioChunk:
        """The samples from one to before another, with silence where nothing sounds."""
        pcm = self._samples(first, last)
        self._given = max(self._given, last)
        if self._sounds:
            self._forget(now_s)
        return AudioChunk(self.moment_of(first), ROOM_RATE_HZ, pcm)

    def _samples(self, first: int, last: int) -> bytes:
        pieces: list[bytes] = []
        at = first
        for sound in self._sounds:
            start, end = max(sound.start, at), min(sound.end, last)
            if start < end:
                offset = sound.start
                pieces.append(bytes((start - at) * BYTES_A_SAMPLE))
                pieces.append(
                    sound.pcm[(start - offset) * BYTES_A_SAMPLE : (end - offset) * BYTES_A_SAMPLE]
                )
                at = end
        pieces.append(bytes((last - at) * BYTES_A_SAMPLE))
        return b"".join(pieces)

    def _forget(self, now_s: float) -> None:
        """Drop the sounds that everybody has got, or that nobody took in time."""
        now = self.index_at(now_s)
        needed = max(min((ear.next for ear in self._ears), default=now), now - KEPT)
        while self._sounds and self._sounds[0].end <= needed:
            self._sounds.pop(0)


class TrackListener:
    """One listener's subscription to a track."""

    def __init__(self, timeline: Timeline, first: int) -> None:
        self._timeline = timeline
        self.next = first

    def take(self, now_s: float) -> AudioChunk | None:
        """The whole frames since the last call; those older than ten seconds are lost."""
        frames = (self._timeline.index_at(now_s) - self.next) // FRAME
        if frames <= 0:
            return None
        last = self.next + frames * FRAME
        first = max(self.next, last - KEPT)
        self.next = last
        return self._timeline.chunk(first, last, now_s)

    def close(self) -> None:
        """Listen no longer."""
        self._timeline.unlisten(self)


class AudioSubscriptions:
    """One participant's subscriptions to audio tracks, by identity and source.

    What came of a track before it ended is kept as long as anything else: ten seconds.
    """

    def __init__(self) -> None:
        self._ears: dict[TrackKey, TrackListener] = {}
        self._left_over: dict[TrackKey, list[AudioChunk]] = {}

    def begin(self, track: TrackKey, timeline: Timeline, now_s: float) -> None:
        """Hear that track from now on."""
        self._ears[track] = timeline.listen(now_s)

    def end(self, track: TrackKey, now_s: float) -> None:
        """Hear it no longer."""
        ear = self._ears.pop(track, None)
        if ear is None:
            return
        self._forget(now_s)
        rest = ear.take(now_s)
        ear.close()
        if rest is not None:
            self._left_over.setdefault(track, []).append(rest)

    def end_all(self, now_s: float) -> None:
        """Hear nobody any longer."""
        for place in list(self._ears):
            self.end(place, now_s)

    def take(self, track: TrackKey, now_s: float) -> list[AudioChunk]:
        """What came since the last call."""
        chunks = []
        if self._left_over:
            self._forget(now_s)
            chunks = self._left_over.pop(track, [])
        ear = self._ears.get(track)
        chunk = ear.take(now_s) if ear is not None else None
        if chunk is not None:
            chunks.append(chunk)
        return chunks

    def _forget(self, now_s: float) -> None:
        for place, chunks in list(self._left_over.items()):
            self._left_over[place] = [chunk for chunk in chunks if now_s - _end_s(chunk) <= KEPT_S]
            if not self._left_over[place]:
                del self._left_over[place]


@dataclass(slots=True)
class _TrackSound:
    start: int
    pcm: bytes

    @property
    def end(self) -> int:
        return self.start + len(self.pcm) // BYTES_A_SAMPLE


def _end_s(chunk: AudioChunk) -> float:
    return chunk.start_s + len(chunk.pcm) / BYTES_A_SAMPLE / chunk.sample_rate_hz
