"""Products that write decimal commas, with points in their place.

"1.300 cycles" and "75,735" mean something else in a text that also has "26,40 %": which notation a
product keeps shows in the numbers that can be read in one way only.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from modylbench.products.work_product import WorkProduct

MOST_TEXT = 400_000  # ours: characters; enough to see how numbers are written
ENOUGH = 3  # ours: one "1,5" may be a list
_NUMBER = re.compile(r"(?<![\w.,/:-])[-+(]?[$€£]?\d+(?:[.,]\d+)+(?![\d/:]|[.,]\d)")
_COMMA = re.compile(
    r"\d{1,3}(?:\.\d{3})*,(?:\d{1,2}|\d{4,})|0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
)
_POINT = re.compile(
    r"\d{1,3}(?:,\d{3})*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}"
)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_SWAP = str.maketrans(".,", ",.")


def has_decimal_commas(product: WorkProduct) -> bool:
    """True when the product's numbers can only be read with commas for points.

    So they can where it has nothing but whole thousands with points, and some of those: whoever
    writes decimals does not always write three.
    """
    commas = points = thousands = read = 0
    for place in product_texts(product):
        if "," not in place.text and "." not in place.text:
            continue
        read += len(place.text)
        if read > MOST_TEXT:
            break
        for match in islice(_NUMBER.finditer(place.text), 2_000):
            digits = match[0].lstrip("-+($€£")
            commas += _COMMA.fullmatch(digits) is not None
            points += _POINT.fullmatch(digits) is not None
            thousands += _THOUSANDS.fullmatch(digits) is not None
    if not commas and not points:
        return thousands >= ENOUGH
    return commas >= ENOUGH and commas > 4 * points


def with_points(product: WorkProduct) -> WorkProduct:
    """The product with all its numerals in our notation, every character in its place."""
    return type(product).model_validate(_with_marks_swapped(product.model_dump()))


def swap_marks(text: str) -> str:
    """The text with points and commas of its numbers exchanged.

    >>> swap_marks("1.300 cycles, 26,40 % [S01, S02]")
    '1,300 cycles, 26.40 % [S01, S02]'
    """
    return _NUMBER.sub(lambda match: match[0].translate(_SWAP), text)


def _with_marks_swapped(value: Any, field: str = "") -> Any:
    if isinstance(value, str):
        return (
            value
            if field in {"id", "kind", "url", "formula", "unit", "date"}
            else swap_marks(value)
        )
    if isinstance(value, dict):
        return {name: _with_marks_swapped(part, name) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_with_marks_swapped(part, field) for part in value)
    return value
