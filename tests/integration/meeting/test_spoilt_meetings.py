"""A spoilt meeting is broken off, and no flood of an agent's buys another try."""

import asyncio
from pathlib import Path

import pytest
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Setup,
    ShakyRoom,
    answer_politely,
    fault_codes,
    hold_meeting,
    is_complete,
)

from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.capture.allowance import MOST_CHANGES, MOST_FILES, MOST_STREAMS
from modylbench.meeting.capture.faults import Faults
from modylbench.meeting.capture.receiving import Receiver
from modylbench.meeting.capture.room import MOST_AGENTS
from modylbench.meeting.capture.state import CaptureState
from modylbench.meeting.room import (
    CHAT,
    AttributesChanged,
    FileReceived,
    Guest,
    Overflow,
    ParticipantJoined,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.rooms.in_process.room import InProcessRoom

LATE = "agent-21"


def overflow_of(identity: str, *, is_repeated: bool = False) -> Setup:
    """A meeting of three questions in whose first events of somebody are lost."""

    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.tell("modyl-recorder", Overflow(clock.now_s(), identity, 7))

    return Setup(slots=3, disturb=disturb, is_repeated=is_repeated)


@pytest.mark.parametrize("is_repeated", [True, False])
def test_a_spoilt_meeting_that_is_held_again_ends_with_the_exchange(
    tmp_path: Path, *, is_repeated: bool
) -> None:
    setup = overflow_of("priya_nair", is_repeated=is_repeated)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, setup)

    assert fault_codes(recording) == [("infrastructure", "events_lost")]
    assert not recording.is_valid
    assert len(recording.turns) == (1 if is_repeated else 3)
    assert recording.ending == ("broken_off" if is_repeated else "completed")
    assert is_complete(recording, tmp_path)


@pytest.mark.parametrize("identity", ["agent", "ghost", ""])
def test_what_overflows_of_anybody_but_our_own_is_the_agent_s_flood(
    tmp_path: Path, identity: str
) -> None:
    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, overflow_of(identity, is_repeated=True)
    )

    assert fault_codes(recording) == [("agent", "flood")]
    assert recording.is_valid
    assert recording.ending == "completed"


def test_what_a_flood_costs_us_is_a_flag(tmp_path: Path) -> None:
    async def flood(desk: AgentTools) -> None:
        for _ in range(2 * MOST_STREAMS * (desk.number == 1)):
            await desk.connection.send_text("x", CHAT, {})
        await answer_politely(desk)

    recording = hold_meeting(
        AnsweringAgent(flood), tmp_path, overflow_of("priya_nair", is_repeated=True)
    )

    assert fault_codes(recording) == [("infrastructure", "events_lost"), ("agent", "flood")]
    assert recording.is_valid
    assert recording.ending == "completed"


def test_a_flood_excuses_nothing_of_another_turn_and_no_broken_link() -> None:
    faults = Faults(RealClock())
    faults.begin_turn(1)
    faults.add("infrastructure", "audio_missing", "")
    faults.begin_turn(3)
    faults.add("infrastructure", "audio_missing", "")
    faults.add("harness", "speech_slipped", "")
    faults.add("infrastructure", "link_lost", "")

    faults.blame_flood()

    assert [fault.spoils for fault in faults.all()] == [True, False, False, True]


def taken(folder: Path, events: list[RoomEvent]) -> tuple[str, int]:
    """What was thrown away of these events, and how many lines were written of them."""

    async def meeting(clock: Clock) -> str:
        room = InProcessRoom("room", clock)
        recorder = await room.join(Guest("modyl-recorder", is_hidden=True))
        state = CaptureState(recorder, clock, folder=folder, screens=None, people=["priya_nair"])
        receiver = Receiver(state, Faults(clock), clock)
        for number in range(MOST_AGENTS):
            await receiver.take(ParticipantJoined(0.0, f"agent-{number}", "", "agent", {}))
        for event in events:
            await receiver.take(event)
        await room.aclose()
        state.log.close()
        await asyncio.sleep(0)
        return state.allowance.end_turn()

    thrown = hold(meeting)
    return thrown, len((folder / "events.jsonl").read_text().splitlines()) - MOST_AGENTS


@pytest.mark.parametrize("identity", [LATE, "ghost", ""])
def test_texts_of_strangers_are_bounded_like_an_agent_s(identity: str, tmp_path: Path) -> None:
    events: list[RoomEvent] = []
    if identity == LATE:
        events.append(ParticipantJoined(0.0, identity, "", "agent", {}))
    for number in range(MOST_STREAMS + 50):
        stream = str(number)
        events += [
            TextOpened(0.0, identity, CHAT, stream, {}),
            TextChunk(0.0, stream, "x"),
            TextClosed(0.0, stream, is_whole=True),
        ]

    thrown, lines = taken(tmp_path, events)

    assert thrown == "text streams: 50"
    assert lines <= 3 * MOST_STREAMS + 1


def test_bytes_of_strangers_are_bounded_too(tmp_path: Path) -> None:
    events: list[RoomEvent] = []
    for number in range(9):
        stream = str(number)
        events += [
            TextOpened(0.0, "ghost", CHAT, stream, {}),
            TextChunk(0.0, stream, "x" * 8_000_000),
            TextClosed(0.0, stream, is_whole=True),
        ]

    assert taken(tmp_path, events)[0] == "bytes: 8,000,000"


def test_attributes_and_files_of_strangers_are_bounded_too(tmp_path: Path) -> None:
    events: list[RoomEvent] = []
    for number in range(MOST_CHANGES + 5):
        events.append(AttributesChanged(0.0, "ghost", {"a": str(number)}))
        file = FileReceived(0.0, "ghost", "files", "a.txt", "text/plain", b"x", {}, is_whole=True)
        events.append(file)

    thrown, lines = taken(tmp_path, events)

    assert thrown == f"attributes: 5, files: {MOST_CHANGES + 5 - MOST_FILES}"
    assert lines == MOST_CHANGES + MOST_FILES


def test_our_own_people_are_not_bounded(tmp_path: Path) -> None:
    streams = range(MOST_STREAMS + 50)
    events: list[RoomEvent] = []
    for number in streams:
        events.append(TextOpened(0.0, "priya_nair", CHAT, str(number), {}))
        events.append(TextClosed(0.0, str(number), is_whole=True))

    assert taken(tmp_path, events) == ("", 2 * len(streams))
