"""How far a trial of a run is, how it came out, and whether it need not be held again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import digest_as_written
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.trial import run_trial
from modylbench.recording.reading import STAGE
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.crashes import NEVER_JOINED, crash_in
from modylbench.runs.run import LIVEKIT
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.meeting.arrangements import MeetingProgress
    from modylbench.pipeline.equipment import Equipment, RunOptions
    from modylbench.recording.recording import AgentUnderTest, Fault
    from modylbench.runs.crashes import AgentCrash
    from modylbench.runs.run import Trial
    from modylbench.scenarios.variant import Variant

NOT_HELD = "not_held"


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of the human's turns of a trial are over; at the start of each try, none.

    `spoilt_by` is the fault for which the try before does not count.
    """

    trial: Trial
    turn: int
    turns: int
    meeting_s: float
    room: str = ""
    attempt: int = 1
    spoilt_by: str = ""
    last_line: str = ""
    """What was said last, and by whom."""
    agent_faults: int = 0


@dataclass(frozen=True, slots=True)
class HeldTrial:
    """A trial that is done; `was_kept` where an earlier start of the run had done it."""

    trial: Trial
    folder: Path
    was_kept: bool
    is_valid: bool
    ending: str
    meeting_s: float
    answered: int
    planned: int
    faults: dict[str, int]
    trouble: str
    why_cut: str = ""
    """What the agent did that the meeting was over before its end, if it was that."""
    spoilt: tuple[str, ...] = ()
    """What spoilt each try before the one that was kept."""
    sha256: str = ""
    """Of the recording as it was made; empty where an earlier start made it."""
    crash: AgentCrash | None = None


MeetingReporter = Callable[[Progress | HeldTrial], None]
"""Is told whenever a meeting has come forward."""


def variant_of(trial: Trial, options: RunOptions) -> Variant:
    """The meeting of the trial."""
    variant = instantiate(scenario(trial.scenario), trial.seed, options.edge_cases)
    return select_beats(variant, options.beats)


def hold_trial(
    trial: Trial, folder: Path, equipment: Equipment, report: MeetingReporter
) -> HeldTrial:
    """Hold the trial, in the folder of its run."""
    variant = variant_of(trial, equipment.options)
    here = Progress(trial, 0, sum(1 for _ in variant.scenario.human_turns()), 0.0)

    def on_open(attempt: int, spoilt_by: str, room: str) -> None:
        nonlocal here
        here = replace(here, room=room, attempt=attempt, spoilt_by=spoilt_by)
        report(here)

    def watcher(progress: MeetingProgress) -> None:
        report(
            replace(
                here,
                turn=progress.turn,
                turns=progress.turns,
                meeting_s=progress.meeting_s,
                last_line=progress.last_line,
                agent_faults=progress.agent_faults,
            )
        )

    recording = run_trial(variant, folder / trial.folder, equipment, watcher, on_open=on_open)
    summary = trial_summary(trial, folder / trial.folder, recording, was_kept=False)
    return replace(summary, sha256=digest_as_written(recording))


def trial_summary(
    trial: Trial, folder: Path, recording: MeetingRecording, *, was_kept: bool
) -> HeldTrial:
    """How the trial came out of which this is the recording."""
    return HeldTrial(
        trial=trial,
        folder=folder,
        was_kept=was_kept,
        is_valid=recording.is_valid,
        ending=recording.ending,
        meeting_s=recording.duration_s,
        answered=sum(turn.agent.outcome == "answered" for turn in recording.turns),
        planned=recording.planned_turns,
        faults=dict(Counter(_kind(fault) for fault in recording.faults)),
        trouble=next(
            (f"{fault.code}: {fault.detail}" for fault in recording.faults if fault.is_spoiling), ""
        ),
        why_cut=_why_cut(recording),
        spoilt=recording.setting.spoilt,
        crash=crash_in(recording),
    )


def lost_trial(trial: Trial, folder: Path, trouble: str) -> HeldTrial:
    """A trial of which there is no recording, through no fault of the agent's."""
    return HeldTrial(
        trial=trial,
        folder=folder,
        was_kept=False,
        is_valid=False,
        ending=NOT_HELD,
        meeting_s=0.0,
        answered=0,
        planned=0,
        faults={"infrastructure": 1},
        trouble=trouble,
    )


def finished_recording(
    trial: Trial, folder: Path, *, agent: AgentUnderTest, options: RunOptions
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
    asked = (trial.scenario_id, trial.seed, options.edge_cases, options.beats, options.room, agent)
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


def _kind(fault: Fault) -> str:
    """Whose fault it was; of our side's, those that spoil nothing are told apart."""
    return f"{fault.culprit} (flag)" if fault.is_flag else fault.culprit


def _why_cut(recording: MeetingRecording) -> str:
    if recording.ending != "agent_left":
        return ""
    return next((fault.detail for fault in recording.faults if fault.culprit == "agent"), "")


def _was_awaited(recording: MeetingRecording) -> bool:
    """Whether an agent that somebody else starts was waited for, and did not come."""
    is_from_outside = recording.agent.name.partition(":")[0] == LIVEKIT
    return is_from_outside and any(fault.code == NEVER_JOINED for fault in recording.faults)


def _is_there(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size
