"""The metrics that are reported of a meeting and never added to a score, in one table.

Adding one touches its row here, the module that measures it (its value a field of facts) and that
module's test: scorecards have every row under `metrics`, and the HTML report and the data set
follow them.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.evaluation.facts import MeetingFacts

    MetricValue = float | int | None

MetricUnit = Literal[
    "turns", "s", "share", "figures", "attempts", "edits", "interruptions", "references", "changes",
    "pictures",
]  # fmt: skip
Direction = Literal["higher", "lower", "neither"]
DIGITS = 9  # as scores: the noise that floats add is below


@dataclass(frozen=True, slots=True)
class MeetingMetric:
    """A row of the table; `section` is the paper's, or `SPEC` and `ours` where it has none.

    `direction` says which way is better; reports show it with the unit beside every value.
    """

    symbol: str
    measure: Callable[[MeetingFacts], MetricValue]
    section: str
    unit: MetricUnit
    direction: Direction
    mutation_score: str = ""
    """The mutation score that it is, which is not there where layer 4 is switched off."""


def answered_turns(facts: MeetingFacts) -> int:
    """How many turns have an answer."""
    return sum(turn.is_answered for turn in facts.turns)


def median_response_s(facts: MeetingFacts) -> float | None:
    """The median time to an answer; None where nobody answered, or no time was taken."""
    responses = [
        turn.timing.response_s for turn in facts.turns if turn.timing.response_s is not None
    ]
    return round(statistics.median(responses), DIGITS) if responses else None


def longest_pause_s(facts: MeetingFacts) -> float | None:
    """The longest silence inside an answer; None without sound or times."""
    pauses = [turn.timing.longest_pause_s for turn in facts.turns]
    return max((pause for pause in pauses if pause is not None), default=None)


def talk_over_s(facts: MeetingFacts) -> float:
    """How long the agent spoke while a person did."""
    return facts.talk_over_s


def resent_share(facts: MeetingFacts) -> float | None:
    """Of what the agent sent, the part that stood there before; None where it sent nothing."""
    return facts.resent_share


def figures_said(facts: MeetingFacts) -> int:
    """How many numbers the agent said or wrote."""
    return sum(len(turn.speech.figures) for turn in facts.turns)


def figures_contradicted(facts: MeetingFacts) -> int:
    """How many of them its own products show otherwise."""
    figures = [figure for turn in facts.turns for figure in turn.speech.figures]
    return sum(figure.agreement == "contradicts" for figure in figures)


def attempts_on_judges(facts: MeetingFacts) -> int:
    """How often the agent spoke to whoever judges; what stays on a surface was tried once."""
    made = [attempt for turn in facts.turns for attempt in facts.attempts_made_in(turn.turn_index)]
    known = {attempt.stands_as for attempt in made}
    left = [attempt for product in facts.products for attempt in product.attempts]
    return len(made) + sum(attempt.stands_as not in known for attempt in left)


def competitive_interruptions(facts: MeetingFacts) -> int | None:
    """How often the agent took the floor from somebody; None where nobody measured dynamics."""
    return len(facts.dynamics.competitive_interruptions) if facts.dynamics is not None else None


def audio_visual_sync(facts: MeetingFacts) -> float | None:
    """How near to the words that point at the screen it changed; None without such words."""
    return _rounded_share(facts.synchrony)


def early_references(facts: MeetingFacts) -> int:
    """How often the agent pointed at what came only later."""
    return sum(reference.is_early for turn in facts.turns for reference in turn.screen.references)


def layout_stability(facts: MeetingFacts) -> float | None:
    """How steady the surfaces were while they changed; None without two pictures of one."""
    return _rounded_share(facts.stability)


def undone_changes(facts: MeetingFacts) -> int:
    """How many changes of the screen led to nothing that stood at the end of their turn."""
    return sum(turn.screen.undone_changes for turn in facts.turns)


def changed_pictures(facts: MeetingFacts) -> int | None:
    """How many pictures show something else than the one before; None where none was compared."""
    return facts.frames.changed if facts.frames.compared else None


def changed_pictures_by_hash(facts: MeetingFacts) -> int | None:
    """The same by the paper's hash alone, which does not see one changed cell."""
    return facts.frames.changed_by_hash if facts.frames.compared else None


def _rounded_share(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def dynamics_metrics(facts: MeetingFacts) -> dict[str, MetricValue]:
    """The metrics of SPEC 7 where the agent met one person; with several they are scored.

    All are shares, and higher is better.
    """
    dynamics = facts.dynamics
    if dynamics is None or dynamics.is_multi_party:
        return {}
    return {measure.symbol: measure.value for measure in dynamics.measures}


def mutation_score(name: str, facts: MeetingFacts) -> MetricValue:
    """One of the scores of `mutations/scores.py`; None where it could not be measured."""
    return facts.mutation_scores.get(name)


def _mutation(name: str, section: str, unit: MetricUnit, direction: Direction) -> MeetingMetric:
    measure = partial(mutation_score, name)
    return MeetingMetric(f"mutation_{name}", measure, section, unit, direction, name)


METRICS = (
    MeetingMetric("answered_turns", answered_turns, "SPEC 2", "turns", "higher"),
    MeetingMetric("median_response_s", median_response_s, "SPEC 2", "s", "lower"),
    MeetingMetric("longest_pause_s", longest_pause_s, "SPEC 2", "s", "lower"),
    MeetingMetric("talk_over_s", talk_over_s, "SPEC 2", "s", "lower"),
    MeetingMetric("resent_share", resent_share, "SPEC 5", "share", "lower"),
    MeetingMetric("figures_said", figures_said, "ours", "figures", "neither"),
    MeetingMetric("figures_contradicted", figures_contradicted, "ours", "figures", "lower"),
    MeetingMetric("attempts_on_judges", attempts_on_judges, "ours", "attempts", "lower"),
    MeetingMetric(
        "competitive_interruptions", competitive_interruptions, "SPEC 7", "interruptions", "lower"
    ),
    MeetingMetric("audio_visual_sync", audio_visual_sync, "SPEC 9", "share", "higher"),
    MeetingMetric("early_references", early_references, "ours", "references", "lower"),
    MeetingMetric("layout_stability", layout_stability, "SPEC 9", "share", "higher"),
    MeetingMetric("undone_changes", undone_changes, "ours", "changes", "lower"),
    MeetingMetric("changed_pictures", changed_pictures, "SPEC 9", "pictures", "neither"),
    MeetingMetric(
        "changed_pictures_by_hash", changed_pictures_by_hash, "SPEC 9", "pictures", "neither"
    ),
    _mutation("mutations", "3.6", "edits", "neither"),
    _mutation("correct", "3.6", "edits", "higher"),
    _mutation("incorrect", "SPEC 5", "edits", "lower"),
    _mutation("efficiency", "3.6", "share", "higher"),
    _mutation("convergence_rate", "3.6", "share", "higher"),
    _mutation("backtracks", "3.6", "edits", "lower"),
    _mutation("churn", "3.6", "edits", "lower"),
    _mutation("destructive_edits", "3.6", "edits", "lower"),
    _mutation("missing", "3.6", "edits", "lower"),
)


def reported_metrics(facts: MeetingFacts) -> dict[str, MetricValue]:
    """Every metric of a meeting by its symbol; None is what could not be measured."""
    reported = {
        metric.symbol: metric.measure(facts)
        for metric in METRICS
        if not metric.mutation_score or metric.mutation_score in facts.mutation_scores
    }
    return reported | dynamics_metrics(facts)
