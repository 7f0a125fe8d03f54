"""Sheets that only some meetings ask for, beside those of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet
from modylbench.scenarios.library.scientist.cells import (
    ADJUSTED_P,
    DIFFERENCE,
    LIMITS,
    RAW_P,
    make_row,
)
from modylbench.scenarios.library.scientist.protocol import (
    ARM_NAMES,
    ARMS,
    ENDPOINT_NAMES,
    HIGH,
    LEVEL_NAMES,
    PRIMARY,
)
from modylbench.scenarios.library.scientist.statistics.extras import OUTSIDE_TRIAL

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.statistics.analysis import AnalysisState


def extra_sheets(state: AnalysisState) -> list[Sheet]:
    """Those that have been asked for."""
    makers = {
        "responders": _responders,
        "key_results": _key_results,
        "low_subgroups": _low_subgroups,
        "adherence": _adherence,
        "outside_trial": _outside_trial,
    }
    return [make(state) for milestone, make in makers.items() if state.has(milestone)]


def _responders(state: AnalysisState) -> Sheet:
    columns = (
        Column(id="responders", label="Responders"),
        Column(id="randomised", label="Randomised"),
        Column(id="rate", label="Responder rate (%)"),
    )
    rows = [make_row(arm, ARM_NAMES[arm], state.extras["responders"][arm], columns) for arm in ARMS]
    notes = (
        "Post hoc. A responder has a seated SBP at least 10 mmHg below baseline at week 12.",
        "Whoever left before week 12 counts as a non-responder; nothing is imputed.",
    )
    return Sheet(
        id="responders", name="Responders (post hoc)", columns=columns, rows=tuple(rows),
        notes=notes,
    )  # fmt: skip


def _key_results(state: AnalysisState) -> Sheet:
    """The primary result and all secondaries in the order of the plan."""
    columns = (DIFFERENCE, *LIMITS, RAW_P)
    name = f"{ENDPOINT_NAMES[PRIMARY]} (primary endpoint)"
    rows = [make_row(PRIMARY, name, state.analysis["primary"][HIGH], columns)]
    for endpoint, result in state.analysis["secondary"].items():
        figures = {**result["contrast"], "adjusted_p": result["adjusted_p"]}
        rows.append(make_row(endpoint, ENDPOINT_NAMES[endpoint], figures, (*columns, ADJUSTED_P)))
    notes = (
        "High dose vs placebo. The primary endpoint first, then the secondaries as in the plan.",
        "Secondary endpoints are adjusted by Benjamini and Hochberg over all six.",
    )
    return Sheet(
        id="key_results", name="Key results", columns=(*columns, ADJUSTED_P), rows=tuple(rows),
        notes=notes,
    )  # fmt: skip


def _low_subgroups(state: AnalysisState) -> Sheet:
    columns = (DIFFERENCE, *LIMITS)
    rows = [
        make_row(
            level, f"{name}, low dose vs placebo", state.extras["low_subgroups"][level], columns
        )
        for level, name in LEVEL_NAMES.items()
    ]
    notes = (
        "Exploratory and post hoc. Low dose vs placebo, seated SBP, model as for the high dose.",
        "All six subgroups, not adjusted for multiplicity; no claim is based on any of them.",
    )
    return Sheet(
        id="low_subgroups", name="Low dose by subgroup (exploratory)", columns=columns,
        rows=tuple(rows), notes=notes,
    )  # fmt: skip


def _adherence(state: AnalysisState) -> Sheet:
    columns = (
        Column(id="completers", label="Completers"),
        Column(id="below", label="Under 80% of tablets"),
        Column(id="average", label="Mean adherence (%)"),
    )
    rows = [make_row(arm, ARM_NAMES[arm], state.extras["adherence"][arm], columns) for arm in ARMS]
    return Sheet(
        id="adherence", name="Adherence", columns=columns, rows=tuple(rows),
        notes=("Completers, by pill count. Described only: nobody is left out of an analysis.",),
    )  # fmt: skip


def _outside_trial(state: AnalysisState) -> Sheet:
    outside = state.extras["outside"]
    columns = (
        Column(id="difference", label="Difference vs placebo"),
        *LIMITS,
        Column(id="source", label="Source"),
    )
    source = f"Publication handed over, page {outside['page']:.0f}"
    cells = {
        **{name: Cell(value=outside[name]) for name in ("difference", "lower", "upper")},
        "source": Cell(value=source),
    }
    return Sheet(
        id="outside_trial", name="External context", columns=columns,
        rows=(Row(id="outside", label=OUTSIDE_TRIAL, cells=cells),),
        notes=("Another trial, in mmHg; no randomised comparison with ours.",),
    )  # fmt: skip
