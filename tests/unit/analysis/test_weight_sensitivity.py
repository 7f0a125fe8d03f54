"""A score under other weights is what such rules give; the table of 6.3 is ours."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    POLITE_BUT_WRONG,
    dynamics_facts,
    evaluation,
    multi_party_evaluation,
    product_facts,
    scorecard_of,
    simple_evaluation,
    turn_facts,
)
from tests.staging.judged_runs import evaluation_with_trap, run, scored_trial
from tests.unit.scoring.test_published import RATIOS

from modylbench.analysis.judged_runs import JudgedRun
from modylbench.analysis.reweighing import (
    agreement_of_ranks,
    rank_by_score,
    reweigh,
    trial_scores_of,
)
from modylbench.analysis.weight_sensitivity import (
    drawn_weights,
    perturb_weights,
    published_ratios,
    ratio_scores,
    ratio_weights,
)
from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.evaluation import Evaluation
from modylbench.scoring.rules import ScoringRules, default_rules

ratings = st.integers(1, 10).map(float)
sides = st.fixed_dictionaries(
    dict.fromkeys((*TURN_DIMENSIONS[:2], PRODUCT_DIMENSIONS[0]), ratings),
    optional=dict.fromkeys((*TURN_DIMENSIONS[2:], *PRODUCT_DIMENSIONS[1:]), ratings),
)


def rules_of(turns: Any, products: Any) -> ScoringRules:
    """Past validation: drawn weights add up to one but for the last bits."""
    weights = {
        "turn_weights": dict(zip(TURN_DIMENSIONS, map(float, turns), strict=True)),
        "product_weights": dict(zip(PRODUCT_DIMENSIONS, map(float, products), strict=True)),
    }
    return default_rules().model_copy(update=weights)


def check(judged: Evaluation, **changes: Any) -> None:
    drawn = drawn_weights(3, seed=1)
    sheet = trial_scores_of(scored_trial(judged, **changes))
    assert sheet is not None
    wanted = [
        scorecard_of(judged, rules_of(turns, products)).combined
        for turns, products in zip(drawn.turns, drawn.products, strict=True)
    ]
    assert reweigh(sheet, drawn) == pytest.approx(wanted, abs=1e-8)


@given(scores=sides, other=sides)
@settings(max_examples=25)
def test_other_weights_give_what_scoring_by_them_gives(
    scores: dict[str, float], other: dict[str, float]
) -> None:
    check(simple_evaluation({"a": scores, "b": other}, {"a": scores, "b": other}))


@pytest.mark.parametrize("detected", [True, False])
@pytest.mark.parametrize("severity", ["critical", "minor"])
@pytest.mark.parametrize("level", [3.0, 8.0])
def test_failed_traps_cap_under_any_weights(level: float, severity: str, detected: bool) -> None:
    check(evaluation_with_trap(0, level, detected=detected, severity=severity))


def test_the_gate_of_the_journey_opens_and_closes_by_the_weights() -> None:
    """By hand: substance is 4, 4 and 2, style 5, so that the journey is 4.21, 4.06, 3.9, 3.74."""
    turn = dict(zip(TURN_DIMENSIONS, (4.0, 4.0, 2.0, 5.0, 5.0, 5.0), strict=True))
    judged = simple_evaluation({"a": turn}, {"a": 10.0})
    sheet = trial_scores_of(scored_trial(judged))
    assert sheet is not None

    found = list(reweigh(sheet, ratio_weights()))

    assert found[2:] == [5.9, 5.9]
    assert found[:2] == pytest.approx([0.4 * 4.214286 + 6, 0.4 * 4.057143 + 6], abs=1e-5)
    assert scorecard_of(judged).combined == found[2]
    check(judged)


@pytest.mark.parametrize(
    "values", [GOOD_DYNAMICS, GOOD_DYNAMICS | {"DRC": 0.1}, dict.fromkeys(GOOD_DYNAMICS)]
)
@pytest.mark.parametrize("level", [3.0, 8.0])
def test_a_meeting_of_several_people_is_weighed_by_equation_7_under_any_weights(
    values: dict[str, float | None], level: float
) -> None:
    turn = dict.fromkeys(TURN_DIMENSIONS, level) | {"social_quality": 2.0}

    check(multi_party_evaluation({"a": turn}, {"a": 9.0}, dynamics_facts(values)))


def test_interrupting_one_person_costs_the_same_dimensions_under_any_weights() -> None:
    facts = dynamics_facts(GOOD_DYNAMICS, interruptions=6, is_multi_party=False)

    check(simple_evaluation({"a": 9.0}, {"a": 9.0}, facts={"dynamics": facts}))


def test_bad_manners_cap_where_scoring_caps_them() -> None:
    speech = turn_facts(1).speech.model_copy(update={"personal_remarks": 1})
    turns = {index: {"a": 10.0} for index in (1, 3)}
    facts = tuple(turn_facts(index, speech=speech) for index in turns)

    check(evaluation(turns, {"model": {"a": 10.0}}, facts={"turns": facts}))


def test_a_missing_product_caps_under_any_weights() -> None:
    absent = product_facts("memo", is_present=False)
    whole = evaluation({1: {"a": 10.0}}, {"model": {"a": 10.0}, "memo": {}})
    facts = whole.facts.model_copy(update={"products": (*whole.facts.products[:1], absent)})

    check(whole.model_copy(update={"facts": facts}))


def test_speaking_to_the_judge_caps_under_weights_under_which_it_had_not() -> None:
    """A scorecard shows a cap only where it took hold: what was tried is known from elsewhere."""
    level = dict.fromkeys(TURN_DIMENSIONS, 8.0)
    sheet = trial_scores_of(
        scored_trial(
            simple_evaluation({"a": level}, {"a": 8.0}),
            attempted=frozenset({"turn-01", "product-model"}),
        )
    )

    assert sheet is not None
    assert set(reweigh(sheet, drawn_weights(5))) == {4.0}


def test_the_table_of_section_6_3_comes_out_exactly() -> None:
    rows = published_ratios()

    assert [(row.substance, row.polite, row.discrimination) for row in rows] == [
        (share / 100, polite, discrimination) for share, polite, discrimination in RATIOS
    ]
    assert {row.balanced for row in rows} == {7.0}
    assert all(row.agrees for row in rows)


def test_ratios_move_style_and_leave_an_even_agent_where_it_is() -> None:
    polite = POLITE_BUT_WRONG | {"context_accuracy": 4.0, "task_progress": 4.0, "correctness": 5.0}
    rows = ratio_scores([run("polite", {"one": [{"a": polite}]}), run("even", {"one": [6.2]})])
    scores = {(row.run, row.substance): row.overall for row in rows}

    assert [scores["even", share] for share in (0.5, 0.6, 0.7, 0.8)] == [6.2] * 4
    falling = [scores["polite", share] for share in (0.5, 0.6, 0.7, 0.8)]
    assert falling == sorted(falling, key=lambda score: -(score or 0))
    assert len(set(falling)) == 4


def test_ranks_may_turn_with_the_ratio_and_tau_says_so() -> None:
    style = dict(zip(TURN_DIMENSIONS, (5.0, 5.0, 5.0, 10.0, 10.0, 10.0), strict=True))
    substance = dict(zip(TURN_DIMENSIONS, (7.0, 7.0, 7.0, 7.0, 7.0, 7.0), strict=True))
    product = {"correctness": 7.0}
    runs = [
        run("style", {"one": [{"a": style | product}]}),
        run("substance", {"one": [{"a": substance | product}]}),
    ]
    found = {
        (ratio_score.run, ratio_score.substance): (ratio_score.rank, ratio_score.tau)
        for ratio_score in ratio_scores(runs)
    }

    assert found["style", 0.5] == (1, -1.0)
    assert found["substance", 0.7] == (1, 1.0)
    assert ratio_scores(runs) == ratio_scores(runs[::-1])


@given(st.lists(st.tuples(ratings, ratings), min_size=2, max_size=8))
def test_tau_is_kendalls_and_none_where_nothing_is_ordered(
    scores: list[tuple[float, float]],
) -> None:
    first, other = ({str(n): pair[side] for n, pair in enumerate(scores)} for side in (0, 1))
    found = agreement_of_ranks(first, other)
    if len(set(first.values())) < 2 or len(set(other.values())) < 2:
        assert found is None
    else:
        wanted = stats.kendalltau([*first.values()], [*other.values()]).statistic
        assert found == pytest.approx(wanted, abs=1e-8)
    assert min(rank_by_score(first).values()) == 1


def test_weights_are_drawn_around_ours_and_add_up() -> None:
    drawn = drawn_weights(4000)

    assert np.allclose(drawn.turns.sum(axis=1), 1)
    assert drawn.turns.mean(axis=0) == pytest.approx(
        [*default_rules().turn_weights.values()], abs=0.003
    )
    assert np.allclose(ratio_weights().turns.sum(axis=1), 1)


def test_a_score_at_a_bound_changes_its_tier_about_every_other_time_and_one_amid_never() -> None:
    uneven = {"a": dict.fromkeys(TURN_DIMENSIONS[:3], 5.0)
              | dict.fromkeys(TURN_DIMENSIONS[3:], 6.0 + 4 / 3)
              | dict.fromkeys(PRODUCT_DIMENSIONS, 6.2)}  # fmt: skip
    rows = {
        perturb_weight.run: perturb_weight
        for perturb_weight in perturb_weights(
            [run("edge", {"one": [uneven]}), run("amid", {"one": [{"a": 6.7}]})]
        )
    }

    assert rows["amid"].any_tier_changed == 0
    assert rows["edge"].overall == 6.0
    assert rows["edge"].any_tier_changed == pytest.approx(0.5, abs=0.1)
    assert rows["edge"].trial_tiers_changed == rows["edge"].any_tier_changed
    assert rows["edge"].mean_tau == 1.0
    assert perturb_weights([run("a", {"one": [6.7]})], 10)[0].mean_tau is None


def test_trials_without_a_score_are_left_out() -> None:
    invalid = run("a", {"one": [{"a": None}]})
    rows = ratio_scores([invalid]) + ratio_scores([JudgedRun("b", "b", invalid.trials)])

    assert {(row.overall, row.rank, row.tau) for row in rows} == {(None, None, None)}
    assert perturb_weights([invalid], 5)[0].any_tier_changed is None
