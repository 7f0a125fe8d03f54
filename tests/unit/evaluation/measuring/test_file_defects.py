"""A defect of a file is named by who says that it is there, not by who recites what might be."""

import pytest

from modylbench.evaluation.measuring.file_defects import names_defect
from modylbench.scenarios.scenario import FileDefect

TWICE = FileDefect(
    name="twice",
    file="bridge.csv",
    description="The settlement stands there twice.",
    signals=(("settlement", "litigation"), ("twice", "duplicated", "counted once")),
)
TOLD = [
    "One thing in the extract: the bridge lists the litigation settlement twice.",
    "The settlement is duplicated. I may be pedantic, but EBITDA only ties with one of them.",
    "I looked at the litigation line. It appears in rows 4 and 9. That is one event. So it is "
    "counted once.",
    "Could you have the settlement line checked? It stands there twice, and I counted one.",
]
SUPPOSED = [
    "Perhaps the litigation settlement is in there twice.",
    "Files like this typically have things such as a settlement twice.",
    "I have not looked, but the settlement might be duplicated.",
    "The extract could contain the litigation add-back twice, a subtotal, thousands for millions.",
    "Is the settlement there twice?",
    "If there is a settlement line that is duplicated, count it once.",
    "The litigation is settled. We spoke of rates. We spoke of growth. We spoke of the exit. We "
    "met twice.",
]


@pytest.mark.parametrize("text", TOLD)
def test_who_says_what_is_there_has_named_it(text: str) -> None:
    assert names_defect(text, TWICE)


@pytest.mark.parametrize("text", SUPPOSED)
def test_who_supposes_what_may_be_there_has_not(text: str) -> None:
    assert not names_defect(text, TWICE)
