"""The lesser figures of tables and synopsis, which must be right wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.scientist.protocol import ACTIVE, ARMS, HIGH

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.analysis import Analysis

Figures = dict[str, float]
"""Figures by quantity and members, as products.yaml names them: "means_se|high"."""

DECIMALS = 6


def table_figures(analysis: Analysis) -> Figures:
    """Shares of patients who left, and what stands beside the adjusted means."""
    return _rounded(
        {
            **{f"left_shares|dropout rate|{arm}": share for arm, share in _left(analysis).items()},
            **{
                f"means_{measure}|{arm}": mean[measure]
                for arm, mean in analysis["means"].items()
                for measure in ("n", "baseline", "se")
            },
        }
    )


def page_estimates(analysis: Analysis) -> Figures:
    """What the synopsis says again of estimates, limits and patients who left."""
    left = _left(analysis)
    return _rounded(
        {
            **{
                f"page_{limit}|{arm}": analysis["primary"][arm][limit]
                for arm in ACTIVE
                for limit in ("lower", "upper")
            },
            **{
                f"page_secondary_difference|{name}": result["contrast"]["difference"]
                for name, result in analysis["secondary"].items()
            },
            "page_left_high": left[HIGH],
            "page_left_placebo": left["placebo"],
            "page_adverse_high": analysis["reasons"]["adverse_event"][HIGH],
        }
    )


def page_p_values(analysis: Analysis, alpha: float) -> Figures:
    """Raw p-values of the synopsis, and the levels that they are held against."""
    return _rounded(
        {
            **{f"page_p|{arm}": analysis["primary"][arm]["p"] for arm in ACTIVE},
            **{
                f"page_raw_p|{name}": result["contrast"]["p"]
                for name, result in analysis["secondary"].items()
            },
            "page_level": alpha,
            "page_discovery_rate": alpha,
        }
    )


def _left(analysis: Analysis) -> Figures:
    counts = analysis["disposition"]
    return {
        arm: counts["discontinued"][arm] / counts["randomised"][arm] for arm in (*ARMS, "total")
    }


def _rounded(figures: Figures) -> Figures:
    return {key: round(figure, DECIMALS) for key, figure in figures.items()}
