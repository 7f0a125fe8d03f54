"""The lesser figures of tables and synopsis, which must be right wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.scientist.protocol import ACTIVE, ARMS, HIGH
from modylbench.scenarios.library.tied_figures import round_figures

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.statistics.analysis import Analysis
    from modylbench.scenarios.library.tied_figures import FiguresByQuantity


def table_figures(analysis: Analysis) -> FiguresByQuantity:
    """Shares of patients who left, and what stands beside the adjusted means."""
    return round_figures(
        {
            **{f"left_shares|dropout rate|{arm}": share for arm, share in _left(analysis).items()},
            **{
                f"means_{measure}|{arm}": mean[measure]
                for arm, mean in analysis["means"].items()
                for measure in ("n", "baseline", "se")
            },
        }
    )


def page_estimates(analysis: Analysis) -> FiguresByQuantity:
    """What the synopsis says again of estimates, limits and patients who left."""
    left = _left(analysis)
    return round_figures(
        {
            **{
                f"page_{limit}|{arm}": analysis["primary"][arm][limit]
                for arm in ACTIVE
                for limit in ("lower", "upper")
            },
            **{
                # As the plan reports it: near zero the third decimal is more than a per cent.
                f"page_secondary_difference|{name}": round(result["contrast"]["difference"], 2)
                for name, result in analysis["secondary"].items()
            },
            "page_left_high": left[HIGH],
            "page_left_placebo": left["placebo"],
            "page_adverse_high": analysis["reasons"]["adverse_event"][HIGH],
        }
    )


def page_p_values(analysis: Analysis, alpha: float) -> FiguresByQuantity:
    """Raw p-values of the synopsis, and the levels that they are held against."""
    return round_figures(
        {
            **{f"page_p|{arm}": analysis["primary"][arm]["p"] for arm in ACTIVE},
            **{
                f"page_raw_p|{name}": result["contrast"]["p"]
                for name, result in analysis["secondary"].items()
            },
            **{f"page_interaction_p|{name}": p for name, p in analysis["interactions"].items()},
            "page_level": alpha,
            "page_discovery_rate": alpha,
        }
    )


def _left(analysis: Analysis) -> FiguresByQuantity:
    counts = analysis["disposition"]
    return {
        arm: counts["discontinued"][arm] / counts["randomised"][arm] for arm in (*ARMS, "total")
    }
