"""A section of `modylbench analyze`: whether other weights give other scores, tiers or ranks."""

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

COLUMNS: tuple[AnalysisColumn[RatioScore], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("substance", lambda row: row.substance, "share"),
    AnalysisColumn("overall", lambda row: row.overall, "score"),
    AnalysisColumn("difference", lambda row: row.difference, "difference"),
    AnalysisColumn("tiers_changed", lambda row: row.tiers_changed, "count"),
    AnalysisColumn("scenarios", lambda row: row.scenarios, "count"),
    AnalysisColumn("rank", lambda row: row.rank, "count"),
    AnalysisColumn("kendall_tau", lambda row: row.tau, "score"),
)
DRAWN_COLUMNS: tuple[AnalysisColumn[PerturbedRun], ...] = (
    AnalysisColumn("run", lambda row: row.run),
    AnalysisColumn("draws", lambda row: row.draws, "count"),
    AnalysisColumn("overall", lambda row: row.overall, "score"),
    AnalysisColumn("low", lambda row: row.lowest, "score"),
    AnalysisColumn("high", lambda row: row.highest, "score"),
    AnalysisColumn("trial_tiers_changed", lambda row: row.trial_tiers_changed, "share"),
    AnalysisColumn("scenario_tiers_changed", lambda row: row.scenario_tiers_changed, "share"),
    AnalysisColumn("any_tier_changed", lambda row: row.any_tier_changed, "share"),
    AnalysisColumn("mean_kendall_tau", lambda row: row.mean_tau, "score"),
)
CHECK_COLUMNS: tuple[AnalysisColumn[PublishedRatio], ...] = (
    AnalysisColumn("substance", lambda row: row.substance, "share"),
    AnalysisColumn("polite_but_wrong", lambda row: row.polite, "score"),
    AnalysisColumn("polite_in_paper", lambda row: row.published_polite, "score"),
    AnalysisColumn("balanced", lambda row: row.balanced, "score"),
    AnalysisColumn("balanced_in_paper", lambda row: row.published_balanced, "score"),
    AnalysisColumn("discrimination", lambda row: row.discrimination, "score"),
    AnalysisColumn("discrimination_in_paper", lambda row: row.published_discrimination, "score"),
    AnalysisColumn("agrees", lambda row: row.agrees, "flag"),
)


def weights_section(runs: Sequence[JudgedRun]) -> AnalysisSection:
    """Paper 6.3: on its own table, and on the runs' real scores."""
    rows, drawn, check = ratio_scores(runs), perturb_weights(runs), published_ratios()
    tables = (
        AnalysisTable.of("weights", COLUMNS, rows),
        AnalysisTable.of("weights_perturbed", DRAWN_COLUMNS, drawn),
        AnalysisTable.of("weights_check", CHECK_COLUMNS, check),
    )
    says = (*_summary_lines(runs, rows, drawn), *_rank_sentences(rows), _check_sentence(check))
    return AnalysisSection("weights", "Sensitivity to weights", says, tables, _chart(runs, rows))


def _summary_lines(
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


def _rank_sentences(rows: Sequence[RatioScore]) -> Iterator[str]:
    taus = [row.tau for row in rows if row.tau is not None and row.substance != OURS]
    if taus:
        same = "do not change" if min(taus) == 1 else "change"
        yield (
            f"Ranks of runs judged alike {same} with the ratio "
            f"(Kendall's tau {score_text(min(taus))} at least)."
        )


def _check_sentence(check: Sequence[PublishedRatio]) -> str:
    agrees = all(ratio.agrees for ratio in check)
    return "The table of section 6.3 comes out " + (
        "exactly." if agrees else "OTHERWISE than published."
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
