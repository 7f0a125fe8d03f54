"""Which of these texts are bare numbers, and is their comma a decimal one?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

_POINT = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,20})(?:\.\d{1,20})?(?:[eE][-+]?\d{1,2})?")
_COMMA = re.compile(r"[-+]?(?:\d{1,3}(?:\.\d{3})+|\d{1,20})(?:,\d{1,20})?")
_SURE_COMMA = re.compile(
    r"[-+]?(?:0|\d{1,3}(?:\.\d{3})+|\d{1,20}),(?:\d{1,2}|\d{4,20})|[-+]?0,\d{3}"
)
_SURE_POINT = re.compile(
    r"[-+]?\d{1,3}(?:,\d{3})+\.\d+|[-+]?\d{1,20}\.(?:\d{1,2}|\d{4,20})|[-+]?0\.\d{3}"
)
_CODE = re.compile(r"0\d+")


def cells_of(texts: Iterable[str], *, decimal_comma: bool) -> dict[str, Cell]:
    """The texts that are nothing but a number, as cells; a code such as 007 stays a text.

    A comma is a decimal one where the file allows it, some number can be read in no other way,
    and more do so than contradict.
    """
    found = set(texts)
    if decimal_comma:
        sure = sum(1 for text in found if _SURE_COMMA.fullmatch(text))
        against = sum(1 for text in found if _SURE_POINT.fullmatch(text))
        decimal_comma = sure > against
    form = _COMMA if decimal_comma else _POINT
    cells: dict[str, Cell] = {}
    for text in found:
        if form.fullmatch(text) and not _CODE.fullmatch(text):
            plain = text.replace(".", "").replace(",", ".") if decimal_comma else text
            plain = plain.replace(",", "")
            number = int(plain) if plain.lstrip("+-").isdigit() else float(plain)
            if abs(number) <= LARGEST_NUMBER:
                as_shown = None if decimal_comma or str(number) == text else text
                cells[text] = Cell(value=number, text=as_shown)
    return cells
