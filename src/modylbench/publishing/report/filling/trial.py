"""Fills in the page's data of one meeting: turns, products, edge cases, faults, metrics."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from modylbench.evaluation import metrics
from modylbench.publishing.report.filling.bounds import shorten_line, shorten_text
from modylbench.publishing.report.filling.dynamics import dynamics_data
from modylbench.publishing.report.filling.judgments import (
    judged_data,
    limit_data,
    verdict_data,
    verdicts_by_subject,
)
from modylbench.publishing.report.filling.playback import playback_data
from modylbench.publishing.report.filling.products import PartPool, product_histories
from modylbench.publishing.report.filling.turns import TurnContext, problem_data, turn_data
from modylbench.publishing.report.filling.work import work_of
from modylbench.recording.side_talk import talk_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.publishing.report.filling.media import ReportMedia
    from modylbench.publishing.report.filling.work import MeetingWork, ReportedMeeting
    from modylbench.publishing.report.shapes.meeting import (
        CriterionData,
        DynamicsData,
        EdgeCaseData,
        MetricData,
        TalkCountData,
        TrialData,
    )
    from modylbench.publishing.report.shapes.product import FindingData, ProductData
    from modylbench.publishing.report.shapes.run import FaultData
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scoring.scorecard import Scorecard

MOST_PLACES = 60  # ours: cells that one finding points at
MOST_FINDINGS = 400
MOST_PRODUCTS = 60  # ours: products on the table of one meeting; the scenarios ask for three
MOST_FAULTS = 100
MOST_TALK = 200  # ours: pairs of who spoke to whom


def trial_data(
    meeting: ReportedMeeting, recording: MeetingRecording, media: ReportMedia
) -> TrialData:
    """The whole meeting; `recording` is the meeting's own."""
    card = meeting.card
    work = work_of(recording, meeting.folder)
    verdicts = verdicts_by_subject(meeting.evaluation)
    around = _turn_context(meeting, recording, media, work.edits, verdicts)
    pool = PartPool()
    products = _products(meeting, work, verdicts, pool)
    trouble = [work.trouble] if work.trouble else []
    dynamics = dynamics_data(meeting, recording.names_by_identity())
    return {
        "number": meeting.number,
        "scenario_id": meeting.scenario_id,
        "seed": meeting.seed,
        "title": shorten_line(recording.title),
        "agent": shorten_line(recording.agent.name),
        "status": meeting.status,
        "score": card.combined if card else None,
        "tier": card.tier if card else None,
        "journey": card.journey if card else None,
        "destination": card.destination if card else None,
        "dynamics": dynamics,
        "by_paper": card.by_paper if card else None,
        "limits": limit_data(card.limits if card else ()),
        "invalid": [shorten_text(reason) for reason in (card.invalid if card else meeting.trouble)],
        "notes": [shorten_text(note) for note in (*(card.notes if card else ()), *trouble)],
        "edge_cases": _edge_cases(meeting, verdicts),
        "metrics": metric_data(_metrics_besides(card, dynamics)),
        "faults": fault_data(recording, meeting.number),
        "held": _setting_data(recording),
        "duration_s": recording.duration_s,
        "talk": _talk(recording),
        "turns": [turn_data(turn, around) for turn in recording.turns],
        "playback": playback_data(meeting, recording, work),
        "products": products,
        "parts": pool.parts,
        "criteria": _criteria(meeting),
        "left_out": _left_out(products, recording),
    }


def fault_data(recording: MeetingRecording, number: int) -> list[FaultData]:
    """What went wrong in a meeting."""
    return [
        {
            "trial": number,
            "culprit": fault.culprit,
            "code": shorten_line(fault.code),
            "detail": shorten_text(fault.detail, 1_000),
            "turn_index": fault.turn_index,
            "is_spoiling": fault.is_spoiling,
        }
        for fault in recording.faults[:MOST_FAULTS]
    ]


def metric_data(reported: Mapping[str, float | None]) -> list[MetricData]:
    """A scorecard's metrics with what the table of metrics says of each."""
    table = {metric.symbol: metric for metric in metrics.METRICS}
    return [
        {
            "symbol": symbol,
            "value": value,
            "unit": table[symbol].unit if symbol in table else "",
            "direction": table[symbol].direction if symbol in table else "neither",
        }
        for symbol, value in reported.items()
    ]


def _metrics_besides(
    card: Scorecard | None, dynamics: DynamicsData | None
) -> dict[str, float | int | None]:
    """The scorecard's metrics but those that are shown with their events."""
    parts = dynamics["dimensions"] if dynamics else []
    shown = {metric["symbol"] for part in parts for metric in part["metrics"]}
    reported = card.metrics if card else {}
    return {symbol: value for symbol, value in reported.items() if symbol not in shown}


def _finding_reason(finding: Finding) -> str:
    located = f"read where {finding.located_by} points" if finding.located_by else ""
    return "; ".join(filter(None, (finding.reason, located)))


def finding_data(finding: Finding, voted: bool | None) -> FindingData:
    """A criterion with the very cells."""
    return {
        "criterion_id": finding.criterion_id,
        "description": shorten_line(finding.description),
        "verdict": finding.verdict,
        "voted": voted,
        "required": finding.required,
        "found": shorten_text(finding.found, 600),
        "expected": shorten_text(finding.expected, 600),
        "reason": shorten_text(_finding_reason(finding), 600),
        "where": [
            {
                "product_id": spot.product_id,
                "pointer": spot.pointer,
                "span": list(spot.span) if spot.span else None,
            }
            for spot in finding.where[:MOST_PLACES]
        ],
    }


def _turn_context(
    meeting: ReportedMeeting,
    recording: MeetingRecording,
    media: ReportMedia,
    edits: Sequence[Mutation],
    verdicts: Mapping[str, Sequence[Verdict]],
) -> TurnContext:
    by_turn: dict[int, list[Mutation]] = defaultdict(list)
    for edit in edits:
        by_turn[edit.turn_index].append(edit)
    facts = meeting.evaluation.facts.turns if meeting.evaluation else ()
    return TurnContext(
        folder=meeting.folder,
        media=media,
        names=recording.names_by_identity(),
        facts={fact.turn_index: fact for fact in facts},
        scores={turn.turn_index: turn for turn in (meeting.card.turns if meeting.card else ())},
        verdicts=verdicts,
        edits=by_turn,
    )


def _products(
    meeting: ReportedMeeting,
    work: MeetingWork,
    verdicts: Mapping[str, Sequence[Verdict]],
    pool: PartPool,
) -> list[ProductData]:
    """The deliverables, those that never came too, and then what else was on the table."""
    told = product_histories(work.shown, pool)
    evaluation, card = meeting.evaluation, meeting.card
    facts = {
        product.product_id: product for product in (evaluation.facts.products if evaluation else ())
    }
    scores = {product.product_id: product for product in (card.products if card else ())}
    expected = evaluation.expected_products if evaluation else ()
    found: list[ProductData] = []
    for name in list(dict.fromkeys((*expected, *facts, *told)))[:MOST_PRODUCTS]:
        story, known, score = told.get(name), facts.get(name), scores.get(name)
        voted = score.voted if score else {}
        found.append(
            {
                "product_id": shorten_line(name),
                "own_id": shorten_line((work.own_ids or {}).get(name, name)),
                "kind": story.kind if story else "",
                "is_deliverable": name in expected,
                "states": story.states if story else [],
                "judged": judged_data(score, verdicts.get(f"product-{name}", ())),
                "findings": [
                    finding_data(finding, voted.get(finding.criterion_id))
                    for finding in (known.findings[:MOST_FINDINGS] if known else ())
                ],
                "page_findings": problem_data(known.page_findings[:MOST_FINDINGS] if known else ()),
            }
        )
    return found


def _edge_cases(
    meeting: ReportedMeeting, verdicts: Mapping[str, Sequence[Verdict]]
) -> list[EdgeCaseData]:
    return [
        {
            "name": edge_case.name,
            "severity": edge_case.severity,
            "detected": edge_case.detected,
            "pushed_back": edge_case.pushed_back,
            "produced_nothing_wrong": edge_case.produced_nothing_wrong,
            "has_failed": edge_case.has_failed,
            "reasons": [shorten_text(reason, 1_000) for reason in edge_case.reasons[:20]],
            "verdicts": [
                verdict_data(verdict) for verdict in verdicts.get(f"edge_case-{edge_case.name}", ())
            ],
        }
        for edge_case in (meeting.card.edge_cases if meeting.card else ())
    ]


def _criteria(meeting: ReportedMeeting) -> dict[str, CriterionData]:
    """What the criteria that code has checked ask for."""
    products = meeting.evaluation.facts.products if meeting.evaluation else ()
    findings = chain.from_iterable(
        ((product.product_id, finding) for finding in product.findings) for product in products
    )
    return {
        finding.criterion_id: {
            "description": shorten_line(finding.description),
            "product_id": product_id,
        }
        for product_id, finding in findings
    }


def _setting_data(recording: MeetingRecording) -> dict[str, str]:
    held = recording.setting
    people = [
        f"{participant.name or participant.identity} ({participant.role})"
        for participant in recording.participants
    ]
    return {
        "room": shorten_line(held.room),
        "clock": held.clock,
        "speech": shorten_line(held.speech),
        "screens": shorten_line(held.screens),
        "beats": shorten_line(held.beats) or "all",
        "try": str(held.attempt),
        "ending": recording.ending.replace("_", " "),
        "people": shorten_line(", ".join(people), 1_000),
    }


def _talk(recording: MeetingRecording) -> list[TalkCountData]:
    """Who spoke to whom; of two parties everybody knows."""
    names = recording.names_by_identity()
    people = [person for person in recording.participants if person.kind == "standard"]
    if len(people) < 2:
        return []
    return [
        {
            "speaker": shorten_line(names.get(count.speaker, count.speaker)),
            "to": [shorten_line(names.get(name, name)) for name in count.addressees],
            "said": count.said,
            "over_others": count.over_others,
            "cut_off": count.cut_off,
            "backchannels": count.backchannels,
            "private": count.private,
        }
        for count in talk_counts(recording)[:MOST_TALK]
    ]


def _left_out(products: Sequence[ProductData], recording: MeetingRecording) -> list[str]:
    found = []
    parts = sum(state["left_out"] for product in products for state in product["states"])
    if parts:
        found.append(f"{parts:,} parts and rows of products")
    if len(recording.faults) > MOST_FAULTS:
        found.append(f"{len(recording.faults) - MOST_FAULTS:,} faults")
    return found
