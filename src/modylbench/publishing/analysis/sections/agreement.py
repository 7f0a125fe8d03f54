"""How far do the judges agree, and who is lenient?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.agreement import ALL, agreement, judge_pairs
from modylbench.foundation.score_text import difference_text, score_text, share_text
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

    from modylbench.analysis.agreement import DimensionAgreement, JudgePair
    from modylbench.analysis.material import JudgedRun
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    Column("run"), Column("dimension"), Column("agreement_rate", "share"),
    Column("disputed_share", "share"), Column("pessimistic_share", "share"),
    Column("alpha_ordinal", "score"), Column("alpha_interval", "score"), Column("rated", "count"),
    Column("ratings", "count"), Column("panel", is_printed=False), Column("judges_are"),
)  # fmt: skip
PAIR_COLUMNS = (
    Column("run"), Column("judge"), Column("other"), Column("other_gives_more", "difference"),
    Column("low", "difference"), Column("high", "difference"), Column("meetings", "count"),
    Column("ratings", "count"), Column("judges_are"),
)  # fmt: skip


def agreement_section(runs: Sequence[JudgedRun]) -> Section:
    """Paper 5.3, item 4."""
    rows, pairs = agreement(runs), judge_pairs(runs)
    says = [*_says(rows, pairs)]
    says += [f"{run.name}: not measured, no trial has a score." for run in runs if not run.valid]
    if any(row.judges_are != "models" for row in rows):
        says.append(
            "The offline panel's members are code and not models: that they agree says how our "
            "own rules hang together, and nothing of how models judge."
        )
    tables = (
        Table("agreement", COLUMNS, tuple(map(_row, rows))),
        Table("judges", PAIR_COLUMNS, tuple(map(_pair_row, pairs))),
    )
    return Section("agreement", "Agreement of judges", tuple(says), tables, _chart(rows))


def _says(rows: Sequence[DimensionAgreement], pairs: Sequence[JudgePair]) -> Iterator[str]:
    for whole in (row for row in rows if row.dimension == ALL and row.run != ALL):
        if whole.agreement_rate is None:
            yield f"{whole.run}: not measured, no subject was rated by two judges."
            continue
        own = [row for row in rows if row.run == whole.run and row.dimension != ALL]
        least = min(own, key=lambda one: 2.0 if (r := one.agreement_rate) is None else r)
        told = (
            f"{whole.run}: judges lie within one point on {share_text(whole.agreement_rate)} of "
            f"{whole.rated} subjects' dimensions"
        )
        if least.agreement_rate != whole.agreement_rate:
            told += (
                f", least on {least.dimension} ({share_text(least.agreement_rate)}, "
                f"ordinal alpha {score_text(least.alpha_ordinal)})"
            )
        yield f"{told}{_widest([pair for pair in pairs if pair.run == whole.run])}."


def _widest(pairs: Sequence[JudgePair]) -> str:
    if not pairs:
        return ""
    most = max(pairs, key=lambda pair: abs(pair.difference.mean))
    moved = most.difference.mean
    if not moved:
        return "; no judge is more lenient than another"
    lenient, strict = (most.other, most.judge) if moved > 0 else (most.judge, most.other)
    return f"; {lenient} is the more lenient, {difference_text(abs(moved))} against {strict}"


def _row(one: DimensionAgreement) -> Row:
    return (
        one.run, one.dimension, one.agreement_rate, one.disputed_share, one.pessimistic_share,
        one.alpha_ordinal, one.alpha_interval, one.rated, one.ratings, ", ".join(one.panel),
        one.judges_are,
    )  # fmt: skip


def _pair_row(one: JudgePair) -> Row:
    return (
        one.run, one.judge, one.other, one.difference.mean,
        *(one.difference.interval or (None, None)), one.difference.pairs, one.subjects,
        one.judges_are,
    )  # fmt: skip


def _chart(rows: Sequence[DimensionAgreement]) -> Chart:
    by_run: dict[str, list[DimensionAgreement]] = {}
    for row in rows:
        if row.run != ALL:
            by_run.setdefault(row.run, []).append(row)
    labels = tuple(dict.fromkeys(row.dimension for row in rows))
    drawn = dict([*by_run.items()][:MOST_SERIES])
    return Chart(
        kind="dots",
        title="Share of ratings within one point",
        labels=labels,
        series=tuple(_series(name, own, labels) for name, own in drawn.items()),
        value_label="agreement rate",
        label_label="dimension",
        bounds=(0.0, 1.0),
        alternative="Share of ratings on which the judges lie within one point. "
        + " ".join(f"{name}: {', '.join(_rates(own))}." for name, own in drawn.items())
        + series_note(len(drawn), len(by_run)),
    )


def _series(name: str, rows: Sequence[DimensionAgreement], labels: Sequence[str]) -> Series:
    rates = {row.dimension: row.agreement_rate for row in rows}
    return Series(name, tuple(rates.get(label) for label in labels))


def _rates(rows: Sequence[DimensionAgreement]) -> Iterator[str]:
    yield from (f"{row.dimension} {share_text(row.agreement_rate)}" for row in rows)
