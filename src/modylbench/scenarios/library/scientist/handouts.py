"""The files that the biostatistician hands over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.scientist.protocol import (
    ARM_NAMES,
    FACTORS,
    LEVEL_NAMES,
    MEASURED,
    PRIMARY,
    REASONS,
    Patient,
)
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.scenarios.library.scientist.trial import ClinicalTrial

HEADER = (
    "subject", "site", "arm", "sex", "age", "age_group", "diabetes",
    "sbp_bl", "sbp_wk6", "sbp_wk12",
    *(f"{e.column}_{visit}" for e in MEASURED if e.id != PRIMARY for visit in ("bl", "wk12")),
    "adherence_pct", "completed_wk12", "left_in_week", "reason_left",
)  # fmt: skip
ANALYSIS_PLAN = """\
Northmere Therapeutics - Protocol NM-417-201 - Statistical Analysis Plan, version 2.0 (excerpt)
Signed before the code was broken. Changes after that date need a dated amendment and are reported
as post hoc.

3.1 Analysis set and estimand
All randomised patients belong to the arm to which they were randomised. Each endpoint is analysed
in the patients who have both a baseline and a week-12 value of it (complete cases). Nothing is
imputed or carried forward in these analyses. The week-6 visit is for safety. Adherence is
described and is no reason to leave a patient out. The estimand follows the treatment policy
strategy for poor adherence and a hypothetical strategy for discontinuation: the effect had all
patients stayed to week 12, estimated under missing at random.

3.2 Primary endpoint
Change from baseline to week 12 in seated systolic blood pressure (SBP, mmHg).

3.3 Primary model
Analysis of covariance, fitted once to all three arms: change on arm, baseline value, sex, age
group and diabetes (the stratification factors, main effects only). Each dose is compared with
placebo: adjusted mean difference (dose minus placebo), standard error, two-sided 95% confidence
limits from the t distribution with the residual degrees of freedom, two-sided p-value. Adjusted
means are taken at the mean of all covariates over the patients analysed (observed margins).

3.4 Order of testing
High dose against placebo first, at the two-sided 5% level; low dose against placebo only if that
is significant.

4 Secondary endpoints
High dose against placebo only, model 3.3 with the endpoint's own baseline and change: seated
diastolic blood pressure, 24-hour ambulatory SBP, pulse pressure (SBP minus DBP at the same
visit), time at blood pressure target (hours a day, from the ambulatory recording), heart rate,
eGFR. The six p-values are adjusted together by Benjamini and Hochberg; the false discovery rate
is controlled at 5%.

5 Subgroups (exploratory)
Women, men; under 65, 65 and over; diabetes, no diabetes. High dose against placebo on the primary
endpoint, in each level model 3.3 fitted to all three arms of that level without the level's own
factor. Interaction: arm by factor (two terms) added to model 3.3, F test. No claim of efficacy is
based on a subgroup.

6 Missing data
Reasons for leaving are tabulated by arm. Multiple imputation under missing at random and a
reference-based tipping-point analysis are sensitivity analyses; they are programmed and reported
apart from the topline tables.

7 Precision
Differences, confidence limits and adjusted means with two decimals, standard errors with three,
p-values with four. Arms are called placebo, low dose and high dose throughout; doses in
milligrams stay confidential.
"""


def trial_data(trial: ClinicalTrial) -> str:
    """One line a patient, with the swapped digits that the query is about."""
    return csv_text([HEADER, *_lines(trial.with_value(trial.query.in_file))])


def _lines(patients: Sequence[Patient]) -> Iterator[list[str]]:
    for patient in patients:
        sex, age_group, _ = (LEVEL_NAMES[level] for level in patient.levels)
        others = [
            _entry(record.get(endpoint.id), endpoint.decimals)
            for endpoint in MEASURED
            if endpoint.id != PRIMARY
            for record in (patient.baseline, patient.week_12)
        ]
        yield [
            patient.subject,
            patient.subject[:2],
            ARM_NAMES[patient.arm],
            "Female" if sex == "Women" else "Male",
            str(patient.age),
            age_group,
            "Yes" if FACTORS[2].levels[1] in patient.levels else "No",
            _entry(patient.baseline[PRIMARY]),
            _entry(patient.sbp_week_6),
            _entry(patient.week_12.get(PRIMARY)),
            *others,
            str(patient.adherence),
            "Yes" if patient.has_completed else "No",
            "" if patient.left_in_week is None else str(patient.left_in_week),
            REASONS[patient.reason] if patient.reason else "",
        ]


def _entry(value: float | None, decimals: int = 0) -> str:
    return "" if value is None else f"{value:.{decimals}f}"


def query_log(truth: Mapping[str, Any]) -> str:
    """The query that was closed between the transfer and the lock."""
    line = {
        "query": "Q-0412",
        "subject": truth["query_subject"],
        "visit": "Week 12",
        "field": "Seated SBP (mmHg)",
        "value_in_transfer": str(truth["query_in_file"]),
        "value_in_source": str(truth["query_source"]),
        "status": "Closed before lock",
        "comment": "Digits swapped at entry; confirmed by site monitor",
    }
    return csv_text([tuple(line), tuple(line.values())])
