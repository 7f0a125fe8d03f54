"""What does the action dashboard show and say?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.dashboard import Dashboard, Widget
from modylbench.scenarios.library.business_analyst.charts import win_rate_chart
from modylbench.scenarios.library.business_analyst.funnels import ROWS
from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, SEGMENTS
from modylbench.scenarios.library.business_analyst.workbook import (
    PERCENT,
    POINTS,
    decomposition,
    percent,
    points,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.spreadsheet import Sheet
    from modylbench.scenarios.library.business_analyst.figures import Figures


@dataclass(frozen=True)
class Texts:
    """What the dashboard says in words."""

    diagnosis: str
    actions: str
    definitions: str


def action_dashboard(figures: Figures, texts: Texts, reached: frozenset[str]) -> Dashboard:
    """The dashboard, as far as its widgets have been asked for."""
    rates, with_interaction = figures.win_rates, "interaction" in reached
    change = rates["Total|Q3"] - rates["Total|Q2"]
    effects = decomposition(figures, with_interaction=with_interaction)
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


def _pair(first: float, second: float) -> tuple[float, float, float]:
    return percent(first), percent(second), points(second - first)


def texts_of(truth: Mapping[str, Any]) -> Texts:
    """The words that go with the right figures."""
    names = ", ".join(SEGMENTS[:-1]) + " and " + SEGMENTS[-1]
    window = round(truth["window_days"])
    return Texts(
        diagnosis=(
            f"Overall win rate fell, and every segment improved: {names} all won a larger part of "
            "what they created than in the quarter before. What pulled the total down is mix: SMB "
            "is a much smaller part of what was created, Enterprise a much larger one, and "
            "Enterprise wins less often. The CRM report shows a steep fall in every segment; that "
            "is survivorship, since it has dropped most of the dead deals of Q2 and not yet those "
            "of Q3. Enterprise rests on few wins: read it as no worse."
        ),
        actions=(
            "- Set win-rate targets by segment and forecast on the segment mix, not on one blended "
            "rate (RevOps, before Q1 planning).\n"
            f"- Work the weakest Enterprise step, {truth['weakest_step']}: deal reviews at "
            "proposal for every outbound Enterprise deal (VP Sales, this month).\n"
            "- Replace the CRM report by the cohort funnel, archived deals included, so that "
            "quarters of different age can be compared (RevOps, this month)."
        ),
        definitions=(
            f"A win counts if it comes within {window} days of creation; every opportunity created "
            "in the quarter is in the base, archived ones included, test records excluded. "
            "Enterprise deals keep closing after that and are not counted then, in either quarter. "
            "Mix and rate effects are both at the Q2 base, with the interaction shown apart."
        ),
    )
