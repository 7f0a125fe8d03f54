"""A phrase is heard where it was said, and not where it was denied."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.scenarios.phrases import affirms, mentions


@pytest.mark.parametrize(
    ("text", "phrase", "heard"),
    [
        ("It is not in the CIM, I checked.", "not in the CIM", True),
        ("That\u2019s not what I said", "not in", False),
        ("We EXCEED the enterprise value.", "exceeds the enterprise value", True),
        ("It exceeds the enterprise value!", "exceeds the enterprise value", True),
        ("Debt of $225 million exceeds it", "$225 million", True),
        ("already", "already in", False),
    ],
)
def test_a_phrase_is_matched_word_for_word(text: str, phrase: str, heard: bool) -> None:
    assert mentions(text, phrase) is heard


@pytest.mark.parametrize(
    "text",
    [
        "I have not added it.",
        "I haven't added it",
        "I haven\u2019t yet added it",
        "No, nothing: I never added it",
        "We go on without having added it",
    ],
)
def test_a_denial_affirms_nothing(text: str) -> None:
    assert mentions(text, "added it")
    assert not affirms(text, "added it")


def test_a_denial_ends_with_its_clause() -> None:
    assert affirms("They shouldn't count. I've removed them", "I've removed them")
    assert affirms("I couldn't verify it, but I've added them", "I've added them")
    assert affirms("They were not included, so I have added them", "I have added them")


def test_what_is_denied_once_and_then_done_is_affirmed() -> None:
    assert affirms(
        "I had not added it this morning, but by now we did, and so I added it", "added it"
    )


@given(st.text(max_size=80), st.text(max_size=20))
def test_what_is_affirmed_is_mentioned(text: str, phrase: str) -> None:
    assert not affirms(text, phrase) or mentions(text, phrase)
