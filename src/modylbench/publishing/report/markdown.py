"""A report as Markdown, in which text from outside is nothing but text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.foundation.score_text import NOT_MEASURED, interval_text, score_text, share_text
from modylbench.publishing.report.filling.bounds import shorten_line
from modylbench.publishing.report.summary import (
    cost_text,
    dimension_label,
    flaky_dimensions,
    heat_map,
    summarize,
    tier_text,
    tiers_reached,
)
from modylbench.recording.transcript import clock_time
from modylbench.runs.summary import NO_TIER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.publishing.report.highlights import FailedCriterion, Highlights, WorstTurn
    from modylbench.publishing.report.shapes.meeting import TalkCountData
    from modylbench.publishing.report.shapes.run import RunData, ScenarioData, TrialEntry
_MARKS = re.compile(r"[\\`*_{}\[\]<>()#|~!&$^]")
_SCHEME = re.compile(r":(?=//)|(?<=mailto):|(?<=xmpp):", re.IGNORECASE)
_WEB = re.compile(r"(www)\.", re.IGNORECASE)
JOINER = "\u2060"
"""Shows nothing; behind an @ it keeps an address from becoming a link."""


def markdown(run: RunData, summaries: Mapping[int, Highlights]) -> str:
    """The report as Markdown: tables first, then every meeting."""
    parts = (
        _summary(run, summaries),
        _scenarios(run),
        _dimensions(run),
        _meeting_lines(run, summaries),
        _faults(run),
        _cost(run),
        _notes(run),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def plain_text(text: str, most: int = 400) -> str:
    r"""The text on one line, every mark of Markdown in it taken literally.

    >>> print(plain_text("# [free](http://x.example) <b>"))
    \# \[free\]\(http\://x.example\) \<b\>
    """
    safe = _MARKS.sub(lambda match: f"\\{match[0]}", shorten_line(text, most))
    safe = _SCHEME.sub(r"\\:", safe)
    return _WEB.sub(r"\1\\.", safe).replace("@", f"@{JOINER}")


def table_text(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of cells that are safe already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(['---'] * len(head))}|"
    for row in rows:
        yield f"| {' | '.join(cell or ' ' for cell in row)} |"


def _summary(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    scored = sum(trial["score"] is not None for trial in run["trials"])
    short = summarize(run, summaries)
    yield f"# ModylBench report: {plain_text(run['agent']['name'] or 'unknown agent')}"
    yield ""
    yield f"Run {plain_text(run['name'])}."
    yield ""
    for crash in run["crashes"]:
        trial = run["trials"][crash["trial"]]
        meeting = f"{plain_text(trial['scenario_id'])}, seed {trial['seed']}"
        yield (
            f"**The agent's own code failed** in {crash['turns']} turns of {meeting}: "
            f"{plain_text(crash['detail'], 600)}"
        )
        yield ""
    yield f"**{plain_text(short['verdict'], 1_000)}**"
    yield ""
    yield from (f"- {plain_text(reason, 1_000)}" for reason in short["why"])
    yield from (f"- Next: {plain_text(step, 1_000)}" for step in short["next"])
    yield ""
    yield f"- Overall: **{score_text(run['overall'])}**"
    yield f"- Overall by the paper's own rules: {score_text(run['overall_by_paper'])}"
    yield f"- Tiers: {tiers_reached(run)}"
    if run["suite"]:
        yield f"- Held: {plain_text(run['suite'])}"
    yield f"- Judged: {run['standard_text']}"
    yield f"- Held and weighed as the benchmark does: {'yes' if run['is_official'] else 'no'}"
    yield f"- Meetings with a score: {scored} of {len(run['trials'])}"


def _scenarios(run: RunData) -> Iterator[str]:
    yield "## Scenarios"
    yield ""
    head = (
        "Scenario", run["counted"].capitalize(), "Tier", "Scores by seed", "Mean", "95 % interval",
        "SD", "Pass rate", "pass@k", "pass^k", "By the paper", "Mean by the paper",
    )  # fmt: skip
    yield from table_text(head, (_scenario(scenario) for scenario in run["scenarios"]))


def _scenario(scenario: ScenarioData) -> list[str]:
    scores = [
        f"{seed}: {score_text(score, state)}"
        for seed, score, state in zip(
            scenario["seeds"], scenario["scores"], scenario["states"], strict=True
        )
    ]
    interval = (scenario["ci95"][0], scenario["ci95"][1]) if scenario["ci95"] else None
    provisional = (
        " (provisional)" if scenario["is_provisional"] and scenario["mean"] is not None else ""
    )
    return [
        plain_text(scenario["scenario_id"]),
        score_text(scenario["official"]),
        tier_text(scenario) or NOT_MEASURED,
        ", ".join(scores),
        score_text(scenario["mean"]) + provisional,
        interval_text(interval),
        score_text(scenario["sd"]),
        share_text(scenario["pass_rate"]),
        share_text(scenario["pass_at_k"]),
        share_text(scenario["pass_hat_k"]),
        score_text(scenario["counted_by_paper"]),
        score_text(scenario["mean_by_paper"]),
    ]


def _dimensions(run: RunData) -> Iterator[str]:
    yield "## Dimensions"
    yield ""
    rows = heat_map(run)
    if rows:
        head = ["Mean", *(plain_text(scenario["scenario_id"]) for scenario in run["scenarios"])]
        yield from table_text(
            head, ([row["label"], *(cell["text"] for cell in row["cells"])] for row in rows)
        )
    else:
        yield "No dimension was measured."
    yield ""
    unsteady = flaky_dimensions(run)
    yield "Flaky dimensions (variance between runs over 1):" if unsteady else "No flaky dimension."
    if unsteady:
        yield ""
        yield from (f"- {plain_text(line)}" for line in unsteady)


def _meeting_lines(run: RunData, summaries: Mapping[int, Highlights]) -> Iterator[str]:
    yield "## Meetings"
    for entry in run["trials"]:
        yield ""
        yield from _meeting(entry, summaries.get(entry["number"]))


def _meeting(entry: TrialEntry, summary: Highlights | None) -> Iterator[str]:
    yield f"### {plain_text(entry['scenario_id'])}, seed {entry['seed']}"
    yield ""
    yield _score(entry)
    yield ""
    yield from (f"- {plain_text(reason, 1_000)}" for reason in entry["reasons"])
    if summary is None:
        return
    yield from (f"- Cap: {plain_text(limit, 1_000)}" for limit in summary["limits"])
    for edge_case in summary["edge_cases"]:
        outcome = "failed" if edge_case["has_failed"] else "passed"
        why = "".join(f"; {plain_text(reason)}" for reason in edge_case["reasons"])
        name = f"{plain_text(edge_case['name'])} ({edge_case['severity']})"
        yield f"- Edge case {name}: {outcome}{why}"
    yield from (f"- {plain_text(line, 1_000)}" for line in summary["dynamics"])
    yield from (_worst(turn) for turn in summary["worst_turns"])
    yield from (f"- Note: {plain_text(note, 1_000)}" for note in summary["notes"])
    yield from (f"- Left out of this report: {plain_text(part)}" for part in summary["left_out"])
    if summary["wrong"]:
        yield ""
        head = ("Criterion", "Verdict", "Found", "Expected", "Why", "Where")
        yield from table_text(head, (_wrong(criterion) for criterion in summary["wrong"]))
    if summary["more_wrong"]:
        yield ""
        yield f"{summary['more_wrong']} more do not hold."
    if summary["talk"]:
        yield ""
        columns = ("Who", "To", "Said", "Over others", "Cut off", "Backchannels", "Private")
        yield from table_text(columns, (_talk_row(count) for count in summary["talk"]))


def _talk_row(count: TalkCountData) -> list[str]:
    to = ", ".join(count["to"]) or "whoever listens"
    figures = ("said", "over_others", "cut_off", "backchannels", "private")
    return [plain_text(count["speaker"]), plain_text(to), *(f"{count[key]:,}" for key in figures)]  # type: ignore[literal-required]


def _score(entry: TrialEntry) -> str:
    text = f"**{score_text(entry['score'], entry['status'])}**"
    if entry["score"] is not None:
        parts = f"journey {score_text(entry['journey'])}, "
        parts += f"destination {score_text(entry['destination'])}"
        if entry["dynamics"] is not None:
            parts += f", dynamics {score_text(entry['dynamics'])}"
        parts += "; "
        parts += f"by the paper's own rules {score_text(entry['by_paper'])}"
        text += f" {entry['tier'] or NO_TIER} ({parts})"
    if entry["duration_s"] is not None:
        text += f"; {entry['turns']} turns, {clock_time(entry['duration_s'])}"
    return text + (f"; {plain_text(entry['title'])}" if entry["title"] else "")


def _worst(turn: WorstTurn) -> str:
    text = f"- Turn {turn['turn_index']}: **{score_text(turn['score'])}**, asked: "
    text += plain_text(turn["asked"])
    if turn["dimension"]:
        text += f"; {dimension_label(turn['dimension'])} {score_text(turn['dimension_score'])}: "
        text += plain_text(turn["reason"])
    return text + "".join(f"; {plain_text(limit)}" for limit in turn["limits"])


def _wrong(criterion: FailedCriterion) -> list[str]:
    return [
        plain_text(criterion["description"]),
        criterion["verdict"],
        plain_text(criterion["found"]),
        plain_text(criterion["expected"]),
        plain_text(criterion["reason"]),
        plain_text(criterion["place"] or criterion["product_id"]),
    ]


def _faults(run: RunData) -> Iterator[str]:
    yield "## Faults"
    yield ""
    if not run["faults"]:
        yield "Nothing went wrong."
        return
    for fault in run["faults"]:
        entry = run["trials"][fault["trial"]] if fault["trial"] is not None else None
        where = f"{plain_text(entry['scenario_id'])}, seed {entry['seed']}" if entry else "the run"
        turn = "" if fault["turn_index"] is None else f", turn {fault['turn_index']}"
        spoils = ", spoils the meeting" if fault["is_spoiling"] else ""
        detail = f"{plain_text(fault['code'])}: {plain_text(fault['detail'], 1_000)}"
        yield f"- {where}{turn} ({fault['culprit']}{spoils}): {detail}"


def _cost(run: RunData) -> Iterator[str]:
    yield "## Judges and cost"
    yield ""
    if not run["usage"]:
        yield "Nobody has judged."
        return
    head = ("Judge", "Verdicts", "Failed", "Calls", "Tokens in", "Tokens out", "Cost")
    yield from table_text(
        head,
        (
            [
                plain_text(usage["judge"] or "all"),
                f"{usage['verdicts']:,}",
                f"{usage['failed']:,}",
                f"{usage['calls']:,}",
                f"{usage['input_tokens']:,}",
                f"{usage['output_tokens']:,}",
                cost_text(usage).replace("$", "\\$"),
            ]
            for usage in run["usage"]
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
        yield from (f"- {plain_text(note, 1_000)}" for note in run["notes"])
    else:
        yield "None."
