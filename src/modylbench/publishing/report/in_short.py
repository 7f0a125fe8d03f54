"""Is the agent good, why not, and what should its maker do next?"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from modylbench.foundation.score_text import score_text
from modylbench.publishing.report.content.bounds import line
from modylbench.publishing.report.highlights import GOOD
from modylbench.publishing.report.overview import flaky, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.publishing.report.data.run import RunData, Status, TrialEntry
    from modylbench.publishing.report.highlights import Highlights, WorstTurn

MOST_NAMED = 5  # ours: what a person reads in one line
MOST_DIMENSIONS = 3
MOST_REASON = 160
TO_DO: dict[Status, str] = {
    "not held": "not held yet: `modylbench run` with the options of this run holds what is missing",
    "unreadable": "held and damaged since: remove the folder, and `modylbench run` holds it again",
    "not judged": "not judged yet: `modylbench evaluate RUN` does it",
    "without a score": "without a score, which is not held against the agent: the reason stands "
    "with each, and `modylbench run` holds or judges it again",
}


class InShort(TypedDict):
    """What stands at the top."""

    verdict: str
    """One sentence."""
    why: list[str]
    """What cost most; nothing where nothing did."""
    next: list[str]
    """What to do, the first thing first."""
    look_at: int | None
    """The number of the meeting with the lowest score."""


def in_short(run: RunData, summaries: Mapping[int, Highlights]) -> InShort:
    """The report in a few lines, of what it shows below and of nothing else."""
    scored = [(one["score"], one) for one in run["trials"] if one["score"] is not None]
    lowest = min(scored, key=lambda entry: entry[0])[1] if scored else None
    return {
        "verdict": _verdict(run, [score for score, _ in scored]),
        "why": list(_why(run, summaries)),
        "next": list(_next(run, lowest, summaries)),
        "look_at": lowest["number"] if lowest else None,
    }


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
    below = [one for one in run["scenarios"] if one["tier"] is None]
    text = f"{score_text(run['overall'])} of 10: "
    if not below:
        least = min((one["tier"] or "" for one in run["scenarios"]), key=run["tiers"].__getitem__)
        return f"{text}every scenario reaches a tier, {least} or better."
    if len(below) == len(run["scenarios"]):
        name, least_score = min(run["tiers"].items(), key=lambda entry: entry[1])
        return f"{text}no scenario reaches a tier; the first, {name}, begins at {least_score:.2f}."
    named = _named([f"{one['scenario_id']} ({score_text(one['official'])})" for one in below])
    reached = len(run["scenarios"]) - len(below)
    return f"{text}{reached} of {len(run['scenarios'])} scenarios reach a tier; not so {named}."


def _why(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    weak = [f"{spoken(name)} {score_text(mean)}" for name, mean in _weakest(run)]
    if weak:
        yield f"Lowest dimensions, as means over scenarios: {', '.join(weak)}"
    failed = [
        f"{case['name']} ({_name(run['trials'][number])})"
        for number, found in summaries.items()
        for case in found["edge_cases"]
        if case["has_failed"]
    ]
    if failed:
        yield f"Edge cases failed: {_named(failed)}"
    limited = [one["limited"] for one in summaries.values() if one["limited"]]
    if limited:
        where = f"{_count(len(limited), 'meeting')}: {sum(limited)} turns and products"
        yield f"Floors and caps took hold in {where}"
    wrong = {
        number: len(found["wrong"]) + found["more_wrong"] for number, found in summaries.items()
    }
    if sum(wrong.values()):
        where = _count(sum(map(bool, wrong.values())), "meeting")
        yield f"Criteria that do not hold at the end: {sum(wrong.values())}, in {where}"
    faults = sum(one["culprit"] == "agent" for one in run["faults"])
    if faults:
        yield f"Faults of the agent's own: {faults} (see Faults)"
    unsteady = len(flaky(run))
    if unsteady:
        yield f"Unsteady from seed to seed: {_count(unsteady, 'dimension')} (see Flaky dimensions)"


def _weakest(run: RunData) -> list[tuple[str, float]]:
    means: dict[str, list[float]] = {}
    for scenario in run["scenarios"]:
        for one in scenario["dimensions"]:
            if one["mean"] is not None:
                means.setdefault(one["dimension"], []).append(one["mean"])
    found = [(name, sum(those) / len(those)) for name, those in means.items()]
    low = [(name, mean) for name, mean in found if mean < GOOD]
    return sorted(low, key=lambda entry: entry[1])[:MOST_DIMENSIONS]


def _next(
    run: RunData, lowest: TrialEntry | None, summaries: Mapping[int, Highlights]
) -> Iterator[str]:
    for status, text in TO_DO.items():
        count = sum(one["status"] == status for one in run["trials"])
        if count:
            yield f"{count} of {_count(len(run['trials']), 'meeting')} {text}"
    if lowest is not None and (lowest["score"] or 0) < GOOD:
        turns = summaries[lowest["number"]]["worst_turns"]
        where = f"; {_told(turns[0])}" if turns else ""
        yield f"Look first at {_name(lowest)}, which has {score_text(lowest['score'])}{where}"
    if run["standard"] == "offline":
        yield (
            "No model has judged, so these scores are a first look: "
            "`modylbench evaluate RUN --judges default` asks models (docs/judges.md)"
        )


def _told(turn: WorstTurn) -> str:
    text = f"its worst turn is {turn['turn_index']} ({score_text(turn['score'])})"
    if not turn["dimension"]:
        return text
    rated = f"{spoken(turn['dimension'])} {score_text(turn['dimension_score'])}"
    reason = turn["reason"].partition("; ")[
        0
    ]  # the worst, of the offline panel; all of it is below
    return f"{text}, {rated}: {line(reason, MOST_REASON)}"


def _name(entry: TrialEntry) -> str:
    return f"{entry['scenario_id']}, seed {entry['seed']}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _named(items: Sequence[str]) -> str:
    more = len(items) - MOST_NAMED
    return "; ".join(items[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
