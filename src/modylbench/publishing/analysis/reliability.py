"""What varies from seed to seed, and how many seeds would do."""

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
    from collections.abc import Sequence

    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.analysis.variation import PassCurve, Variation
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("scenario"),
    AnalysisColumn("measure"),
    AnalysisColumn("trials", "count"),
    AnalysisColumn("mean", "score"),
    AnalysisColumn("variance_between_seeds", "score"),
    AnalysisColumn("variance_between_scenarios", "score"),
    AnalysisColumn("seed_share", "share"),
    AnalysisColumn("is_flaky", "flag"),
    *(AnalysisColumn(f"k_for_{width:g}", "count") for width in HALF_WIDTHS),
)
CURVE_COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("scenario"),
    AnalysisColumn("trials", "count"),
    AnalysisColumn("pass_rate", "share"),
    AnalysisColumn("k", "count"),
    AnalysisColumn("pass_at_k", "share"),
    AnalysisColumn("pass_hat_k", "share"),
)
PRINTED_K = (1, 3, 5, 10)


def reliability_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 5.3, item 5."""
    rows, curves = variations(runs), pass_curves(runs)
    brief = tuple(_row(row) for row in rows if row.measure == COMBINED or row.is_flaky)
    short = tuple(
        _curve_row(curve) for curve in curves if not curve.scenario_id and curve.k in PRINTED_K
    )
    tables = (
        AnalysisTable("reliability", COLUMNS, tuple(map(_row, rows)), brief),
        AnalysisTable("pass_curves", CURVE_COLUMNS, tuple(map(_curve_row, curves)), short),
    )
    says = tuple(_says(run.name, [row for row in rows if row.run == run.name]) for run in runs)
    return AnalysisSection(
        "reliability", "Reliability across seeds", says, tables, _chart(runs, curves)
    )


def _says(run: str, rows: Sequence[Variation]) -> str:
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


def _row(variation: Variation) -> Row:
    return (
        variation.run,
        variation.scenario_id or "all",
        variation.measure,
        variation.trials,
        variation.mean,
        variation.variance,
        variation.between_scenarios,
        variation.seed_share,
        variation.is_flaky,
        *variation.runs_needed,
    )


def _curve_row(curve: PassCurve) -> Row:
    return (
        curve.run,
        curve.scenario_id or "all",
        curve.trials,
        curve.pass_rate,
        curve.k,
        curve.pass_at_k,
        curve.pass_hat_k,
    )


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
