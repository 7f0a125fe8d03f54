"""The scores of paper 3.6 are what a person works out by hand."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.oracle_meetings import SCENARIOS, Meeting, oracle_meeting, reference

from modylbench.evaluation.mutations.mutation import (
    Expectation,
    Mutation,
    Trajectory,
    TurnState,
)
from modylbench.evaluation.mutations.reference import Reference
from modylbench.evaluation.mutations.scores import (
    MutationScores,
    backtracks,
    churn,
    convergence_rate,
    efficiency,
    trajectory_scores,
)
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.scenarios.scenario import ExpectedMutation

TURNS = (1, 3, 5, 7, 9)


def made(
    turn: int,
    place: str,
    old: object,
    new: object,
    *,
    product: str = "p",
    **judged: bool | None,
) -> Mutation:
    return Mutation(
        turn_index=turn,
        product_id=product,
        mutation_type="update_cell",
        locator=place,
        old=old,
        new=new,
        is_correct=judged.get("correct"),
        is_destructive=bool(judged.get("destructive")),
    )


def wanted(product: str, met_at: int | None) -> Expectation:
    return Expectation(
        turn_index=1,
        product_id=product,
        mutation_type="add_row",
        path="/r",
        expected_value=None,
        met_at_turn=met_at,
    )


EXAMPLE = Trajectory(
    turns=tuple(TurnState(turn_index=turn, hashes={}) for turn in TURNS),
    mutations=(
        made(1, "", None, {"id": "p"}, correct=True),
        made(1, "", None, {"id": "q"}, product="q", correct=True),
        made(3, "/a", 1, 2),  # undone one turn later: churn
        made(5, "/a", 2, 1, correct=False),  # back to 1: a backtrack
        made(3, "/a", 1, 2, product="q", correct=True),  # undone three turns later: no churn
        made(7, "/r", None, {"id": "r"}, correct=True),
        made(9, "/a", 2, 1, product="q", correct=False, destructive=True),  # a backtrack
    ),
    expected=(wanted("p", 7), wanted("p", None), wanted("q", 1), wanted("s", None)),
)


def test_a_meeting_worked_out_by_hand() -> None:
    found = trajectory_scores(EXAMPLE)

    assert found.products["p"] == MutationScores(
        mutations=4,
        correct=2,
        incorrect=1,
        efficiency=2 / 4,
        convergence_rate=(9 - 7) / (9 - 1),
        backtracks=1,
        churn=1,
        destructive_edits=0,
        missing=1,
    )
    assert found.products["q"] == MutationScores(
        mutations=3,
        correct=2,
        incorrect=1,
        efficiency=2 / 3,
        convergence_rate=0.0,
        backtracks=1,
        churn=0,
        destructive_edits=1,
        missing=0,
    )
    assert found.products["s"] == MutationScores(
        mutations=0,
        correct=0,
        incorrect=0,
        efficiency=None,
        convergence_rate=None,
        backtracks=0,
        churn=0,
        destructive_edits=0,
        missing=1,
    )
    assert found.overall == MutationScores(
        mutations=7,
        correct=4,
        incorrect=2,
        efficiency=4 / 7,
        convergence_rate=0.0,
        backtracks=2,
        churn=1,
        destructive_edits=1,
        missing=2,
    )


@pytest.mark.parametrize(
    ("values", "returns", "undone"),
    [
        ([1, 2, 1], 1, 1),
        ([1, 2, 3, 1], 1, 1),  # the change to 2 is undone two turns later
        ([1, 2, 3, 4, 1], 1, 0),
        ([1, 2, 1, 2], 2, 2),
        ([1, 2, 3], 0, 0),
        ([None, 5, None], 1, 1),  # came and went
        ([1, True, 1.0], 1, 1),
    ],
)
def test_values_that_come_back(values: list[object], returns: int, undone: int) -> None:
    changes = [
        made(turn, "/a", old, new)
        for turn, (old, new) in zip(TURNS, pairwise(values), strict=False)
    ]

    assert backtracks(changes) == returns
    assert churn(changes, TURNS) == undone


def test_the_order_of_an_item_and_its_content_are_two_things() -> None:
    moved = made(3, "/r", "b", "a").model_copy(update={"mutation_type": "reorder"})

    assert backtracks([made(1, "/r", "a", "b"), moved]) == 0


def test_a_quiet_turn_between_counts_as_a_turn() -> None:
    assert churn([made(1, "/a", 1, 2), made(7, "/a", 2, 1)], TURNS) == 0
    assert churn([made(1, "/a", 1, 2), made(5, "/a", 2, 1)], TURNS) == 1


def test_one_turn_has_no_range_to_converge_in() -> None:
    assert convergence_rate([made(1, "/a", 1, 2)], [1]) is None
    assert convergence_rate([], TURNS) is None
    assert convergence_rate([made(1, "/a", 1, 2)], TURNS) == 1.0


random_mutations = st.lists(
    st.builds(
        made,
        st.sampled_from(TURNS),
        st.sampled_from(["", "/a", "/b"]),
        st.integers(0, 2) | st.none(),
        st.integers(0, 2) | st.none(),
        product=st.sampled_from("pq"),
        correct=st.none() | st.booleans(),
        destructive=st.booleans(),
    ),
    max_size=12,
).map(lambda found: tuple(sorted(found, key=lambda mutation: mutation.turn_index)))
random_trajectories = st.builds(
    lambda mutations, expected: EXAMPLE.model_copy(
        update={"mutations": mutations, "expected": tuple(expected)}
    ),
    random_mutations,
    st.lists(
        st.builds(wanted, st.sampled_from("pqs"), st.none() | st.sampled_from(TURNS)), max_size=5
    ),
)


@given(found=random_trajectories)
def test_scores_keep_their_bounds(found: Trajectory) -> None:
    scores = trajectory_scores(found)

    for part in (scores.overall, *scores.products.values()):
        assert part.efficiency is None or 0.0 <= part.efficiency <= 1.0
        assert part.convergence_rate is None or 0.0 <= part.convergence_rate <= 1.0
        assert part.correct + part.incorrect <= part.mutations
        assert max(part.backtracks, part.churn, part.destructive_edits) <= part.mutations
        assert part.missing <= len(found.expected)
        assert (part.efficiency is None) == (part.mutations == 0)
        assert part.backtracks > 0 or part.churn == 0


@given(found=random_trajectories)
def test_what_can_be_counted_adds_up_over_the_products(found: Trajectory) -> None:
    scores = trajectory_scores(found)

    for name in ("mutations", "correct", "incorrect", "backtracks", "churn", "missing"):
        parts = [getattr(part, name) for part in scores.products.values()]
        assert getattr(scores.overall, name) == sum(parts)


@given(found=random_trajectories, order=st.permutations("pq"))
def test_the_order_of_products_changes_nothing(found: Trajectory, order: list[str]) -> None:
    mixed = sorted(
        found.mutations,
        key=lambda mutation: (mutation.turn_index, order.index(mutation.product_id)),
    )

    other = found.model_copy(update={"mutations": tuple(mixed), "expected": found.expected[::-1]})

    assert trajectory_scores(other) == trajectory_scores(found)


@given(mutations=random_mutations)
def test_one_more_correct_mutation_never_lowers_efficiency(
    mutations: tuple[Mutation, ...],
) -> None:
    more = (*mutations, made(9, "/new", None, 1, correct=True))

    assert (efficiency(more) or 0.0) >= (efficiency(mutations) or 0.0)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_perfect_agent_is_as_efficient_as_can_be(name: str) -> None:
    scores = trajectory_scores(trajectory(oracle_meeting(name), {}, reference(name))).overall

    assert (scores.efficiency, scores.incorrect, scores.missing) == (1.0, 0, 0)
    assert scores.destructive_edits == 0


def test_an_agent_that_makes_all_at_the_end_converges_last() -> None:
    meeting = oracle_meeting("scientist")
    late: Meeting = [*((turn, []) for turn, _ in meeting[:-1]), meeting[-1]]

    scores = trajectory_scores(trajectory(late, {}, reference("scientist"))).overall

    assert scores.convergence_rate == 0.0
    assert scores.missing > 0  # values that were corrected on the way never appeared


def test_the_example_of_the_documentation_is_scored_as_it_says() -> None:
    page = (Path(__file__).parents[4] / "docs" / "mutations.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|", page, re.MULTILINE)
    said = re.search(r"^Four edits: (.*)\.$", page, re.MULTILINE)

    def shown(debt: str, tax: str) -> list[dict[str, object]]:
        cells = {"debt": {"y": {"value": int(debt)}}, "tax": {"y": {"value": int(tax)}}}
        lines = [{"id": own, "label": own, "cells": cell} for own, cell in cells.items()]
        sheet = {"id": "s", "name": "S", "columns": [{"id": "y", "label": "Y"}], "rows": lines}
        return [{"kind": "spreadsheet", "id": "p", "title": "P", "sheets": [sheet]}]

    def asked(turn: int, row: str, value: float) -> ExpectedMutation:
        path = f"/sheets/s/rows/{row}/cells/y/value"
        return ExpectedMutation(
            turn_index=turn,
            product_id="p",
            mutation_type="update_cell",
            path=path,
            expected_value=value,
        )

    wishes = Reference((asked(1, "debt", 30), asked(1, "tax", 5), asked(5, "debt", 20)))
    meeting = [(int(turn), shown(debt, tax)) for turn, debt, tax in rows]
    found = trajectory(meeting, {}, wishes)
    scores = trajectory_scores(found).overall

    assert [mutation.is_correct for mutation in found.mutations] == [True, False, True, None]
    assert said is not None
    assert said[1] == (
        f"efficiency {scores.efficiency}, convergence {scores.convergence_rate:.2f}, "
        f"backtracks {scores.backtracks}, churn {scores.churn}, "
        f"destructive {scores.destructive_edits}, missing {scores.missing}, "
        f"incorrect {scores.incorrect}"
    )
