"""Errors of our own come out where asyncio and the SDK would swallow them."""

import asyncio
from typing import Any, cast

import pytest
from livekit.rtc import EventEmitter

from modylbench.foundation.clock import RealClock
from modylbench.meeting.rooms.livekit.audio_tracks import AudioTracks
from modylbench.meeting.rooms.livekit.media_thread import reason_of, watch_calls, watch_task
from modylbench.meeting.rooms.livekit.tracks import VideoTracks


def test_what_a_callback_raises_is_told_though_the_sdk_goes_on() -> None:
    failures: list[BaseException] = []
    called: list[str] = []

    def act(name: str) -> None:
        called.append(name)
        message = "a bug"
        raise KeyError(message)

    emitter: EventEmitter[str] = EventEmitter()
    emitter.on("joined", watch_calls(act, failures.append))
    emitter.emit("joined", "bot", "more than it takes")

    assert called == ["bot"]
    assert [reason_of(failure) for failure in failures] == ["harness: KeyError"]


def test_a_callback_that_is_well_gives_what_it_gives() -> None:
    failures: list[BaseException] = []

    assert watch_calls(len, failures.append)("ab") == 2
    assert failures == []


def test_of_a_task_only_an_error_is_told() -> None:
    failures: list[BaseException] = []

    async def fail() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.wait_for(asyncio.Event().wait(), 0))

    async def program() -> None:
        tasks = [
            asyncio.create_task(fail()),
            asyncio.create_task(asyncio.sleep(0)),
            asyncio.create_task(asyncio.sleep(9)),
        ]
        for task in tasks:
            watch_task(task, failures.append)
        tasks[2].cancel()
        await asyncio.wait(tasks)
        await asyncio.sleep(0)

    asyncio.run(program())
    assert [reason_of(failure) for failure in failures] == ["harness: TimeoutError"]


@pytest.mark.parametrize("sense", ["hearing", "seeing"])
def test_a_track_that_we_cannot_read_is_our_error_and_no_silence(sense: str) -> None:
    failures: list[BaseException] = []
    no_track = cast("Any", object())

    async def program() -> None:
        if sense == "hearing":
            AudioTracks(RealClock(), failures.append).begin(no_track, "bot", "microphone")
        else:
            seeing = VideoTracks(RealClock(), lambda *_: None, failures.append)
            seeing.begin(no_track, "bot", "camera")
        await asyncio.sleep(0.1)

    asyncio.run(program())
    assert [reason_of(failure) for failure in failures] == ["harness: AttributeError"]
