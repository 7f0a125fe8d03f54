"""What the records of a meeting say, as the rows of six tables.

Every row begins with the meeting it is of: `run`, `agent`, `scenario`, `seed`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.measuring.measure import judged_edits
from modylbench.evaluation.metrics import METRICS
from modylbench.evaluation.views.turns import views
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import STAGE as RECORDING
from modylbench.recording.reading import read_recording
from modylbench.runs.records import evaluation_in, scorecard_in
from modylbench.runs.variant import variant_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.findings import Finding
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.runs.run import Run
    from modylbench.scoring.scorecard import Scorecard, TurnScore

    Cells = dict[str, object]

OF_MEETING = ("run", "agent", "scenario", "seed")


@dataclass(frozen=True)
class MeetingRecords:
    """One meeting of a run, whose records are read when they are first asked for."""

    run: Run
    folder: Path

    @cached_property
    def recording(self) -> MeetingRecording | None:
        """None where the meeting was not held."""
        return read_recording(self.folder) if TrialDirectory(self.folder).has(RECORDING) else None

    @cached_property
    def evaluation(self) -> Evaluation | None:
        """None where nobody has judged it."""
        return evaluation_in(self.folder)

    @cached_property
    def card(self) -> Scorecard | None:
        """None where it has no score."""
        return scorecard_in(self.folder)

    @property
    def scenario_id(self) -> str:
        """The scenario, also of a meeting that was not held."""
        return self.recording.scenario_id if self.recording else self.folder.parent.name

    @property
    def seed(self) -> int:
        """The seed, also of a meeting that was not held."""
        return self.recording.seed if self.recording else int(self.folder.name.rpartition("-")[2])

    @cached_property
    def key(self) -> Cells:
        """What tells its rows from those of other meetings."""
        plan = self.run.plan
        agent = self.recording.agent.name if self.recording else plan.agent.name if plan else ""
        names = (self.run.folder.name, agent, self.scenario_id, self.seed)
        return dict(zip(OF_MEETING, names, strict=True))


def meeting_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """The meeting: how it ended, what it scored, and why no more."""
    held, card = meeting.recording, meeting.card
    yield meeting.key | {
        "score": card.combined if card else None,
        "tier": card.tier if card else None,
        "journey": card.journey if card else None,
        "destination": card.destination if card else None,
        "dynamics": card.counted_dynamics.score if card and card.counted_dynamics else None,
        "by_paper": card.by_paper if card else None,
        "caps": ", ".join(card.effective_caps) if card else "",
        "is_official": card.is_official if card else False,
        "standard": card.standard if card else None,
        "suite": held.suite if held else None,
        "edge_case": held.edge_case if held else None,
        "ending": held.ending if held else "not_held",
        "is_valid": held.is_valid if held else False,
        "duration_s": held.duration_s if held else None,
        "turns": len(held.exchanges) if held else 0,
        "agent_faults": _agent_faults(held),
        "invalid": "; ".join(card.invalid) if card else "",
        "folder": str(meeting.folder),
    }


def turn_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """Each turn: what was asked and answered, when, and its score with every dimension's."""
    if meeting.recording is None:
        return
    scores = {turn.turn_index: turn for turn in meeting.card.turns} if meeting.card else {}
    for turn in meeting.recording.turns:
        yield meeting.key | _turn(turn) | _turn_scores(scores.get(turn.turn_index))


def finding_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """Each criterion of a deliverable, checked by code; one across products stands once."""
    known: set[str] = set()
    for product in meeting.evaluation.facts.products if meeting.evaluation else ():
        for finding in product.findings:
            if finding.criterion_id in known:
                continue
            known.add(finding.criterion_id)
            spot = finding.where[0] if finding.where else None
            pointer = f"{spot.product_id}{spot.pointer}" if spot else ""
            of_product: Cells = {"product": product.product_id}
            yield meeting.key | of_product | finding_cells(finding) | {"pointer": pointer}


def finding_cells(finding: Finding) -> Cells:
    """What a finding says, wherever it was made."""
    return {
        "criterion": finding.criterion_id,
        "description": finding.description,
        "verdict": finding.verdict,
        "is_required": finding.required,
        "is_decisive": finding.is_decisive,
        "expected": finding.expected,
        "found": finding.found,
        "reason": finding.reason,
    }


def edit_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """Each edit of a work product; values as JSON."""
    if meeting.recording is None:
        return
    variant = variant_of(meeting.recording, meeting.folder)
    seen = views(meeting.recording, meeting.folder, variant, {})
    for edit in judged_edits(meeting.recording, seen, variant).mutations:
        yield meeting.key | {
            "turn": edit.turn_index,
            "product": edit.product_id,
            "type": edit.mutation_type,
            "locator": edit.locator,
            "old": _json(edit.old),
            "new": _json(edit.new),
            "is_correct": edit.is_correct,
            "is_destructive": edit.is_destructive,
        }


def utterance_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """All that was said or written, in the order of its beginning."""
    if meeting.recording is None:
        return
    names, people = meeting.recording.names_by_identity(), meeting.recording.people()
    for words in meeting.recording.utterances:
        yield meeting.key | {
            "turn": words.turn_index,
            "speaker": names.get(words.speaker, words.speaker),
            "is_agent": words.speaker not in people,
            "to": ", ".join(names.get(name, name) for name in words.addressees),
            "channel": words.channel,
            "manner": words.manner,
            "text": words.text,
            "started_s": words.started_s,
            "ended_s": words.ended_s,
            "ending": words.ending,
        }


def metric_rows(meeting: MeetingRecords) -> Iterator[Cells]:
    """Each metric that is reported of the meeting, with its unit and which way is better."""
    if meeting.card is None:
        return
    table = {metric.symbol: metric for metric in METRICS}
    values: dict[str, Any] = dict(meeting.card.metrics)
    if counted := meeting.card.counted_dynamics:
        values |= {
            metric.symbol: metric.value for part in counted.dimensions for metric in part.metrics
        }
    for symbol, value in values.items():
        known = table.get(symbol)
        yield meeting.key | {
            "metric": symbol,
            "value": value,
            "unit": known.unit if known else "share",
            "better": known.direction if known else "higher",
        }


@dataclass(frozen=True, slots=True)
class ResultTable:
    """How the rows of a table are made, and the columns that it has also where it is empty."""

    rows: Callable[[MeetingRecords], Iterator[Cells]]
    columns: tuple[str, ...]


TABLES = {
    "meetings": ResultTable(meeting_rows, (*OF_MEETING, "score", "tier", "folder")),
    "turns": ResultTable(turn_rows, (*OF_MEETING, "turn", "phase", "asked", "answered", "score")),
    "findings": ResultTable(finding_rows, (*OF_MEETING, "product", "criterion", "verdict")),
    "edits": ResultTable(
        edit_rows, (*OF_MEETING, "turn", "product", "type", "locator", "is_correct")
    ),
    "utterances": ResultTable(
        utterance_rows, (*OF_MEETING, "turn", "speaker", "text", "started_s")
    ),
    "metrics": ResultTable(metric_rows, (*OF_MEETING, "metric", "value", "unit", "better")),
}


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _agent_faults(recording: MeetingRecording | None) -> int:
    faults = recording.faults if recording else ()
    return sum(fault.culprit == "agent" for fault in faults)


def _turn(turn: RecordedTurn) -> Cells:
    agent = turn.agent
    return {
        "turn": turn.turn_index,
        "beat": turn.beat_number,
        "phase": turn.phase,
        "edge_case": turn.edge_case,
        "asked_by": turn.human.speaker,
        "asked": turn.human.text,
        "answered": " ".join(said.text for said in agent.said),
        "outcome": agent.outcome,
        "asked_s": turn.human.started_s,
        "ended_s": agent.ended_s,
        "response_s": agent.latency.response_s,
    }


def _turn_scores(score: TurnScore | None) -> Cells:
    if score is None:
        return {"score": None}
    of_dimensions = {part.dimension: part.score for part in score.dimensions}
    return {"score": score.score, "failing": ", ".join(score.failing)} | of_dimensions
