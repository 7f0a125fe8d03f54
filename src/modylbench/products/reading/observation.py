"""A number somewhere in a work product, with everything that says what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words

if TYPE_CHECKING:
    from modylbench.products.numbers import Shown
    from modylbench.products.units import UnitHint

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words before a number, nearest last, and after it, nearest first."""

    before: Words
    after: Words


@dataclass(frozen=True, slots=True)
class Observation:
    """One shown number.

    `axes` are the labels that must all be explained by what is sought (row and column), `aside`
    other words of its row, `context` the group, sheet or heading above. `shown` has two readings
    where a cell shows a text that differs from its value. `span` places it inside a longer text.
    """

    pointer: str
    shown: tuple[Shown, ...]
    axes: tuple[Words, ...] = ()
    aside: tuple[Words, ...] = ()
    context: tuple[Words, ...] = ()
    strong: tuple[UnitHint, ...] = ()
    weak: tuple[UnitHint, ...] = ()
    sentence: Sentence | None = None
    span: tuple[int, int] | None = None


def hints_of(*texts: str | None) -> tuple[UnitHint, ...]:
    """The units that labels, unit fields or notes name, in their order."""
    return tuple(hint for text in texts if text and (hint := label_words(text).hint))
