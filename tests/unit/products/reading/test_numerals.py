"""A product that writes decimal commas is read as it means them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.document import Document, Section
from modylbench.products.reading.index import index
from modylbench.products.reading.numerals import has_decimal_commas, swap_marks, with_points


def written(body: str) -> Document:
    return Document(id="d", title="Brief", sections=(Section(id="a", heading="Text", body=body),))


def test_thousands_and_decimals_follow_the_notation_of_the_whole_text() -> None:
    text = "Margin 27,5 % and 26,40 %, growth 0,8 %; cycle life: 1.300."
    numbers = [o.shown[0].number for o in index(written(text)).observations if not o.sentence]

    assert has_decimal_commas(written(text))
    assert 1300 in numbers


def test_a_text_in_our_notation_stays_as_it_is() -> None:
    text = "Revenue 66.0, 1,300 cycles, pairs 1,5 and 2,5."

    assert not has_decimal_commas(written(text))
    assert index(written(text)).product == written(text)


def test_only_whole_thousands_with_points_are_thousands() -> None:
    assert has_decimal_commas(written("1.300 cycles, 1.220 cycles and 1.070 cycles"))
    assert not has_decimal_commas(written("1.300 cycles, 1.220 cycles and 1.5 years"))


@given(st.text(alphabet="0123456789.,; abS[]%-", max_size=80))
def test_swapping_twice_gives_the_text_back_and_moves_nothing(text: str) -> None:
    assert len(swap_marks(text)) == len(text)
    assert swap_marks(swap_marks(text)) == text


def test_ids_and_addresses_stay() -> None:
    made = with_points(written("1,5"))

    assert (made.id, made.title) == ("d", "Brief")
