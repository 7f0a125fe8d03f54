"""Offsets, entries, interruptions, collisions and backchannels, found in talk alone.

References and metrics both count by these functions, so that an agent is held to what people were
measured by. The words are those of SPEC 7; talk and floors are those of `recording/talk.py`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from modylbench.recording.talk import is_backchannel, overlaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.recording.talk import Floor, Overlap, Talk

WENT_ON_S = 0.5  # SPEC 7, FPE: who talks on for so long had not finished
REACTION_S = 0.2  # ours: who falls silent sooner did not do so because another began
MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class FloorTransfer:
    """The floor went from one to another: the end of the one's talk, the onset of the other's."""

    before: str
    after: str
    ended_s: float
    started_s: float

    @property
    def offset_s(self) -> float:
        """Signed: a gap is above 0, an overlap below."""
        return self.started_s - self.ended_s


@dataclass(frozen=True, slots=True)
class FloorEntry:
    """Somebody begins to talk, no backchannel, while the floor is another's."""

    speaker: str
    holder: str
    at_s: float
    held_s: float
    """How long the holder had had the floor by then."""
    holder_ended_s: float
    """Where the holder's talk ends: after the entry if there is overlap, else before it."""

    @property
    def is_premature(self) -> bool:
        """Whether the holder had not finished, and went on."""
        return self.holder_ended_s - self.at_s >= WENT_ON_S


@dataclass(frozen=True, slots=True)
class Interruption:
    """Somebody begins to talk, no backchannel, into the talk of who holds the floor."""

    holder: str
    interrupter: str
    at_s: float
    held_s: float
    """How long the holder had had the floor by then."""
    holder_silent_s: float
    interrupter_silent_s: float

    @property
    def latency_s(self) -> float:
        """From the onset of the interruption to the silence of who was interrupted."""
        return self.holder_silent_s - self.at_s

    @property
    def is_yielded(self) -> bool:
        """Whether the holder fell silent first; the interrupter gave up otherwise."""
        return self.holder_silent_s <= self.interrupter_silent_s


def offsets(talk: Sequence[Talk], held: Sequence[Floor]) -> tuple[FloorTransfer, ...]:
    """Every change of the floor's holder, with its signed offset.

    From the last sound of one who held the floor to the beginning of the talk by which the next
    took it: what was said without taking the floor counts nowhere.

    >>> from modylbench.recording.talk import Talk, floors
    >>> spans = [Talk("ann", 0.0, 4.0), Talk("bob", 3.5, 9.0)]
    >>> [transfer.offset_s for transfer in offsets(spans, floors(spans))]
    [-0.5]
    """
    by_speaker = _TalkBySpeaker(talk)
    found = []
    for earlier, later in pairwise(held):
        taking = by_speaker.at(later.holder, later.started_s)
        started_s = later.started_s if taking is None else taking.started_s
        transfer = FloorTransfer(earlier.holder, later.holder, earlier.ended_s, started_s)
        found.append(transfer)
    return tuple(found)


def entries(talk: Sequence[Talk], held: Sequence[Floor]) -> tuple[FloorEntry, ...]:
    """Every talk, no backchannel, that begins while the floor is another's, in order.

    >>> from modylbench.recording.talk import Talk, floors
    >>> spans = [Talk("ann", 0.0, 4.0), Talk("bob", 3.0, 9.0)]
    >>> [(entry.speaker, entry.is_premature) for entry in entries(spans, floors(spans))]
    [('bob', True)]
    """
    return tuple(entry for entry, _ in _entries(talk, held))


def yields(talk: Sequence[Talk], held: Sequence[Floor]) -> tuple[Interruption, ...]:
    """Every interruption of who holds the floor, given way to or not, in order.

    One who falls silent within `REACTION_S` of the onset was at the end anyway. Where the holder
    talks on until the interrupter gives up, `is_yielded` is False and `latency_s` is still the
    time until the holder was silent. References are made of those that were given way to (which
    gives the figures that SPEC 7 looked at); a metric counts all of them.

    >>> from modylbench.recording.talk import Talk, floors
    >>> spans = [Talk("ann", 0.0, 4.0), Talk("bob", 3.0, 9.0)]
    >>> [(found.holder, found.latency_s) for found in yields(spans, floors(spans))]
    [('ann', 1.0)]
    """
    return tuple(
        Interruption(
            entry.holder,
            entry.speaker,
            entry.at_s,
            entry.held_s,
            holder_silent_s=entry.holder_ended_s,
            interrupter_silent_s=span.ended_s,
        )
        for entry, span in _entries(talk, held)
        if entry.holder_ended_s - entry.at_s >= REACTION_S
    )


def collisions(talk: Sequence[Talk], held: Sequence[Floor]) -> tuple[Overlap, ...]:
    """Every stretch in which two talk at once and neither only listens, until one goes on alone.

    >>> from modylbench.recording.talk import Talk, floors
    >>> spans = [Talk("ann", 0.0, 9.0), Talk("bob", 3.0, 3.5), Talk("cat", 5.0, 6.5)]
    >>> [(found.second, found.ended_s) for found in collisions(spans, floors(spans))]
    [('cat', 6.5)]
    """
    return overlaps([span for span in talk if not is_backchannel(span, held)])


def backchannels(talk: Sequence[Talk], held: Sequence[Floor]) -> tuple[Talk, ...]:
    """All sounds of listening, in order."""
    found = [span for span in talk if is_backchannel(span, held)]
    return tuple(sorted(found, key=attrgetter("started_s", "speaker")))


def backchannel_rate(talk: Sequence[Talk], held: Sequence[Floor], speaker: str) -> float | None:
    """Sounds of listening of one person per minute while others hold the floor.

    None where nobody else ever does.

    >>> from modylbench.recording.talk import Talk, floors
    >>> spans = [Talk("ann", 0.0, 30.0), Talk("bob", 3.0, 3.5)]
    >>> backchannel_rate(spans, floors(spans), "bob")
    2.0
    """
    listened_s = listening_s(held, speaker)
    if listened_s <= 0.0:
        return None
    own = [span for span in talk if span.speaker == speaker]
    return len(backchannels(own, held)) * MINUTE_S / listened_s


def listening_s(held: Iterable[Floor], speaker: str) -> float:
    """How long others than one person hold the floor."""
    return sum(floor.ended_s - floor.started_s for floor in held if floor.holder != speaker)


def speaking_shares(talk: Iterable[Talk]) -> dict[str, float]:
    """Each person's share of all talk, by name; who speaks most comes first.

    >>> from modylbench.recording.talk import Talk
    >>> speaking_shares([Talk("ann", 0.0, 1.0), Talk("bob", 1.0, 4.0)])
    {'bob': 0.75, 'ann': 0.25}
    """
    spoken_s: dict[str, float] = defaultdict(float)
    for span in talk:
        spoken_s[span.speaker] += span.duration_s
    total_s = sum(spoken_s.values())
    ranked = sorted(spoken_s.items(), key=lambda item: (-item[1], item[0]))
    return {speaker: seconds / total_s for speaker, seconds in ranked} if total_s > 0.0 else {}


def gini(shares: Iterable[float]) -> float:
    """How unequal shares are: 0 where all are equal, near 1 where one has all.

    >>> gini([0.25, 0.25, 0.25, 0.25]), gini([1.0, 0.0])
    (0.0, 0.5)
    """
    ranked = sorted(shares)
    total = sum(ranked)
    if total <= 0.0:
        return 0.0
    n = len(ranked)
    weighted = sum((2 * place - n - 1) * share for place, share in enumerate(ranked, 1))
    return weighted / (n * total)


class _TalkBySpeaker:
    """All talk by speaker and beginning, for looking up who talked when."""

    def __init__(self, talk: Iterable[Talk]) -> None:
        found: dict[str, list[Talk]] = defaultdict(list)
        for span in sorted(talk, key=attrgetter("started_s", "ended_s")):
            found[span.speaker].append(span)
        self._talk: Mapping[str, list[Talk]] = found

    def at(self, speaker: str, moment_s: float) -> Talk | None:
        """The latest talk of that person that began by then."""
        spans = self._talk.get(speaker, [])
        place = bisect_right(spans, moment_s, key=attrgetter("started_s"))
        return spans[place - 1] if place else None


def _entries(talk: Sequence[Talk], held: Sequence[Floor]) -> list[tuple[FloorEntry, Talk]]:
    """Every entry with the talk that it begins."""
    by_speaker = _TalkBySpeaker(talk)
    found = []
    for span in sorted(talk, key=attrgetter("started_s", "speaker")):
        place = bisect_left(held, span.started_s, key=attrgetter("started_s"))
        floor = held[place - 1] if place else None
        if floor is None or floor.holder == span.speaker or is_backchannel(span, held):
            continue
        last = by_speaker.at(floor.holder, span.started_s)
        if last is not None:
            held_s = span.started_s - floor.started_s
            ended_s = last.ended_s
            entry = FloorEntry(span.speaker, floor.holder, span.started_s, held_s, ended_s)
            found.append((entry, span))
    return found
