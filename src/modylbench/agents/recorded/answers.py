"""The JSONL format of recorded answers: a meeting a line, of one model each.

A line is one meeting: scenario_id, model_id, seed (optional: the line is for that seed alone),
turns[turn_index, agent_response, a2ui_surfaces, chat_messages, reactions, annotations, latency_ms,
work_products],
work_products (what is handed over in the last turn), mutation_trajectory (a claim: it is compared
with what the surfaces show, and not played), asked (what was to be answered; not read).
"""

from __future__ import annotations

import base64
import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal

import orjson
from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    field_validator,
    model_validator,
)

from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import Spec, place_of, problem_of, read_text
from modylbench.products.work_product import WorkProduct
from modylbench.recording.marks import RefusedMark, read_annotation, read_emoji
from modylbench.surfaces.messages.stream import messages_in

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.events import KeptFile
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.scenario import FollowUp
    from modylbench.scenarios.variant import Variant


MOST_LINES = 10_000  # ours, as all below
MOST_TURNS = 500
MOST_MESSAGES = 5_000
MOST_PRODUCTS = 100
LONGEST_LATENCY_MS = 3_600_000.0
LARGEST_SEED = 2**63 - 1  # what a column of the data set holds

Counted = Literal["human turns", "agent turns"]
NO_FILE_NAME = re.compile(r"[/\\\x00-\x1f\x7f]|^\.")
"""What leads elsewhere, cannot be seen, or hides."""
ShortText = Annotated[str, Field(min_length=1, max_length=200)]
AnswerText = Annotated[str, Field(max_length=20_000)]
Messages = Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_MESSAGES)]
NOTE = (
    "Fill in model_id and, in each turn, agent_response and whatever else the agent did. Follow-ups"
    " react to the agent: where may_differ is true, other words may be said in the meeting that is"
    " scored."
)


class RecordedFile(Spec):
    """A file that the agent handed over."""

    name: ShortText
    content_base64: str
    mime_type: Annotated[str, Field(max_length=200)] = ""

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        if NO_FILE_NAME.search(value):
            message = f"found the file name {short_repr(value)}, expected one without a path"
            raise ValueError(message)
        return value

    @field_validator("content_base64")
    @classmethod
    def _is_base64(cls, value: str) -> str:
        base64.b64decode(value, validate=True)
        return value

    @property
    def content(self) -> bytes:
        """Its bytes."""
        return base64.b64decode(self.content_base64)


def _known_emoji(value: str) -> str:
    try:
        return read_emoji(value)
    except RefusedMark as error:
        raise ValueError(str(error)) from None


def _known_annotation(value: dict[str, Any]) -> dict[str, Any]:
    try:
        read_annotation(json.dumps(value, ensure_ascii=False))
    except RefusedMark as error:
        raise ValueError(str(error)) from None
    return value


AnnotationObject = Annotated[dict[str, Any], AfterValidator(_known_annotation)]


def _kind(value: object) -> str:
    """A work product says its kind; all else is to be a file."""
    is_product = "kind" in value if isinstance(value, dict) else hasattr(value, "kind")
    return "product" if is_product else "file"


Delivered = Annotated[
    Annotated[WorkProduct, Tag("product")] | Annotated[RecordedFile, Tag("file")],
    Discriminator(_kind),
]
Deliveries = Annotated[tuple[Delivered, ...], Field(max_length=MOST_PRODUCTS)]


class RecordedReaction(Spec):
    """An emoji that the agent gave so long after it began to answer, and to what."""

    emoji: Annotated[str, AfterValidator(_known_emoji)]
    target: Annotated[str, Field(max_length=200)] = ""
    after_ms: Annotated[float, Field(ge=0, le=LONGEST_LATENCY_MS)] = 0.0


class RecordedAnswer(Spec):
    """What an agent did in one turn; `latency_ms` is how long it thought."""

    turn_index: Annotated[int, Field(ge=1, le=2 * MOST_TURNS)]
    agent_response: AnswerText = ""
    a2ui_surfaces: Messages = ()
    chat_messages: Annotated[tuple[AnswerText, ...], Field(max_length=MOST_MESSAGES)] = ()
    reactions: Annotated[tuple[RecordedReaction, ...], Field(max_length=MOST_MESSAGES)] = ()
    annotations: Annotated[tuple[AnnotationObject, ...], Field(max_length=MOST_MESSAGES)] = ()
    """W3C Web Annotations, drawn when all is shown."""
    latency_ms: Annotated[float, Field(ge=0, le=LONGEST_LATENCY_MS)] | None = None
    work_products: Deliveries = ()
    asked: Any = None

    @property
    def is_blank(self) -> bool:
        """Whether nothing was said, shown, written, drawn or handed over."""
        marks = (self.reactions, self.annotations)
        done = (self.a2ui_surfaces, self.chat_messages, self.work_products, *marks)
        return not self.agent_response.strip() and not any(done)


class RecordedMeeting(Spec):
    """All answers of one model in one meeting."""

    scenario_id: ShortText
    model_id: ShortText
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    turns: Annotated[tuple[RecordedAnswer, ...], Field(min_length=1, max_length=MOST_TURNS)]
    work_products: Deliveries = ()
    mutation_trajectory: Any = None
    asked: Any = None

    @field_validator("model_id")
    @classmethod
    def _can_be_read(cls, value: str) -> str:
        if not value.isprintable():
            message = f"found the model {short_repr(value)}, expected a name that can be printed"
            raise ValueError(message)
        return value

    @model_validator(mode="after")
    def _turns_are_in_order(self) -> RecordedMeeting:
        indices = [turn.turn_index for turn in self.turns]
        for before, after in pairwise(indices):
            if after <= before:
                message = f"turns: found turn_index {after} after {before}, expected them to rise"
                raise ValueError(message)
        if len({index % 2 for index in indices}) > 1:
            message = (
                "turns: found turn_index both odd and even, expected the human's turns (1, 3, 5, "
                "...) or the agent's (2, 4, 6, ...)"
            )
            raise ValueError(message)
        return self

    @property
    def counted_by(self) -> Counted:
        """Whose turns `turn_index` counts."""
        return "human turns" if self.turns[0].turn_index % 2 else "agent turns"

    def human_turn(self, turn_index: int) -> int:
        """The human's turn (1, 3, 5, ...) that an index of this meeting stands for."""
        return turn_index if self.counted_by == "human turns" else turn_index - 1

    def answers_to(self, human_turn: int) -> RecordedAnswer | None:
        """The answer to the human's turn of that index (1, 3, 5, ...), if there is one."""
        index = human_turn if self.counted_by == "human turns" else human_turn + 1
        return next((turn for turn in self.turns if turn.turn_index == index), None)


class Mistake(Spec):
    """Something in a line of a file: where, and what was found and expected.

    One that is no `is_error` keeps nobody from playing the answers: it will cost the agent points.
    """

    line: int
    place: str
    problem: str
    is_error: bool = True


def read_answers(path: Path) -> tuple[RecordedMeeting, ...]:
    """The meetings of a file; raises BadFile with the line and the field."""
    meetings: dict[tuple[str, str, int | None], RecordedMeeting] = {}
    for number, line in lines_of(path):
        meeting = meeting_in(number, line)
        if isinstance(meeting, list):
            raise _bad_file(path, meeting[0])
        key = (meeting.scenario_id, meeting.model_id, meeting.seed)
        if key in meetings:
            which = f"{meeting.scenario_id!r} by {meeting.model_id!r}"
            raise BadFile(path, f"line {number}", f"found {which} twice, expected it once")
        meetings[key] = meeting
    return tuple(meetings.values())


def lines_of(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that are not empty, with their numbers; raises BadFile."""
    lines = [
        (number, line)
        for number, line in enumerate(read_text(path).split("\n"), start=1)
        if line.strip()
    ]
    if not lines or len(lines) > MOST_LINES:
        problem = f"found {len(lines):,} lines, expected one to {MOST_LINES:,}: a meeting each"
        raise BadFile(path, "", problem)
    return lines


def meeting_in(number: int, line: str) -> RecordedMeeting | list[Mistake]:
    """The meeting in a line, or all that is wrong with it."""
    try:
        value = orjson.loads(line)  # refuses NaN, lone surrogates and endless nesting
        if not isinstance(value, dict):
            problem = f"found {short_repr(value)}, expected an object"
            return [Mistake(line=number, place="", problem=problem)]
        return RecordedMeeting.model_validate_json(line)
    except orjson.JSONDecodeError as error:
        place = f"column {error.colno}"
        return [Mistake(line=number, place=place, problem=f"not JSON ({error.msg})")]
    except ValidationError as error:
        return [
            Mistake(line=number, place=place_of(error["loc"]), problem=problem_of(error))
            for error in error.errors(include_url=False)
        ]


def _bad_file(path: Path, mistake: Mistake) -> BadFile:
    between = " " if mistake.place.startswith("column ") else ": "
    place = f"line {mistake.line}{between}{mistake.place}".removesuffix(": ")
    return BadFile(path, place, mistake.problem)


def template_of(variant: Variant) -> dict[str, Any]:
    """A line to be filled in; nothing in it tells what is right.

    It is the unconditional script: in a meeting follow-ups react to the agent, so that other words
    may be said where `may_differ` is true.
    """
    scenario = variant.scenario
    people = [
        {"identity": participant.identity, "role": participant.role}
        for participant in scenario.participants
    ]
    return {
        "scenario_id": scenario.scenario_id,
        "model_id": "",
        "seed": variant.seed,
        "asked": {
            "title": scenario.title,
            "goal": scenario.meeting_goal,
            "people": people,
            "note": NOTE,
        },
        "turns": [_turn_to_answer(slot, people[0]["identity"]) for slot in scenario.human_turns()],
        "work_products": [],
        "mutation_trajectory": None,
    }


def _turn_to_answer(slot: FollowUp, speaker: str) -> dict[str, Any]:
    said = slot.alternatives[-1]
    return {
        "turn_index": slot.turn_index,
        "asked": {
            "speaker": said.speaker or speaker,
            "channel": said.channel,
            "text": said.human_utterance,
            "files": [
                {"name": attachment.name, "content": attachment.content}
                for attachment in said.attachments
            ],
            "may_differ": len(slot.alternatives) > 1,
        },
        "agent_response": "",
        "a2ui_surfaces": [],
        "chat_messages": [],
        "reactions": [],
        "annotations": [],
        "latency_ms": None,
        "work_products": [],
    }


def answers_of(recording: MeetingRecording, folder: Path, model_id: str) -> dict[str, Any]:
    """What the agent said, showed, wrote and handed over; a turn that it left out has no entry.

    Sound and pictures have no place in the format.
    """
    turns = [
        _answer_line(turn, folder)
        for turn in recording.turns
        if turn.agent.outcome in ("answered", "unfinished")
    ]
    return {
        "scenario_id": recording.scenario_id,
        "model_id": model_id,
        "seed": recording.seed,
        "turns": turns,
        "work_products": [],
    }


def _answer_line(turn: RecordedTurn, folder: Path) -> dict[str, Any]:
    agent = turn.agent
    latency_s = agent.latency.compute_s
    if latency_s is None:
        latency_s = max(0.0, agent.latency.response_s or 0.0)
    began_s = turn.human.ended_s + max(0.0, agent.latency.response_s or 0.0)
    return {
        "turn_index": turn.turn_index,
        "agent_response": " ".join(utterance.text for utterance in agent.said),
        "a2ui_surfaces": _messages(agent.messages, folder),
        "chat_messages": [message.text for message in agent.chat],
        "reactions": [
            {
                "emoji": reaction.emoji,
                "target": reaction.target,
                "after_ms": max(0, round(1000 * (reaction.at_s - began_s))),
            }
            for reaction in agent.reactions
        ],
        "annotations": [json.loads(annotation.text) for annotation in agent.annotations],
        "latency_ms": round(1000 * latency_s),
        "work_products": [
            {
                "name": attachment.name,
                "content_base64": base64.b64encode(
                    (folder / attachment.file.path).read_bytes()
                ).decode(),
                "mime_type": attachment.mime_type,
            }
            for attachment in agent.files
        ],
    }


def _messages(file: KeptFile | None, folder: Path) -> list[Any]:
    """The messages that came; what was no message has no place here."""
    if file is None:
        return []
    messages, _ = messages_in((folder / file.path).read_bytes())
    return [message for message in messages if isinstance(message, dict)]
