"""Events of another thread come in order, and streams only as a whole."""

import asyncio
import threading

import pytest

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import (
    LinkChanged,
    Overflow,
    ParticipantLeft,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
)
from modylbench.meeting.rooms import inbox
from modylbench.meeting.rooms.livekit import link as mailbox_module
from modylbench.meeting.rooms.livekit.link import Mailbox


def read(*told: RoomEvent) -> list[RoomEvent]:
    async def program() -> list[RoomEvent]:
        mailbox = Mailbox(RealClock())

        def tell() -> None:
            for event in told:
                mailbox.tell(event, "bot", len(getattr(event, "text", "")))
            mailbox.close(LinkChanged(9.0, "closed", "over"))
            mailbox.tell(TextOpened(9.5, "bot", "a2ui", "late", {}), "bot")

        thread = threading.Thread(target=tell)
        thread.start()
        thread.join()
        return [event async for event in mailbox.inbox]

    return asyncio.run(program())


def opened(stream_id: str) -> TextOpened:
    return TextOpened(1.0, "bot", "lk.chat", stream_id, {})


def test_events_of_another_thread_come_in_order_until_the_link_is_closed() -> None:
    told: list[RoomEvent] = [
        opened("1"),
        TextChunk(2.0, "1", "a"),
        opened("2"),
        TextClosed(3.0, "1", True),
    ]

    assert read(*told) == [*told, LinkChanged(9.0, "closed", "over")]


def test_a_stream_of_which_a_piece_was_thrown_away_is_not_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inbox, "MOST_WAITING_BYTES", 3)
    events = read(
        opened("1"),
        TextChunk(2.0, "1", "ab"),
        TextChunk(2.1, "1", "cd"),
        TextChunk(2.2, "1", "e"),
        opened("lost"),
        TextClosed(3.0, "lost", True),
        TextClosed(3.0, "1", True),
    )

    assert [event for event in events if isinstance(event, TextChunk)] == [
        TextChunk(2.0, "1", "ab")
    ]
    assert [event for event in events if isinstance(event, TextClosed)] == [
        TextClosed(3.0, "1", False)
    ]
    assert [event.events for event in events if isinstance(event, Overflow)] == [2]


def test_what_was_said_at_the_end_of_a_stream_comes_with_it() -> None:
    ended = TextClosed(3.0, "1", True, {"final": "true"})

    assert ended in read(opened("1"), ended)


def test_an_end_is_told_though_what_it_says_finds_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MOST_WAITING", 2)
    events = read(
        opened("1"), TextChunk(2.0, "1", "a"), TextClosed(3.0, "1", True, {"final": "true"})
    )

    assert TextClosed(3.0, "1", False) in events
    assert [event.events for event in events if isinstance(event, Overflow)] == [1]


def test_the_cause_comes_before_what_was_held_back() -> None:
    async def program() -> list[RoomEvent]:
        mailbox = Mailbox(RealClock())
        mailbox.hold()
        mailbox.tell(ParticipantLeft(1.0, "bot", ""), "bot")
        mailbox.tell_first(LinkChanged(1.1, "reconnecting", ""))
        mailbox.hold()
        mailbox.tell(opened("1"), "bot")
        mailbox.close(LinkChanged(3.0, "closed", "over"))
        return [event async for event in mailbox.inbox]

    assert asyncio.run(program()) == [
        LinkChanged(1.0, "reconnecting", ""),
        ParticipantLeft(1.0, "bot", ""),
        opened("1"),
        LinkChanged(3.0, "closed", "over"),
    ]


def test_nobody_is_gone_where_it_was_our_own_link_that_was_closed() -> None:
    async def program() -> list[RoomEvent]:
        mailbox = Mailbox(RealClock())
        mailbox.hold()
        mailbox.tell(TrackEnded(1.0, "bot", "microphone"), "bot")
        mailbox.tell(ParticipantLeft(1.0, "bot", ""), "bot")
        mailbox.close(LinkChanged(1.1, "closed", "server_shutdown"))
        return [event async for event in mailbox.inbox]

    assert asyncio.run(program()) == [LinkChanged(1.1, "closed", "server_shutdown")]


def test_what_is_held_back_comes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox_module, "HELD_S", 0.01)

    async def program() -> RoomEvent:
        mailbox = Mailbox(RealClock())
        mailbox.hold()
        mailbox.tell(ParticipantLeft(1.0, "bot", ""), "bot")
        return await asyncio.wait_for(anext(mailbox.inbox), 1)

    assert asyncio.run(program()) == ParticipantLeft(1.0, "bot", "")


def test_a_meeting_that_is_over_hears_nothing() -> None:
    async def make() -> Mailbox:
        return Mailbox(RealClock())

    mailbox = asyncio.run(make())
    mailbox.tell(opened("1"), "bot")
