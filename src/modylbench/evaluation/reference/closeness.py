"""The one notion of closeness: when a number shown is the one that a perfect agent shows.

Verification, measuring and mutations compare by it, with one tolerance, the paper's (3.5, layer 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.labels import words
from modylbench.products.quantities.numbers import NOISE, Measure, number_shown, shown_value
from modylbench.products.quantities.units import COUNT, Unit
from modylbench.scenarios.criterion import DEFAULT_TOLERANCE_PCT

if TYPE_CHECKING:
    from modylbench.products.reading.observation import Observation

SMALLEST = 1e-12  # what is nearer to 0 than this is 0
MOST_ROUNDING = 0.05  # ours: rounding is forgiven up to this share, so that 0.008 is 0.0081


def is_close(
    found: Measure, expected: Measure | float, tolerance_pct: float = DEFAULT_TOLERANCE_PCT
) -> bool:
    """Whether a number is the expected one, within the tolerance or as rounded as either is shown.

    Too coarse a figure explains nothing: 6 is not 5.61.

    >>> is_close(Measure(0.008, 0.0005), 0.0081), is_close(Measure(6.0, 0.5), 5.61)
    (True, False)
    """
    right = expected if isinstance(expected, Measure) else Measure(expected, 0.0)
    size = abs(right.number)
    rounding = min(max(found.half_step, right.half_step), MOST_ROUNDING * size)
    slack = max(tolerance_pct / 100 * size, rounding)
    return abs(found.number - right.number) <= slack + NOISE * size + SMALLEST


def is_within(found: Measure, expected: float, tolerance_pct: float) -> bool:
    """Whether a number meets a criterion: within its tolerance, whatever it was rounded to.

    A tolerance of 0 means equal at the precision shown (SPEC 4).
    """
    if tolerance_pct == 0 or expected == 0:
        return found.equals_at_shown_precision(expected)
    return abs(found.number - expected) <= tolerance_pct / 100 * abs(expected) * (1 + NOISE)


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
