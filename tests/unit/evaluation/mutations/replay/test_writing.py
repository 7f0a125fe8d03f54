"""The edits turn one text into the other, and touch no more than they must."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.mutations.replay.writing import TextEdit, text_edits

pieces = ["a", "b", "cost", "😀", " ", "\n", "\n\n", ".", "é"]
words = st.lists(st.sampled_from(pieces), max_size=30)
texts = words.map("".join) | st.text(max_size=20)


def applied(old: str, edits: list[TextEdit]) -> str:
    for start, end, new in reversed(edits):
        old = old[:start] + new + old[end:]
    return old


@given(old=texts, new=texts)
def test_the_edits_lead_to_the_new_text_from_left_to_right(old: str, new: str) -> None:
    edits = text_edits(old, new)

    assert applied(old, edits) == new
    ends = 0
    for start, end, put in edits:
        assert ends <= start <= end <= len(old)
        assert put or start < end, "an edit edits"
        ends = end


@given(text=texts)
def test_the_same_text_needs_no_edit(text: str) -> None:
    assert text_edits(text, text) == []


@pytest.mark.parametrize(
    ("old", "new", "touched"),
    [
        ("one\ntwo\nthree\n", "one\ntwo\n2.5\nthree\n", 4),
        ("alpha beta gamma delta", "alpha BETA gamma DELTA", 18),
        ("def f():\n    return 1\n" * 50 + "end", "def f():\n    return 1\n" * 50 + "END", 6),
        ("x = 1\ny = 2\nz = 3\n", "import os\nx = 1\nz = 30\n", 17),
        ("a" * 1000, "a" * 999, 1),
        ("a a", "a a a", 2),
        ("x\nx\nx\n", "x\nx\n", 2),
    ],
)
def test_only_what_differs_is_touched(old: str, new: str, touched: int) -> None:
    edits = text_edits(old, new)

    assert applied(old, edits) == new
    assert sum(end - start + len(put) for start, end, put in edits) == touched


def test_a_text_with_edits_everywhere_is_rewritten_at_once() -> None:
    """Each edit costs a walk through the text, so their number is bounded."""
    old = " ".join(str(number) for number in range(10_000))
    new = " ".join(str(number * (2 if number % 3 == 1 else 1)) for number in range(10_000))

    (edit,) = text_edits(old, new)

    assert applied(old, [edit]) == new
    assert edit.start == 2, "what is the same at the start stays"
