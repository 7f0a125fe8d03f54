"""Free form, as authors write it (goals.yaml): what the human wants and knows, instead of lines."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Name, Spec
from modylbench.products.scalars import Label
from modylbench.scenarios.script import Condition, ScriptedUtterance, Where, Wording

Act = Literal["request", "again", "fact", "unknown", "follow_up", "closing"]
"""Asks for a goal, asks again, tells a fact, does not know, goes on in a trap, ends the meeting."""

LEAST_GOAL_WORDINGS = 5
MOST_PATIENCE = 6
SeveralWordings = Annotated[tuple[Wording, ...], Field(min_length=3)]


class Intent(Spec):
    """What something was said for: a goal, and the facts that were told.

    `was_met` says whether the goal that was pursued until then had been met; `is_model` whether a
    model chose the words.
    """

    act: Act
    goal: str
    facts: tuple[str, ...] = ()
    was_met: bool = False
    is_model: bool = False


class GoalScript(ScriptedUtterance):
    """Something the human wants: how it asks, when it has it, and how often it asks.

    `say` are the wordings of the request and `again` those of asking again; a goal is met where
    `met` holds of what the agent shows and said last. `needs` names the goals that must have been
    met before; where it says nothing, all that stand before it. `patience` counts the tries.
    """

    name: Name
    needs: tuple[Name, ...] | None = None
    again: SeveralWordings
    met: Condition
    reaches: tuple[Name, ...] = ()
    patience: Annotated[int, Field(ge=1, le=MOST_PATIENCE)] = 3

    @model_validator(mode="after")
    def _is_a_request(self) -> GoalScript:
        if len(self.wordings) < LEAST_GOAL_WORDINGS:
            message = f"has {len(self.wordings)} wordings, expected {LEAST_GOAL_WORDINGS} or more"
            raise ValueError(message)
        if self.when is not None:
            message = "found `when`, expected `met`: a goal is asked for until it is met"
            raise ValueError(message)
        return self


class Fact(Spec):
    """Something the human knows and tells when it is asked; `asked` are phrases of such a question.

    `question` is how a good agent asks for it.
    """

    name: Name
    asked: Annotated[tuple[Label, ...], Field(min_length=1)]
    question: Annotated[str, Field(min_length=8)]
    say: SeveralWordings
    where: Where = Field(default_factory=dict)


class Reactions(Spec):
    """What stands before a request: thanks, or that it was not what was asked for.

    `unknown` is said where the agent asks what nobody knows, `rest` after facts where something
    else was asked as well that nobody knows, and `later` after those that fit in one breath.
    """

    thanks: SeveralWordings
    unmet: SeveralWordings
    unknown: SeveralWordings
    rest: SeveralWordings
    later: SeveralWordings


class Goals(Spec):
    """goals.yaml: the goals in the order in which this person would naturally come to them.

    The first and the last keep their places. With `trap`, the edge case of the seed is tried at a
    drawn place between them, after the goals that it needs. The meeting ends when no goal is left
    that can be asked for, or at `most_turns` of the human's; whatever was not asked for by then is
    due at the closing.
    """

    goals: Annotated[tuple[GoalScript, ...], Field(min_length=2)]
    facts: tuple[Fact, ...] = ()
    reactions: Reactions
    closing: ScriptedUtterance
    most_turns: Annotated[int, Field(ge=3, le=100)]
    trap: bool = True

    @model_validator(mode="after")
    def _has_names(self) -> Goals:
        names = [goal.name for goal in self.goals]
        facts = [fact.name for fact in self.facts]
        for name in (*names, *facts):
            if [*names, *facts].count(name) > 1:
                message = f"found {name!r} twice, expected names of goals and facts to be unique"
                raise ValueError(message)
        for place, goal in enumerate(self.goals):
            later = [name for name in goal.needs or () if name not in names[:place]]
            if later:
                message = f"{goal.name} needs {later[0]!r}, expected a goal that stands before it"
                raise ValueError(message)
        return self
