"""What is new to a meeting, and who is attended to, by hand."""

import pytest
from tests.staging.conversations import NORMS, Line, conversation

from modylbench.evaluation.dynamics.social import contribution_novelty, participation_balance

ASKS = ("ann", "agent", 0.0, 3.0, "What is the margin on freight?")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The margin on freight is 7 percent.", "figure, object"),
        ("What is the margin on freight?", ""),
        ("The margin on freight: see terms.csv.", "source, object"),
        ("Yes, the margin on freight.", "decision"),
        ("The margin on freight is with the carrier.", "object"),
    ],
)
def test_a_turn_adds_a_figure_a_source_an_object_or_a_decision(text: str, kinds: str) -> None:
    found = contribution_novelty(conversation([ASKS, ("agent", "", 4.0, 7.0, text)]), NORMS)

    assert found.value == (1.0 if kinds else 0.0)
    if kinds and kinds != "figure, object":
        assert found.moments[0].note == kinds


def test_what_was_said_before_is_not_new_again() -> None:
    told = "The carrier bills 412 dollars."
    lines: list[Line] = [
        ASKS,
        ("agent", "", 4.0, 7.0, told),
        ("ann", "agent", 8.0, 9.5, "What is the margin on freight?"),
        ("agent", "", 10.0, 13.0, told),
    ]
    found = contribution_novelty(conversation(lines), NORMS)

    assert [event.value for event in found.moments] == [1.0, 0.0]


def _asked_by(who: str, at_s: float, *, answered: bool) -> list[Line]:
    asks = (who, "agent", at_s, at_s + 3.0, "What is the margin on freight, please?")
    answer = ("agent", "", at_s + 3.5, at_s + 5.0, "It is seven.")
    return [asks, answer] if answered else [asks]


def test_the_quiet_are_attended_to_as_the_loud_are() -> None:
    loud = [("ann", "bob", 200.0, 260.0, "Let me tell you all."),
            ("bob", "ann", 261.0, 290.0, "Do.")]  # fmt: skip
    even = [*_asked_by("ann", 0.0, answered=True), *_asked_by("cat", 20.0, answered=True)]
    uneven = [*_asked_by("ann", 0.0, answered=True), *_asked_by("cat", 20.0, answered=False)]

    assert participation_balance(conversation([*even, *loud]), NORMS).value == 1.0
    assert participation_balance(conversation([*uneven, *loud]), NORMS).value == 0.0


def test_naming_somebody_is_attending_to_them() -> None:
    lines = [
        *_asked_by("ann", 0.0, answered=True),
        ("agent", "", 8.0, 11.0, "Cat, does that match yours?"),
        ("ann", "bob", 200.0, 260.0, "Let me tell you all."),
        ("bob", "ann", 261.0, 290.0, "Do."),
        ("cat", "ann", 292.0, 294.0, "It does."),
    ]

    assert participation_balance(conversation(lines), NORMS).value == 1.0


def test_who_attends_to_nobody_has_no_balance() -> None:
    found = participation_balance(conversation([ASKS]), NORMS)

    assert found.value is None
    assert found.reason == "the agent neither answered nor named anybody"
