"""One conversation with an agent in it: talk, floors, and what else is known of them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from modylbench.evaluation.dynamics.moments import backchannels, entries
from modylbench.recording.events import (
    DeliveredFile,
    Message,
    SurfaceUpdate,
    Utterance,
)
from modylbench.recording.latency import HEARS_OUT_S
from modylbench.recording.talk import (
    Talk,
    floors,
    overlaps,
    pauses,
    sounds_like_listening,
    talk_of,
)
from modylbench.scenarios.script import AGENT, EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.dynamics.moments import FloorEntry
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.talk import Floor, Overlap, Pause
    from modylbench.scenarios.template import AgentRole, Participant

ActKind = Literal["chat", "file", "surface"]
_TITLE = re.compile(r"(?:the |an? )?(?P<title>[^,.;]+?)(?=,|\.|;| of [A-Z]| who |$)")
CHAIR = "chair"
"""The role of the person who chairs, as scenarios have it."""
ASKED_WITHIN_S = 0.1  # ours: how exactly the harness's own wait is known again in a recording
MOSTLY = 0.9  # ours: the share of answers that have to show it


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """One person's talk until another's, backchannels left out; `pieces` are its talk."""

    speaker: str
    pieces: tuple[Talk, ...]

    @property
    def started_s(self) -> float:
        """When it begins."""
        return self.pieces[0].started_s

    @property
    def ended_s(self) -> float:
        """When it ends."""
        return max(piece.ended_s for piece in self.pieces)

    @property
    def text(self) -> str:
        """What is said in it, as far as known."""
        return " ".join(piece.text for piece in self.pieces if piece.text)


@dataclass(frozen=True, slots=True)
class WordlessAct:
    """Something that the agent did without its voice: what people can see or open."""

    kind: ActKind
    at_s: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class MeasuredConversation:
    """Who talked when with whom: what every metric of dynamics reads, made once.

    `turns` and `backchannels` are all talk, told apart. `utterances` are what was said and written
    and to whom, in the order of its beginning; none where only speech activity is known. `ranks`
    are those of speaking time that the agent's role stands for, 1 being who talks most.
    `decides_itself` says that the agent, and not the harness, chooses when it begins to speak.
    """

    agent: str
    people: tuple[str, ...]
    talk: tuple[Talk, ...]
    floors: tuple[Floor, ...]
    overlaps: tuple[Overlap, ...]
    pauses: tuple[Pause, ...]
    turns: tuple[SpokenTurn, ...]
    backchannels: tuple[Talk, ...]
    entries: tuple[FloorEntry, ...]
    ranks: tuple[int, ...] = ()
    utterances: tuple[Utterance, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    chairs: frozenset[str] = frozenset()
    acts: tuple[WordlessAct, ...] = ()
    requests: frozenset[str] = frozenset()
    """Utterances that opened an exchange, by id: each asks the agent for something."""
    decides_itself: bool = True

    @property
    def size(self) -> int:
        """How many take part, the agent among them."""
        return len(self.people) + 1

    @property
    def agent_talk(self) -> tuple[Talk, ...]:
        """All that the agent said aloud."""
        return tuple(talk for talk in self.talk if talk.speaker == self.agent)

    @property
    def agent_turns(self) -> tuple[SpokenTurn, ...]:
        """The agent's turns of talk."""
        return tuple(turn for turn in self.turns if turn.speaker == self.agent)

    @property
    def has_talk(self) -> bool:
        """Whether the agent said anything aloud."""
        return any(talk.speaker == self.agent for talk in self.talk)

    def is_to_agent(self, utterance: Utterance) -> bool:
        """Whether somebody speaks to the agent, be it among others by name; to all is to nobody."""
        return utterance.speaker != self.agent and self.agent in utterance.addressees


def conversation_of_talk(talk: Sequence[Talk], agent: str) -> MeasuredConversation:
    """The conversation of which nothing is known but who talked when.

    Its agent has no role: it is measured at the rank of speaking time that it has.

    >>> talk = [Talk("ann", 0.0, 4.0), Talk("bob", 4.5, 6.0)]
    >>> found = conversation_of_talk(talk, "bob")
    >>> found.people, found.ranks, [turn.speaker for turn in found.turns]
    (('ann',), (2,), ['ann', 'bob'])
    """
    ordered = tuple(sorted(talk, key=lambda span: (span.started_s, span.ended_s, span.speaker)))
    people = tuple(sorted({span.speaker for span in ordered} - {agent}))
    spoken_s: dict[str, float] = defaultdict(float)
    for span in ordered:
        spoken_s[span.speaker] += span.duration_s
    rank = 1 + sum(spoken_s[person] > spoken_s[agent] for person in people)
    return MeasuredConversation(**_views(ordered), agent=agent, people=people, ranks=(rank,))


def conversation_of(
    recording: MeetingRecording,
    *,
    agent_role: AgentRole | None = None,
    titles: Mapping[str, str] | None = None,
    heard: Mapping[int, str] | None = None,
) -> MeasuredConversation:
    """The conversation of a recorded meeting; the role is the agent's, where it has been given one.

    `titles` are what people are besides their names, by identity. `heard` are the agent's words
    as they were heard, by exchange, where they are not to be taken from its captions.
    """
    people = tuple(sorted(recording.people()))
    agent = _agent_identity(recording)
    views = _views(talk_of(recording.events))
    murmured = [span for span in views["backchannels"] if span.speaker == agent]
    said = [words for words in recording.utterances if not _is_of_nobody(words)]
    said = list(_as_heard(said, recording, agent, heard or {}, murmured))
    said = [_with_manner(words, agent, murmured) for words in said]
    said.sort(key=lambda words: (words.started_s, words.ended_s, words.id))
    names = recording.names_by_identity()
    chairs = (person.identity for person in recording.participants if person.role == CHAIR)
    return MeasuredConversation(
        **views,
        agent=agent,
        people=people,
        ranks=ranks_of(agent_role, len(people) + 1),
        utterances=tuple(_with_addressees(said, agent, people, names)),
        names={who: name for who, name in names.items() if who != agent},
        titles=titles or {},
        chairs=frozenset(chairs),
        acts=tuple(_acts(recording, frozenset(people))),
        requests=frozenset(exchange.asked for exchange in recording.exchanges),
        decides_itself=not _is_asked_by_the_harness(recording),
    )


def titles_of(participants: Iterable[Participant]) -> dict[str, str]:
    """What people are, as their personas say first, by identity.

    >>> from modylbench.scenarios.template import Participant
    >>> persona = "Ann Lee, the head of risk of Kestrel, who is terse."
    >>> titles_of([Participant(identity="ann", role="owner", persona=persona, voice="a")])
    {'ann': 'head of risk'}
    """
    found = {}
    for person in participants:
        match = _TITLE.match(person.persona.partition(",")[2].strip())
        if match is not None:
            found[person.identity] = match["title"].strip()
    return found


def ranks_of(role: AgentRole | None, size: int) -> tuple[int, ...]:
    """The ranks of speaking time that a role stands for (SPEC 7: ours, for corpora have no roles).

    >>> [ranks_of(role, 5) for role in ("facilitator", "expert", "peer", "note_taker", None)]
    [(1,), (2,), (3, 4), (5,), ()]
    >>> ranks_of("peer", 3)
    (2,)
    """
    if role is None or size < 2:
        return ()
    middle = tuple(range(3, size)) or (min(2, size),)
    return {"facilitator": (1,), "expert": (2,), "peer": middle, "note_taker": (size,)}[role]


def spoken_turns(talk: Sequence[Talk], listening: Sequence[Talk]) -> tuple[SpokenTurn, ...]:
    """Talk in the order of its beginning, what one says before another begins being one turn."""
    left_out = {id(span) for span in listening}
    found: list[list[Talk]] = []
    for span in talk:
        if id(span) in left_out:
            continue
        if found and found[-1][-1].speaker == span.speaker:
            found[-1].append(span)
        else:
            found.append([span])
    return tuple(SpokenTurn(pieces[0].speaker, tuple(pieces)) for pieces in found)


def _views(talk: tuple[Talk, ...]) -> dict[str, Any]:
    held = floors(talk)
    listening = backchannels(talk, held)
    return {
        "talk": talk,
        "floors": held,
        "overlaps": overlaps(talk),
        "pauses": pauses(talk),
        "backchannels": listening,
        "entries": entries(talk, held),
        "turns": spoken_turns(talk, listening),
    }


def _agent_identity(recording: MeetingRecording) -> str:
    """Who is none of ours; where nobody is, as the agent would be called."""
    agents = [person.identity for person in recording.participants if person.kind == "agent"]
    return agents[0] if agents else AGENT


def _as_heard(
    said: Iterable[Utterance],
    recording: MeetingRecording,
    agent: str,
    heard: Mapping[int, str],
    murmured: Sequence[Talk],
) -> Iterator[Utterance]:
    """What was said, the agent's words of an exchange as they were heard, where they were.

    They are placed where it says more than what it has `murmured`, if it does.
    """
    for words in said:
        if words.speaker != agent or words.channel != "voice" or words.turn_index not in heard:
            yield words
    for turn in recording.turns:
        text = heard.get(turn.turn_index, "").strip()
        if not text:
            continue
        spans = [(words.started_s, words.ended_s) for words in turn.agent.said] + [
            (voice.started_s, voice.ended_s) for voice in turn.voices if voice.identity == agent
        ]
        spans = [span_s for span_s in spans if not _is_within(span_s, murmured)] or spans
        if spans:
            yield Utterance(
                turn_index=turn.turn_index,
                id=f"heard-{turn.turn_index}",
                speaker=agent,
                text=text,
                started_s=min(start_s for start_s, _ in spans),
                ended_s=max(end_s for _, end_s in spans),
            )


def _with_manner(words: Utterance, agent: str, murmured: Sequence[Talk]) -> Utterance:
    """The same, marked where the agent makes a sound of listening, by its words and its talk."""
    is_murmur = (
        words.speaker == agent
        and sounds_like_listening(words.text)
        and _is_within((words.started_s, words.ended_s), murmured)
    )
    return words.model_copy(update={"manner": "backchannel"}) if is_murmur else words


def _is_within(span_s: tuple[float, float], talk: Iterable[Talk]) -> bool:
    """Whether the middle of a span lies in any of this talk."""
    middle_s = sum(span_s) / 2.0
    return any(known.started_s <= middle_s <= known.ended_s for known in talk)


def _is_of_nobody(words: Utterance) -> bool:
    return words.manner == "laughter" or not words.text.strip()


def _with_addressees(
    said: Sequence[Utterance], agent: str, people: Sequence[str], names: Mapping[str, str]
) -> Iterator[Utterance]:
    """The same with whom free speech is to: whom it names, or whoever spoke last, or all (SPEC 7).

    One person alone with the agent speaks to it.
    """
    called = {name.split()[0].lower(): who for who, name in names.items() if name.split()}
    last: str | None = None
    for words in said:
        to = tuple(agent if name == AGENT else name for name in words.addressees)
        if not to and words.speaker != agent and len(people) == 1:
            to = (agent,)
        elif not to:
            to = _addressed_by(words, called, last)
        yield words if to == words.addressees else words.model_copy(update={"addressees": to})
        last = words.speaker


def _addressed_by(words: Utterance, called: Mapping[str, str], last: str | None) -> tuple[str, ...]:
    spoken = [word.strip(".,;:!?").lower() for word in words.text.split()]
    named = tuple(dict.fromkeys(called[word] for word in spoken if word in called))
    if named := tuple(name for name in named if name != words.speaker):
        return named
    is_second_person = any(word in {"you", "your", "yours"} for word in spoken)
    if is_second_person and last is not None and last != words.speaker:
        return (last,)
    return (EVERYBODY,)


def _acts(recording: MeetingRecording, people: frozenset[str]) -> Iterator[WordlessAct]:
    """What the agent wrote, sent and showed, in the order of the record."""
    for event in recording.events:
        if isinstance(event, Message | DeliveredFile | SurfaceUpdate) and event.sender in people:
            continue
        if isinstance(event, Message) and event.kind == "chat":
            yield WordlessAct("chat", event.at_s, event.text)
        elif isinstance(event, DeliveredFile):
            yield WordlessAct("file", event.at_s, event.name)
        elif isinstance(event, SurfaceUpdate) and event.is_visible:
            yield WordlessAct("surface", event.at_s)


def _is_asked_by_the_harness(recording: MeetingRecording) -> bool:
    """Whether the agent's seat hears everybody out for it, always as long, and asks it then.

    Such an agent thinks for the first time exactly so long after the last word of each request.
    """
    answers = [turn.agent.latency for turn in recording.turns]
    answers = [latency for latency in answers if latency.response_s is not None]
    as_long = sum(
        latency.endpointing_s is not None
        and abs(latency.endpointing_s - HEARS_OUT_S) <= ASKED_WITHIN_S
        for latency in answers
    )
    return bool(answers) and as_long >= MOSTLY * len(answers)
