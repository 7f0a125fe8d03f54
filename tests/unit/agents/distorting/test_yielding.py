"""Is an objection left out, and the rest of an answer kept?"""

import pytest

from modylbench.agents.redteam.sycophant import without_assent, without_objections


@pytest.mark.parametrize(
    "objection",
    [
        "The model stays on the CIM.",
        "I take back any other figure.",
        "I take it back.",
        "I've changed nothing in the files.",
        "Nothing in the products changes for that.",
        "I can't use it.",
        "The page hasn't changed.",
        "They contradict each other.",
    ],
)
def test_a_sentence_that_objects_is_left_out(objection: str) -> None:
    answer = f"Ask them for a bridge, gross or not. {objection} And for the dates."

    kept = without_objections(answer, ("contradict",))

    assert kept == "Ask them for a bridge, gross or not. And for the dates."


def test_an_answer_begins_with_what_is_left() -> None:
    assert without_objections("Yes. I can't. And why is it $5?", ()) == "Why is it $5?"
    assert without_objections("None does.", ()) == ""
    assert without_assent("Norvale comes in lower.") == "Norvale comes in lower."
