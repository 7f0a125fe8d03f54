"""Near misses of the conversion diagnosis, and the checks that see each.

Every near miss is a whole analysis of the export that the meeting hands over, wrong in one way and
otherwise as careful as the right one.
"""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tests.staging.near_misses.near_miss import NearMiss, Products, milestones_of

from modylbench.scenarios.library.business_analyst.dashboard import (
    DashboardTexts,
    action_dashboard,
    funnel_chart,
    texts_of,
)
from modylbench.scenarios.library.business_analyst.funnel import (
    CELLS,
    EFFECTS,
    Figures,
    SegmentEffects,
    StageCounts,
    figures_of,
)
from modylbench.scenarios.library.business_analyst.opportunities import SEGMENTS
from modylbench.scenarios.library.business_analyst.workbook import conversion_analysis

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.scenarios.variant import Variant


@dataclass(frozen=True)
class Record:
    """A line of the export; `days` are those of Qualified, Proposal and Won."""

    segment: str
    quarter: str
    owner: str
    status: str
    archived: bool
    created: date
    days: tuple[date | None, ...]

    def stages_reached(self, window: int | None) -> int:
        """Stages reached, within a window or (None) to date."""
        last = None if window is None else self.created + timedelta(days=window)
        return 1 + sum(day is not None and (last is None or day <= last) for day in self.days)


def records(variant: Variant, *, with_tests: bool = False) -> list[Record]:
    """The export as it should be, read line by line."""
    text = variant.truth["opportunities_csv"]
    found = [_record(row) for row in csv.DictReader(io.StringIO(text))]
    return [deal for deal in found if with_tests or deal.owner != "Sandbox Test"]


def _record(row: dict[str, str]) -> Record:
    def day(column: str) -> date | None:
        return date.fromisoformat(row[column]) if row[column] else None

    created = date.fromisoformat(row["created_date"])
    won = day("closed_date") if row["status"] == "won" else None
    return Record(
        segment=row["segment"],
        quarter="Q2" if created.month < 7 else "Q3",
        owner=row["owner"],
        status=row["status"],
        archived=row["archived"] == "yes",
        created=created,
        days=(day("qualified_date"), day("proposal_date"), won),
    )


def tally(found: list[Record], measure: Callable[[Record], tuple[int, ...]]) -> StageCounts:
    """The measures added up by segment and quarter, and over all segments."""
    counts: StageCounts = {}
    for cell in CELLS:
        segment, quarter = cell.split("|")
        rows = [
            measure(deal)
            for deal in found
            if deal.quarter == quarter and segment in {deal.segment, "Total"}
        ]
        counts[cell] = tuple(sum(column) for column in zip(*rows, strict=True))
    return counts


def funnel(found: list[Record], window: int | None) -> StageCounts:
    """Created, qualified, proposal and won."""
    return tally(found, lambda deal: tuple(int(n < deal.stages_reached(window)) for n in range(4)))


def crm_report(found: list[Record]) -> StageCounts:
    """In the report, archived, won to date."""
    return tally(found, lambda deal: (not deal.archived, deal.archived, deal.status == "won"))


def figures(variant: Variant, found: list[Record], cohort: StageCounts) -> Figures:
    """An analysis with this funnel in place of the cohort's, the rest done right."""
    created = {cell: row[0] for cell, row in tally(found, lambda _: (1,)).items()}
    crm = crm_report(records(variant, with_tests=True))
    window, base = round(variant.truth["window_days"]), variant.truth["effect_base"]
    right = figures_of(window, created, crm=crm, cohort=cohort, base=base)
    weights = {cell: row[0] for cell, row in cohort.items()}
    own = figures_of(window, weights, crm=crm, cohort=cohort, base=base)
    return replace(right, effects=own.effects)


def handed_in(
    variant: Variant,
    made: Figures,
    texts: DashboardTexts,
    without: str = "",
    board: Figures | None = None,
) -> Products:
    """The three products of these figures; `board` are those of the dashboard, if others."""
    reached = milestones_of(variant) - {without}
    return (
        conversion_analysis(made, reached, variant.truth),
        funnel_chart(made, by_segment=True),
        action_dashboard(board or made, texts, reached, variant.truth),
    )


def right_figures(variant: Variant) -> Figures:
    """The right analysis, by way of the export."""
    found = records(variant)
    return figures(variant, found, funnel(found, round(variant.truth["window_days"])))


def with_effects(made: Figures, effect: Callable[[str], tuple[float, float, float]]) -> Figures:
    """The figures with every segment's effects computed another way."""
    effects: SegmentEffects = {}
    for segment in SEGMENTS:
        parts = effect(segment)
        effects[segment] = dict(zip(EFFECTS, (*parts, math.fsum(parts)), strict=True))
    effects["Total"] = {
        name: math.fsum(effects[segment][name] for segment in SEGMENTS) for name in EFFECTS
    }
    return replace(made, effects=effects)


def blaming_sales(texts: DashboardTexts) -> DashboardTexts:
    """What one writes who has looked at the total, or at the CRM's report, only."""
    return replace(
        texts,
        diagnosis=(
            "Conversion fell in Q3. Sales execution got worse in every segment: fewer of the deals "
            "we created were won than in the quarter before, and the drop is broad."
        ),
    )


def naive_funnel(variant: Variant) -> Products:
    """The CRM's report taken for the cohort: archived deals dropped, everything to date."""
    found = records(variant)
    made = figures(variant, found, funnel([deal for deal in found if not deal.archived], None))
    texts = replace(
        blaming_sales(texts_of(variant.truth)),
        definitions=(
            "Win rate is won to date over open and closed deals; archived deals and test records "
            "are left out."
        ),
    )
    return handed_in(variant, made, texts)


def closed_only(variant: Variant) -> Products:
    """Won over closed: whatever is still open, or was archived while open, is left out."""
    found = records(variant)
    made = figures(variant, found, funnel([deal for deal in found if deal.status != "open"], None))
    return handed_in(variant, made, texts_of(variant.truth))


def old_window(variant: Variant) -> Products:
    """The window as first said, which the last of Q3 has not had."""
    found = records(variant)
    made = figures(variant, found, funnel(found, round(variant.truth["window_first"])))
    texts = texts_of(variant.truth)
    said = f"{variant.truth['window_days']:g} days"
    first = f"{variant.truth['window_first']:g} days"
    return handed_in(
        variant, made, replace(texts, definitions=texts.definitions.replace(said, first))
    )


def swapped_base(variant: Variant) -> Products:
    """Mix at Q3 rates and rate at Q3 shares, so that the interaction changes its sign."""
    made = right_figures(variant)

    def effect(segment: str) -> tuple[float, float, float]:
        shift, lift = _changes(made, segment)
        after = f"{segment}|Q3"
        return shift * made.win_rates[after], lift * made.mix[after], -shift * lift

    return handed_in(variant, with_effects(made, effect), texts_of(variant.truth))


def interaction_in_rate(variant: Variant) -> Products:
    """The first convention kept: two terms, the interaction inside the rate effect."""
    made = right_figures(variant)

    def effect(segment: str) -> tuple[float, float, float]:
        shift, lift = _changes(made, segment)
        return shift * made.win_rates[f"{segment}|Q2"], lift * made.mix[f"{segment}|Q3"], 0.0

    shown = with_effects(made, effect)
    return handed_in(variant, shown, texts_of(variant.truth), "interaction")


def centred_mix(variant: Variant) -> Products:
    """Segments' mix effects against the average rate: the same total, other segments."""
    made = right_figures(variant)

    def effect(segment: str) -> tuple[float, float, float]:
        shift, lift = _changes(made, segment)
        above = made.win_rates[f"{segment}|Q2"] - made.win_rates["Total|Q2"]
        return shift * above, lift * made.mix[f"{segment}|Q2"], shift * lift

    return handed_in(variant, with_effects(made, effect), texts_of(variant.truth))


def mix_of_wins(variant: Variant) -> Products:
    """Effects weighted by each segment's share of the wins, over a change read off the tiles."""
    made = right_figures(variant)
    won = {cell: row[3] / made.cohort[f"Total|{cell[-2:]}"][3] for cell, row in made.cohort.items()}

    def effect(segment: str) -> tuple[float, float, float]:
        shift = won[f"{segment}|Q3"] - won[f"{segment}|Q2"]
        _, lift = _changes(made, segment)
        return shift * made.win_rates[f"{segment}|Q2"], lift * won[f"{segment}|Q2"], shift * lift

    shown = with_effects(made, effect)
    total = {**shown.effects["Total"], EFFECTS[-1]: made.change}
    effects = {**shown.effects, "Total": total}
    return handed_in(variant, replace(shown, effects=effects), texts_of(variant.truth))


def _changes(made: Figures, segment: str) -> tuple[float, float]:
    before, after = f"{segment}|Q2", f"{segment}|Q3"
    return made.mix[after] - made.mix[before], made.win_rates[after] - made.win_rates[before]


def unweighted_mean(variant: Variant) -> Products:
    """The overall win rate as the mean of the three segments' rates."""
    made = right_figures(variant)
    means = {
        f"Total|{quarter}": math.fsum(made.win_rates[f"{s}|{quarter}"] for s in SEGMENTS) / 3
        for quarter in ("Q2", "Q3")
    }
    return handed_in(
        variant, replace(made, win_rates={**made.win_rates, **means}), texts_of(variant.truth)
    )


def aggregate_only(variant: Variant) -> Products:
    """The right numbers, and words that read the fall in total as worse selling everywhere."""
    texts = replace(
        blaming_sales(texts_of(variant.truth)),
        actions=(
            "- Coach the account executives on discovery and on closing.\n"
            "- Review the weekly pipeline with every manager.\n- Tighten the hiring profile."
        ),
    )
    return handed_in(variant, right_figures(variant), texts)


def counting_tests(variant: Variant) -> Products:
    """Integration tests counted as deals, which are won overnight."""
    found = records(variant, with_tests=True)
    made = figures(variant, found, funnel(found, round(variant.truth["window_days"])))
    return handed_in(variant, made, texts_of(variant.truth))


def crm_without_tests(variant: Variant) -> Products:
    """The CRM's report cleaned of the test records that it counts."""
    made = right_figures(variant)
    crm = crm_report(records(variant))
    base = variant.truth["effect_base"]
    cleaned = figures_of(made.window_days, made.created, crm=crm, cohort=made.cohort, base=base)
    return handed_in(variant, cleaned, texts_of(variant.truth))


def dashboard_from_crm(variant: Variant) -> Products:
    """The right workbook, and a dashboard filled from the report that everybody knows."""
    made = right_figures(variant)
    board = replace(made, win_rates=made.crm_rates)
    return handed_in(variant, made, texts_of(variant.truth), board=board)


def near_miss(
    make: Callable[[Variant], Products],
    fails: str,
    *,
    unless_paradox: str | None = None,
    at_average: str | None = None,
) -> NearMiss:
    """A near miss and the criteria it fails, as words; others where a segment falls.

    `at_average` are those where the effects are to be taken at the average of the quarters.
    """
    other = fails if unless_paradox is None else unless_paradox

    def fails_at(variant: Variant) -> frozenset[str]:
        is_paradox = variant.truth["conclusion"] == "paradox"
        names = (fails if is_paradox else other).split()
        if variant.truth["effect_base"] == "average":
            names = names if at_average is None else at_average.split()
            names = [name.replace(*TWO_EFFECTS) for name in names]
        return frozenset(names if is_paradox else [name.replace(*TWO_CAUSES) for name in names])

    return NearMiss(make, frozenset(fails.split()), fails_at)


TWO_CAUSES = ("mix_blamed", "both_causes_stated")
TWO_EFFECTS = ("effects_are_the_change", "two_effects_are_the_change")
"""What a criterion is called where there are two causes, or two effects."""
ANOTHER_BASE = (
    "effects_right effects_follow effects_are_the_change effects_add_up dashboard_effects_explain"
)
NAIVE = (
    "cohort_counts_right cohort_has_all_created overall_is_weighted paradox_shown effects_right "
    "definitions_given paradox_stated mix_blamed noise_said archiving_stated "
    "dashboard_paradox_shown"
)
MEAN = (
    "win_rates_follow overall_is_weighted change_is_the_difference dashboard_effects_explain "
    "dashboard_change_ties"
)
TOTAL_ONLY = (
    "paradox_stated mix_blamed noise_said weakest_step_worked targets_by_segment "
    "crm_report_explained archiving_stated"
)


NEAR_MISSES: dict[str, NearMiss] = {
    "the naive funnel": near_miss(
        naive_funnel, NAIVE, unless_paradox=f"{NAIVE} fallen_segment_stated"
    ),
    "closed deals only": near_miss(
        closed_only,
        "cohort_counts_right cohort_has_all_created overall_is_weighted paradox_shown "
        "effects_right dashboard_paradox_shown",
    ),
    "the window as first said": near_miss(
        old_window, "cohort_counts_right effects_right definitions_given"
    ),
    "test records left in": near_miss(
        counting_tests, "created_by_segment report_and_archive cohort_counts_right effects_right"
    ),
    "the CRM's report without its test records": near_miss(
        crm_without_tests, "crm_funnel_replicated report_and_archive"
    ),
    "the mean of the segments": near_miss(
        unweighted_mean, f"{MEAN} paradox_shown dashboard_paradox_shown", unless_paradox=MEAN
    ),
    "the base period swapped": near_miss(
        swapped_base, "effects_right effects_follow", at_average=ANOTHER_BASE
    ),
    "the interaction inside the rate effect": near_miss(
        interaction_in_rate, ANOTHER_BASE, at_average="effects_right effects_follow"
    ),
    "mix effects against the average": near_miss(
        centred_mix, "effects_follow", at_average=ANOTHER_BASE
    ),
    "the mix of wins": near_miss(mix_of_wins, ANOTHER_BASE),
    "the total only": near_miss(
        aggregate_only, TOTAL_ONLY, unless_paradox=f"{TOTAL_ONLY} fallen_segment_stated"
    ),
    "the dashboard from the CRM": near_miss(
        dashboard_from_crm,
        "dashboard_q2_ties dashboard_q3_ties dashboard_change_ties dashboard_segments_tie "
        "dashboard_effects_explain dashboard_paradox_shown",
    ),
}
