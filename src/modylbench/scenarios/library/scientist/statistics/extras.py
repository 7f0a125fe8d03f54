"""What a meeting may ask for beside the plan: responders, adherence, the low dose by subgroup."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypedDict

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.scientist.protocol import (
    ARMS,
    COMPLIANT_FROM,
    LEVELS,
    PRIMARY,
    SCENARIO,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.scientist.protocol import Patient
    from modylbench.scenarios.library.scientist.statistics.ancova import Contrast

RESPONSE = 10  # mmHg down at week 12
OUTSIDE_TRIAL = "Calder-BP"


class Extras(TypedDict):
    """Tables that only some meetings have, by arm or by subgroup."""

    responders: dict[str, dict[str, float]]
    adherence: dict[str, dict[str, float]]
    low_subgroups: Mapping[str, Contrast]
    outside: dict[str, float]


def extra_figures(
    patients: Sequence[Patient], low_subgroups: Mapping[str, Contrast], seed: int
) -> dict[str, Any]:
    """Every figure of the sheets that only some meetings have."""
    responders, adherence = _responders(patients), _adherence(patients)
    outside = _outside_trial(seed)
    return {
        "extras": Extras(
            responders=responders,
            adherence=adherence,
            low_subgroups=low_subgroups,
            outside=outside,
        ),
        "responder_count_table": {arm: responders[arm]["responders"] for arm in ARMS},
        "responder_rate_table": {arm: round(responders[arm]["rate"] / 100, 4) for arm in ARMS},
        "poor_takers_table": {arm: adherence[arm]["below"] for arm in ARMS},
        "adherence_mean_table": {arm: round(adherence[arm]["average"] / 100, 4) for arm in ARMS},
        **{f"responders_{arm}": responders[arm]["responders"] for arm in ARMS},
        **{f"responder_rate_{arm}": responders[arm]["rate"] for arm in ARMS},
        **{f"poor_takers_{arm}": adherence[arm]["below"] for arm in ARMS},
        **{f"mean_adherence_{arm}": adherence[arm]["average"] for arm in ARMS},
        **{
            f"low_subgroup_{name}": {level: round(low_subgroups[level][key], 2) for level in LEVELS}
            for name, key in (("differences", "difference"), ("lower", "lower"), ("upper", "upper"))
        },
        "low_women_difference": round(low_subgroups["women"]["difference"], 2),
        **{f"outside_{name}": value for name, value in outside.items()},
    }


def _responders(patients: Sequence[Patient]) -> dict[str, dict[str, float]]:
    """Who came down far enough; whoever left did not."""
    result: dict[str, dict[str, float]] = {}
    for arm in ARMS:
        own = [patient for patient in patients if patient.arm == arm]
        responders = len([patient for patient in own if _has_responded(patient)])
        result[arm] = {
            "responders": responders,
            "randomised": len(own),
            "rate": round(100 * responders / len(own), 1),
        }
    return result


def _has_responded(patient: Patient) -> bool:
    value = patient.week_12.get(PRIMARY)
    return value is not None and patient.baseline[PRIMARY] - value >= RESPONSE


def _adherence(patients: Sequence[Patient]) -> dict[str, dict[str, float]]:
    """How many tablets the completers took."""
    result: dict[str, dict[str, float]] = {}
    for arm in ARMS:
        taken = [p.adherence for p in patients if p.arm == arm and p.has_completed]
        result[arm] = {
            "completers": len(taken),
            "below": len([share for share in taken if share < COMPLIANT_FROM]),
            "average": round(math.fsum(taken) / len(taken), 1),
        }
    return result


def _outside_trial(seed: int) -> dict[str, float]:
    """The estimate of a published trial with its limits, and how many it randomised."""
    draw = Draw(SCENARIO, seed, "outside trial")
    difference = -draw.step(6.6, 7.8, 0.1)
    half = draw.step(2.4, 3.1, 0.1)
    return {
        "difference": difference,
        "lower": round(difference - half, 1),
        "upper": round(difference + half, 1),
        "patients": draw.whole(180, 260),
        "page": draw.whole(112, 640),
    }
