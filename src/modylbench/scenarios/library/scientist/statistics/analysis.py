"""The analyses of the statistical analysis plan, and how they stand at a point of the meeting."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARMS,
    FACTORS,
    HIGH,
    LOW,
    PLACEBO,
    PRIMARY,
    REASONS,
    SECONDARY,
    Factor,
    Patient,
)
from modylbench.scenarios.library.scientist.statistics.ancova import (
    Contrast,
    Fit,
    centre,
    f_test,
    fit_model,
    round_kept,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.scenarios.library.scientist.statistics.ancova import FloatArray
    from modylbench.scenarios.library.scientist.statistics.extras import Extras


TOTAL = "total"
OVERALL = "overall"
AGAINST_PLACEBO = {LOW: (0.0, 1.0, 0.0), HIGH: (0.0, 0.0, 1.0)}
ADJUSTED_MEAN = {PLACEBO: (1.0, 0.0, 0.0), LOW: (1.0, 1.0, 0.0), HIGH: (1.0, 0.0, 1.0)}


ArmMean = dict[str, float]
"""The patients analysed in an arm (n), their mean baseline, adjusted mean change and its se."""
MILESTONES = (
    "disposition", "dropout_share", "share_corrected", "primary", "query_applied",
    "query_corrected", "adjusted_means", "secondary", "count_corrected", "adjusted_p_values",
    "subgroups", "interactions", "overall_row", "responders", "key_results", "low_subgroups",
    "adherence", "outside_trial", "synopsis", "dropouts_in_limitations",
    "sensitivity_quoted",
)  # fmt: skip


class Secondary(TypedDict):
    """One secondary endpoint, high dose against placebo; `n` counts all arms of the model."""

    n: int
    contrast: Contrast
    adjusted_p: float


class Analysis(TypedDict):
    """Everything that the tables, the figure and the synopsis show."""

    disposition: dict[str, dict[str, int]]
    reasons: dict[str, dict[str, int]]
    primary: dict[str, Contrast]
    df: int
    means: dict[str, ArmMean]
    secondary: dict[str, Secondary]
    subgroups: dict[str, Contrast]
    interactions: dict[str, float]


def analyse(patients: Sequence[Patient]) -> Analysis:
    """The whole plan."""
    main = ancova(patients, PRIMARY)
    primary = against_placebo(main)
    return {
        "disposition": disposition(patients),
        "reasons": reasons(patients),
        "primary": primary,
        "df": main.df,
        "means": adjusted_means(patients, main),
        "secondary": secondary(patients),
        "subgroups": {**by_subgroup(patients, HIGH), OVERALL: primary[HIGH]},
        "interactions": {factor.id: interaction(patients, factor) for factor in FACTORS},
    }


def complete_cases(patients: Iterable[Patient], endpoint: str) -> list[Patient]:
    """Those with a value at baseline and at week 12."""
    return [
        patient
        for patient in patients
        if patient.value(endpoint, "baseline") is not None
        and patient.value(endpoint, "week_12") is not None
    ]


def ancova(patients: Iterable[Patient], endpoint: str, factors: Sequence[Factor] = FACTORS) -> Fit:
    """The change on arm, baseline and strata over all three arms.

    Covariates are centred over the patients analysed, so that intercept plus arm is the adjusted
    mean with observed margins.
    """
    cases = complete_cases(patients, endpoint)
    return fit_model(changes(cases, endpoint), design(cases, endpoint, factors))


def changes(cases: Sequence[Patient], endpoint: str) -> FloatArray:
    """Week 12 less baseline."""
    return values(cases, endpoint, "week_12") - values(cases, endpoint, "baseline")


def values(cases: Sequence[Patient], endpoint: str, visit: str) -> FloatArray:
    """What was recorded at a visit."""
    return np.array([patient.value(endpoint, visit) for patient in cases], dtype=np.float64)


def indicator(cases: Sequence[Patient], name: str) -> FloatArray:
    """One for the patients of an arm or a subgroup, zero for the others."""
    return np.array([float(name == case.arm or name in case.levels) for case in cases])


def design(cases: Sequence[Patient], endpoint: str, factors: Sequence[Factor]) -> list[FloatArray]:
    """Intercept, two arms, centred baseline and strata."""
    arms = [indicator(cases, arm) for arm in ACTIVE]
    strata = [centre(indicator(cases, factor.levels[1])) for factor in factors]
    return [np.ones(len(cases)), *arms, centre(values(cases, endpoint, "baseline")), *strata]


def against_placebo(fit: Fit) -> dict[str, Contrast]:
    """Both doses against placebo."""
    return {arm: fit.contrast(AGAINST_PLACEBO[arm]) for arm in ACTIVE}


def adjusted_means(patients: Sequence[Patient], fit: Fit) -> dict[str, ArmMean]:
    """The mean change of every arm at the average patient."""
    cases = complete_cases(patients, PRIMARY)
    result: dict[str, ArmMean] = {}
    for arm in ARMS:
        baselines = [case.baseline[PRIMARY] for case in cases if case.arm == arm]
        mean = fit.contrast(ADJUSTED_MEAN[arm])
        result[arm] = {
            "n": len(baselines),
            "baseline": round_kept(math.fsum(baselines) / len(baselines)),
            "mean": mean["difference"],
            "se": mean["se"],
        }
    return result


def secondary(patients: Sequence[Patient]) -> dict[str, Secondary]:
    """The six secondary endpoints, their p-values adjusted together."""
    contrasts = {name: against_placebo(ancova(patients, name))[HIGH] for name in SECONDARY}
    adjusted = benjamini_hochberg({name: contrast["p"] for name, contrast in contrasts.items()})
    return {
        name: {
            "n": len(complete_cases(patients, name)),
            "contrast": contrasts[name],
            "adjusted_p": adjusted[name],
        }
        for name in SECONDARY
    }


def benjamini_hochberg(p_values: Mapping[str, float]) -> dict[str, float]:
    """The smallest false discovery rate at which each hypothesis would be rejected."""
    ranked = sorted(p_values, key=lambda name: p_values[name])
    adjusted: dict[str, float] = {}
    smallest = 1.0
    for rank in range(len(ranked), 0, -1):
        name = ranked[rank - 1]
        smallest = min(smallest, p_values[name] * len(ranked) / rank)
        adjusted[name] = round_kept(smallest)
    return adjusted


def by_subgroup(patients: Sequence[Patient], arm: str) -> dict[str, Contrast]:
    """A dose against placebo in each level, the model refitted without the level's own factor."""
    result: dict[str, Contrast] = {}
    for factor in FACTORS:
        others = [other for other in FACTORS if other is not factor]
        for level in factor.levels:
            members = [patient for patient in patients if level in patient.levels]
            result[level] = against_placebo(ancova(members, PRIMARY, others))[arm]
    return result


def interaction(patients: Sequence[Patient], factor: Factor) -> float:
    """The p-value of arm by factor, two degrees of freedom, added to the primary model."""
    cases = complete_cases(patients, PRIMARY)
    columns = design(cases, PRIMARY, FACTORS)
    second = indicator(cases, factor.levels[1])
    products = [indicator(cases, arm) * second for arm in ACTIVE]
    outcome = changes(cases, PRIMARY)
    return f_test(fit_model(outcome, columns), fit_model(outcome, [*columns, *products]))


def disposition(patients: Sequence[Patient]) -> dict[str, dict[str, int]]:
    """How many were randomised, completed week 12 and left before, by arm and in all."""
    return {
        "randomised": _count_patients(patients),
        "completed": _count_patients([patient for patient in patients if patient.has_completed]),
        "discontinued": _count_patients(
            [patient for patient in patients if not patient.has_completed]
        ),
    }


def reasons(patients: Sequence[Patient]) -> dict[str, dict[str, int]]:
    """Why patients left, by arm and in all."""
    return {
        reason: _count_patients([patient for patient in patients if patient.reason == reason])
        for reason in REASONS
    }


def _count_patients(patients: Sequence[Patient]) -> dict[str, int]:
    counts = {arm: len([patient for patient in patients if patient.arm == arm]) for arm in ARMS}
    return {**counts, TOTAL: len(patients)}


def two_arm_counts(patients: Sequence[Patient]) -> dict[str, int]:
    """The patients on the high dose and on placebo in every secondary analysis."""
    compared = [patient for patient in patients if patient.arm != LOW]
    return {name: len(complete_cases(compared, name)) for name in SECONDARY}


def _with_counts(analysis: Analysis, counts: Mapping[str, int]) -> dict[str, Secondary]:
    """The secondary analyses with other patients counted beside them."""
    return {
        name: {
            "n": counts[name],
            "contrast": result["contrast"],
            "adjusted_p": result["adjusted_p"],
        }
        for name, result in analysis["secondary"].items()
    }


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The results as the data stand so far, and what has been asked for."""

    analysis: Analysis
    reached: frozenset[str]
    share_of: str
    are_units_converted: bool
    extras: Extras
    sensitivity: str

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> AnalysisState:
        """The state of a meeting that has reached these milestones."""
        analysis: Analysis = truth["analysis"]
        if "query_applied" not in reached:
            analysis = {**analysis, "primary": truth["in_file_primary"]}
        elif "query_corrected" not in reached:
            analysis = {**analysis, "primary": truth["misspoken_primary"]}
        if truth["correction"] == "count" and "count_corrected" not in reached:
            analysis = {**analysis, "secondary": _with_counts(analysis, truth["two_arm_counts"])}
        is_slip = truth["correction"] == "share" and "share_corrected" not in reached
        return cls(
            analysis=analysis,
            reached=reached,
            share_of="completed" if is_slip else "randomised",
            are_units_converted="kilopascals" in truth.get("defects", ()),
            extras=truth["extras"],
            sensitivity=truth["sensitivity_sentence"],
        )

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached
