"""How far is a trial of a run, and how did it come out?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.pipeline.trial import run_trial
from modylbench.runs.shortened import shortened
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.foundation.reporter import Reporter
    from modylbench.pipeline.equipment import Equipment, Means
    from modylbench.recording.recording import Fault, MeetingRecording
    from modylbench.runs.plan import Trial
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


@dataclass(frozen=True, slots=True)
class Held:
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


def variant_of(trial: Trial, means: Means) -> Variant:
    """The meeting of the trial."""
    variant = instantiate(scenario(trial.scenario), trial.seed, means.edge_cases)
    return shortened(variant, means.beats)


def hold_trial(
    trial: Trial, folder: Path, equipment: Equipment, report: Reporter[Progress | Held]
) -> Held:
    """Hold the trial, in the folder of its run."""
    variant = variant_of(trial, equipment.means)
    here = Progress(trial, 0, sum(1 for _ in variant.scenario.human_turns()), 0.0)

    def opened(attempt: int, spoilt_by: str, room: str) -> None:
        nonlocal here
        here = replace(here, room=room, attempt=attempt, spoilt_by=spoilt_by)
        report(here)

    def watcher(turn: int, turns: int, meeting_s: float) -> None:
        report(replace(here, turn=turn, turns=turns, meeting_s=meeting_s))

    recording = run_trial(variant, folder / trial.folder, equipment, watcher, opened=opened)
    return summary(trial, folder / trial.folder, recording, was_kept=False)


def summary(trial: Trial, folder: Path, recording: MeetingRecording, *, was_kept: bool) -> Held:
    """How the trial came out of which this is the recording."""
    return Held(
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
    )


def _kind(fault: Fault) -> str:
    """Whose fault it was; of our side's, those that spoil nothing are told apart."""
    return f"{fault.culprit} (flag)" if fault.is_flag else fault.culprit


def _why_cut(recording: MeetingRecording) -> str:
    if recording.ending != "agent_left":
        return ""
    return next((fault.detail for fault in recording.faults if fault.culprit == "agent"), "")


def not_held(trial: Trial, folder: Path, trouble: str) -> Held:
    """A trial of which there is no recording, through no fault of the agent's."""
    return Held(
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
