"""Switching a layer off gives what scoring without it gives."""

import pytest
from tests.staging.evaluations import POLITE_BUT_WRONG, rules_with, scorecard_of
from tests.staging.judged_runs import evaluation_with_trap, run, scored_trial

from modylbench.analysis.ablation import ABLATIONS, NAIVE, Ablation, ablations, published_agent
from modylbench.analysis.judged_runs import JudgedRun

PRODUCT = {"correctness": 6.3, "completeness": 6.3, "actionability": 6.3}


def by_layers(rows: tuple[Ablation, ...]) -> dict[tuple[int, ...], Ablation]:
    return {row.layers_off: row for row in rows}


def test_the_polite_agent_gains_what_section_6_2_says() -> None:
    level = {"a": POLITE_BUT_WRONG | PRODUCT}
    rows = by_layers(ablations([run("polite", {"one": [level]})]))

    assert rows[()].overall == 5.38
    assert rows[2,].overall == 5.42
    assert rows[1, 2, 3].overall == rows[NAIVE].overall == 5.98
    assert rows[NAIVE].difference == 0.6


def test_the_check_rows_are_the_papers() -> None:
    rows = published_agent()

    assert [row.turn for row in rows] == [5.50, 4.10, 4.0]
    assert (rows[0].combined, rows[2].combined) == (5.98, 5.38)
    assert all(row.agrees for row in rows)


def test_without_layer_6_the_best_run_counts() -> None:
    rows = by_layers(ablations([run("a", {"one": [5.0, 8.0], "two": [7.0, 6.0]})]))

    assert (rows[()].overall, rows[6,].overall) == (5.5, 7.5)
    assert (rows[()].trial_mean, rows[6,].trial_difference) == (6.5, 0.0)


@pytest.mark.parametrize(
    ("off", "layers"), [((1,), "weights"), ((2,), "floors"), ((3,), "pessimism")]
)
def test_each_layer_is_switched_by_the_rules_themselves(off: tuple[int], layers: str) -> None:
    evaluation = evaluation_with_trap(0, 8.0, detected=False)
    rows = by_layers(ablations([JudgedRun("a", "a", (scored_trial(evaluation),))]))

    assert rows[off].overall == scorecard_of(evaluation, rules_with(**{layers: False})).combined
    assert rows[()].overall == 5.9


def test_pessimism_shows_where_judges_are_far_apart() -> None:
    rows = by_layers(ablations([run("a", {"one": [{"a": 9.0, "b": 5.0}]})]))

    assert (rows[()].overall, rows[3,].overall, rows[3,].tiers_gained) == (5.0, 7.0, 1)


def test_what_cannot_be_scored_again_is_not_measured() -> None:
    whole = run("a", {"one": [8.0]}).trials[0]
    rows = ablations([JudgedRun("a", "a", (type(whole)(whole.card, {}),))])

    assert {row.layers_off for row in rows} == set(ABLATIONS)
    assert {(row.overall, row.difference, row.tiers_gained) for row in rows} == {(None,) * 3}
