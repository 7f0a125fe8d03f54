"""What are the operands of a PDF operator, whatever stands in their place?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pypdf.generic import DictionaryObject

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Matrix

LARGEST = 1e9


def dictionary(value: object) -> DictionaryObject:
    """The dictionary that a value is or refers to; an empty one otherwise."""
    found = value.get_object() if hasattr(value, "get_object") else value
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def finite(value: object) -> float:
    """The number; 0 for anything else, and for numbers that lead nowhere."""
    if not isinstance(value, int | float):
        return 0.0
    number = float(value)
    return number if math.isfinite(number) and abs(number) < LARGEST else 0.0


def number(operands: list[Any], place: int) -> float:
    """One of the operands."""
    return finite(operands[place]) if place < len(operands) else 0.0


def matrix_of(operands: list[Any]) -> Matrix:
    """Six operands as a transformation."""
    a, b, c, d, e, f = (number(operands, place) for place in range(6))
    return a, b, c, d, e, f
