"""The trial of a seed, simulated: enrolment, response until week 12, a slip in the data file.

The noise is made orthogonal to arms, strata and baseline before it is added: what chance would add
to the effects is drawn openly instead, so that every seed tells a story with the plot chosen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARMS,
    FACTORS,
    HIGH,
    LOW,
    MEASURED,
    PLACEBO,
    PRIMARY,
    RECORDINGS,
    SCENARIO,
    Patient,
)
from modylbench.scenarios.library.scientist.statistics.analysis import indicator
from modylbench.scenarios.library.scientist.statistics.ancova import centre, residuals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.scientist.protocol import Endpoint, Factor
    from modylbench.scenarios.library.scientist.statistics.ancova import FloatArray


SLIPS = (27, 36)  # what swapping the last two digits adds: large enough to matter, not absurd
MISSPOKEN_BY = 10
SITES = 12
BLOCK = (*ARMS, *ARMS)
AGES = {"younger": (38, 64), "older": (65, 79)}
BASELINES_WITH = {"dbp": (PRIMARY, 0.4), "abpm": (PRIMARY, 0.6), "target": ("abpm", -0.85)}
"""With which other baseline one goes, and how closely."""
EGFR_PER_YEAR, MIDDLE_AGE = -0.6, 59  # kidneys lose this much a year of age
REASONS_BY_ARM = {
    PLACEBO: ("lack_of_efficacy",) * 4 + ("consent",) * 3 + ("lost",) * 2 + ("adverse_event",),
    LOW: ("lack_of_efficacy",) * 2 + ("consent",) * 3 + ("lost",) * 2 + ("adverse_event",) * 2,
    HIGH: ("lack_of_efficacy",) + ("consent",) * 2 + ("lost",) * 2 + ("adverse_event",) * 5,
}
LAST_WEEK = 11
MODEL_TERMS = 7  # intercept, two arms, baseline, three strata
SHARES_OF_SD = (0.06, 0.12, 0.20)  # what sex, age group and diabetes do to the change
STRONG, MIDDLE, BORDERLINE, WEAK = (3.0, 3.25), (2.5, 2.7), (2.1, 2.2), (0.3, 1.1)
SHORT = (1.2, 1.6)
SIGNALS = {
    "two": (STRONG, MIDDLE, BORDERLINE),
    "one": (STRONG, BORDERLINE, SHORT),
    "three": (STRONG, MIDDLE, MIDDLE),
}
"""Of the secondaries with an effect, by how many stay significant after adjustment.

Both endpoints of the ambulatory recording come from the same curve, so they are never far apart."""
SHIFTS = {
    "high_only": {HIGH: 0.0, LOW: 0.0},
    "both": {HIGH: 0.0, LOW: 1.05},
    "neither": {HIGH: -1.25, LOW: 0.0},
}
"""What a conclusion adds to the effects of the doses, in standard errors."""
APART = {LOW: (0.1, 0.5), HIGH: (0.2, 1.0)}  # how far subgroups differ, in standard errors
ALONE = (2.34, 2.44)  # z of the low dose in the one subgroup where it looks as if it worked
FAILED_RECORDINGS = (3, 6)
HIGHEST = {PRIMARY: 199, "dbp": 124}  # mmHg: beyond it nobody stays on the blinded tablets
CHANGES = {PRIMARY: (-50, 42), "dbp": (-36, 30)}  # mmHg: beyond them a site would be asked


@dataclass(frozen=True, slots=True)
class Query:
    """A week-12 systolic value with two digits swapped in the file; the source is right.

    `confirmed` has the value that is misread: the next query in the log, where nothing changed.
    """

    subject: str
    in_file: int
    misspoken: int
    source: int
    confirmed: str


@dataclass(frozen=True, slots=True)
class ClinicalTrial:
    """The patients as the source documents have them, and the query on one of them."""

    patients: tuple[Patient, ...]
    query: Query

    def with_value(self, value: float) -> tuple[Patient, ...]:
        """The patients with another value in place of the one in question."""
        return tuple(
            replace(patient, week_12={**patient.week_12, PRIMARY: float(value)})
            if patient.subject == self.query.subject
            else patient
            for patient in self.patients
        )


def conduct_trial(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> ClinicalTrial | None:
    """The trial of a seed; None where nobody's digits can be swapped, or a value is past belief."""
    numbers = ",".join(f"{name}={value:g}" for name, value in sorted(parameters.items()))
    draw = Draw(SCENARIO, seed, "trial", numbers)
    parameters = {**parameters, **signals(parameters, choices["conclusion"])}
    patients = observe(enrol(parameters, draw), parameters, choices["surviving"], draw)
    query = _query(patients, draw)
    if query is None or not all(map(_is_plausible, patients)):
        return None
    return ClinicalTrial(tuple(patients), query)


def _is_plausible(patient: Patient) -> bool:
    """Whether the pressures are such that a patient completes and nobody asks the site."""
    if (patient.sbp_week_6 or 0) > HIGHEST[PRIMARY]:
        return False
    for name, (largest_fall, largest_rise) in CHANGES.items():
        value = patient.week_12.get(name)
        if value is None:
            continue
        change = value - patient.baseline[name]
        if value > HIGHEST[name] or not largest_fall <= change <= largest_rise:
            return False
    return True


def signals(parameters: Mapping[str, float], conclusion: str) -> dict[str, float]:
    """What both doses do to the primary endpoint where the trial has this conclusion."""
    return {
        f"{arm}_signal": round(parameters[f"{arm}_signal"] + shift, 2)
        for arm, shift in SHIFTS[conclusion].items()
    }


def _query(patients: Sequence[Patient], draw: Draw) -> Query | None:
    for patient in draw.in_drawn_order(patients):
        value = patient.week_12.get(PRIMARY)
        if patient.arm != HIGH or value is None:
            continue
        source = round(value)
        swapped = source // 100 * 100 + source % 10 * 10 + source // 10 % 10
        if swapped - source in SLIPS:
            misread = source + MISSPOKEN_BY
            confirmed = _with_systolic(misread, patients, patient.subject)
            if confirmed is None:
                return None
            return Query(patient.subject, swapped, misread, source, confirmed)
    return None


def _with_systolic(value: int, patients: Sequence[Patient], after: str) -> str | None:
    """The next subject whose week-12 systolic is this value."""
    having = [p.subject for p in patients if p.week_12.get(PRIMARY) == value]
    return min(having, key=lambda subject: (subject < after, subject), default=None)


def enrol(parameters: Mapping[str, float], draw: Draw) -> list[Patient]:
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
        patients.append(_screen_patient(subject, block.pop(), levels, parameters, draw))
    patients.sort(key=lambda patient: patient.subject)
    return _some_leave(patients, parameters, draw)


def _levels(draw: Draw) -> tuple[str, str, str]:
    drawn = [
        factor.levels[1] if draw.uniform(0, 1) < factor.share_of_second else factor.levels[0]
        for factor in FACTORS
    ]
    return drawn[0], drawn[1], drawn[2]


def _screen_patient(
    subject: str,
    arm: str,
    levels: tuple[str, str, str],
    parameters: Mapping[str, float],
    draw: Draw,
) -> Patient:
    scores = {PRIMARY: draw.normal()}
    means = {endpoint.id: endpoint.mean for endpoint in MEASURED}
    means[PRIMARY] = parameters["baseline_sbp"]
    for endpoint in MEASURED:
        other, shared = BASELINES_WITH.get(endpoint.id, (PRIMARY, 0.0))
        own = draw.normal()
        if endpoint.id != PRIMARY:
            scores[endpoint.id] = shared * scores[other] + (1 - shared * shared) ** 0.5 * own
    age = draw.whole(*AGES[levels[1]])
    means["egfr"] += EGFR_PER_YEAR * (age - MIDDLE_AGE)
    return Patient(
        subject=subject,
        arm=arm,
        age=age,
        levels=levels,
        baseline={
            endpoint.id: _at_baseline(means[endpoint.id], scores[endpoint.id], endpoint)
            for endpoint in MEASURED
        },
        week_12={},
        sbp_week_6=None,
        adherence=min(100, round(92 + 9 * draw.normal())),
        left_in_week=None,
        reason=None,
    )


def _at_baseline(mean: float, score: float, endpoint: Endpoint) -> float:
    low, high = endpoint.bounds
    return round(min(max(mean + endpoint.sd * score, low), high), endpoint.decimals)


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


@dataclass(frozen=True, slots=True)
class Effects:
    """What the drug does, in standard errors of a comparison of two arms.

    `by_level` says how far a dose's effect on the primary endpoint is larger in a subgroup.
    """

    by_arm: dict[str, dict[str, float]]
    by_level: dict[str, dict[str, float]]


def drawn_effects(
    parameters: Mapping[str, float], patients: Sequence[Patient], survivors: str, draw: Draw
) -> Effects:
    """The effects of both doses; one subgroup looks as if the low dose worked there alone."""
    strong = "dbp" if survivors == "one" else draw.one_of(RECORDINGS)
    others = draw.in_drawn_order([name for name in ("dbp", *RECORDINGS) if name != strong])
    slots = dict(zip((strong, *others), SIGNALS[survivors], strict=True))
    high = {name: draw.uniform(*slot) for name, slot in slots.items()}
    high |= {name: draw.uniform(*WEAK) for name in ("heart_rate", "egfr")}
    by_arm = {name: {HIGH: z, LOW: 0.45 * z} for name, z in high.items()}
    by_arm[PRIMARY] = {HIGH: parameters["high_signal"], LOW: parameters["low_signal"]}
    by_level: dict[str, dict[str, float]] = {LOW: {}, HIGH: {}}
    fished = draw.one_of(FACTORS)
    for factor in FACTORS:
        side = draw.one_of(factor.levels)
        for dose in ACTIVE:
            apart = draw.uniform(*APART[dose])
            if dose == LOW and factor is fished:
                apart = _apart_for(draw.uniform(*ALONE), side, parameters, patients)
            by_level[dose] |= _about_zero(factor, side, apart, patients)
    return Effects(by_arm, by_level)


def _share(level: str, patients: Sequence[Patient]) -> float:
    members = [patient for patient in patients if patient.has_completed and level in patient.levels]
    return len(members) / len([patient for patient in patients if patient.has_completed])


def _apart_for(
    z: float, level: str, parameters: Mapping[str, float], patients: Sequence[Patient]
) -> float:
    """How much larger the effect must be in a level for the test there to show this z."""
    return z / math.sqrt(_share(level, patients)) - parameters["low_signal"]


def _about_zero(
    factor: Factor, side: str, apart: float, patients: Sequence[Patient]
) -> dict[str, float]:
    share = _share(side, patients)
    return {
        level: apart if level == side else -apart * share / (1 - share) for level in factor.levels
    }


def observe(
    patients: Sequence[Patient], parameters: Mapping[str, float], survivors: str, draw: Draw
) -> list[Patient]:
    """The patients with what was recorded after baseline."""
    effects = drawn_effects(parameters, patients, survivors, draw)
    completers = [patient for patient in patients if patient.has_completed]
    failed = {
        patient.subject
        for patient in draw.in_drawn_order(completers)[: draw.whole(*FAILED_RECORDINGS)]
    }
    recorded = [patient for patient in completers if patient.subject not in failed]
    shared = {patient.subject: draw.normal() for patient in completers}
    in_recording: dict[str, float] = {}  # what the hours at target go with
    week_12: dict[str, dict[str, float | None]] = {patient.subject: {} for patient in patients}
    for endpoint in MEASURED:
        present = recorded if endpoint.id in RECORDINGS else completers
        noise = _noise(present, endpoint, in_recording if endpoint.id == "target" else shared, draw)
        if endpoint.id == "abpm":
            pairs = zip(present, noise / endpoint.change_sd, strict=True)
            in_recording = {patient.subject: float(score) for patient, score in pairs}
        systematic = _systematic_effects(present, endpoint, effects, parameters)
        for patient, own, change in zip(present, noise, systematic, strict=True):
            value = patient.baseline[endpoint.id] + change + float(own)
            week_12[patient.subject][endpoint.id] = _as_recorded(value, endpoint)
    return [
        replace(
            patient,
            week_12=week_12[patient.subject],
            sbp_week_6=_week_6(patient, week_12[patient.subject].get(PRIMARY), parameters, draw),
        )
        for patient in patients
    ]


def _as_recorded(value: float, endpoint: Endpoint) -> float:
    return max(round(value, endpoint.decimals), 0) + 0.0


def _week_6(
    patient: Patient, week_12: float | None, parameters: Mapping[str, float], draw: Draw
) -> float | None:
    """Seated SBP at the visit in between, where the patient still came."""
    noise = draw.normal()
    if patient.left_in_week is not None and patient.left_in_week <= 6:
        return None
    start = patient.baseline[PRIMARY]
    change = (
        parameters["placebo_change"] + 8 * noise if week_12 is None else 0.6 * (week_12 - start)
    )
    return float(round(start + change + 4 * noise))


def _noise(
    patients: Sequence[Patient], endpoint: Endpoint, shared: Mapping[str, float], draw: Draw
) -> FloatArray:
    """What arms, strata and baseline do not explain, with the endpoint's own spread."""
    own = math.sqrt(1 - endpoint.shared**2)
    raw = np.array([endpoint.shared * shared[p.subject] + own * draw.normal() for p in patients])
    arms = [indicator(patients, arm) for arm in ACTIVE]
    strata = [indicator(patients, factor.levels[1]) for factor in FACTORS]
    both = [arm * stratum for arm in arms for stratum in strata]
    start = centre(np.array([patient.baseline[endpoint.id] for patient in patients]))
    left = residuals(raw, [np.ones(len(patients)), *arms, *strata, *both, start])
    spread = math.sqrt(float(left @ left) / (len(patients) - MODEL_TERMS))
    return np.asarray(left * (endpoint.change_sd / spread), dtype=np.float64)


def _systematic_effects(
    patients: Sequence[Patient],
    endpoint: Endpoint,
    effects: Effects,
    parameters: Mapping[str, float],
) -> list[float]:
    counts = {arm: len([p for p in patients if p.arm == arm]) for arm in ARMS}
    is_primary = endpoint.id == PRIMARY
    drift = parameters["placebo_change"] if is_primary else endpoint.drift
    mean = parameters["baseline_sbp"] if is_primary else endpoint.mean
    better = 1.0 if endpoint.id in {"target", "heart_rate"} else -1.0
    worse = [share * endpoint.change_sd for share in SHARES_OF_SD]
    changes: list[float] = []
    for patient in patients:
        terms = [drift, endpoint.slope * (patient.baseline[endpoint.id] - mean)]
        for factor, size in zip(FACTORS, worse, strict=True):
            terms.append(-better * size if factor.levels[1] in patient.levels else 0.0)
        if patient.arm != PLACEBO:
            error = endpoint.change_sd * math.sqrt(1 / counts[patient.arm] + 1 / counts[PLACEBO])
            signal = effects.by_arm[endpoint.id][patient.arm]
            if is_primary:
                signal += math.fsum(
                    effects.by_level[patient.arm][level] for level in patient.levels
                )
            terms.append(better * signal * error)
        changes.append(math.fsum(terms))
    return changes
