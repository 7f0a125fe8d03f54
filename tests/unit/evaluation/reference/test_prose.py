"""A text is read for what it says, in any words, and told from its opposite and junk."""

import re

import pytest

from modylbench.evaluation.measuring.sources.knowledge import KnownSources
from modylbench.evaluation.reference.prose import (
    ProseCoverage,
    foreign_text,
    prose_coverage,
)
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
KNOWN = KnownSources(
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
        assert prose_coverage(own, PERFECT) == ProseCoverage(1.0, 0)


def test_own_words_are_enough() -> None:
    told = prose_coverage(document(*OWN_WORDS), PERFECT)

    assert told.covered is not None
    assert told.covered > 0.6
    assert told.reversed == 0


def test_a_text_that_says_the_opposite_is_found_out() -> None:
    negated = [re.sub(r"\b(is|should)\b", r"\1 not", sentence) for sentence in SENTENCES]
    negated[2] = negated[2].replace("recommend", "recommend against")

    told = prose_coverage(document(*negated), PERFECT)

    assert told.reversed == 3
    assert (told.covered or 0) < 0.5


@pytest.mark.parametrize("junk", ["blah potato " * 12, "", "Lovely weather for a walk today."])
def test_junk_tells_nothing(junk: str) -> None:
    assert prose_coverage(document(junk, junk), PERFECT) == ProseCoverage(0.0, 0)


def test_words_in_disorder_tell_half() -> None:
    words = reversed(" ".join(SENTENCES).replace(".", "").split())

    assert (prose_coverage(document(" ".join(words)), PERFECT).covered or 0) < 0.8


def test_a_product_without_texts_asks_for_none() -> None:
    assert prose_coverage(PERFECT, document("")).covered is None


def test_what_has_nothing_to_do_with_anything_is_foreign() -> None:
    padded = document(" ".join(SENTENCES), "asdf qwer zxcv " * 60)

    assert foreign_text(PERFECT, KNOWN.words) == 0
    assert (foreign_text(document(*OWN_WORDS), KNOWN.words) or 0) < 0.06
    assert (foreign_text(padded, KNOWN.words) or 0) > 0.8
    assert foreign_text(document(""), KNOWN.words) is None
