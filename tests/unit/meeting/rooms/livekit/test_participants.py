"""Who hears a microphone of ours, where the server says only that somebody does."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from modylbench.meeting.room import Guest, RoomClosed
from modylbench.meeting.rooms.livekit.link import ParticipantLink
from modylbench.meeting.rooms.livekit.participants import OwnParticipants, TrackSubscribers


class Watch:
    """A clock that a test sets."""

    is_virtual = False
    now = 0.0

    def now_s(self) -> float:
        return self.now


@dataclass
class Named:
    sid: str


def staged() -> tuple[OwnParticipants, TrackSubscribers, Any, ParticipantLink]:
    own, link, clock = OwnParticipants(), ParticipantLink("ann"), Watch()
    for guest in (Guest("ann"), Guest("ben"), Guest("eye", is_hidden=True)):
        own.guests[guest.identity] = guest
    return own, TrackSubscribers(own, link, clock), clock, link  # type: ignore[arg-type]


def hears(subscribers: TrackSubscribers, identity: str) -> bool:
    async def asked() -> bool:
        try:
            await asyncio.wait_for(subscribers.until(identity), 0.03)
        except TimeoutError:
            return False
        return True

    return asyncio.run(asked())


def test_our_own_guests_say_themselves_whether_they_hear() -> None:
    own, subscribers, _, _ = staged()
    subscribers.on_published(Named("T1"))  # type: ignore[arg-type]
    assert not hears(subscribers, "eye")
    own.begin_listening("eye", "T1")
    assert hears(subscribers, "eye")
    subscribers.on_published(Named("T2"))  # type: ignore[arg-type]
    assert not hears(subscribers, "eye")
    own.begin_listening("eye", "T2")
    own.end_listening("eye", "T2")
    assert not hears(subscribers, "eye")


def test_one_from_elsewhere_hears_when_it_is_there_and_somebody_subscribed() -> None:
    own, subscribers, _, _ = staged()
    own.begin_listening("eye", "T1")
    subscribers.on_published(Named("T1"))  # type: ignore[arg-type]
    subscribers.on_joined("bot")
    assert not hears(subscribers, "bot")
    subscribers.on_subscribed(Named("T0"))  # type: ignore[arg-type]
    assert not hears(subscribers, "bot")
    subscribers.on_subscribed(Named("T1"))  # type: ignore[arg-type]
    assert hears(subscribers, "bot")
    assert not hears(subscribers, "another")
    subscribers.on_left("bot")
    assert not hears(subscribers, "bot")


def test_where_people_of_ours_listen_too_one_from_elsewhere_gets_a_second() -> None:
    own, subscribers, clock, _ = staged()
    own.begin_listening("ben", "T1")
    subscribers.on_published(Named("T1"))  # type: ignore[arg-type]
    subscribers.on_subscribed(Named("T1"))  # type: ignore[arg-type]
    clock.now = 5.0
    subscribers.on_joined("bot")
    clock.now = 5.9
    assert not hears(subscribers, "bot")
    clock.now = 6.0
    assert hears(subscribers, "bot")


def test_who_follows_one_that_left_gets_a_second_too() -> None:
    _, subscribers, clock, _ = staged()
    subscribers.on_published(Named("T1"))  # type: ignore[arg-type]
    subscribers.on_joined("bot")
    subscribers.on_subscribed(Named("T1"))  # type: ignore[arg-type]
    clock.now = 5.0
    subscribers.on_left("bot")
    subscribers.on_joined("next")
    assert not hears(subscribers, "next")
    clock.now = 6.0
    assert hears(subscribers, "next")


def test_one_who_takes_the_name_of_a_guest_that_is_gone_is_an_agent() -> None:
    own, _, _, _ = staged()
    first = own.guests["ben"]
    assert own.kind_of("ben", 0) == "standard"
    own.remove_guest(first)
    assert own.kind_of("ben", 0) == "agent"
    second = Guest("ben", name="again")
    own.add_guest(second)
    own.remove_guest(first)
    assert own.kind_of("ben", 0) == "standard"


def test_nobody_waits_longer_than_the_link_lasts() -> None:
    _, subscribers, _, link = staged()
    link.close("over")
    with pytest.raises(RoomClosed):
        hears(subscribers, "bot")


def test_names_of_streams_cannot_be_guessed() -> None:
    own = OwnParticipants()
    names = {own.new_stream() for _ in range(100)}

    assert len(names) == 100
    assert all(own.is_stream(name) for name in names)
    assert not own.is_stream("ann/1")


def test_nobody_can_guess_by_which_name_the_hidden_join() -> None:
    ann, eye = Guest("ann"), Guest("eye" * 80, is_hidden=True)
    first, second = OwnParticipants(), OwnParticipants()
    for guest in (ann, eye):
        first.add_guest(guest)
    name = first.wire_name(eye)

    assert first.wire_name(ann) == "ann"
    assert len(name) <= 256
    assert name == first.wire_name(eye), "who joins again puts itself out, as others do"
    assert name not in (eye.identity, second.wire_name(eye))
    assert (first.our_name(name), first.our_name("ann")) == (eye.identity, "ann")
    assert {name, "ann"} <= first.wire_names
