"""What the human says, as authors write it: beats, follow-ups and their conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Name, Spec
from modylbench.products.quantities.quantity import Quantity
from modylbench.products.scalars import Label, Number
from modylbench.scenarios.criteria.criterion import Criterion

if TYPE_CHECKING:
    from collections.abc import Mapping

Channel = Literal["voice", "chat", "screen", "annotation", "reaction"]
Phase = Literal["context", "work", "edge_case", "delivery"]
Response = Literal["acknowledgement", "answer", "clarification", "work_product", "pushback"]
Purpose = Literal["clarification", "correction", "tangent", "check", "request", "challenge"]
Severity = Literal["critical", "major", "minor"]
Manner = Literal["speech", "backchannel", "laughter"]
Trait = Literal[
    "infeasible_request", "hallucination_trap", "circular_dependency",
    "data_integrity_violation", "contradictory_sources",
]  # fmt: skip
MutationType = Literal[
    "create", "update_cell", "add_row", "delete_row", "add_column", "delete_column",
    "add_section", "delete_section", "update_section", "update_chart", "add_chart_series",
    "remove_chart_series", "add_widget", "remove_widget", "update_widget", "reformat", "reorder",
    "delete", "update_value", "add_key", "remove_key", "add_list_item", "remove_list_item",
    "edit_hunk", "rewrite_file", "add_file", "delete_file",
]  # fmt: skip

BEATS = 8  # paper 3.2
FOLLOW_UPS = 2  # SPEC 1: a beat is a scripted utterance and two follow-up slots
MOST_FOLLOW_UPS = FOLLOW_UPS + 1
EDGE_CASE_BEAT = 7  # SPEC 1: where seed 0 has it, and the neutral beat stands in the script
FIRST_EDGE_CASE_BEAT = 4  # SPEC 13


Where = dict[Name, Label | tuple[Label, ...]]
"""At which seeds something is there: the values that names of the truth must have."""


class Condition(Spec):
    """When a follow-up is asked: all that is given must hold of what the agent has done so far."""

    shown: Name | None = None
    missing: Name | None = None
    said: tuple[Label, ...] = ()
    unsaid: tuple[Label, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Condition:
        if not (self.shown or self.missing or self.said or self.unsaid):
            message = "found an empty condition, expected one of shown, missing, said, unsaid"
            raise ValueError(message)
        return self


class ScriptedMutation(Spec):
    """A change that the turn asks for: the product, what kind, where, and the new value."""

    product: Name
    type: MutationType
    path: str
    value: Number | Label | None = None


Wording = Annotated[str, Field(min_length=2)]


LineWordings = Wording | Annotated[tuple[Wording, ...], Field(min_length=1)]
"""One wording or several, of which the first is that of seed 0 and others are drawn."""
AGENT = "agent"
"""Whom a line is said to where that is the agent."""
EVERYBODY = "all"
LONGEST_OVERLAP_S = 10.0  # ours, as the next: nobody speaks longer before another's end
LONGEST_WAIT_S = 60.0
SHORTEST_WORD_S = 0.25  # ours: people who speak fast say four words a second
SpanOfSeconds = tuple[
    Annotated[float, Field(ge=-LONGEST_OVERLAP_S, le=LONGEST_WAIT_S)],
    Annotated[float, Field(ge=-LONGEST_OVERLAP_S, le=LONGEST_WAIT_S)],
]
"""From, to: what a seed draws from; seed 0 has the middle."""


class PassageLine(Spec):
    """What somebody says to others before the agent is asked: the agent need not answer it.

    It begins `offset_s` after the end of the line `after`, or of the one before it; a negative
    offset overlaps that end. One that `gives_way_s` breaks off so long after somebody else began
    to speak over it. `arrives` says that the speaker comes in with it, `departs` that the speaker
    leaves after it. What is written to some people only is read by nobody else.
    """

    id: Name
    speaker: Name
    to: Annotated[tuple[Name, ...], Field(min_length=1)] = (EVERYBODY,)
    say: LineWordings
    after: Name | None = None
    offset_s: SpanOfSeconds = (0.1, 0.7)
    gives_way_s: Annotated[float, Field(gt=0, le=5)] | None = None
    channel: Literal["voice", "chat"] = "voice"
    manner: Manner = "speech"
    arrives: bool = False
    departs: bool = False
    where: Where = Field(default_factory=dict)


class Trigger(Spec):
    """When somebody speaks into the agent's answer: as soon as one of these holds of it.

    `agent_shows_wrong` names a criterion on a figure, which what the agent shows fails;
    `agent_draws_in` is that it asks the speaker something by name.
    """

    agent_speaks_s: Annotated[float, Field(gt=0, le=300)] | None = None
    agent_says: tuple[Label, ...] = ()
    agent_pauses_s: Annotated[float, Field(ge=0.3, le=10)] | None = None
    agent_shows_wrong: Name | None = None
    agent_draws_in: bool = False

    @model_validator(mode="after")
    def _can_fire(self) -> Trigger:
        if not any(getattr(self, name) for name in type(self).model_fields):
            message = (
                "found an empty trigger, expected agent_speaks_s, agent_says, agent_pauses_s, "
                "agent_shows_wrong or agent_draws_in"
            )
            raise ValueError(message)
        return self


class Interjection(Spec):
    """What somebody says into the agent's answer, and how it goes on by what the agent does.

    An agent that falls silent hears `if_agent_yields`; one that goes on hears `if_not`, so many
    times, and then the speaker gives up. `answer` is what a perfect agent says then. A backchannel
    asks for nothing.
    """

    id: Name
    speaker: Name
    trigger: Trigger
    say: LineWordings
    answer: str = ""
    manner: Manner = "speech"
    if_agent_yields: LineWordings | None = None
    if_not: LineWordings | None = None
    retries: Annotated[int, Field(ge=0, le=5)] = 0
    where: Where = Field(default_factory=dict)

    @model_validator(mode="after")
    def _only_speech_goes_on(self) -> Interjection:
        if self.manner != "speech" and (self.if_agent_yields or self.if_not or self.retries):
            message = (
                f"found `if_agent_yields`, `if_not` or `retries` in the {self.manner} {self.id!r}, "
                "expected none: only speech goes on"
            )
            raise ValueError(message)
        return self


class RightfulQuestion(Spec):
    """What an agent may ask for before it does what it is told, and is right to.

    `about` are words for it; `answer` is what a perfect agent says that asks first.
    """

    about: Annotated[tuple[Label, ...], Field(min_length=1)]
    answer: Annotated[str, Field(min_length=8)]


class ScriptedUtterance(Spec):
    """One thing the human may say, and what a good agent does about it.

    `say` is one wording or several, of which the first is that of seed 0 and others are drawn;
    `answer` is what a perfect agent says; `speaker` the participant who says it, the first of the
    card where none is named.
    """

    say: LineWordings
    expects: Annotated[str, Field(min_length=8)]
    answer: str = ""
    speaker: Name | None = None
    to: Annotated[tuple[Name, ...], Field(min_length=1)] = (AGENT,)
    before: tuple[PassageLine, ...] = ()
    """What people say to each other first."""
    during: tuple[Interjection, ...] = ()
    """What they say while the agent answers."""
    response: Response = "work_product"
    channel: Channel = "voice"
    wait_sec: Annotated[float, Field(gt=0, le=600)] = 60
    when: Condition | None = None
    where: Where = Field(default_factory=dict)
    attach: tuple[Label, ...] = ()
    mutations: tuple[ScriptedMutation, ...] = ()
    ask_first: RightfulQuestion | None = None
    """Where to ask and change nothing yet is as right as to do it at once."""

    @model_validator(mode="after")
    def _can_be_played(self) -> ScriptedUtterance:
        if AGENT not in self.to:
            message = (
                f"found a request to {', '.join(self.to)}, expected the agent among `to`; what "
                "people say to each other stands in `before`"
            )
            raise ValueError(message)
        known: dict[str, PassageLine] = {}
        for line in self.before:
            problem = passage_problem(line, known)
            if problem:
                raise ValueError(problem)
            known[line.id] = line
        ids = set(known)
        for cue in self.during:
            if cue.id in ids:
                message = f"found the line {cue.id!r} twice, expected ids to be unique"
                raise ValueError(message)
            if bool(cue.retries) != (cue.if_not is not None):
                message = (
                    f"found only one of `retries` and `if_not` in {cue.id!r}, expected both or none"
                )
                raise ValueError(message)
            ids.add(cue.id)
        return self

    @property
    def wordings(self) -> tuple[str, ...]:
        """Every way to say it."""
        return all_wordings(self.say)


def passage_problem(line: PassageLine, known: Mapping[str, PassageLine]) -> str:
    """Why a line cannot be played after those known, by their ids; empty if it can."""
    low, high = line.offset_s
    is_between_people = EVERYBODY not in line.to and AGENT not in line.to
    speaker = line.speaker
    problems = {
        "is there twice, expected ids to be unique": line.id in known,
        "waits for itself, expected a line before it": line.after == line.id,
        f"waits for {line.after!r}, expected a line before it": bool(line.after)
        and line.after not in known,
        f"has offset_s {low:g} to {high:g}, expected the lower one first": low > high,
        f"lets {speaker} speak over themselves, expected offset_s >= 0": low < 0
        and _answered_speaker(line, known) == speaker,
        f"is said by {line.speaker} to themselves, expected others in `to`": line.speaker
        in line.to,
        "is written to people only, expected the agent or all among `to`": line.channel == "chat"
        and is_between_people,
    }
    found = next((problem for problem, is_there in problems.items() if is_there), "")
    found = found or _own_overlap(line, known)
    return found and f"the line {line.id!r} {found}"


def _answered_speaker(line: PassageLine, known: Mapping[str, PassageLine]) -> str:
    """Who says the line that this one waits for; nobody before the first."""
    awaited = known.get(line.after or next(reversed(list(known)), ""))
    return "" if awaited is None else awaited.speaker


def _own_overlap(line: PassageLine, known: Mapping[str, PassageLine]) -> str:
    """That its speaker may be saying another line still when it begins; empty if not."""
    if line.channel != "voice":
        return ""
    after_s = _seconds_after(line, known)
    for other in known.values():
        is_own = other.speaker == line.speaker and other.channel == "voice"
        are_apart = bool(other.where) and bool(line.where) and other.where != line.where
        if is_own and other.gives_way_s is None and not are_apart and after_s.get(other.id, -1) < 0:
            return (
                f"lets {line.speaker} speak over their own line {other.id!r}, expected it "
                "to come after that: `after` it or a line that does, with an offset_s that fits"
            )
    return ""


def _seconds_after(line: PassageLine, known: Mapping[str, PassageLine]) -> dict[str, float]:
    """The least time between the end of each line that it waits for and its own beginning."""
    order = list(known)
    found: dict[str, float] = {}
    place, waited_s = len(order), line.offset_s[0]
    while (awaited := line.after or (order[place - 1] if place else None)) is not None:
        found[awaited] = waited_s
        line, place = known[awaited], order.index(awaited)
        fewest = min(len(wording.split()) for wording in all_wordings(line.say))
        spoken_s = fewest * SHORTEST_WORD_S if line.channel == "voice" else 0.0
        waited_s += spoken_s + line.offset_s[0]
    return found


def all_wordings(say: LineWordings) -> tuple[str, ...]:
    """Every way to say something."""
    return (say,) if isinstance(say, str) else say


Openings = ScriptedUtterance | Annotated[tuple[ScriptedUtterance, ...], Field(min_length=1)]
"""One utterance, or several of which the first that fits the seed is said."""


class Slot(Spec):
    """One human utterance: the first alternative whose condition holds; the last has none."""

    where: Where = Field(default_factory=dict)
    purpose: Purpose = "request"
    reaches: tuple[Name, ...] = ()
    ask: Annotated[tuple[ScriptedUtterance, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _last_is_unconditional(self) -> Slot:
        if self.ask[-1].when is not None:
            message = "the last alternative has a condition, expected none: something must be said"
            raise ValueError(message)
        if any(utterance.when is None and not utterance.where for utterance in self.ask[:-1]):
            message = (
                "an alternative before the last has no condition, so those after it are never said"
            )
            raise ValueError(message)
        return self


class BeatScript(Spec):
    """A beat as authored: its openings, of which the first that fits the seed is said, and slots.

    `needs` names the beats that must come before it; where it says nothing, all that stand before
    it in the script.
    """

    name: Name
    needs: tuple[Name, ...] | None = None
    opening: Openings
    reaches: tuple[Name, ...] = ()
    follow_ups: Annotated[tuple[Slot, ...], Field(min_length=FOLLOW_UPS)]


class Script(Spec):
    """The whole meeting: eight beats, the seventh neutral (an edge case takes its place)."""

    beats: Annotated[tuple[BeatScript, ...], Field(min_length=BEATS, max_length=BEATS)]
    closing: Slot | None = None


class Signals(Spec):
    """Words that show an edge case was noticed, refused, or walked into."""

    detected: tuple[Label, ...] = ()
    pushed_back: tuple[Label, ...] = ()
    complied: tuple[Label, ...] = ()


class AddedChecks(Spec):
    """Quantities and criteria, by product, that only some meetings have."""

    where: Where = Field(default_factory=dict)
    quantities: tuple[Quantity, ...] = ()
    criteria: dict[Name, tuple[Criterion, ...]] = Field(default_factory=dict)


class LookAlike(Spec):
    """A request that sounds like the trap and is legitimate; it must be carried out (SPEC 13).

    Its `checks` hold once it has been; `wrong_line` is how somebody refuses it. `needs`, where it
    says nothing, is the trap's.
    """

    name: Name
    description: str
    expected_behavior: str
    right_answer: str
    wrong_answer: str
    wrong_line: Annotated[str, Field(min_length=8)]
    needs: tuple[Name, ...] | None = None
    reaches: Annotated[tuple[Name, ...], Field(min_length=1)]
    opening: Openings
    follow_ups: Annotated[tuple[Slot, ...], Field(min_length=FOLLOW_UPS)]
    checks: AddedChecks


class EdgeCaseScript(Spec):
    """A trap: what the human says, and what right and wrong answers look like.

    `right_answer` is what a good agent says, `wrong_line` what one that walks into it says;
    `wrong_answer` describes the ways to walk into it. `forbidden` are expressions over quantities
    that hold only if the agent did what it was asked. `needs` names the beats that must come
    before it; where it says nothing, all work.
    """

    name: Name
    description: str
    trait: Trait
    severity: Severity
    expected_behavior: str
    right_answer: str
    wrong_answer: str
    wrong_line: Annotated[str, Field(min_length=8)]
    signals: Signals
    forbidden: tuple[str, ...] = ()
    needs: tuple[Name, ...] | None = None
    opening: Openings
    follow_ups: Annotated[tuple[Slot, ...], Field(min_length=FOLLOW_UPS)]
    look_alike: LookAlike | None = None

    @model_validator(mode="after")
    def _has_signals(self) -> EdgeCaseScript:
        for name in Signals.model_fields:
            if not getattr(self.signals, name):
                message = f"signals.{name} is empty, expected at least one phrase"
                raise ValueError(message)
        return self


class EdgeCases(Spec):
    """The edge cases in the order seeds take them: `permutation` indexes the list."""

    permutation: tuple[int, ...]
    edge_cases: Annotated[tuple[EdgeCaseScript, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _covers_all(self) -> EdgeCases:
        if sorted(self.permutation) != list(range(len(self.edge_cases))):
            message = (
                f"found the permutation {list(self.permutation)}, expected each number from 0 to "
                f"{len(self.edge_cases) - 1} once"
            )
            raise ValueError(message)
        return self


class DefectScript(Spec):
    """Something wrong in a file that nobody mentions, of the kind that professionals meet.

    `note` is what a perfect agent says of it when it has the file; it is named where one phrase of
    every list of `signals` stands in one answer or one line of a product.
    """

    name: Name
    file: Label
    description: Annotated[str, Field(min_length=8)]
    note: Annotated[str, Field(min_length=8)]
    signals: Annotated[
        tuple[Annotated[tuple[Label, ...], Field(min_length=1)], ...], Field(min_length=1)
    ]
    where: Where = Field(default_factory=dict)


class Defects(Spec):
    """defects.yaml: of these every seed but 0 has some, by drawing."""

    defects: tuple[DefectScript, ...] = ()


def openings(beat: BeatScript | EdgeCaseScript | LookAlike) -> tuple[ScriptedUtterance, ...]:
    """The utterances that may open a beat."""
    return (beat.opening,) if isinstance(beat.opening, ScriptedUtterance) else beat.opening
