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
    interval_end,
    series_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.difficulty import DimensionDifficulty, TrapShare
    from modylbench.analysis.judged_runs import JudgedRun

COLUMNS: tuple[AnalysisColumn[DimensionDifficulty], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("axis", lambda row: row.axis),
    AnalysisColumn("dimension", lambda row: row.dimension),
    AnalysisColumn("weight", lambda row: row.weight, "score"),
    AnalysisColumn("mean", lambda row: row.mean, "score"),
    AnalysisColumn("min", lambda row: row.min, "score"),
    AnalysisColumn("max", lambda row: row.max, "score"),
    AnalysisColumn("sd", lambda row: row.sd, "score"),
    AnalysisColumn("below_4", lambda row: row.below_4, "share"),
    AnalysisColumn("below_6", lambda row: row.below_6, "share"),
    AnalysisColumn("low", lambda row: interval_end(row.interval, 0), "score"),
    AnalysisColumn("high", lambda row: interval_end(row.interval, 1), "score"),
    AnalysisColumn("rank", lambda row: row.rank, "count"),
    AnalysisColumn("rank_low", lambda row: interval_end(row.rank_interval, 0), "count"),
    AnalysisColumn("rank_high", lambda row: interval_end(row.rank_interval, 1), "count"),
    AnalysisColumn("rated", lambda row: row.rated, "count", is_printed=False),
)
TRAP_COLUMNS: tuple[AnalysisColumn[TrapShare], ...] = (
    AnalysisColumn("run", lambda trap: trap.run),
    AnalysisColumn("severity", lambda trap: trap.severity),
    AnalysisColumn("scenario", lambda trap: trap.scenario_id or "all"),
    AnalysisColumn("edge_case", lambda trap: trap.name or "all"),
    AnalysisColumn("played", lambda trap: trap.played, "count"),
    AnalysisColumn("failed", lambda trap: trap.failed, "count"),
    AnalysisColumn("failed_share", lambda trap: trap.failed_share, "share"),
    AnalysisColumn("undetected", lambda trap: trap.undetected, "count"),
    AnalysisColumn("not_pushed_back", lambda trap: trap.not_pushed_back, "count"),
    AnalysisColumn("produced_wrong", lambda trap: trap.wrong, "count"),
)


def difficulty_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 2, in the layout of table 5."""
    rows, traps = difficulty(runs), edge_case_shares(runs)
    says = tuple(_summary_line(run.name, rows, traps) for run in runs)
    of_severity = [trap for trap in traps if not trap.name]
    tables = (
        AnalysisTable.of("difficulty", COLUMNS, rows),
        AnalysisTable.of("edge_cases", TRAP_COLUMNS, traps, of_severity),
    )
    return AnalysisSection(
        "difficulty", "Difficulty by dimension", says, tables, _chart(runs, rows)
    )


def _summary_line(run: str, rows: Sequence[DimensionDifficulty], traps: Sequence[TrapShare]) -> str:
    known = [(row.mean, row.dimension) for row in rows if row.run == run and row.mean is not None]
    if not known:
        return f"{run}: not measured, no trial has a score."
    lowest, highest = min(known), max(known)
    hardest = f"hardest is {lowest[1]} ({score_text(lowest[0])})"
    told = f"{run}: {hardest}, easiest {highest[1]} ({score_text(highest[0])})"
    if lowest[0] == highest[0]:
        told = f"{run}: all dimensions have one mean ({score_text(lowest[0])})"
    return f"{told}; {_traps_text([trap for trap in traps if trap.run == run and not trap.name])}."


def _traps_text(traps: Sequence[TrapShare]) -> str:
    played, failed = sum(trap.played for trap in traps), sum(trap.failed for trap in traps)
    if not played:
        return "no edge case was played"
    return f"{failed} of {played} edge cases failed ({share_text(failed / played)})"


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
        tuple(row.mean for row in own),
        tuple(row.interval for row in own),
    )


def _hardest(run: str, rows: Sequence[DimensionDifficulty]) -> str:
    return f"{run}: " + ", ".join(_means(row for row in rows if row.run == run)) + "."


def _means(rows: Iterator[DimensionDifficulty]) -> Iterator[str]:
    yield from (f"{row.dimension} {score_text(row.mean)}" for row in rows)
