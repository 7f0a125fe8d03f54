"""What does each layer against gaming take away from these runs?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.ablation import ABLATIONS, ELSEWHERE, NAIVE, ablations, published_agent
from modylbench.foundation.score_text import difference_text, score_text
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

    from modylbench.analysis.ablation import Ablation
    from modylbench.analysis.material import JudgedRun
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    Column("run"), Column("layers_off"), Column("overall", "score"),
    Column("difference", "difference"), Column("trial_mean", "score"),
    Column("trial_difference", "difference"), Column("tiers_gained", "count"), Column("note"),
)  # fmt: skip
CHECK_COLUMNS = (
    Column("scoring_method"), Column("turn", "score"), Column("turn_in_paper", "score"),
    Column("combined", "score"), Column("combined_in_paper", "score"), Column("agrees", "flag"),
)  # fmt: skip
NOT_HERE = "not from these records; `modylbench redteam`"


def ablation_section(runs: Sequence[JudgedRun]) -> Section:
    """Paper 5.3, item 3; and the agent of section 6.2 as a check."""
    rows = ablations(runs)
    by_run = {run.name: [row for row in rows if row.run == run.name] for run in runs}
    table: list[Row] = []
    for name, own in by_run.items():
        table += map(_row, own)
        table += [(name, str(layer), *[None] * 5, NOT_HERE) for layer in ELSEWHERE]
    check = tuple(
        (one.method, one.turn, one.published_turn, one.combined, one.published_combined, one.agrees)
        for one in published_agent()
    )
    return Section(
        "ablation",
        "Layers against gaming, switched off",
        (*(_says(name, own) for name, own in by_run.items()), _on_check()),
        (Table("ablation", COLUMNS, tuple(table)), Table("ablation_check", CHECK_COLUMNS, check)),
        _chart(by_run),
    )


def _says(run: str, rows: Sequence[Ablation]) -> str:
    full = next(row for row in rows if not row.layers_off)
    naive = next(row for row in rows if row.layers_off == NAIVE)
    if full.overall is None or naive.overall is None:
        return f"{run}: not measured, an evaluation cannot be read or no trial has a score."
    single = [row for row in rows if len(row.layers_off) == 1 and row.difference is not None]
    most = max(single, key=lambda one: (one.difference or 0.0, -one.layers_off[0]))
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


def _on_check() -> str:
    agrees = all(one.agrees for one in published_agent())
    return (
        "The paper's agent of section 6.2 scores "
        + ", ".join(score_text(one.turn) for one in published_agent())
        + (" here as there." if agrees else " here, which is NOT what the paper has.")
    )


def _row(one: Ablation) -> Row:
    note = "every layer on" if not one.layers_off else "naive" if one.layers_off == NAIVE else ""
    return (
        one.run, off_text(one.layers_off), one.overall, one.difference, one.trial_mean,
        one.trial_difference, one.tiers_gained, note,
    )  # fmt: skip


def off_text(off: Sequence[int]) -> str:
    """The layers that are off: `none`, `2`, `1 2 3 6`."""
    return " ".join(map(str, off)) or "none"


def _chart(by_run: dict[str, list[Ablation]]) -> Chart:
    drawn = dict([*by_run.items()][:MOST_SERIES])
    return Chart(
        kind="dots",
        title="Overall score with layers off",
        labels=tuple(f"off: {off_text(off)}" for off in ABLATIONS),
        series=tuple(
            Series(name, tuple(one.overall for one in own)) for name, own in drawn.items()
        ),
        value_label="overall score",
        label_label="layers off",
        bounds=(1.0, 10.0),
        alternative="Overall score of every run by the layers switched off. "
        + " ".join(_told(name, own) for name, own in drawn.items())
        + series_note(len(drawn), len(by_run)),
    )


def _told(name: str, rows: Sequence[Ablation]) -> str:
    return f"{name}: " + ", ".join(_scores(rows)) + "."


def _scores(rows: Sequence[Ablation]) -> Iterator[str]:
    yield from (f"{off_text(row.layers_off)} {score_text(row.overall)}" for row in rows)
