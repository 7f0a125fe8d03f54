"""A section of `modylbench analyze`: how far judges agree, and who is lenient."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.agreement import ALL, agreement, judge_pairs
from modylbench.foundation.score_text import difference_text, score_text, share_text
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

    from modylbench.analysis.agreement import DimensionAgreement, JudgePair
    from modylbench.analysis.judged_runs import JudgedRun

COLUMNS: tuple[AnalysisColumn[DimensionAgreement], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("dimension", lambda row: row.dimension),
    AnalysisColumn("agreement_rate", lambda row: row.agreement_rate, "share"),
    AnalysisColumn("disputed_share", lambda row: row.disputed_share, "share"),
    AnalysisColumn("pessimistic_share", lambda row: row.pessimistic_share, "share"),
    AnalysisColumn("alpha_ordinal", lambda row: row.alpha_ordinal, "score"),
    AnalysisColumn("alpha_interval", lambda row: row.alpha_interval, "score"),
    AnalysisColumn("rated", lambda row: row.rated, "count"),
    AnalysisColumn("ratings", lambda row: row.ratings, "count"),
    AnalysisColumn("panel", lambda row: ", ".join(row.panel), is_printed=False),
    AnalysisColumn("judges_are", lambda row: row.judges_are),
)
PAIR_COLUMNS: tuple[AnalysisColumn[JudgePair], ...] = (
    AnalysisColumn("run", lambda pair: pair.run),
    AnalysisColumn("judge", lambda pair: pair.judge),
    AnalysisColumn("other", lambda pair: pair.other),
    AnalysisColumn("other_gives_more", lambda pair: pair.difference.mean, "difference"),
    AnalysisColumn("low", lambda pair: interval_end(pair.difference.interval, 0), "difference"),
    AnalysisColumn("high", lambda pair: interval_end(pair.difference.interval, 1), "difference"),
    AnalysisColumn("meetings", lambda pair: pair.difference.pairs, "count"),
    AnalysisColumn("ratings", lambda pair: pair.subjects, "count"),
    AnalysisColumn("judges_are", lambda pair: pair.judges_are),
)


def agreement_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 4."""
    rows, pairs = agreement(runs), judge_pairs(runs)
    says = [*_summary_lines(rows, pairs)]
    says += [f"{run.name}: not measured, no trial has a score." for run in runs if not run.valid]
    if any(row.judges_are != "models" for row in rows):
        says.append(
            "The offline panel's members are code and not models: that they agree says how our "
            "own rules hang together, and nothing of how models judge."
        )
    tables = (
        AnalysisTable.of("agreement", COLUMNS, rows),
        AnalysisTable.of("judges", PAIR_COLUMNS, pairs),
    )
    return AnalysisSection("agreement", "Agreement of judges", tuple(says), tables, _chart(rows))


def _summary_lines(rows: Sequence[DimensionAgreement], pairs: Sequence[JudgePair]) -> Iterator[str]:
    for whole in (row for row in rows if row.dimension == ALL and row.run != ALL):
        if whole.agreement_rate is None:
            yield f"{whole.run}: not measured, no subject was rated by two judges."
            continue
        own = [row for row in rows if row.run == whole.run and row.dimension != ALL]
        least = min(
            own, key=lambda agreement: 2.0 if (r := agreement.agreement_rate) is None else r
        )
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


def _chart(rows: Sequence[DimensionAgreement]) -> Plot:
    by_run: dict[str, list[DimensionAgreement]] = {}
    for row in rows:
        if row.run != ALL:
            by_run.setdefault(row.run, []).append(row)
    labels = tuple(dict.fromkeys(row.dimension for row in rows))
    drawn = dict([*by_run.items()][:MOST_SERIES])
    return Plot(
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


def _series(name: str, rows: Sequence[DimensionAgreement], labels: Sequence[str]) -> PlotSeries:
    rates = {row.dimension: row.agreement_rate for row in rows}
    return PlotSeries(name, tuple(rates.get(label) for label in labels))


def _rates(rows: Sequence[DimensionAgreement]) -> Iterator[str]:
    yield from (f"{row.dimension} {share_text(row.agreement_rate)}" for row in rows)
