"""People of real meetings measured as if they were agents, by what needs nothing but timing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.conversation import conversation_of_talk
from modylbench.evaluation.dynamics.people.reference import meeting_samples, pooled_norms, quantile
from modylbench.evaluation.dynamics.table import DYNAMICS_METRICS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.dynamics.people.corpus import MeetingTalk
    from modylbench.evaluation.dynamics.people.reference import MeetingSamples

TIMING = "timing"
OTHERS = "the other meetings"
PERCENTILES = (1, 10, 25, 50, 75, 90)
DIGITS = 4


@dataclass(frozen=True, slots=True)
class PeopleScores:
    """How people do on one metric; `quantiles` by their names, none where nobody has a value."""

    n: int
    mean: float | None
    quantiles: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class HumanBaseline:
    """How people do on all metrics of timing, by symbol; against which reference."""

    norms: str
    meetings: int
    humans: int
    hard_fail_share: float
    """Of those who fail the floor of a metric of timing; today's floors need more than timing."""
    metrics: Mapping[str, PeopleScores]
    competitive_interruptions_per_hour: PeopleScores
    """By timing alone: for people a rate and no fail (SPEC 7)."""


def measure_people(meetings: Sequence[MeetingTalk], norms: Norms | None = None) -> HumanBaseline:
    """Each person of each meeting; without norms each meeting is held against all the others."""
    by_symbol: dict[str, list[float]] = defaultdict(list)
    humans = failed = 0
    samples = [meeting_samples(meeting) for meeting in meetings]
    for meeting, reference in _with_reference(meetings, samples, norms):
        for person in sorted(meeting.people):
            values = timing_values(meeting, person, reference)
            humans += 1
            failed += fails_a_floor(values)
            for symbol, value in values.items():
                by_symbol[symbol].append(value)
    return HumanBaseline(
        norms=OTHERS if norms is None else norms.label,
        meetings=len(meetings),
        humans=humans,
        hard_fail_share=round(failed / humans, DIGITS) if humans else 0.0,
        metrics={
            metric.symbol: people_scores(by_symbol[metric.symbol])
            for metric in DYNAMICS_METRICS
            if metric.needs == TIMING
        },
        competitive_interruptions_per_hour=people_scores(
            [rate for found in samples for rate in found.competitive_interruptions_per_hour]
        ),
    )


def timing_values(meeting: MeetingTalk, person: str, norms: Norms) -> dict[str, float]:
    """One person's value on each metric of timing that there is anything to measure for."""
    conversation = conversation_of_talk(meeting.talk, person)
    measured = {
        metric.symbol: metric.measure(conversation, norms).value
        for metric in DYNAMICS_METRICS
        if metric.needs == TIMING
    }
    return {symbol: value for symbol, value in measured.items() if value is not None}


def fails_a_floor(values: Mapping[str, float]) -> bool:
    """Whether any value is below the floor of its metric."""
    return any(
        metric.floor is not None and values.get(metric.symbol, 1.0) < metric.floor
        for metric in DYNAMICS_METRICS
    )


def people_scores(values: Sequence[float]) -> PeopleScores:
    """How many values there are, their mean and their quantiles."""
    ordered = sorted(values)
    if not ordered:
        return PeopleScores(0, None, {})
    quantiles = {f"p{at}": round(quantile(ordered, at / 100), DIGITS) for at in PERCENTILES}
    return PeopleScores(len(ordered), round(fmean(ordered), DIGITS), quantiles)


def _with_reference(
    meetings: Sequence[MeetingTalk], samples: Sequence[MeetingSamples], norms: Norms | None
) -> Iterator[tuple[MeetingTalk, Norms]]:
    """Each meeting with what its people are held against."""
    for place, meeting in enumerate(meetings):
        others = [*samples[:place], *samples[place + 1 :]]
        yield meeting, norms or pooled_norms(others, "others", "leave one out")
