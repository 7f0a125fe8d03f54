"""One trial, end to end. Read this file first: it is the architecture.

Today there is one stage: the meeting is held and its recording kept. Measuring, weighing and
repeating follow, each from the record of the stage before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.choice import Place
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.recording.reading import STAGE
from modylbench.recording.recording import AgentUnderTest, MeetingRecording

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import Watcher
    from modylbench.pipeline.equipment import Equipment
    from modylbench.scenarios.variant import Variant

ATTEMPTS = 3  # ours: how often a meeting is held whose human side the harness spoilt


def run_trial(
    variant: Variant, folder: Path, equipment: Equipment, watcher: Watcher
) -> MeetingRecording:
    """Hold the meeting from its beginning, and keep its recording; a spoilt one is held again."""
    directory = TrialDirectory(folder)
    for _ in range(ATTEMPTS):
        directory.begin()
        recording = _held(variant, directory.path, equipment, watcher)
        if recording.is_valid:
            break
    directory.keep(STAGE, recording)
    return recording


def _held(
    variant: Variant, folder: Path, equipment: Equipment, watcher: Watcher
) -> MeetingRecording:
    """The recording of a meeting held from its beginning, in process, on virtual time."""

    async def meeting(clock: Clock) -> MeetingRecording:
        agent, means = equipment.agent, equipment.means
        room = InProcessRoom(f"{variant.source.id}-{variant.seed}", clock)
        place = Place(variant, equipment.voice, equipment.log_of(variant))
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name=agent.name, settings=dict(agent.settings)),
            attendee=agent.attendee(place),
            voice=equipment.voice,
            screens=equipment.screens,
            watcher=watcher,
            no_screens=means.no_screens,
            beats=means.beats,
        )
        try:
            return await conduct_meeting(variant.scenario, arrangements)
        finally:
            await room.aclose()

    return hold(meeting)
