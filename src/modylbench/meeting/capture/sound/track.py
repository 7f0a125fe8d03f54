"""The sound of one participant on the meeting's clock, and how well it arrived."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from modylbench.providers.speech.activity import FRAME_SAMPLES, VoiceActivity
from modylbench.providers.speech.sound import HIGHEST_HZ, LOWEST_HZ, Resampler
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.recording.events import Reception

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from modylbench.meeting.room import AudioChunk

SLACK_S = 0.1  # ours: arrival times vary by less; a longer gap is a loss
STALLED_S = 2.0
LOUD = 64  # about -54 dB of full scale
MOST_VOICED = 1_000  # of one exchange
NEAR = round(0.3 * SAMPLE_RATE_HZ)  # ours: voice that begins so soon after a hole began in it
HIDES_WORDS = round(0.5 * SAMPLE_RATE_HZ)  # ours: a hole as long as this may hide words
TOGETHER = round(1.2 * SAMPLE_RATE_HZ)  # ours: what is made up is told up to a second later
LATE = FRAME_SAMPLES  # ours: what comes more than a frame after it was due is late


class Track:
    """The sound of one participant, counted by samples from the first that came.

    A renewed track goes on where its samples say. What has not been mixed yet waits in `pieces`.
    """

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.position = 0
        self.losses = Losses()
        self.energy = 0.0
        self.pieces: deque[tuple[int, NDArray[np.int16]]] = deque()
        self._voices: list[tuple[int, int]] = []
        self.first_voice_s: float | None = None
        self.last_voice_s: float | None = None
        self._is_new = True
        self._is_open = False
        self._was_cut_off = False
        self._activity = VoiceActivity()
        self._base = 0  # where on the clock the activity counts from
        self._resampler: tuple[int, Resampler] | None = None
        self._voice_start: int | None = None
        self._since = 0

    @property
    def is_speaking(self) -> bool:
        """Whether a voice is being heard."""
        return self._activity.is_speaking

    def begin(self, now_s: float) -> None:
        """Count anew: an exchange begins."""
        self._since = round(now_s * SAMPLE_RATE_HZ)
        self.losses.begin(self._since)
        self.energy = 0.0
        self._voices = []
        self.first_voice_s = None

    def renew(self, *, is_open: bool) -> None:
        """The track begins or ends; no gap before the samples of a new one is a loss.

        One that ended in the middle of a voice was lost until the next began.
        """
        self._was_cut_off = self.is_speaking if self._is_open else self._was_cut_off
        self._is_open = is_open
        self._end_voice()
        self._is_new = True

    def take(self, chunk: AudioChunk) -> None:
        """Place one more chunk on the clock."""
        pcm = self._at_24_khz(chunk)
        start = round(chunk.start_s * SAMPLE_RATE_HZ)
        if self._is_new:
            self._start_anew(max(start, self.position))
        elif start - self.position > SLACK_S * SAMPLE_RATE_HZ:
            self.losses.hole(self.position, start, is_voiced=self.is_speaking)
            self._end_voice()
            self._jump_to(start)
        samples = np.frombuffer(pcm, dtype="<i2")
        self.losses.samples_came(len(samples), chunk.late_s)
        if samples.any():
            self.pieces.append((self.position, samples))
            loud = samples.astype(np.float32)
            self.energy += float(np.dot(loud, loud))
        self.position += len(samples)
        was_speaking = self.is_speaking
        self._follow(pcm)
        if chunk.made_up_s > 0.0:
            is_voiced = was_speaking or self.is_speaking
            self.losses.make_up(chunk.made_up_s, self.position, is_voiced=is_voiced)

    def settle(self, now_s: float) -> None:
        """What has long been due by now is missing, whenever samples come again."""
        now = round(now_s * SAMPLE_RATE_HZ)
        if self._is_open and not self._is_new and now - self.position >= HIDES_WORDS:
            self.losses.hole(self.position, now, is_voiced=self.is_speaking)
            self._end_voice()
            self._jump_to(now)

    def voiced_s(self, now_s: float) -> float:
        """For how long the voice was heard in this exchange, which ends now."""
        return sum(end_s - start_s for start_s, end_s in self.spans(now_s))

    def end_if_stalled(self, now_s: float) -> None:
        """A voice of which nothing comes any more has ended."""
        if self.is_speaking and now_s - self.position / SAMPLE_RATE_HZ > STALLED_S:
            self._end_voice()

    def spans(self, end_s: float) -> tuple[tuple[float, float], ...]:
        """When the voice was heard in this exchange, which ends now."""
        spans = [self._span(start, end) for start, end in self._voices]
        if self._voice_start is not None:
            spans.append(self._span(self._voice_start, round(end_s * SAMPLE_RATE_HZ)))
        return tuple(spans)

    def voices(self) -> Iterator[tuple[float, float | None]]:
        """When each voice of this exchange began and ended; one may have begun before it."""
        for start, end in self._voices:
            yield start / SAMPLE_RATE_HZ, end / SAMPLE_RATE_HZ
        if self._voice_start is not None:
            yield self._voice_start / SAMPLE_RATE_HZ, None

    def _follow(self, pcm: bytes) -> None:
        for edge in self._activity.take(pcm):
            at = self._base + edge.sample
            if edge.kind == "onset":
                at = self._first_loud(at)
                self._voice_start = at
                self.losses.voice_begins(at)
                if self.first_voice_s is None:
                    self.first_voice_s = at / SAMPLE_RATE_HZ
            else:
                self._offset(at)

    def _first_loud(self, frame: int) -> int:
        """The sample of a frame at which its voice begins: frames of 20 ms are too coarse."""
        for position, samples in reversed(self.pieces):
            inside = samples[max(0, frame - position) : max(0, frame - position + FRAME_SAMPLES)]
            loud = np.flatnonzero(np.abs(inside) >= LOUD)
            if len(loud):
                return max(frame, position) + int(loud[0])
            if position <= frame:
                break
        return frame

    def _offset(self, at: int) -> None:
        self.last_voice_s = at / SAMPLE_RATE_HZ
        if self._voice_start is not None and len(self._voices) < MOST_VOICED:
            self._voices.append((self._voice_start, at))
        self._voice_start = None

    def _span(self, start: int, end: int) -> tuple[float, float]:
        start = max(start, self._since)
        return round(start / SAMPLE_RATE_HZ, 3), round(max(start, end) / SAMPLE_RATE_HZ, 3)

    def _end_voice(self) -> None:
        for edge in self._activity.finish():
            self._offset(self._base + edge.sample)
        self._jump_to(self.position)

    def _start_anew(self, position: int) -> None:
        if self._was_cut_off:
            self.losses.cut_off(self.position, position)
        self._is_new = self._was_cut_off = False
        self._jump_to(position)

    def _jump_to(self, position: int) -> None:
        self._activity = VoiceActivity()
        self._base = self.position = position

    def _at_24_khz(self, chunk: AudioChunk) -> bytes:
        rate = chunk.sample_rate_hz
        if rate == SAMPLE_RATE_HZ:
            return chunk.pcm
        if not LOWEST_HZ <= rate <= HIGHEST_HZ:
            return bytes(round(len(chunk.pcm) / 2 * SAMPLE_RATE_HZ / max(rate, 1)) * 2)
        if self._resampler is None or self._resampler[0] != rate:
            self._resampler = rate, Resampler(rate)
        return self._resampler[1].take(chunk.pcm)


class Losses:
    """What did not come of a voice, was made up, or came late; all in samples of 24 kHz.

    A loss harms where it touches voice, or hides more than a murmur: of silence nobody misses any.
    `absent` is the time between two tracks of one who was cut off in the middle of a word.
    `longest` is the longest harmful hole: nothing came, or what came was made up.
    """

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, since: int) -> None:
        """Count anew from this sample of the meeting on."""
        self._since = since
        self._came = self._missing = self._made_up = 0
        self._late_frames = self._latest = 0
        self._hole: tuple[int, int] | None = None
        self._made_up_lately: deque[tuple[int, int]] = deque()
        self._made_up_in_silence: deque[tuple[int, int]] = deque()
        self._counted_to = -1
        self.absent = 0
        self.harm = 0
        self.longest = 0

    def samples_came(self, samples: int, late_s: float) -> None:
        """So many samples came, the latest of them so long after it was due.

        Frames that a stall held up come in a burst, each a frame's length less late than the one
        before.
        """
        self._came += samples
        late = round(late_s * SAMPLE_RATE_HZ)
        if late > LATE:
            self._late_frames += min(samples, late) // FRAME_SAMPLES
            self._latest = max(self._latest, late)

    def hole(self, start: int, end: int, *, is_voiced: bool) -> None:
        """Nothing came from one sample to another; before it a voice was sounding, or not."""
        start = max(start, self._since)
        length = max(0, end - start)
        self._missing += length
        if is_voiced or length >= HIDES_WORDS:
            self._count_harm(length)
        else:
            self._hole = end, length

    def cut_off(self, start: int, end: int) -> None:
        """A voice stopped with its track, and the next track began only then."""
        length = max(0, end - max(start, self._since))
        self._missing += length
        self.absent += length

    def voice_begins(self, at: int) -> None:
        """Voice is heard from here on: a hole just before it has swallowed its beginning."""
        if self._hole is not None and at - self._hole[0] <= NEAR:
            self._count_harm(self._hole[1])
        self._hole = None

    def make_up(self, seconds: float, at: int, *, is_voiced: bool) -> None:
        """The receiver had to invent so much of what came up to this sample.

        It tells so piece by piece: what comes together is one hole. Of one in silence that is long
        nobody knows what was said in it.
        """
        samples = round(max(0.0, seconds) * SAMPLE_RATE_HZ)
        self._made_up += samples
        if is_voiced:
            self.harm += samples
            self.longest = max(self.longest, _add_recent(self._made_up_lately, at, samples))
            return
        lately = self._made_up_in_silence
        hole = _add_recent(lately, at, samples)
        if hole >= HIDES_WORDS:
            self.harm += sum(size for end, size in lately if end > self._counted_to)
            self._counted_to = at
            self.longest = max(self.longest, hole)

    def _count_harm(self, length: int) -> None:
        self.harm += length
        self.longest = max(self.longest, length)

    def reception(self, identity: str) -> Reception | None:
        """How the voice arrived; None where nothing was expected of it."""
        if not self._came + self._missing:
            return None
        return Reception(
            identity=identity,
            expected_s=_seconds(self._came + self._missing),
            missing_s=_seconds(self._missing),
            made_up_s=_seconds(self._made_up),
            late_frames=self._late_frames,
            late_s=_seconds(self._latest),
        )


def _add_recent(lately: deque[tuple[int, int]], at: int, samples: int) -> int:
    """How much there is with one more piece, without those that are long past."""
    lately.append((at, samples))
    while at - lately[0][0] > TOGETHER:
        lately.popleft()
    return sum(size for _, size in lately)


def _seconds(samples: int) -> float:
    return round(samples / SAMPLE_RATE_HZ, 3)
