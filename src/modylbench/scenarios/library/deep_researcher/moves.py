"""What the second batch moves, and what an old figure put back would do to the shortlist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.deep_researcher.companies import (
    BY_NAME,
    CELL_DENSITY,
    COST,
    METRICS,
)
from modylbench.scenarios.library.deep_researcher.research_state import shortlist
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from modylbench.scenarios.library.deep_researcher.companies import Metric
    from modylbench.scenarios.library.deep_researcher.field import Field
    from modylbench.scenarios.library.deep_researcher.research_state import ResearchState
    from modylbench.scenarios.library.deep_researcher.sources import FigureKey

REASONS = {
    "restated_down": "for its production format",
    "restated_up": "for its second-generation cell",
}
"""Why a company has restated its figures."""


def moves_in_words(field: Field, state: ResearchState) -> dict[str, str]:
    """What moved besides the figures that script and answers name one by one."""
    named = {
        (field.companies["restated"], CELL_DENSITY.id),
        (field.companies["slipped"], "sop_year"),
        (field.companies["funded"], "funding"),
        (field.companies["corrected"], field.corrected_metric),
    }
    conceded = (field.companies["capacity_disputed"], "pilot_capacity")
    moved = list(_moves(state, named))
    expected = [f" {company} {metric.in_words(value)}," for company, metric, value in moved]
    told = [
        f"{metric.in_words(value)} for {BY_NAME[company].short}"
        for company, metric, value in moved
        if (company, metric.id) != conceded
    ]
    return {
        "moved_besides_expected": "".join(expected),
        "moved_besides_told": f" From the same releases: {list_in_words(told)}." if told else "",
        "restated_reason": REASONS[field.choices["density_story"]],
    }


def _moves(
    state: ResearchState, named: Collection[FigureKey]
) -> Iterator[tuple[str, Metric, float]]:
    before, after = state.before_and_after
    for company in state.companies:
        for metric in METRICS:
            key = company, metric.id
            if key in named or metric is COST or key not in before:
                continue
            value = after[key].value
            if value is not None and value != before[key].value:
                yield company, metric, value


def old_figure_in_words(restated: str, state: ResearchState) -> dict[str, str]:
    """What the shortlist would be with the energy density that the company has replaced."""
    key = restated, CELL_DENSITY.id
    before, _ = state.before_and_after
    undone = replace(state, standing={**state.standing, key: before[key]})
    now, then = (restated in shortlist(known, state.screen) for known in (state, undone))
    short = BY_NAME[restated].short
    if then and not now:
        told = f"It would also carry {short} over our gate and onto the shortlist"
    elif now and not then:
        told = f"It would also take {short} off the shortlist, since the old figure misses our gate"
    else:
        told = f"The shortlist wouldn't move, because {short} isn't ready by our gate either way"
    return {"old_figure_told": told}
