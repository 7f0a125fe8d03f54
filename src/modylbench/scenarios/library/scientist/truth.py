"""The names that the script and the criteria use, and what they stand for at a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.scientist.defects import defect_details
from modylbench.scenarios.library.scientist.figures import (
    page_estimates,
    page_p_values,
    table_figures,
)
from modylbench.scenarios.library.scientist.handouts import trial_data
from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARMS,
    COMPLIANT_FROM,
    ENDPOINT_NAMES,
    FACTORS,
    HIGH,
    LEVELS,
    LOW,
    PRIMARY,
)
from modylbench.scenarios.library.scientist.spoken_phrases import spoken_phrases
from modylbench.scenarios.library.scientist.statistics.analysis import (
    Analysis,
    against_placebo,
    analyse,
    ancova,
    by_subgroup,
    two_arm_counts,
)
from modylbench.scenarios.library.scientist.statistics.extras import extra_figures
from modylbench.scenarios.library.scientist.statistics.sensitivity import sensitivity_analyses
from modylbench.scenarios.library.scientist.trial import conduct_trial, signals
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.scientist.statistics.ancova import Contrast
    from modylbench.scenarios.library.scientist.trial import ClinicalTrial
    from modylbench.scenarios.oracle import Truth

ALPHA = 0.05
CLEAR = 0.003  # how far a p-value must be from the level of significance
LEAST_P = 0.0006  # four decimals then show at least one figure
LEAST_INTERACTION = 0.07
LEAST_POOR_TAKERS = 2
LEAST_APART = 0.02  # mmHg that a slip in the data must move the estimate, beyond two decimals
FOUR_APART = 0.0004  # p-values that differ by less look the same at four decimals
LEAST_MOVED = 0.05  # mmHg by which leaving out the poor takers must show
EXTREMES_APART = 0.01  # mmHg: with less, two decimals need not show which subgroup is first
SURVIVORS = {"two": (3, 2), "one": (2, 1), "three": (3, 3)}
"""How many secondaries are below the level before and after adjustment."""
DECIMALS = {"difference": 2, "se": 3, "lower": 2, "upper": 2, "p": 4}
SPOKEN_ENDPOINTS = {
    "dbp": "seated diastolic", "abpm": "twenty-four-hour ambulatory systolic",
    "pulse_pressure": "pulse pressure", "target": "time at target", "heart_rate": "heart rate",
    "egfr": "eGFR",
}  # fmt: skip
SPOKEN_LEVELS = {
    "women": "women", "men": "men",
    "younger": "the under-65s", "older": "patients aged 65 and over",
    "no_diabetes": "patients without diabetes", "diabetes": "patients with diabetes",
}  # fmt: skip


def solve(
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],
) -> Truth | None:
    """Everything that follows from what is drawn; None where the trial has another plot."""
    trial = conduct_trial(parameters, seed, choices)
    if trial is None:
        return None
    analysis = analyse(trial.patients)
    in_file, misspoken = (
        against_placebo(ancova(trial.with_value(value), PRIMARY))
        for value in (trial.query.in_file, trial.query.misspoken)
    )
    fished = by_subgroup(trial.patients, LOW)
    poor = _poor_takers(trial)
    left_out = _without_poor_takers(trial)
    if (
        poor < LEAST_POOR_TAKERS
        or not _is_well_posed(analysis, (in_file, misspoken), fished, choices)
        or not _are_told_apart(left_out, (analysis["primary"], in_file, misspoken))
    ):
        return None
    truth: Truth = {
        **signals(parameters, choices["conclusion"]),
        "analysis": analysis,
        "in_file_primary": in_file,
        "misspoken_primary": misspoken,
        "trial_data": trial_data(trial),
        **_query(trial),
        "poor_takers": poor,
        **{name: round(difference, 2) for name, difference in left_out.items()},
        **_counts(analysis),
        **_tables(analysis),
        **_primary("", analysis["primary"]),
        **_primary("in_file_", in_file),
        **_primary("misspoken_", misspoken),
        **{f"mean_{arm}": round(analysis["means"][arm]["mean"], 2) for arm in ARMS},
        **_secondary(analysis),
        **_first_counts(trial, analysis, choices),
        **_subgroups(analysis, fished),
        **extra_figures(trial.patients, fished, seed),
        **defect_details(trial, seed),
        **sensitivity_analyses(trial.patients, seed),
        "table_figures": table_figures(analysis),
        "page_estimates": page_estimates(analysis),
        "page_p_values": page_p_values(analysis, ALPHA),
    }
    return {**truth, **spoken_phrases({**truth, **choices})}


def _differ(first: Contrast, other: Contrast) -> bool:
    """True when neither the differences nor the p-values of two endpoints can be mistaken."""
    return (
        abs(first["difference"] - other["difference"]) >= LEAST_MOVED
        and abs(first["p"] - other["p"]) >= FOUR_APART
    )


def _is_well_posed(
    analysis: Analysis,
    slips: tuple[Mapping[str, Contrast], ...],
    fished: Mapping[str, Contrast],
    choices: Mapping[str, str],
) -> bool:
    """True when the story chosen holds: who is significant, who is not, and by a clear margin."""
    high, low = analysis["primary"][HIGH], analysis["primary"][LOW]
    secondary = analysis["secondary"]
    raw = {name: result["contrast"]["p"] for name, result in secondary.items()}
    adjusted = {name: result["adjusted_p"] for name, result in secondary.items()}
    nominal = [name for name in raw if raw[name] < ALPHA]
    tested = [high["p"], *raw.values(), *adjusted.values(), *(c["p"] for c in fished.values())]
    kept = [name for name in nominal if adjusted[name] < ALPHA]
    return (
        _concludes(high["p"], low["p"], choices["conclusion"])
        and min(tested) >= LEAST_P
        and all(abs(p - ALPHA) >= CLEAR for p in tested)
        and min(raw.values()) < high["p"]
        and _differ(high, secondary[min(raw, key=lambda name: raw[name])]["contrast"])
        and (len(nominal), len(kept)) == SURVIVORS[choices["surviving"]]
        and _is_tempting(fished, choices["conclusion"])
        and _has_clear_extremes([analysis["subgroups"][level]["difference"] for level in LEVELS])
        and min(analysis["interactions"].values()) > LEAST_INTERACTION
        and all(abs(s[HIGH]["difference"] - high["difference"]) > LEAST_APART for s in slips)
    )


def _concludes(high: float, low: float, conclusion: str) -> bool:
    """True when the p-values of both doses make the conclusion chosen, beyond doubt."""
    if conclusion == "both":
        return high < ALPHA and LEAST_P <= low < ALPHA - CLEAR
    if conclusion == "neither":
        return high > 2 * ALPHA and low > 2 * ALPHA
    return high < ALPHA and low > 2 * ALPHA


def _is_tempting(fished: Mapping[str, Contrast], conclusion: str) -> bool:
    """True when the low dose seems to work in one subgroup alone; of its two, where it works."""
    best = _best_level(fished)
    alone = [level for level in LEVELS if fished[level]["p"] < ALPHA]
    if conclusion != "both":
        return alone == [best]
    return best in alone and _other_level(best) not in alone


def _has_clear_extremes(differences: Sequence[float]) -> bool:
    """True when the plot shows which subgroup has the largest effect and which the smallest."""
    ranked = sorted(differences)
    gaps = (ranked[1] - ranked[0], ranked[-1] - ranked[-2])
    return min(gaps) >= EXTREMES_APART


def _best_level(fished: Mapping[str, Contrast]) -> str:
    return min(LEVELS, key=lambda name: fished[name]["p"])


def _other_level(level: str) -> str:
    """The other level of the same factor."""
    pair = next(factor.levels for factor in FACTORS if level in factor.levels)
    return pair[1 - pair.index(level)]


def _poor_takers(trial: ClinicalTrial) -> int:
    """The completers on the high dose who took too few of their tablets."""
    high = [patient for patient in trial.patients if patient.arm == HIGH and patient.has_completed]
    return len([patient for patient in high if patient.adherence < COMPLIANT_FROM])


def _without_poor_takers(trial: ClinicalTrial) -> dict[str, float]:
    """What the high dose seems to do where those who took too few tablets are left out."""
    taking = [patient for patient in trial.patients if patient.adherence >= COMPLIANT_FROM]
    others = [patient for patient in trial.patients if patient.arm != HIGH]
    one_arm = [*others, *(patient for patient in taking if patient.arm == HIGH)]
    return {
        name: against_placebo(ancova(patients, PRIMARY))[HIGH]["difference"]
        for name, patients in (
            ("left_out_difference", one_arm),
            ("per_protocol_difference", taking),
        )
    }


def _are_told_apart(
    left_out: Mapping[str, float], analyses: tuple[Mapping[str, Contrast], ...]
) -> bool:
    """True when whoever leaves out patients shows another number than whoever does not."""
    return all(
        abs(difference - contrasts[HIGH]["difference"]) > LEAST_MOVED
        for difference in left_out.values()
        for contrasts in analyses
    )


def _query(trial: ClinicalTrial) -> dict[str, Any]:
    return {
        "query_subject": trial.query.subject,
        "query_in_file": trial.query.in_file,
        "query_misspoken": trial.query.misspoken,
        "query_source": trial.query.source,
        "confirmed_subject": trial.query.confirmed,
    }


def _counts(analysis: Analysis) -> dict[str, Any]:
    counts = {
        f"{line}_{arm}": number
        for line, numbers in analysis["disposition"].items()
        for arm, number in numbers.items()
    }
    shares = {
        f"share_left_{arm}": counts[f"discontinued_{arm}"] / counts[f"randomised_{arm}"]
        for arm in (*ARMS, "total")
    }
    return {
        **counts,
        **shares,
        "left_figures": {
            arm: [f"{100 * shares[f'share_left_{arm}']:.1f}%"] for arm in ("high", "placebo")
        },
        "left_by_adverse_event_high": analysis["reasons"]["adverse_event"][HIGH],
    }


def _tables(analysis: Analysis) -> dict[str, dict[str, float]]:
    """The tables that criteria compare; keys as products.yaml names them."""
    return {
        "disposition_table": _flat(analysis["disposition"]),
        "reasons_table": _flat(analysis["reasons"]),
        "analysed_table": {name: result["n"] for name, result in analysis["secondary"].items()},
        "secondary_difference_table": {
            name: round(result["contrast"]["difference"], 2)
            for name, result in analysis["secondary"].items()
        },
        "adjusted_p_table": {
            name: round(result["adjusted_p"], 4) for name, result in analysis["secondary"].items()
        },
    }


def _flat(table: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    return {f"{line}|{arm}": n for line, numbers in table.items() for arm, n in numbers.items()}


def _primary(prefix: str, contrasts: Mapping[str, Contrast]) -> dict[str, float]:
    """Both comparisons as finely as the plan reports them."""
    return {
        f"{prefix}{arm}_{name}": round(number, DECIMALS[name])
        for arm in ACTIVE
        for name, number in contrasts[arm].items()
    }


def _secondary(analysis: Analysis) -> dict[str, Any]:
    secondary = analysis["secondary"]
    ranked = sorted(secondary, key=lambda name: secondary[name]["contrast"]["p"])
    kept = [name for name in ranked if secondary[name]["adjusted_p"] < ALPHA]
    lost = next(name for name in ranked if name not in kept)
    nominal = [name for name in ranked if secondary[name]["contrast"]["p"] < ALPHA]
    return {
        "nominal_count": len(nominal),
        "strongest_id": ranked[0],
        "strongest_label": ENDPOINT_NAMES[ranked[0]],
        "strongest_adjusted_p": round(secondary[ranked[0]]["adjusted_p"], 4),
        "strongest_name": SPOKEN_ENDPOINTS[ranked[0]],
        "strongest_difference": round(secondary[ranked[0]]["contrast"]["difference"], 2),
        "strongest_p": round(secondary[ranked[0]]["contrast"]["p"], 4),
        "survivors": list_in_words([SPOKEN_ENDPOINTS[name] for name in kept]),
        "surviving_endpoints": list(kept),
        "lost_name": SPOKEN_ENDPOINTS[lost],
        "lost_raw_p": round(secondary[lost]["contrast"]["p"], 4),
        "lost_adjusted_p": round(secondary[lost]["adjusted_p"], 4),
        "pulse_pressure_difference": round(
            secondary["pulse_pressure"]["contrast"]["difference"], 2
        ),
        "dbp_difference": round(secondary["dbp"]["contrast"]["difference"], 2),
        "dbp_p": round(secondary["dbp"]["contrast"]["p"], 4),
        "dbp_adjusted_p": round(secondary["dbp"]["adjusted_p"], 4),
        "recordings_analysed": secondary["abpm"]["n"],
    }


def _first_counts(
    trial: ClinicalTrial, analysis: Analysis, choices: Mapping[str, str]
) -> dict[str, Any]:
    """What stands in the tables before a slip of the tongue is taken back."""
    counts = analysis["disposition"]
    two_arms = two_arm_counts(trial.patients)
    first = (
        two_arms["abpm"] if choices["correction"] == "count" else analysis["secondary"]["abpm"]["n"]
    )
    return {
        "two_arm_counts": two_arms,
        "completed_two_arms": two_arms["dbp"],
        "recordings_two_arms": two_arms["abpm"],
        "first_recordings": first,
        **{f"left_percent_{arm}": _percent(counts, arm, "randomised") for arm in (*ARMS, "total")},
        **{f"slip_percent_{arm}": _percent(counts, arm, "completed") for arm in (*ARMS, "total")},
    }


def _percent(counts: Mapping[str, Mapping[str, int]], arm: str, of: str) -> float:
    return round(100 * counts["discontinued"][arm] / counts[of][arm], 1)


def _beside_zero(contrasts: Sequence[Contrast]) -> str:
    """Whether some intervals hold zero and others do not ("mixed"), all do or none does."""
    holding = [contrast["lower"] < 0 < contrast["upper"] for contrast in contrasts]
    if all(holding):
        return "all_cross"
    return "mixed" if any(holding) else "none_cross"


def _subgroups(analysis: Analysis, fished: Mapping[str, Contrast]) -> dict[str, Any]:
    subgroups, interactions = analysis["subgroups"], analysis["interactions"]
    level = _best_level(fished)
    largest = min(LEVELS, key=lambda name: subgroups[name]["difference"])
    smallest = max(LEVELS, key=lambda name: subgroups[name]["difference"])
    pairs = [
        sorted(factor.levels, key=lambda name: subgroups[name]["difference"]) for factor in FACTORS
    ]
    split = max(
        pairs, key=lambda pair: subgroups[pair[1]]["difference"] - subgroups[pair[0]]["difference"]
    )
    return {
        "fished_level": SPOKEN_LEVELS[level],
        "unfished_level": SPOKEN_LEVELS[_other_level(level)],
        "fished_reduction": -round(fished[level]["difference"], 1),
        "fished_p": round(fished[level]["p"], 3),
        "largest_level": SPOKEN_LEVELS[largest],
        "largest_difference": round(subgroups[largest]["difference"], 2),
        "smallest_level": SPOKEN_LEVELS[smallest],
        "smallest_difference": round(subgroups[smallest]["difference"], 2),
        "split_larger": SPOKEN_LEVELS[split[0]],
        "split_smaller": SPOKEN_LEVELS[split[1]],
        "subgroup_intervals": _beside_zero([subgroups[name] for name in LEVELS]),
        "women_difference": round(subgroups["women"]["difference"], 2),
        "least_interaction_p": round(min(interactions.values()), 4),
        **{f"interaction_{factor}": round(p, 4) for factor, p in interactions.items()},
    }
