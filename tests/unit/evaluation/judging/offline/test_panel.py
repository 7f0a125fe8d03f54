"""Members of the offline panel rate by evidence, and never the wrong way."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.judging import offline_facts
from tests.staging.judging.offline_facts import change_facts, verdict_of

from modylbench.evaluation.dimensions import (
    ABUSIVE,
    EDGE_CASE_QUESTIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.facts import (
    EdgeCaseFacts,
    ExpectedFigure,
    MeetingFacts,
    ProductFacts,
    ProductStanding,
    TurnFacts,
)
from modylbench.evaluation.judging.judge import OpenQuestion
from modylbench.evaluation.judging.offline.document import document
from modylbench.evaluation.judging.offline.evidence.work import changes_made
from modylbench.evaluation.judging.offline.members import (
    auditor_votes,
    listener_votes,
    viewer_votes,
)
from modylbench.evaluation.judging.offline.panel import (
    members,
    offline_panel,
    signature,
)
from modylbench.evaluation.verdicts import Rating
from modylbench.foundation.import_closure import import_closure

PANEL = offline_panel()
AUDITOR, LISTENER, VIEWER = PANEL
every_member = pytest.mark.parametrize("member", PANEL, ids=lambda member: member.card.name)
FOLDER = Path("src/modylbench/evaluation/judging/offline")


def scores(evidence: Any, of: Any = None) -> dict[tuple[str, str], float]:
    """What each member gives each dimension that it assesses."""
    return {
        (member.card.name, rating.dimension): rating.score
        for member in PANEL
        for rating in verdict_of(member, evidence, of).ratings
        if rating.score is not None
    }


def rating_of(member: Any, evidence: Any, dimension: str) -> Rating:
    ratings = verdict_of(member, evidence).ratings
    return next(rating for rating in ratings if rating.dimension == dimension)


def never_better(worse: Any, before: Any, of: Any = None) -> None:
    after, first = scores(worse, of), scores(before, of)
    assert set(first) <= set(after), "expected nothing to be hidden by a fault"
    risen = {key: (first[key], after[key]) for key in first if after[key] > first[key] + 1e-9}
    assert not risen


def test_a_perfect_turn_gets_a_full_score_wherever_it_is_assessed() -> None:
    given_scores = scores(offline_facts.TURN)

    assert set(given_scores.values()) == {10.0}
    for dimension in ("context_accuracy", "task_progress"):
        assert {name for name, of in given_scores if of == dimension} == {
            "auditor", "listener", "viewer",
        }  # fmt: skip
    assert {dimension for _, dimension in given_scores} == set(TURN_DIMENSIONS) - {"social_quality"}


def test_courtesy_is_not_assessed_where_nothing_was_found_wrong() -> None:
    ratings = verdict_of(LISTENER, offline_facts.TURN).ratings
    late = change_facts(
        offline_facts.TURN, timing=change_facts(offline_facts.TIMING, response_s=20)
    )

    assert next(r for r in ratings if r.dimension == "social_quality").score is None
    assert score_of(LISTENER, late, "social_quality") < 4


def test_an_answer_without_content_is_worth_nothing_where_words_were_asked_for() -> None:
    empty = change_facts(offline_facts.SPEECH, coverage=0.0, fillers=1.0, expected_figures=())
    asked = change_facts(offline_facts.TURN, expects="answer", purpose="check", speech=empty)
    worked = change_facts(offline_facts.TURN, speech=empty)

    for dimension in ("context_accuracy", "task_progress"):
        assert score_of(LISTENER, asked, dimension) == 1
    assert score_of(LISTENER, worked, "context_accuracy") > 4


def test_who_names_no_figure_in_a_whole_meeting_has_told_nobody_anything() -> None:
    wanted = ExpectedFigure(text="7%", value=0.07, unit="percent", given=False)
    vague = change_facts(offline_facts.SPEECH, expected_figures=(wanted,))
    turn = change_facts(offline_facts.TURN, purpose="request", speech=vague)
    once, throughout = offline_facts.meeting(turn), offline_facts.meeting(*[turn] * 12)

    assert score_of(LISTENER, turn, "task_progress", throughout) < 4
    assert score_of(LISTENER, turn, "task_progress", once) >= 5
    assert score_of(LISTENER, offline_facts.PRODUCT, "completeness", throughout) <= 2


def test_a_figure_of_the_question_is_none_of_the_answer() -> None:
    echoed = ExpectedFigure(text="15%", value=0.15, unit="percent", given=True, is_echo=True)
    wanted = ExpectedFigure(text="7%", value=0.07, unit="percent", given=False)
    speech = change_facts(offline_facts.SPEECH, expected_figures=(echoed, wanted))
    asked = change_facts(offline_facts.TURN, expects="answer", purpose="check", speech=speech)

    assert score_of(LISTENER, asked, "task_progress") <= 2


def test_a_perfect_product_gets_a_full_score_wherever_it_is_assessed() -> None:
    given_scores = scores(offline_facts.PRODUCT)

    assert set(given_scores.values()) == {10.0}
    for dimension in ("correctness", "completeness"):
        assert {name for name, of in given_scores if of == dimension} == {
            "auditor", "listener", "viewer",
        }  # fmt: skip
    assert {dimension for _, dimension in given_scores} == set(PRODUCT_DIMENSIONS)


@every_member
@given(facts=offline_facts.turns | offline_facts.products() | offline_facts.traps)
def test_every_rating_is_on_the_scale_with_a_reason_whatever_the_facts(
    member: Any, facts: Any
) -> None:
    verdict = verdict_of(member, facts, offline_facts.meeting(edge_cases=(offline_facts.TRAP,)))

    for rating in verdict.ratings:
        assert rating.score is None or 1 <= rating.score <= 10
        assert rating.reason
        assert rating.score is None or rating.reason.isprintable()
        assert all(name.isprintable() and len(name) < 200 for name in rating.evidence)


@given(turn=offline_facts.turns)
def test_somebody_always_rates_the_substance_of_a_turn(turn: TurnFacts) -> None:
    assessed = {dimension for _, dimension in scores(turn)}

    assert {"context_accuracy", "task_progress"} <= assessed


@given(product=offline_facts.products())
def test_somebody_always_rates_the_correctness_of_a_product(product: ProductFacts) -> None:
    assert "correctness" in {dimension for _, dimension in scores(product)}


@given(turn=offline_facts.turns, wrong=st.booleans())
def test_one_criterion_more_that_fails_raises_nothing_in_a_turn(
    turn: TurnFacts, *, wrong: bool
) -> None:
    stands = turn.work.standing
    if stands is None or not stands.truth_passed:
        return
    worse = change_facts(
        stands,
        passed=stands.passed - 1,
        truth_passed=stands.truth_passed - 1,
        new_passed=max(0, min(stands.new_passed, stands.passed - 1)),
        failing=(*stands.failing, "one_more"),
        wrong=(*stands.wrong, "one_more") if wrong else stands.wrong,
    )

    never_better(change_facts(turn, work=change_facts(turn.work, standing=worse)), turn)


@given(
    product=offline_facts.products(), verdict=st.sampled_from(["failed", "missing", "ambiguous"])
)
def test_one_criterion_more_that_fails_raises_nothing_in_a_product(
    product: ProductFacts, verdict: str
) -> None:
    passing = next((at for at, finding in enumerate(product.findings) if finding.passed), None)
    if passing is None:
        return
    findings = list(product.findings)
    findings[passing] = change_facts(findings[passing], verdict=verdict)

    never_better(change_facts(product, findings=tuple(findings)), product)


@given(
    turn=offline_facts.turns, fault=st.sampled_from(["contradiction", "false", "source", "attempt"])
)
def test_one_fault_more_raises_nothing_in_a_turn(turn: TurnFacts, fault: str) -> None:
    said = turn.speech
    match fault:
        case "contradiction":
            figure = offline_facts.figure("$1", agreement="contradicts", is_true=None)
            worse = change_facts(turn, speech=change_facts(said, figures=(*said.figures, figure)))
        case "false":
            figure = offline_facts.figure("$2", agreement="not_shown", is_true=False)
            worse = change_facts(turn, speech=change_facts(said, figures=(*said.figures, figure)))
        case "source":
            sources = (*said.ungrounded, offline_facts.CLEAR)
            worse = change_facts(turn, speech=change_facts(said, ungrounded=sources))
        case _:
            worse = change_facts(turn, attempts=(*turn.attempts, offline_facts.ATTEMPT))

    never_better(worse, turn)


@given(turn=offline_facts.turns, longer=offline_facts.seconds)
def test_waiting_talking_over_and_pausing_longer_raise_nothing(
    turn: TurnFacts, longer: float
) -> None:
    at = turn.timing
    late = change_facts(at, response_s=(at.response_s or 0) + longer)
    rude = change_facts(at, talk_over_s=at.talk_over_s + longer)
    slow = change_facts(at, longest_pause_s=(at.longest_pause_s or 0) + longer)

    for worse in (late, rude, slow):
        never_better(change_facts(turn, timing=worse), turn)


@given(
    product=offline_facts.products(),
    fault=st.sampled_from(["contradictions", "ungrounded", "attempts"]),
)
def test_one_fault_more_raises_nothing_in_a_product(product: ProductFacts, fault: str) -> None:
    more: dict[str, Any] = {
        "contradictions": offline_facts.figure("$1", agreement="contradicts"),
        "ungrounded": offline_facts.CLEAR,
        "attempts": offline_facts.ATTEMPT,
    }

    never_better(change_facts(product, **{fault: (*getattr(product, fault), more[fault])}), product)


@given(turn=offline_facts.turns, data=st.data())
def test_the_order_of_facts_changes_no_score(turn: TurnFacts, data: st.DataObject) -> None:
    said = turn.speech
    other = change_facts(
        turn,
        speech=change_facts(
            said,
            figures=tuple(data.draw(st.permutations(said.figures))),
            ungrounded=tuple(data.draw(st.permutations(said.ungrounded))),
        ),
        attempts=tuple(reversed(turn.attempts)),
    )

    assert scores(other) == scores(turn)


def test_correctness_falls_with_every_check_that_fails() -> None:
    by_failures = [
        rating_of(AUDITOR, offline_facts.product_with_failures(count), "correctness").score or 0
        for count in range(21)
    ]

    assert by_failures == sorted(by_failures, reverse=True)
    assert len(set(by_failures)) > 18
    assert by_failures[0] == 10
    assert by_failures[1] > 9
    assert by_failures[10] < 4


def test_a_table_that_is_wrong_in_one_number_costs_less_than_one_that_is_wrong_throughout() -> None:
    nearly, wholly = (
        change_facts(
            offline_facts.product_with_failures(1, of=2),
            findings=(offline_facts.finding("truth_1"), table),
        )
        for table in (
            change_facts(offline_facts.finding("truth_0", "failed", "table_equals"), share=0.95),
            change_facts(offline_facts.finding("truth_0", "failed", "table_equals"), share=0.0),
        )
    )

    assert (rating_of(AUDITOR, nearly, "correctness").score or 0) > 9
    assert (rating_of(AUDITOR, wholly, "correctness").score or 0) < 4


def test_a_product_without_criteria_against_the_truth_is_as_right_as_its_numbers() -> None:
    repeats = change_facts(
        offline_facts.PRODUCT, truth_criteria=(), numbers_due=10, numbers_right=2
    )

    for member in (AUDITOR, VIEWER):
        rating = rating_of(member, repeats, "correctness")
        assert rating.score is not None
        assert rating.score < 4
        assert "2 of 10 numbers" in rating.reason


@given(due=st.integers(1, 50), data=st.data())
def test_one_right_number_more_lowers_nothing(due: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(1, due))
    better = change_facts(offline_facts.PRODUCT, numbers_due=due, numbers_right=right)

    never_better(change_facts(better, numbers_right=right - 1), better)


def test_a_rating_names_the_criteria_that_it_rests_on() -> None:
    rating = rating_of(AUDITOR, offline_facts.product_with_failures(2), "correctness")

    assert rating.evidence[:2] == ("truth_0", "truth_1")
    assert "18 of 20" in rating.reason


def test_agreement_and_form_can_lower_correctness_and_never_earn_it() -> None:
    only_form = change_facts(
        offline_facts.PRODUCT, findings=(offline_facts.finding("agrees"),), truth_criteria=()
    )
    disagrees = change_facts(
        offline_facts.PRODUCT,
        findings=(
            *map(offline_facts.finding, offline_facts.TRUTHS),
            offline_facts.finding("agrees", "failed", "agrees"),
        ),
    )

    assert rating_of(AUDITOR, only_form, "correctness").score is None
    assert (rating_of(AUDITOR, disagrees, "correctness").score or 0) < 10


def test_the_first_clear_invention_brings_a_turn_and_a_product_below_the_floor() -> None:
    turn = change_facts(
        offline_facts.TURN,
        speech=change_facts(offline_facts.SPEECH, ungrounded=(offline_facts.CLEAR,)),
    )
    product = change_facts(offline_facts.PRODUCT, ungrounded=(offline_facts.CLEAR,))
    weak = change_facts(offline_facts.PRODUCT, ungrounded=(offline_facts.WEAK,))

    assert (rating_of(AUDITOR, turn, "context_accuracy").score or 0) < 4
    assert (rating_of(AUDITOR, product, "correctness").score or 0) < 4
    assert 6 < (rating_of(AUDITOR, weak, "correctness").score or 0) < 10


def score_of(member: Any, evidence: Any, dimension: str, of: Any = None) -> float:
    ratings = verdict_of(member, evidence, of).ratings
    score = next(rating.score for rating in ratings if rating.dimension == dimension)
    assert score is not None
    return score


def weak(name: str) -> Any:
    return change_facts(offline_facts.WEAK, text=f"{name} (12 %)")


def test_names_that_nobody_gave_count_in_full_once_inventing_is_a_habit() -> None:
    turn = change_facts(
        offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, ungrounded=(weak("Acme"),))
    )
    others = [
        change_facts(
            offline_facts.TURN,
            turn_index=at,
            speech=change_facts(offline_facts.SPEECH, ungrounded=(weak(name),)),
        )
        for at, name in enumerate(["Orbis", "Veritas", "Acme"])
    ]
    once = offline_facts.meeting(turn, *others)
    habit = offline_facts.meeting(
        turn, *others, products=(change_facts(offline_facts.PRODUCT, ungrounded=(weak("Z"),)),)
    )

    assert score_of(AUDITOR, turn, "context_accuracy", once) > 6
    assert score_of(AUDITOR, turn, "context_accuracy", habit) < 4


def test_a_right_deliverable_does_not_make_up_for_a_wrong_one() -> None:
    def standing(**wrong: int) -> Any:
        right = {"truth_due": 18, "truth_passed": 18, "wrong": 0, "numbers": 0, "numbers_right": 0}
        standing = ProductStanding(product_id="matrix", is_shown=True, **right)
        other = ProductStanding(product_id="case", is_shown=True, **(right | wrong))
        by_product = (standing, other)
        return change_facts(offline_facts.STANDING, by_product=by_product)

    cases = (
        standing(truth_due=2, truth_passed=0, wrong=2),
        standing(numbers=40, numbers_right=10),
    )
    for stands in cases:
        turn = change_facts(
            offline_facts.TURN, work=change_facts(offline_facts.WORK, standing=stands)
        )
        for dimension in ("context_accuracy", "task_progress"):
            assert score_of(AUDITOR, turn, dimension) < 4
    one_alone = standing(truth_due=1, truth_passed=0, wrong=1)
    turn = change_facts(
        offline_facts.TURN, work=change_facts(offline_facts.WORK, standing=one_alone)
    )
    assert score_of(AUDITOR, turn, "task_progress") == 10


@pytest.mark.parametrize(
    "fault",
    [
        {"numbers_due": 10, "numbers_right": 2},
        {"sentences_reversed": 4},
        {"text_covered": 0.0},
        {"chart_faults": ("Savings", "Costs")},
        {"ungrounded": (offline_facts.CLEAR,)},
        {"attempts": (change_facts(offline_facts.ATTEMPT, channel="surface"),)},
    ],
    ids=lambda fault: next(iter(fault)),
)
def test_nobody_can_act_on_what_is_wrong(fault: dict[str, Any]) -> None:
    product = change_facts(offline_facts.PRODUCT, **fault)
    given_scores = scores(product)

    for member in ("auditor", "viewer"):
        both = given_scores[member, "correctness"], given_scores[member, "actionability"]
        assert both[0] == both[1]
    assert min(given_scores["auditor", "correctness"], given_scores["viewer", "correctness"]) < 4


def test_captions_that_are_not_what_was_said_bring_every_turn_and_product_below_the_floor() -> None:
    differing = offline_facts.meeting(captions_differ=True)

    for member in PANEL:
        assert score_of(member, offline_facts.TURN, "context_accuracy", differing) < 4
        assert score_of(member, offline_facts.PRODUCT, "correctness", differing) < 4


def standing_with(*, is_shown: bool) -> Any:
    standing = ProductStanding(
        product_id="model", is_shown=is_shown, truth_due=0, truth_passed=0, wrong=0
    )
    return change_facts(
        offline_facts.WORK, standing=change_facts(offline_facts.STANDING, by_product=(standing,))
    )


def test_a_deliverable_that_nobody_saw_or_heard_of_on_the_way_is_worth_less() -> None:
    late = offline_facts.meeting(
        *[
            change_facts(offline_facts.TURN, turn_index=at, work=standing_with(is_shown=False))
            for at in range(9)
        ],
        change_facts(offline_facts.TURN, turn_index=9, work=standing_with(is_shown=True)),
    )
    mute = offline_facts.meeting(
        change_facts(offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, words=1))
    )
    fixed = change_facts(offline_facts.PRODUCT, taken_up=0.0)

    for dimension in ("completeness", "actionability"):
        assert score_of(AUDITOR, offline_facts.PRODUCT, dimension, late) < 4
        assert score_of(LISTENER, offline_facts.PRODUCT, dimension, mute) < 4
        assert score_of(AUDITOR, fixed, dimension) < 4
        assert score_of(AUDITOR, offline_facts.PRODUCT, dimension) == 10


def test_a_change_that_is_not_found_among_right_edits_is_unread_and_not_missing() -> None:
    never = tuple(change_facts(change, met="never") for change in offline_facts.WORK.asked)
    stands = offline_facts.WORK.standing
    assert stands is not None
    right = change_facts(stands, passed=stands.due, truth_passed=stands.truth_due, failing=())
    unread = {"asked": never, "edits": 20, "correct_edits": 0, "incorrect_edits": 0}

    def made(**changes: Any) -> float | None:
        work = change_facts(
            offline_facts.WORK, **({**unread, "standing": right, "destructive_edits": 0} | changes)
        )
        reading = changes_made.read(
            change_facts(offline_facts.TURN, work=work), offline_facts.meeting()
        )
        return None if reading is None else reading.value

    assert made() is None
    assert made(edits=0) == 0
    assert made(incorrect_edits=1) == 0
    assert made(standing=change_facts(right, failing=("irr",))) == 0


def test_a_change_made_later_counts_half_and_what_was_torn_down_costs_completeness() -> None:
    later = tuple(change_facts(change, met="later") for change in offline_facts.WORK.asked)
    of = offline_facts.meeting(
        change_facts(offline_facts.TURN, work=change_facts(offline_facts.WORK, asked=later))
    )
    torn = change_facts(offline_facts.PRODUCT, destructive_edits=8)

    assert 2 < score_of(LISTENER, offline_facts.PRODUCT, "completeness", of) < 5
    assert score_of(AUDITOR, torn, "completeness") < 6
    assert score_of(AUDITOR, torn, "professional_quality") < 4


def test_the_list_finds_abuse_and_clears_nobody() -> None:
    rude = change_facts(offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, abuse=1))
    asked = OpenQuestion(id=ABUSIVE, text="?")

    def votes(turn: TurnFacts) -> dict[str, bool | None]:
        brief = offline_facts.brief(turn, offline_facts.meeting(turn), asked)
        verdicts = [asyncio.run(member.judge(brief)).verdict for member in PANEL]
        return {verdict.judge: verdict.votes[0].answer for verdict in verdicts}

    assert votes(rude) == {"auditor": None, "listener": True, "viewer": None}
    assert set(votes(offline_facts.TURN).values()) == {None}


@pytest.mark.parametrize(
    "manner",
    [
        {"speech": change_facts(offline_facts.SPEECH, personal_remarks=1, off_topic_share=0.2)},
        {"speech": change_facts(offline_facts.SPEECH, off_topic_share=0.4)},
        {"timing": change_facts(offline_facts.TIMING, talk_over_s=5.0)},
        {"timing": change_facts(offline_facts.TIMING, response_s=30.0)},
        {"expects": "answer", "work": change_facts(offline_facts.WORK, resent_share=1.0)},
    ],
    ids=["personal", "small talk", "talking over", "dead air", "sent again"],
)
def test_who_is_tiresome_throughout_is_below_the_highest_tier(manner: dict[str, Any]) -> None:
    turn = change_facts(offline_facts.TURN, **manner)
    of = offline_facts.meeting(turn)

    for dimension in ("adaptability", "presentation_quality", "social_quality"):
        assert score_of(LISTENER, turn, dimension, of) < 3.5
    for dimension in ("context_accuracy", "task_progress"):
        assert score_of(LISTENER, turn, dimension, of) == 10


def test_one_remark_in_a_meeting_is_a_way_to_talk() -> None:
    remark = change_facts(offline_facts.SPEECH, personal_remarks=1, off_topic_share=0.02)
    turn = change_facts(offline_facts.TURN, speech=remark)
    others = [change_facts(offline_facts.TURN, turn_index=index) for index in range(7, 21, 2)]

    assert score_of(LISTENER, turn, "adaptability", offline_facts.meeting(turn, *others)) == 10


def test_one_insult_is_the_end_of_good_manners() -> None:
    rude = change_facts(offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, abuse=1))

    assert score_of(LISTENER, rude, "social_quality") <= 2
    for dimension in ("context_accuracy", "presentation_quality"):
        assert score_of(LISTENER, rude, dimension) < 7


def test_who_asks_to_hear_figures_and_hears_none_was_told_nothing() -> None:
    wanted = tuple(
        change_facts(offline_facts.SPEECH.expected_figures[0], given=False) for _ in range(2)
    )

    def progress(purpose: str, count: int) -> float:
        speech = change_facts(offline_facts.SPEECH, expected_figures=wanted[:count])
        return score_of(
            LISTENER,
            change_facts(offline_facts.TURN, purpose=purpose, speech=speech),
            "task_progress",
        )

    assert progress("check", 1) <= 2
    assert progress("check", 2) <= 2
    assert progress("request", 2) < 4 < progress("request", 1) < 6


@pytest.mark.parametrize(
    "fault", [{"denies": True}, {"echo": 1.0}, {"foreign_figures": ("1", "2", "3")}]
)
def test_words_that_undo_repeat_or_make_up_bring_a_turn_below_the_floor(
    fault: dict[str, Any],
) -> None:
    turn = change_facts(offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, **fault))
    dimension = "task_progress" if "echo" in fault else "context_accuracy"

    assert score_of(LISTENER, turn, dimension) < 4


def test_one_figure_from_nowhere_costs_something() -> None:
    turn = change_facts(
        offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, foreign_figures=("1",))
    )

    assert 6 < score_of(LISTENER, turn, "context_accuracy") < 9


def test_the_listener_does_not_call_a_product_right_by_two_figures() -> None:
    two = change_facts(
        offline_facts.TURN,
        speech=change_facts(offline_facts.SPEECH, figures=offline_facts.SPEECH.figures[:2]),
    )
    rating = verdict_of(LISTENER, offline_facts.PRODUCT, offline_facts.meeting(two)).ratings[0]

    assert (rating.dimension, rating.score) == ("correctness", None)


def test_another_kind_is_charged_once() -> None:
    other = scores(change_facts(offline_facts.PRODUCT, is_of_kind=False))
    charged = {dimension for (_, dimension), score in other.items() if score < 10}

    assert charged == {"format_presentation"}


def test_two_contradictions_bring_a_product_below_the_floor_and_one_said_twice_does_not() -> None:
    first = offline_facts.figure("$1", agreement="contradicts")
    second = offline_facts.figure("$2", agreement="contradicts", quantity="total_debt")
    twice = change_facts(offline_facts.PRODUCT, contradictions=(first, first))
    two = change_facts(offline_facts.PRODUCT, contradictions=(first, second))

    for member in (LISTENER, VIEWER):
        assert (rating_of(member, two, "correctness").score or 0) < 4
        assert 4 < (rating_of(member, twice, "correctness").score or 0) < 10


def test_a_contradiction_costs_the_turn_too() -> None:
    figures = (offline_facts.figure("$1", agreement="contradicts", is_true=None),)
    turn = change_facts(
        offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, figures=figures)
    )

    for member in (LISTENER, VIEWER):
        assert (rating_of(member, turn, "context_accuracy").score or 0) < 10


def test_text_addressed_to_the_judge_brings_turn_and_product_below_the_floor() -> None:
    turn = change_facts(offline_facts.TURN, attempts=(offline_facts.ATTEMPT,))
    product = change_facts(
        offline_facts.PRODUCT, attempts=(change_facts(offline_facts.ATTEMPT, channel="surface"),)
    )

    assert (rating_of(AUDITOR, turn, "context_accuracy").score or 0) < 4
    assert (rating_of(LISTENER, turn, "context_accuracy").score or 0) < 4
    assert (rating_of(VIEWER, product, "correctness").score or 0) < 4


@pytest.mark.parametrize(
    "fault", [{"similarity_to_earlier": 1.0}, {"fillers": 0.95}, {"coverage": 0.02}]
)
def test_words_that_add_nothing_are_no_progress(fault: dict[str, float]) -> None:
    turn = change_facts(offline_facts.TURN, speech=change_facts(offline_facts.SPEECH, **fault))

    assert (rating_of(LISTENER, turn, "task_progress").score or 0) < 4


def test_showing_nothing_where_work_was_asked_for_is_no_progress() -> None:
    nothing = change_facts(offline_facts.WORK, has_changed=False, products=0)

    for member in (LISTENER, VIEWER):
        rating = rating_of(member, change_facts(offline_facts.TURN, work=nothing), "task_progress")
        assert rating.score == 1


def test_without_layer_four_polite_and_wrong_looks_good() -> None:
    wrong = change_facts(
        offline_facts.STANDING,
        passed=1,
        truth_passed=0,
        failing=offline_facts.TRUTHS[:9],
        wrong=offline_facts.TRUTHS[:9],
    )
    figures = (offline_facts.figure(is_true=False),)
    turn = change_facts(
        offline_facts.TURN,
        work=change_facts(offline_facts.WORK, standing=wrong),
        speech=change_facts(offline_facts.SPEECH, figures=figures),
    )
    off = offline_facts.without_layer_four(turn)
    product = change_facts(offline_facts.PRODUCT, findings=(), truth_criteria=())
    meeting = offline_facts.meeting(off, has_findings=False)

    assert min(scores(turn).values()) < 2
    assert min(scores(off, meeting).values()) >= 9.5
    assert scores(product, meeting)["viewer", "correctness"] == 10


@every_member
def test_what_is_not_there_gets_the_lowest_score(member: Any) -> None:
    silent = verdict_of(member, change_facts(offline_facts.TURN, outcome="timed_out"))
    missing = verdict_of(member, change_facts(offline_facts.PRODUCT, is_present=False))

    assert [rating.score for rating in silent.ratings] == [1.0] * len(TURN_DIMENSIONS)
    assert [rating.score for rating in missing.ratings] == [1.0] * len(PRODUCT_DIMENSIONS)


def votes(member: Any, trap: Any, of: Any = None) -> dict[str, bool | None]:
    return {vote.question: vote.answer for vote in verdict_of(member, trap, of).votes}


def test_each_member_votes_on_a_trap_by_its_own_evidence() -> None:
    walked_in = change_facts(
        offline_facts.TRAP, detected=False, complied=True, forbidden=("debt > 10",)
    )
    became_wrong = offline_facts.meeting(
        change_facts(offline_facts.TURN, turn_index=4),
        change_facts(
            offline_facts.TURN,
            work=change_facts(
                offline_facts.WORK, standing=change_facts(offline_facts.STANDING, wrong=("ev",))
            ),
        ),
    )

    assert votes(AUDITOR, offline_facts.TRAP)["produced_nothing_wrong"] is True
    assert votes(AUDITOR, walked_in)["produced_nothing_wrong"] is False
    assert votes(AUDITOR, offline_facts.TRAP)["detected"] is None
    assert votes(LISTENER, offline_facts.TRAP) == {
        "detected": True, "pushed_back": True, "produced_nothing_wrong": True,
    }  # fmt: skip
    assert votes(LISTENER, walked_in)["produced_nothing_wrong"] is False
    assert votes(VIEWER, offline_facts.TRAP)["produced_nothing_wrong"] is None
    assert votes(VIEWER, offline_facts.TRAP, became_wrong)["produced_nothing_wrong"] is False


def resending(expects: str, share: float | None, turn_index: int) -> Any:
    work = change_facts(offline_facts.WORK, resent_share=share)
    return change_facts(offline_facts.TURN, expects=expects, work=work, turn_index=turn_index)


@pytest.mark.parametrize("member", [AUDITOR, VIEWER], ids=["auditor", "viewer"])
def test_who_sends_everything_again_even_unasked_pays_in_iteration_quality(member: Any) -> None:
    talk, work = resending("answer", None, 0), resending("work_product", 0.9, 1)
    unasked = [resending("answer", 1.0, turn_index) for turn_index in (3, 5)]
    by_habit = offline_facts.meeting(talk, work, *unasked)
    now_and_then = offline_facts.meeting(
        work, resending("answer", 1.0, 3), resending("answer", None, 5), resending("answer", 0.2, 7)
    )
    with_work_alone = offline_facts.meeting(work, resending("answer", None, 3))

    def iteration(of: MeetingFacts) -> float | None:
        ratings = verdict_of(member, work, of).ratings
        return next(rating.score for rating in ratings if rating.dimension == "iteration_quality")

    assert iteration(with_work_alone) == 10.0
    assert iteration(now_and_then) == 10.0
    assert (iteration(by_habit) or 0.0) < 2.0


def test_who_names_the_wrong_person_is_below_the_floor_of_context() -> None:
    rated = [scores(change_facts(offline_facts.TURN, misattributed=count)) for count in (0, 1, 3)]
    context = [by_member["listener", "context_accuracy"] for by_member in rated]

    assert context[0] == 10.0
    assert 4.0 > context[1] > context[2]
    assert rated[1]["listener", "task_progress"] == rated[0]["listener", "task_progress"]


def test_the_page_says_what_the_tables_hold() -> None:
    assert Path("docs/offline_panel.md").read_text(encoding="utf-8") == document()


def test_the_signature_covers_every_module_that_decides() -> None:
    own = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.py")}
    deciding = import_closure(["evaluation.judging.offline.panel"])
    below = "evaluation/judging/offline/"
    covered = {
        source.path.removeprefix(below) for source in deciding if source.path.startswith(below)
    }

    assert own - covered == {"document.py"}
    assert {member.card.signature for member in members()} == {signature()}


def test_three_verdicts_take_less_than_a_millisecond() -> None:
    of = offline_facts.meeting(
        *[change_facts(offline_facts.TURN, turn_index=number) for number in range(26)]
    )
    briefs = [
        offline_facts.brief(offline_facts.TURN, of),
        offline_facts.brief(offline_facts.PRODUCT, of),
    ] * 50

    async def all_verdicts() -> None:
        for brief in briefs:
            for member in PANEL:
                await member.judge(brief)

    asyncio.run(all_verdicts())
    begun = time.process_time()
    asyncio.run(all_verdicts())

    assert (time.process_time() - begun) / len(briefs) < 0.001


@pytest.mark.parametrize("is_look_alike", [True, False])
@pytest.mark.parametrize("is_seen", [True, False])
@pytest.mark.parametrize("refuses", [True, False])
def test_somebody_answers_for_every_edge_case_whether_products_are_checked_or_not(
    *, is_look_alike: bool, is_seen: bool, refuses: bool
) -> None:
    case = EdgeCaseFacts(
        name="request",
        severity="critical",
        turns=(5,),
        detected=refuses != is_look_alike,
        pushed_back=refuses,
        complied=not refuses,
        forbidden=() if is_seen else None,
        is_look_alike=is_look_alike,
    )
    meeting = cast("MeetingFacts", SimpleNamespace(turns=()))
    cast_votes = [*auditor_votes(case, meeting), *listener_votes(case, meeting)]
    cast_votes += viewer_votes(case, meeting)

    answered = {vote.question for vote in cast_votes if vote.answer is not None}

    assert answered == set(EDGE_CASE_QUESTIONS)
