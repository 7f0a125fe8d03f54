"""The records of every edit of a meeting, and of what was expected of it."""

from __future__ import annotations

from typing import Any

from modylbench.evaluation.mutations.edit import LocatorKind  # pydantic reads it
from modylbench.foundation.record import Record, Spec
from modylbench.scenarios.scenario import ExpectedMutation


class Mutation(Spec):
    """One edit of one product in one turn (paper 3.6: WorkProductMutation).

    `is_correct` is None where nobody can say. `is_destructive`: it made something go or wrong
    that was right, or took away what no turn asked to take away.
    """

    turn_index: int
    product_id: str
    mutation_type: str
    locator: str
    locator_kind: LocatorKind = "pointer"
    old: Any = None
    new: Any = None
    after: str | None = None
    is_correct: bool | None = None
    is_destructive: bool = False


class Expectation(ExpectedMutation):
    """A mutation that a turn asks for, and the turn by whose end it was there; None: never."""

    met_at_turn: int | None = None


class TurnState(Spec):
    """The hash of every product as it stood at the end of a turn, by id."""

    turn_index: int
    hashes: dict[str, str]


class UnreadProduct(Spec):
    """A product that could not be read at a turn, and why; it then counts as unchanged."""

    turn_index: int
    product_id: str
    reason: str


class Trajectory(Record):
    """How every product of a meeting came about (paper 3.6: MutationTrajectory)."""

    turns: tuple[TurnState, ...] = ()
    mutations: tuple[Mutation, ...] = ()
    expected: tuple[Expectation, ...] = ()
    unread: tuple[UnreadProduct, ...] = ()
