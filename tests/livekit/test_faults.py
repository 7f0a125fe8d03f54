"""Whatever goes wrong, the meeting ends soon and the right participant is blamed.

Most of these meetings wait for something most of the time: they are held at once, and each test
looks at one of them.
"""

import asyncio
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.livekit.meetings import (
    Scene,
    Setup,
    StagedMeeting,
    faults_besides_lost_sound,
    hold_on_server,
    rooms_on,
    two_questions,
)
from tests.staging.meetings import Hum, tone
from typing_extensions import override

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.speech.speech import Speech

PERSON = "priya_nair"
MOST_S = 100.0
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
JOIN_S = 6.0


class LongHum(Hum):
    """Goes on until a screen that is shared from the beginning has long been seen."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return Speech(tone(8.0))


async def kick_agent(scene: Scene) -> None:
    await scene.agent(identity="kicked")
    await scene.answered.wait()
    await scene.put_out("kicked")


async def kick_person(scene: Scene) -> None:
    await scene.agent()
    await scene.answered.wait()
    await scene.put_out(PERSON)


async def delete_room(scene: Scene) -> None:
    await scene.agent()
    await scene.answered.wait()
    await scene.delete()


async def mute_person(scene: Scene) -> None:
    await scene.agent()
    await scene.answered.wait()
    await scene.mute(PERSON)


async def take_place(scene: Scene) -> None:
    await scene.agent()
    await scene.answered.wait()
    await scene.agent(identity=PERSON)


async def expired_agent(scene: Scene) -> None:
    process = await scene.agent(ttl_s=-600.0)  # beyond what clocks are allowed to differ by
    assert await process.wait() != 0
    scene.disturb()


async def second_agent(scene: Scene) -> None:
    await scene.agent(identity="first")
    await scene.answered.wait()
    await scene.agent(identity="second")


async def same_agent_again(scene: Scene) -> None:
    first = await scene.agent(identity="same")
    await scene.answered.wait()
    await scene.agent(identity="same")
    await first.wait()


async def video_only(scene: Scene) -> None:
    await scene.agent("video_only")


async def still(scene: Scene) -> None:
    await scene.agent("still")


async def kill_agent(scene: Scene) -> None:
    process = await scene.agent()
    await scene.answered.wait()
    process.kill()


SETUPS = {
    "kill_agent": (0.0, Setup(disturb=kill_agent, scenario=two_questions(patience_s=24.0))),
    "expired_agent": (0.0, Setup(disturb=expired_agent, join_s=JOIN_S)),
    "second_agent": (4.0, Setup(disturb=second_agent)),
    "same_agent_again": (12.0, Setup(disturb=same_agent_again)),
    "kick_agent": (16.0, Setup(disturb=kick_agent)),
    "kick_person": (22.0, Setup(disturb=kick_person)),
    "delete_room": (8.0, Setup(disturb=delete_room)),
    "mute_person": (26.0, Setup(disturb=mute_person)),
    "take_place": (20.0, Setup(disturb=take_place)),
    "video_only": (24.0, Setup(disturb=video_only, scenario=two_questions(patience_s=4.0))),
    "still": (
        30.0,
        Setup(disturb=still, voice=LongHum(), scenario=two_questions(patience_s=4.0)),
    ),
}
"""What is done in a meeting, and how many seconds after the others it begins: not all at once."""


@dataclass(frozen=True)
class Day:
    """All these meetings, and what was left when they were over."""

    meetings: dict[str, StagedMeeting]
    rooms_left: set[str]
    threads_left: set[str]


@pytest.fixture(scope="module")
def day(livekit: LiveKitAddress, tmp_path_factory: pytest.TempPathFactory) -> Day:
    meetings: dict[str, StagedMeeting] = {}
    before = {thread.name for thread in threading.enumerate()}

    async def one(name: str, after_s: float, how: Setup) -> None:
        await asyncio.sleep(after_s)
        meetings[name] = await hold_on_server(name, livekit, tmp_path_factory.mktemp(name), how)

    async def all_of_them() -> set[str]:
        async with asyncio.timeout(MOST_S), asyncio.TaskGroup() as group:
            for name, (after_s, how) in SETUPS.items():
                group.create_task(one(name, after_s, how))
        return await rooms_on(livekit)

    rooms = asyncio.run(all_of_them())
    after = {thread.name for thread in threading.enumerate()}
    names = {meeting.room for meeting in meetings.values()}
    return Day(meetings, rooms & names, after - before)


def test_an_agent_that_was_put_out_of_the_room_is_not_blamed(day: Day) -> None:
    over = day.meetings["kick_agent"]

    assert over.recording.ending == "broken_off"
    assert faults_besides_lost_sound(over) == [("infrastructure", "interference")]
    assert over.outcomes[0] == "answered"


def test_a_person_who_was_put_out_of_the_room_is_no_fault_of_the_agents(day: Day) -> None:
    over = day.meetings["kick_person"]

    assert over.recording.ending == "broken_off"
    assert faults_besides_lost_sound(over) == [("infrastructure", "interference")], (
        over.recording.faults
    )
    assert PERSON in over.recording.faults[-1].detail


@pytest.mark.parametrize("name", ["delete_room", "mute_person", "take_place"])
def test_who_uses_the_server_s_key_against_the_meeting_has_interfered(day: Day, name: str) -> None:
    over = day.meetings[name]

    assert over.recording.ending == "broken_off"
    assert faults_besides_lost_sound(over)[-1:] == [("infrastructure", "interference")], (
        over.recording.faults
    )
    assert not over.recording.is_valid


def test_an_agent_whose_token_has_expired_never_joins(day: Day) -> None:
    over = day.meetings["expired_agent"]

    assert over.recording.ending == "agent_left"
    assert over.faults == [("agent", "never_joined")]
    assert over.after_s < JOIN_S + 20.0


def test_two_agents_at_once_are_a_fault_and_the_meeting_goes_on(day: Day) -> None:
    over = day.meetings["second_agent"]

    assert over.recording.ending == "completed"
    assert faults_besides_lost_sound(over) == [("agent", "joined_twice")]
    agents = {
        participant.identity
        for participant in over.recording.participants
        if participant.kind == "agent"
    }
    assert agents == {"first", "second"}


def test_an_agent_that_takes_its_own_place_again_goes_on(day: Day) -> None:
    over = day.meetings["same_agent_again"]

    assert over.recording.ending == "completed"
    assert faults_besides_lost_sound(over)[:1] == [("agent", "left")]
    assert set(faults_besides_lost_sound(over)) <= {
        ("agent", "left"), ("agent", "no_answer_in_time"),
    }  # fmt: skip
    agents = [
        participant.identity
        for participant in over.recording.participants
        if participant.kind == "agent"
    ]
    assert agents == ["same"]


def test_an_agent_that_only_shows_something_is_seen_and_has_answered_by_that(day: Day) -> None:
    """Not in the first seconds of a share, in which what a codec makes of it still changes."""
    over = day.meetings["video_only"]

    assert over.recording.ending == "completed"
    assert over.outcomes[1] == "answered"
    assert not [fault for fault in faults_besides_lost_sound(over) if fault[0] != "agent"]
    for turn in over.recording.turns:
        assert {frame.source for frame in turn.agent.frames} == {"screenshare"}
        assert not turn.agent.said


def test_an_agent_whose_process_is_killed_has_left(day: Day) -> None:
    """The server notices after twenty seconds; the agent's own process must answer for that."""
    over = day.meetings["kill_agent"]

    assert over.outcomes == ["answered", "absent"]
    assert faults_besides_lost_sound(over) == [("agent", "left"), ("agent", "absent")]
    left = next(fault for fault in over.recording.faults if fault.code == "left")
    assert "connection_timeout" in left.detail


@pytest.mark.skipif(not IS_NIGHTLY, reason="takes more than a minute: nightly")
def test_an_agent_that_does_not_come_back_ends_the_meeting(
    livekit: LiveKitAddress, tmp_path: Path
) -> None:
    how = Setup(disturb=kill_agent, scenario=two_questions(patience_s=60.0))

    over = asyncio.run(hold_on_server("gone", livekit, tmp_path, how))

    assert over.recording.ending == "agent_left"
    assert faults_besides_lost_sound(over)[-1] == ("agent", "did_not_come_back")


def test_a_silent_agent_with_a_still_screen_answers_nothing(day: Day) -> None:
    over = day.meetings["still"]

    assert over.outcomes == ["timed_out", "timed_out"]
    assert not over.recording.turns[1].agent.frames


def test_nothing_is_left_of_any_of_these_meetings(day: Day) -> None:
    assert not day.rooms_left
    assert not day.threads_left


@pytest.mark.parametrize("wrong", ["key", "address"])
def test_a_wrong_key_and_a_dead_address_are_mistakes_told_at_once(
    livekit: LiveKitAddress, wrong: str
) -> None:
    changed = {"api_secret": "x" * 40} if wrong == "key" else {"url": "ws://127.0.0.1:9"}
    clock = RealClock()

    with pytest.raises(UserMistake) as told:
        asyncio.run(LiveKitRoom.create("wrong", replace(livekit, **changed), clock))

    assert clock.now_s() < 5.0
    assert "\n" not in str(told.value)
    assert livekit.api_secret not in str(told.value)
