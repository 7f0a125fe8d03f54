"""One trial, end to end. Read this file first: it is the architecture.

    run_trial     meet      agent, scenario -> recording.json and its files
    judge_trial   measure   recording -> evaluation.json, judgments.jsonl
                  weigh     evaluation, rules -> scorecard.json

Each stage begins from the record of the one before, on disk. What the k trials of every scenario
are worth together is said in repeat.py.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from modylbench.agents.choice import MeetingContext, has_ears, why_unguarded
from modylbench.agents.livekit.arrivals import invitation_text
from modylbench.foundation.errors import ModylBenchError, one_line
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.capture.room import INTERFERENCE
from modylbench.meeting.capture.store import storable_text
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.room import RoomClosed
from modylbench.pipeline.equipment import NoRoom
from modylbench.pipeline.measure import measure_trial
from modylbench.pipeline.shown_work import WorkReader
from modylbench.pipeline.weigh import TrialOutcome, weigh_trial
from modylbench.providers.models.budget import OverBudget
from modylbench.recording.reading import STAGE
from modylbench.recording.recording import AgentUnderTest, MeetingRecording

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.panel import VerdictProgress
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import Watcher
    from modylbench.meeting.room import Room
    from modylbench.pipeline.equipment import Equipment
    from modylbench.pipeline.panel.choice import Panel
    from modylbench.scenarios.variant import Variant
    from modylbench.scoring.rules import ScoringRules

ATTEMPTS = 3  # ours: how often a meeting is held whose human side the harness spoilt
MOST_FAULTS = 5  # ours: what comes after these of one try says nothing new
MOST_DETAIL = 300  # ours: characters of each


def run_trial(
    variant: Variant,
    folder: Path,
    equipment: Equipment,
    watcher: Watcher,
    *,
    on_open: Callable[[int, str, str], None] = lambda *_: None,
) -> MeetingRecording:
    """Hold the meeting from its beginning, and keep its recording; a spoilt one is held again.

    One that somebody broke on purpose is kept as it is, or an agent could buy tries.
    Raises NoRoom or RoomClosed where even at the last try there was no room to hold it in.
    `on_open` is told which try it is, what spoilt the one before, and the name of its room.
    """
    directory, spoilt = TrialDirectory(folder), list[str]()
    while True:
        if spoilt:
            equipment.venue.pause(len(spoilt))
        directory.begin()
        is_last = len(spoilt) == ATTEMPTS - 1
        code = spoilt[-1].partition(":")[0] if spoilt else ""
        on_attempt = partial(on_open, len(spoilt) + 1, code)
        try:
            recording = _hold_meeting(
                variant, directory.path, equipment, watcher=watcher, on_open=on_attempt
            )
        except (RoomClosed, NoRoom) as gone:
            if is_last:
                raise
            spoilt.append(_describe_fault("no_room", str(gone)))
            continue
        if recording.is_valid or is_last or _was_interfered_with(recording):
            recording = _of_attempt(recording, spoilt)
            if why_unguarded(equipment.agent):
                recording = recording.model_copy(update={"is_official": False})
            directory.keep(STAGE, recording)
            return recording
        spoilt.append(_what_spoilt(recording))


async def judge_trial(
    folder: Path, panel: Panel, rules: ScoringRules, report: VerdictProgress | None = None
) -> TrialOutcome:
    """Measure the meeting in the folder and weigh it; keep what each stage produced.

    What goes wrong here is the harness's, or a person's who changed the files: the trial is then
    without a score. OverBudget ends all judging.
    """
    try:
        was_kept = not await measure_trial(folder, panel, report)
        return weigh_trial(folder, rules, was_kept=was_kept)
    except OverBudget:
        raise
    except (ModylBenchError, OSError) as error:
        return TrialOutcome(folder, trouble=one_line(str(error)))


def _hold_meeting(
    variant: Variant,
    folder: Path,
    equipment: Equipment,
    *,
    watcher: Watcher,
    on_open: Callable[[str], None],
) -> MeetingRecording:
    """The recording of a meeting held from its beginning."""

    async def meeting(room: Room, clock: Clock) -> MeetingRecording:
        on_open(room.name)
        agent, options = equipment.agent, equipment.options
        context = MeetingContext(variant, equipment.voice, equipment.log_of(variant))
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name=agent.name, settings=dict(agent.settings)),
            attendee=agent.attendee(context),
            voice=equipment.voice,
            screens=equipment.screens,
            shown_work=WorkReader(variant.scenario),
            watcher=watcher,
            no_screens=options.no_screens,
            beats=options.beats,
            has_captions=not has_ears(agent),
            join_s=options.join_s,
            is_repeated=not clock.is_virtual,  # virtual time is free
            free_form=variant.free_form,
            human=options.human,
        )
        return await conduct_meeting(variant.scenario, arrangements)

    name = f"{variant.source.id}-{variant.seed}"
    return equipment.venue.hold(name, meeting, invitation=invitation_text(variant.scenario))


def _was_interfered_with(recording: MeetingRecording) -> bool:
    return any(fault.code == INTERFERENCE for fault in recording.faults if fault.is_spoiling)


def _what_spoilt(recording: MeetingRecording) -> str:
    """All that is left of a try whose folder goes: each fault for which it does not count."""
    faults = [
        _describe_fault(fault.code, fault.detail) for fault in recording.faults if fault.is_spoiling
    ]
    more = [f"{len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
    return "; ".join((*faults[:MOST_FAULTS], *more))


def _describe_fault(code: str, detail: str) -> str:
    return one_line(storable_text(f"{code}: {detail}", MOST_DETAIL))


def _of_attempt(recording: MeetingRecording, spoilt: Sequence[str]) -> MeetingRecording:
    """The recording, which says at which try it was made and what spoilt those before."""
    update = {"attempt": len(spoilt) + 1, "spoilt": tuple(spoilt)}
    setting = recording.setting.model_copy(update=update)
    return recording.model_copy(update={"setting": setting})
