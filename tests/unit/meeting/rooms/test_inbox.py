"""A reader gets everything in order, and survives a sender who never stops."""

import asyncio

import pytest

from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.meeting.room import LinkChanged, Overflow, RoomEvent, TextChunk
from modylbench.meeting.rooms.inbox import MOST_WAITING, MOST_WAITING_BYTES, Inbox


def chunk(text: str) -> TextChunk:
    return TextChunk(0.0, "s", text)


async def rest(inbox: Inbox) -> list[RoomEvent]:
    inbox.close(LinkChanged(0.0, "closed", "over"))
    return [event async for event in inbox]


def test_events_come_in_their_order_and_end_with_the_link() -> None:
    async def meeting(clock: VirtualClock) -> list[RoomEvent]:
        inbox = Inbox(clock)
        for number in range(100):
            inbox.put(chunk(str(number)), "ab"[number % 2])
        return await rest(inbox)

    *chunks, last = hold(meeting)

    assert chunks == [chunk(str(number)) for number in range(100)]
    assert last == LinkChanged(0.0, "closed", "over")


def test_a_reader_waits_for_what_comes() -> None:
    async def meeting(clock: VirtualClock) -> tuple[RoomEvent, float]:
        inbox = Inbox(clock)
        reading = asyncio.ensure_future(anext(inbox))
        await clock.sleep(5)
        inbox.put(chunk("at last"), "a")
        return await reading, clock.now_s()

    assert hold(meeting) == (chunk("at last"), 5.0)


def test_after_the_end_nothing_comes_any_more() -> None:
    async def meeting(clock: VirtualClock) -> tuple[bool, list[RoomEvent]]:
        inbox = Inbox(clock)
        await rest(inbox)
        return inbox.put(chunk("late"), "a", is_vital=True), [event async for event in inbox]

    assert hold(meeting) == (False, [])


def test_a_second_reader_is_refused() -> None:
    async def meeting(clock: VirtualClock) -> None:
        inbox = Inbox(clock)
        first = asyncio.ensure_future(anext(inbox))
        await clock.sleep(0)
        with pytest.raises(RuntimeError, match="second reader"):
            await anext(inbox)
        first.cancel()

    hold(meeting)


def test_a_reader_who_gave_up_waiting_can_come_back() -> None:
    async def meeting(clock: VirtualClock) -> RoomEvent:
        inbox = Inbox(clock)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await anext(inbox)
        inbox.put(chunk("x"), "a")
        return await anext(inbox)

    assert hold(meeting) == chunk("x")


def test_a_burst_is_cut_and_counted_once_and_others_lose_nothing() -> None:
    async def meeting(clock: VirtualClock) -> list[RoomEvent]:
        inbox = Inbox(clock)
        for _ in range(MOST_WAITING + 500):
            inbox.put(chunk("flood"), "flooder")
        assert inbox.put(chunk("calm"), "other")
        return await rest(inbox)

    events = hold(meeting)

    assert events.count(chunk("flood")) == MOST_WAITING
    assert events.count(chunk("calm")) == 1
    assert [e for e in events if isinstance(e, Overflow)] == [Overflow(0.0, "flooder", 500)]


def test_the_loss_is_told_while_reading_and_the_sender_is_heard_again() -> None:
    async def meeting(clock: VirtualClock) -> tuple[list[bool], list[RoomEvent]]:
        inbox = Inbox(clock)
        for _ in range(MOST_WAITING + 1):
            inbox.put(chunk("flood"), "a")
        was_kept = []
        for _ in range(2):
            for _ in range(MOST_WAITING // 4):
                await anext(inbox)
            was_kept.append(inbox.put(chunk("more"), "a"))
        return was_kept, await rest(inbox)

    was_kept, events = hold(meeting)

    assert was_kept == [False, True]
    assert [e for e in events if isinstance(e, Overflow)] == [Overflow(0.0, "a", 2)]
    assert events[-2:] == [chunk("more"), LinkChanged(0.0, "closed", "over")]


def test_few_but_large_events_are_a_flood_too() -> None:
    async def meeting(clock: VirtualClock) -> list[bool]:
        inbox = Inbox(clock)
        kept = [inbox.put(chunk("one"), "a", size=MOST_WAITING_BYTES)]
        kept.append(inbox.put(chunk("two"), "a", size=1))
        kept.append(inbox.put(chunk("end"), "a", is_vital=True))
        return kept

    assert hold(meeting) == [True, False, True]


def test_what_was_read_no_longer_counts() -> None:
    async def meeting(clock: VirtualClock) -> list[bool]:
        inbox = Inbox(clock)
        kept = [inbox.put(chunk("small"), "a", size=1)]
        for _ in range(4):
            kept.append(inbox.put(chunk("large"), "a", size=MOST_WAITING_BYTES // 2))
            inbox.put(chunk("small"), "a", size=1)
            await anext(inbox)
            await anext(inbox)
        return kept

    assert hold(meeting) == [True] * 5
