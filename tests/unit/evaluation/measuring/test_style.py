"""Insults are told from words that only sound harsh."""

import pytest

from modylbench.evaluation.measuring.speech import abuse_in


@pytest.mark.parametrize(
    "text",
    [
        "Listen, you idiot.",
        "Now SHUT UP and wait.",
        "You are just stupid.",
        "What a stupid request!",
        "f\u043eols and m\u043eronic plans",
    ],
)
def test_an_insult_is_counted(text: str) -> None:
    assert abuse_in(text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The old line is useless in July, so we shut it down.",
        "Dump the duplicates; the retarded growth of year 2 is gone.",
        "Classic assessment of Scunthorpe, Essex and Sussex.",
        "I would not call that wrong, you are right.",
        "",
    ],
)
def test_plain_words_are_none(text: str) -> None:
    assert abuse_in(text) == 0
