"""How the agent takes part in a meeting of several people is scored by SPEC 7, worked by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    edge_case,
    moment,
    multi_party_evaluation,
    rules_with,
    scorecard_of,
    simple_evaluation,
    turn_facts,
)

from modylbench.evaluation.facts import DynamicsMeasure
from modylbench.scoring.rules import default_rules, paper_rules
from modylbench.scoring.scorecard import Scorecard

SYMBOLS = list(GOOD_DYNAMICS)
MIXED = {
    "RC-PSI": 1.0, "DRC": 0.8, "BSP": 0.6, "SAA": None,  # 0.8
    "FYL": 0.5, "CRT": 0.5, "FPE": 0.5,  # 0.5
    "RLDS": None, "PPN": 0.9, "BPR": 0.7,  # 0.8
    "CNS": 0.0, "PABS": 1.0,  # 0.5
}  # fmt: skip
EIGHT, SIX, TEN = {"a": 8.0}, {"a": 6.0}, {"a": 10.0}


def among_several(values: Any, turn: Any = EIGHT, product: Any = SIX, **changes: Any) -> Scorecard:
    rules = changes.pop("rules", None)
    facts = dynamics_facts(values, interruptions=changes.pop("interruptions", 0))
    return scorecard_of(multi_party_evaluation(turn, product, facts, **changes), rules)


def with_one(values: Any, *, interruptions: int = 0, turn: Any = TEN, rules: Any = None) -> Any:
    facts = dynamics_facts(values, interruptions=interruptions, is_multi_party=False)
    return scorecard_of(simple_evaluation(turn, TEN, facts={"dynamics": facts}), rules)


def test_a_dimension_is_one_and_nine_times_the_mean_of_its_metrics_that_have_a_value() -> None:
    dynamics = among_several(MIXED).dynamics

    assert dynamics is not None
    scores = {part.dimension: part.score for part in dynamics.dimensions}
    assert scores == {"coordination": 8.2, "floor": 5.5, "prosody": 8.2, "social": 5.5}
    saa = dynamics.dimensions[0].metrics[3]
    assert (saa.symbol, saa.value, saa.reason) == ("SAA", None, "nobody spoke")
    assert (dynamics.norms, dynamics.counts) == ("ami 1", True)


def test_no_noise_of_floats_is_in_a_dimension() -> None:
    """The mean of 1, 0.5 and 1 has no end; the dimension is 8.5 and nothing less."""
    dynamics = among_several(GOOD_DYNAMICS | {"FYL": 0.5}).dynamics

    assert dynamics is not None
    assert dynamics.dimensions[1].score == 8.5


def test_equation_7_weighs_turns_dynamics_and_products() -> None:
    card = among_several(MIXED)

    assert card.dynamics is not None
    assert card.dynamics.score == 7.12  # .35 x 8.2 + .25 x 5.5 + .25 x 8.2 + .15 x 5.5
    assert (card.journey, card.destination) == (8.0, 6.0)
    assert card.combined == card.by_paper == 7.48  # .60 x 8 + .25 x 7.12 + .15 x 6
    assert (card.tier, card.limits) == ("peer", ())


def test_a_dimension_without_any_metric_gives_its_weight_to_the_others() -> None:
    card = among_several(MIXED | {"PPN": None, "BPR": None})

    assert card.dynamics is not None
    assert card.dynamics.dimensions[2].score is None
    assert card.dynamics.score == pytest.approx((0.35 * 8.2 + 0.25 * 5.5 + 0.15 * 5.5) / 0.75)
    told = "dynamics: prosody could not be measured: the others have the weight"
    assert told in card.notes


def test_where_nothing_could_be_measured_turns_and_products_have_the_weight() -> None:
    card = among_several(dict.fromkeys(SYMBOLS))

    assert card.dynamics is not None
    assert card.dynamics.score is None
    assert card.combined == pytest.approx((0.60 * 8 + 0.15 * 6) / 0.75)
    assert card.limits == ()
    assert "dynamics: nothing could be measured: their weight went to turns and products" in (
        card.notes
    )


def test_a_metric_that_was_not_measured_at_all_has_no_value_and_a_reason() -> None:
    dynamics = among_several({"DRC": 1.0}).dynamics

    assert dynamics is not None
    psi = dynamics.dimensions[0].metrics[0]
    assert (psi.value, bool(psi.reason)) == (None, True)
    assert dynamics.score == 10.0


@pytest.mark.parametrize(
    ("values", "interruptions", "rule", "reason"),
    [
        ({"DRC": 0.69}, 0, "hard_fail_DRC", "DRC is 0.69: under 0.7"),
        ({"BSP": 0.49}, 0, "hard_fail_BSP", "BSP is 0.49: under 0.5"),
        ({}, 6, "hard_fail_interruptions", "6 competitive interruptions, more than 5"),
    ],
)
def test_a_hard_fail_holds_the_meeting_below_every_tier_and_is_named(
    values: dict[str, float], interruptions: int, rule: str, reason: str
) -> None:
    card = among_several(GOOD_DYNAMICS | values, TEN, TEN, interruptions=interruptions)

    assert (card.combined, card.tier) == (5.9, None)
    assert [(limit.rule, limit.reason) for limit in card.limits] == [(rule, reason)]
    assert card.by_paper == 5.9
    assert card.effective_caps == (rule,)


@pytest.mark.parametrize(
    ("values", "interruptions"),
    [({"DRC": 0.70, "BSP": 0.50}, 5), ({"DRC": None, "BSP": None}, 0)],
)
def test_at_the_bound_and_without_a_value_nothing_fails(
    values: dict[str, float | None], interruptions: int
) -> None:
    card = among_several(GOOD_DYNAMICS | values, TEN, TEN, interruptions=interruptions)

    assert card.limits == ()
    assert card.tier == "consultant"


def test_a_hard_fail_points_at_the_events_that_were_not_as_they_should_be() -> None:
    moments = tuple(moment(at_s=number, value=value) for number, value in enumerate((1.0, 0.0)))
    drc = DynamicsMeasure(symbol="DRC", value=0.5, moments=moments)
    facts = dynamics_facts({}, measures=(drc,), interruptions=6)

    card = scorecard_of(multi_party_evaluation(TEN, TEN, facts))

    places = {limit.rule: limit.evidence for limit in card.limits}
    assert places["hard_fail_DRC"] == ("dynamics/DRC-1",)
    assert places["hard_fail_interruptions"][0] == "dynamics/competitive_interruption-0"
    assert len(places["hard_fail_interruptions"]) == 6


def test_a_hard_fail_leaves_no_tier_where_tiers_begin_lower() -> None:
    tiers = {"peer": 3.0, "mentor": 7.5, "consultant": 9.0}
    rules = default_rules().model_copy(update={"tiers": tiers})

    assert among_several(GOOD_DYNAMICS | {"DRC": 0.1}, rules=rules).tier is None
    assert among_several(GOOD_DYNAMICS, rules=rules).tier is not None


def test_hard_fails_stand_beside_the_caps_of_edge_cases_the_highest_first() -> None:
    case = edge_case(severity="minor", turns=(1,), forbidden=("x > 1",))
    facts = {"edge_cases": (case,), "turns": (turn_facts(1, edge_case=case.name),)}

    card = among_several(GOOD_DYNAMICS | {"BSP": 0.0}, TEN, TEN, facts=facts)

    assert [limit.rule for limit in card.limits] == [
        "failed_minor_edge_case", "hard_fail_BSP"
    ]  # fmt: skip


def test_without_layer_1_the_dimensions_have_equal_weights() -> None:
    card = among_several(MIXED, rules=rules_with(weights=False))

    assert card.dynamics is not None
    assert card.dynamics.score == 6.85
    assert card.combined == 7.4125  # the parts of equation 7 keep their weights


def test_without_layer_2_nothing_fails_and_interrupting_costs_nothing() -> None:
    rules = rules_with(floors=False)

    several = among_several(GOOD_DYNAMICS | {"DRC": 0.0}, TEN, TEN, interruptions=9, rules=rules)
    one = with_one(GOOD_DYNAMICS, interruptions=9, rules=rules)

    assert several.limits == () == one.limits
    assert several.combined == pytest.approx(0.75 * 10 + 0.25 * (0.35 * 7.75 + 0.65 * 10))
    assert one.combined == 10.0


def test_layers_that_are_switched_elsewhere_leave_dynamics_alone() -> None:
    whole = among_several(MIXED)

    for layer in (3, 4, 5):
        changes: dict[str, Any] = {"layers_off": (layer,)} if layer > 3 else {}
        rules = default_rules().without_layers((layer,))
        assert among_several(MIXED, rules=rules, **changes).dynamics == whole.dynamics


def test_with_one_person_dynamics_are_reported_and_not_added() -> None:
    plain = scorecard_of(simple_evaluation(TEN, TEN))
    card = with_one({**MIXED, "DRC": 0.0}, interruptions=5)

    assert (card.combined, card.limits) == (plain.combined, ())
    assert card.turns == plain.turns
    assert card.dynamics is not None
    assert not card.dynamics.counts
    assert card.counted_dynamics is None
    assert "coordination" not in card.scores_by_dimension()
    assert (card.metrics["DRC"], card.metrics["SAA"]) == (0.0, None)
    assert card.metrics["competitive_interruptions"] == 5


def test_with_several_people_the_metrics_stand_under_dynamics_alone() -> None:
    card = among_several(MIXED, interruptions=2)

    assert "DRC" not in card.metrics
    assert card.metrics["competitive_interruptions"] == 2
    assert card.scores_by_dimension()["floor"] == [5.5]


def test_interrupting_one_person_caps_two_dimensions_of_every_turn() -> None:
    card = with_one(GOOD_DYNAMICS, interruptions=6)

    turn = card.turns[0]
    scores = {score.dimension: score.score for score in turn.dimensions}
    assert (scores["social_quality"], scores["adaptability"]) == (1.0, 4.0)
    assert scores["context_accuracy"] == 10.0
    assert (turn.weighted, turn.score) == (10.0, 8.65)  # .80 x 10 + .15 x 4 + .05 x 1
    limit = turn.limits[0]
    assert (limit.rule, limit.before, limit.after) == ("interruptions", 10.0, 8.65)
    assert len(limit.evidence) == 6
    told = (
        "6 competitive interruptions, more than 5 in the meeting: social_quality at most 1, "
        "adaptability at most 4"
    )
    assert limit.reason == told
    assert told in card.notes


def test_who_keeps_cutting_in_on_one_person_is_no_consultant() -> None:
    card = with_one(GOOD_DYNAMICS, interruptions=6)

    (limit,) = card.limits
    assert (limit.rule, limit.before, limit.after) == ("manners", 0.4 * 8.65 + 0.6 * 10, 8.9)
    assert limit.reason == "6 competitive interruptions, more than 5: it talks over the person"
    assert len(limit.evidence) == 6
    assert (card.combined, card.tier) == (8.9, "mentor")


def test_interrupting_takes_nothing_from_a_turn_that_has_less() -> None:
    low = {"a": {"context_accuracy": 8.0, "task_progress": 8.0, "adaptability": 2.0}}

    turn = with_one(GOOD_DYNAMICS, interruptions=6, turn=low).turns[0]

    assert turn.limits == ()
    assert {score.dimension: score.score for score in turn.dimensions}["adaptability"] == 2.0


def test_the_floor_of_a_turn_comes_after_what_interrupting_takes() -> None:
    wrong = {"a": dict(with_all(10.0), context_accuracy=3.0)}

    turn = with_one(GOOD_DYNAMICS, interruptions=6, turn=wrong).turns[0]

    assert [limit.rule for limit in turn.limits] == ["interruptions", "floor"]
    assert turn.limits[1].before == turn.limits[0].after == 6.9
    assert turn.score == 4.0


def with_all(score: float) -> dict[str, float | None]:
    return dict.fromkeys(default_rules().turn_weights, score)


def test_by_the_papers_own_rules_interrupting_one_person_costs_nothing() -> None:
    assert with_one(GOOD_DYNAMICS, interruptions=6).by_paper == 10.0
    assert with_one(GOOD_DYNAMICS, interruptions=6, rules=paper_rules()).combined == 10.0


def test_a_meeting_of_several_whose_dynamics_nobody_measured_has_no_score_and_says_so() -> None:
    card = scorecard_of(multi_party_evaluation(TEN, TEN, None))

    assert (card.combined, card.tier, card.by_paper) == (None, None, None)
    assert card.invalid == (
        "the meeting has several people and its dynamics were not measured: evaluate it again",
    )


def test_with_one_person_nothing_has_to_be_measured() -> None:
    card = scorecard_of(simple_evaluation(TEN, TEN))

    assert (card.combined, card.dynamics) == (10.0, None)
    assert card.metrics["competitive_interruptions"] is None


shares = st.one_of(st.none(), st.floats(0, 1))
measured = st.fixed_dictionaries(dict.fromkeys(SYMBOLS, shares))
levels = st.integers(10, 100).map(lambda tenths: {"a": tenths / 10})


@given(values=measured, turn=levels, product=levels, interruptions=st.integers(0, 9))
def test_a_hard_fail_never_raises_a_score(
    values: dict[str, float | None], turn: Any, product: Any, interruptions: int
) -> None:
    card = among_several(values, turn, product, interruptions=interruptions)
    free = among_several(
        values, turn, product, interruptions=interruptions, rules=rules_with(floors=False)
    )

    assert card.combined is not None
    assert free.combined is not None
    assert card.combined <= free.combined
    if any(limit.rule.startswith("hard_fail") for limit in card.limits):
        assert card.combined <= 5.9
        assert card.tier is None


@given(values=measured, names=st.permutations(SYMBOLS))
def test_the_order_of_metrics_changes_nothing(
    values: dict[str, float | None], names: list[str]
) -> None:
    assert among_several({name: values[name] for name in names}) == among_several(values)


@given(values=measured, symbol=st.sampled_from(SYMBOLS), more=st.floats(0, 1))
def test_a_better_metric_never_costs(
    values: dict[str, float | None], symbol: str, more: float
) -> None:
    before = values[symbol] or 0.0
    low = among_several(values | {symbol: before})
    high = among_several(values | {symbol: max(before, more)})

    assert low.combined is not None
    assert high.combined is not None
    assert high.combined >= low.combined


@given(values=measured, turn=levels, interruptions=st.integers(0, 9))
def test_a_score_stays_on_the_scale(
    values: dict[str, float | None], turn: Any, interruptions: int
) -> None:
    several = among_several(values, turn, interruptions=interruptions)
    one = with_one(values, turn=turn, interruptions=interruptions)

    for card in (several, one):
        assert card.combined is not None
        assert 1.0 <= card.combined <= 10.0
    for part in several.dynamics.dimensions if several.dynamics else ():
        assert part.score is None or 1.0 <= part.score <= 10.0
