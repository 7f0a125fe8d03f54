"""The action dashboard and the charts of the funnel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.scenarios.library.business_analyst.funnel import CELLS, ROWS, TOTAL
from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, STAGES
from modylbench.scenarios.library.business_analyst.story import action_at, diagnosis_of
from modylbench.scenarios.library.business_analyst.workbook import (
    MILLIONS,
    PERCENT,
    POINTS,
    decomposition,
    identifier,
    percent,
    points,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.spreadsheet import Sheet
    from modylbench.scenarios.library.business_analyst.funnel import Figures

EFFECTS_DEFINED = {
    "q2": "Mix and rate effects are both at the Q2 base, with the interaction shown apart; of the "
    "mix effect only the total can be read.",
    "average": "Mix and rate effects are both at the average of the two quarters, the mix effect "
    "against the overall rate.",
}
"""What the page says of the decomposition, by its base."""

BI_SEEN = frozenset({"bi_open", "bi_reconciliation"})
"""The milestones behind which the warehouse's extract is known to disagree with the export."""


@dataclass(frozen=True)
class DashboardTexts:
    """What the dashboard says in words."""

    diagnosis: str
    actions: str
    definitions: str


def action_dashboard(
    figures: Figures, texts: DashboardTexts, reached: frozenset[str], truth: Mapping[str, Any]
) -> Dashboard:
    """The dashboard, as far as its widgets have been asked for."""
    rates = figures.win_rates
    change = rates["Total|Q3"] - rates["Total|Q2"]
    effects = decomposition(figures)
    widgets = [
        *(_tile(figures, quarter) for quarter in QUARTERS),
        _widget("change", "Change in overall win rate", value=points(change), unit=POINTS),
        _widget("segments", "Win rate by segment", table=_segments(figures)),
        _widget("segment_chart", "Win rate by segment, charted", chart=win_rate_chart(figures)),
        _widget("effects", "Why it changed", table=effects),
    ]
    if "texts" in reached:
        widgets += [
            _widget("diagnosis", "Diagnosis", text=texts.diagnosis),
            _widget("actions", "Recommended actions", text=texts.actions),
            _widget("definitions", "Definitions", text=texts.definitions),
        ]
    if "crm_on_dashboard" in reached:
        widgets.append(_widget("crm", "CRM report against cohort", table=_crm_and_cohort(figures)))
        widgets.append(_widget("bookings", "First-year bookings", table=_bookings(truth)))
    return Dashboard(
        id="action_dashboard", title="Q3 conversion: action dashboard", widgets=tuple(widgets)
    )


def _widget(name: str, title: str, **shown: Any) -> Widget:
    return Widget(id=name, title=title, **shown)


def _tile(figures: Figures, quarter: str) -> Widget:
    rate = percent(figures.win_rates[f"Total|{quarter}"])
    title = f"Overall win rate {quarter}"
    return _widget(f"{quarter.lower()}_win_rate", title, value=rate, unit=PERCENT)


def _segments(figures: Figures) -> Sheet:
    rates = figures.win_rates
    rows = {segment: _pair(rates[f"{segment}|Q2"], rates[f"{segment}|Q3"]) for segment in ROWS}
    headers = (("Q2", PERCENT), ("Q3", PERCENT), ("Change", POINTS))
    return table("segments_table", f"Win rate, {figures.window_days}-day cohort", headers, rows)


def _crm_and_cohort(figures: Figures) -> Sheet:
    rows = {
        "CRM report": _pair(figures.crm_rates["Total|Q2"], figures.crm_rates["Total|Q3"]),
        "Cohort": _pair(figures.win_rates["Total|Q2"], figures.win_rates["Total|Q3"]),
    }
    headers = (("Q2 win rate", PERCENT), ("Q3 win rate", PERCENT), ("Change", POINTS))
    return table("crm_table", "CRM report against cohort", headers, rows)


def _bookings(truth: Mapping[str, Any]) -> Sheet:
    rows = {quarter: [truth[f"won_amount_{quarter.lower()}"]] for quarter in QUARTERS}
    headers = (("Won within the window", MILLIONS),)
    return table("bookings_table", "First-year bookings", headers, rows)


def _pair(first: float, second: float) -> tuple[float, float, float]:
    return percent(first), percent(second), points(second - first)


def texts_of(truth: Mapping[str, Any], reached: frozenset[str] = frozenset()) -> DashboardTexts:
    """The words that go with the right figures, and what is still open by then."""
    window, step, focus = round(truth["window_days"]), truth["weakest_step"], truth["focus"]
    return DashboardTexts(
        diagnosis=diagnosis_of(truth, is_open_with_bi=bool(reached & BI_SEEN)),
        actions=(
            "- Set win-rate targets by segment and forecast on the segment mix, not on one blended "
            "rate (RevOps, before Q1 planning).\n"
            f"- Work the weakest {focus} step, {step}: {action_at(step, focus)} "
            "(VP Sales, this month).\n"
            "- Replace the CRM report with the cohort funnel, archived deals included, so that "
            "quarters of different age can be compared (RevOps, this month)."
        ),
        definitions=(
            f"A win counts if it comes within {window} days of creation; every opportunity created "
            "in the quarter is in the base, archived ones included, test records excluded. "
            "Enterprise deals keep closing after that and are not counted then, in either quarter. "
            f"{EFFECTS_DEFINED[truth['effect_base']]}"
        ),
    )


def funnel_chart(figures: Figures, *, by_segment: bool) -> Chart:
    """How far the opportunities of each quarter got, all together and (if asked) by segment."""
    reach = figures.reach()
    cells = [cell for cell in CELLS if by_segment or cell.startswith(TOTAL)]
    return Chart(
        id="funnel_chart",
        title=f"Funnel within {figures.window_days} days of creation, Q2 against Q3",
        chart_type="bar",
        x_axis=Axis(label="Stage reached"),
        y_axis=Axis(label="Share of created opportunities", unit=PERCENT),
        series=tuple(
            Series(
                id=identifier(cell),
                label=cell.replace("|", " "),
                points=tuple(
                    Point(id=stage, x=stage.capitalize(), y=percent(share))
                    for stage, share in zip(STAGES[1:], reach[cell], strict=True)
                ),
            )
            for cell in cells
        ),
    )


def win_rate_chart(figures: Figures) -> Chart:
    """Both quarters side by side: every segment up, the total down."""
    return Chart(
        id="win_rate_chart",
        title=f"Win rate within {figures.window_days} days, by segment",
        chart_type="bar",
        x_axis=Axis(label="Segment"),
        y_axis=Axis(label="Win rate", unit=PERCENT),
        series=tuple(
            Series(
                id=identifier(quarter),
                label=quarter,
                points=tuple(
                    Point(
                        id=identifier(segment),
                        x=segment,
                        y=percent(figures.win_rates[f"{segment}|{quarter}"]),
                    )
                    for segment in ROWS
                ),
            )
            for quarter in QUARTERS
        ),
    )
