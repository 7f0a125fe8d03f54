"""Whether a short meeting on LiveKit comes out as the same one does in process.

<folder>/livekit/      the run on the server, <folder>/in_process/ the other; both are kept
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.pipeline.judging import JudgingOrder, judge_all
from modylbench.pipeline.running.execution import hold_all
from modylbench.pipeline.running.progress import NOT_HELD
from modylbench.pipeline.smoke.agent_output import AgentOutput, agent_output
from modylbench.pipeline.smoke.sound_quality import (
    audio_loss,
    heard_by_the_agent,
    heard_by_us,
    latencies,
)
from modylbench.recording.reading import read_recording
from modylbench.runs.crashes import NEVER_JOINED
from modylbench.runs.run import begin_run
from modylbench.scoring.rules import default_rules

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.pipeline.running.progress import MeetingReporter
    from modylbench.recording.recording import MeetingRecording
    from modylbench.runs.run import RunPlan

MOST_DIFFERENCE = 0.2
MOST_LOSS = 0.01


@dataclass(frozen=True, slots=True)
class SmokeMeeting:
    """One meeting that was held and judged; `trouble` is not the agent's."""

    folder: Path
    recording: MeetingRecording
    combined: float | None
    trouble: str


@dataclass(frozen=True, slots=True)
class Smoke:
    """How a short meeting on LiveKit came out, beside the same in process if there is one."""

    agent: str
    combined_livekit: float | None
    combined_in_process: float | None
    audio_loss: float | None
    latency: dict[str, float | None]
    word_error_rate_captured: float | None
    word_error_rate_in_process: float | None
    word_error_rate_heard: float | None
    emits: AgentOutput
    missing: dict[str, str]
    problems: tuple[str, ...]
    recording: str | None
    """The folder, where it stays."""

    def as_json(self) -> dict[str, object]:
        """All of it, under these names."""
        return asdict(self)


def hold_smoke_meeting(
    plan: RunPlan,
    folder: Path,
    options: RunOptions,
    *,
    panel: PanelChoice,
    report: MeetingReporter,
) -> SmokeMeeting:
    """Hold the one trial of the plan and have it judged; raises where there is no recording."""
    begin_run(plan, folder)
    held = hold_all(plan, folder, options, jobs=1, report=report, anew=True)[0]
    if held.ending == NOT_HELD:  # what lies in the folder may be of an earlier start
        raise ModylBenchError(held.trouble)
    order = JudgingOrder(panel, default_rules())
    outcome = judge_all([held.folder], order, jobs=1, report=lambda _: None).outcomes[0]
    card = outcome.scorecard
    return SmokeMeeting(
        folder=held.folder,
        recording=read_recording(held.folder),
        combined=card.combined if card is not None else None,
        trouble=held.trouble or outcome.trouble,
    )


def smoke_of(
    on_livekit: SmokeMeeting,
    in_process: SmokeMeeting | None,
    transcripts: Path | None,
    *,
    stays: bool = True,
) -> Smoke:
    """What the meetings show; `transcripts` is the folder of what was heard before.

    `stays` is whether the recording can be looked at afterwards.
    """
    recording, folder = on_livekit.recording, on_livekit.folder
    found = agent_output(recording, folder)

    def caption_errors(tried: SmokeMeeting | None) -> float | None:
        if tried is None:
            return None
        return asyncio.run(heard_by_us(tried.recording, tried.folder, transcripts))

    return Smoke(
        agent=recording.agent.name,
        combined_livekit=on_livekit.combined,
        combined_in_process=in_process.combined if in_process is not None else None,
        audio_loss=audio_loss(recording),
        latency=latencies(recording),
        word_error_rate_captured=caption_errors(on_livekit),
        word_error_rate_in_process=caption_errors(in_process),
        word_error_rate_heard=heard_by_the_agent(recording),
        emits=found,
        missing=found.missing() if in_process is None else {},
        problems=tuple(problems(on_livekit, in_process)),
        recording=str(folder) if stays else None,
    )


def problems(on_livekit: SmokeMeeting, in_process: SmokeMeeting | None) -> list[str]:
    """Why the meeting on LiveKit is not to be relied on; nothing where it is."""
    found = [f"on LiveKit: {on_livekit.trouble}"] if on_livekit.trouble else []
    loss = audio_loss(on_livekit.recording)
    if loss is not None and loss > MOST_LOSS:
        found.append(f"{loss:.2%} of the sound was lost, expected at most {MOST_LOSS:.0%}")
    found += _absence(on_livekit.recording)
    if in_process is not None:
        found += [f"in process: {in_process.trouble}"] if in_process.trouble else []
        found += _difference(on_livekit.combined, in_process.combined)
    return found


def _absence(recording: MeetingRecording) -> list[str]:
    if any(fault.code == NEVER_JOINED for fault in recording.faults):
        return ["the agent was never there"]
    outcomes = {turn.agent.outcome for turn in recording.turns}
    return ["the agent came, and was there for no question"] if outcomes == {"absent"} else []


def _difference(on_livekit: float | None, in_process: float | None) -> list[str]:
    if on_livekit is None or in_process is None:
        return ["there are no two scores to compare"]
    if round(abs(on_livekit - in_process), 6) > MOST_DIFFERENCE:
        scores = f"{on_livekit:.2f} on LiveKit and {in_process:.2f} in process"
        return [f"the scores are {scores}, expected within {MOST_DIFFERENCE} of each other"]
    return []
