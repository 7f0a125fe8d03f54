"""Is the value that a product shows the one that was expected?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.labels import words
from modylbench.products.quantities.numbers import Measure, number_shown, shown_value
from modylbench.products.quantities.units import COUNT, Unit

if TYPE_CHECKING:
    from modylbench.products.reading.observation import Observation

TOLERANCE = 0.01  # ours: what a figure may be off, as a share of it
COARSEST = 0.05  # ours: rounding is forgiven up to this share, so that 0.008 is 0.0081


def is_close(found: Measure, expected: float) -> bool:
    """Whether a number is the expected one, within the tolerance or as rounded as it is shown.

    >>> is_close(Measure(0.008, 0.0005), 0.0081), is_close(Measure(0.0, 0.5), 0.4)
    (True, False)
    """
    slack = max(TOLERANCE, min(COARSEST, found.half_step / abs(expected)) if expected else 0.0)
    return abs(found.number - expected) <= slack * abs(expected) + 1e-12


def equals(found: Any, expected: float | str | None) -> bool:
    """Whether a JSON value is the expected one: a number closely, a text in its words.

    Any value is, where None is expected.
    """
    if expected is None:
        return True
    if isinstance(found, dict):
        found = found.get("value", found.get("y"))
    if isinstance(expected, str):
        return isinstance(found, str) and words(found) == words(expected)
    if isinstance(found, bool) or found is None or isinstance(found, list | dict):
        return False
    shown = number_shown(found) if isinstance(found, str) else shown_value(found)
    return shown is not None and is_close(Measure(shown.number, shown.half_step), expected)


def unit_of(observation: Observation) -> Unit:
    """The unit that a number is in by the labels around it."""
    hints = [hint for hint in observation.strong if hint.dimension is not None]
    scales = [hint.scale for hint in observation.strong if hint.scale is not None]
    dimension = hints[0].dimension if hints else None
    return Unit(dimension or COUNT, scales[0] if scales else 1.0)


def in_unit(observation: Observation, unit: Unit) -> Measure | None:
    """The number in base units; None where its labels say that it is something else."""
    return in_base_units(observation.shown[0], observation.strong, observation.weak, unit)
