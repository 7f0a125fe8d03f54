"""Reading ends, and stays within bounds, whatever an agent writes."""

import pytest

from modylbench.products.document import Document, Section
from modylbench.products.quantities.numbers import number_shown
from modylbench.products.reading.index import index
from modylbench.products.reading.prose import MOST_FIGURES


def test_a_text_of_nothing_but_numbers_is_read_up_to_a_bound() -> None:
    body = "revenue 1.5 " * (2 * MOST_FIGURES)
    document = Document(id="d", title="t", sections=(Section(id="s", heading="h", body=body),))

    assert len(index(document).observations) <= MOST_FIGURES


@pytest.mark.parametrize("text", ["9" * 400, "1e400", "9" * 55, "1e-400", "0x1F", "1e5e5"])
def test_what_does_not_fit_a_float_is_no_infinity(text: str) -> None:
    shown = number_shown(text)

    assert shown is None or abs(shown.number) < 1e200
