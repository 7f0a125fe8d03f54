"""Only a whole and proper answer is taken."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.judging.answer import MalformedAnswer, answer_schema, parse_answer
from modylbench.evaluation.judging.rubric import rubric

RUBRIC = rubric("turn_text")
GOOD: dict[str, Any] = {
    "seal": "amber-1",
    "quotation": "year one revenue",
    "ratings": {name: {"score": 8, "reason": "right"} for name in RUBRIC.dimensions},
    "votes": {"tone": {"answer": None, "reason": "cannot tell"}},
}


def with_score(score: object) -> str:
    rated = GOOD["ratings"] | {"task_progress": {"score": score, "reason": "so"}}
    return json.dumps(GOOD | {"ratings": rated})


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD, indent=2)}\n```",
        f"Here is what {{I}} think:\n{json.dumps(GOOD)}\nThat is all.",
    ],
    ids=["plain", "in a code fence", "with chat around"],
)
def test_one_whole_object_is_taken_whatever_stands_around_it(text: str) -> None:
    assert parse_answer(text, RUBRIC, ("tone",)).ratings["social_quality"].score == 8


def test_a_whole_number_may_have_a_point() -> None:
    answer = parse_answer(with_score(7.0), RUBRIC, ("tone",))

    assert answer.ratings["task_progress"].score == 7


@pytest.mark.parametrize("score", [0, 11, -1, 7.5, 11.0, "9", "9/10", True, [9], {"a": 1}, 1e400])
def test_a_score_that_is_no_whole_number_from_one_to_ten_is_refused(score: object) -> None:
    with pytest.raises(MalformedAnswer):
        parse_answer(with_score(score), RUBRIC, ("tone",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would give it a nine.",
        json.dumps(GOOD)[:-20],
        json.dumps(GOOD) + json.dumps(GOOD),
        json.dumps([GOOD, GOOD]),
        json.dumps(GOOD | {"overall": 10}),
        json.dumps({key: value for key, value in GOOD.items() if key != "seal"}),
        json.dumps(GOOD | {"votes": {}}),
        json.dumps(GOOD | {"ratings": GOOD["ratings"] | {"charm": {"score": 9, "reason": "x"}}}),
        json.dumps(GOOD | {"ratings": dict(list(GOOD["ratings"].items())[1:])}),
        json.dumps(GOOD | {"ratings": GOOD["ratings"] | {"adaptability": {"score": 9}}}),
        json.dumps(GOOD | {"votes": {"tone": {"answer": "yes", "reason": ""}}}),
        json.dumps(GOOD).replace('"seal"', '"seal": "x", "seal"', 1),
        with_score(None).replace('"so"', '" "'),
        "{" * 50_000,
        '{"a":' * 20_000,
        f'{{"seal": {"9" * 5000}}}',
        "x" * 100_000,
        json.dumps(GOOD | {"seal": "\ud800"}),
    ],
)
def test_what_is_not_the_answer_asked_for_is_refused(text: str) -> None:
    with pytest.raises(MalformedAnswer):
        parse_answer(text, RUBRIC, ("tone",))


def test_null_with_a_reason_is_not_assessed() -> None:
    assert parse_answer(with_score(None), RUBRIC, ("tone",)).ratings["task_progress"].score is None


@given(st.text(max_size=200))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(MalformedAnswer):
        parse_answer(text, RUBRIC, ())


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(list(GOOD)), inner),
    )
)
def test_no_json_does_more_than_be_refused(value: object) -> None:
    with pytest.raises(MalformedAnswer):
        parse_answer(json.dumps(value), RUBRIC, ())


def test_the_schema_leaves_nothing_open() -> None:
    asked = answer_schema(rubric("turn_multimodal"), ("tone",))

    assert set(asked["required"]) == set(asked["properties"])
    assert "coherence_notes" in asked["properties"]
    assert "coherence_notes" not in answer_schema(RUBRIC, ())["properties"]
    assert asked["additionalProperties"] is False
    assert set(asked["properties"]["ratings"]["required"]) == set(RUBRIC.dimensions)
