"""One meeting, from the first one who joins to the record of all that happened."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from modylbench import __version__
from modylbench.foundation.errors import one_line
from modylbench.meeting.attending import attended
from modylbench.meeting.capture.collector import Collector
from modylbench.meeting.capture.events import EventLog
from modylbench.meeting.capture.faults import BrokenOff, Faults
from modylbench.meeting.capture.folder import Folder
from modylbench.meeting.capture.frames import frames_of
from modylbench.meeting.capture.links import RECORDER, closed
from modylbench.meeting.capture.notes import Notes
from modylbench.meeting.conversation import Conversation
from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.script import planned_turns
from modylbench.providers.chromium import NoScreen
from modylbench.recording.recording import MeetingRecording, RecordedTurn, Setting

if TYPE_CHECKING:
    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.capture.frames import TurnFrames
    from modylbench.recording.recording import Ending, KeptFile
    from modylbench.scenarios.scenario import Scenario


async def conduct_meeting(scenario: Scenario, arrangements: Arrangements) -> MeetingRecording:
    """Hold the meeting as the script says; what comes back is the record of it.

    Whatever goes wrong in it stands in the record, with whose fault it was.
    """
    clock = arrangements.clock
    faults = Faults(clock)
    try:
        recorder = await arrangements.room.join(Guest(RECORDER, is_hidden=True))
    except RoomClosed as gone:
        faults.add_break(_break_of(gone))
        return _not_begun(scenario, arrangements, faults)
    notes = Notes(
        recorder,
        clock,
        folder=arrangements.folder,
        screens=arrangements.screens,
        people=[participant.identity for participant in scenario.participants],
    )
    has_audio = arrangements.voice is not None
    collector = Collector(recorder, clock, faults, notes=notes, has_audio=has_audio)
    conversation = Conversation(scenario, arrangements, collector, faults)
    try:
        ending = await _held(conversation, collector, faults)
    except* (BrokenOff, RoomClosed, NoScreen, OSError) as group:
        ending = "broken_off"
        for error in _leaves(group):
            is_link = isinstance(error, RoomClosed)  # which itself may have told more
            faults.add_break(_break_of((is_link and notes.trouble) or error))
    try:
        await notes.frames.keep_up(clock, faults, most=0)
    except OSError as error:
        faults.add_break(_break_of(error))
    collector.abandon()
    await recorder.leave()
    try:
        with clock.paused():
            notes.log.close()
            notes.folder.settle()
    except OSError as error:
        faults.add_break(_break_of(error))
    return _record(conversation, collector, faults, ending)


async def _held(conversation: Conversation, collector: Collector, faults: Faults) -> Ending:
    """Join, talk, and leave again; how it ended."""
    async with asyncio.TaskGroup() as beside:
        tasks = [beside.create_task(collector.follow()), beside.create_task(collector.listen())]
        tasks += [
            beside.create_task(user.drain(collector.notes))
            for user in await conversation.people_join()
        ]
        scenario, arrangements = conversation.scenario, conversation.arrangements
        async with attended(scenario, arrangements, collector.notes, faults):
            try:
                return await conversation.converse()
            finally:  # what people and agents do when the meeting is over is not recorded
                for task in tasks:
                    task.cancel()
                await conversation.people_leave()


def _record(
    conversation: Conversation, collector: Collector, faults: Faults, ending: Ending
) -> MeetingRecording:
    scenario, arrangements = conversation.scenario, conversation.arrangements
    people = [user.attendance() for user in conversation.people.values()]
    events = collector.notes.log.kept()
    update = {
        "participants": (*people, *collector.notes.presence.attendance()),
        "turns": tuple(_with_frames(turn, frames) for turn, frames in conversation.turns),
        "ending": ending,
        "duration_s": round(conversation.ended_s, 3),
    }
    return _empty(scenario, arrangements, faults, events).model_copy(update=update)


def _not_begun(scenario: Scenario, arrangements: Arrangements, faults: Faults) -> MeetingRecording:
    """The record of a meeting whose room was gone before anybody came."""
    log = EventLog(Folder(arrangements.folder), arrangements.clock)
    log.close()
    return _empty(scenario, arrangements, faults, log.kept())


def _empty(
    scenario: Scenario, arrangements: Arrangements, faults: Faults, events: KeptFile
) -> MeetingRecording:
    """What is known of a meeting before anything happened in it."""
    facts = scenario.metadata
    return MeetingRecording(
        scenario_id=scenario.scenario_id,
        scenario_version=int(facts.get("version", 1)),
        title=scenario.title,
        seed=int(facts.get("seed", 0)),
        edge_case=str(facts.get("edge_case", "")),
        is_official=bool(facts.get("official", False)),
        agent=arrangements.agent,
        setting=_setting(arrangements),
        participants=(),
        turns=(),
        planned_turns=len(planned_turns(scenario, arrangements.beats)),
        ending="broken_off",
        duration_s=0.0,
        events=events,
        faults=faults.all(),
    )


def _setting(arrangements: Arrangements) -> Setting:
    voice, screens = arrangements.voice, arrangements.screens
    return Setting(
        clock="virtual" if arrangements.clock.is_virtual else "real",
        room=arrangements.room.kind,
        speech=voice.name if voice is not None else "none",
        screens=screens.name if screens is not None else f"none: {arrangements.no_screens}",
        beats=arrangements.beats,
        has_captions=arrangements.has_captions,
        harness_version=__version__,
    )


def _with_frames(turn: RecordedTurn, frames: TurnFrames) -> RecordedTurn:
    agent = turn.agent
    update = {
        "frames": (*frames_of(frames), *agent.frames),
        "surface_faults": (*agent.surface_faults, *frames.faults),
    }
    return turn.model_copy(update={"agent": agent.model_copy(update=update)})


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    found: list[BaseException] = []
    for error in group.exceptions:
        found += _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return found


def _break_of(error: BaseException) -> BrokenOff:
    """What an error says of the meeting that it ended."""
    if isinstance(error, BrokenOff):
        return error
    detail = one_line(str(error))
    if isinstance(error, RoomClosed):
        return closed(detail)
    if isinstance(error, NoScreen):
        return BrokenOff("infrastructure", "browser_failed", detail)
    return BrokenOff("harness", "capture_failed", f"{type(error).__name__}: {detail}")
