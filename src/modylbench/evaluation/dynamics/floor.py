"""Floor management: whether the agent gives way, ends collisions soon, and enters in time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.moments import collisions, yields
from modylbench.evaluation.dynamics.result import (
    absent,
    mean_of,
    moment,
    result_of,
    worth_by_reference,
    worth_falling,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.moments import FloorEntry
    from modylbench.evaluation.dynamics.norms import Distribution, Norms
    from modylbench.evaluation.dynamics.result import MetricResult
    from modylbench.evaluation.facts import DynamicsMoment
    from modylbench.recording.events import Utterance

HOLDS_S = 1.0  # SPEC 7: who holds the floor for so long, with as much still to say, is cut in on
JUST_CALLED_S = 3.0  # ours: for so long after it was called on may an agent speak over others
NO_REFERENCE = "the reference does not say how people do this"


def floor_yielding_latency(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How soon the agent falls silent for a person who interrupts it: the mean worth of each time.

    FYL, SPEC 7. From the onset of the interruption to the agent's silence, whether it gave way or
    talked the other down; 1 at or below the reference's P75, in a straight line to 0 at its P99.
    """
    moments = [
        moment(found.at_s, found.holder_silent_s, (conversation.agent, found.interrupter),
               found.latency_s, "gives way" if found.is_yielded else "talks on")
        for found in yields(conversation.talk, conversation.floors)
        if found.holder == conversation.agent and found.interrupter in conversation.people
    ]  # fmt: skip
    if not moments:
        return absent("nobody interrupted the agent")
    return _worth_of_durations(moments, norms.yields_s)


def collision_resolution_time(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How long the agent and a person talk at once until one holds the floor.

    CRT, SPEC 7: the mean worth of each collision, by the same curve. Backchannels collide with
    nobody.
    """
    agent = conversation.agent
    moments = [
        moment(found.started_s, found.ended_s, (found.second, found.first),
               found.ended_s - found.started_s)
        for found in collisions(conversation.talk, conversation.floors)
        if agent in (found.first, found.second)
    ]  # fmt: skip
    if not moments:
        return absent("the agent and people never talked at once")
    return _worth_of_durations(moments, norms.collisions_s)


def floor_entry_precision(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How rarely the agent begins while the holder of the floor has not finished and goes on.

    FPE, SPEC 7: the share of such entries is worth 1 at or below the reference's median and 0 at
    its P99. A moment's value is 1 where the holder had finished.
    """
    moments = [
        moment(entry.at_s, entry.holder_ended_s if entry.is_premature else entry.at_s,
               (entry.speaker, entry.holder), 0.0 if entry.is_premature else 1.0)
        for entry in _own_entries(conversation)
    ]  # fmt: skip
    if not moments:
        return absent("the agent never began to talk while the floor was a person's")
    reference = norms.premature_entries
    if reference is None:
        return absent(NO_REFERENCE, moments)
    premature = 1.0 - mean_of([entry.value or 0.0 for entry in moments])
    return result_of(worth_falling(premature, reference.at(0.5), reference.at(0.99)), moments)


def competitive_interruptions(conversation: MeasuredConversation) -> tuple[DynamicsMoment, ...]:
    """Every time that the agent cuts in on a person who has the floor and much still to say.

    SPEC 7: talk of the agent, no backchannel, that begins while a human has held the floor for
    1.0 s or more and has 1.0 s or more still to say, unless that human or the chair had just
    called on the agent. Without a script nobody knows who had finished, and none is counted.
    """
    if not conversation.utterances:
        return ()
    spoken = _SpokenByPeople.of(conversation)
    return tuple(
        moment(entry.at_s, entry.at_s + spoken.left_s(entry), (entry.speaker, entry.holder),
               spoken.left_s(entry), "cuts in")
        for entry in _own_entries(conversation)
        if entry.held_s >= HOLDS_S
        and spoken.left_s(entry) >= HOLDS_S
        and not spoken.has_just_called(entry, conversation)
    )  # fmt: skip


def _worth_of_durations(
    moments: Sequence[DynamicsMoment], reference: Distribution | None
) -> MetricResult:
    if reference is None:
        return absent(NO_REFERENCE, moments)
    worth = [worth_by_reference(event.value or 0.0, reference) for event in moments]
    return result_of(mean_of(worth), moments)


def _own_entries(conversation: MeasuredConversation) -> Iterator[FloorEntry]:
    for entry in conversation.entries:
        if entry.speaker == conversation.agent and entry.holder in conversation.people:
            yield entry


@dataclass(frozen=True, slots=True)
class _SpokenByPeople:
    """What people said aloud, each person's in order, and what was said to the agent by its end."""

    of_speaker: dict[str, list[Utterance]]
    calls: list[Utterance]

    @classmethod
    def of(cls, conversation: MeasuredConversation) -> _SpokenByPeople:
        spoken = [
            words
            for words in conversation.utterances
            if words.channel == "voice" and words.speaker != conversation.agent
        ]
        of_speaker: dict[str, list[Utterance]] = {person: [] for person in conversation.people}
        for words in spoken:
            of_speaker.setdefault(words.speaker, []).append(words)
        calls = [
            words
            for words in spoken
            if conversation.is_to_agent(words) and words.manner == "speech"
        ]
        return cls(of_speaker, sorted(calls, key=attrgetter("ended_s")))

    def left_s(self, entry: FloorEntry) -> float:
        """How much the holder has still to say at that moment.

        Of one whom the agent made break off it is not known how much: more than was said of it.
        """
        said = self.of_speaker.get(entry.holder, [])
        place = bisect_right(said, entry.at_s, key=attrgetter("started_s"))
        left_s = entry.holder_ended_s - entry.at_s
        if place and said[place - 1].ended_s > entry.at_s:
            words = said[place - 1]
            broke_off = not words.is_whole and words.cut_off_by == entry.speaker
            left_s = max(left_s, HOLDS_S) if broke_off else left_s
        return left_s

    def has_just_called(self, entry: FloorEntry, conversation: MeasuredConversation) -> bool:
        """Whether the holder or the chair had called on the agent shortly before."""
        callers = conversation.chairs | {entry.holder}
        first = bisect_left(self.calls, entry.at_s - JUST_CALLED_S, key=attrgetter("ended_s"))
        until = bisect_right(self.calls, entry.at_s, key=attrgetter("ended_s"))
        return any(words.speaker in callers for words in self.calls[first:until])
