"""Scores, judges, troubles and estimates, printed for people and as JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import ellipsize, one_line
from modylbench.foundation.score_text import score_text
from modylbench.recording.transcript import printable
from modylbench.runs.summary import (
    NO_TIER,
    STANDARDS,
    add_totals,
    counted_run,
    held_as,
    limit_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.pipeline.cost_estimate import CallEstimate
    from modylbench.pipeline.repeat import RunReliability
    from modylbench.pipeline.weigh import JudgingOutcome, TrialOutcome
    from modylbench.reliability.report import ScenarioReliability
    from modylbench.runs.summary import JudgeTotal
    from modylbench.scoring.scorecard import Scorecard


MOST_TROUBLES = 20
MOST_OF_A_REASON = 300  # ours: a line for people; scorecard.json has all of it
BY_PAPER = "paper"
"""The heading of the scores by the paper's own rules."""


def table(judging: JudgingOutcome, repeated: Sequence[RunReliability]) -> Iterator[str]:
    """Per run the scenarios with their scores, then every cap, the judges, what has no score."""
    for run in repeated:
        yield from _run_lines(run)
    yield from cap_lines(judging)
    yield from judge_lines(_totals(judging))
    yield from trouble_lines(judging)


def score_line(card: Scorecard) -> str:
    """One trial's score."""
    if card.combined is None:
        return "without a score"
    parts = f"journey {score_text(card.journey)}, destination {score_text(card.destination)}"
    if card.counted_dynamics is not None:
        parts += f", dynamics {score_text(card.counted_dynamics.score)}"
    if card.by_paper != card.combined:
        parts += f"; {score_text(card.by_paper)} by the paper's rules"
    if card.reachable is not None:
        reached = f"{score_text(card.combined)} of {score_text(card.reachable)} reachable"
        return f"score {reached} in the beats held, which have no tier ({parts})"
    return f"score {score_text(card.combined)}, {card.tier or NO_TIER} ({parts})"


def as_value(judging: JudgingOutcome, repeated: Sequence[RunReliability]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "runs": [
            {
                "run": str(run.run.folder),
                "reliability": run.report.model_dump(mode="json") if run.report else None,
                "trouble": run.trouble,
            }
            for run in repeated
        ],
        "trials": [outcome_value(outcome) for outcome in judging.outcomes],
        "judges": [
            {"judge": total.judge, "verdicts": total.verdicts, "failed": total.failed}
            | total.usage.model_dump()
            for total in _totals(judging)
        ],
        "stopped": judging.stopped,
    }


def outcome_value(outcome: TrialOutcome) -> dict[str, Any]:
    """One trial as JSON."""
    card = outcome.scorecard
    value: dict[str, Any] = {
        "folder": str(outcome.folder),
        "was_kept": outcome.was_kept,
        "failures": list(outcome.failures),
        "trouble": outcome.trouble,
        "score": None,
        "tier": None,
    }
    if card is not None:
        value |= {
            "scenario": card.scenario_id,
            "seed": card.seed,
            "score": card.combined,
            "tier": card.tier,
            "by_paper": card.by_paper,
            "caps": [limit.model_dump(mode="json") for limit in card.limits],
            "journey": card.journey,
            "destination": card.destination,
            "dynamics": card.dynamics.model_dump(mode="json") if card.dynamics else None,
            "standard": card.standard,
            "invalid": list(card.invalid),
            "notes": list(card.notes),
        }
    return value


def judge_lines(totals: Sequence[JudgeTotal]) -> Iterator[str]:
    """What each judge did and took; nobody's tokens are told where no model was asked."""
    if not totals:
        return
    if not any(total.usage.calls for total in totals):
        told = ", ".join(
            f"{total.judge} {total.verdicts}"
            + (f" ({total.failed} failed)" if total.failed else "")
            for total in totals
        )
        yield f"verdicts: {told}"
        return
    head = ("verdicts", "failed", "calls", "tokens in", "tokens out", "cost")
    yield f"{'judge':<34}" + "".join(f" {word:>10}" for word in head)
    for total in totals:
        used = total.usage
        cost = "unknown" if used.cost_usd is None else f"${used.cost_usd:.4f}"
        numbers = (
            total.verdicts, total.failed, used.calls, used.input_tokens, used.output_tokens,
        )  # fmt: skip
        cells = "".join(f" {number:>10,}" for number in numbers)
        yield f"{total.judge:<34}{cells} {cost:>10}"


def cap_lines(judging: JudgingOutcome) -> Iterator[str]:
    """Every cap on a trial with its reason, also one that takes nothing away."""
    for outcome in judging.outcomes:
        for limit in outcome.scorecard.limits if outcome.scorecard is not None else ():
            told = limit_text(
                limit.rule,
                ellipsize(printable(one_line(limit.reason)), MOST_OF_A_REASON),
                limit.before,
                limit.after,
            )
            yield f"CAPPED {_trial_name(outcome)}: {told}"


def trouble_lines(judging: JudgingOutcome) -> Iterator[str]:
    """What was not judged, and why."""
    for outcome in judging.outcomes:
        name = _trial_name(outcome)
        if outcome.trouble:
            yield f"NOT JUDGED {name}: {outcome.trouble}"
        if outcome.scorecard is not None:
            for reason in outcome.scorecard.invalid[:MOST_TROUBLES]:
                yield f"NO SCORE {name}: {reason}"
        for failure in outcome.failures[:MOST_TROUBLES]:
            yield f"JUDGE FAILED {name}: {failure}"
        if len(outcome.failures) > MOST_TROUBLES:
            yield f"JUDGE FAILED {name}: {len(outcome.failures) - MOST_TROUBLES} more"
    if any(outcome.failures for outcome in judging.outcomes):
        yield "the same command again asks only for what failed"


def estimate_lines(estimates: Sequence[CallEstimate], trials: int) -> Iterator[str]:
    """A line for each judge, and one for all."""
    yield f"{trials} {'trial' if trials == 1 else 'trials'}; nobody was asked"
    yield f"{'judge':<34} {'calls':>8} {'tokens in':>12} {'tokens out':>12} {'cost':>10}"
    for estimate in estimates:
        yield (
            f"{estimate.judge:<34} {estimate.calls:>8,} {estimate.input_tokens:>12,} "
            f"{estimate.output_tokens:>12,} {_dollars(estimate.cost_usd):>10}"
        )
    costs = [estimate.cost_usd for estimate in estimates]
    known = math.fsum(cost for cost in costs if cost is not None)
    more = " and what has no known price" if None in costs else ""
    yield f"about {_dollars(known)}{more} at list prices; answers that are kept cost nothing"


def _trial_name(outcome: TrialOutcome) -> str:
    return f"{outcome.folder.parent.name}/{outcome.folder.name}"


def _totals(judging: JudgingOutcome) -> tuple[JudgeTotal, ...]:
    return add_totals(total for outcome in judging.outcomes for total in outcome.totals)


def _run_lines(repeated: RunReliability) -> Iterator[str]:
    yield f"{repeated.run.folder}"
    report = repeated.report
    if report is None:
        yield f"  no figures for the whole run: {repeated.trouble}"
        return
    counted = counted_run(report)
    yield f"  {held_as(report)}"
    yield f"  {'scenario':<22} {counted:>9}  {'tier':<10}  {BY_PAPER:>5}  scores by seed"
    for scenario in report.scenarios:
        yield f"  {_scenario_line(scenario)}"
    overall = "none, since a scenario has no score that counts"
    if report.overall is not None:
        plural = {"official": "official scores"}.get(counted, f"{counted}s")
        overall = f"{score_text(report.overall)}, the mean of the {plural}"
        overall += f" ({score_text(report.overall_by_paper)} by the paper's rules)"
    yield f"  overall {overall}; {STANDARDS[report.standard]}"
    for note in report.notes:
        yield f"  {note}"


def _scenario_line(scenario: ScenarioReliability) -> str:
    counted = score_text(scenario.official, "-")
    without = {
        **dict.fromkeys(scenario.missing_seeds, "missing"),
        **dict.fromkeys(scenario.invalid_seeds, "invalid"),
    }
    valid = [seed for seed in scenario.seeds if seed not in without]
    scores = [
        f"{seed}: {score_text(score)}" for seed, score in zip(valid, scenario.scores, strict=True)
    ]
    scores += [f"{seed}: {why}" for seed, why in without.items()]
    if scenario.is_provisional and scenario.mean is not None:
        lowest, highest, mean = map(score_text, (scenario.min, scenario.max, scenario.mean))
        scores.append(f"provisional: {lowest} to {highest}, mean {mean}")
    tier = "-" if scenario.official is None else scenario.tier or NO_TIER
    by_paper = score_text(scenario.counted_by_paper, "-")
    return (
        f"{scenario.scenario_id:<22} {counted:>9}  {tier:<10}  {by_paper:>5}  {', '.join(scores)}"
    )


def _dollars(cost_usd: float | None) -> str:
    return "unknown" if cost_usd is None else f"${cost_usd:.2f}"
