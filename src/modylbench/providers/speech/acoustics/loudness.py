"""How loud a sound is to listeners: integrated loudness by ITU-R BS.1770-4, in LUFS."""

from __future__ import annotations

from math import pi, tan
from typing import TYPE_CHECKING

import numpy as np

from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP_S = 0.1
STEP_SAMPLES = int(SAMPLE_RATE_HZ * STEP_S)
STEPS_IN_BLOCK = 4  # BS.1770-4: blocks of 400 ms that overlap by three quarters
ABSOLUTE_GATE_LUFS, RELATIVE_GATE_LU = -70.0, -10.0  # BS.1770-4
OFFSET_LUFS = -0.691  # BS.1770-4
STEPS_AT_ONCE = 600
# The recommendation gives coefficients at 48 kHz; these are the filters that they are of.
SHELF_HZ, SHELF_DB, SHELF_Q, SHELF_BEND = (
    1681.974450955533, 3.999843853973347, 0.7071752369554196, 0.4996667741545416,
)  # fmt: skip
HIGH_PASS_HZ, HIGH_PASS_Q = 38.13547087602444, 0.5003270373238773


def loudness_lufs(samples: NDArray[np.int16]) -> float | None:
    """The integrated loudness of mono sound; None below 400 ms, or where all is silence.

    A sine of 997 Hz at full scale has -3.01 LUFS.
    """
    power = _step_power(samples)
    if len(power) < STEPS_IN_BLOCK:
        return None
    blocks = np.convolve(power, np.full(STEPS_IN_BLOCK, 1 / STEPS_IN_BLOCK), mode="valid")
    loud = blocks[blocks > _power_at(ABSOLUTE_GATE_LUFS)]
    if not len(loud):
        return None
    loud = loud[loud > loud.mean() * 10 ** (RELATIVE_GATE_LU / 10)]
    return float(OFFSET_LUFS + 10 * np.log10(loud.mean()))


def _step_power(samples: NDArray[np.int16]) -> NDArray[np.float64]:
    """The mean square of each whole 100 ms after the filters, a minute at a time."""
    from scipy.signal import sosfilt  # half a second, and most meetings have no sound

    filters = _k_weighting(SAMPLE_RATE_HZ)
    state = np.zeros((len(filters), 2))
    steps = samples[: len(samples) // STEP_SAMPLES * STEP_SAMPLES].reshape(-1, STEP_SAMPLES)
    power = np.empty(len(steps))
    for start in range(0, len(steps), STEPS_AT_ONCE):
        part = steps[start : start + STEPS_AT_ONCE]
        weighted, state = sosfilt(filters, part.ravel() / 32768.0, zi=state)
        power[start : start + len(part)] = (weighted.reshape(part.shape) ** 2).mean(axis=1)
    return power


def _k_weighting(rate_hz: int) -> NDArray[np.float64]:
    """The shelf of a head and the high pass, as second-order sections."""
    bend = tan(pi * SHELF_HZ / rate_hz)
    high = 10 ** (SHELF_DB / 20)
    band = high**SHELF_BEND
    unit = 1 + bend / SHELF_Q + bend**2
    shelf = [
        (high + band * bend / SHELF_Q + bend**2) / unit,
        2 * (bend**2 - high) / unit,
        (high - band * bend / SHELF_Q + bend**2) / unit,
        *_poles(bend, SHELF_Q),
    ]
    return np.array(
        [shelf, [1.0, -2.0, 1.0, *_poles(tan(pi * HIGH_PASS_HZ / rate_hz), HIGH_PASS_Q)]]
    )


def _poles(bend: float, quality: float) -> tuple[float, float, float]:
    unit = 1 + bend / quality + bend**2
    return 1.0, 2 * (bend**2 - 1) / unit, (1 - bend / quality + bend**2) / unit


def _power_at(lufs: float) -> float:
    return float(10 ** ((lufs - OFFSET_LUFS) / 10))
