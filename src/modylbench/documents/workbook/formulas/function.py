"""How is a function of a spreadsheet described: what it takes, and what computes it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.documents.workbook.formulas.values import (
    Fault,
    Faulted,
    number,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.workbook.formulas.values import Value

RANGES = "rac"


@dataclass(frozen=True, slots=True)
class Function:
    """One function. `takes` has a letter an argument, the last `cycle` of them again and again.

    n: a number, t: a text, v: a value, f: a value that may be an error, r: a range or a value,
    a: the same, whose formulas are computed cell by cell, c: the same, which may be an error.
    What work a call means beside its ranges is told to its first argument, where it `spends`.
    """

    call: Callable[..., Any]
    takes: str
    least: int
    most: int
    cycle: int = 1
    spends: bool = False

    def kind(self, place: int) -> str:
        """The letter of the argument at that place."""
        if place < len(self.takes):
            return self.takes[place]
        start = len(self.takes) - self.cycle
        return self.takes[start + (place - start) % self.cycle]


def coerced(value: Value, kind: str) -> Value:
    """The value as the function wants it; an error is raised."""
    if isinstance(value, Fault) and kind != "f":
        raise Faulted(value)
    if kind == "n":
        return number(value)
    return text(value) if kind == "t" else value
