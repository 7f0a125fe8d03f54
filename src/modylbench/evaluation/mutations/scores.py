"""How directly an agent came to its products: the scores of a trajectory (paper 3.6).

Each is a function of mutations, turns and expectations alone, and none depends on the order in
which products are listed. "Within two turns" and "the turn range" count turns that have a snapshot.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.snapshot import snapshot_hash
from modylbench.foundation.record import Record, Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.mutations.mutation import Expectation, Mutation, Trajectory

CHURN_TURNS = 2  # paper 3.6


class MutationScores(Spec):
    """The six scores of paper 3.6, `incorrect` (SPEC 5), and how many mutations they are of."""

    mutations: int
    correct: int
    incorrect: int
    efficiency: float | None
    convergence_rate: float | None
    backtracks: int
    churn: int
    destructive_edits: int
    missing: int


class TrajectoryScores(Record):
    """The scores in all and of every product that was made or expected."""

    overall: MutationScores
    products: dict[str, MutationScores]


def trajectory_scores(trajectory: Trajectory) -> TrajectoryScores:
    """The scores of a trajectory; a product is scored by its own mutations and expectations."""
    turns = [turn.turn_index for turn in trajectory.turns]
    made, asked = trajectory.mutations, trajectory.expected
    edited = {mutation.product_id for mutation in made}
    products = sorted(edited | {expected.product_id for expected in asked})
    return TrajectoryScores(
        overall=_scores(made, asked, turns),
        products={
            product: _scores(
                [mutation for mutation in made if mutation.product_id == product],
                [expected for expected in asked if expected.product_id == product],
                turns,
            )
            for product in products
        },
    )


def _scores(
    mutations: Sequence[Mutation], expected: Sequence[Expectation], turns: Sequence[int]
) -> MutationScores:
    return MutationScores(
        mutations=len(mutations),
        correct=sum(mutation.is_correct is True for mutation in mutations),
        incorrect=incorrect_mutations(mutations),
        efficiency=efficiency(mutations),
        convergence_rate=convergence_rate(mutations, turns),
        backtracks=backtracks(mutations),
        churn=churn(mutations, turns),
        destructive_edits=destructive_edits(mutations),
        missing=missing_mutations(expected),
    )


def efficiency(mutations: Sequence[Mutation]) -> float | None:
    """Correct mutations over all mutations (paper 3.6); None where there is none.

    Those of which nobody can say whether they are correct count among all: they were not asked for.
    """
    if not mutations:
        return None
    return sum(mutation.is_correct is True for mutation in mutations) / len(mutations)


def convergence_rate(mutations: Sequence[Mutation], turns: Sequence[int]) -> float | None:
    """The share of the range of turns that lies after the last mutation (paper 3.6).

    From 0 (changed in the last turn) to 1 (in the first alone). None without a mutation, and
    where all turns are one.
    """
    if not mutations or not turns or turns[0] == turns[-1]:
        return None
    last = max(mutation.turn_index for mutation in mutations)
    return (turns[-1] - last) / (turns[-1] - turns[0])


def backtracks(mutations: Sequence[Mutation]) -> int:
    """How many mutations brought a value back to what it was at some time before (paper 3.6).

    A place that is empty again after something came there counts too.
    """
    count = 0
    for states in _histories(mutations):
        earlier: set[str] = set()
        for _, old, new in states:
            count += new in earlier
            earlier.add(old)
    return count


def churn(mutations: Sequence[Mutation], turns: Sequence[int]) -> int:
    """How many changes were undone within two turns (paper 3.6): the value before it is back."""
    order = {turn_index: at for at, turn_index in enumerate(turns)}
    return sum(
        1
        for states in _histories(mutations)
        for at, (turn, old, _) in enumerate(states)
        if any(
            new == old and order[later] - order[turn] <= CHURN_TURNS
            for later, _, new in states[at + 1 :]
        )
    )


def destructive_edits(mutations: Sequence[Mutation]) -> int:
    """How many edits spoilt or removed what was right, or what nobody asked to remove.

    Paper 3.6: overwrites of previously correct values; ours besides: deletions and rewritten
    files that no turn asked for.
    """
    return sum(mutation.is_destructive for mutation in mutations)


def missing_mutations(expected: Iterable[Expectation]) -> int:
    """How many mutations that the scenario asks for never appeared (paper 3.6)."""
    return sum(expectation.met_at_turn is None for expectation in expected)


def incorrect_mutations(mutations: Sequence[Mutation]) -> int:
    """How many mutations are known to be wrong (SPEC 5)."""
    return sum(mutation.is_correct is False for mutation in mutations)


History = list[tuple[int, str, str]]
"""The turn of each mutation of one place, with the hashes of what it was before and after."""


def _histories(mutations: Sequence[Mutation]) -> Iterable[History]:
    """The mutations of each place; order and content of an item are two places."""
    histories: dict[tuple[str, str, bool], History] = defaultdict(list)
    for mutation in mutations:
        place = mutation.product_id, mutation.locator, mutation.mutation_type == "reorder"
        old, new = snapshot_hash(mutation.old), snapshot_hash(mutation.new)
        histories[place].append((mutation.turn_index, old, new))
    return histories.values()
