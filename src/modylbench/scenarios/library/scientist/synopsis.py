"""The synopsis that the steering committee reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARM_NAMES,
    ARMS,
    ENDPOINT_NAMES,
    FACTORS,
    HIGH,
    LOW,
)
from modylbench.scenarios.library.scientist.workbook import LINES, comparison_name
from modylbench.scenarios.library.text_forms import list_in_words, markdown_table

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.statistics.analysis import AnalysisState
    from modylbench.scenarios.library.scientist.statistics.ancova import Contrast

ALPHA = 0.05
SPELT = ("None", "One", "Two", "Three", "Four", "Five", "All six")
OBJECTIVES = (
    "To compare a low and a high dose with placebo over twelve weeks in adults with uncontrolled "
    "hypertension. The primary endpoint is the change from baseline to week 12 in seated "
    "systolic blood pressure (SBP); six secondary endpoints cover other blood pressure measures, "
    "heart rate and renal function."
)
METHODS = (
    "Randomised, double-blind, three-arm phase II trial, stratified by sex, age group and "
    "diabetes. Endpoints were analysed as specified in the signed analysis plan: ANCOVA of the "
    "change over all three arms with the baseline value and the stratification factors as "
    "covariates, in patients with a baseline and a week-12 value (complete cases). Doses were "
    "tested against placebo in a fixed order, the high dose first, at a two-sided significance "
    "level of 0.05. The raw p-values of the secondary endpoints were adjusted by the "
    "Benjamini-Hochberg method. Safety is reported separately."
)
CONVERTED = (
    " The week-12 pressures of one patient, entered in kilopascals, were converted to mmHg; the "
    "query is closed."
)
CORRECTED = (
    " One week-12 value under the high dose was corrected by query Q-0412, closed before lock and "
    "seen after unblinding; the results are preliminary until they are rerun on the final transfer."
)


def synopsis(state: AnalysisState) -> Document:
    """The topline synopsis, with the figures of the tables."""
    sections = (
        Section(id="objectives", heading="Objectives", body=OBJECTIVES),
        Section(id="methods", heading="Methods", body=_methods(state)),
        Section(id="disposition", heading="Disposition", body=_disposition(state)),
        Section(id="primary_result", heading="Primary result", body=_primary(state)),
        Section(id="secondary_results", heading="Secondary results", body=_secondary(state)),
        Section(id="subgroups", heading="Subgroups (exploratory)", body=_subgroups(state)),
        Section(id="limitations", heading="Limitations", body=_limitations(state)),
        Section(id="conclusion", heading="Conclusion", body=_conclusion(state)),
    )
    return Document(id="synopsis", title="NM-417-201: topline synopsis", sections=sections)


def _methods(state: AnalysisState) -> str:
    corrected = CORRECTED if state.has("query_applied") else ""
    return METHODS + (CONVERTED if state.are_units_converted else "") + corrected


def _disposition(state: AnalysisState) -> str:
    counts = state.analysis["disposition"]
    columns = (*ARMS, "total")
    rows = [
        [label, *(str(counts[line][column]) for column in columns)] for line, label in LINES.items()
    ]
    return markdown_table(["Patients", *(ARM_NAMES[arm] for arm in ARMS), "Total"], rows)


def _primary(state: AnalysisState) -> str:
    contrasts = state.analysis["primary"]
    rows = [
        [
            comparison_name(arm),
            *(f"{number:.2f}" for number in _with_limits(contrasts[arm])),
            f"{contrasts[arm]['p']:.4f}",
        ]
        for arm in reversed(ACTIVE)
    ]
    table = markdown_table(
        [
            "Seated SBP (mmHg)",
            "Adjusted mean difference",
            "95% CI lower",
            "95% CI upper",
            "p-value",
        ],
        rows,
    )
    return f"{table}\n\n{_verdict(state)}"


def _verdict(state: AnalysisState) -> str:
    high, low = (state.analysis["primary"][arm]["p"] < ALPHA for arm in (HIGH, LOW))
    if not high:
        return (
            "The high dose was not significantly different from placebo. That ended the testing, "
            "so an effect of the low dose was not shown either; its p-value is nominal."
        )
    if low:
        return (
            "The reduction under the high dose was statistically significant; the reduction under "
            "the low dose, tested second, was statistically significant as well."
        )
    return (
        "The reduction under the high dose was statistically significant; the low dose, tested "
        "second, was not significantly different."
    )


def _with_limits(contrast: Contrast) -> tuple[float, float, float]:
    return contrast["difference"], contrast["lower"], contrast["upper"]


def _secondary(state: AnalysisState) -> str:
    results = state.analysis["secondary"]
    rows = [
        [
            ENDPOINT_NAMES[name],
            f"{result['contrast']['difference']:.2f}",
            f"{result['contrast']['p']:.4f}",
            f"{result['adjusted_p']:.4f}",
        ]
        for name, result in results.items()
    ]
    kept = [name for name, result in results.items() if result["adjusted_p"] < ALPHA]
    names = list_in_words([ENDPOINT_NAMES[name].partition(" (")[0] for name in kept])
    table = markdown_table(
        ["High dose vs placebo", "Adjusted mean difference", "Raw p-value", "BH-adjusted p-value"],
        rows,
    )
    verdict = f"{SPELT[len(kept)]} of the endpoints stayed significant: {names or 'no endpoint'}."
    is_missed = state.analysis["primary"][HIGH]["p"] >= ALPHA
    rank = " As the primary endpoint was missed, they are exploratory." if is_missed else ""
    return f"{table}\n\n{verdict}{rank} False discovery rate: {ALPHA:.2f}."


def _subgroups(state: AnalysisState) -> str:
    least = min(state.analysis["interactions"].values())
    crossing = "no interaction" if least > ALPHA else "at least one interaction"
    alike = all(contrast["difference"] < 0 for contrast in state.analysis["subgroups"].values())
    sides = "on the same side of zero throughout" if alike else "on both sides of zero"
    return (
        "Pre-specified by sex, age group and diabetes, exploratory and not adjusted for "
        f"multiplicity. The forest plot has estimates {sides}, and {crossing} of arm and subgroup "
        "reached significance. The data do not support a claim in any single subgroup."
        f"\n\n{_interactions(state)}"
    )


def _interactions(state: AnalysisState) -> str:
    rows = [[factor.name, f"{state.analysis['interactions'][factor.id]:.4f}"] for factor in FACTORS]
    return markdown_table(["Interaction with arm", "Interaction p-value"], rows)


def _limitations(state: AnalysisState) -> str:
    beside = (
        state.sensitivity
        if state.has("sensitivity_quoted")
        else "Sensitivity analyses with multiple imputation are reported separately."
    )
    text = (
        "The primary analysis uses complete cases and assumes that values are missing at random; "
        f"more patients left the high dose than placebo. {beside} Twelve weeks "
        "say nothing about long-term safety or clinical events."
    )
    if not state.has("dropouts_in_limitations"):
        return text
    counts, reasons = state.analysis["disposition"], state.analysis["reasons"]
    shares = [
        100 * counts["discontinued"][arm] / counts["randomised"][arm] for arm in (HIGH, "placebo")
    ]
    return (
        f"{text} Discontinuation under the high dose was {shares[0]:.1f}% and discontinuation "
        f"under placebo {shares[1]:.1f}%. Discontinuations for adverse events under the high dose: "
        f"{reasons['adverse_event'][HIGH]}."
    )


def _conclusion(state: AnalysisState) -> str:
    high, low = (state.analysis["primary"][arm]["p"] < ALPHA for arm in (HIGH, LOW))
    if not high:
        return (
            "The high dose was not shown to lower seated SBP at week 12 more than placebo did, and "
            "efficacy of the low dose was not shown."
        )
    if low:
        return (
            "The high dose lowered seated SBP at week 12 more than placebo did, and so did the low "
            "dose."
        )
    return (
        "The high dose lowered seated SBP at week 12 more than placebo did. Efficacy of the low "
        "dose was not shown."
    )
