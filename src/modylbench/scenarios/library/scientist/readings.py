"""Which numbers were found, and how close must they come?

The plan reports differences with two decimals and p-values with four, so that is how close a figure
must come to the one recomputed from the patients' data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.quantities.find import FoundNumber, FoundTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.oracle import Reading

TWO_DECIMALS = 0.0051
FOUR_DECIMALS = 0.000051


def number(reading: Reading) -> float:
    """The number found."""
    return reading.measure.number if isinstance(reading, FoundNumber) else float("nan")


def numbers(reading: Reading) -> dict[str, float]:
    """The numbers of a table by the names of their members, joined."""
    if not isinstance(reading, FoundTable):
        return {}
    return {"|".join(key): found.measure.number for key, found in reading.numbers.items()}


def differing(
    found: Mapping[str, float], expected: Mapping[str, float], slack: float
) -> Iterator[str]:
    """What is missing or further off than the slack."""
    for name, right in expected.items():
        if name not in found:
            yield f"{name} is not shown"
        elif not abs(found[name] - right) <= slack:
            yield f"{name} is {found[name]:.6g}, not {right:.6g}"
