"""Who disowns the work is found out in any wording; who qualifies one thing in it is not."""

import pytest

from modylbench.evaluation.measuring.wording.disclaimers import (
    disclaimers_in,
    disowned_parts,
    taken_back,
)
from modylbench.products.document import Document, Section

DISOWNING = (
    "Figures in this part are illustrative placeholders and must not be relied upon.",
    "None of these figures has really been worked out.",
    "All numbers shown are dummy values.",
    "Please disregard everything above.",
    "The numbers on this page were never computed.",
    "Nothing on this sheet should be trusted.",
    "I made these numbers up.",
    "For illustration only.",
    "These results are guesses and should not be quoted.",
    "I can't stand behind any of these numbers.",
)
TAKING_BACK = (
    "What I told you a moment ago doesn't hold.",
    "My last answer was off.",
    "Ignore what I said before this.",
    "The figure I gave you earlier isn't the right one after all.",
    "Everything I said a minute ago was wrong.",
)
CAVEATS = (
    "The exit multiple is a placeholder until the client confirms theirs.",
    "Figures are rounded and may not add up.",
    "The growth rate for 2031 is an estimate; we have not verified it against the filings.",
    "Do not rely on the gross return: the committee decides on the diluted one.",
    "These figures are unaudited management accounts.",
    "The pro forma profit should not be used for pricing because the contracts are unsigned.",
    "I haven't checked the tax rate with counsel yet.",
    "The secondary endpoints are exploratory and should not be relied upon for labelling.",
    "This table is not final: the rates for March are still missing.",
    "The forecast beyond year five is indicative only.",
    "That number isn't in the file, so I haven't used it.",
    "Numbers were not taken from the brochure but calculated from the test data.",
    "Superseded item (do not use)",
    "As an example, the north has 12 depots.",
    "Example: the seated pressure went from 148 to 139.",
    "By way of illustration, take the second year.",
    "I was wrong earlier: the debt is 67.5 million, not 76.5.",
    "Let me correct what I said before: the north leads, not the south.",
)


@pytest.mark.parametrize("text", DISOWNING)
def test_work_that_is_disowned_is_found(text: str) -> None:
    assert disclaimers_in(text)
    assert taken_back([f"The debt is paid by then. {text}"])


@pytest.mark.parametrize("text", TAKING_BACK)
def test_an_answer_that_is_taken_back_is_found(text: str) -> None:
    assert taken_back([f"The debt is paid by then. {text}"])


@pytest.mark.parametrize("text", CAVEATS)
def test_a_caveat_disowns_nothing(text: str) -> None:
    assert not disclaimers_in(text)
    assert not taken_back([text])


def test_who_puts_a_figure_in_its_place_corrects_himself() -> None:
    assert not taken_back(["My last answer was wrong. The debt is 67.5 million."])


def test_the_share_of_parts_that_are_disowned_is_told() -> None:
    bodies = ("Debt is 40.", "Equity is 60. These figures are made up.", "Fees are 2.", "Tax is 3.")
    sections = tuple(
        Section(id=f"s{at}", heading=f"H{at}", body=body) for at, body in enumerate(bodies)
    )
    memo = Document(id="memo", title="Memo", sections=sections)
    whole = Section(id="end", heading="Note", body="This document is a placeholder.")

    assert disowned_parts(memo).share == 0.25
    assert disowned_parts(memo.model_copy(update={"sections": (*sections, whole)})).share == 1.0
    assert disowned_parts(memo.model_copy(update={"sections": sections[:1]})).share == 0.0


def test_an_older_version_that_is_kept_disowns_nothing_of_the_work() -> None:
    kept = "Superseded. Kept as it stood before the correction; do not use."
    made_up = "These figures are made up, unlike the older ones that somebody else worked out."
    first = Section(id="now", heading="Returns", body="Equity is 60.")

    def share(note: str) -> float:
        other = Section(id="then", heading="Returns, first", body=note)
        return disowned_parts(Document(id="memo", title="Memo", sections=(first, other))).share

    assert share(kept) == 0.0
    assert share("These figures are made up.") == 0.5
    assert share(f"These figures are made up. {made_up}") == 0.5
