"""How are scores, judges and troubles printed at the end of a run, for people and as JSON?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.score_text import score_text
from modylbench.runs.totals import together
from modylbench.runs.wording import NO_TIER, STANDARDS, counted_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.pipeline.outcome import Judging, Outcome
    from modylbench.pipeline.repeat import Repeated
    from modylbench.reliability.report import ScenarioReliability
    from modylbench.runs.totals import JudgeTotal
    from modylbench.scoring.scorecard import Scorecard

MOST_TROUBLES = 20


def table(judging: Judging, repeated: Sequence[Repeated]) -> Iterator[str]:
    """Per run the scenarios with their scores, then the judges, then what has no score."""
    for one in repeated:
        yield from _run_lines(one)
    yield from judge_lines(
        together(total for outcome in judging.outcomes for total in outcome.totals)
    )
    yield from trouble_lines(judging)


def trial_line(card: Scorecard) -> str:
    """One trial's score."""
    if card.combined is None:
        return "without a score"
    parts = f"journey {score_text(card.journey)}, destination {score_text(card.destination)}"
    return f"score {score_text(card.combined)}, {card.tier or NO_TIER} ({parts})"


def as_value(judging: Judging, repeated: Sequence[Repeated]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "runs": [
            {
                "run": str(one.run.folder),
                "reliability": one.report.model_dump(mode="json") if one.report else None,
                "trouble": one.trouble,
            }
            for one in repeated
        ],
        "trials": [outcome_value(outcome) for outcome in judging.outcomes],
        "judges": [
            {"judge": one.judge, "verdicts": one.verdicts, "failed": one.failed}
            | one.usage.model_dump()
            for one in together(total for each in judging.outcomes for total in each.totals)
        ],
        "stopped": judging.stopped,
    }


def outcome_value(outcome: Outcome) -> dict[str, Any]:
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
            "journey": card.journey,
            "destination": card.destination,
            "standard": card.standard,
            "invalid": list(card.invalid),
            "notes": list(card.notes),
        }
    return value


def _run_lines(repeated: Repeated) -> Iterator[str]:
    yield f"{repeated.run.folder}"
    report = repeated.report
    if report is None:
        yield f"  no figures for the whole run: {repeated.trouble}"
        return
    counted = counted_run(report)
    yield f"  {'scenario':<22} {counted:>9}  {'tier':<10}  scores by seed"
    for scenario in report.scenarios:
        yield f"  {_scenario_line(scenario)}"
    overall = "none, since a scenario has no score that counts"
    if report.overall is not None:
        plural = {"official": "official scores"}.get(counted, f"{counted}s")
        overall = f"{score_text(report.overall)}, the mean of the {plural}"
    yield f"  overall {overall}; {STANDARDS[report.standard]}"
    for note in report.notes:
        yield f"  {note}"


def _scenario_line(one: ScenarioReliability) -> str:
    counted = score_text(one.official, "-")
    without = {
        **dict.fromkeys(one.missing_seeds, "missing"),
        **dict.fromkeys(one.invalid_seeds, "invalid"),
    }
    valid = [seed for seed in one.seeds if seed not in without]
    scores = [f"{seed}: {score_text(score)}" for seed, score in zip(valid, one.scores, strict=True)]
    scores += [f"{seed}: {why}" for seed, why in without.items()]
    if one.is_provisional and one.mean is not None:
        lowest, highest, mean = map(score_text, (one.min, one.max, one.mean))
        scores.append(f"provisional: {lowest} to {highest}, mean {mean}")
    tier = "-" if one.official is None else one.tier or NO_TIER
    return f"{one.scenario_id:<22} {counted:>9}  {tier:<10}  {', '.join(scores)}"


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


def trouble_lines(judging: Judging) -> Iterator[str]:
    """What was not judged, and why."""
    for outcome in judging.outcomes:
        name = f"{outcome.folder.parent.name}/{outcome.folder.name}"
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
