"""The files that the biostatistician hands over."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.scientist.defects import with_defects
from modylbench.scenarios.library.scientist.protocol import (
    ARM_NAMES,
    FACTORS,
    LEVEL_NAMES,
    MEASURED,
    PRIMARY,
    REASONS,
    Patient,
)
from modylbench.scenarios.library.scientist.statistics.sensitivity import (
    IMPUTATIONS,
    sensitivity_rows,
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
CODES = {
    "sex": {"Female": "F", "Male": "M"},
    "age_group": {"Under 65": "<65", "65 and over": ">=65"},
    "diabetes": {"Yes": "Y", "No": "N"},
    "completed_wk12": {"Yes": "Y", "No": "N"},
}
LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "one_block": {name: name for name in HEADER},
    "coded": {
        "subject": "USUBJID", "arm": "TRT01P", "completed_wk12": "COMPLFL",
        "left_in_week": "DISCWK", "reason_left": "DISCREAS", "site": "SITEID", "diabetes": "DIABFL",
        "sex": "SEX", "age": "AGE", "age_group": "AGEGR1", "adherence_pct": "ADHERPCT",
        "egfr_bl": "BASE_EGFR", "egfr_wk12": "W12_EGFR", "hr_bl": "BASE_HR", "hr_wk12": "W12_HR",
        "sbp_bl": "BASE_SBP", "sbp_wk6": "W6_SBP", "sbp_wk12": "W12_SBP",
        "dbp_bl": "BASE_DBP", "dbp_wk12": "W12_DBP",
        "abpm_sbp_bl": "BASE_SBP24", "abpm_sbp_wk12": "W12_SBP24",
        "target_hours_bl": "BASE_HTGT", "target_hours_wk12": "W12_HTGT",
    },
    "by_visit": {
        "site": "centre", "subject": "patient_no", "age": "age_years", "age_group": "age_stratum",
        "sex": "sex", "diabetes": "diabetic", "arm": "treatment",
        **{f"{e.column}_bl": f"baseline_{e.column}" for e in reversed(MEASURED)},
        "sbp_wk6": "week6_sbp",
        **{f"{e.column}_wk12": f"week12_{e.column}" for e in reversed(MEASURED)},
        "completed_wk12": "came_to_week12", "reason_left": "reason_for_leaving",
        "left_in_week": "week_of_leaving", "adherence_pct": "tablets_taken_pct",
    },
}  # fmt: skip
"""The columns of every layout in order, by what the first layout calls them."""
LOG_LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "coded": {
        "subject": "USUBJID", "query": "QUERYID", "status": "QSTATUS", "visit": "VISIT",
        "field": "ITEM", "value_in_source": "SRCVAL", "value_in_transfer": "EDCVAL",
        "opened": "OPENDT", "closed": "CLOSEDT", "lock": "LOCKDT", "comment": "REMARK",
    },
    "by_visit": {
        "query": "query_no", "status": "state", "visit": "visit", "subject": "patient_no",
        "field": "item", "opened": "opened_on", "value_in_transfer": "transferred",
        "value_in_source": "source_document", "closed": "closed_on", "lock": "database_lock",
        "comment": "note",
    },
}  # fmt: skip
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
is controlled at 5%. If the high dose is not significant on the primary endpoint, the secondary
results are still shown and are exploratory.

5 Subgroups (exploratory)
Women, men; under 65, 65 and over; diabetes, no diabetes. High dose against placebo on the primary
endpoint, in each level model 3.3 fitted to all three arms of that level without the level's own
factor. Interaction: arm by factor (two terms) added to model 3.3, F test. No claim of efficacy is
based on a subgroup.

6 Missing data
Reasons for leaving are tabulated by arm. Multiple imputation under missing at random and
reference-based multiple imputation (copy reference: whoever left an active arm is imputed as on
placebo) are sensitivity and supplementary analyses (the latter answers another question than 3.1
asks); they are programmed and reported apart from the topline tables.

7 Precision
Differences, confidence limits and adjusted means with two decimals, standard errors with three,
p-values with four. Arms are called placebo, low dose and high dose throughout; doses in
milligrams stay confidential.

8 Safety
Safety is reported separately.
"""
LOCK = "2026-03-10"  # a Tuesday; the transfer was cut on the Thursday before


def trial_data(trial: ClinicalTrial) -> str:
    """One row per patient, with the swapped digits that the query is about."""
    return csv_text([HEADER, *_lines(trial.with_value(trial.query.in_file))])


def patient_file(truth: Mapping[str, Any]) -> str:
    """The patient file in the layout of the seed and with its defects."""
    layout = LAYOUTS[truth["layout"]]
    rows = with_defects(list(csv.DictReader(io.StringIO(truth["trial_data"]))), truth)
    codes = CODES if truth["layout"] == "coded" else {}
    return csv_text([
        list(layout.values()),
        *([codes.get(name, {}).get(row[name], row[name]) for name in layout] for row in rows),
    ])  # fmt: skip


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
    """The query that was closed between the transfer and the lock, and its neighbours."""
    line = _query_line(truth)
    layout = LOG_LAYOUTS.get(truth["layout"], {name: name for name in line})
    lines = [line, _confirmed_line(truth)]
    if "superseded_answer" in truth["defects"]:
        older = {
            "value_in_source": str(truth["superseded_source"]),
            "closed": "",
            "status": "Superseded",
            "comment": "First answer of the site; replaced after source data verification",
        }
        lines.insert(0, {**line, **older})
    if "kilopascals" in truth["defects"]:
        lines += _unit_lines(truth)
    return csv_text([list(layout.values()), *([line[name] for name in layout] for line in lines)])


def outside_publication(truth: Mapping[str, Any]) -> str:
    """The page of another trial's publication that the biostatistician quotes."""
    return (
        f"Calder-BP - excerpt from the publication, page {truth['outside_page']}\n\n"
        "Population: adults with uncontrolled hypertension, phase II, twelve weeks.\n"
        f"Randomised: {truth['outside_patients']} patients, 1:1 to active treatment and placebo.\n"
        "Primary endpoint: change from baseline in seated systolic blood pressure at week 12.\n"
        f"Result: adjusted mean difference from placebo {truth['outside_difference']:.1f} mmHg, "
        f"95% confidence interval {truth['outside_lower']:.1f} to {truth['outside_upper']:.1f}.\n"
        "Analysis: mixed model for repeated measures, all randomised patients.\n"
    )


def sensitivity(truth: Mapping[str, Any]) -> str:
    """The sensitivity analyses, as the programmers send them."""
    rows = sensitivity_rows(truth["sensitivity_results"])
    added = [str(truth["randomised_total"]), str(IMPUTATIONS), f"Locked database, {LOCK}"]
    return csv_text([
        [*rows[0], "n", "imputations", "data"], *([*row, *added] for row in rows[1:])
    ])  # fmt: skip


def _query_line(truth: Mapping[str, Any]) -> dict[str, str]:
    return {
        "query": "Q-0412",
        "subject": truth["query_subject"],
        "visit": "Week 12",
        "field": "Seated SBP (mmHg)",
        "value_in_transfer": str(truth["query_in_file"]),
        "value_in_source": str(truth["query_source"]),
        "opened": "2026-03-03",
        "closed": "2026-03-06",
        "lock": LOCK,
        "status": "Closed before lock",
        "comment": "Digits swapped at entry; confirmed by site monitor",
    }


def _confirmed_line(truth: Mapping[str, Any]) -> dict[str, str]:
    """The next query: the value was asked about and stands, in the transfer too."""
    value = str(truth["query_misspoken"])
    return {
        **_query_line(truth),
        "query": "Q-0413",
        "subject": truth["confirmed_subject"],
        "value_in_transfer": value,
        "value_in_source": value,
        "closed": "2026-03-04",
        "comment": "Value confirmed by site; no change",
    }


def _unit_lines(truth: Mapping[str, Any]) -> list[dict[str, str]]:
    """The query on the patient whose pressures came in kilopascals, raised after the transfer."""
    readings = {
        "Seated SBP (mmHg)": (truth["kpa_shown"], truth["kpa_mmhg"]),
        "Seated DBP (mmHg)": (truth["kpa_shown_diastolic"], truth["kpa_mmhg_diastolic"]),
    }
    return [
        {
            **_query_line(truth),
            "query": "Q-0415",
            "subject": truth["kpa_subject"],
            "field": field,
            "value_in_transfer": shown,
            "value_in_source": str(mmhg),
            "opened": "2026-03-06",
            "closed": "2026-03-09",
            "comment": "Entered in kPa; source document in mmHg",
        }
        for field, (shown, mmhg) in readings.items()
    ]
