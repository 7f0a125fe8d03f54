"""A judge is sent what was last reviewed, to the letter."""

import json
from pathlib import Path

import pytest
from tests.staging.judging.judge_models import brief

from modylbench.evaluation.evaluate.briefs import ASKED_OF_TURNS
from modylbench.evaluation.judging.judge import Brief, OpenQuestion
from modylbench.evaluation.judging.prompt import prompt
from modylbench.evaluation.judging.rubric import RATED_DIMENSIONS, RubricName, rubric

FOLDER = Path(__file__).parent / "rubrics_as_sent"
ATTACHED = {"turn_multimodal": (1, 2), "turn_audio_only": (1, 0)}
TONE = OpenQuestion(id="tone", text="Is the tone fit for an investment committee?")


def subject_of(name: RubricName) -> Brief:
    match name:
        case "product":
            return brief(kind="product", name="lbo_model", questions=[TONE])
        case "edge_case":
            return brief(kind="edge_case", name="senior_debt_15x")
        case _:
            return brief(questions=ASKED_OF_TURNS)


def as_sent(name: RubricName) -> str:
    sent = prompt(subject_of(name), rubric(name), ATTACHED.get(name, (0, 0)), step="asked")
    schema = json.dumps(sent.schema, indent=2)
    return f"{sent.instructions}\n\n=== request ===\n\n{sent.text}\n\n=== schema ===\n\n{schema}\n"


@pytest.mark.parametrize("name", list(RATED_DIMENSIONS))
def test_a_whole_prompt_is_sent_as_it_was_reviewed(name: RubricName) -> None:
    reviewed = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    assert as_sent(name) == reviewed, "read it, then: python -m tests.golden.test_rubrics_as_sent"


if __name__ == "__main__":
    for each in RATED_DIMENSIONS:
        (FOLDER / f"{each}.txt").write_text(as_sent(each), encoding="utf-8")
