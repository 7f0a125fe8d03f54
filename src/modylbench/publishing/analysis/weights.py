"""Whether other weights would have given other scores, tiers or ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.analysis.weight_sensitivity import (
    OURS,
    SHARES,
    perturb_weights,
    published_ratios,
    ratio_scores,
)
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

    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.analysis.weight_sensitivity import PerturbedRun, PublishedRatio, RatioScore
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("substance", "share"),
    AnalysisColumn("overall", "score"),
    AnalysisColumn("difference", "difference"),
    AnalysisColumn("tiers_changed", "count"),
    AnalysisColumn("scenarios", "count"),
    AnalysisColumn("rank", "count"),
    AnalysisColumn("kendall_tau", "score"),
)
DRAWN_COLUMNS = (
    AnalysisColumn("run"),
    AnalysisColumn("draws", "count"),
    AnalysisColumn("overall", "score"),
    AnalysisColumn("low", "score"),
    AnalysisColumn("high", "score"),
    AnalysisColumn("trial_tiers_changed", "share"),
    AnalysisColumn("scenario_tiers_changed", "share"),
    AnalysisColumn("any_tier_changed", "share"),
    AnalysisColumn("mean_kendall_tau", "score"),
)
CHECK_COLUMNS = (
    AnalysisColumn("substance", "share"),
    AnalysisColumn("polite_but_wrong", "score"),
    AnalysisColumn("polite_in_paper", "score"),
    AnalysisColumn("balanced", "score"),
    AnalysisColumn("balanced_in_paper", "score"),
    AnalysisColumn("discrimination", "score"),
    AnalysisColumn("discrimination_in_paper", "score"),
    AnalysisColumn("agrees", "flag"),
)


def weights_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 6.3: on its own table, and on the runs' real scores."""
    rows, drawn, check = ratio_scores(runs), perturb_weights(runs), published_ratios()
    tables = (
        AnalysisTable("weights", COLUMNS, tuple(map(_row, rows))),
        AnalysisTable("weights_perturbed", DRAWN_COLUMNS, tuple(map(_drawn_row, drawn))),
        AnalysisTable("weights_check", CHECK_COLUMNS, tuple(map(_check_row, check))),
    )
    says = (*_says(runs, rows, drawn), *_on_ranks(rows), _on_check(check))
    return AnalysisSection("weights", "Sensitivity to weights", says, tables, _chart(runs, rows))


def _says(
    runs: Sequence[JudgedRun], rows: Sequence[RatioScore], drawn: Sequence[PerturbedRun]
) -> Iterator[str]:
    for run in runs:
        own = [row.overall for row in rows if row.run == run.name and row.overall is not None]
        random = next(perturbed for perturbed in drawn if perturbed.run == run.name)
        if not own or random.any_tier_changed is None:
            yield f"{run.name}: not measured: no scores, or channels with weights of their own."
            continue
        yield (
            f"{run.name}: from 50/50 to 80/20 the overall score lies between "
            f"{score_text(min(own))} and {score_text(max(own))}; under weights drawn around ours "
            f"{share_text(random.trial_tiers_changed)} of the trials' tiers change, and some "
            f"scenario's in {share_text(random.any_tier_changed)} of the draws."
        )


def _on_ranks(rows: Sequence[RatioScore]) -> Iterator[str]:
    taus = [row.tau for row in rows if row.tau is not None and row.substance != OURS]
    if taus:
        same = "do not change" if min(taus) == 1 else "change"
        yield (
            f"Ranks of runs judged alike {same} with the ratio "
            f"(Kendall's tau {score_text(min(taus))} at least)."
        )


def _on_check(check: Sequence[PublishedRatio]) -> str:
    agrees = all(ratio.agrees for ratio in check)
    return "The table of section 6.3 comes out " + (
        "exactly." if agrees else "OTHERWISE than published."
    )


def _row(score: RatioScore) -> Row:
    return (
        score.run,
        score.substance,
        score.overall,
        score.difference,
        score.tiers_changed,
        score.scenarios,
        score.rank,
        score.tau,
    )


def _drawn_row(run: PerturbedRun) -> Row:
    return (
        run.run,
        run.draws,
        run.overall,
        run.lowest,
        run.highest,
        run.trial_tiers_changed,
        run.scenario_tiers_changed,
        run.any_tier_changed,
        run.mean_tau,
    )


def _check_row(ratio: PublishedRatio) -> Row:
    return (
        ratio.substance,
        ratio.polite,
        ratio.published_polite,
        ratio.balanced,
        ratio.published_balanced,
        ratio.discrimination,
        ratio.published_discrimination,
        ratio.agrees,
    )


def _chart(runs: Sequence[JudgedRun], rows: Sequence[RatioScore]) -> Plot:
    drawn = [run.name for run in runs][:MOST_SERIES]
    series = [
        PlotSeries(name, tuple(row.overall for row in rows if row.run == name)) for name in drawn
    ]
    return Plot(
        kind="lines",
        title="Overall score by the share of substance",
        labels=tuple(f"{share:.0%}" for share in SHARES),
        series=tuple(series),
        value_label="overall score",
        label_label="share of substance in a turn",
        bounds=(1.0, 10.0),
        alternative=" ".join(
            f"{series.name}: {', '.join(score_text(value) for value in series.values)}."
            for series in series
        )
        + series_note(len(drawn), len(runs)),
    )
