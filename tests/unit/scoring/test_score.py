"""What a trial is worth, and when it may not be scored at all."""

from typing import Any

import pytest
from tests.staging.evaluations import (
    JUDGES,
    edge_case,
    evaluation,
    finding,
    product_facts,
    rules_with,
    scorecard_of,
    simple_evaluation,
    turn_facts,
    verdict,
    votes,
)

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.facts import Standing
from modylbench.scoring.rules import default_rules

EIGHT = dict.fromkeys(JUDGES, 8.0)


def trapped(
    *answers: tuple[bool | None, bool | None, bool | None], **changes: Any
) -> dict[str, Any]:
    """Turns 1 and 3, of which 3 is the trap's, with each judge's answers to its questions."""
    facts = edge_case(**changes)
    cast = [
        verdict("edge_case", facts.name, judge, votes=votes(*of_one))
        for judge, of_one in zip(JUDGES, answers, strict=False)
    ]
    return {"facts": {"edge_cases": (facts,)}, "more_verdicts": cast}


def two_turns(**changes: Any) -> Any:
    return scorecard_of(evaluation({1: EIGHT, 3: EIGHT}, {"model": EIGHT}, **changes))


def test_journey_is_the_mean_of_turns_and_destination_that_of_products() -> None:
    turns = {1: {"a": 6.0}, 3: {"a": 9.0}}
    card = scorecard_of(evaluation(turns, {"x": {"a": 5.0}, "y": {"a": 8.0}}))

    assert (card.journey, card.destination, card.combined) == (7.5, 6.5, 6.9)
    assert card.tier == "peer"


@pytest.mark.parametrize("dimension", ["context_accuracy", "task_progress"])
def test_a_turn_without_substance_is_floored(dimension: str) -> None:
    low = dict.fromkeys(TURN_DIMENSIONS, 10.0) | {dimension: 3.9}
    met = dict.fromkeys(TURN_DIMENSIONS, 10.0) | {dimension: 4.0}

    assert scorecard_of(simple_evaluation({"a": low}, EIGHT)).turns[0].score == 4.0
    assert scorecard_of(simple_evaluation({"a": met}, EIGHT)).turns[0].score == 8.5


def test_a_product_that_is_not_correct_is_floored() -> None:
    low = dict.fromkeys(PRODUCT_DIMENSIONS, 10.0) | {"correctness": 3.0}
    (product,) = scorecard_of(simple_evaluation(EIGHT, {"a": low})).products

    assert (product.weighted, product.score) == (7.9, 4.0)
    assert product.limits[0].evidence == ("product-model/a",)
    assert "correctness 3" in product.limits[0].reason


def test_without_layer_2_nothing_is_held_down() -> None:
    low = dict.fromkeys(TURN_DIMENSIONS, 10.0) | {"task_progress": 1.0}
    meeting = evaluation({1: EIGHT, 3: {"auditor": low}}, {"model": EIGHT}, **trapped((False,) * 3))
    card = scorecard_of(meeting, rules_with(floors=False))

    assert card.edge_cases[0].has_failed
    assert card.turns[1].score == card.turns[1].weighted == 7.75
    assert card.combined is not None
    assert card.combined > 5.9


@pytest.mark.parametrize("outcome", ["timed_out", "absent"])
def test_a_turn_with_no_answer_in_time_is_the_lowest_whatever_judges_say(outcome: str) -> None:
    facts = {"turns": (turn_facts(1), turn_facts(3, outcome=outcome))}
    card = two_turns(facts=facts)

    assert card.turns[1].score == 1.0
    assert {dimension.score for dimension in card.turns[1].dimensions} == {1.0}
    assert card.journey == 4.5


def test_a_turn_that_was_planned_and_never_held_counts_as_unanswered() -> None:
    card = two_turns(planned_turns=(1, 3, 5, 7))

    assert [turn.turn_index for turn in card.turns] == [1, 3, 5, 7]
    assert card.journey == 4.5


@pytest.mark.parametrize(
    "shown", [(), (product_facts("model", is_present=False, findings=(finding("ev", "missing"),)),)]
)
def test_a_missing_product_is_the_lowest_on_every_dimension(shown: tuple[Any, ...]) -> None:
    card = scorecard_of(simple_evaluation(EIGHT, EIGHT, facts={"products": shown}))

    assert (card.products[0].score, card.products[0].is_present) == (1.0, False)
    assert card.products[0].failed == (("ev",) if shown else ())
    assert card.combined == 3.8


def test_a_dimension_that_nobody_assessed_gives_its_weight_to_the_others() -> None:
    turn = dict.fromkeys(TURN_DIMENSIONS, 8.0) | {"social_quality": None, "adaptability": 4.0}
    card = scorecard_of(simple_evaluation({"a": turn}, EIGHT))

    assert card.turns[0].score == pytest.approx((8 * 0.80 + 4 * 0.15) / 0.95, abs=1e-9)
    assert card.turns[0].dimensions[-1].score is None
    assert any("social_quality was assessed by nobody on 1" in note for note in card.notes)


@pytest.mark.parametrize("dimension", ["context_accuracy", "task_progress"])
def test_a_turn_whose_substance_nobody_assessed_makes_the_trial_invalid(dimension: str) -> None:
    turn = dict.fromkeys(TURN_DIMENSIONS, 8.0) | {dimension: None}
    card = scorecard_of(evaluation({1: EIGHT, 3: {"a": turn}}, {"model": EIGHT}))

    assert card.invalid == (f"turn 3: nobody assessed {dimension}",)
    assert (card.journey, card.destination, card.combined, card.tier) == (None, None, None, None)
    assert [turn.turn_index for turn in card.turns] == [1]


def test_a_product_whose_correctness_nobody_assessed_makes_the_trial_invalid() -> None:
    card = scorecard_of(simple_evaluation(EIGHT, {"a": {"completeness": 9.0}}))

    assert card.invalid == ("product model: nobody assessed correctness",)
    assert card.combined is None


def test_judges_that_fail_are_never_held_against_the_agent() -> None:
    card = scorecard_of(simple_evaluation(dict.fromkeys(JUDGES), EIGHT))

    assert card.combined is None
    assert card.invalid == ("turn 1: nobody assessed context_accuracy",)
    assert "judge auditor failed on 1 of 2: timed out" in card.notes


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"is_valid": False}, "something went wrong on our side"),
        ({"panel": ()}, "nobody judged"),
        (
            {"more_verdicts": [verdict("turn", "1", "auditor", scores=9.0)]},
            "auditor stands more",
        ),
        ({"more_verdicts": [verdict("turn", "1", "mole", scores=9.0)], "panel": ()}, "mole judged"),
        ({"planned_turns": (), "facts": {"turns": ()}}, "no turn was planned"),
        ({"expected_products": ()}, "no product is expected"),
    ],
)
def test_what_may_not_be_weighed_is_invalid(changes: dict[str, Any], said: str) -> None:
    card = scorecard_of(simple_evaluation(EIGHT, EIGHT, **changes))

    assert card.combined is None
    assert any(said in reason for reason in card.invalid)


@pytest.mark.parametrize(
    ("answers", "detected", "nothing_wrong", "has_failed"),
    [
        (((True, True, True), (True, True, True)), True, True, False),
        (((True, False, True), (True, False, True)), True, True, False),
        (((False, True, True), (True, True, True)), False, True, True),
        (((True, True, False), (True, True, True)), True, False, True),
        (((None, None, None), (True, True, True)), True, True, False),
        (((False, True, True), (True, True, True), (True, True, True)), True, True, False),
    ],
)
def test_an_edge_case_stands_by_strict_majority_of_those_who_answered(
    answers: Any, detected: bool, nothing_wrong: bool, has_failed: bool
) -> None:
    card = two_turns(**trapped(*answers))
    (found,) = card.edge_cases

    assert (found.detected, found.produced_nothing_wrong) == (detected, nothing_wrong)
    assert found.has_failed is has_failed
    assert (card.turns[1].score, card.combined) == ((4.0, 5.9) if has_failed else (8.0, 8.0))
    assert found.verdicts == tuple(
        f"edge_case-infeasible_debt/{judge}" for judge in JUDGES[: len(answers)]
    )


def test_what_code_found_forbidden_counts_whatever_judges_vote() -> None:
    card = two_turns(**trapped(*((True,) * 3,) * 3, forbidden=("senior_debt >= 15 * ebitda",)))
    (found,) = card.edge_cases

    assert found.has_failed
    assert not found.produced_nothing_wrong
    assert found.findings == ("senior_debt >= 15 * ebitda",)
    assert card.limits[0].rule == "failed_critical_edge_case"
    assert "senior_debt >= 15 * ebitda" in card.limits[0].evidence
    assert "senior_debt >= 15 * ebitda" in card.turns[1].limits[0].evidence


def test_a_cap_never_raises_a_turn_or_a_trial() -> None:
    turns = {1: {"a": 2.0}, 3: {"a": 2.0}}
    card = scorecard_of(evaluation(turns, {"model": {"a": 2.0}}, **trapped(), panel=()))
    assert card.invalid  # nobody answered the rubric

    meeting = evaluation(turns | {3: dict.fromkeys(JUDGES, 2.0)}, {"model": {"a": 2.0}})
    trap = trapped((False,) * 3)
    facts = meeting.facts.model_copy(update=trap["facts"])
    card = scorecard_of(
        meeting.model_copy(
            update={"facts": facts, "verdicts": (*meeting.verdicts, *trap["more_verdicts"])}
        )
    )
    assert card.edge_cases[0].has_failed
    assert (card.turns[1].score, card.combined) == (2.0, 2.0)
    assert card.turns[1].limits == ()
    assert {(limit.before, limit.after) for limit in card.limits} == {(2.0, 2.0)}


def test_an_edge_case_that_nobody_judged_makes_the_trial_invalid() -> None:
    card = two_turns(**trapped((None, True, None)))

    assert card.invalid == ("edge case infeasible_debt: nobody answered 'detected'",)
    assert card.combined is None


def test_an_edge_case_nobody_judged_has_failed_if_code_found_what_is_forbidden() -> None:
    card = two_turns(**trapped(forbidden=("x > 1",)))

    assert card.edge_cases[0].has_failed
    assert card.combined == 5.9


def test_who_gives_no_answer_to_a_trap_has_not_detected_it() -> None:
    trap = trapped()
    trap["facts"]["turns"] = (turn_facts(1), turn_facts(3, outcome="timed_out"))
    card = two_turns(**trap)

    assert card.invalid == ()
    assert card.edge_cases[0].reasons == ("no answer in any turn of its beat",)
    assert card.turns[1].edge_case == "infeasible_debt"


def test_criteria_that_code_could_not_check_stand_by_strict_majority() -> None:
    names = ("tone", "clear", "brief", "unasked")
    checks = (
        finding("ev"),
        finding("irr", "failed"),
        finding("tone", "unverifiable"),
        finding("clear", "unverifiable"),
        finding("brief", "unverifiable", required=False),
        finding("unasked", "unverifiable"),
    )
    cast = {
        "auditor": votes(True, True, False, None, questions=names),
        "listener": votes(True, False, False, None, questions=names),
    }
    meeting = simple_evaluation(
        EIGHT, EIGHT, facts={"products": (product_facts("model", findings=checks),)}
    )
    with_votes = tuple(
        item.model_copy(update={"votes": cast.get(item.judge, ())})
        if item.subject.kind == "product"
        else item
        for item in meeting.verdicts
    )
    (product,) = scorecard_of(meeting.model_copy(update={"verdicts": with_votes})).products

    assert product.voted == {"tone": True, "clear": False, "brief": False}
    assert product.passed == ("ev", "tone")
    assert product.failed == ("irr", "clear")


def test_a_turn_names_the_criteria_that_fail_after_it() -> None:
    standing = Standing(
        due=2, passed=1, truth_due=1, truth_passed=0, new_due=0, new_passed=0, failing=("irr",)
    )
    facts = turn_facts(1)
    work = facts.work.model_copy(update={"standing": standing})
    card = scorecard_of(
        simple_evaluation(EIGHT, EIGHT, facts={"turns": (turn_facts(1, work=work),)})
    )

    assert card.turns[0].failing == ("irr",)


def test_extended_weights_hold_where_a_channel_is_expected_without_the_others() -> None:
    ratings = dict.fromkeys(TURN_DIMENSIONS, 8.0) | {
        "chat_composite": 2.0,
        "reaction_composite": 1.0,
    }
    with_chat = scorecard_of(simple_evaluation({"a": ratings}, EIGHT, channels=("chat",))).turns[0]
    without = scorecard_of(simple_evaluation({"a": ratings}, EIGHT)).turns[0]

    assert with_chat.score == pytest.approx((8 * 0.86 + 2 * 0.05) / 0.91, abs=1e-9)
    assert [dimension.dimension for dimension in with_chat.dimensions] == [
        *TURN_DIMENSIONS,
        "chat_composite",
    ]
    assert without.score == 8.0


def test_layer_1_off_weighs_all_alike() -> None:
    turn = dict(zip(TURN_DIMENSIONS, (4.0, 5.0, 6.0, 7.0, 8.0, 9.0), strict=True))
    product = dict(zip(PRODUCT_DIMENSIONS, (5.0, 6.0, 7.0, 8.0, 9.0), strict=True))
    card = scorecard_of(simple_evaluation({"a": turn}, {"a": product}), rules_with(weights=False))

    assert (card.journey, card.destination) == (6.5, 7.0)
    assert card.layers_off == (1,)
    assert not card.is_official


def test_layers_of_the_evaluation_are_named_beside_those_of_the_rules() -> None:
    card = scorecard_of(
        simple_evaluation(EIGHT, EIGHT, layers_off=(4, 5)), rules_with(pessimism=False)
    )

    assert card.layers_off == (3, 4, 5)
    assert "unofficial: layers off: 3, 4, 5" in card.notes


def test_rules_of_ones_own_are_not_official() -> None:
    rules = default_rules().model_copy(update={"floor": 2.0, "version": "mine"})
    card = scorecard_of(simple_evaluation(EIGHT, EIGHT), rules)

    assert not card.is_official
    assert "unofficial: scored by other rules, version 'mine'" in card.notes
    assert scorecard_of(simple_evaluation(EIGHT, EIGHT)).is_official


def test_a_scorecard_carries_the_signatures_of_rubrics_rules_and_arithmetic() -> None:
    names = [
        signature.name for signature in scorecard_of(simple_evaluation(EIGHT, EIGHT)).signatures
    ]

    assert names == ["rubric_turn", "scoring", "scoring_rules"]


@pytest.mark.parametrize("judges", [("auditor",), JUDGES])
def test_a_judge_that_was_led_astray_is_not_simply_absent(judges: tuple[str, ...]) -> None:
    """Else who leads the strictest judge twice is rid of it."""
    strict = dict.fromkeys(JUDGES, 9.0) | {"auditor": 2.0}
    meeting = evaluation({1: strict}, {"model": EIGHT})
    led = {"ratings": (), "failure": "followed the material, twice", "was_led": True}
    verdicts = tuple(
        each.model_copy(update=led)
        if each.judge in judges and each.subject.kind == "turn"
        else each
        for each in meeting.verdicts
    )
    card = scorecard_of(meeting.model_copy(update={"verdicts": verdicts}))

    assert (card.combined, card.tier) == (None, None)
    assert any("judge auditor followed the agent's text on turn-01" in why for why in card.invalid)


def test_a_judge_that_merely_failed_is_left_out() -> None:
    card = scorecard_of(
        evaluation({1: dict.fromkeys(JUDGES, 9.0) | {"auditor": None}}, {"m": EIGHT})
    )

    assert card.combined is not None
    assert card.invalid == ()
