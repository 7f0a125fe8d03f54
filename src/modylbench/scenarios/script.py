"""What the human says, as authors write it: beats, follow-ups and their conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Name, Spec
from modylbench.products.scalars import Label, Number

Channel = Literal["voice", "chat", "screen", "annotation", "reaction"]
Phase = Literal["context", "work", "edge_case", "delivery"]
Response = Literal["acknowledgement", "answer", "clarification", "work_product", "pushback"]
Purpose = Literal["clarification", "correction", "tangent", "check", "request", "challenge"]
Severity = Literal["critical", "major", "minor"]
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
EDGE_CASE_BEAT = 7  # SPEC 1


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


class ScriptedUtterance(Spec):
    """One thing the human may say, and what a good agent does about it.

    `answer` is what a perfect agent says; `speaker` the participant who says it, the first of the
    card where none is named.
    """

    say: Annotated[str, Field(min_length=2)]
    expects: Annotated[str, Field(min_length=8)]
    answer: str = ""
    speaker: Name | None = None
    response: Response = "work_product"
    channel: Channel = "voice"
    wait_sec: Annotated[float, Field(gt=0, le=600)] = 60
    when: Condition | None = None
    attach: tuple[Label, ...] = ()
    mutations: tuple[ScriptedMutation, ...] = ()


class Slot(Spec):
    """One human utterance: the first alternative whose condition holds; the last has none."""

    purpose: Purpose = "request"
    reaches: tuple[Name, ...] = ()
    ask: Annotated[tuple[ScriptedUtterance, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _last_is_unconditional(self) -> Slot:
        if self.ask[-1].when is not None:
            message = "the last alternative has a condition, expected none: something must be said"
            raise ValueError(message)
        if any(utterance.when is None for utterance in self.ask[:-1]):
            message = (
                "an alternative before the last has no condition, so those after it are never said"
            )
            raise ValueError(message)
        return self


class Beat(Spec):
    """A scripted utterance and its follow-ups; `reaches` names the milestones of the opening."""

    name: Name
    opening: ScriptedUtterance
    reaches: tuple[Name, ...] = ()
    follow_ups: Annotated[tuple[Slot, ...], Field(min_length=FOLLOW_UPS, max_length=FOLLOW_UPS + 1)]


class Script(Spec):
    """The whole meeting: eight beats, the seventh neutral (an edge case takes its place)."""

    beats: Annotated[tuple[Beat, ...], Field(min_length=BEATS, max_length=BEATS)]
    closing: Slot | None = None


class Signals(Spec):
    """Words that show an edge case was noticed, refused, or walked into."""

    detected: Annotated[tuple[Label, ...], Field(min_length=1)]
    pushed_back: Annotated[tuple[Label, ...], Field(min_length=1)]
    complied: Annotated[tuple[Label, ...], Field(min_length=1)]


class EdgeCaseScript(Spec):
    """A trap: what the human says in beat 7, and what right and wrong answers look like.

    `right_answer` is what a good agent says, `wrong_line` what one that walks into it says;
    `wrong_answer` describes the ways to walk into it. `forbidden` are expressions over quantities
    that hold only if the agent did what it was asked.
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
    opening: ScriptedUtterance
    follow_ups: Annotated[tuple[Slot, ...], Field(min_length=FOLLOW_UPS, max_length=FOLLOW_UPS)]


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
