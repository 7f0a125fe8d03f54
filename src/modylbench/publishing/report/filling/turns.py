"""Fills in the page's data of one turn: what was said, sent, shown, edited and found wrong."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.publishing.report.filling.bounds import first_items, shorten_line, shorten_text
from modylbench.publishing.report.filling.judgments import judged_data
from modylbench.recording.events import Annotation
from modylbench.recording.side_talk import side_talk
from modylbench.recording.transcript import mark_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import PageFinding, TurnFacts
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.publishing.report.filling.media import ReportMedia
    from modylbench.publishing.report.shapes.meeting import (
        AudioData,
        FileData,
        FrameData,
        MessageData,
        MutationData,
        SaidData,
        SideTalkData,
        TurnData,
    )
    from modylbench.publishing.report.shapes.product import SurfaceProblem
    from modylbench.recording.events import (
        Clip,
        DeliveredFile,
        Frame,
        KeptFile,
        SurfaceFault,
        Understanding,
        Utterance,
        Written,
    )
    from modylbench.recording.side_talk import SideTalk
    from modylbench.recording.turns import AgentTurn, RecordedTurn
    from modylbench.scoring.scorecard import TurnScore


MOST_OUTLINE = 20_000  # ours: characters of a page's outline that are looked at
MOST_ALT = 300  # ours: what a screen reader reads out before anybody asks for more
MOST_EDITS = 200  # ours: the most of an oracle's turn is under a hundred
_NAMED = re.compile(r'- (?:heading|table|img|figure|region) "((?:[^"\\]|\\.){1,200})"')
NAMES = ("title", "heading", "label", "name", "path", "claim")
MOST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What is known of a turn besides what was recorded."""

    folder: Path
    media: ReportMedia
    names: Mapping[str, str]
    facts: Mapping[int, TurnFacts] = field(default_factory=dict)
    scores: Mapping[int, TurnScore] = field(default_factory=dict)
    verdicts: Mapping[str, Sequence[Verdict]] = field(default_factory=dict)
    edits: Mapping[int, Sequence[Mutation]] = field(default_factory=dict)

    def name(self, identity: str) -> str:
        """Of a person; the agent's and strangers' identities stand for themselves."""
        return shorten_line(self.names.get(identity, identity))


def turn_data(turn: RecordedTurn, around: TurnContext) -> TurnData:
    """The exchange with all that is known of it."""
    human, agent, at = turn.human, turn.agent, turn.turn_index
    left_out: list[str] = []
    facts, score = around.facts.get(at), around.scores.get(at)
    return {
        "turn_index": at,
        "beat": shorten_line(turn.beat),
        "beat_number": turn.beat_number,
        "phase": shorten_line(turn.phase),
        "edge_case": turn.edge_case,
        "speaker": around.name(human.speaker),
        "channel": shorten_line(human.channel),
        "asked": shorten_text(human.text),
        "asked_from_s": human.started_s,
        "asked_to_s": human.ended_s,
        "attachments": _files(first_items(human.attachments, "attachments", left_out), around),
        "around": [
            _side_talk_data(talk, around)
            for talk in first_items(tuple(side_talk(turn)), "things that people said", left_out)
        ],
        "outcome": agent.outcome,
        "ended_s": agent.ended_s,
        "said": _said_data(first_items(agent.said, "spoken texts", left_out), around),
        "heard": _said_data(first_items(agent.heard, "texts of what it heard", left_out), around),
        "states": [
            {"state": shorten_line(change.state), "at_s": change.at_s}
            for change in first_items(agent.states, "changes of state", left_out)
        ],
        "messages": _messages(agent, around, left_out),
        "files": _files(first_items(agent.files, "files", left_out), around),
        "frames": _frames(first_items(agent.frames, "pictures", left_out), around),
        "audio": _clip(agent.audio, around.media.voice, around.folder),
        "room": _clip(turn.room, around.media.room, around.folder),
        "latency": {
            "response_s": agent.latency.response_s,
            "endpointing_s": agent.latency.endpointing_s,
            "compute_s": agent.latency.compute_s,
            "tts_s": agent.latency.tts_s,
            "first_audio_s": agent.latency.first_audio_s,
            "transport_s": agent.latency.transport_s,
        },
        "judged": judged_data(score, around.verdicts.get(f"turn-{at:02d}", ())),
        "failing": list(score.failing) if score else _failing(facts),
        "page_findings": problem_data(
            first_items(facts.screen.findings, "page findings", left_out) if facts else ()
        ),
        "surface_faults": problem_data(
            first_items(agent.surface_faults, "surface faults", left_out)
        ),
        "attempts": [
            shorten_line(f"{attempt.channel}: {attempt.excerpt}") for attempt in facts.attempts[:20]
        ]
        if facts
        else [],
        "mutations": [
            mutation_data(mutation)
            for mutation in first_items(around.edits.get(at, ()), "edits", left_out, MOST_EDITS)
        ],
        "left_out": left_out,
    }


def problem_data(problems: Iterable[PageFinding | SurfaceFault]) -> list[SurfaceProblem]:
    """What is wrong with surfaces."""
    return [
        {
            "code": shorten_line(problem.code),
            "severity": problem.severity,
            "reason": shorten_text(problem.reason, 1_000),
            "surface_id": shorten_line(problem.surface_id or ""),
        }
        for problem in problems
    ]


def mutation_data(mutation: Mutation) -> MutationData:
    """The edit, with what stood and stands there as text."""
    return {
        "product_id": shorten_line(mutation.product_id),
        "type": mutation.mutation_type,
        "place": shorten_line(mutation.locator),
        "is_pointer": mutation.locator_kind == "pointer",
        "old": value_text(mutation.old),
        "new": value_text(mutation.new),
        "is_correct": mutation.is_correct,
        "is_destructive": mutation.is_destructive,
    }


def value_text(value: Any) -> str:
    """A JSON value as people would say it: of a cell what it shows, of a part its name.

    >>> value_text({"value": 37.5, "unit": "$M", "text": None, "formula": None})
    '37.5 $M'
    >>> value_text({"id": "senior", "label": "Senior debt", "cells": {}})
    'Senior debt'
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return shorten_text(value, MOST_SHOWN)
    named = _part_text(value) if isinstance(value, dict) else None
    return (
        named
        if named is not None
        else shorten_text(json.dumps(value, ensure_ascii=False), MOST_SHOWN)
    )


def _failing(facts: TurnFacts | None) -> list[str]:
    standing = facts.work.standing if facts else None
    return list(standing.failing) if standing else []


def _side_talk_data(talk: SideTalk, around: TurnContext) -> SideTalkData:
    words = talk.words
    return {
        "speaker": around.name(words.speaker),
        "to": [around.name(name) for name in words.addressees],
        "channel": shorten_line(words.channel),
        "text": shorten_text(words.text),
        "started_s": words.started_s,
        "marks": [shorten_line(mark) for mark in talk.marks(around.names)],
    }


def _said_data(spoken: Iterable[Utterance | Understanding], around: TurnContext) -> list[SaidData]:
    return [
        {
            "text": shorten_text(words.text),
            "started_s": words.started_s,
            "ended_s": words.ended_s,
            "is_whole": words.is_whole,
            "cut_off_by": around.name(getattr(words, "cut_off_by", None) or ""),
        }
        for words in spoken
    ]


def _messages(agent: AgentTurn, around: TurnContext, left_out: list[str]) -> list[MessageData]:
    written: tuple[Written, ...] = (*agent.chat, *agent.reactions, *agent.annotations)
    found = sorted(written, key=lambda message: message.at_s)
    return [
        {
            "kind": message.kind,
            "sender": around.name(message.sender),
            "text": shorten_text(
                mark_words(message) if isinstance(message, Annotation) else message.text
            ),
            "at_s": message.at_s,
        }
        for message in first_items(found, "messages", left_out)
    ]


def _files(delivered: Iterable[DeliveredFile], around: TurnContext) -> list[FileData]:
    return [
        {
            "sender": around.name(file.sender),
            "name": shorten_line(file.name),
            "mime_type": shorten_line(file.mime_type),
            "size": file.file.size,
            "at_s": file.at_s,
            "path": file.file.path,
        }
        for file in delivered
    ]


def _frames(frames: Iterable[Frame], around: TurnContext) -> list[FrameData]:
    found: list[FrameData] = []
    for frame in frames:
        surface = shorten_line(frame.surface_id or frame.source)
        path = around.media.picture(around.folder, frame.file)
        if path:
            alt = _alt(surface, frame, around.folder)
            found.append({"path": path, "at_s": frame.at_s, "surface_id": surface, "alt": alt})
    return found


def _alt(surface: str, frame: Frame, folder: Path) -> str:
    """What a picture shows, by the headings and tables in the page's outline."""
    told = f"Picture of {surface}"
    place = folder / frame.outline.path if frame.outline is not None else None
    if place is None or not place.is_file() or place.is_symlink():
        return told
    with place.open(encoding="utf-8", errors="replace") as file:
        outline = file.read(MOST_OUTLINE)
    named = dict.fromkeys(match[1] for match in _NAMED.finditer(outline))
    return shorten_text(f"{told}: {'; '.join(named)}", MOST_ALT) if named else told


def _clip(
    clip: Clip | None, address: Callable[[Path, KeptFile], str], folder: Path
) -> AudioData | None:
    path = address(folder, clip.file) if clip is not None else ""
    if clip is None or not path:
        return None
    return {"path": path, "started_s": clip.started_s, "duration_s": clip.duration_s}


def _part_text(part: dict[str, Any]) -> str | None:
    """What a cell shows, or how a part is called; None where it is neither."""
    if {"value", "unit", "text"} <= part.keys():
        figure = "" if part["value"] is None else str(part["value"])
        return shorten_line(part["text"] or f"{figure} {part['unit'] or ''}".strip(), MOST_SHOWN)
    if isinstance(part.get("column"), dict):
        return _part_text(part["column"])
    name = next((part[name] for name in NAMES if isinstance(part.get(name), str)), None)
    if name is not None:
        return shorten_line(name, MOST_SHOWN)
    return shorten_text(part["body"], MOST_SHOWN) if isinstance(part.get("body"), str) else None
