"""Coordination: whether the agent speaks as its role asks, when asked, and rightly of others."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.attributions import Callings, attributions_in
from modylbench.evaluation.dynamics.floor import NO_REFERENCE
from modylbench.evaluation.dynamics.moments import speaking_shares
from modylbench.evaluation.dynamics.result import absent, moment, result_of, share_kept
from modylbench.evaluation.dynamics.who_said import SaidSoFar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.dynamics.attributions import StatedAttribution
    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.norms import Norms, SpeakingShareNorm
    from modylbench.evaluation.dynamics.result import MetricResult
    from modylbench.evaluation.facts import DynamicsMoment
    from modylbench.recording.events import Utterance
    from modylbench.recording.talk import Talk

RESPONSE_WINDOW_TURNS = 2  # SPEC 7: K
SAME_REQUEST_S = 2.0  # ours: what somebody adds so soon belongs to what they asked before
EARLIEST_ANSWER_S = 1.0  # SPEC 7: one who begins earlier before the end cuts in
ANSWERED_WITHIN_S = 10.0  # ours: whoever of others says something later begins anew
FEWEST_ATTRIBUTIONS = 3  # SPEC 7
FEWEST_MEETINGS = 20  # ours: people of fewer meetings of a size are no reference for it


def participation_share(conversation: MeasuredConversation, norms: Norms) -> MetricResult:
    """How near the agent's share of all talk is to that of people in its role.

    RC-PSI, paper 3.7.2 with SPEC 7: 1 while it lies in the reference's P10 to P90 for the rank of
    speaking time that the role stands for and the meeting's size, then in a straight line to 0 at
    twice the distance from the median. Of a size that the reference hardly knows, the nearest that
    it knows stands in, its shares in proportion (ours).
    """
    if not conversation.talk:
        return absent("nobody talked")
    if not conversation.ranks:
        return absent("the agent has no role among several people")
    share = speaking_shares(conversation.talk).get(conversation.agent, 0.0)
    last_s = max(talk.ended_s for talk in conversation.talk)
    event = moment(0.0, last_s, (conversation.agent,), share, "share of all talk")
    limits = _usual_shares(conversation, norms.speaking_shares)
    if limits is None:
        return absent(NO_REFERENCE, [event])
    return result_of(_worth_of_share(share, *limits), [event])


def directed_response_coverage(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - it needs none
    """The share of what is said to the agent that it answers within two turns of talk.

    DRC, paper 3.7.2. Showing, sending or writing something is an answer too. An answer is to what
    was said to it last: who has to ask again was not answered. None when nobody addressed it.
    """
    moments = []
    for request, answered_s in _answers_to_requests(conversation):
        until_s = request.ended_s if answered_s is None else max(answered_s, request.ended_s)
        who = (conversation.agent, request.speaker)
        moments.append(moment(request.started_s, until_s, who, float(answered_s is not None)))
    if not moments:
        return absent("nobody addressed the agent")
    return share_kept(moments)


def bystander_silence_precision(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - it needs none
    """The share of the exchanges between others in which the agent takes no floor.

    BSP, paper 3.7.2. Such an exchange is addressed to a human and answered by that human; one in
    which the agent took the floor before anybody could is one too. None where there is none.
    """
    moments = list(_exchanges_between_others(conversation))
    if not moments:
        return absent("people had no exchange with each other")
    return share_kept(moments)


def source_attribution_accuracy(conversation: MeasuredConversation, norms: Norms) -> MetricResult:  # noqa: ARG001 - it needs none
    """The share of what the agent says that somebody said which that person did say.

    SAA, named in paper 3.7.2, defined in SPEC 7. Unfounded ones count as wrong. None below three.
    """
    if not conversation.utterances:
        return absent("without words nobody knows what was said")
    moments = list(_attribution_moments(conversation))
    if len(moments) < FEWEST_ATTRIBUTIONS:
        reason = f"only {len(moments)} attributions, fewer than {FEWEST_ATTRIBUTIONS}"
        return absent(reason, moments)
    return share_kept(moments)


def answered_requests(conversation: MeasuredConversation) -> Iterator[tuple[Utterance, bool]]:
    """What was said to the agent and calls for an answer, and whether it answered in time."""
    for request, answered_s in _answers_to_requests(conversation):
        yield request, answered_s is not None


def _answers_to_requests(
    conversation: MeasuredConversation,
) -> Iterator[tuple[Utterance, float | None]]:
    """Every request with the moment at which the agent answered it, or None."""
    requests = list(_requests(conversation))
    answers = _AnswerTimes.of(conversation)
    for place, request in enumerate(requests):
        following = requests[place + 1].started_s if place + 1 < len(requests) else None
        yield request, answers.first_to(request, following)


def misattributions_by_turn(conversation: MeasuredConversation) -> dict[int, int]:
    """How often the agent lays what one said in another's mouth, by the human's turn index."""
    found: dict[int, int] = defaultdict(int)
    for words, attribution, said in _attributions(conversation):
        if said.is_anothers(attribution):
            found[words.turn_index] += 1
    return dict(found)


def _attribution_moments(conversation: MeasuredConversation) -> Iterator[DynamicsMoment]:
    """Every attribution in the agent's words, 1 where that person had said so by then."""
    for words, found, said in _attributions(conversation):
        value = 1.0 if said.is_founded(found) else 0.0
        who = (conversation.agent, found.person)
        yield moment(words.started_s, words.ended_s, who, value, found.text[:120])


def _attributions(
    conversation: MeasuredConversation,
) -> Iterator[tuple[Utterance, StatedAttribution, SaidSoFar]]:
    """Every attribution in the agent's words, with what people had said before it."""
    callings = Callings.of(conversation.names, conversation.titles, conversation.chairs)
    said = SaidSoFar(tuple(conversation.names.values()))
    last_speaker = ""
    for words in conversation.utterances:
        if words.speaker != conversation.agent:
            said.add(words)
            last_speaker = words.speaker
            continue
        for found in attributions_in(words.text, callings, last_speaker):
            yield words, found, said


def _usual_shares(
    conversation: MeasuredConversation, known: Sequence[SpeakingShareNorm]
) -> tuple[float, float, float] | None:
    """P10, median and P90 of people at the agent's ranks, the mean over these."""
    reliable = [norm for norm in known if norm.n >= FEWEST_MEETINGS] or list(known)
    if not reliable:
        return None
    size = conversation.size
    nearest = min(
        {norm.people for norm in reliable}, key=lambda people: (abs(people - size), people)
    )
    wanted = {_rank_among(rank, size, nearest) for rank in conversation.ranks}
    norms = [norm for norm in reliable if norm.people == nearest and norm.rank in wanted]
    if not norms:
        return None
    scale = nearest / size / len(norms)
    return (
        scale * sum(norm.p10 for norm in norms),
        scale * sum(norm.median for norm in norms),
        scale * sum(norm.p90 for norm in norms),
    )


def _rank_among(rank: int, size: int, others: int) -> int:
    """The rank in a meeting of another size that lies as far between the first and the last.

    >>> [_rank_among(rank, 5, 4) for rank in (1, 2, 3, 4, 5)]
    [1, 2, 3, 3, 4]
    """
    return 1 + round((rank - 1) * (others - 1) / max(1, size - 1))


def _worth_of_share(share: float, low: float, median: float, high: float) -> float:
    """1 between the limits, 0 at twice their distance from the median.

    >>> [round(_worth_of_share(share, 0.1, 0.2, 0.4), 2) for share in (0.1, 0.05, 0.0, 0.5, 0.6)]
    [1.0, 0.5, 0.0, 0.5, 0.0]
    """
    if low <= share <= high:
        return 1.0
    reach = median - low if share < low else high - median
    beyond = low - share if share < low else share - high
    return max(0.0, 1.0 - beyond / reach) if reach > 0.0 else 0.0


def _requests(conversation: MeasuredConversation) -> Iterator[Utterance]:
    """What is said to the agent and calls for an answer, the last of what is said at a stretch.

    Sounds of listening do not, nor does what is written to it on the side.
    """
    asked = [
        words
        for words in conversation.utterances
        if conversation.is_to_agent(words)
        and words.manner == "speech"
        and (words.channel == "voice" or words.id in conversation.requests)
    ]
    own = [talk.started_s for talk in conversation.agent_talk]
    for place, words in enumerate(asked):
        later = asked[place + 1] if place + 1 < len(asked) else None
        goes_on = (
            later is not None
            and later.speaker == words.speaker
            and later.started_s - words.ended_s <= SAME_REQUEST_S
            and bisect_right(own, later.started_s) == bisect_right(own, words.ended_s)
        )
        if not goes_on:
            yield words


@dataclass(frozen=True, slots=True)
class _AnswerTimes:
    """When the agent said or did anything, and whose turns of talk began when."""

    talk: list[Talk]
    acts_s: list[float]
    others_s: list[float]

    @classmethod
    def of(cls, conversation: MeasuredConversation) -> _AnswerTimes:
        return cls(
            list(conversation.agent_talk),
            sorted(act.at_s for act in conversation.acts),
            [turn.started_s for turn in conversation.turns if turn.speaker != conversation.agent],
        )

    def first_to(self, request: Utterance, until_s: float | None) -> float | None:
        """When the agent answered; None where the others' next turns or request came first."""
        window_s = self._window_s(request, until_s)
        begins = (self._first_said_s(request, window_s), self._first_done_s(request, window_s))
        return min((at_s for at_s in begins if at_s is not None), default=None)

    def _window_s(self, request: Utterance, until_s: float | None) -> float:
        """Until when an answer counts: the turn after the next is the last that may be it."""
        place = bisect_right(self.others_s, max(request.started_s, request.ended_s))
        last = place + RESPONSE_WINDOW_TURNS - 1
        window_s = self.others_s[last] if last < len(self.others_s) else float("inf")
        return window_s if until_s is None else min(window_s, max(until_s, request.ended_s))

    def _first_said_s(self, request: Utterance, window_s: float) -> float | None:
        place = bisect_right(self.talk, request.started_s, key=attrgetter("started_s"))
        for talk in self.talk[place:]:
            if talk.started_s > window_s:
                return None
            is_early = talk.started_s < request.ended_s - EARLIEST_ANSWER_S
            if not (is_early and talk.ended_s <= request.ended_s):
                return talk.started_s
        return None

    def _first_done_s(self, request: Utterance, window_s: float) -> float | None:
        place = bisect_right(self.acts_s, request.ended_s - EARLIEST_ANSWER_S)
        is_within = place < len(self.acts_s) and self.acts_s[place] <= window_s
        return self.acts_s[place] if is_within else None


def _exchanges_between_others(conversation: MeasuredConversation) -> Iterator[DynamicsMoment]:
    """What people say to each other, as long as they answer each other; 1 if the agent stays out.

    The paper counts conversations: whoever takes the floor in one has interrupted it, be it after
    the first answer or the third.
    """
    agent = conversation.agent
    floors_s = [floor.started_s for floor in conversation.floors if floor.holder == agent]
    for words, last in _stretches_among_others(conversation, floors_s):
        taken_s = _next_after(words.started_s, floors_s)
        stays_out = taken_s >= last.ended_s
        ends_s = last.ended_s if stays_out else taken_s
        yield moment(words.started_s, ends_s, (words.speaker, *words.addressees), float(stays_out))


def _stretches_among_others(
    conversation: MeasuredConversation, floors_s: Sequence[float]
) -> Iterator[tuple[Utterance, Utterance]]:
    """The first and the last of what people say in answer to each other.

    Where the agent takes the floor before anybody could answer, the last is who came to speak then.
    """
    agent = conversation.agent
    spoken = [
        words
        for words in conversation.utterances
        if words.channel == "voice" and words.speaker != agent and words.manner == "speech"
    ]
    first: Utterance | None = None
    for words, reply in pairwise(spoken):
        is_to_others = bool(words.addressees) and set(words.addressees) <= set(conversation.people)
        if is_to_others and _is_answered_by(words, reply, agent):
            first = first or words
            continue
        if first is not None:
            yield first, words
        elif is_to_others and _next_after(words.started_s, floors_s) < reply.started_s:
            yield words, reply
        first = None
    if first is not None:
        yield first, spoken[-1]


def _next_after(at_s: float, floors_s: Sequence[float]) -> float:
    """The first of some moments after one, or the end of all time."""
    place = bisect_right(floors_s, at_s)
    return floors_s[place] if place < len(floors_s) else float("inf")


def _is_answered_by(words: Utterance, reply: Utterance, agent: str) -> bool:
    is_soon = reply.started_s - words.ended_s <= ANSWERED_WITHIN_S
    return is_soon and reply.speaker in words.addressees and agent not in reply.addressees
