"""What happened in one exchange, for people to follow?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.publishing.report.content.bounds import bounded, first, line
from modylbench.publishing.report.content.edits import mutation_data
from modylbench.publishing.report.content.judged import judged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import PageFinding, TurnFacts
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.publishing.report.content.media import Media
    from modylbench.publishing.report.data.product import SurfaceProblem
    from modylbench.publishing.report.data.turn import (
        AudioData,
        FileData,
        FrameData,
        MessageData,
        SaidData,
        TurnData,
    )
    from modylbench.recording.recording import (
        AgentTurn,
        Clip,
        DeliveredFile,
        Frame,
        KeptFile,
        RecordedTurn,
        SpokenWords,
        SurfaceFault,
    )
    from modylbench.scoring.scorecard import TurnScore

MOST_OUTLINE = 20_000  # ours: characters of a page's outline that are looked at
MOST_ALT = 300  # ours: what a screen reader reads out before anybody asks for more
MOST_EDITS = 200  # ours: the most of an oracle's turn is under a hundred
_NAMED = re.compile(r'- (?:heading|table|img|figure|region) "((?:[^"\\]|\\.){1,200})"')


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of a turn besides what was recorded."""

    folder: Path
    media: Media
    names: Mapping[str, str]
    facts: Mapping[int, TurnFacts] = field(default_factory=dict)
    scores: Mapping[int, TurnScore] = field(default_factory=dict)
    verdicts: Mapping[str, Sequence[Verdict]] = field(default_factory=dict)
    edits: Mapping[int, Sequence[Mutation]] = field(default_factory=dict)

    def name(self, identity: str) -> str:
        """Of a person; the agent's and strangers' identities stand for themselves."""
        return line(self.names.get(identity, identity))


def turn_data(turn: RecordedTurn, around: Around) -> TurnData:
    """The exchange with all that is known of it."""
    human, agent, at = turn.human, turn.agent, turn.turn_index
    left_out: list[str] = []
    facts, score = around.facts.get(at), around.scores.get(at)
    return {
        "turn_index": at,
        "beat": line(turn.beat),
        "beat_number": turn.beat_number,
        "phase": line(turn.phase),
        "edge_case": turn.edge_case,
        "speaker": around.name(human.speaker),
        "channel": line(human.channel),
        "asked": bounded(human.text),
        "asked_from_s": human.started_s,
        "asked_to_s": human.ended_s,
        "attachments": _files(first(human.attachments, "attachments", left_out), around),
        "outcome": agent.outcome,
        "ended_s": agent.ended_s,
        "said": _said(first(agent.said, "spoken texts", left_out)),
        "heard": _said(first(agent.heard, "texts of what it heard", left_out)),
        "states": [
            {"state": line(one.state), "at_s": one.at_s}
            for one in first(agent.states, "changes of state", left_out)
        ],
        "messages": _messages(agent, around, left_out),
        "files": _files(first(agent.files, "files", left_out), around),
        "frames": _frames(first(agent.frames, "pictures", left_out), around),
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
        "judged": judged(score, around.verdicts.get(f"turn-{at:02d}", ())),
        "failing": list(score.failing) if score else _failing(facts),
        "page_findings": problems(
            first(facts.screen.findings, "page findings", left_out) if facts else ()
        ),
        "surface_faults": problems(first(agent.surface_faults, "surface faults", left_out)),
        "attempts": [
            line(f"{attempt.channel}: {attempt.excerpt}") for attempt in facts.attempts[:20]
        ]
        if facts
        else [],
        "mutations": [
            mutation_data(one)
            for one in first(around.edits.get(at, ()), "edits", left_out, MOST_EDITS)
        ],
        "left_out": left_out,
    }


def problems(found: Iterable[PageFinding | SurfaceFault]) -> list[SurfaceProblem]:
    """What is wrong with surfaces."""
    return [
        {
            "code": line(one.code),
            "severity": one.severity,
            "reason": bounded(one.reason, 1_000),
            "surface_id": line(one.surface_id or ""),
        }
        for one in found
    ]


def _failing(facts: TurnFacts | None) -> list[str]:
    standing = facts.work.standing if facts else None
    return list(standing.failing) if standing else []


def _said(spoken: Iterable[SpokenWords]) -> list[SaidData]:
    return [
        {
            "text": bounded(one.text),
            "started_s": one.started_s,
            "ended_s": one.ended_s,
            "is_whole": one.is_whole,
        }
        for one in spoken
    ]


def _messages(agent: AgentTurn, around: Around, left_out: list[str]) -> list[MessageData]:
    kinds = {"chat": agent.chat, "reaction": agent.reactions, "annotation": agent.annotations}
    found = sorted(
        ((one.at_s, kind, one) for kind, those in kinds.items() for one in those),
        key=lambda entry: entry[0],
    )
    return [
        {
            "kind": kind,  # type: ignore[typeddict-item]  # one of the three above
            "sender": around.name(one.sender),
            "text": bounded(one.text),
            "at_s": at_s,
        }
        for at_s, kind, one in first(found, "messages", left_out)
    ]


def _files(delivered: Iterable[DeliveredFile], around: Around) -> list[FileData]:
    return [
        {
            "sender": around.name(one.sender),
            "name": line(one.name),
            "mime_type": line(one.mime_type),
            "size": one.file.size,
            "at_s": one.at_s,
            "path": one.file.path,
        }
        for one in delivered
    ]


def _frames(frames: Iterable[Frame], around: Around) -> list[FrameData]:
    found: list[FrameData] = []
    for frame in frames:
        surface = line(frame.surface_id or frame.source)
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
    named = dict.fromkeys(found[1] for found in _NAMED.finditer(outline))
    return bounded(f"{told}: {'; '.join(named)}", MOST_ALT) if named else told


def _clip(
    clip: Clip | None, address: Callable[[Path, KeptFile], str], folder: Path
) -> AudioData | None:
    path = address(folder, clip.file) if clip is not None else ""
    if clip is None or not path:
        return None
    return {"path": path, "started_s": clip.started_s, "duration_s": clip.duration_s}
