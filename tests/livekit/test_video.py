"""Pictures pass a LiveKit server, and floods of them are held back."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import pytest
from livekit import rtc

from modylbench.foundation.clock import Clock, RealClock
from modylbench.meeting.room import Guest, PictureReceived
from modylbench.meeting.rooms.limits import MOST_SIDE
from modylbench.meeting.rooms.livekit.connection import LiveKitConnection
from modylbench.meeting.rooms.livekit.local_tracks import LiveKitScreenShare
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.providers.addresses import LiveKitAddress

PATIENCE_S = 8.0
RED, GREEN, BLUE = (200, 30, 30), (30, 160, 60), (40, 60, 200)
Colour = tuple[int, int, int]
Showing = Callable[["Ends"], Coroutine[Any, Any, None]]


class Hold(Protocol):
    """Holds a meeting of two."""

    def __call__(self, program: Showing) -> None: ...


class Ends:
    """One who shows, and what another sees of it."""

    def __init__(
        self, room: LiveKitRoom, share: LiveKitScreenShare, watcher: "Watcher", clock: Clock
    ) -> None:
        self.room = room
        self.share = share
        self.watcher = watcher
        self.clock = clock


class Watcher:
    """The pictures that have come to one connection."""

    def __init__(self, connection: LiveKitConnection, clock: Clock) -> None:
        self.pictures: list[PictureReceived] = []
        self._clock = clock
        self._task = asyncio.create_task(self._watch(connection))

    async def _watch(self, connection: LiveKitConnection) -> None:
        async for event in connection.events():
            if isinstance(event, PictureReceived):
                self.pictures.append(event)

    async def until(self, colour: Colour, size: tuple[int, int]) -> PictureReceived:
        latest_s = self._clock.now_s() + PATIENCE_S
        while self._clock.now_s() < latest_s:
            for picture in self.pictures:
                if (picture.width, picture.height) == size and shows(picture, colour):
                    return picture
            await self._clock.sleep(0.02)
        found = [(picture.width, picture.height, middle(picture)) for picture in self.pictures]
        message = f"never saw {colour} at {size}, but {found}"
        raise AssertionError(message)


@pytest.fixture
def hold(livekit: LiveKitAddress, request: pytest.FixtureRequest) -> Hold:
    async def held(program: Showing) -> None:
        clock = RealClock()
        room = await LiveKitRoom.create(f"video {request.node.name}", livekit, clock)
        try:
            bot = await room.join(Guest("bot", kind="agent"))
            eye = await room.join(Guest("eye", is_hidden=True))
            share = await bot.publish_screen()
            assert isinstance(share, LiveKitScreenShare)
            await program(Ends(room, share, Watcher(eye, clock), clock))
        finally:
            await room.aclose()

    return lambda program: asyncio.run(held(program))


def plain(colour: Colour, width: int, height: int) -> bytes:
    return bytes((*colour, 255)) * (width * height)


def middle(picture: PictureReceived) -> Colour:
    at = 4 * (picture.height // 2 * picture.width + picture.width // 2)
    red, green, blue = picture.rgba[at : at + 3]
    return red, green, blue


def shows(picture: PictureReceived, colour: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(middle(picture), colour, strict=True)) <= 12


def test_a_picture_that_is_shown_once_arrives_with_its_colours(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        width, height = 640, 360
        await ends.clock.sleep(0.5)
        left = bytes((*RED, 255)) * 320 + bytes((*BLUE, 255)) * 320
        await ends.share.show(width, height, left * height)
        await ends.watcher.until(BLUE, (width, height))
        await ends.clock.sleep(1.2)
        sizes = {(picture.width, picture.height) for picture in ends.watcher.pictures}
        assert sizes == {(width, height)}, "what was black before is no picture"
        picture = ends.watcher.pictures[-1]
        row = picture.rgba[4 * width * 100 : 4 * width * 101]

        assert (picture.identity, picture.source) == ("bot", "screenshare")
        assert len(picture.rgba) == 4 * width * height
        assert set(row[3::4]) == {255}
        for at, colour in ((100, RED), (500, BLUE)):
            assert list(row[4 * at : 4 * at + 3]) == pytest.approx(list(colour), abs=12)

    hold(program)


def test_a_screen_that_turns_black_is_seen_to_do_so(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        for colour in (RED, (0, 0, 0)):
            await ends.share.show(320, 240, plain(colour, 320, 240))
            await ends.watcher.until(colour, (320, 240))

    hold(program)


def test_one_who_comes_late_sees_what_stands_still(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        await ends.share.show(320, 240, plain(GREEN, 320, 240))
        await ends.watcher.until(GREEN, (320, 240))
        late = Watcher(await ends.room.join(Guest("late")), ends.clock)

        await late.until(GREEN, (320, 240))

    hold(program)


def test_the_size_may_change_while_a_track_goes_on(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        for width, height, colour in ((640, 480, RED), (320, 240, GREEN), (1280, 720, BLUE)):
            await ends.share.show(width, height, plain(colour, width, height))

            picture = await ends.watcher.until(colour, (width, height))
            assert len(picture.rgba) == 4 * width * height

    hold(program)


def test_of_a_flood_few_pictures_come_and_the_last_is_among_them(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        await ends.share.show(320, 240, plain(RED, 320, 240))
        await ends.watcher.until(RED, (320, 240))
        began_s = ends.clock.now_s()
        for number in range(80):
            await ends.share.show(320, 240, plain((30, 2 * number, 90), 320, 240))
            await ends.clock.sleep(0.025)
        await ends.share.show(320, 240, plain(BLUE, 320, 240))
        took_s = ends.clock.now_s() - began_s
        await ends.watcher.until(BLUE, (320, 240))
        times = [picture.at_s for picture in ends.watcher.pictures if picture.at_s > began_s]

        assert len(times) <= (took_s + 1.5) / 0.5
        assert all(b - a >= 0.5 for a, b in itertools.pairwise(times))

    hold(program)


def test_a_picture_that_stands_still_is_not_passed_on_again_and_again(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        await ends.share.show(320, 240, plain(RED, 320, 240))
        await ends.watcher.until(RED, (320, 240))
        await ends.clock.sleep(2.0)
        before = len(ends.watcher.pictures)
        await ends.clock.sleep(2.0)

        assert len(ends.watcher.pictures) <= before + 1

    hold(program)


def test_what_is_too_large_for_us_is_not_passed_on(hold: Hold) -> None:
    async def program(ends: Ends) -> None:
        width, height = MOST_SIDE + 64, 16
        frame = rtc.VideoFrame(
            width, height, rtc.VideoBufferType.RGBA, plain(RED, width, height)
        ).convert(rtc.VideoBufferType.I420)
        for _ in range(10):
            await ends.share._media.run(lambda: ends.share._show(frame))
            await ends.clock.sleep(0.1)

        assert ends.watcher.pictures == []
        await ends.share.show(320, 240, plain(BLUE, 320, 240))
        await ends.watcher.until(BLUE, (320, 240))

    hold(program)
