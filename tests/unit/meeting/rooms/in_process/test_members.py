"""A room in process keeps little of what is said, and lets its members send at their pace."""

import asyncio
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.meeting.room import Guest
from modylbench.meeting.rooms.in_process.audio import Timeline
from modylbench.meeting.rooms.in_process.connection import CHUNK_BYTES, pieces
from modylbench.meeting.rooms.in_process.members import (
    AHEAD_S,
    ANNOUNCED_S,
    BYTES_PER_S,
    SENDS_PER_S,
    PublishedTrack,
    RoomMember,
    RoomMembers,
    SendingPace,
)


def test_nothing_is_kept_of_those_who_left() -> None:
    async def meeting(clock: VirtualClock) -> tuple[int, int, int]:
        presence = RoomMembers(clock)
        speaker = RoomMember(Guest("speaker"), clock, joined=0)
        timeline = Timeline(clock.now_s())
        presence.enter(speaker)
        presence.publish(speaker, PublishedTrack("microphone", timeline))
        listeners = [RoomMember(Guest(f"listener {n}"), clock, joined=n) for n in range(20)]
        for listener in listeners:
            presence.enter(listener)
        await clock.sleep(ANNOUNCED_S + 1)
        heard_by = timeline.listeners
        for listener in listeners:
            presence.close(listener, "client_initiated")
        kept = weakref.WeakSet(listeners)
        del listener, listeners
        return heard_by, timeline.listeners, len(kept)

    assert hold(meeting) == (20, 0, 0)


def test_a_burst_goes_out_at_once() -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        for _ in range(round(AHEAD_S * SENDS_PER_S) - 1):
            await pace.until_sent()
        return clock.now_s()

    assert hold(meeting) == 0.0


@pytest.mark.parametrize(("sends", "size"), [(20_000, 0), (200, 1_000_000)])
def test_a_flood_takes_its_time(sends: int, size: int) -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        for _ in range(sends):
            await pace.until_sent(size)
        return clock.now_s()

    takes_s = sends / SENDS_PER_S + sends * size / BYTES_PER_S - AHEAD_S

    assert hold(meeting) == pytest.approx(takes_s, rel=0.001)


def test_who_sends_at_once_from_many_tasks_waits_as_long() -> None:
    async def meeting(clock: VirtualClock) -> float:
        pace = SendingPace(clock)
        async with asyncio.TaskGroup() as group:
            for _ in range(5_000):
                group.create_task(pace.until_sent())
        return clock.now_s()

    assert hold(meeting) == pytest.approx(5_000 / SENDS_PER_S - AHEAD_S, rel=0.001)


def test_others_get_their_turn_after_every_sending() -> None:
    async def meeting(clock: VirtualClock) -> list[str]:
        order: list[str] = []

        async def send(name: str) -> None:
            pace = SendingPace(clock)
            for _ in range(3):
                order.append(name)
                await pace.until_sent()

        async with asyncio.TaskGroup() as group:
            group.create_task(send("a"))
            group.create_task(send("b"))
        return order

    assert hold(meeting) == ["a", "b"] * 3


LETTERS = st.characters(exclude_categories=["Cs"])


@given(st.text(LETTERS, min_size=1, max_size=40), st.integers(1, 3000))
def test_the_pieces_are_the_text_and_none_is_too_large(part: str, times: int) -> None:
    cut = list(pieces(part * times))

    assert "".join(cut) == part * times
    assert all(0 < len(piece.encode()) <= CHUNK_BYTES for piece in cut)
    assert len(cut) <= len((part * times).encode()) // (CHUNK_BYTES - 3) + 1
