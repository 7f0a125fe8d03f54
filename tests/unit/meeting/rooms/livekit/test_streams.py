"""Streams end whose end never comes."""

import asyncio

import pytest

from modylbench.meeting.rooms.livekit import incoming_streams
from modylbench.meeting.rooms.livekit.incoming_streams import StreamReaders


def test_what_one_who_left_has_open_is_broken_off_after_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(incoming_streams, "GRACE_S", 0.05)

    async def program() -> None:
        ended: list[str] = []
        late = asyncio.Event()

        async def read(name: str, until: asyncio.Event) -> None:
            try:
                await until.wait()
                ended.append(f"{name} whole")
            except asyncio.CancelledError:
                ended.append(f"{name} broken")
                raise

        reading = StreamReaders()
        assert reading.read("bot", lambda: read("dead", asyncio.Event()))
        assert reading.read("bot", lambda: read("late", late))
        assert reading.read("ann", lambda: read("other", asyncio.Event()))
        await asyncio.sleep(0)
        reading.break_off("bot")
        assert reading.read("bot", lambda: read("new", asyncio.Event()))
        late.set()
        await asyncio.sleep(0.2)
        assert ended == ["late whole", "dead broken"]
        await reading.end()
        assert sorted(ended[2:]) == ["new broken", "other broken"]

    asyncio.run(program())


def test_one_who_opens_streams_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_streams, "MOST_OPEN_STREAMS", 3)

    async def program() -> None:
        async def read() -> None:
            await asyncio.Event().wait()

        reading = StreamReaders()
        assert [reading.read("bot", read) for _ in range(5)] == [True, True, True, False, False]
        assert reading.read("ann", read)
        await reading.end()
        assert reading.read("bot", read)
        await reading.end()

    asyncio.run(program())
