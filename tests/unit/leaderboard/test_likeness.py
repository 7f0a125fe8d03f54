"""Names that a reader takes for one have one skeleton, and others have not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.leaderboard.likeness import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Claude", "\u0421laud\u0435"),  # Cyrillic
        ("modyl", "rnodyl"),
        ("Agent 10", "Agent lO"),
        ("Opus", "\U0001d4de\U0001d4f9\U0001d4fe\U0001d4fc"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("My agent", "my\u200bagent"),
        ("\u0392est", "Best"),  # Greek
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Agent 2", "Agent 3"), ("alpha", "alphabet")])
def test_other_names_have_others(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_a_skeleton_is_its_own(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)
