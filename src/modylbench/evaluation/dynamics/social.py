"""Social awareness: whether the agent adds something new, and attends to the quiet too."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.attributions import Callings
from modylbench.evaluation.dynamics.coordination import answered_requests
from modylbench.evaluation.dynamics.matter import figures_of, matter_of
from modylbench.evaluation.dynamics.moments import speaking_shares
from modylbench.evaluation.dynamics.result import absent, moment, result_of, share_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.dynamics.result import MetricResult
    from modylbench.evaluation.facts import DynamicsMoment
    from modylbench.recording.events import Utterance

FEWEST_PEOPLE = 2  # ours: with one there is nobody quieter
THIRDS = 3  # SPEC 7
SAME_TURN_S = 3.0  # ours: what the agent says so soon after itself is one turn
_SOURCE = re.compile(
    r"https?://\S+|\b[\w-]+\.(?:csv|xlsx?|pdf|docx?|txt|json)\b|\b[A-Z]{2,6}[-\s]?\d[\w-]*",
)
_DECISION = re.compile(
    r"\b(?:i|we)(?:'d|'ll|'ve| would| will| have| am|'m)? (?:also )?(?:suggest|recommend|propose"
    r"|decide|decided|agree|advise|leave|left|keep|kept|change|changed|take out|took out|go with"
    r"|put|move|drop|approve|reject)\b"
    r"|\b(?:is|are|stays?|remains?) (?:proposed|approved|decided|settled|pending|agreed)\b"
    r"|\bchanged to\b|^\W*(?:yes|no)\b",
    re.IGNORECASE,
)


def contribution_novelty(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - it needs none
    """The share of the agent's turns that add something to the meeting.

    CNS, SPEC 7: a figure, a source, an object (ours: a word of the matter) or a decision that
    nobody had said or written yet. None without words of the agent.
    """
    moments = list(_contributions(conversation))
    if not moments:
        return absent("nothing is known of what the agent said")
    return share_kept(moments)


def participation_balance(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - it needs none
    """How alike the agent attends to the third of people who speak least and to the loudest third.

    PABS, SPEC 7: 1 - the gap between how often it answers, names or draws them in, which is, for
    each thing that one of them asks it, at most once. One who asks nothing is attended to when
    named once. None without two people, or where it attends to nobody: that is no balance (ours).
    """
    shares = speaking_shares(
        talk for talk in conversation.talk if talk.speaker != conversation.agent
    )
    ranked = sorted(conversation.people, key=lambda person: (shares.get(person, 0.0), person))
    if len(ranked) < FEWEST_PEOPLE:
        return absent("with one person there is nobody quieter")
    if not conversation.utterances:
        return absent("without words nobody knows who was answered or named")
    attention = _AttentionByPerson.of(conversation)
    if not attention.is_paid_to_any(ranked):
        return absent("the agent neither answered nor named anybody")
    third = max(1, len(ranked) // THIRDS)
    last_s = max((words.ended_s for words in conversation.utterances), default=0.0)
    quiet, loud = ranked[:third], ranked[-third:]
    moments = [
        moment(0.0, last_s, group, attention.to_group(group), note)
        for group, note in ((quiet, "quietest"), (loud, "loudest"))
    ]
    gap = abs((moments[0].value or 0.0) - (moments[1].value or 0.0))
    return result_of(1.0 - gap, moments)


@dataclass(slots=True)
class _WordsSoFar:
    """What has been said and written in the meeting so far."""

    figures: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    decisions: set[frozenset[str]] = field(default_factory=set)

    def take(self, text: str) -> list[str]:
        """Add a text, and tell which kinds of it are new."""
        figures = figures_of(text)
        sources = set(_SOURCE.findall(text))
        stems = matter_of(text)
        decided = stems if _DECISION.search(text) else None
        kinds = (
            ("figure", not figures <= self.figures),
            ("source", not sources <= self.words),
            ("object", not stems <= self.words),
            ("decision", decided is not None and decided not in self.decisions),
        )
        self.figures |= figures
        self.words |= stems | sources
        self.decisions |= {decided} if decided is not None else set()
        return [kind for kind, is_new in kinds if is_new]


def _contributions(conversation: MeasuredConversation) -> Iterator[DynamicsMoment]:
    """Every turn of the agent's words, 1 where it adds something, with what."""
    known = _WordsSoFar()
    for name in (*conversation.names.values(), *conversation.titles.values()):
        known.take(name)
    for speaker, said in _stretches(conversation.utterances):
        kinds = known.take(" ".join(words.text for words in said))
        if speaker == conversation.agent:
            value = 1.0 if kinds else 0.0
            yield moment(
                said[0].started_s,
                said[-1].ended_s,
                (speaker,),
                value,
                ", ".join(kinds) or "nothing",
            )


def _stretches(utterances: Sequence[Utterance]) -> Iterator[tuple[str, list[Utterance]]]:
    """What one says at a stretch, listening left out, in the order of its beginning."""
    stretch: list[Utterance] = []
    for words in utterances:
        if words.manner != "speech":
            continue
        goes_on = (
            stretch
            and stretch[-1].speaker == words.speaker
            and words.started_s - stretch[-1].ended_s <= SAME_TURN_S
        )
        if stretch and not goes_on:
            yield stretch[0].speaker, stretch
            stretch = []
        stretch.append(words)
    if stretch:
        yield stretch[0].speaker, stretch


@dataclass(frozen=True, slots=True)
class _AttentionByPerson:
    """By person: what each asked the agent, how much was answered, how often each is named."""

    asked: Mapping[str, int]
    answered: Mapping[str, int]
    named: Mapping[str, int]

    @classmethod
    def of(cls, conversation: MeasuredConversation) -> _AttentionByPerson:
        asked: dict[str, int] = defaultdict(int)
        answered: dict[str, int] = defaultdict(int)
        named: dict[str, int] = defaultdict(int)
        for request, is_answered in answered_requests(conversation):
            asked[request.speaker] += 1
            answered[request.speaker] += is_answered
        callings = Callings.of(conversation.names, conversation.titles)
        for words in conversation.utterances:
            if words.speaker == conversation.agent:
                for person in callings.named_in(words.text):
                    named[person] += 1
        return cls(asked, answered, named)

    def is_paid_to_any(self, people: Sequence[str]) -> bool:
        """Whether the agent attended to anybody."""
        return any(self._times_attended(person) for person in people)

    def to_group(self, people: Sequence[str]) -> float:
        """The share of the occasions that people gave at which the agent attended to them."""
        occasions = sum(max(1, self.asked.get(person, 0)) for person in people)
        attended = sum(self._times_attended(person) for person in people)
        return attended / occasions

    def _times_attended(self, person: str) -> int:
        told = self.answered.get(person, 0) + self.named.get(person, 0)
        return min(max(1, self.asked.get(person, 0)), told)
