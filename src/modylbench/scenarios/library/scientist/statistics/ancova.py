"""Least squares: estimates, confidence intervals and tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc, stdtr, stdtrit

if TYPE_CHECKING:
    from collections.abc import Sequence

FloatArray = NDArray[np.float64]
CONFIDENCE = 0.95
DECIMALS = 6  # what is kept: far finer than what is shown, far coarser than rounding errors


Contrast = dict[str, float]
"""A difference with its standard error (se), confidence limits (lower, upper) and p-value (p)."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A linear model fitted by least squares."""

    coefficients: FloatArray
    covariance: FloatArray
    df: int
    residual_ss: float

    def contrast(self, weights: Sequence[float]) -> Contrast:
        """A weighted sum of the first coefficients, tested against zero."""
        row = np.zeros(len(self.coefficients))
        row[: len(weights)] = weights
        difference = float(row @ self.coefficients)
        se = math.sqrt(float(row @ self.covariance @ row))
        half_width = float(stdtrit(self.df, (1 + CONFIDENCE) / 2)) * se
        return {
            "difference": round_kept(difference),
            "se": round_kept(se),
            "lower": round_kept(difference - half_width),
            "upper": round_kept(difference + half_width),
            "p": round_kept(2 * float(stdtr(self.df, -abs(difference / se)))),
        }


def round_kept(number: Any) -> float:
    """The number without the last digits, which differ between machines."""
    return round(float(number), DECIMALS) + 0.0


def fit_model(outcome: FloatArray, columns: Sequence[FloatArray]) -> Fit:
    """The least-squares fit of the outcome on the columns."""
    design = np.column_stack(columns)
    inverse = np.linalg.inv(design.T @ design)
    coefficients = inverse @ (design.T @ outcome)
    residuals = outcome - design @ coefficients
    df = len(outcome) - design.shape[1]
    residual_ss = float(residuals @ residuals)
    return Fit(coefficients, inverse * (residual_ss / df), df, residual_ss)


def f_test(small: Fit, large: Fit) -> float:
    """The p-value of the terms that the large model has and the small one has not."""
    terms = small.df - large.df
    ratio = (small.residual_ss - large.residual_ss) / terms / (large.residual_ss / large.df)
    return round_kept(fdtrc(terms, large.df, ratio))


def centre(column: FloatArray) -> FloatArray:
    """The column about its mean: keeps the equations well conditioned."""
    return np.asarray(column - column.mean(), dtype=np.float64)


def residuals(outcome: FloatArray, columns: Sequence[FloatArray]) -> FloatArray:
    """The part of the outcome that the columns do not explain."""
    design = np.column_stack(columns)
    solution = np.linalg.lstsq(design, outcome, rcond=None)[0]
    return np.asarray(outcome - design @ solution, dtype=np.float64)
