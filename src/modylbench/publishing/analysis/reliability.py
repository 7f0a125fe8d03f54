"""A section of `modylbench analyze`: what varies from seed to seed, and how many seeds would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.judged_runs import COMBINED
from modylbench.analysis.variation import HALF_WIDTHS, LONGEST, pass_curves, variations
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
    from collections.abc import Callable, Sequence

    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.analysis.variation import PassCurve, Variation


def _runs_needed_for(at: int) -> Callable[[Variation], int | None]:
    return lambda row: row.runs_needed[at]


COLUMNS: tuple[AnalysisColumn[Variation], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("scenario", lambda row: row.scenario_id or "all"),
    AnalysisColumn("measure", lambda row: row.measure),
    AnalysisColumn("trials", lambda row: row.trials, "count"),
    AnalysisColumn("mean", lambda row: row.mean, "score"),
    AnalysisColumn("variance_between_seeds", lambda row: row.variance, "score"),
    AnalysisColumn("variance_between_scenarios", lambda row: row.between_scenarios, "score"),
    AnalysisColumn("seed_share", lambda row: row.seed_share, "share"),
    AnalysisColumn("is_flaky", lambda row: row.is_flaky, "flag"),
    *(
        AnalysisColumn(f"k_for_{width:g}", _runs_needed_for(at), "count")
        for at, width in enumerate(HALF_WIDTHS)
    ),
)
CURVE_COLUMNS: tuple[AnalysisColumn[PassCurve], ...] = (
    AnalysisColumn("run", lambda curve: curve.run),
    AnalysisColumn("scenario", lambda curve: curve.scenario_id or "all"),
    AnalysisColumn("trials", lambda curve: curve.trials, "count"),
    AnalysisColumn("pass_rate", lambda curve: curve.pass_rate, "share"),
    AnalysisColumn("k", lambda curve: curve.k, "count"),
    AnalysisColumn("pass_at_k", lambda curve: curve.pass_at_k, "share"),
    AnalysisColumn("pass_hat_k", lambda curve: curve.pass_hat_k, "share"),
)
PRINTED_K = (1, 3, 5, 10)


def reliability_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 5."""
    rows, curves = variations(runs), pass_curves(runs)
    brief = [row for row in rows if row.measure == COMBINED or row.is_flaky]
    short = [curve for curve in curves if not curve.scenario_id and curve.k in PRINTED_K]
    tables = (
        AnalysisTable.of("reliability", COLUMNS, rows, brief),
        AnalysisTable.of("pass_curves", CURVE_COLUMNS, curves, short),
    )
    says = tuple(
        _summary_line(run.name, [row for row in rows if row.run == run.name]) for run in runs
    )
    return AnalysisSection(
        "reliability", "Reliability across seeds", says, tables, _chart(runs, curves)
    )


def _summary_line(run: str, rows: Sequence[Variation]) -> str:
    known = [row for row in rows if row.variance is not None]
    if not known:
        return f"{run}: not measured, it takes two seeds of a scenario; hold more (--k 3)."
    of_runs = [
        variation for variation in known if variation.measure == COMBINED and variation.scenario_id
    ]
    varied = max(of_runs, key=lambda run: (run.variance or 0.0, run.scenario_id))
    flaky = sum(
        bool(variation.is_flaky)
        for variation in known
        if variation.scenario_id and variation.measure != COMBINED
    )
    told = f"{run}: "
    if score_text(varied.variance) == score_text(0.0):
        told += "no scenario's score varies from seed to seed by more than a tenth"
    else:
        told += (
            f"{varied.scenario_id} varies most (variance {score_text(varied.variance)}; "
            f"{varied.runs_needed[1]} seeds for an interval of half a point to a side)"
        )
    return f"{told}; {flaky} dimension(s) of a scenario are flaky."


def _chart(runs: Sequence[JudgedRun], curves: Sequence[PassCurve]) -> Plot:
    drawn = [run.name for run in runs][: MOST_SERIES // 2]
    series, told = [], []
    for name in drawn:
        own = [curve for curve in curves if curve.run == name and not curve.scenario_id]
        if own:
            series.append(PlotSeries(f"{name}: pass@k", tuple(curve.pass_at_k for curve in own)))
            series.append(PlotSeries(f"{name}: pass^k", tuple(curve.pass_hat_k for curve in own)))
            last = own[-1]
            told.append(
                f"{name}: from {share_text(last.pass_rate)} at k 1 to pass@{last.k} "
                f"{share_text(last.pass_at_k)} and pass^{last.k} {share_text(last.pass_hat_k)}."
            )
    return Plot(
        kind="lines",
        title="Chance that some (pass@k) or all (pass^k) of k runs pass",
        labels=tuple(map(str, range(1, LONGEST + 1))),
        series=tuple(series),
        value_label="mean over scenarios",
        label_label="k",
        bounds=(0.0, 1.0),
        alternative=" ".join(told) + series_note(len(drawn), len(runs)),
    )
