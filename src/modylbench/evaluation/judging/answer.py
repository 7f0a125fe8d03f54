"""Is a judge's answer the JSON that was asked for, and nothing that only looks like it?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from pydantic import Field, ValidationError

from modylbench.foundation.errors import ModylBenchError, one_line, quoted
from modylbench.foundation.record import Spec, place_of, problem_of

if TYPE_CHECKING:
    from modylbench.evaluation.judging.rubric import Rubric

LONGEST_ANSWER = 60_000  # ours: twenty times what a careful answer takes
LONGEST_TEXT = 2_000  # ours: what is longer is cut in the verdict; judgments.jsonl has it all
MOST_BRACES = 200  # ours: places at which an object may begin in a chatty answer
OBSERVATIONS = ("audio_observations", "visual_observations", "coherence_notes")


class Malformed(ModylBenchError):
    """An answer that cannot be used; the message tells the judge what is wrong with it."""


class Rated(Spec):
    """One dimension: a whole number, or null with the reason."""

    score: Annotated[int, Field(ge=1, le=10)] | None
    reason: str


class Voted(Spec):
    """One open question."""

    answer: bool | None
    reason: str = ""


class Answer(Spec):
    """What a judge answers."""

    seal: str
    quotation: str
    ratings: dict[str, Rated]
    votes: dict[str, Voted] = Field(default_factory=dict)
    audio_observations: str = ""
    visual_observations: str = ""
    coherence_notes: str = ""


def schema(rubric: Rubric, questions: tuple[str, ...]) -> dict[str, Any]:
    """The JSON schema of an answer to this rubric, with nothing left open."""
    text = {"type": "string"}
    score = _or_null({"type": "integer", "minimum": 1, "maximum": 10})
    fields: dict[str, Any] = {
        "seal": text,
        "quotation": text,
        "ratings": _object(
            {name: _object({"reason": text, "score": score}) for name in rubric.dimensions}
        ),
    }
    if questions:
        vote = _or_null({"type": "boolean"})
        fields["votes"] = _object(
            {name: _object({"reason": text, "answer": vote}) for name in questions}
        )
    if rubric.observes:
        fields |= dict.fromkeys(OBSERVATIONS, text)
    return _object(fields)


def checked(text: str, rubric: Rubric, questions: tuple[str, ...]) -> Answer:
    """The answer; raises Malformed."""
    found = _only_object(text)
    try:
        answer = Answer.model_validate_json(json.dumps(found))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        message = f"{place_of(first['loc'])}: {problem_of(first)}"
        raise Malformed(one_line(message)) from error
    _refuse_other_names("ratings", set(answer.ratings), set(rubric.dimensions))
    _refuse_other_names("votes", set(answer.votes), set(questions))
    for name, rated in answer.ratings.items():
        if not rated.reason.strip():
            message = f"ratings.{name}.reason is empty, expected why"
            raise Malformed(message)
    return answer


def _or_null(kind: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [kind, {"type": "null"}]}  # not a list of types, which some packages refuse


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _refuse_other_names(field: str, found: set[str], expected: set[str]) -> None:
    if found != expected:
        missing, more = sorted(expected - found), sorted(found - expected)
        message = f"{field}: missing are {missing}, unknown are {quoted(more)}"
        raise Malformed(message)


def _only_object(text: str) -> dict[str, Any]:
    """The one JSON object in the text, whatever chat or code fence stands around it."""
    if len(text) > LONGEST_ANSWER:
        message = f"the answer has {len(text):,} characters, expected one short JSON object"
        raise Malformed(message)
    objects: list[dict[str, Any]] = []
    decoder = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_without_twins)
    at, tried = text.find("{"), 0
    while at >= 0 and tried < MOST_BRACES:
        tried += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):  # ValueError: a number of thousands of digits, too
            end = at + 1
        else:
            objects.append(value)
        at = text.find("{", end)
    if len(objects) != 1:
        message = f"found {len(objects)} JSON objects in the answer, expected exactly one, complete"
        raise Malformed(message)
    return objects[0]


def _refuse_constant(constant: str) -> NoReturn:
    message = f"found {constant}, expected a whole number from 1 to 10 or null"
    raise Malformed(message)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key stands twice in one object"
        raise Malformed(message)
    return found
