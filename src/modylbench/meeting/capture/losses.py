"""How well did one voice arrive in an exchange, and what of its loss harms anybody?"""

from __future__ import annotations

from collections import deque

from modylbench.providers.speech.activity import FRAME_SAMPLES
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.recording.recording import Reception

NEAR = round(0.3 * SAMPLE_RATE_HZ)  # ours: voice that begins so soon after a hole began in it
HIDES_WORDS = round(0.5 * SAMPLE_RATE_HZ)  # ours: a hole as long as this may hide words
TOGETHER = round(1.2 * SAMPLE_RATE_HZ)  # ours: what is made up is told up to a second later
LATE = FRAME_SAMPLES  # ours: what comes more than a frame after it was due is late


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

    def came(self, samples: int, late_s: float) -> None:
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
            self._harm(length)
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
            self._harm(self._hole[1])
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
            self.longest = max(self.longest, _together(self._made_up_lately, at, samples))
            return
        lately = self._made_up_in_silence
        hole = _together(lately, at, samples)
        if hole >= HIDES_WORDS:
            self.harm += sum(size for end, size in lately if end > self._counted_to)
            self._counted_to = at
            self.longest = max(self.longest, hole)

    def _harm(self, length: int) -> None:
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


def _together(lately: deque[tuple[int, int]], at: int, samples: int) -> int:
    """How much there is with one more piece, without those that are long past."""
    lately.append((at, samples))
    while at - lately[0][0] > TOGETHER:
        lately.popleft()
    return sum(size for _, size in lately)


def _seconds(samples: int) -> float:
    return round(samples / SAMPLE_RATE_HZ, 3)
