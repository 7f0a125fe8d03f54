"""Sentences are cut where they end, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.language.sentences import sentences
from modylbench.language.spoken.spoken_form import spoken_form


@pytest.mark.parametrize(
    "text",
    [
        "We ship from St. Louis to Memphis.",
        "Ask Dr. Lee or Mr. Poe.",
        "Acme Inc. has paid, and so has Foo Corp. of Ohio.",
        "The U.S. market grew.",
        "Look at plant no. 5 first.",
        "See Fig. 3, e.g. the bars, vs. last year.",
        "It costs 3.5 million (approx. 4).",
    ],
)
def test_an_abbreviation_does_not_end_a_sentence(text: str) -> None:
    assert sentences(text) == [text]
    assert len(sentences(spoken_form(text))) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We pay 12x.", " That is a lot."),
        ("It was sold to Acme Inc.", " We were not asked."),
        ("They sell in the U.S.", " The rest is Canada."),
        ('He said "no."', " She agreed."),
        ("Really?!", " Yes."),
        ("I say no.", " Five is better."),
    ],
)
def test_a_sentence_ends_before_the_next(first: str, second: str) -> None:
    assert sentences(first + second) == [first, second]


@given(st.text("ab.!? \nADrSt'\")", max_size=60))
def test_the_sentences_together_are_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text
    assert all(sentences(text))
