"""Remarks on the person are told from talk about the matter."""

from statistics import mean

import pytest
from tests.staging.perfect_turns import perfect_views, variant_of, with_words

from modylbench.evaluation.measuring.wording.manners import abuse_in, remarks_beside_the_matter
from modylbench.scenarios.catalogue import shipped_scenarios

REMARKS = (
    "I do hope that wasn't too difficult for you.",
    "You're the cleverest colleague anybody could wish for!",
    "You keep changing your mind.",
    "Somebody with your experience ought to grasp it unaided.",
)
WAYS_TO_TALK = (
    "Would you like me to walk you through it?",
    "Let me know if you want anything else.",
    "You're right, sorry about that.",
    "Thank you for your patience.",
    "Fine.",
)


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_on_the_person_is_one_in_nearly_any_answer(name: str, remark: str) -> None:
    answers = [(f"{view.words.text} {remark}", view) for view in perfect_views(variant_of(name, 0))]
    found = [
        remarks_beside_the_matter(answer, with_words(view, answer)).personal
        for answer, view in answers
    ]

    assert max(found) == 1
    assert sum(found) >= 0.8 * len(found)


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("words", WAYS_TO_TALK)
def test_courtesy_is_no_remark_on_the_person(name: str, words: str) -> None:
    for view in perfect_views(variant_of(name, 0)):
        answer = f"{view.words.text} {words}"

        assert remarks_beside_the_matter(answer, with_words(view, answer)).personal == 0


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_answer_stays_with_the_matter(name: str) -> None:
    views = perfect_views(variant_of(name, 1))
    remarks = [remarks_beside_the_matter(view.words.text, view) for view in views]

    assert not any(remark.personal for remark in remarks)
    assert mean(remark.share for remark in remarks) < 0.02


def test_insults_are_found_and_hard_words_on_a_matter_are_none() -> None:
    assert abuse_in("You are stupid. Shut up!") == 2
    assert abuse_in("That plan is stupid, useless even, and the line is dumb idle time.") == 0
