"""Checks that hold figures of these products against each other.

Every rule reads what the products show. A figure may be off by its own rounding, up to half of a
tenth of a point: shown coarser than that, it proves nothing about effects of a point or two. Nor do
counts prove anything by adding up that are more than the export holds: they are of other records.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from modylbench.scenarios.library.business_analyst.funnel import (
    CELLS,
    DECOMPOSITIONS,
    EFFECTS,
    ROWS,
    STEPS,
    TERMS,
    TOTAL,
    shares,
)
from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, SEGMENTS, STAGES
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.products.finding.find import FoundNumber, FoundTable
    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.oracle import KnownTruth, OracleRule, Readings

    Table = Mapping[str, Measure]

COARSEST = 0.00051  # half of a tenth of a point, with room for binary fractions
WHOLE = 1e-6
REPEATED = 1  # a line that the export has twice, and that somebody may have counted so


class NotShown(Exception):
    """A figure that a table does not show."""


class NotOfThisExport(Exception):
    """A count of more records than the export holds."""


def shares_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each share is the segment's part of what was created in its quarter."""
    created, mix = _created_table(readings, truth), _table(readings, "mix_share")
    right = shares({cell: round(_number(created, cell)) for cell in CELLS})
    # A total of 100 % need not be shown.
    needed = [cell for cell in CELLS if cell in mix or not cell.startswith(TOTAL)]
    return list(_differences(mix, right, needed))


def report_and_archive_are_all(readings: Readings, truth: KnownTruth) -> list[str]:
    """What the CRM's report shows and hides is everything created, and the test records."""
    crm, created = _table(readings, "crm_counts"), _table(readings, "created")
    tests = truth["counts"]["tests"]
    wrong = []
    for cell in CELLS:
        both = _number(crm, f"{cell}|in report|CRM") + _number(crm, f"{cell}|archived|CRM")
        everything = _number(created, cell) + tests[cell]
        if abs(both - everything) > WHOLE:
            wrong.append(
                f"{cell}: {both:g} in the report or archived, {everything:g} created or tests"
            )
    return wrong


def cohort_has_all_created(readings: Readings, truth: KnownTruth) -> list[str]:
    """The cohort funnel starts from everything created, archived opportunities included."""
    cohort, created = _cohort(readings, truth), _created_table(readings, truth)
    pairs = {cell: (_count(cohort, cell, "created"), _number(created, cell)) for cell in CELLS}
    return [
        f"{cell}: {base:g} in the funnel, {everything:g} created"
        for cell, (base, everything) in pairs.items()
        if abs(base - everything) > WHOLE
    ]


def segments_add_up(readings: Readings, truth: KnownTruth) -> list[str]:
    """At every stage of either quarter the segments add up to the total."""
    cohort = _cohort(readings, truth)
    wrong = []
    for quarter in QUARTERS:
        for stage in STAGES:
            parts = math.fsum(_count(cohort, f"{segment}|{quarter}", stage) for segment in SEGMENTS)
            if abs(parts - _count(cohort, f"{TOTAL}|{quarter}", stage)) > WHOLE:
                wrong.append(f"{quarter} {stage}: the segments have {parts:g}")
    return wrong


def funnel_narrows(readings: Readings, truth: KnownTruth) -> list[str]:
    """No stage has more opportunities than the one before."""
    cohort = _cohort(readings, truth)
    rows = {cell: [_count(cohort, cell, stage) for stage in STAGES] for cell in CELLS}
    return [f"{cell}: {row}" for cell, row in rows.items() if row != sorted(row, reverse=True)]


def win_rates_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each win rate is the funnel's own won over created."""
    cohort = _cohort(readings, truth)
    right = {f"{cell}|cohort": _win_rate(cohort, cell) for cell in CELLS}
    return list(_differences(_table(readings, "cohort_win_rate"), right, right))


def overall_is_weighted(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The overall win rate is the segments' rates weighted by their shares, not their mean."""
    rate, mix = _table(readings, "cohort_win_rate"), _table(readings, "mix_share")
    wrong = []
    for quarter in QUARTERS:
        cells = [f"{segment}|{quarter}" for segment in SEGMENTS]
        weighted = math.fsum(_number(mix, cell) * _number(rate, f"{cell}|cohort") for cell in cells)
        total = f"{TOTAL}|{quarter}|cohort"
        rounding = math.fsum(
            _rounding_slack(mix[cell]) * _number(rate, f"{cell}|cohort")
            + _rounding_slack(rate[f"{cell}|cohort"]) / 3
            for cell in cells
        )
        if abs(_number(rate, total) - weighted) > rounding + _rounding_slack(rate[total]):
            wrong.append(f"{quarter}: {_number(rate, total):.4f}, weighted {weighted:.4f}")
    return wrong


def steps_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each stage conversion is the funnel's count at a stage over that of the stage before."""
    cohort = _cohort(readings, truth)
    right = {
        f"{cell}|{step}": _count(cohort, cell, after) / _count(cohort, cell, before)
        for cell in CELLS
        for step, (before, after) in zip(STEPS, pairwise(STAGES), strict=True)
    }
    return list(_differences(_table(readings, "stage_rates"), right, right))


def effects_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """Every effect follows from the funnel's own counts, at the base that was agreed."""
    cohort = _cohort(readings, truth)
    mix = shares({cell: round(_count(cohort, cell, "created")) for cell in CELLS})
    rate = {cell: _win_rate(cohort, cell) for cell in CELLS}
    effects = DECOMPOSITIONS[truth["effect_base"]](mix, rate)
    shown = (*TERMS[truth["effect_base"]], EFFECTS[-1])
    right = {f"{segment}|{name}": effects[segment][name] for segment in ROWS for name in shown}
    return list(_differences(_table(readings, "effects"), right, right))


def effects_add_up(readings: Readings, truth: KnownTruth) -> list[str]:
    """Segments add up to the total in every effect, and the effects to the total effect."""
    effects, terms = _table(readings, "effects"), TERMS[truth["effect_base"]]
    shown = (*terms, EFFECTS[-1])
    down = {f"{TOTAL}|{name}": [f"{segment}|{name}" for segment in SEGMENTS] for name in shown}
    across = {f"{row}|{EFFECTS[-1]}": [f"{row}|{name}" for name in terms] for row in ROWS}
    wrong = []
    for whole, parts in (*down.items(), *across.items()):
        added = math.fsum(_number(effects, part) for part in parts)
        stated = _number(effects, whole)
        rounding = math.fsum(_rounding_slack(effects[name]) for name in (whole, *parts))
        if abs(added - stated) > rounding:
            wrong.append(f"{whole}: {stated:.5f}, the parts have {added:.5f}")
    return wrong


def paradox_is_shown(readings: Readings, truth: KnownTruth) -> list[str]:
    """The win rate rises in the segments that rose, and falls in total."""
    rate = _table(readings, "cohort_win_rate")
    shown = {cell: _number(rate, f"{cell}|cohort") for cell in CELLS}
    return list(_other_moves(shown, truth["directions"]))


def chart_is_the_funnel(readings: Readings, truth: KnownTruth) -> list[str]:
    """Every point of the chart is the analysis's count at that stage over those created."""
    cohort = _cohort(readings, truth)
    right = {
        f"{cell}|{stage}": _count(cohort, cell, stage) / _count(cohort, cell, "created")
        for cell in CELLS
        for stage in STAGES[1:]
    }
    return list(_differences(_table(readings, "chart_reach"), right, right))


def dashboard_segments_tie(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The dashboard's win rates by segment are the analysis's."""
    rate, shown = _table(readings, "cohort_win_rate"), _table(readings, "dash_segment_rates")
    return list(
        _differences(shown, {cell: _number(rate, f"{cell}|cohort") for cell in CELLS}, CELLS)
    )


def dashboard_crm_ties(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The dashboard's CRM figures are the totals of the analysis's CRM funnel."""
    rate, shown = _table(readings, "crm_win_rate"), _table(readings, "dash_crm")
    right = {f"CRM|{quarter}": _number(rate, f"{TOTAL}|{quarter}|CRM") for quarter in QUARTERS}
    return list(_differences(shown, right, right))


def effects_explain_the_change(readings: Readings, truth: KnownTruth) -> list[str]:
    """The change on the dashboard is what its effects add up to."""
    effects = _table(readings, "dash_effects")
    change = cast("FoundNumber", readings["dash_change"]).measure
    parts = [f"{TOTAL}|{name}" for name in TERMS[truth["effect_base"]]]
    added = math.fsum(_number(effects, part) for part in parts)
    rounding = math.fsum(_rounding_slack(effects[part]) for part in parts) + _rounding_slack(change)
    apart = abs(added - change.number) > rounding
    return [f"the effects add up to {added:.5f}"] if apart else []


def dashboard_paradox_is_shown(readings: Readings, truth: KnownTruth) -> list[str]:
    """The dashboard's own win rates rise in the segments that rose, and fall in total."""
    rates = _table(readings, "dash_segment_rates")
    return list(_other_moves({cell: _number(rates, cell) for cell in CELLS}, truth["directions"]))


def _other_moves(rate: Mapping[str, float], directions: Mapping[str, str]) -> Iterator[str]:
    for row in ROWS:
        rises = rate[f"{row}|Q3"] > rate[f"{row}|Q2"]
        if rises != (directions[row] == "up"):
            yield f"{row}: {rate[f'{row}|Q2']:.4f} to {rate[f'{row}|Q3']:.4f}"


def _table(readings: Readings, name: str) -> Table:
    numbers = cast("FoundTable", readings[name]).numbers
    return {"|".join(key): number.measure for key, number in numbers.items()}


def _created_table(readings: Readings, truth: KnownTruth) -> Table:
    table = _table(readings, "created")
    _hold_against_the_export(table, CELLS, truth)
    return table


def _cohort(readings: Readings, truth: KnownTruth) -> Table:
    table = _table(readings, "cohort_counts")
    _hold_against_the_export(table, [f"{cell}|created|cohort" for cell in CELLS], truth)
    return table


def _hold_against_the_export(table: Table, keys: Iterable[str], truth: KnownTruth) -> None:
    """Refuse counts of more than was created in a segment and quarter, test records included."""
    held = truth["counts"]["created_with_tests"]
    for cell, key in zip(CELLS, keys, strict=True):
        if key in table and table[key].number > held[cell] + REPEATED + WHOLE:
            message = f"{cell}: {table[key].number:g} created, the export holds {held[cell]}"
            raise NotOfThisExport(message)


def _number(table: Table, key: str) -> float:
    if key not in table:
        raise NotShown(key)
    return table[key].number


def _count(cohort: Table, cell: str, stage: str) -> float:
    return _number(cohort, f"{cell}|{stage}|cohort")


def _win_rate(cohort: Table, cell: str) -> float:
    return _count(cohort, cell, "won") / _count(cohort, cell, "created")


def _rounding_slack(measure: Measure) -> float:
    return min(measure.half_step, COARSEST) + WHOLE


def _differences(shown: Table, right: Mapping[str, float], keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        number = _number(shown, key)
        if abs(number - right[key]) > _rounding_slack(shown[key]):
            yield f"{key.replace('|', ' / ')}: {number:.5f}, expected {right[key]:.5f}"


def _with_missing_figures(rule: OracleRule) -> OracleRule:
    """The rule, which finds fault with a table that it cannot use instead of failing on it."""

    def check(readings: Readings, truth: KnownTruth) -> list[str]:
        try:
            return rule(readings, truth)
        except NotShown as missing:
            return [Absence(f"{str(missing).replace('|', ' / ')} is not shown")]
        except NotOfThisExport as other:
            return [str(other).replace("|", " / ")]
        except ZeroDivisionError:
            return ["a count is zero"]

    return check


RULES: Mapping[str, OracleRule] = {
    rule.__name__: _with_missing_figures(rule)
    for rule in (
        shares_follow, report_and_archive_are_all, cohort_has_all_created, segments_add_up,
        funnel_narrows, win_rates_follow, overall_is_weighted, steps_follow, effects_follow,
        effects_add_up, paradox_is_shown, chart_is_the_funnel, dashboard_segments_tie,
        dashboard_crm_ties, effects_explain_the_change, dashboard_paradox_is_shown,
    )
}  # fmt: skip
