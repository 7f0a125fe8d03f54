"""What do people call the things in these products, besides what we call them?"""

from __future__ import annotations

from modylbench.scenarios.library.business_analyst.decomposition import EFFECTS

POINT_UNITS = ("", " points")  # "pp" and "pts" are read as units
EFFECT_NAMES = {
    "mix effect": [
        "mix", "mix shift", "mix impact", "mix shift effect", "segment mix effect",
        "mix contribution", "mix change effect", "due to mix",
    ],
    "rate effect": [
        "rate", "rate impact", "rate change effect", "win rate effect", "conversion effect",
        "within segment effect", "performance effect", "rate contribution", "due to rate",
        "conversion rate effect", "within segment rate effect",
    ],
    "interaction": [
        "interaction effect", "interaction term", "cross effect", "cross term", "joint effect",
        "mix rate interaction", "mix x rate", "interaction impact", "mix x rate interaction",
    ],
    "total effect": [
        "total change", "net effect", "contribution", "total contribution", "net change",
        "sum of effects", "total impact", "net impact", "total change in win rate",
        "contribution to change", "sum",
    ],
}  # fmt: skip


def names(window_days: int) -> dict[str, list[str]]:
    """Role members with their aliases, the key first."""
    cohort = (
        "cohort", "cohort funnel", "cohort corrected", "corrected", "corrected funnel",
        "cohort-based", "cohort view", "cohort adjusted", "maturity adjusted", "mature", "matured",
        "fixed window", "like for like", "true", f"{window_days} day", f"{window_days}d",
        f"{window_days} day cohort", f"{window_days} day window", f"cohort ({window_days} days)",
        f"cohort funnel ({window_days} days)", f"corrected ({window_days} day)",
        f"cohort corrected ({window_days} day)",
    )  # fmt: skip
    return {
        "effect_names": [
            " | ".join(
                f"{alias}{unit}" for alias in (name, *EFFECT_NAMES[name]) for unit in POINT_UNITS
            )
            for name in EFFECTS
        ],
        "cohort_names": [" | ".join(cohort)],
    }
