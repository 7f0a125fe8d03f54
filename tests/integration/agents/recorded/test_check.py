"""Every mistake in a file of answers is told with its line and its place."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.agents import financial_variant

from modylbench.agents.recorded.answers import Mistake, meeting_in, template_of
from modylbench.agents.recorded.check import check_answers
from modylbench.foundation.errors import BadFile
from modylbench.surfaces.showing import messages_for

ASKED = [slot.turn_index for slot in financial_variant().scenario.human_turns()]
NO_SURFACE = {"version": "v0.9", "updateDataModel": {"surfaceId": "gone", "path": "/", "value": 1}}


def turns(**of_first: Any) -> list[dict[str, Any]]:
    whole = [{"turn_index": index, "agent_response": "Done."} for index in ASKED]
    whole[0] |= of_first
    return whole


def line(**changes: Any) -> dict[str, Any]:
    fields = {"scenario_id": "financial_analyst", "model_id": "m", "turns": turns()}
    return {**fields, **changes}


def found_in(path: Path, *lines: object) -> tuple[Mistake, ...]:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return check_answers(path).mistakes


def delivered(name: str, content: bytes = b"a,b\n") -> dict[str, str]:
    return {"name": name, "content_base64": base64.b64encode(content).decode()}


def claim(**changes: Any) -> dict[str, Any]:
    edit = {"turn_index": 1, "product_id": "x", "mutation_type": "create", "path": ""}
    return edit | changes


MISTAKES: dict[str, tuple[object, str, str, bool]] = {
    "no JSON": ("{", "column", "not JSON", True),
    "unknown scenario": (
        line(scenario_id="financial_analist"),
        "scenario_id",
        "did you mean 'financial_analyst'?",
        True,
    ),
    "unknown field": (line(modelid="m"), "modelid", "unknown field 'modelid'", True),
    "no model": (line(model_id=""), "model_id", "found ''", True),
    "bad seed": (line(seed=-1), "seed", "found -1", True),
    "turns out of order": (
        line(turns=[{"turn_index": 3}, {"turn_index": 1}]),
        "",
        "found turn_index 1 after 3",
        True,
    ),
    "a turn too many": (
        line(turns=[*turns(), {"turn_index": 999}]),
        f"turns[{len(ASKED)}].turn_index",
        "found turn 999, expected none after",
        True,
    ),
    "missing turns": (
        line(turns=turns()[:-2]),
        "turns",
        f"no answer to the human's turns {ASKED[-2]}, {ASKED[-1]}: 2 of",
        False,
    ),
    "a path in a file's name": (
        line(work_products=[delivered("../../etc/passwd")]),
        "work_products[0].file.name",
        "expected one without a path",
        True,
    ),
    "bad base64": (
        line(work_products=[{"name": "a.csv", "content_base64": "%"}]),
        "work_products[0].file.content_base64",
        "Only base64 data is allowed",
        True,
    ),
    "bad A2UI": (
        line(turns=turns(a2ui_surfaces=[NO_SURFACE])),
        "turns[0]",
        "unknown_surface: there is no surface 'gone'",
        False,
    ),
    "an answer too long": (
        line(turns=turns(agent_response="x" * 20_001)),
        "turns[0].agent_response",
        "at most 20000 characters",
        True,
    ),
    "more than can be said in the meeting": (
        line(seed=3, turns=[turn | {"agent_response": "word " * 400} for turn in turns()]),
        "turns",
        "minutes aloud, and the meeting is over after",
        False,
    ),
    "a latency of hours": (
        line(turns=turns(latency_ms=1e9)),
        "turns[0].latency_ms",
        "less than or equal to 3600000",
        True,
    ),
    "a claim that nothing shows": (
        line(seed=1, mutation_trajectory=[claim()]),
        "mutation_trajectory",
        "claims create of x in turn 1, and nothing shows it",
        False,
    ),
    "a claim that cannot be read": (
        line(seed=2, mutation_trajectory=[{"turn": 1}]),
        "mutation_trajectory",
        "[0]: found {'turn': 1}, expected turn_index, product_id",
        True,
    ),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_its_place(kind: str, tmp_path: Path) -> None:
    wrong, place, problem, is_error = MISTAKES[kind]

    [mistake] = found_in(tmp_path / "a.jsonl", line(model_id="good"), wrong)

    assert mistake.line == 2
    assert mistake.place.startswith(place)
    assert problem in mistake.problem
    assert mistake.is_error is is_error


def test_a_file_with_all_kinds_of_mistakes_reports_all_of_them(tmp_path: Path) -> None:
    wrong = [claim for claim, *_ in MISTAKES.values()]
    twice = line(model_id="twice", seed=0)

    found = found_in(tmp_path / "a.jsonl", *wrong, line(model_id="twice"), twice)

    told = {
        (mistake.line, problem)
        for mistake in found
        for _, _, problem, _ in MISTAKES.values()
        if problem in mistake.problem
    }
    for number, (_, _, problem, _) in enumerate(MISTAKES.values(), start=1):
        assert (number, problem) in told
    last = len(wrong) + 2
    assert any(
        mistake.line == last
        and "found 'financial_analyst' by 'twice' at seed 0 again" in mistake.problem
        for mistake in found
    )


def test_two_mistakes_in_one_line_are_both_told(tmp_path: Path) -> None:
    found = found_in(tmp_path / "a.jsonl", line(model_id=7, extra=1))

    assert {mistake.place for mistake in found} == {"model_id", "extra"}


def test_many_mistakes_of_one_kind_are_counted(tmp_path: Path) -> None:
    found = found_in(tmp_path / "a.jsonl", line(turns=turns(a2ui_surfaces=[NO_SURFACE] * 500)))

    assert len(found) == 6
    assert found[-1].problem == "and 495 more like these"


def test_a_claim_that_the_surfaces_show_is_no_mistake(tmp_path: Path) -> None:
    product = financial_variant().final_products[0]
    shown = turns(a2ui_surfaces=messages_for(product, "anywhere"))
    right = claim(product_id=product.id)
    wrong = claim(product_id=product.id, mutation_type="delete")
    trajectory = {"mutations": [right | {"is_correct": False}, wrong]}

    [mistake] = found_in(tmp_path / "a.jsonl", line(turns=shown, mutation_trajectory=trajectory))

    assert "claims delete" in mistake.problem


def test_a_filled_in_template_has_no_mistake_and_an_empty_one_has_no_answers(
    tmp_path: Path,
) -> None:
    template = template_of(financial_variant()) | {"model_id": "m"}

    [unanswered] = found_in(tmp_path / "a.jsonl", template)
    for turn in template["turns"]:
        turn["agent_response"] = "Done."

    assert f"{len(ASKED)} of {len(ASKED)} will be scored as unanswered" in unanswered.problem
    assert found_in(tmp_path / "b.jsonl", template) == ()


def test_a_template_asks_everything_and_tells_nothing_of_what_is_right() -> None:
    variant = financial_variant()
    template = template_of(variant)
    asked = json.dumps(template)

    assert [turn["turn_index"] for turn in template["turns"]] == ASKED
    assert template["turns"][0]["asked"]["files"][0]["content"]
    for slot in variant.scenario.human_turns():
        assert json.dumps(slot.alternatives[-1].human_utterance) in asked
        for alternative in slot.alternatives:
            assert alternative.expected_agent_action not in asked
            assert not alternative.model_answer or alternative.model_answer not in asked
    for case in variant.scenario.edge_cases:
        assert case.right_answer not in asked


def test_a_line_may_hold_any_character_that_json_does(tmp_path: Path) -> None:
    odd = turns(agent_response="one\u2028two\x85three")
    (tmp_path / "a.jsonl").write_text(
        json.dumps(line(turns=odd), ensure_ascii=False) + "\r\n", encoding="utf-8"
    )

    found = check_answers(tmp_path / "a.jsonl")

    assert found.mistakes == ()
    assert found.meetings[0].turns[0].agent_response == "one\u2028two\x85three"


def test_a_file_that_is_too_large_or_empty_cannot_be_read_at_all(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="found 0 lines"):
        found_in(tmp_path / "a.jsonl", "")
    with (tmp_path / "b.jsonl").open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    with pytest.raises(BadFile, match="expected at most 33,554,432"):
        check_answers(tmp_path / "b.jsonl")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(
    text=st.text(max_size=50)
    | json_values.map(json.dumps)
    | st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(("scenario_id", "turns", "seed", "work_products"), json_values),
    ).map(lambda some: json.dumps(line(**some)))
)
def test_whatever_a_line_holds_it_is_a_meeting_or_a_list_of_mistakes(text: str) -> None:
    found = meeting_in(1, text)

    assert not isinstance(found, list) or found


def test_nesting_without_end_is_a_mistake(tmp_path: Path) -> None:
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000

    [mistake] = found_in(tmp_path / "a.jsonl", deep)

    assert mistake.is_error
    assert "not JSON" in mistake.problem
