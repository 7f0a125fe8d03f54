"""Which trials of a run need not be held again?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import STAGE
from modylbench.recording.recording import MeetingRecording

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.pipeline.equipment import Means
    from modylbench.pipeline.plan import Trial
    from modylbench.recording.recording import AgentUnderTest


def finished(
    trial: Trial, folder: Path, *, agent: AgentUnderTest, means: Means
) -> MeetingRecording | None:
    """The recording of the trial, if there is one that is valid, whole and of this very trial.

    Files are looked at for their sizes: `recording verify` reads them.
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
    return recording if recording.is_valid and held == asked and is_whole else None


def _is_there(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size
