"""One meeting, from the first who joins to the record of all that happened."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from modylbench import __version__
from modylbench.foundation.errors import one_line
from modylbench.meeting.arrangements import AgentFailure
from modylbench.meeting.capture.collector import Collector
from modylbench.meeting.capture.faults import BrokenOff, Faults
from modylbench.meeting.capture.room import RECORDER, break_for_closed_link
from modylbench.meeting.capture.screen.frames import frames_of
from modylbench.meeting.capture.state import CaptureState
from modylbench.meeting.capture.store import EventLog, Folder
from modylbench.meeting.conversation import Conversation
from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.script import SCRIPT, planned_turns
from modylbench.providers.chromium import NoScreen
from modylbench.recording.events import started_s
from modylbench.recording.held_turns import held_turns
from modylbench.recording.recording import MeetingRecording, Setting
from modylbench.scenarios.free_form.form import held_scenario
from modylbench.scenarios.suites import CORE, suite_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.conversation import HeldExchange
    from modylbench.recording.events import KeptFile, MeetingEvent, RecordedExchange
    from modylbench.recording.recording import MeetingEnding
    from modylbench.scenarios.scenario import Scenario

LEAVING_S = 10.0  # ours: one who has not left by then is left alone


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
    state = CaptureState(
        recorder,
        clock,
        folder=arrangements.folder,
        screens=arrangements.screens,
        people=[participant.identity for participant in scenario.participants],
    )
    has_audio = arrangements.voice is not None
    collector = Collector(recorder, clock, faults, state=state, has_audio=has_audio)
    conversation = Conversation(scenario, arrangements, collector, faults)
    try:
        ending = await _hold(conversation, collector, faults)
    except* (BrokenOff, RoomClosed, NoScreen, OSError) as group:
        ending = "broken_off"
        for error in _leaves(group):
            is_link = isinstance(error, RoomClosed)  # which itself may have told more
            faults.add_break(_break_of((is_link and state.trouble) or error))
    try:
        await state.frames.keep_up(clock, faults, most=0)
    except OSError as error:
        faults.add_break(_break_of(error))
    collector.abandon()
    await recorder.leave()
    try:
        with clock.pausing():
            state.log.close()
            state.folder.settle()
    except OSError as error:
        faults.add_break(_break_of(error))
    return _record(conversation, collector, faults, ending)


@asynccontextmanager
async def agent_attending(
    scenario: Scenario, arrangements: Arrangements, state: CaptureState, faults: Faults
) -> AsyncIterator[None]:
    """Let the attendee, if there is one, take part until the end of the meeting."""
    task = asyncio.create_task(_attend(scenario, arrangements, state, faults))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task}, timeout=LEAVING_S)


async def _hold(conversation: Conversation, collector: Collector, faults: Faults) -> MeetingEnding:
    """Join, talk, and leave again; how it ended."""
    async with asyncio.TaskGroup() as beside:
        watching = conversation.arrangements.clock.watch_for_stalls(faults.add_stall)
        tasks = [beside.create_task(collector.follow()), beside.create_task(collector.listen())]
        tasks.append(beside.create_task(watching))
        tasks += [
            beside.create_task(user.drain(collector.state))
            for user in await conversation.people_join()
        ]
        scenario, arrangements = conversation.scenario, conversation.arrangements
        async with agent_attending(scenario, arrangements, collector.state, faults):
            try:
                return await conversation.converse()
            finally:  # what people and agents do when the meeting is over is not recorded
                for task in tasks:
                    task.cancel()
                await conversation.people_leave()


def _record(
    conversation: Conversation, collector: Collector, faults: Faults, ending: MeetingEnding
) -> MeetingRecording:
    scenario, arrangements = conversation.scenario, conversation.arrangements
    people = conversation.attendance()
    log = collector.state.log.kept_file()
    update = {
        "participants": (*people, *collector.state.presence.attendance()),
        "exchanges": tuple(_with_frame_faults(held) for held in conversation.exchanges),
        "events": tuple(sorted(_all_events(conversation), key=started_s)),
        "planned_turns": _planned_count(conversation, ending),
        "ending": ending,
        "duration_s": round(conversation.ended_s, 3),
    }
    empty = _empty_recording(scenario, arrangements, faults, log, conversation.policy.name)
    return empty.model_copy(update=update)


def _not_begun(scenario: Scenario, arrangements: Arrangements, faults: Faults) -> MeetingRecording:
    """The record of a meeting whose room was gone before anybody came."""
    log = EventLog(Folder(arrangements.folder), arrangements.clock)
    log.close()
    return _empty_recording(scenario, arrangements, faults, log.kept_file())


def _planned_count(conversation: Conversation, ending: MeetingEnding) -> int:
    """How many of the human's turns there were to be; in free form, in the light of how it went."""
    scenario, free_form = conversation.scenario, conversation.arrangements.free_form
    if free_form is None:
        return conversation.policy.turns
    held = held_turns(conversation.turns())
    is_whole = ending == "completed"
    return sum(1 for _ in held_scenario(scenario, free_form, held, is_whole=is_whole).human_turns())


def _empty_recording(
    scenario: Scenario,
    arrangements: Arrangements,
    faults: Faults,
    log: KeptFile,
    human: str = SCRIPT,
) -> MeetingRecording:
    """What is known of a meeting before anything happened in it."""
    facts = scenario.metadata
    suite = suite_of(str(facts.get("suite", CORE)))
    return MeetingRecording(
        scenario_id=scenario.scenario_id,
        scenario_version=int(facts.get("version", 1)),
        title=scenario.title,
        seed=int(facts.get("seed", 0)),
        edge_case=str(facts.get("edge_case", "")),
        suite=suite.name,
        suite_version=suite.version,
        private_mark=str(facts.get("private_mark", "")),
        is_official=bool(facts.get("official", False)),
        agent=arrangements.agent,
        setting=_setting(arrangements, human),
        participants=(),
        exchanges=(),
        events=(),
        planned_turns=len(planned_turns(scenario, arrangements.beats)),
        ending="broken_off",
        duration_s=0.0,
        log=log,
        faults=faults.all(),
    )


def _setting(arrangements: Arrangements, human: str) -> Setting:
    voice, screens = arrangements.voice, arrangements.screens
    return Setting(
        clock="virtual" if arrangements.clock.is_virtual else "real",
        room=arrangements.room.kind,
        speech=voice.name if voice is not None else "none",
        screens=screens.name if screens is not None else f"none: {arrangements.no_screens}",
        beats=arrangements.beats,
        human=human,
        has_captions=arrangements.has_captions,
        harness_version=__version__,
    )


def _all_events(conversation: Conversation) -> Iterator[MeetingEvent]:
    """All that happened, with the pictures of surfaces that have been taken since."""
    for held in conversation.exchanges:
        yield from held.events
        yield from frames_of(held.frames)


def _with_frame_faults(held: HeldExchange) -> RecordedExchange:
    faults = (*held.exchange.surface_faults, *held.frames.faults)
    return held.exchange.model_copy(update={"surface_faults": faults})


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
        return break_for_closed_link(detail)
    if isinstance(error, NoScreen):
        return BrokenOff("infrastructure", "browser_failed", detail)
    return BrokenOff("harness", "capture_failed", f"{type(error).__name__}: {detail}")


async def _attend(
    scenario: Scenario, arrangements: Arrangements, state: CaptureState, faults: Faults
) -> None:
    attendee = arrangements.attendee
    if attendee is None:
        return
    try:
        await attendee.attend(arrangements.room, scenario, arrangements.clock)
    except AgentFailure as error:
        faults.add("agent", error.code, error.detail)
    except Exception as error:  # noqa: BLE001 - code of others, whose faults are not the agent's
        state.break_off(_break_reason(error, state))


def _break_reason(error: Exception, state: CaptureState) -> BrokenOff:
    """Why the meeting cannot go on where this made an attendee give up."""
    if not _is_closing(error):
        detail = f"{type(error).__name__}: {error}"
        return BrokenOff("harness", "attendee_failed", detail)
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    detail = str(error)
    if state.links.are_up:
        return break_for_closed_link(detail)
    return BrokenOff("infrastructure", "link_lost", detail)


def _is_closing(error: Exception) -> bool:
    """Whether it says that the room is gone, and nothing else."""
    if isinstance(error, ExceptionGroup):
        return all(_is_closing(exception) for exception in error.exceptions)
    return isinstance(error, RoomClosed)
