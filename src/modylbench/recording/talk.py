"""Who talks when, who holds the floor, what overlaps and where nobody speaks: views of the events.

Talk is sound where there is any and the spans of utterances where there is none. The words and
their numbers are those of SPEC 7.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from modylbench.recording.events import Utterance, VoiceSpan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.recording.events import MeetingEvent

JOINED_S = 0.3  # SPEC 7: a shorter gap in somebody's sound is no end of talk
BACKCHANNEL_S = 1.0  # SPEC 7
BACKCHANNEL_WORDS = 3  # SPEC 7
TAKES_FLOOR_S = 1.0  # SPEC 7: who talks alone for so long holds the floor
LISTENING = frozenset({
    "absolutely", "ah", "course", "exactly", "fine", "go", "good", "got", "great", "hm", "huh", "i",
    "indeed", "it", "mhm", "mm", "mm-hm", "mm-hmm", "nice", "of", "oh", "ok", "okay", "on",
    "perfect", "quite", "right", "see", "sure", "thanks", "true", "uh-huh", "yeah", "yep", "yes",
})  # fmt: skip
"""Words of one who listens: ours, after SPEC 7's examples."""
_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")


@dataclass(frozen=True, slots=True)
class Talk:
    """One person's sound, joined over short gaps, with the words said in it as far as known."""

    speaker: str
    started_s: float
    ended_s: float
    text: str = ""

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return self.ended_s - self.started_s


@dataclass(frozen=True, slots=True)
class Floor:
    """From when to when somebody held the floor: from their first sound alone to their last."""

    holder: str
    started_s: float
    ended_s: float


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two people talk at once: `second` began while `first` was talking."""

    first: str
    second: str
    started_s: float
    ended_s: float


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody talks: who talked before it, and who after."""

    before: str
    after: str
    started_s: float
    ended_s: float


def talk_of(events: Iterable[MeetingEvent]) -> tuple[Talk, ...]:
    """All talk of a meeting in the order of its beginning."""
    happened = tuple(events)
    spoken = [
        event for event in happened if isinstance(event, Utterance) and event.channel == "voice"
    ]
    spans: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for event in happened:
        if isinstance(event, VoiceSpan):
            spans[event.identity].append((event.started_s, event.ended_s))
    heard = set(spans)
    for utterance in spoken:
        if utterance.speaker not in heard:
            spans[utterance.speaker].append((utterance.started_s, utterance.ended_s))
    said = _texts_by_speaker(spoken)
    found = [
        Talk(speaker, start_s, end_s, said[speaker].within(start_s, end_s))
        for speaker, known in spans.items()
        for start_s, end_s in join_sound(known)
    ]
    return tuple(sorted(found, key=lambda talk: (talk.started_s, talk.ended_s, talk.speaker)))


def join_sound(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans of one person's sound, with gaps that are no end of talk closed.

    >>> join_sound([(0.0, 1.0), (1.2, 2.0), (2.4, 3.0)])
    [(0.0, 2.0), (2.4, 3.0)]
    """
    found: list[tuple[float, float]] = []
    for start_s, end_s in sorted(spans):
        if found and start_s - found[-1][1] < JOINED_S:
            found[-1] = found[-1][0], max(found[-1][1], end_s)
        else:
            found.append((start_s, end_s))
    return found


def floors(talk: Sequence[Talk]) -> tuple[Floor, ...]:
    """Who held the floor, one after the other.

    The first who talks alone takes it and keeps it until another has talked alone for a second,
    which nobody else's sound may interrupt; silence in between does not.

    >>> spans = [Talk("ann", 0.0, 4.0), Talk("bob", 3.5, 3.9), Talk("bob", 4.2, 9.0)]
    >>> [(floor.holder, floor.started_s, floor.ended_s) for floor in floors(spans)]
    [('ann', 0.0, 4.0), ('bob', 4.2, 9.0)]
    """
    found: list[Floor] = []
    claimant, alone_s, since_s = "", 0.0, 0.0
    for start_s, end_s, speakers in _moments(talk):
        alone = speakers[0] if len(speakers) == 1 else None
        if found and found[-1].holder in speakers:
            claimant = ""
            found[-1] = Floor(found[-1].holder, found[-1].started_s, end_s)
        elif alone is None:
            claimant = "" if speakers else claimant
        elif not found:
            found.append(Floor(alone, start_s, end_s))
        else:
            if alone != claimant:
                claimant, alone_s, since_s = alone, 0.0, start_s
            alone_s += end_s - start_s
            if alone_s >= TAKES_FLOOR_S:
                found.append(Floor(alone, since_s, end_s))
                claimant = ""
    return tuple(found)


def is_backchannel(talk: Talk, held: Sequence[Floor]) -> bool:
    """Whether it is a sound of listening: short, or of a few such words, while another's floor.

    Floors are in order and do not overlap, as `floors` gives them.

    >>> held = floors([Talk("ann", 0.0, 9.0), Talk("bob", 3.0, 3.4)])
    >>> is_backchannel(Talk("bob", 3.0, 3.4), held), is_backchannel(Talk("ann", 0.0, 9.0), held)
    (True, False)
    """
    if talk.duration_s >= BACKCHANNEL_S and not sounds_like_listening(talk.text):
        return False
    place = bisect_left(held, talk.ended_s, key=attrgetter("started_s"))
    while place > 0 and held[place - 1].ended_s > talk.started_s:  # floors follow each other
        place -= 1
        if held[place].holder == talk.speaker:
            return False
    return True


@lru_cache(maxsize=8192)
def sounds_like_listening(text: str) -> bool:
    """Whether words are at most three, all of them of one who listens.

    >>> [sounds_like_listening(text) for text in ("Mm-hm.", "Right, got it.", "Right, stop.", "")]
    [True, True, False, False]
    """
    words = _WORD.findall(text.lower())
    return 0 < len(words) <= BACKCHANNEL_WORDS and all(word in LISTENING for word in words)


def overlaps(talk: Sequence[Talk]) -> tuple[Overlap, ...]:
    """Every stretch in which two people talk at once, in the order of its beginning.

    >>> overlaps([Talk("ann", 0.0, 4.0), Talk("bob", 3.5, 6.0)])
    (Overlap(first='ann', second='bob', started_s=3.5, ended_s=4.0),)
    """
    return tuple(_overlaps(sorted(talk, key=lambda span: (span.started_s, span.speaker))))


def pauses(talk: Sequence[Talk]) -> tuple[Pause, ...]:
    """Every stretch between two talks in which nobody talks.

    >>> pauses([Talk("ann", 0.0, 4.0), Talk("bob", 5.5, 6.0)])
    (Pause(before='ann', after='bob', started_s=4.0, ended_s=5.5),)
    """
    found: list[Pause] = []
    last: Talk | None = None
    for span in sorted(talk, key=lambda span: (span.started_s, span.speaker)):
        if last is not None and span.started_s > last.ended_s:
            found.append(Pause(last.speaker, span.speaker, last.ended_s, span.started_s))
        if last is None or span.ended_s > last.ended_s:
            last = span
    return tuple(found)


def _overlaps(talk: Sequence[Talk]) -> Iterator[Overlap]:
    going_on: list[Talk] = []
    for span in talk:
        going_on = [earlier for earlier in going_on if earlier.ended_s > span.started_s]
        for earlier in going_on:
            if earlier.speaker != span.speaker:
                until_s = min(earlier.ended_s, span.ended_s)
                yield Overlap(earlier.speaker, span.speaker, span.started_s, until_s)
        going_on.append(span)


def _moments(talk: Sequence[Talk]) -> Iterator[tuple[float, float, list[str]]]:
    """The meeting cut wherever somebody begins or ends: from, to, and who talks."""
    edges = sorted({edge for span in talk for edge in (span.started_s, span.ended_s)})
    begin = sorted(talk, key=lambda span: span.started_s)
    going_on: list[Talk] = []
    place = 0
    for start_s, end_s in pairwise(edges):
        while place < len(begin) and begin[place].started_s <= start_s:
            going_on.append(begin[place])
            place += 1
        going_on = [span for span in going_on if span.ended_s > start_s]
        yield start_s, end_s, sorted({span.speaker for span in going_on})


@dataclass(frozen=True, slots=True)
class _SpokenTexts:
    """One person's utterances by the middle of each, in order."""

    middles_s: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def within(self, started_s: float, ended_s: float) -> str:
        """What was said in that time, by utterances that fall into it for the most part."""
        first = bisect_left(self.middles_s, started_s)
        return " ".join(self.texts[first : bisect_right(self.middles_s, ended_s)])


def _texts_by_speaker(spoken: Iterable[Utterance]) -> dict[str, _SpokenTexts]:
    found: dict[str, _SpokenTexts] = defaultdict(_SpokenTexts)
    for utterance in sorted(spoken, key=_middle_s):
        found[utterance.speaker].middles_s.append(_middle_s(utterance))
        found[utterance.speaker].texts.append(utterance.text)
    return found


def _middle_s(utterance: Utterance) -> float:
    return (utterance.started_s + utterance.ended_s) / 2.0
