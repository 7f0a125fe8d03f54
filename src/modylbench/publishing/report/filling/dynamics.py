"""Fills in what the page shows of how the agent took part in the conversation, event by event."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from modylbench.foundation.score_text import score_text
from modylbench.publishing.report.filling.bounds import shorten_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.evaluation.facts import DynamicsMoment
    from modylbench.publishing.report.filling.work import ReportedMeeting
    from modylbench.publishing.report.shapes.meeting import (
        DynamicsData,
        DynamicsDimensionData,
        DynamicsMomentData,
    )

MOST_MOMENTS = 60  # ours: of one metric


def dynamics_data(meeting: ReportedMeeting, names: Mapping[str, str]) -> DynamicsData | None:
    """The dimensions with their metrics and the events of each; None where nobody measured them.

    `names` are what people are called, by their identity.
    """
    scored = meeting.card.dynamics if meeting.card is not None else None
    if scored is None:
        return None
    facts = meeting.evaluation.facts.dynamics if meeting.evaluation is not None else None
    moments = {measure.symbol: measure.moments for measure in (facts.measures if facts else ())}
    interruptions = facts.competitive_interruptions if facts is not None else ()
    return {
        "norms": shorten_line(scored.norms),
        "counts": scored.counts,
        "score": scored.score,
        "dimensions": [
            {
                "dimension": part.dimension,
                "score": part.score,
                "metrics": [
                    {
                        "symbol": shorten_line(metric.symbol),
                        "value": metric.value,
                        "reason": shorten_line(metric.reason),
                        "moments": _moments(moments.get(metric.symbol, ()), names),
                        "count": len(moments.get(metric.symbol, ())),
                    }
                    for metric in part.metrics
                ],
            }
            for part in scored.dimensions
        ],
        "interruptions": _moments(interruptions, names),
        "interruption_count": scored.competitive_interruptions,
    }


def dynamics_lines(dynamics: DynamicsData | None) -> list[str]:
    """Dynamics in words, a line for each dimension; nothing where nobody measured them."""
    if dynamics is None:
        return []
    about = "" if dynamics["counts"] else ", reported and not part of the score"
    interrupted = f"competitive interruptions {dynamics['interruption_count']}"
    return [
        f"Dynamics {score_text(dynamics['score'])} against {dynamics['norms']}{about}; "
        f"{interrupted}",
        *map(_dimension_line, dynamics["dimensions"]),
    ]


def _dimension_line(part: DynamicsDimensionData) -> str:
    told = [
        f"{metric['symbol']} {score_text(metric['value'])}"
        + (f" ({metric['reason']})" if metric["value"] is None and metric["reason"] else "")
        for metric in part["metrics"]
    ]
    return f"{part['dimension']} {score_text(part['score'])}: {', '.join(told)}"


def _moments(
    moments: Iterable[DynamicsMoment], names: Mapping[str, str]
) -> list[DynamicsMomentData]:
    return [
        {
            "at_s": moment.at_s,
            "until_s": moment.until_s,
            "who": [shorten_line(names.get(identity, identity)) for identity in moment.who],
            "value": moment.value,
            "note": shorten_line(moment.note),
        }
        for moment in islice(moments, MOST_MOMENTS)
    ]
