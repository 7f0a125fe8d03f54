"""What is taken off, such as interest or tax, and has a minus in one place but not in another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.quantities import vocabulary

if TYPE_CHECKING:
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation

_CELL = "/cells/"


def is_deducted(index: Index, observation: Observation) -> bool:
    """Whether a number stands in a row that is taken off as a whole: nothing in it is above zero.

    One cell with a minus among others without is a slip, not a way to write.
    """
    said = {word for label in observation.axes for word in label}
    row, is_cell, _ = observation.pointer.rpartition(_CELL)
    if not is_cell or vocabulary.DEDUCTED.isdisjoint(said):
        return False
    if not vocabulary.NOT_DEDUCTED.isdisjoint(said):
        return False
    return all(
        shown.number <= 0
        for other in index.observations
        if other.pointer.startswith(row + _CELL)
        for shown in other.shown
    )
