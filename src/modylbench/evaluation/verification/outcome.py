"""What a check gives back, before it becomes a finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.quantities.find import Ambiguous, FoundNumber, FoundTable, Missing
from modylbench.products.reading.index import Index, TextPassage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.findings import Verdict
    from modylbench.products.quantities.find import NumberPlace

NOT_SHOWN = "nothing of that name is shown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict with what was found where, what was expected, and why."""

    verdict: Verdict
    found: str = ""
    expected: str = ""
    reason: str = ""
    places: tuple[NumberPlace, ...] = ()
    pointers: tuple[tuple[str, str], ...] = ()
    share: float | None = None


def unclear(reading: Missing | Ambiguous, name: str, expected: str = "") -> Outcome:
    """The outcome for a quantity that is not shown, or shown with different values."""
    if isinstance(reading, Missing):
        return Outcome("missing", expected=expected, reason=f"{name}: {NOT_SHOWN}")
    shown = ", ".join(
        f"{place.measure.number:,.10g} at {place.product}{place.pointer}"
        for place in reading.places[:8]
    )
    return Outcome(
        "ambiguous",
        expected=expected,
        reason=f"{name}: different values ({shown})",
        places=reading.places,
    )


def pointers_of(readings: Iterable[object]) -> tuple[tuple[str, str], ...]:
    """The texts and whole products behind these readings, by product ("" is its root)."""
    pointers: list[tuple[str, str]] = []
    for reading in readings:
        if isinstance(reading, TextPassage):
            pointers += [(reading.product, pointer) for pointer in reading.pointers]
        elif isinstance(reading, Index):
            pointers.append((reading.product.id, ""))
    return tuple(pointers)


def places_of(readings: Iterable[object]) -> tuple[NumberPlace, ...]:
    """Every place behind these readings."""
    places: list[NumberPlace] = []
    for reading in readings:
        if isinstance(reading, FoundNumber | Ambiguous):
            places += reading.places
        elif isinstance(reading, FoundTable):
            for part in reading.numbers.values():
                places += part.places
    return tuple(places)
