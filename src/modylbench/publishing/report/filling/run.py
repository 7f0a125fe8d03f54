"""Fills in the page's data of a run: its plan, scenarios, scores, judges and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import total_usage
from modylbench.foundation.errors import UserMistake
from modylbench.publishing.report.filling.bounds import shorten_line, shorten_text
from modylbench.publishing.report.filling.trial import fault_data
from modylbench.publishing.report.shapes.run import MEETING_BLOCK, VERSION
from modylbench.reliability.report import WORST_RUN
from modylbench.reliability.summarize import summarize
from modylbench.runs.crashes import LOGS, crash_in, last_traceback, log_name
from modylbench.runs.records import planned_trials, reliability_in
from modylbench.runs.summary import STANDARDS, add_totals, counted_run, held_as, totals_of
from modylbench.scoring.rules import default_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.verdicts import JudgeCard, Usage
    from modylbench.publishing.report.filling.work import ReportedMeeting
    from modylbench.publishing.report.shapes.run import (
        AgentSettings,
        CrashData,
        JudgeData,
        PlanData,
        RunData,
        ScenarioData,
        SignatureData,
        StatisticsData,
        TrialEntry,
        UsageData,
    )
    from modylbench.recording.recording import AgentUnderTest
    from modylbench.reliability.report import ReliabilityReport, ScenarioReliability
    from modylbench.runs.run import Run, RunPlan
    from modylbench.scoring.scorecard import PanelStatistics

NOBODY = "no trial of it has a scorecard: there are no scores yet"
PART = "these are some meetings of a run alone: nothing is said of the run as a whole"
MOST_SETTINGS = 100
MOST_CRASHES = 5  # ours: more kinds of them say nothing new


def run_data(
    run: Run, meetings: Sequence[ReportedMeeting], media_text: str, *, is_one_file: bool = False
) -> RunData:
    """The run as its records stand now; reliability is worked out from the scorecards."""
    report, trouble = _reliability(run, meetings)
    recordings = [meeting.recording for meeting in meetings if meeting.recording is not None]
    return {
        "version": VERSION,
        "name": shorten_line(run.folder.name),
        "agent": _agent(run, meetings),
        "plan": _plan(run.plan) if run.plan is not None else None,
        "suite": held_as(report) if report else "",
        "standard": report.standard if report else "none",
        "standard_text": STANDARDS[report.standard if report else "none"],
        "mode": ", ".join(
            sorted({meeting.card.mode for meeting in meetings if meeting.card is not None})
        ),
        "is_official": report is not None and report.is_official,
        "counted": counted_run(report) if report else "worst run",
        "overall": report.overall if report and run.is_meant_whole else None,
        "overall_by_paper": report.overall_by_paper if report and run.is_meant_whole else None,
        "tiers": dict(default_rules().tiers),
        "scenarios": _scenarios(report, meetings),
        "trials": [_entry(meeting) for meeting in meetings],
        "judges": _judges(meetings),
        "usage": _usage(meetings),
        "statistics": _statistics(report.statistics) if report else None,
        "crashes": _crashes(run, meetings),
        "faults": [
            fault
            for meeting in meetings
            if meeting.recording is not None
            for fault in fault_data(meeting.recording, meeting.number)
        ],
        "notes": [
            *trouble,
            *(shorten_text(note, 1_000) for note in (report.notes if report else ())),
        ],
        "signatures": _signatures(report),
        "has_media": any(
            turn.agent.audio or turn.agent.frames
            for recording in recordings
            for turn in recording.turns
        ),
        "media_text": media_text,
        "is_one_file": is_one_file,
    }


def _crashes(run: Run, meetings: Sequence[ReportedMeeting]) -> list[CrashData]:
    """How the agent's own code failed, with what its log says."""
    found: dict[str, CrashData] = {}
    for meeting in meetings:
        crash = crash_in(meeting.recording) if meeting.recording is not None else None
        if crash is None or crash.detail in found or len(found) == MOST_CRASHES:
            continue
        log = run.folder / LOGS / log_name(meeting.scenario_id, meeting.seed)
        found[crash.detail] = {
            "trial": meeting.number,
            "detail": shorten_text(crash.detail, 600),
            "turns": crash.turns,
            "traceback": [shorten_line(line) for line in last_traceback(log)],
            "log": f"{LOGS}/{log.name}" if log.is_file() else "",
        }
    return list(found.values())


def _reliability(
    run: Run, meetings: Sequence[ReportedMeeting]
) -> tuple[ReliabilityReport | None, list[str]]:
    cards = [meeting.card for meeting in meetings if meeting.card is not None]
    trouble = [] if run.is_meant_whole else [PART]
    if not cards:
        return None, [*trouble, NOBODY]
    kept = reliability_in(run.folder)
    worst_counts = kept is None or WORST_RUN not in kept.layers_off
    meant = planned_trials(run) if run.is_meant_whole else None
    try:
        return summarize(cards, planned=meant, worst_counts=worst_counts), trouble
    except UserMistake as error:
        return None, [*trouble, f"no figures for the whole run: {shorten_text(str(error), 1_000)}"]


def _agent(run: Run, meetings: Sequence[ReportedMeeting]) -> AgentSettings:
    found = [meeting.recording.agent for meeting in meetings if meeting.recording is not None]
    agent: AgentUnderTest | None = run.plan.agent if run.plan is not None else None
    agent = agent or next(iter(found), None)
    settings = agent.settings if agent else {}
    return {
        "name": shorten_line(agent.name) if agent else "",
        "settings": {
            shorten_line(name): shorten_line(value)
            for name, value in sorted(settings.items())[:MOST_SETTINGS]
        },
    }


def _plan(plan: RunPlan) -> PlanData:
    return {
        "scenarios": list(dict.fromkeys(trial.scenario_id for trial in plan.trials)),
        "seeds": list(plan.seeds),
        "edge_cases": plan.edge_cases,
        "beats": plan.beats,
        "audio": plan.audio,
        "screens": plan.screens,
        "room": plan.room,
        "harness_version": plan.harness_version,
        "harness_digest": plan.harness_digest,
        "git_commit": plan.git_commit,
    }


def _scenarios(
    report: ReliabilityReport | None, meetings: Sequence[ReportedMeeting]
) -> list[ScenarioData]:
    known = {scenario.scenario_id: scenario for scenario in (report.scenarios if report else ())}
    names = sorted({meeting.scenario_id for meeting in meetings} | set(known))
    return [_scenario(name, known.get(name), meetings) for name in names]


def _scenario(
    name: str, known: ScenarioReliability | None, meetings: Sequence[ReportedMeeting]
) -> ScenarioData:
    own = sorted(
        (meeting for meeting in meetings if meeting.scenario_id == name),
        key=lambda meeting: meeting.seed,
    )
    titles = [meeting.recording.title for meeting in own if meeting.recording is not None]
    return {
        "scenario_id": name,
        "title": shorten_line(next(iter(titles), "")),
        "seeds": [meeting.seed for meeting in own],
        "scores": [meeting.card.combined if meeting.card else None for meeting in own],
        "states": [meeting.status for meeting in own],
        "trials": [meeting.number for meeting in own],
        "official": known.official if known else None,
        "tier": known.tier if known else None,
        "is_provisional": known.is_provisional if known else True,
        "mean": known.mean if known else None,
        "sd": known.sd if known else None,
        "lowest": known.min if known else None,
        "highest": known.max if known else None,
        "ci95": list(known.ci95) if known and known.ci95 else None,
        "counted_by_paper": known.counted_by_paper if known else None,
        "mean_by_paper": known.mean_by_paper if known else None,
        "pass_rate": known.pass_rate if known else None,
        "pass_at_k": known.pass_at_k if known else None,
        "pass_hat_k": known.pass_hat_k if known else None,
        "dimensions": [
            {
                "dimension": dimension.dimension,
                "mean": dimension.mean,
                "variance": dimension.variance,
                "is_flaky": dimension.is_flaky,
            }
            for dimension in (known.dimensions if known else ())
        ],
    }


def _entry(meeting: ReportedMeeting) -> TrialEntry:
    card, recording = meeting.card, meeting.recording
    worst = min(card.turns, key=lambda turn: turn.score, default=None) if card else None
    return {
        "number": meeting.number,
        "block": MEETING_BLOCK.format(number=meeting.number) if recording else "",
        "scenario_id": shorten_line(meeting.scenario_id),
        "seed": meeting.seed,
        "title": shorten_line(recording.title) if recording else "",
        "status": meeting.status,
        "reasons": [
            shorten_text(reason, 1_000) for reason in (card.invalid if card else meeting.trouble)
        ],
        "score": card.combined if card else None,
        "tier": card.tier if card else None,
        "journey": card.journey if card else None,
        "destination": card.destination if card else None,
        "dynamics": card.counted_dynamics.score if card and card.counted_dynamics else None,
        "by_paper": card.by_paper if card else None,
        "turns": len(recording.turns) if recording else 0,
        "duration_s": recording.duration_s if recording else None,
        "worst_turn": worst.turn_index if worst else None,
    }


def _judges(meetings: Iterable[ReportedMeeting]) -> list[JudgeData]:
    cards: dict[str, JudgeCard] = {
        card.name: card
        for meeting in meetings
        if meeting.evaluation is not None
        for card in meeting.evaluation.panel
    }
    return [
        {
            "name": shorten_line(card.name),
            "kind": card.kind,
            "model": shorten_line(card.model),
            "service": shorten_line(card.service),
            "hears": card.hears,
            "sees": card.sees,
        }
        for _, card in sorted(cards.items())
    ]


def _usage(meetings: Iterable[ReportedMeeting]) -> list[UsageData]:
    evaluations = [meeting.evaluation for meeting in meetings if meeting.evaluation is not None]
    totals = add_totals(
        total for evaluation in evaluations for total in totals_of(evaluation.verdicts)
    )
    rows = [
        _usage_of(shorten_line(total.judge), total.verdicts, total.failed, total.usage)
        for total in totals
    ]
    if len(rows) > 1:
        verdicts, failed = (
            sum(total.verdicts for total in totals),
            sum(total.failed for total in totals),
        )
        rows.append(_usage_of("", verdicts, failed, total_usage(total.usage for total in totals)))
    return rows


def _usage_of(judge: str, verdicts: int, failed: int, usage: Usage) -> UsageData:
    return {
        "judge": judge,
        "verdicts": verdicts,
        "failed": failed,
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": usage.cost_usd,
    }


def _statistics(statistics: PanelStatistics) -> StatisticsData:
    return {
        "rated": statistics.rated,
        "agreement_rate": statistics.agreement_rate,
        "disputed": statistics.disputed,
        "pessimistic": statistics.pessimistic,
        "alpha_ordinal": dict(statistics.alpha_ordinal),
    }


def _signatures(report: ReliabilityReport | None) -> list[SignatureData]:
    return [
        {
            "name": shorten_line(signature.name),
            "version": shorten_line(signature.version),
            "sha256": signature.sha256,
        }
        for signature in (report.signatures if report else ())
    ]
