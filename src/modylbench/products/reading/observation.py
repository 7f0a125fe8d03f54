"""A number somewhere in a work product, with everything that says what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.units import note_hint, unit_field

if TYPE_CHECKING:
    from modylbench.products.quantities.numbers import ShownNumber
    from modylbench.products.quantities.units import UnitHint

Words = tuple[str, ...]

LONGEST_ASIDE = 80  # ours: a longer text is a comment, not a name
_PARTING = re.compile(r"[,;|·•()\n]|\s[-\u2013\u2014]\s")


class Sentence(NamedTuple):
    """The words before a number, nearest last, and after it, nearest first.

    `lead` are the words that open its sentence and its paragraph; `alone` is true when the number
    is all that its line says, `bare` when it has no unit.
    """

    before: Words
    after: Words
    lead: frozenset[str] = frozenset()
    alone: bool = False
    bare: bool = False


class Observation(NamedTuple):
    """One shown number.

    `axes` are the labels that must all be explained by what is sought (row and column), `kinds`
    those cells of its row that say of which period or place it is, `aside` other words of its
    row, `context` the group, sheet or heading above, the nearest first. `shown` has two readings
    where a cell shows a text that differs from its value. `span` places it inside a longer text.
    `topic` is an axis that has no other beside it and says what the title says.
    """

    pointer: str
    shown: tuple[ShownNumber, ...]
    axes: tuple[Words, ...] = ()
    kinds: tuple[Words, ...] = ()
    aside: tuple[Words, ...] = ()
    context: tuple[Words, ...] = ()
    strong: tuple[UnitHint, ...] = ()
    weak: tuple[UnitHint, ...] = ()
    sentence: Sentence | None = None
    span: tuple[int, int] | None = None
    topic: Words = ()

    def at_offset(self, by: int) -> Observation:
        """The same, in a text that has `by` more characters before it."""
        start, end = self.span or (0, 0)
        return self._replace(span=(start + by, end + by))


def caption_parts(text: str) -> tuple[Words, ...]:
    """The words of each part of a caption or a neighbouring cell, as its commas and bars part it.

    >>> caption_parts("Year 1 | base case, audited")
    (('year', '1'), ('base', 'case'), ('audited',))
    """
    if len(text) > LONGEST_ASIDE:
        return ()
    return tuple(said for part in split_caption(text) if (said := label_words(part).words))


def split_caption(text: str) -> list[str]:
    """The parts of a caption."""
    return _PARTING.split(text)


def is_the_topic(said: Words, above: tuple[Words, ...]) -> bool:
    """True when the only series or column is called what the chart or table is about."""
    repeats = bool(said) and any(set(title).issuperset(said) for title in above)
    return repeats and vocabulary.MODIFIERS.isdisjoint(said)


def hints_of(*labels: str | None) -> tuple[UnitHint, ...]:
    """The units that labels name, in their order."""
    return tuple(hint for text in labels if text and (hint := label_words(text).hint))


def field_hints(*fields: str | None) -> tuple[UnitHint, ...]:
    """The units that fields for units name, in their order."""
    return tuple(hint for text in fields if text and (hint := unit_field(text)))


def note_hints(*notes: str | None) -> tuple[UnitHint, ...]:
    """The units that notes, captions or titles state, in their order."""
    return tuple(hint for text in notes if text and (hint := note_hint(text)))
