"""A request's digest is over all that is sent, also what a call adds to the question."""

import pytest

from modylbench.providers.models import judge_models, package_call
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.judge_models import NamedModel
from modylbench.providers.models.question import Question

QUESTION = Question("You judge.", "How good was it?", {"type": "object"})


def digest() -> str:
    return NamedModel(judge_name("openai:gpt-5.2")).request(QUESTION)


@pytest.mark.parametrize("place", range(len(package_call.CALL_TEXTS)))
def test_what_a_call_adds_is_part_of_the_digest(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest()
    changed = [*package_call.CALL_TEXTS]
    changed[place] += " Be kind."
    monkeypatch.setattr(judge_models, "CALL_TEXTS", changed)

    assert digest() != before


def test_all_words_of_a_call_that_are_no_questions_are_known() -> None:
    (tool,) = package_call._parameters("tools", {}).output_tools
    output = package_call._parameters("native", {}).output_object

    assert output is not None
    assert {tool.name, tool.description, output.name, package_call.TOLD} <= {
        *package_call.CALL_TEXTS
    }
