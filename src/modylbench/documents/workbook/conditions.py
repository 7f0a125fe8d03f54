"""Which conditional formats does a worksheet have, and on which of its cells may each fall?"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CONDITIONS = 2_000
MOST_RANGES = 2_000
LONGEST_FORMULA = 200
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_ON_NOTHING_SEEN = {"containsErrors", "containsBlanks"}
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
    "equal": operator.eq,
    "notEqual": operator.ne,
    "greaterThanOrEqual": operator.ge,
    "greaterThan": operator.gt,
}


@dataclass(slots=True)
class Condition:
    """One conditional format: where it stands, when it falls, and which change it makes."""

    ranges: list[str]
    kind: str
    comparison: str = ""
    change: int | None = None
    formulas: list[str] = field(default_factory=list)
    hides_value: bool = False
    """True for bars and symbols that stand in place of the number."""

    def may_fall_on(self, number: float | None) -> bool:
        """False only where it surely does not fall on a cell of that number (None: a text)."""
        if self.kind in _ON_NOTHING_SEEN:
            return False
        compared = _COMPARED.get(self.comparison)
        if self.kind != "cellIs" or compared is None or len(self.formulas) != 1:
            return True
        if number is None or not _NUMBER.fullmatch(self.formulas[0].strip()):
            return True
        return compared(number, float(self.formulas[0]))


class ConditionReader:
    """Listens to the conditional formats among the XML of a worksheet."""

    def __init__(self) -> None:
        self.found: list[Condition] = []
        self.unread = 0
        """Formats of a kind that cannot be understood, or too many of them."""

        self._ranges: list[str] | None = None
        self._is_inside = False
        self._current: Condition | None = None
        self._text: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if tag == "conditionalFormatting":
            self._is_inside = True
            written = attributes.get("sqref")
            self._ranges = written.split() if written is not None else None
        elif tag == "cfRule" and self._is_inside:
            self._start_rule(attributes)
        elif tag == "formula" and self._current is not None:
            self._text = []
        elif tag in {"dataBar", "iconSet"} and self._is_inside:
            hides = attributes.get("showValue") in {"0", "false"}
            if self._current is not None:
                self._current.hides_value |= hides
            else:
                self.unread += hides

    def _start_rule(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "")
        if self._ranges is None:  # Excel's newer kind, whose cells and looks are written elsewhere
            self.unread += kind not in {"dataBar", "iconSet", "colorScale"}
            return
        if len(self.found) >= MOST_CONDITIONS or len(self._ranges) > MOST_RANGES:
            self.unread += 1
            return
        change = attributes.get("dxfId", "")
        number = int(change) if change.isdecimal() and len(change) < 7 else None
        self._current = Condition(self._ranges, kind, attributes.get("operator", ""), number)
        self.found.append(self._current)

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        if tag == "formula" and self._text is not None and self._current is not None:
            self._current.formulas.append("".join(self._text)[:LONGEST_FORMULA])
            self._text = None
        elif tag == "cfRule":
            self._current = None
        elif tag == "conditionalFormatting":
            self._is_inside, self._ranges = False, None
