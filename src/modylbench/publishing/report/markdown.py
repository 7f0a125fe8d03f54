"""How does a report read as text?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.score_text import NOT_MEASURED, interval_text, score_text, share_text
from modylbench.publishing.report.in_short import in_short
from modylbench.publishing.report.markdown_text import plain_text, table
from modylbench.publishing.report.overview import (
    cost_text,
    flaky,
    heat_map,
    spoken,
    tier_text,
    tiers_reached,
)
from modylbench.recording.transcript import clock_time
from modylbench.runs.wording import NO_TIER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.publishing.report.data.run import RunData, ScenarioData, TrialEntry
    from modylbench.publishing.report.highlights import Highlights, WorstTurn, Wrong


def markdown(run: RunData, summaries: Mapping[int, Highlights]) -> str:
    """The report as Markdown: tables first, then every meeting."""
    parts = (
        _summary(run, summaries),
        _scenarios(run),
        _dimensions(run),
        _meetings(run, summaries),
        _faults(run),
        _cost(run),
        _notes(run),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _summary(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    scored = sum(one["score"] is not None for one in run["trials"])
    short = in_short(run, summaries)
    yield f"# ModylBench report: {plain_text(run['agent']['name'] or 'unknown agent')}"
    yield ""
    yield f"Run {plain_text(run['name'])}."
    yield ""
    yield f"**{plain_text(short['verdict'], 1_000)}**"
    yield ""
    yield from (f"- {plain_text(one, 1_000)}" for one in short["why"])
    yield from (f"- Next: {plain_text(one, 1_000)}" for one in short["next"])
    yield ""
    yield f"- Overall: **{score_text(run['overall'])}**"
    yield f"- Tiers: {tiers_reached(run)}"
    yield f"- Judged: {run['standard_text']}"
    yield f"- Held and weighed as the benchmark does: {'yes' if run['is_official'] else 'no'}"
    yield f"- Meetings with a score: {scored} of {len(run['trials'])}"


def _scenarios(run: RunData) -> Iterator[str]:
    yield "## Scenarios"
    yield ""
    head = (
        "Scenario", run["counted"].capitalize(), "Tier", "Scores by seed", "Mean", "95 % interval",
        "SD", "Pass rate", "pass@k", "pass^k",
    )  # fmt: skip
    yield from table(head, (_scenario(one) for one in run["scenarios"]))


def _scenario(one: ScenarioData) -> list[str]:
    scores = [
        f"{seed}: {score_text(score, state)}"
        for seed, score, state in zip(one["seeds"], one["scores"], one["states"], strict=True)
    ]
    interval = (one["ci95"][0], one["ci95"][1]) if one["ci95"] else None
    provisional = " (provisional)" if one["is_provisional"] and one["mean"] is not None else ""
    return [
        plain_text(one["scenario_id"]),
        score_text(one["official"]),
        tier_text(one) or NOT_MEASURED,
        ", ".join(scores),
        score_text(one["mean"]) + provisional,
        interval_text(interval),
        score_text(one["sd"]),
        share_text(one["pass_rate"]),
        share_text(one["pass_at_k"]),
        share_text(one["pass_hat_k"]),
    ]


def _dimensions(run: RunData) -> Iterator[str]:
    yield "## Dimensions"
    yield ""
    rows = heat_map(run)
    if rows:
        head = ["Mean", *(plain_text(one["scenario_id"]) for one in run["scenarios"])]
        yield from table(
            head, ([row["label"], *(cell["text"] for cell in row["cells"])] for row in rows)
        )
    else:
        yield "No dimension was measured."
    yield ""
    unsteady = flaky(run)
    yield "Flaky dimensions (variance between runs over 1):" if unsteady else "No flaky dimension."
    if unsteady:
        yield ""
        yield from (f"- {plain_text(one)}" for one in unsteady)


def _meetings(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    yield "## Meetings"
    for entry in run["trials"]:
        yield ""
        yield from _meeting(entry, summaries.get(entry["number"]))


def _meeting(entry: TrialEntry, found: Highlights | None) -> Iterator[str]:
    yield f"### {plain_text(entry['scenario_id'])}, seed {entry['seed']}"
    yield ""
    yield _score(entry)
    yield ""
    yield from (f"- {plain_text(one, 1_000)}" for one in entry["reasons"])
    if found is None:
        return
    yield from (f"- Limit: {plain_text(one, 1_000)}" for one in found["limits"])
    for one in found["edge_cases"]:
        outcome = "failed" if one["has_failed"] else "passed"
        why = "".join(f"; {plain_text(reason)}" for reason in one["reasons"])
        yield f"- Edge case {plain_text(one['name'])} ({one['severity']}): {outcome}{why}"
    yield from (_worst(one) for one in found["worst_turns"])
    yield from (f"- Note: {plain_text(one, 1_000)}" for one in found["notes"])
    yield from (f"- Left out of this report: {plain_text(one)}" for one in found["left_out"])
    if found["wrong"]:
        yield ""
        head = ("Criterion", "Verdict", "Found", "Expected", "Why", "Where")
        yield from table(head, (_wrong(one) for one in found["wrong"]))
    if found["more_wrong"]:
        yield ""
        yield f"{found['more_wrong']} more do not hold."


def _score(entry: TrialEntry) -> str:
    text = f"**{score_text(entry['score'], entry['status'])}**"
    if entry["score"] is not None:
        parts = f"journey {score_text(entry['journey'])}, "
        parts += f"destination {score_text(entry['destination'])}"
        text += f" {entry['tier'] or NO_TIER} ({parts})"
    if entry["duration_s"] is not None:
        text += f"; {entry['turns']} turns, {clock_time(entry['duration_s'])}"
    return text + (f"; {plain_text(entry['title'])}" if entry["title"] else "")


def _worst(turn: WorstTurn) -> str:
    text = f"- Turn {turn['turn_index']}: **{score_text(turn['score'])}**, asked: "
    text += plain_text(turn["asked"])
    if turn["dimension"]:
        text += f"; {spoken(turn['dimension'])} {score_text(turn['dimension_score'])}: "
        text += plain_text(turn["reason"])
    return text + "".join(f"; {plain_text(one)}" for one in turn["limits"])


def _wrong(one: Wrong) -> list[str]:
    return [
        plain_text(one["description"]),
        one["verdict"],
        plain_text(one["found"]),
        plain_text(one["expected"]),
        plain_text(one["reason"]),
        plain_text(one["place"] or one["product_id"]),
    ]


def _faults(run: RunData) -> Iterator[str]:
    yield "## Faults"
    yield ""
    if not run["faults"]:
        yield "Nothing went wrong."
        return
    for one in run["faults"]:
        entry = run["trials"][one["trial"]] if one["trial"] is not None else None
        where = f"{plain_text(entry['scenario_id'])}, seed {entry['seed']}" if entry else "the run"
        turn = "" if one["turn_index"] is None else f", turn {one['turn_index']}"
        spoils = ", spoils the meeting" if one["is_spoiling"] else ""
        detail = f"{plain_text(one['code'])}: {plain_text(one['detail'], 1_000)}"
        yield f"- {where}{turn} ({one['culprit']}{spoils}): {detail}"


def _cost(run: RunData) -> Iterator[str]:
    yield "## Judges and cost"
    yield ""
    if not run["usage"]:
        yield "Nobody has judged."
        return
    head = ("Judge", "Verdicts", "Failed", "Calls", "Tokens in", "Tokens out", "Cost")
    yield from table(
        head,
        (
            [
                plain_text(one["judge"] or "all"),
                f"{one['verdicts']:,}",
                f"{one['failed']:,}",
                f"{one['calls']:,}",
                f"{one['input_tokens']:,}",
                f"{one['output_tokens']:,}",
                cost_text(one).replace("$", "\\$"),
            ]
            for one in run["usage"]
        ),
    )
    if run["statistics"]:
        yield ""
        agreed = share_text(run["statistics"]["agreement_rate"])
        yield f"Ratings of two judges or more within one point: {agreed}."


def _notes(run: RunData) -> Iterator[str]:
    yield "## Notes"
    yield ""
    if run["notes"]:
        yield from (f"- {plain_text(one, 1_000)}" for one in run["notes"])
    else:
        yield "None."
