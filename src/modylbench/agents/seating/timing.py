"""How long an agent takes: its computing measured, or its latencies drawn from a seed."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from typing_extensions import override

from modylbench.recording.latency import HEARS_OUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.foundation.draw import Draw


YIELDING_S = 0.6  # ours: how long an agent speaks on that somebody speaks over
FIRST_AUDIO_S = 0.2  # ours: what the harness's own voice costs an agent, cached or not
FLOOR_TRANSFERS = (
    (0.05, -2.44), (0.10, -1.74), (0.25, -0.87), (0.50, 0.04), (0.75, 0.86), (0.90, 2.39),
)  # fmt: skip
"""From somebody's last word to the next person's first, in seconds, by the share of people's that
are below: 30,588 of 170 AMI meetings (BUTSpeechFIT's setup of the corpus's annotations, CC BY 4.0);
below 0 they overlap. Nothing is drawn beyond the first and the last."""

GAPS = ((0.10, 0.15), (0.50, 0.84), (0.90, 4.13))
"""The same of those that are no overlap: one who does not know what is coming has only these."""

EARLIEST_S = -0.9  # ours: to begin a second or more before the end is to interrupt (SPEC 7)
LATEST_S = 2.39  # ours: people's P90; nobody wants to wait for an agent for longer
GOES_ON_WITHIN_S = 0.6  # ours: more than who is given way takes to go on
USUAL_FIRST_AUDIO_S = 0.25  # ours: the middle of what is drawn
_is_background: ContextVar[bool] = ContextVar("is_aside", default=False)


class Timing(Protocol):
    """The waits between hearing somebody out and the first sound."""

    @property
    def is_measured(self) -> bool:
        """Whether the agent's own computing time counts."""

    def endpointing_s(self) -> float:
        """From somebody's last word to the moment the agent begins to think."""

    def compute_s(self) -> float:
        """How long an agent that is not measured thinks."""

    def first_audio_s(self) -> float:
        """From having words to their first sound."""

    def yielding_s(self) -> float:
        """From the first sound of somebody who interrupts to the agent's silence."""

    def note_interruption(self) -> None:
        """Somebody has spoken into the answer: what is said next is their turn."""


@dataclass(frozen=True, slots=True)
class MeasuredTiming:
    """An agent under test: its computing is measured, what the harness does for it is fixed.

    Not measured is one that plays back answers, and waits for itself as long as they once took.
    """

    is_measured: bool = True

    def endpointing_s(self) -> float:
        """Always the same."""
        return HEARS_OUT_S

    def compute_s(self) -> float:
        """Nothing on top of what is measured."""
        return 0.0

    def first_audio_s(self) -> float:
        """Always the same."""
        return FIRST_AUDIO_S

    def yielding_s(self) -> float:
        """Always the same."""
        return YIELDING_S

    def note_interruption(self) -> None:
        """It makes no difference."""


class SeededTiming:
    """A reference agent: its latencies come from its seed, so that recordings repeat exactly.

    The ranges are ours, about those of good voice agents.
    """

    is_measured = False

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def endpointing_s(self) -> float:
        """0.3 to 0.7 s."""
        return round(self._draw.uniform(0.3, 0.7), 3)

    def compute_s(self) -> float:
        """0.6 to 2.2 s, mostly below the middle."""
        shortest = min(self._draw.uniform(0.6, 2.2), self._draw.uniform(0.6, 2.2))
        return round(shortest, 3)

    def first_audio_s(self) -> float:
        """0.15 to 0.35 s."""
        return round(self._draw.uniform(0.15, 0.35), 3)

    def yielding_s(self) -> float:
        """0.5 to 1.3 s: people's median is 0.93 s (SPEC 7)."""
        return round(self._draw.uniform(0.5, 1.3), 3)

    def note_interruption(self) -> None:
        """It makes no difference."""


class HumanTiming(SeededTiming):
    """A reference agent among several people: its offsets are theirs, drawn from its seed.

    With a draw of its own for the `voice`, they do not depend on how often it says something.
    """

    def __init__(self, draw: Draw, voice: Draw | None = None) -> None:
        super().__init__(draw)
        self._voice = voice or draw
        self._gap_s: float | None = None
        self._rest_s = self._least_s = 0.0

    def offset_s(self) -> float:
        """From somebody's last word to the agent's first; below 0 it begins before that."""
        offset_s = _drawn_from(FLOOR_TRANSFERS, self._draw)
        return round(min(max(offset_s, EARLIEST_S), LATEST_S), 3)

    @override
    def first_audio_s(self) -> float:
        """As of one with a single person."""
        return round(self._voice.uniform(0.15, 0.35), 3)

    def hear_out(self, gap_s: float) -> None:
        """Let so much time pass before the next answer."""
        self._gap_s = gap_s

    @override
    def note_interruption(self) -> None:
        """Wait whether who interrupts goes on: people do, as soon as they are given way."""
        self._least_s = GOES_ON_WITHIN_S

    @override
    def endpointing_s(self) -> float:
        """Two fifths of what the gap leaves for hearing and thinking; the split is ours."""
        gap_s = self._gap_s
        if gap_s is None:
            gap_s = min(_drawn_from(GAPS, self._draw), LATEST_S)
        self._gap_s = None
        self._rest_s = max(0.0, gap_s - USUAL_FIRST_AUDIO_S)
        return round(max(0.4 * self._rest_s, self._least_s), 3)

    @override
    def compute_s(self) -> float:
        """The other three."""
        least_s, self._least_s = self._least_s, 0.0
        return round(max(0.6 * self._rest_s, least_s), 3)


def _drawn_from(quantiles: Sequence[tuple[float, float]], draw: Draw) -> float:
    """A value of this distribution, on straight lines between its quantiles."""
    share = draw.uniform(0.0, 1.0)
    for (below, low), (above, high) in pairwise(quantiles):
        if share < above:
            place = max(0.0, (share - below) / (above - below))
            return low + place * (high - low)
    return quantiles[-1][1]


def run_in_background() -> None:
    """What this task waits for takes real time: the agent may compute beside it."""
    _is_background.set(True)


class ComputeMeter:
    """Runs the wall's time while an agent computes, and not while it waits for the meeting.

    It waits when each of its calls does. An agent that was given up may wait for ever: its waits
    count only in the calls they began in.
    """

    def __init__(self, clock: Clock, *, is_measured: bool) -> None:
        self._clock = clock
        self._is_measured = is_measured
        self._calls = 0
        self._rests: set[object] = set()
        self._work = ExitStack()
        self._rest = ExitStack()
        self._is_resting = False

    @contextmanager
    def working(self) -> Iterator[None]:
        """While a call of the agent runs."""
        self._calls += 1
        if self._calls == 1 and self._is_measured:
            self._work.enter_context(self._clock.working())
        self._settle()
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self._rests.clear()
            self._settle()
            if self._calls == 0:
                self._work.close()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While a call of the agent waits for the meeting, and nothing else."""
        rest = object()
        if self._calls and not _is_background.get():
            self._rests.add(rest)
        self._settle()
        try:
            yield
        finally:
            self._rests.discard(rest)
            self._settle()

    def _settle(self) -> None:
        rests = self._is_measured and 0 < self._calls <= len(self._rests)
        if rests and not self._is_resting:
            self._rest.enter_context(self._clock.resting())
        elif not rests and self._is_resting:
            self._rest.close()
        self._is_resting = rests
