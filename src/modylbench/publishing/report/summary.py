"""A report in short: a verdict, the reasons, what to do next, and its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from modylbench.evaluation.dimensions import DYNAMICS_DIMENSIONS
from modylbench.foundation.score_text import NOT_MEASURED, cut, score_text
from modylbench.publishing.report.filling.bounds import shorten_line
from modylbench.publishing.report.highlights import GOOD
from modylbench.runs.summary import NO_TIER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.publishing.report.highlights import Highlights, WorstTurn
    from modylbench.publishing.report.shapes.run import (
        MeetingStatus,
        RunData,
        ScenarioData,
        TrialEntry,
        UsageData,
    )


MOST_NAMED = 5  # ours: what a person reads in one line
MOST_DIMENSIONS = 3
MOST_REASON = 160
TO_DO: dict[MeetingStatus, str] = {
    "not held": "not held yet: `modylbench run` with the options of this run holds what is missing",
    "unreadable": "held and damaged since: remove the folder, and `modylbench run` holds it again",
    "not judged": "not judged yet: `modylbench evaluate RUN` does it",
    "without a score": "without a score, which is not held against the agent: the reason stands "
    "with each, and `modylbench run` holds or judges it again",
}
LOWEST, HIGHEST = 1, 10


class ReportSummary(TypedDict):
    """What stands at the top."""

    verdict: str
    """One sentence."""
    why: list[str]
    """What cost most; nothing where nothing did."""
    next: list[str]
    """What to do, the first thing first."""
    look_at: int | None
    """The number of the meeting with the lowest score."""


def summarize(run: RunData, summaries: Mapping[int, Highlights]) -> ReportSummary:
    """The report in a few lines, of what it shows below and of nothing else."""
    scored = [(trial["score"], trial) for trial in run["trials"] if trial["score"] is not None]
    lowest = min(scored, key=lambda entry: entry[0])[1] if scored else None
    return {
        "verdict": _verdict(run, [score for score, _ in scored]),
        "why": list(_reasons(run, summaries)),
        "next": list(_next_steps(run, lowest, summaries)),
        "look_at": lowest["number"] if lowest else None,
    }


class HeatCell(TypedDict):
    """One dimension of one scenario."""

    text: str
    level: int | None
    """From 1 to 10: how warm its colour is; None: not measured."""
    is_flaky: bool


class HeatRow(TypedDict):
    """One dimension over all scenarios."""

    label: str
    cells: list[HeatCell]


def heat_map(run: RunData) -> list[HeatRow]:
    """A row for every dimension, a cell for every scenario, both in their order."""
    names = dict.fromkeys(
        dimension["dimension"]
        for scenario in run["scenarios"]
        for dimension in scenario["dimensions"]
    )
    return [
        {
            "label": dimension_label(name),
            "cells": [_heat(scenario, name) for scenario in run["scenarios"]],
        }
        for name in names
    ]


def flaky_dimensions(run: RunData) -> list[str]:
    """Dimensions whose scores differ much from run to run, a line each."""
    return [
        f"{scenario['scenario_id']}: {dimension_label(dimension['dimension'])} "
        f"(mean {score_text(dimension['mean'])}, variance {score_text(dimension['variance'])})"
        for scenario in run["scenarios"]
        for dimension in scenario["dimensions"]
        if dimension["is_flaky"]
    ]


def tier_text(scenario: ScenarioData) -> str:
    """The tier of the score that counts; nothing where none counts yet."""
    return "" if scenario["official"] is None else scenario["tier"] or NO_TIER


def tiers_reached(run: RunData) -> str:
    """How many scenarios reach which tier, the highest first."""
    counted = [scenario for scenario in run["scenarios"] if scenario["official"] is not None]
    names = [*sorted(run["tiers"], key=lambda tier: -run["tiers"][tier]), NO_TIER]
    found = {name: sum(tier_text(scenario) == name for scenario in counted) for name in names}
    told = [f"{name} {count} of {len(run['scenarios'])}" for name, count in found.items() if count]
    return ", ".join(told) or NOT_MEASURED


def cost_text(usage: UsageData) -> str:
    """What it cost, in dollars to the hundredth of a cent; nothing for who was never asked."""
    if not usage["calls"]:
        return "nothing"
    return "unknown" if usage["cost_usd"] is None else f"${usage['cost_usd']:.4f}"


def dimension_label(name: str) -> str:
    """A dimension's name as people write it.

    >>> dimension_label("context_accuracy")
    'context accuracy'
    >>> dimension_label("floor")
    'floor (dynamics)'
    """
    label = name.replace("_", " ")
    return f"{label} (dynamics)" if name in DYNAMICS_DIMENSIONS else label


def _verdict(run: RunData, scores: Sequence[float]) -> str:
    if not scores:
        return "Nobody can say yet how good the agent is: no meeting has a score."
    if run["overall"] is None:
        missing = len(run["trials"]) - len(scores)
        why = (
            f"{missing} of {len(run['trials'])} meetings have none" if missing else "see the notes"
        )
        low, high = score_text(min(scores)), score_text(max(scores))
        span = f"meetings have {low} to {high} of 10" if low != high else f"{low} of 10"
        return f"{span}; there is no score of the run as a whole ({why})."
    below = [scenario for scenario in run["scenarios"] if scenario["tier"] is None]
    text = f"{score_text(run['overall'])} of 10: "
    if not below:
        least = min(
            (scenario["tier"] or "" for scenario in run["scenarios"]), key=run["tiers"].__getitem__
        )
        return f"{text}every scenario reaches a tier, {least} or better."
    if len(below) == len(run["scenarios"]):
        name, least_score = min(run["tiers"].items(), key=lambda entry: entry[1])
        return f"{text}no scenario reaches a tier; the first, {name}, begins at {least_score:.2f}."
    named = _first_names(
        [f"{scenario['scenario_id']} ({score_text(scenario['official'])})" for scenario in below]
    )
    reached = len(run["scenarios"]) - len(below)
    return f"{text}{reached} of {len(run['scenarios'])} scenarios reach a tier; not so {named}."


def _reasons(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    weak = [f"{dimension_label(name)} {score_text(mean)}" for name, mean in _weakest(run)]
    if weak:
        yield f"Lowest dimensions, as means over scenarios: {', '.join(weak)}"
    failed = [
        f"{case['name']} ({_trial_name(run['trials'][number])})"
        for number, summary in summaries.items()
        for case in summary["edge_cases"]
        if case["has_failed"]
    ]
    if failed:
        yield f"Edge cases failed: {_first_names(failed)}"
    gates = [
        f"{rule.replace('_', ' ')} ({_trial_name(run['trials'][number])})"
        for number, summary in summaries.items()
        for rule in summary["gates"]
    ]
    if gates:
        yield f"Whole meetings held down by a cap: {_first_names(gates)}"
    limited = [summary["limited"] for summary in summaries.values() if summary["limited"]]
    if limited:
        where = f"{_count(len(limited), 'meeting')}: {sum(limited)} turns and products"
        yield f"Floors and caps took hold in {where}"
    wrong = {
        number: len(summary["wrong"]) + summary["more_wrong"]
        for number, summary in summaries.items()
    }
    if sum(wrong.values()):
        where = _count(sum(map(bool, wrong.values())), "meeting")
        yield f"Criteria that do not hold at the end: {sum(wrong.values())}, in {where}"
    faults = sum(fault["culprit"] == "agent" for fault in run["faults"])
    if faults:
        yield f"Faults of the agent's own: {faults} (see Faults)"
    unsteady = len(flaky_dimensions(run))
    if unsteady:
        yield f"Unsteady from seed to seed: {_count(unsteady, 'dimension')} (see Flaky dimensions)"


def _weakest(run: RunData) -> list[tuple[str, float]]:
    means: dict[str, list[float]] = {}
    for scenario in run["scenarios"]:
        for dimension in scenario["dimensions"]:
            if dimension["mean"] is not None:
                means.setdefault(dimension["dimension"], []).append(dimension["mean"])
    found = [(name, sum(values) / len(values)) for name, values in means.items()]
    low = [(name, mean) for name, mean in found if mean < GOOD]
    return sorted(low, key=lambda entry: entry[1])[:MOST_DIMENSIONS]


def _next_steps(
    run: RunData, lowest: TrialEntry | None, summaries: Mapping[int, Highlights]
) -> Iterator[str]:
    for status, text in TO_DO.items():
        count = sum(trial["status"] == status for trial in run["trials"])
        if count:
            yield f"{count} of {_count(len(run['trials']), 'meeting')} {text}"
    if lowest is not None and (lowest["score"] or 0) < GOOD:
        turns = summaries[lowest["number"]]["worst_turns"]
        where = f"; {_worst_turn_text(turns[0])}" if turns else ""
        yield f"Look first at {_trial_name(lowest)}, which has {score_text(lowest['score'])}{where}"
    if run["standard"] == "offline":
        yield (
            "No model has judged, so these scores are a first look: "
            "`modylbench evaluate RUN --judges default` asks models (docs/judges.md)"
        )


def _worst_turn_text(turn: WorstTurn) -> str:
    text = f"its worst turn is {turn['turn_index']} ({score_text(turn['score'])})"
    if not turn["dimension"]:
        return text
    rated = f"{dimension_label(turn['dimension'])} {score_text(turn['dimension_score'])}"
    reason = turn["reason"].partition("; ")[
        0
    ]  # the worst, of the offline panel; all of it is below
    return f"{text}, {rated}: {shorten_line(reason, MOST_REASON)}"


def _trial_name(entry: TrialEntry) -> str:
    return f"{entry['scenario_id']}, seed {entry['seed']}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _first_names(items: Sequence[str]) -> str:
    more = len(items) - MOST_NAMED
    return "; ".join(items[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def _heat(scenario: ScenarioData, name: str) -> HeatCell:
    found = next(
        (dimension for dimension in scenario["dimensions"] if dimension["dimension"] == name), None
    )
    mean = found["mean"] if found else None
    return {
        "text": score_text(mean),
        "level": None if mean is None else min(HIGHEST, max(LOWEST, int(cut(mean)))),
        "is_flaky": bool(found and found["is_flaky"]),
    }
