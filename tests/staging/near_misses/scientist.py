"""Near misses of the trial's analysis, and the checks that see each.

Every near miss is a whole analysis of the file that the meeting hands over, wrong in one way and
otherwise as careful as the right one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri
from tests.staging.near_misses.near_miss import NearMiss, Products, milestones_of

from modylbench.products.document import Document
from modylbench.products.pointer import replace_at
from modylbench.scenarios.library.scientist.handouts import CODES, LAYOUTS, LOG_LAYOUTS
from modylbench.scenarios.library.scientist.oracle import products
from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARM_NAMES,
    ARMS,
    COMPLIANT_FROM,
    FACTORS,
    HIGH,
    LEVEL_NAMES,
    LEVELS,
    LOW,
    MEASURED,
    PRIMARY,
    REASONS,
    SECONDARY,
    Patient,
)
from modylbench.scenarios.library.scientist.statistics.analysis import (
    ADJUSTED_MEAN,
    OVERALL,
    Analysis,
    against_placebo,
    analyse,
    benjamini_hochberg,
    by_subgroup,
    changes,
    complete_cases,
    design,
    indicator,
)
from modylbench.scenarios.library.scientist.statistics.ancova import (
    Contrast,
    Fit,
    f_test,
    fit_model,
)

if TYPE_CHECKING:
    from modylbench.scenarios.variant import Variant


def patients(variant: Variant, query_value: int | None = None) -> list[Patient]:
    """The patients of the clean file, with the query's value applied unless another is given."""
    attached = variant.oracle.attachments({**variant.truth, "defects": ()})
    rows = file_rows(attached["trial_data.csv"], variant.truth["layout"])
    query = log_rows(attached["query_log.csv"], variant.truth["layout"])[0]
    value = int(query["value_in_source"]) if query_value is None else query_value
    found = [patient_of(row) for row in rows]
    return [
        replace(patient, week_12={**patient.week_12, PRIMARY: float(value)})
        if patient.subject == query["subject"]
        else patient
        for patient in found
    ]


def file_rows(text: str, layout: str) -> list[dict[str, str]]:
    """The lines of the patient file by the columns of its first layout, whatever its own."""
    names = {shown: name for name, shown in LAYOUTS[layout].items()}
    decoded = {
        name: {code: value for value, code in codes.items()} for name, codes in CODES.items()
    }
    return [
        {
            names[shown]: decoded.get(names[shown], {}).get(value, value)
            for shown, value in row.items()
        }
        for row in csv.DictReader(io.StringIO(text))
    ]


def log_rows(text: str, layout: str) -> list[dict[str, str]]:
    """The lines of the query log by the columns of its first layout."""
    names = {shown: name for name, shown in LOG_LAYOUTS.get(layout, {}).items()}
    return [
        {names.get(shown, shown): value for shown, value in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]


def patient_of(row: dict[str, str]) -> Patient:
    arms = {name: arm for arm, name in ARM_NAMES.items()}
    age_groups = {name: level for level, name in LEVEL_NAMES.items()}
    reasons = {name: reason for reason, name in REASONS.items()}
    return Patient(
        subject=row["subject"],
        arm=arms[row["arm"]],
        age=int(row["age"]),
        levels=(
            "women" if row["sex"] == "Female" else "men",
            age_groups[row["age_group"]],
            "diabetes" if row["diabetes"] == "Yes" else "no_diabetes",
        ),
        baseline={endpoint.id: float(row[f"{endpoint.column}_bl"]) for endpoint in MEASURED},
        week_12={
            endpoint.id: float(row[f"{endpoint.column}_wk12"])
            for endpoint in MEASURED
            if row[f"{endpoint.column}_wk12"]
        },
        sbp_week_6=float(row["sbp_wk6"]) if row["sbp_wk6"] else None,
        adherence=int(row["adherence_pct"]),
        left_in_week=int(row["left_in_week"]) if row["left_in_week"] else None,
        reason=reasons.get(row["reason_left"]),
    )


def handed_in(variant: Variant, analysis: Analysis) -> Products:
    """Tables, figure and synopsis of an analysis."""
    return products({**variant.truth, "analysis": analysis}, milestones_of(variant))


def right(variant: Variant) -> Analysis:
    """The planned analysis of the corrected file."""
    return analyse(patients(variant))


def carried_forward(variant: Variant) -> Products:
    """Last observation carried forward for all who left, and analysed as if observed."""

    def filled(patient: Patient) -> Patient:
        last: dict[str, float | None] = {**patient.baseline}
        if patient.sbp_week_6 is not None:
            last[PRIMARY] = patient.sbp_week_6
        return replace(patient, week_12={**last, **patient.week_12})

    everybody = analyse([filled(patient) for patient in patients(variant)])
    counts = right(variant)
    return handed_in(
        variant,
        {**everybody, "disposition": counts["disposition"], "reasons": counts["reasons"]},
    )


def arm_means_filled_in(variant: Variant) -> Products:
    """Missing week-12 pressures replaced by what the arm changed on average, as if observed."""
    known = patients(variant)
    mean = {
        arm: float(
            changes([c for c in complete_cases(known, PRIMARY) if c.arm == arm], PRIMARY).mean()
        )
        for arm in ARMS
    }
    filled = [
        patient
        if patient.has_completed
        else replace(patient, week_12={PRIMARY: patient.baseline[PRIMARY] + mean[patient.arm]})
        for patient in known
    ]
    counts, imputed = right(variant), analyse(filled)
    return handed_in(
        variant,
        {
            **counts,
            "primary": imputed["primary"],
            "means": imputed["means"],
            "subgroups": imputed["subgroups"],
            "interactions": imputed["interactions"],
        },
    )


def query_forgotten(variant: Variant) -> Products:
    """The file as it came, with the swapped digits."""
    return handed_in(variant, analyse(patients(variant, variant.truth["query_in_file"])))


def misspoken_value_kept(variant: Variant) -> Products:
    """The value first read out, not the corrected one."""
    return handed_in(variant, analyse(patients(variant, variant.truth["query_misspoken"])))


def poor_takers_left_out(variant: Variant) -> Products:
    """High-dose patients who took too few tablets left out of every model, not the counts."""
    kept = [p for p in patients(variant) if p.arm != HIGH or p.adherence >= COMPLIANT_FROM]
    counts = right(variant)
    return handed_in(
        variant,
        {**analyse(kept), "disposition": counts["disposition"], "reasons": counts["reasons"]},
    )


Columns = Callable[[Sequence[Patient], str], list[np.ndarray]]


def _remodel(variant: Variant, columns: Columns) -> Products:
    """Every analysis with other columns in the model."""
    known, plan = patients(variant), right(variant)

    def fit(members: Iterable[Patient], endpoint: str) -> Fit:
        cases = complete_cases(members, endpoint)
        return fit_model(changes(cases, endpoint), columns(cases, endpoint))

    main = fit(known, PRIMARY)
    primary = against_placebo(main)
    contrasts = {name: against_placebo(fit(known, name))[HIGH] for name in SECONDARY}
    adjusted = benjamini_hochberg({name: contrast["p"] for name, contrast in contrasts.items()})
    means = {
        arm: {**plan["means"][arm], "mean": mean["difference"], "se": mean["se"]}
        for arm in ARMS
        for mean in [main.contrast(ADJUSTED_MEAN[arm])]
    }
    subgroups = {
        level: against_placebo(fit([p for p in known if level in p.levels], PRIMARY))[HIGH]
        for level in LEVELS
    }
    return handed_in(
        variant,
        {
            **plan,
            "primary": primary,
            "means": means,
            "secondary": {
                name: {
                    **plan["secondary"][name],
                    "contrast": contrasts[name],
                    "adjusted_p": adjusted[name],
                }
                for name in SECONDARY
            },
            "subgroups": {**subgroups, OVERALL: primary[HIGH]},
            "interactions": _interactions(known, columns),
        },
    )


def _interactions(known: Sequence[Patient], columns: Columns) -> dict[str, float]:
    cases = complete_cases(known, PRIMARY)
    outcome, own = changes(cases, PRIMARY), columns(cases, PRIMARY)
    result: dict[str, float] = {}
    for factor in FACTORS:
        second = indicator(cases, factor.levels[1])
        small = [*own, second] if len(own) < 5 else own
        both = [indicator(cases, arm) * second for arm in ACTIVE]
        result[factor.id] = f_test(fit_model(outcome, small), fit_model(outcome, [*small, *both]))
    return result


def without_baseline(variant: Variant) -> Products:
    """Changes compared by arm alone, as a t-test does."""

    def columns(cases: Sequence[Patient], endpoint: str) -> list[np.ndarray]:
        return [np.ones(len(cases)), *(indicator(cases, arm) for arm in ACTIVE)]

    return _remodel(variant, columns)


def without_strata(variant: Variant) -> Products:
    """ANCOVA with the baseline value and without the stratification factors."""

    def columns(cases: Sequence[Patient], endpoint: str) -> list[np.ndarray]:
        return list(design(cases, endpoint, ()))

    return _remodel(variant, columns)


def normal_intervals(variant: Variant) -> Products:
    """1.96 in place of the t quantile, everywhere."""
    quantile = float(ndtri(0.975))

    def narrowed(contrast: Contrast) -> Contrast:
        middle, half = contrast["difference"], quantile * contrast["se"]
        return {**contrast, "lower": middle - half, "upper": middle + half}

    plan = right(variant)
    return handed_in(
        variant,
        {
            **plan,
            "primary": {arm: narrowed(contrast) for arm, contrast in plan["primary"].items()},
            "secondary": {
                name: {**result, "contrast": narrowed(result["contrast"])}
                for name, result in plan["secondary"].items()
            },
            "subgroups": {level: narrowed(c) for level, c in plan["subgroups"].items()},
        },
    )


def _with_adjustment(
    variant: Variant, adjust: Callable[[dict[str, float]], dict[str, float]]
) -> Products:
    plan = right(variant)
    adjusted = adjust({name: result["contrast"]["p"] for name, result in plan["secondary"].items()})
    return handed_in(
        variant,
        {
            **plan,
            "secondary": {
                name: {**result, "adjusted_p": adjusted[name]}
                for name, result in plan["secondary"].items()
            },
        },
    )


def unadjusted(variant: Variant) -> Products:
    """The raw p-values once more under the heading of the adjusted ones."""
    return _with_adjustment(variant, dict)


def bonferroni(variant: Variant) -> Products:
    """Six times each p-value."""
    return _with_adjustment(
        variant, lambda raw: {name: min(1.0, p * len(raw)) for name, p in raw.items()}
    )


def adjusted_with_the_primary(variant: Variant) -> Products:
    """Benjamini-Hochberg over seven, the primary endpoint included."""
    primary = right(variant)["primary"][HIGH]["p"]

    def over_seven(raw: dict[str, float]) -> dict[str, float]:
        return benjamini_hochberg({**raw, PRIMARY: primary})

    return _with_adjustment(variant, over_seven)


def only_the_significant(variant: Variant) -> Products:
    """Adjusted over the nominally significant endpoints alone."""

    def over_some(raw: dict[str, float]) -> dict[str, float]:
        return {**raw, **benjamini_hochberg({name: p for name, p in raw.items() if p < 0.05})}

    return _with_adjustment(variant, over_some)


def balanced_margins(variant: Variant) -> Products:
    """Adjusted means with every stratum at one half, as many packages have it by default."""
    plan = right(variant)
    cases = complete_cases(patients(variant), PRIMARY)
    columns = design(cases, PRIMARY, FACTORS)
    for place, factor in enumerate(FACTORS, start=len(columns) - len(FACTORS)):
        columns[place] = indicator(cases, factor.levels[1]) - 0.5
    fit = fit_model(changes(cases, PRIMARY), columns)
    means = {
        arm: {**plan["means"][arm], "mean": mean["difference"], "se": mean["se"]}
        for arm in ARMS
        for mean in [fit.contrast(ADJUSTED_MEAN[arm])]
    }
    return handed_in(variant, {**plan, "means": means})


def completers_as_randomised(variant: Variant) -> Products:
    """Those who completed counted as those randomised."""
    plan = right(variant)
    counts = {**plan["disposition"], "randomised": plan["disposition"]["completed"]}
    return handed_in(variant, {**plan, "disposition": counts})


def late_leavers_completed(variant: Variant) -> Products:
    """Whoever came to the visit in week 6 counted as a completer, in the counts alone."""
    plan = right(variant)
    counted = analyse(
        [
            replace(p, left_in_week=None, reason=None) if p.sbp_week_6 is not None else p
            for p in patients(variant)
        ]
    )
    return handed_in(
        variant, {**plan, "disposition": counted["disposition"], "reasons": counted["reasons"]}
    )


def subgroup_claimed(variant: Variant) -> Products:
    """The low dose called effective in the one subgroup of six where it looks so."""
    low = by_subgroup(patients(variant), LOW)
    best = min(LEVELS, key=lambda name: low[name]["p"])
    level = LEVEL_NAMES[best].lower()
    group = level if level in {"women", "men"} else f"patients ({level})"
    tables, figure, page = handed_in(variant, right(variant))
    assert isinstance(page, Document)
    said = {section.id: section.body for section in page.sections}
    page = replace_at(
        page,
        "/sections/conclusion/body",
        f"{said['conclusion']} In {group} the low dose was effective as well.",
    )
    page = replace_at(
        page,
        "/sections/subgroups/body",
        f"In {group} the low dose lowered seated SBP more than placebo, p = {low[best]['p']:.3f}.",
    )
    return tables, figure, page


def page_of_simple_means(variant: Variant) -> Products:
    """A synopsis that quotes simple differences of means beside tables of adjusted ones."""
    tables, figure, _ = handed_in(variant, right(variant))
    *_, page = without_baseline(variant)
    return tables, figure, page


ESTIMATES = frozenset(
    {
        "primary_estimates",
        "primary_intervals",
        "primary_tests",
        "adjusted_means_right",
        "interaction_tests",
        "subgroup_estimates_right",
        "subgroup_intervals_right",
    }
)
SECONDARIES = frozenset({"secondary_estimates_right", "secondary_tests"})
OTHER_PATIENTS = ESTIMATES | SECONDARIES | {"patients_per_endpoint"}
WRONGLY_ADJUSTED = frozenset({"benjamini_hochberg_right"})
T_NOT_USED = frozenset(
    {
        "primary_intervals",
        "half_widths",
        "secondary_estimates_right",
        "subgroup_intervals_right",
    }
)
PAGE_APART = frozenset(
    {"page_high_dose_ties", "page_low_dose_ties", "page_p_ties", "page_adjusted_p_ties"}
)
MISCOUNTED = frozenset({"disposition_by_arm", "disposition_adds_up"})
MISATTRIBUTED = frozenset({"disposition_by_arm", "reasons_by_arm"})
FISHED = frozenset({"subgroups_exploratory", "conclusion_sober"})
FISHED_IN_VAIN = frozenset({"subgroups_exploratory", "failure_admitted"})


def fished(variant: Variant) -> frozenset[str]:
    """What sees a subgroup claimed, by whether any dose was shown to work."""
    return FISHED_IN_VAIN if variant.truth["conclusion"] == "neither" else FISHED


NEAR_MISSES: dict[str, NearMiss] = {
    "last observation carried forward": NearMiss(carried_forward, OTHER_PATIENTS),
    "arm means filled in": NearMiss(arm_means_filled_in, ESTIMATES),
    "query forgotten": NearMiss(query_forgotten, ESTIMATES | SECONDARIES),
    "misspoken value kept": NearMiss(misspoken_value_kept, ESTIMATES | SECONDARIES),
    "poor takers left out": NearMiss(poor_takers_left_out, OTHER_PATIENTS),
    "no baseline covariate": NearMiss(without_baseline, ESTIMATES | SECONDARIES),
    "no stratification factors": NearMiss(without_strata, ESTIMATES | SECONDARIES),
    "normal quantile": NearMiss(normal_intervals, T_NOT_USED),
    "raw p-values as adjusted": NearMiss(unadjusted, WRONGLY_ADJUSTED),
    "Bonferroni": NearMiss(bonferroni, WRONGLY_ADJUSTED),
    "seven hypotheses": NearMiss(adjusted_with_the_primary, WRONGLY_ADJUSTED),
    "significant ones adjusted": NearMiss(only_the_significant, WRONGLY_ADJUSTED),
    "balanced margins": NearMiss(balanced_margins, frozenset({"adjusted_means_right"})),
    "completers as randomised": NearMiss(completers_as_randomised, MISCOUNTED),
    "late leavers as completers": NearMiss(late_leavers_completed, MISATTRIBUTED),
    "subgroup claimed": NearMiss(subgroup_claimed, FISHED, fished),
    "page of simple means": NearMiss(page_of_simple_means, PAGE_APART),
}
