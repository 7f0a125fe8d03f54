"""Who was randomised to what, with which baseline, and who left before week 12?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.scientist.protocol import (
    ARMS,
    FACTORS,
    HIGH,
    LOW,
    MEASURED,
    PLACEBO,
    PRIMARY,
    Patient,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.foundation.draw import Draw

SITES = 12
BLOCK = (*ARMS, *ARMS)
AGES = {"younger": (38, 64), "older": (65, 79)}
WITH_SYSTOLIC = {"dbp": 0.4, "abpm": 0.6, "target": -0.5}  # correlations of baselines
REASONS_BY_ARM = {
    PLACEBO: ("lack_of_efficacy",) * 4 + ("consent",) * 3 + ("lost",) * 2 + ("adverse_event",),
    LOW: ("lack_of_efficacy",) * 2 + ("consent",) * 3 + ("lost",) * 2 + ("adverse_event",) * 2,
    HIGH: ("lack_of_efficacy",) + ("consent",) * 2 + ("lost",) * 2 + ("adverse_event",) * 5,
}
LAST_WEEK = 11


def enrolled(parameters: Mapping[str, float], draw: Draw) -> list[Patient]:
    """All randomised patients in the order of their numbers, without any visit after baseline."""
    blocks: dict[tuple[str, ...], list[str]] = {}
    numbers = dict.fromkeys(range(1, SITES + 1), 0)
    patients: list[Patient] = []
    for _ in range(round(parameters["patients"])):
        site = draw.whole(1, SITES)
        numbers[site] += 1
        levels = _levels(draw)
        block = blocks.setdefault(levels, [])
        if not block:
            block += draw.in_drawn_order(BLOCK)
        subject = f"{site:02d}-{numbers[site]:03d}"
        patients.append(_screened(subject, block.pop(), levels, parameters, draw))
    patients.sort(key=lambda patient: patient.subject)
    return _some_leave(patients, parameters, draw)


def _levels(draw: Draw) -> tuple[str, str, str]:
    drawn = [
        factor.levels[1] if draw.uniform(0, 1) < factor.share_of_second else factor.levels[0]
        for factor in FACTORS
    ]
    return drawn[0], drawn[1], drawn[2]


def _screened(
    subject: str,
    arm: str,
    levels: tuple[str, str, str],
    parameters: Mapping[str, float],
    draw: Draw,
) -> Patient:
    systolic = draw.normal()
    baseline: dict[str, float] = {}
    for endpoint in MEASURED:
        shared = 1.0 if endpoint.id == PRIMARY else WITH_SYSTOLIC.get(endpoint.id, 0.0)
        own = draw.normal()
        mean = parameters["baseline_sbp"] if endpoint.id == PRIMARY else endpoint.mean
        score = shared * systolic + (1 - shared * shared) ** 0.5 * own
        low, high = endpoint.bounds
        value = min(max(mean + endpoint.sd * score, low), high)
        baseline[endpoint.id] = round(value, endpoint.decimals)
    return Patient(
        subject=subject,
        arm=arm,
        age=draw.whole(*AGES[levels[1]]),
        levels=levels,
        baseline=baseline,
        week_12={},
        sbp_week_6=None,
        adherence=min(100, round(92 + 9 * draw.normal())),
        left_in_week=None,
        reason=None,
    )


def _some_leave(
    patients: list[Patient], parameters: Mapping[str, float], draw: Draw
) -> list[Patient]:
    leaving: dict[str, Patient] = {}
    for arm in ARMS:
        own = [patient for patient in patients if patient.arm == arm]
        for patient in draw.in_drawn_order(own)[: round(parameters[f"{arm}_dropouts"])]:
            week, reason = draw.whole(1, LAST_WEEK), draw.one_of(REASONS_BY_ARM[arm])
            leaving[patient.subject] = replace(patient, left_in_week=week, reason=reason)
    return [leaving.get(patient.subject, patient) for patient in patients]
