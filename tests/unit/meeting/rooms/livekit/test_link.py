"""Those who wait are told when a link is gone."""

import asyncio

import pytest
from livekit.rtc import StreamError

from modylbench.meeting.room import RoomClosed
from modylbench.meeting.rooms.livekit.link import ParticipantLink


async def for_ever() -> None:
    await asyncio.Event().wait()


async def answer() -> int:
    return 42


async def refuse() -> None:
    message = "internal error"
    raise StreamError(message)


def test_work_over_a_link_that_stays_gives_its_result() -> None:
    assert asyncio.run(ParticipantLink("ann").use(answer())) == 42


def test_work_that_would_never_end_ends_with_the_link() -> None:
    async def program() -> None:
        link = ParticipantLink("ann")
        ended = asyncio.Event()

        async def work() -> None:
            try:
                await for_ever()
            finally:
                ended.set()

        using = asyncio.create_task(link.use(work()))
        await asyncio.sleep(0)
        assert link.close("room_deleted")
        assert not link.close("again")
        with pytest.raises(RoomClosed, match="ann is no longer in the room: room_deleted"):
            await using
        await asyncio.wait_for(ended.wait(), 1)
        with pytest.raises(RoomClosed, match="room_deleted"):
            await link.use(for_ever())
        with pytest.raises(RoomClosed):
            link.check()

    asyncio.run(program())


def test_what_the_sdk_cannot_send_is_a_link_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modylbench.meeting.rooms.livekit.link.TOLD_S", 0.01)
    with pytest.raises(RoomClosed, match="internal error"):
        asyncio.run(ParticipantLink("ann").use(refuse()))


def test_an_error_in_sending_waits_for_the_reason_that_the_server_gives() -> None:
    async def program() -> None:
        link = ParticipantLink("ann")
        asyncio.get_running_loop().call_later(0.1, link.close, "room_deleted")
        with pytest.raises(RoomClosed, match=r"room_deleted$"):
            await link.use(refuse())

    asyncio.run(program())


def test_who_is_cancelled_cancels_the_work() -> None:
    async def program() -> None:
        was_cancelled = asyncio.Event()

        async def work() -> None:
            try:
                await for_ever()
            except asyncio.CancelledError:
                was_cancelled.set()
                raise

        using = asyncio.create_task(ParticipantLink("ann").use(work()))
        await asyncio.sleep(0.01)
        using.cancel()
        with pytest.raises(asyncio.CancelledError):
            await using
        await asyncio.wait_for(was_cancelled.wait(), 1)

    asyncio.run(program())
