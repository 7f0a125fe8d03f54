"""Which dimensions and traps are hardest?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.difficulty import DIMENSIONS, difficulty, edge_case_shares
from modylbench.foundation.score_text import score_text, share_text
from modylbench.publishing.analysis.section import (
    MOST_SERIES,
    Chart,
    Column,
    Section,
    Series,
    Table,
    series_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.difficulty import DimensionDifficulty, TrapShare
    from modylbench.analysis.material import JudgedRun
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    Column("run"), Column("axis"), Column("dimension"), Column("weight", "score"),
    Column("mean", "score"), Column("min", "score"), Column("max", "score"), Column("sd", "score"),
    Column("below_4", "share"), Column("below_6", "share"), Column("low", "score"),
    Column("high", "score"), Column("rank", "count"), Column("rank_low", "count"),
    Column("rank_high", "count"), Column("rated", "count", is_printed=False),
)  # fmt: skip
TRAP_COLUMNS = (
    Column("run"), Column("severity"), Column("scenario"), Column("edge_case"),
    Column("played", "count"), Column("failed", "count"), Column("failed_share", "share"),
    Column("undetected", "count"), Column("not_pushed_back", "count"),
    Column("produced_wrong", "count"),
)  # fmt: skip


def difficulty_section(runs: Sequence[JudgedRun]) -> Section:
    """Paper 5.3, item 2, in the layout of table 5."""
    rows, traps = difficulty(runs), edge_case_shares(runs)
    says = tuple(_says(run.name, rows, traps) for run in runs)
    of_severity = tuple(_trap_row(trap) for trap in traps if not trap.name)
    tables = (
        Table("difficulty", COLUMNS, tuple(map(_row, rows))),
        Table("edge_cases", TRAP_COLUMNS, tuple(map(_trap_row, traps)), of_severity),
    )
    return Section("difficulty", "Difficulty by dimension", says, tables, _chart(runs, rows))


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


def _row(one: DimensionDifficulty) -> Row:
    return (
        one.run, one.axis, one.dimension, one.weight, one.mean, one.min, one.max, one.sd,
        one.below_4, one.below_6, *(one.interval or (None, None)), one.rank,
        *(one.rank_interval or (None, None)), one.rated,
    )  # fmt: skip


def _trap_row(one: TrapShare) -> Row:
    return (
        one.run, one.severity, one.scenario_id or "all", one.name or "all", one.played, one.failed,
        one.failed_share, one.undetected, one.not_pushed_back, one.wrong,
    )  # fmt: skip


def _chart(runs: Sequence[JudgedRun], rows: Sequence[DimensionDifficulty]) -> Chart:
    drawn = [run.name for run in runs][:MOST_SERIES]
    return Chart(
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


def _series(run: str, rows: Sequence[DimensionDifficulty]) -> Series:
    own = [row for row in rows if row.run == run]
    return Series(run, tuple(one.mean for one in own), tuple(one.interval for one in own))


def _hardest(run: str, rows: Sequence[DimensionDifficulty]) -> str:
    return f"{run}: " + ", ".join(_means(row for row in rows if row.run == run)) + "."


def _means(rows: Iterator[DimensionDifficulty]) -> Iterator[str]:
    yield from (f"{row.dimension} {score_text(row.mean)}" for row in rows)
