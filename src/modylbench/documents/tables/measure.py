"""Which number and unit does a cell stand for, taken as it is shown?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.products.quantities.numbers import number_shown
from modylbench.products.quantities.units import MONEY, MULTIPLE, PERCENT

if TYPE_CHECKING:
    from modylbench.documents.tables.grid import Entry

_SCALES = {1.0: "", 1e3: "K", 1e6: "M", 1e9: "B"}
_SIGNS = {"usd": "$", "eur": "€", "gbp": "£"}


def measure(entry: Entry) -> tuple[float | None, str | None]:
    """The number in full and the unit that its text shows; None for what is no number.

    A cell of 0.2134 shown as 21.3% is 21.34 in %; one of 57.5 shown as $57.5M is 57.5 in $M.
    """
    value = entry.cell.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None, None
    shown = number_shown(entry.cell.text) if entry.cell.text else None
    dimension = (shown.dimension if shown else None) or ""
    if dimension == PERCENT:
        return (_times(value, 100) if _is_percent_of_one(entry) else value), "%"
    if shown is None or not dimension.startswith(MONEY):
        return value, "x" if dimension == MULTIPLE else None
    code = dimension.removeprefix(MONEY)
    ratio = shown.number / value if value else 1.0
    scale = next(
        (name for size, name in _SCALES.items() if math.isclose(ratio, size, rel_tol=0.1)), ""
    )
    return value, f"{_SIGNS.get(code, code.upper())}{scale}"


def _is_percent_of_one(entry: Entry) -> bool:
    """True where 0.2134 is shown as 21.3%, and not 21.34 with a "%" behind it."""
    value, text = entry.cell.value, entry.cell.text
    digits = number_shown((text or "").replace("%", " "))
    if digits is None or not isinstance(value, int | float) or not value:
        return True
    return not math.isclose(digits.number, value, rel_tol=0.1)


def _times(value: float, factor: float) -> float:
    """The product without the noise that floats add."""
    return float(f"{value * factor:.15g}")
