"""A section of `modylbench analyze`: what each layer against gaming takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.ablation import ABLATIONS, ELSEWHERE, NAIVE, ablations, published_agent
from modylbench.foundation.score_text import difference_text, score_text
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

    from modylbench.analysis.ablation import Ablation, PublishedAgent
    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.publishing.analysis.section import TableCells

COLUMNS: tuple[AnalysisColumn[Ablation], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("layers_off", lambda row: off_text(row.layers_off)),
    AnalysisColumn("overall", lambda row: row.overall, "score"),
    AnalysisColumn("difference", lambda row: row.difference, "difference"),
    AnalysisColumn("trial_mean", lambda row: row.trial_mean, "score"),
    AnalysisColumn("trial_difference", lambda row: row.trial_difference, "difference"),
    AnalysisColumn("tiers_gained", lambda row: row.tiers_gained, "count"),
    AnalysisColumn("note", lambda row: _note(row)),
)
CHECK_COLUMNS: tuple[AnalysisColumn[PublishedAgent], ...] = (
    AnalysisColumn("scoring_method", lambda row: row.method),
    AnalysisColumn("turn", lambda row: row.turn, "score"),
    AnalysisColumn("turn_in_paper", lambda row: row.published_turn, "score"),
    AnalysisColumn("combined", lambda row: row.combined, "score"),
    AnalysisColumn("combined_in_paper", lambda row: row.published_combined, "score"),
    AnalysisColumn("agrees", lambda row: row.agrees, "flag"),
)
NOT_HERE = "not from these records; `modylbench redteam`"


def ablation_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 3; and the agent of section 6.2 as a check."""
    rows = ablations(runs)
    by_run = {run.name: [row for row in rows if row.run == run.name] for run in runs}
    table: list[TableCells] = []
    for name, own in by_run.items():
        table += AnalysisTable.of("ablation", COLUMNS, own).rows
        table += [(name, str(layer), *[None] * 5, NOT_HERE) for layer in ELSEWHERE]
    return AnalysisSection(
        "ablation",
        "Layers against gaming, switched off",
        (*(_summary_line(name, own) for name, own in by_run.items()), _check_sentence()),
        (
            AnalysisTable("ablation", COLUMNS, tuple(table)),
            AnalysisTable.of("ablation_check", CHECK_COLUMNS, published_agent()),
        ),
        _chart(by_run),
    )


def off_text(off: Sequence[int]) -> str:
    """The layers that are off: `none`, `2`, `1 2 3 6`."""
    return " ".join(map(str, off)) or "none"


def _summary_line(run: str, rows: Sequence[Ablation]) -> str:
    full = next(row for row in rows if not row.layers_off)
    naive = next(row for row in rows if row.layers_off == NAIVE)
    if full.overall is None or naive.overall is None:
        return f"{run}: not measured, an evaluation cannot be read or no trial has a score."
    single = [row for row in rows if len(row.layers_off) == 1 and row.difference is not None]
    most = max(single, key=lambda ablation: (ablation.difference or 0.0, -ablation.layers_off[0]))
    told = (
        f"{run}: naive scoring gives {score_text(naive.overall)} and the layers leave "
        f"{score_text(full.overall)}, {difference_text(full.overall - naive.overall)}"
    )
    if (most.difference or 0.0) <= 0:
        return f"{told}; no single layer takes anything away."
    return (
        f"{told}; most of a single layer's is layer {most.layers_off[0]}'s, "
        f"{difference_text(-(most.difference or 0.0))}."
    )


def _check_sentence() -> str:
    agrees = all(check.agrees for check in published_agent())
    return (
        "The paper's agent of section 6.2 scores "
        + ", ".join(score_text(check.turn) for check in published_agent())
        + (" here as there." if agrees else " here, which is NOT what the paper has.")
    )


def _note(ablation: Ablation) -> str:
    if not ablation.layers_off:
        return "every layer on"
    return "naive" if ablation.layers_off == NAIVE else ""


def _chart(by_run: dict[str, list[Ablation]]) -> Plot:
    drawn = dict([*by_run.items()][:MOST_SERIES])
    return Plot(
        kind="dots",
        title="Overall score with layers off",
        labels=tuple(f"off: {off_text(off)}" for off in ABLATIONS),
        series=tuple(
            PlotSeries(name, tuple(ablation.overall for ablation in own))
            for name, own in drawn.items()
        ),
        value_label="overall score",
        label_label="layers off",
        bounds=(1.0, 10.0),
        alternative="Overall score of every run by the layers switched off. "
        + " ".join(_effect_text(name, own) for name, own in drawn.items())
        + series_note(len(drawn), len(by_run)),
    )


def _effect_text(name: str, rows: Sequence[Ablation]) -> str:
    return f"{name}: " + ", ".join(_scores(rows)) + "."


def _scores(rows: Sequence[Ablation]) -> Iterator[str]:
    yield from (f"{off_text(row.layers_off)} {score_text(row.overall)}" for row in rows)
