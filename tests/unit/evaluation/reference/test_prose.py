"""A text is read for what it says, in any words, and told from its opposite and junk."""

import re

import pytest

from modylbench.evaluation.measuring.sources.knowledge import KnownSources
from modylbench.evaluation.reference.prose import (
    foreign_text,
    is_beside_the_point,
    is_lost,
    prose_coverage,
    texts_agree,
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
        told = prose_coverage(own, PERFECT)

        assert (told.covered, told.compared, told.reversed) == (1.0, 4, 0)
        assert not told.jumbled


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
    told = prose_coverage(document(junk, junk), PERFECT)

    assert (told.covered, told.compared, told.reversed) == (0.0, 0, 0)


def test_opposite_words_and_exchanged_names_turn_a_text_round() -> None:
    opposite = [
        SENTENCES[0].replace("cheapest", "dearest"),
        SENTENCES[1].replace("rises", "falls"),
        SENTENCES[2].replace("recommend", "discourage"),
    ]
    perfect = document(
        "Depot Alpha serves the frozen goods of the eastern region by road at night."
    )
    exchanged = document(
        "Depot Beta serves the frozen goods of the eastern region by road at night."
    )
    names = frozenset({"alpha", "beta"})

    assert prose_coverage(document(*opposite), PERFECT).reversed == 3
    assert prose_coverage(exchanged, perfect, names).reversed == 1
    assert prose_coverage(perfect, perfect, names).reversed == 0


NAMES = frozenset({"alpha", "beta", "gamma"})
RANKED = "For frozen goods of the region Alpha scores 3.40 and Beta scores 3.30 out of five."
LISTED = "No carrier publishes a night price for frozen goods to Alpha, Beta and Gamma."


@pytest.mark.parametrize(
    ("said", "perfect", "is_turned"),
    [
        (
            "For frozen goods of the region Beta scores 3.30 and Alpha scores 3.40 out of five.",
            RANKED,
            False,
        ),
        (
            "For frozen goods of the region Beta scores 3.40 and Alpha scores 3.30 out of five.",
            RANKED,
            True,
        ),
        (
            "No carrier publishes a night price for frozen goods to Gamma, Alpha and Beta.",
            LISTED,
            False,
        ),
        ("No carrier publishes a night price for frozen goods to Alpha and Omega.", LISTED, True),
    ],
    ids=["figures moved along", "figures exchanged", "a list in another order", "an unknown name"],
)
def test_names_are_exchanged_only_where_something_else_is_said_of_them(
    said: str, perfect: str, is_turned: bool
) -> None:
    told = prose_coverage(document(said), document(perfect), NAMES)

    assert (told.compared, told.reversed) == (1, int(is_turned))


def test_a_denied_opposite_is_the_same_again() -> None:
    perfect = document(
        "The return of the northern depot is below the hurdle of the board this year."
    )
    denied = document(
        "The return of the northern depot is not above the hurdle of the board this year."
    )

    assert prose_coverage(denied, perfect).reversed == 0


def test_words_by_lot_are_jumbled() -> None:
    words = " ".join((*SENTENCES, *OWN_WORDS)).split()
    drawn = " ".join(words[(at * 29) % len(words)] for at in range(len(words)))

    assert prose_coverage(document(drawn), PERFECT).jumbled == 1.0
    assert prose_coverage(document(" ".join(OWN_WORDS)), PERFECT).jumbled == 0.0


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


def test_a_word_with_a_year_in_it_is_known_where_it_was_given() -> None:
    assert foreign_text(document("FY2027E"), frozenset({"fy2027e"})) == 0
    assert foreign_text(document("FY2027E"), frozenset({"revenue"})) == 1


@pytest.mark.parametrize(
    ("own", "agrees"),
    [
        ("The senior loan of $67.5M costs 9.5% a year.", True),
        ("Senior loans of $67,500,000 cost 9.50 % a year.", True),
        ("The senior loan of $76.5M costs 9.5% a year.", False),
        ("The senior loan of $67.5M does not cost 9.5% a year.", None),
        ("The lender asks 9.5% a year for $76.5M.", None),
        ("", None),
    ],
)
def test_a_sentence_with_another_number_in_it_is_wrong(own: str, agrees: bool | None) -> None:
    assert texts_agree(own, "The senior loan of $67.5M costs 9.5% a year.") is agrees


def test_a_text_is_beside_the_point_only_where_nothing_comes_back() -> None:
    asked = " ".join(SENTENCES)

    assert is_beside_the_point("lorem ipsum dolor", asked)
    assert not is_beside_the_point(" ".join(OWN_WORDS), asked)
    assert not is_beside_the_point("lorem ipsum dolor", "Too short to tell.")


def test_a_text_loses_its_numbers_whatever_words_it_keeps() -> None:
    asked = f"{SENTENCES[0]} It costs $67.5M, of which 30.0 are lent."

    assert is_lost(asked, SENTENCES[0], asked)
    assert not is_lost(asked, "It costs 67.5 million.", asked)
    assert is_lost(SENTENCES[0], "lorem ipsum dolor", asked)
