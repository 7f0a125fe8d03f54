"""Who rightly asks for something first, and changes nothing until it is there, loses nothing."""

from dataclasses import replace

import pytest
from tests.staging.perfect_turns import perfect_views, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks, standing_by_turn
from modylbench.evaluation.measuring.work import trajectory_of
from modylbench.evaluation.mutations.scores import trajectory_scores
from modylbench.evaluation.views.asking_first import asks_first
from modylbench.evaluation.views.turns import TurnView, while_waiting
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.pipeline.library_check.script import wrong_questions
from modylbench.scenarios.scenario import FollowUp

CORRECTED = 3
"""A seed at which a value is misspoken that nothing on file documents yet."""
ASKING = (
    "We're unblinded, so could you send me the query log before I touch that value?",
    "I'd need that documented first. Nothing is changed so far.",
    "Is there something in writing on it?",
    "I can't change a value by hand without a paper trail, so I've left the model alone.",
    "Let me wait for written confirmation before I rerun anything.",
)
NOT_ASKING = (
    "Done, it's changed.",
    "I don't need the query log for that.",
    "Could you repeat that, please?",
    "I would rather not.",
)


def meeting(answer: str, *, is_changed: bool) -> tuple[list[TurnView], int]:
    """A perfect meeting but for one turn, and the place of that turn."""
    views = perfect_views(variant_of("scientist", CORRECTED))
    place = next(n for n, view in enumerate(views) if view.asked.ask_first is not None)
    before, view = views[place - 1], with_words(views[place], answer)
    shown = view if is_changed else replace(view, shown=before.shown)
    views[place] = while_waiting(shown, before)
    return views, place


def missing(views: list[TurnView]) -> int:
    """The changes asked for that nobody ever saw."""
    edits = trajectory_of(views, Yardstick.of(variant_of("scientist", CORRECTED)))
    return trajectory_scores(edits).overall.missing


@pytest.mark.parametrize("answer", ASKING)
def test_who_asks_and_waits_misses_nothing(answer: str) -> None:
    views, place = meeting(answer, is_changed=False)
    yardstick = Yardstick.of(variant_of("scientist", CORRECTED))

    standing = standing_by_turn(views, yardstick, CriterionChecks(yardstick))[place]

    assert views[place].asks_first
    assert views[place].asked.expected_response_type == "clarification"
    assert missing(views) == 0
    assert standing.passed == standing.due > 0


@pytest.mark.parametrize("answer", NOT_ASKING)
def test_who_does_nothing_and_asks_for_nothing_owes_the_change(answer: str) -> None:
    views, place = meeting(answer, is_changed=False)

    assert not views[place].asks_first
    assert missing(views) > 0


@pytest.mark.parametrize("answer", ASKING)
def test_who_changes_the_value_and_asks_besides_is_judged_by_the_change(answer: str) -> None:
    views, place = meeting(answer, is_changed=True)

    assert not views[place].asks_first
    assert views[place].asked.mutations
    assert missing(views) == 0


def test_where_nothing_may_be_asked_first_a_question_postpones_nothing() -> None:
    views = perfect_views(variant_of("scientist", CORRECTED))
    others = [view.asked for view in views if view.asked.ask_first is None]

    assert len(others) == len(views) - 1
    assert not any(asks_first(asked, answer) for asked in others for answer in ASKING)


def test_the_check_finds_an_answer_that_asks_for_nothing() -> None:
    variant = variant_of("scientist", CORRECTED)
    assert list(wrong_questions(variant)) == []

    scenario = variant.scenario
    turns = tuple(
        turn.model_copy(
            update={"follow_ups": tuple(without_question(slot) for slot in turn.follow_ups)}
        )
        for turn in scenario.turns
    )
    spoilt = replace(variant, scenario=scenario.model_copy(update={"turns": turns}))

    assert len(list(wrong_questions(spoilt))) == 1


def without_question(slot: FollowUp) -> FollowUp:
    """The slot, where something may be asked first with an answer that asks for nothing."""
    said = [
        alternative.model_copy(
            update={
                "ask_first": alternative.ask_first.model_copy(update={"answer": "I've done it."})
            }
        )
        if alternative.ask_first
        else alternative
        for alternative in slot.alternatives
    ]
    return slot.model_copy(update={"alternatives": tuple(said)})


def test_the_answer_of_a_perfect_agent_that_asks_first_is_one() -> None:
    views, place = meeting("", is_changed=False)
    question = views[place].asked.ask_first
    assert question is not None

    asking, place = meeting(question.answer, is_changed=False)

    assert asking[place].asks_first
    assert asking[place].perfect_answer.text == question.answer
