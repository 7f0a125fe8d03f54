"""Is a text read for what it says, in whatever words, and told from its opposite and from junk?"""

import re

import pytest

from modylbench.evaluation.measuring.known import Known
from modylbench.evaluation.measuring.product_prose import Told, foreign_text, told_in
from modylbench.products.document import Document, Section

SENTENCES = (
    "The northern depot is the cheapest site for the frozen goods.",
    "Freight rises because the southern carrier adds a fuel surcharge.",
    "We recommend a lease of five years with an option to buy the building.",
    "Labour is scarce in the south, so the night shift should stay in the north.",
)
OWN_WORDS = (
    "For frozen goods the depot up north costs least of all sites.",
    "The carrier in the south puts a surcharge for fuel on top, which makes freight dearer.",
    "Our advice: lease the building for five years and keep the option to purchase it.",
    "Keep the night shift up north, as workers are hard to find in the south.",
)
KNOWN = Known(
    frozenset(" ".join(SENTENCES).lower().replace(".", "").replace(",", "").split()), frozenset()
)


def document(*bodies: str) -> Document:
    sections = tuple(
        Section(id=f"s{at}", heading="Findings", body=body) for at, body in enumerate(bodies)
    )
    return Document(id="memo", title="Memo", sections=sections)


PERFECT = document(" ".join(SENTENCES[:2]), " ".join(SENTENCES[2:]))


def test_the_same_text_is_told_in_full_however_it_is_divided() -> None:
    for own in (PERFECT, document(" ".join(SENTENCES)), document(*SENTENCES)):
        assert told_in(own, PERFECT) == Told(1.0, 0)


def test_own_words_are_enough() -> None:
    told = told_in(document(*OWN_WORDS), PERFECT)

    assert told.covered is not None
    assert told.covered > 0.6
    assert told.reversed == 0


def test_a_text_that_says_the_opposite_is_found_out() -> None:
    negated = [re.sub(r"\b(is|should)\b", r"\1 not", sentence) for sentence in SENTENCES]
    negated[2] = negated[2].replace("recommend", "recommend against")

    told = told_in(document(*negated), PERFECT)

    assert told.reversed == 3
    assert (told.covered or 0) < 0.5


@pytest.mark.parametrize("junk", ["blah potato " * 12, "", "Lovely weather for a walk today."])
def test_junk_tells_nothing(junk: str) -> None:
    assert told_in(document(junk, junk), PERFECT) == Told(0.0, 0)


def test_words_in_disorder_tell_half() -> None:
    words = reversed(" ".join(SENTENCES).replace(".", "").split())

    assert (told_in(document(" ".join(words)), PERFECT).covered or 0) < 0.8


def test_a_product_without_texts_asks_for_none() -> None:
    assert told_in(PERFECT, document("")).covered is None


def test_what_has_nothing_to_do_with_anything_is_foreign() -> None:
    padded = document(" ".join(SENTENCES), "asdf qwer zxcv " * 60)

    assert foreign_text(PERFECT, KNOWN) == 0
    assert (foreign_text(document(*OWN_WORDS), KNOWN) or 0) < 0.06
    assert (foreign_text(padded, KNOWN) or 0) > 0.8
    assert foreign_text(document(""), KNOWN) is None
