"""Which dimensions and traps are hardest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.difficulty import DIMENSIONS, difficulty, edge_case_shares
from modylbench.foundation.score_text import score_text, share_text
from modylbench.publishing.analysis.section import (
    MOST_SERIES,
    AnalysisColumn,
    AnalysisSection,
    AnalysisTable,
    Plot,
    PlotSeries,
    series_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.difficulty import DimensionDifficulty, TrapShare
    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("axis"),
    AnalysisColumn("dimension"),
    AnalysisColumn("weight", "score"),
    AnalysisColumn("mean", "score"),
    AnalysisColumn("min", "score"),
    AnalysisColumn("max", "score"),
    AnalysisColumn("sd", "score"),
    AnalysisColumn("below_4", "share"),
    AnalysisColumn("below_6", "share"),
    AnalysisColumn("low", "score"),
    AnalysisColumn("high", "score"),
    AnalysisColumn("rank", "count"),
    AnalysisColumn("rank_low", "count"),
    AnalysisColumn("rank_high", "count"),
    AnalysisColumn("rated", "count", is_printed=False),
)
TRAP_COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("severity"),
    AnalysisColumn("scenario"),
    AnalysisColumn("edge_case"),
    AnalysisColumn("played", "count"),
    AnalysisColumn("failed", "count"),
    AnalysisColumn("failed_share", "share"),
    AnalysisColumn("undetected", "count"),
    AnalysisColumn("not_pushed_back", "count"),
    AnalysisColumn("produced_wrong", "count"),
)


def difficulty_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 2, in the layout of table 5."""
    rows, traps = difficulty(runs), edge_case_shares(runs)
    says = tuple(_says(run.name, rows, traps) for run in runs)
    of_severity = tuple(_trap_row(trap) for trap in traps if not trap.name)
    tables = (
        AnalysisTable("difficulty", COLUMNS, tuple(map(_row, rows))),
        AnalysisTable("edge_cases", TRAP_COLUMNS, tuple(map(_trap_row, traps)), of_severity),
    )
    return AnalysisSection(
        "difficulty", "Difficulty by dimension", says, tables, _chart(runs, rows)
    )


def _says(run: str, rows: Sequence[DimensionDifficulty], traps: Sequence[TrapShare]) -> str:
    known = [(row.mean, row.dimension) for row in rows if row.run == run and row.mean is not None]
    if not known:
        return f"{run}: not measured, no trial has a score."
    lowest, highest = min(known), max(known)
    hardest = f"hardest is {lowest[1]} ({score_text(lowest[0])})"
    told = f"{run}: {hardest}, easiest {highest[1]} ({score_text(highest[0])})"
    if lowest[0] == highest[0]:
        told = f"{run}: all dimensions have one mean ({score_text(lowest[0])})"
    return f"{told}; {_on_traps([trap for trap in traps if trap.run == run and not trap.name])}."


def _on_traps(traps: Sequence[TrapShare]) -> str:
    played, failed = sum(trap.played for trap in traps), sum(trap.failed for trap in traps)
    if not played:
        return "no edge case was played"
    return f"{failed} of {played} edge cases failed ({share_text(failed / played)})"


def _row(difficulty: DimensionDifficulty) -> Row:
    return (
        difficulty.run,
        difficulty.axis,
        difficulty.dimension,
        difficulty.weight,
        difficulty.mean,
        difficulty.min,
        difficulty.max,
        difficulty.sd,
        difficulty.below_4,
        difficulty.below_6,
        *(difficulty.interval or (None, None)),
        difficulty.rank,
        *(difficulty.rank_interval or (None, None)),
        difficulty.rated,
    )


def _trap_row(trap: TrapShare) -> Row:
    return (
        trap.run,
        trap.severity,
        trap.scenario_id or "all",
        trap.name or "all",
        trap.played,
        trap.failed,
        trap.failed_share,
        trap.undetected,
        trap.not_pushed_back,
        trap.wrong,
    )


def _chart(runs: Sequence[JudgedRun], rows: Sequence[DimensionDifficulty]) -> Plot:
    drawn = [run.name for run in runs][:MOST_SERIES]
    return Plot(
        kind="dots",
        title="Mean score by dimension",
        labels=DIMENSIONS,
        series=tuple(_series(name, rows) for name in drawn),
        value_label="mean score, 95 % interval over meetings",
        label_label="dimension",
        bounds=(1.0, 10.0),
        alternative="Mean score of every dimension. "
        + " ".join(_hardest(name, rows) for name in drawn)
        + series_note(len(drawn), len(runs)),
    )


def _series(run: str, rows: Sequence[DimensionDifficulty]) -> PlotSeries:
    own = [row for row in rows if row.run == run]
    return PlotSeries(
        run,
        tuple(difficulty.mean for difficulty in own),
        tuple(difficulty.interval for difficulty in own),
    )


def _hardest(run: str, rows: Sequence[DimensionDifficulty]) -> str:
    return f"{run}: " + ", ".join(_means(row for row in rows if row.run == run)) + "."


def _means(rows: Iterator[DimensionDifficulty]) -> Iterator[str]:
    yield from (f"{row.dimension} {score_text(row.mean)}" for row in rows)
