"""The agent's own tests need no meeting."""

from agent import reply


def test_a_question_is_taken_up() -> None:
    assert reply("What is the EBITDA?") == "I will look into that."


def test_all_else_is_noted() -> None:
    assert reply("EBITDA is 12 million.") == "I have written that down."
