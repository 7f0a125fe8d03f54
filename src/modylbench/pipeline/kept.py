"""Which trials of a run need not be held again?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import STAGE
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.plan import LIVEKIT

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.pipeline.equipment import Means
    from modylbench.recording.recording import AgentUnderTest
    from modylbench.runs.plan import Trial

NEVER_JOINED = "never_joined"


def finished(
    trial: Trial, folder: Path, *, agent: AgentUnderTest, means: Means
) -> MeetingRecording | None:
    """The recording of the trial, if there is one that is valid, whole and of this very trial.

    Files are looked at for their sizes: `recording verify` reads them. A meeting to which an agent
    from outside never came is held again: somebody may have started it since.
    """
    directory = TrialDirectory(folder)
    if not directory.has(STAGE):
        return None
    try:
        recording = directory.load(STAGE, MeetingRecording)
    except BadFile:
        return None  # cut, or altered: what cannot be read is held again
    asked = (trial.scenario_id, trial.seed, means.edge_cases, means.beats, means.room, agent)
    held = (
        recording.scenario_id,
        recording.seed,
        recording.edge_case,
        recording.setting.beats,
        recording.setting.room,
        recording.agent,
    )
    is_whole = all(_is_there(folder / file.path, file.size) for file in recording.files())
    is_kept = recording.is_valid and held == asked and is_whole and not _was_awaited(recording)
    return recording if is_kept else None


def _was_awaited(recording: MeetingRecording) -> bool:
    """Whether an agent that somebody else starts was waited for, and did not come."""
    is_from_outside = recording.agent.name.partition(":")[0] == LIVEKIT
    return is_from_outside and any(fault.code == NEVER_JOINED for fault in recording.faults)


def _is_there(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size
