"""The sensitivity analyses of the plan for those who left: multiple imputation, two ways."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtr, stdtrit

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.scientist.protocol import ACTIVE, FACTORS, HIGH, PRIMARY, SCENARIO
from modylbench.scenarios.library.scientist.statistics.analysis import AGAINST_PLACEBO, design
from modylbench.scenarios.library.scientist.statistics.ancova import Contrast, FloatArray, fit_model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.scientist.protocol import Patient

IMPUTATIONS = 20
ALPHA = 0.05
ANALYSES = {
    "mi": "Multiple imputation under missing at random",
    "reference": "Reference-based multiple imputation (copy reference)",
}


def sensitivity_analyses(patients: Sequence[Patient], seed: int) -> dict[str, Any]:
    """Both analyses for both doses, and what they do to the primary result.

    Both fill in with the same random numbers, so that they differ by their assumption alone and
    never by the chance of twenty imputations.
    """
    results = {
        name: _combine_imputations(
            patients, Draw(SCENARIO, seed, "imputation", "mi"), name == "reference"
        )
        for name in ANALYSES
    }
    figures = {
        f"{name}_{what}": figure
        for name, contrasts in results.items()
        for what, figure in (
            ("difference", round(contrasts[HIGH]["difference"], 2)),
            ("size", round(abs(contrasts[HIGH]["difference"]), 2)),
            ("p", round(contrasts[HIGH]["p"], 4)),
        )
    }
    return {
        "sensitivity_results": results,
        **figures,
        "sensitivity_said": _verdict(figures["mi_p"], figures["reference_p"]),
    }


def _verdict(mi: float, reference: float) -> str:
    """What the two say of the high dose."""
    if max(mi, reference) < ALPHA:
        return "significant under both"
    if min(mi, reference) >= ALPHA:
        return "not significant under either"
    kept, lost = ("multiple imputation", "the reference-based analysis")
    if reference < ALPHA:
        kept, lost = lost, kept
    return f"significant under {kept} and not under {lost}"


def _combine_imputations(
    patients: Sequence[Patient], draw: Draw, is_reference: bool
) -> dict[str, Contrast]:
    """The primary model over all randomised, combined over the imputations by Rubin's rules."""
    columns = design(patients, PRIMARY, FACTORS)
    changes = [_change(patient) for patient in patients]
    seen = np.array([change is not None for change in changes])
    observed = np.array([change for change in changes if change is not None])
    fit = fit_model(observed, [column[seen] for column in columns])
    root = np.linalg.cholesky(fit.covariance)
    known = np.column_stack(columns)[~seen]
    if is_reference:
        known[:, 1:3] = 0.0  # the arms: whoever left is taken as on placebo
    estimates: dict[str, list[tuple[float, float]]] = {arm: [] for arm in ACTIVE}
    for _ in range(IMPUTATIONS):
        spread = math.sqrt(_drawn_variance_ratio(fit.df, draw))
        drawn = fit.coefficients + spread * (root @ _normals(len(fit.coefficients), draw))
        sigma = spread * math.sqrt(fit.residual_ss / fit.df)
        outcome = np.empty(len(patients))
        outcome[seen] = observed
        outcome[~seen] = known @ drawn + sigma * _normals(len(known), draw)
        filled = fit_model(outcome, columns)
        for arm in ACTIVE:
            contrast = filled.contrast(AGAINST_PLACEBO[arm])
            estimates[arm].append((contrast["difference"], contrast["se"]))
    return {arm: _rubin(pairs, fit.df) for arm, pairs in estimates.items()}


def _change(patient: Patient) -> float | None:
    value = patient.week_12.get(PRIMARY)
    return None if value is None else value - patient.baseline[PRIMARY]


def _normals(count: int, draw: Draw) -> FloatArray:
    return np.array([draw.normal() for _ in range(count)])


def _drawn_variance_ratio(df: int, draw: Draw) -> float:
    """Degrees of freedom over a drawn chi-square, by Wilson and Hilferty."""
    part = 2 / (9 * df)
    return 1 / (1 - part + draw.normal() * math.sqrt(part)) ** 3


def _rubin(pairs: Sequence[tuple[float, float]], df: int) -> Contrast:
    differences = [difference for difference, _ in pairs]
    mean = math.fsum(differences) / len(pairs)
    within = math.fsum(se * se for _, se in pairs) / len(pairs)
    between = math.fsum((d - mean) ** 2 for d in differences) / (len(pairs) - 1)
    se = math.sqrt(within + (1 + 1 / len(pairs)) * between)
    half = float(stdtrit(df, 0.975)) * se
    figures = {
        "difference": mean,
        "se": se,
        "lower": mean - half,
        "upper": mean + half,
        "p": 2 * float(stdtr(df, -abs(mean / se))),
    }
    return {name: round(figure, 6) + 0.0 for name, figure in figures.items()}


def sensitivity_rows(results: Mapping[str, Mapping[str, Contrast]]) -> list[list[str]]:
    """The results as the programmers send them."""
    decimals = {"difference": 2, "se": 3, "lower": 2, "upper": 2, "p": 4}
    return [
        ["analysis", "comparison", *decimals],
        *(
            [
                ANALYSES[name],
                "High dose vs placebo" if arm == HIGH else "Low dose vs placebo",
                *(f"{contrasts[arm][what]:.{places}f}" for what, places in decimals.items()),
            ]
            for name, contrasts in results.items()
            for arm in reversed(ACTIVE)
        ),
    ]
