"""A section of `modylbench analyze`: which dimensions and edge cases are hardest."""

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

    from modylbench.analysis.difficulty import DimensionDifficulty, EdgeCaseShare
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
EDGE_CASE_COLUMNS: tuple[AnalysisColumn[EdgeCaseShare], ...] = (
    AnalysisColumn("run", lambda share: share.run),
    AnalysisColumn("severity", lambda share: share.severity),
    AnalysisColumn("scenario", lambda share: share.scenario_id or "all"),
    AnalysisColumn("edge_case", lambda share: share.name or "all"),
    AnalysisColumn("played", lambda share: share.played, "count"),
    AnalysisColumn("failed", lambda share: share.failed, "count"),
    AnalysisColumn("failed_share", lambda share: share.failed_share, "share"),
    AnalysisColumn("undetected", lambda share: share.undetected, "count"),
    AnalysisColumn("not_pushed_back", lambda share: share.not_pushed_back, "count"),
    AnalysisColumn("produced_wrong", lambda share: share.wrong, "count"),
)


def difficulty_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 2, in the layout of table 5."""
    rows, shares = difficulty(runs), edge_case_shares(runs)
    says = tuple(_summary_line(run.name, rows, shares) for run in runs)
    of_severity = [share for share in shares if not share.name]
    tables = (
        AnalysisTable.of("difficulty", COLUMNS, rows),
        AnalysisTable.of("edge_cases", EDGE_CASE_COLUMNS, shares, of_severity),
    )
    return AnalysisSection(
        "difficulty", "Difficulty by dimension", says, tables, _chart(runs, rows)
    )


def _summary_line(
    run: str, rows: Sequence[DimensionDifficulty], shares: Sequence[EdgeCaseShare]
) -> str:
    known = [(row.mean, row.dimension) for row in rows if row.run == run and row.mean is not None]
    if not known:
        return f"{run}: not measured, no trial has a score."
    lowest, highest = min(known), max(known)
    hardest = f"hardest is {lowest[1]} ({score_text(lowest[0])})"
    told = f"{run}: {hardest}, easiest {highest[1]} ({score_text(highest[0])})"
    if lowest[0] == highest[0]:
        told = f"{run}: all dimensions have one mean ({score_text(lowest[0])})"
    of_run = [share for share in shares if share.run == run and not share.name]
    return f"{told}; {_edge_cases_text(of_run)}."


def _edge_cases_text(shares: Sequence[EdgeCaseShare]) -> str:
    played, failed = sum(share.played for share in shares), sum(share.failed for share in shares)
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
