"""The topline tables and the forest plot of the subgroups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.scientist.cells import (
    ADJUSTED_P,
    BY_ARM,
    DIFFERENCE,
    LIMITS,
    P_VALUE,
    RAW_P,
    make_row,
)
from modylbench.scenarios.library.scientist.extra_sheets import extra_sheets
from modylbench.scenarios.library.scientist.protocol import (
    ACTIVE,
    ARM_NAMES,
    ENDPOINT_NAMES,
    FACTORS,
    HIGH,
    LEVEL_NAMES,
    LEVELS_AS_PLANNED,
    REASONS,
)
from modylbench.scenarios.library.scientist.statistics.analysis import OVERALL

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.statistics.analysis import AnalysisState


LINES = {
    "randomised": "Randomised",
    "completed": "Completed week 12",
    "discontinued": "Discontinued before week 12",
}
MODEL = (
    "ANCOVA over all three arms: change on arm, baseline value, sex, age group and diabetes; "
    "complete cases."
)


def analysis_tables(state: AnalysisState) -> Spreadsheet:
    """The workbook: a sheet for every analysis asked for so far."""
    sheets = [_disposition(state)]
    if state.has("primary"):
        sheets.append(_primary(state))
    if state.has("adjusted_means"):
        sheets.append(_adjusted_means(state))
    if state.has("secondary"):
        sheets.append(_secondary(state))
    if state.has("interactions"):
        sheets.append(_interactions(state))
    sheets += extra_sheets(state)
    return Spreadsheet(
        id="analysis_tables", title="NM-417-201 topline tables", sheets=tuple(sheets)
    )


def _disposition(state: AnalysisState) -> Sheet:
    counts, reasons = state.analysis["disposition"], state.analysis["reasons"]
    rows = [make_row(line, label, counts[line], BY_ARM) for line, label in LINES.items()]
    if state.has("dropout_share"):
        shares = {
            column.id: Cell(
                value=round(
                    100 * counts["discontinued"][column.id] / counts[state.share_of][column.id], 1
                ),
                unit="%",
            )
            for column in BY_ARM
        }
        rows.append(Row(id="share", label="Discontinued (%)", cells=shares))
    rows += [make_row(reason, label, reasons[reason], BY_ARM) for reason, label in REASONS.items()]
    return Sheet(id="disposition", name="Disposition", columns=BY_ARM, rows=tuple(rows))


def comparison_name(arm: str) -> str:
    """How a comparison is called: "High dose vs placebo"."""
    return f"{ARM_NAMES[arm]} vs placebo"


def _primary(state: AnalysisState) -> Sheet:
    columns = (DIFFERENCE, Column(id="se", label="SE"), *LIMITS, P_VALUE)
    contrasts = state.analysis["primary"]
    rows = [
        make_row(arm, comparison_name(arm), contrasts[arm], columns) for arm in reversed(ACTIVE)
    ]
    notes = (
        "Change from baseline to week 12 in seated SBP, mmHg.",
        MODEL,
        "Tested in order, the high dose first, each at the two-sided level of 0.05.",
    )
    return Sheet(
        id="primary", name="Primary analysis", columns=columns, rows=tuple(rows), notes=notes
    )


def _adjusted_means(state: AnalysisState) -> Sheet:
    columns = (
        Column(id="n", label="N"),
        Column(id="baseline", label="Baseline mean"),
        Column(id="mean", label="Adjusted mean change"),
        Column(id="se", label="SE"),
    )
    rows = [
        make_row(arm, ARM_NAMES[arm], mean, columns)
        for arm, mean in state.analysis["means"].items()
    ]
    notes = ("Seated SBP, mmHg. Means at the average covariates of the patients analysed.",)
    return Sheet(
        id="adjusted_means", name="Adjusted means", columns=columns, rows=tuple(rows), notes=notes
    )


def _secondary(state: AnalysisState) -> Sheet:
    adjusted = (ADJUSTED_P,) if state.has("adjusted_p_values") else ()
    columns = (Column(id="n", label="N"), DIFFERENCE, *LIMITS, RAW_P, *adjusted)
    rows = [
        make_row(
            name,
            ENDPOINT_NAMES[name],
            {"n": result["n"], **result["contrast"], "adjusted_p": result["adjusted_p"]},
            columns,
        )
        for name, result in state.analysis["secondary"].items()
    ]
    notes = (
        "High dose vs placebo. Pressures in mmHg, eGFR in mL/min/1.73 m2.",
        MODEL,
        "Adjusted by Benjamini and Hochberg over the six endpoints.",
    )
    return Sheet(
        id="secondary", name="Secondary endpoints", columns=columns, rows=tuple(rows),
        notes=notes if adjusted else notes[:2],
    )  # fmt: skip


def _interactions(state: AnalysisState) -> Sheet:
    columns = (Column(id="p", label="Interaction p-value"),)
    rows = [
        make_row(factor.id, factor.name, {"p": state.analysis["interactions"][factor.id]}, columns)
        for factor in FACTORS
    ]
    notes = (
        "Exploratory. Arm by factor added to the primary model, F test on two degrees of freedom.",
    )
    return Sheet(
        id="interactions",
        name="Subgroup interactions",
        columns=columns,
        rows=tuple(rows),
        notes=notes,
    )


def subgroup_figure(state: AnalysisState) -> Chart:
    """One line a subgroup, the overall estimate last once it has been asked for."""
    names = {level: LEVEL_NAMES[level] for level in LEVELS_AS_PLANNED}
    if state.has("overall_row"):
        names[OVERALL] = "Overall"
    points = tuple(
        Point(
            id=level,
            x=name,
            y=round(contrast["difference"], 2),
            low=round(contrast["lower"], 2),
            high=round(contrast["upper"], 2),
        )
        for level, name in names.items()
        for contrast in [state.analysis["subgroups"][level]]
    )
    return Chart(
        id="subgroup_figure",
        title="Exploratory subgroups: seated SBP, change from baseline to week 12",
        chart_type="forest",
        x_axis=Axis(label="Subgroup"),
        y_axis=Axis(label="Adjusted mean difference (mmHg); below zero favours the high dose"),
        series=(Series(id="high_dose", label=comparison_name(HIGH), points=points),),
        notes=("In mmHg. Bars are 95% confidence intervals, not adjusted for multiplicity.",),
    )
