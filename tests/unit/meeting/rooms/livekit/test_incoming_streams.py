"""An endless stream is read only so far, and told as its sender's."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from types import FrameType
from typing import Any, cast

import pytest
from livekit import rtc

from modylbench.meeting.room import (
    CHAT,
    FileReceived,
    Guest,
    LinkChanged,
    Overflow,
    RoomEvent,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.rooms.livekit import incoming_streams as budget_module
from modylbench.meeting.rooms.livekit.incoming_streams import (
    MOST_SENDERS,
    IncomingFiles,
    IncomingTexts,
    ReadingBudget,
    StreamContext,
    StreamReaders,
)
from modylbench.meeting.rooms.livekit.link import Mailbox, ParticipantLink
from modylbench.meeting.rooms.livekit.participants import (
    AGENT,
    Attribution,
    OwnParticipants,
    RemoteParticipants,
    TrackSubscribers,
)


class Still:
    """A clock that goes when it is told to."""

    at_s = 0.0

    def now_s(self) -> float:
        return self.at_s


class Reader:
    """A stream with pieces; counts whether anybody reads it."""

    def __init__(self, info: object, pieces: list[Any]) -> None:
        self.info = info
        self.is_closed = False
        self.was_read = 0
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[Any]:
        for piece in self._pieces:
            self.was_read += 1
            yield piece

    def close(self) -> None:
        self.is_closed = True


class Ends:
    """What reads the streams of an agent called `bot`, and what it tells."""

    def __init__(self) -> None:
        self.still = Still()
        self.clock = cast("Any", self.still)
        self.own = OwnParticipants()
        self.own.add_guest(Guest("ann"))
        self.mailbox = Mailbox(self.clock)
        self.budget = ReadingBudget(self.own, self.mailbox, self.clock)
        subscribers = TrackSubscribers(self.own, ParticipantLink("eye"), self.clock)
        presence = RemoteParticipants(self.own, subscribers, self.mailbox, self.clock)
        bot = type("Bot", (), {"identity": "bot", "name": "", "kind": AGENT, "attributes": {}})
        presence.on_joined(cast("rtc.RemoteParticipant", bot))
        self.streams = StreamReaders()
        context = StreamContext(
            Attribution(self.own), presence, self.streams, self.budget, self.mailbox, self.clock
        )
        self.texts = IncomingTexts(context)
        self.files = IncomingFiles(context)

    def text(self, *pieces: str, stream_id: str = "same", identity: str = "bot") -> Reader:
        info = rtc.TextStreamInfo(stream_id, "text/plain", CHAT, 0, 0, {}, [])
        reader = Reader(info, list(pieces))
        self.texts.on_opened(cast("rtc.TextStreamReader", reader), identity)
        return reader

    def file(self, *pieces: bytes) -> Reader:
        info = rtc.ByteStreamInfo("same", "text/csv", "files", 0, 0, {}, "a.csv")
        reader = Reader(info, list(pieces))
        self.files.on_opened(cast("rtc.ByteStreamReader", reader), "bot")
        return reader

    async def told(self) -> list[RoomEvent]:
        """All that was told so far."""
        await asyncio.sleep(0)
        await self.streams.end()
        self.budget.tell()
        self.mailbox.close(LinkChanged(self.clock.now_s(), "closed", "over"))
        return [event async for event in self.mailbox.inbox]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "MOST_STREAMS", 5.0)
    monkeypatch.setattr(budget_module, "STREAMS_A_S", 2.0)
    monkeypatch.setattr(budget_module, "MOST_PIECES", 10.0)
    monkeypatch.setattr(budget_module, "PIECES_A_S", 4.0)


def lost(events: list[RoomEvent]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Overflow):
            counts[event.identity] += event.events
    return counts


@pytest.mark.parametrize("what", ["text", "file"])
def test_streams_beyond_the_budget_are_not_read_and_told_by_number(what: str) -> None:
    async def program() -> None:
        ends = Ends()
        send: Callable[[], Reader] = (
            (lambda: ends.text("a")) if what == "text" else (lambda: ends.file(b"a"))
        )
        readers = [send() for _ in range(8)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        ends.still.at_s += 1.0
        later = [send() for _ in range(3)]
        await asyncio.sleep(0)
        events = await ends.told()

        assert [reader.was_read for reader in readers] == [1] * 5 + [0] * 3
        assert [reader.was_read for reader in later] == [1, 1, 0]
        assert all(reader.is_closed for reader in (*readers, *later))
        assert lost(events) == {"bot": 4}
        told = TextOpened if what == "text" else FileReceived
        assert len([event for event in events if isinstance(event, told)]) == 7

    asyncio.run(program())


def test_a_stream_of_pieces_without_end_is_broken_off() -> None:
    async def program() -> None:
        ends = Ends()
        reader = ends.text(*"abcdefghijklmnop")
        large = ends.file(bytes(200_000))
        await asyncio.sleep(0)
        events = await ends.told()

        assert reader.was_read == 11
        assert large.is_closed
        assert [event.is_whole for event in events if isinstance(event, TextClosed)] == [False]
        assert [event.content for event in events if isinstance(event, FileReceived)] == [b""]
        assert lost(events) == {"bot": 2}

    asyncio.run(program())


def test_what_was_sent_in_other_names_is_the_agents_budget_and_loss() -> None:
    async def program() -> None:
        ends = Ends()
        for number in range(10):
            ends.text("a", identity=f"ghost-{number}")
        ends.text("a", identity="ann")
        for _ in range(20):
            ends.text("ours", stream_id=ends.own.new_stream(), identity="ann")
        await asyncio.sleep(0)
        events = await ends.told()

        assert lost(events) == {"bot": 6}
        opened = [event for event in events if isinstance(event, TextOpened)]
        assert Counter(event.identity for event in opened) == {"bot": 5, "ann": 20}

    asyncio.run(program())


def test_names_that_cost_nothing_give_no_budget() -> None:
    async def program() -> None:
        ends = Ends()
        read = sum(ends.budget.has_stream(f"ghost-{number}") for number in range(10_000))

        assert read == MOST_SENDERS + 5

    asyncio.run(program())


def test_how_much_was_not_read_is_told_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "TOLD_S", 0.02)

    async def program() -> None:
        ends = Ends()
        for _ in range(7):
            ends.text("a")
        async with asyncio.timeout(2):
            async for event in ends.mailbox.inbox:
                if isinstance(event, Overflow):
                    assert (event.identity, event.events) == ("bot", 2)
                    return

    asyncio.run(program())


def test_ten_thousand_streams_of_one_name_cost_as_much_each_as_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget_module, "MOST_STREAMS", 1e6)

    async def program() -> None:
        ends = Ends()
        ends.streams.read = lambda *_: True  # type: ignore[method-assign]

        def lines_of(count: int) -> int:
            lines = 0

            def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
                nonlocal lines
                lines += event == "line" and "rooms/livekit" in frame.f_code.co_filename
                return trace

            before = sys.gettrace()
            sys.settrace(trace)
            try:
                for _ in range(count):
                    ends.text("a", stream_id="x" * 100)
            finally:
                sys.settrace(before)
            return lines

        first = lines_of(10)
        for _ in range(10_000):
            ends.text("a", stream_id="x" * 100)
        assert lines_of(10) <= 2 * first
        events = await ends.told()
        names = [event.stream_id for event in events if isinstance(event, TextOpened)]
        assert len(set(names)) == len(names) == 10_020
        assert max(map(len, names)) < 20

    asyncio.run(program())
