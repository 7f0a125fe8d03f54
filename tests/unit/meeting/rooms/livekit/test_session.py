"""Broken links and errors of ours are told, and one always leaves."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from livekit import rtc

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import Guest, LinkChanged
from modylbench.meeting.rooms.livekit import session as seat_module
from modylbench.meeting.rooms.livekit.link import Mailbox, ParticipantLink
from modylbench.meeting.rooms.livekit.participants import OwnParticipants
from modylbench.meeting.rooms.livekit.session import Membership, ParticipantSession


class Staged:
    """A session in a room that is not connected; what the SDK would tell is told by the test."""

    def __init__(self, ask_sid: Callable[[], Awaitable[str | None]]) -> None:
        self.mailbox = Mailbox(RealClock())
        own = OwnParticipants()
        guest = Guest("eye")
        own.add_guest(guest)
        no_thread = cast("Any", None)
        place = Membership(guest, ParticipantLink("eye"), self.mailbox, own, no_thread, RealClock())
        self.session: Any = ParticipantSession(place, ask_sid)
        self.session._listen()

    def happens(self, event: rtc.room.EventTypes, *about: object) -> None:
        self.session.room.emit(event, *about)

    async def told(self) -> list[tuple[str, str]]:
        await asyncio.sleep(0.05)
        events = [event for event, _, _ in self.mailbox.inbox._waiting]
        return [(event.state, event.reason) for event in events if isinstance(event, LinkChanged)]


def test_a_late_answer_on_the_first_outage_does_not_end_the_second() -> None:
    async def program() -> None:
        answers: list[asyncio.Future[str | None]] = []

        async def ask_sid() -> str | None:
            answers.append(asyncio.get_running_loop().create_future())
            return await answers[-1]

        staged = Staged(ask_sid)
        staged.happens("reconnecting")
        staged.session._was_renewed = True
        staged.happens("reconnected")
        await asyncio.sleep(0)
        staged.happens("reconnecting")
        if not answers[0].done():
            answers[0].set_result("")
        assert await staged.told() == [("reconnecting", "")] * 2

        staged.happens("reconnected")
        await asyncio.sleep(0)
        answers[1].set_result(None)
        assert await staged.told() == [("reconnecting", "")] * 2 + [("reconnected", "")], (
            "what was renewed in the first outage is still new"
        )
        staged.session._close("over")

    asyncio.run(program())


async def silent() -> None:
    return None


def test_an_error_of_ours_in_a_callback_closes_the_link_as_the_harness() -> None:
    async def program() -> None:
        staged = Staged(silent)
        staged.happens("participant_disconnected", object())
        async with asyncio.timeout(1):
            events = [event async for event in staged.mailbox.inbox]

        last = events[-1]
        assert isinstance(last, LinkChanged)
        assert (last.state, last.reason) == ("closed", "harness: AttributeError")

    asyncio.run(program())


def test_one_whose_media_do_not_end_leaves_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_module, "DISCONNECT_S", 0.05)

    class Endless:
        async def close(self) -> None:
            await asyncio.Event().wait()

    class Room:
        has_left = False

        async def disconnect(self) -> None:
            await asyncio.sleep(0.01)
            self.has_left = True

    async def program() -> None:
        staged = Staged(silent)
        staged.session.media[1] = Endless()
        staged.session.room = Room()
        await staged.session.leave("client_initiated")

        assert staged.session.room.has_left

    asyncio.run(program())
