"""Would other weights have given other scores, tiers or ranks?"""

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
    Chart,
    Column,
    Section,
    Series,
    Table,
    series_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.analysis.material import JudgedRun
    from modylbench.analysis.weight_sensitivity import PerturbedRun, PublishedRatio, RatioScore
    from modylbench.publishing.analysis.section import Row

COLUMNS = (
    Column("run"), Column("substance", "share"), Column("overall", "score"),
    Column("difference", "difference"), Column("tiers_changed", "count"),
    Column("scenarios", "count"), Column("rank", "count"), Column("kendall_tau", "score"),
)  # fmt: skip
DRAWN_COLUMNS = (
    Column("run"), Column("draws", "count"), Column("overall", "score"), Column("low", "score"),
    Column("high", "score"), Column("trial_tiers_changed", "share"),
    Column("scenario_tiers_changed", "share"), Column("any_tier_changed", "share"),
    Column("mean_kendall_tau", "score"),
)  # fmt: skip
CHECK_COLUMNS = (
    Column("substance", "share"), Column("polite_but_wrong", "score"),
    Column("polite_in_paper", "score"), Column("balanced", "score"),
    Column("balanced_in_paper", "score"), Column("discrimination", "score"),
    Column("discrimination_in_paper", "score"), Column("agrees", "flag"),
)  # fmt: skip


def weights_section(runs: Sequence[JudgedRun]) -> Section:
    """Paper 6.3: on its own table, and on the runs' real scores."""
    rows, drawn, check = ratio_scores(runs), perturb_weights(runs), published_ratios()
    tables = (
        Table("weights", COLUMNS, tuple(map(_row, rows))),
        Table("weights_perturbed", DRAWN_COLUMNS, tuple(map(_drawn_row, drawn))),
        Table("weights_check", CHECK_COLUMNS, tuple(map(_check_row, check))),
    )
    says = (*_says(runs, rows, drawn), *_on_ranks(rows), _on_check(check))
    return Section("weights", "Sensitivity to weights", says, tables, _chart(runs, rows))


def _says(
    runs: Sequence[JudgedRun], rows: Sequence[RatioScore], drawn: Sequence[PerturbedRun]
) -> Iterator[str]:
    for run in runs:
        own = [row.overall for row in rows if row.run == run.name and row.overall is not None]
        random = next(one for one in drawn if one.run == run.name)
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
    agrees = all(one.agrees for one in check)
    return "The table of section 6.3 comes out " + (
        "exactly." if agrees else "OTHERWISE than published."
    )


def _row(one: RatioScore) -> Row:
    return (
        one.run, one.substance, one.overall, one.difference, one.tiers_changed, one.scenarios,
        one.rank, one.tau,
    )  # fmt: skip


def _drawn_row(one: PerturbedRun) -> Row:
    return (
        one.run, one.draws, one.overall, one.lowest, one.highest, one.trial_tiers_changed,
        one.scenario_tiers_changed, one.any_tier_changed, one.mean_tau,
    )  # fmt: skip


def _check_row(one: PublishedRatio) -> Row:
    return (
        one.substance, one.polite, one.published_polite, one.balanced, one.published_balanced,
        one.discrimination, one.published_discrimination, one.agrees,
    )  # fmt: skip


def _chart(runs: Sequence[JudgedRun], rows: Sequence[RatioScore]) -> Chart:
    drawn = [run.name for run in runs][:MOST_SERIES]
    series = [Series(name, tuple(row.overall for row in rows if row.run == name)) for name in drawn]
    return Chart(
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
