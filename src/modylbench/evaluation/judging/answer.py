"""The JSON that a judge is asked to answer with, and the reading of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, ValidationError

from modylbench.foundation.errors import ModylBenchError, one_line, short_repr
from modylbench.foundation.record import Spec, place_of, problem_of
from modylbench.providers.models.json_answer import NoSingleObject, single_object

if TYPE_CHECKING:
    from collections.abc import Collection

    from modylbench.evaluation.judging.rubric import Rubric

Answer = TypeVar("Answer", bound=Spec)

LONGEST_TEXT = 2_000  # ours: what is longer is cut in the verdict; judgments.jsonl has it all
OBSERVATIONS = ("audio_observations", "visual_observations", "coherence_notes")


class MalformedAnswer(ModylBenchError):
    """An answer that cannot be used; the message tells the judge what is wrong with it."""


def _as_integer(number: object) -> object:
    """7.0 as 7: some services write every number with a point."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


class RatingAnswer(Spec):
    """One dimension: a whole number, or null with the reason."""

    score: Annotated[Annotated[int, Field(ge=1, le=10)] | None, BeforeValidator(_as_integer)]
    reason: str


class VoteAnswer(Spec):
    """One open question."""

    answer: bool | None
    reason: str = ""


class JudgeAnswer(Spec):
    """What a judge answers."""

    seal: str
    quotation: str
    ratings: dict[str, RatingAnswer]
    votes: dict[str, VoteAnswer] = Field(default_factory=dict)
    audio_observations: str = ""
    visual_observations: str = ""
    coherence_notes: str = ""


def answer_schema(rubric: Rubric, questions: tuple[str, ...]) -> dict[str, Any]:
    """The JSON schema of an answer to this rubric, with nothing left open."""
    text = {"type": "string"}
    score = or_null({"type": "integer", "minimum": 1, "maximum": 10})
    fields: dict[str, Any] = {
        "seal": text,
        "quotation": text,
        "ratings": closed_object(
            {name: closed_object({"reason": text, "score": score}) for name in rubric.dimensions}
        ),
    }
    if questions:
        vote = or_null({"type": "boolean"})
        fields["votes"] = closed_object(
            {name: closed_object({"reason": text, "answer": vote}) for name in questions}
        )
    if rubric.observes:
        fields |= dict.fromkeys(OBSERVATIONS, text)
    return closed_object(fields)


def parse_answer(text: str, rubric: Rubric, questions: tuple[str, ...]) -> JudgeAnswer:
    """The answer; raises MalformedAnswer."""
    answer = read_answer(text, JudgeAnswer)
    refuse_other_names("ratings", answer.ratings, rubric.dimensions)
    refuse_other_names("votes", answer.votes, questions)
    for name, rated in answer.ratings.items():
        if not rated.reason.strip():
            message = f"ratings.{name}.reason is empty, expected why"
            raise MalformedAnswer(message)
    return answer


def read_answer(text: str, kind: type[Answer]) -> Answer:
    """The one JSON object of an answer as a record; raises MalformedAnswer."""
    try:
        return kind.model_validate_json(json.dumps(single_object(text)))
    except NoSingleObject as error:
        raise MalformedAnswer(str(error)) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        message = f"{place_of(first['loc'])}: {problem_of(first)}"
        raise MalformedAnswer(one_line(message)) from error


def repair_text(wrong: str, seal: str) -> str:
    """What a model is told whose answer cannot be used."""
    return (
        f"Your answer cannot be used: {wrong}. Answer again, with nothing but the whole corrected "
        f'JSON object. The word that belongs into "seal" is still "{seal}".'
    )


def or_null(kind: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of this or null."""
    return {"anyOf": [kind, {"type": "null"}]}  # not a list of types, which some packages refuse


def closed_object(fields: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with these fields, all of them and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def refuse_other_names(field: str, found: Collection[str], expected: Collection[str]) -> None:
    """Raise MalformedAnswer where a field has other names than those that were asked about."""
    if set(found) != set(expected):
        missing, more = sorted({*expected} - {*found}), sorted({*found} - {*expected})
        message = f"{field}: missing are {missing}, unknown are {short_repr(more)}"
        raise MalformedAnswer(message)
