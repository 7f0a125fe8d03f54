"""Does a part still say the same after an edit, only otherwise written?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.equality import same
from modylbench.products.quantities.numbers import (
    NOISE,
    Measure,
    ShownNumber,
    number_shown,
    shown_value,
)
from modylbench.products.quantities.units import unit_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.classification.places import Place
    from modylbench.products.quantities.units import UnitHint

_MARKS = re.compile(r"\*\*|__|^[ \t]*#{1,6}[ \t]+", re.MULTILINE)


def says_the_same(
    place: Place, old: dict[str, Any], new: dict[str, Any], fields: Sequence[str]
) -> bool:
    """Whether a part whose `fields` differ only looks otherwise.

    A cell in another unit that shows the same amount, a text without other words, a heading of
    another level. A formula that gives the same value is another formula.
    """
    if place.updated == "update_cell":
        return "formula" not in fields and _same_amount(old, new)
    if fields == ["unit"]:
        return _same_unit(old["unit"], new["unit"])
    if place.updated == "update_section" and {"level", "body"}.issuperset(fields):
        return _same_words(old["body"], new["body"])
    return False


def _same_words(old: str, new: str) -> bool:
    return _MARKS.sub("", old).split() == _MARKS.sub("", new).split()


def _same_unit(old: str | None, new: str | None) -> bool:
    """Whether numbers mean the same in both; a unit that comes to where there was none does."""
    return old is None or new is None or unit_field(old) == unit_field(new)


def _same_amount(old: dict[str, Any], new: dict[str, Any]) -> bool:
    if same(old["value"], new["value"]) and old["text"] == new["text"]:
        return _same_unit(old["unit"], new["unit"])
    before, after = amount(old), amount(new)
    if before is None or after is None:
        return False
    kinds = {kind for kind in (before.dimension, after.dimension) if kind}
    return len(kinds) < 2 and abs(before.number - after.number) <= NOISE * abs(before.number)


def amount(cell: dict[str, Any]) -> ShownNumber | None:
    """What the cell shows in base units; None where that is no number or its text says another."""
    value, text = cell["value"], cell["text"]
    hint = unit_field(cell["unit"] or "")
    shown = _in_base_units(value, hint)
    if text is None:
        return shown
    written = _in_base_units(text, hint)
    if value is None or written is None or shown is None:
        return written if value is None else None
    agree = Measure(written.number, written.half_step).agrees_with(Measure(shown.number, 0.0))
    return shown if agree else None


def _in_base_units(value: Any, hint: UnitHint) -> ShownNumber | None:
    if isinstance(value, bool) or value is None:
        return None
    shown = number_shown(value) if isinstance(value, str) else shown_value(value)
    if shown is None or shown.scaled:
        return shown
    scale = hint.scale or 1.0
    dimension = shown.dimension or hint.dimension
    return ShownNumber(shown.number * scale, shown.half_step * scale, dimension, scaled=True)
