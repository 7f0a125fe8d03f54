"""What whoever comes into a room from outside finds there."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.staging.agents import financial_variant

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import RoomClosed
from modylbench.pipeline.equipment import InProcessVenue, LiveKitVenue
from modylbench.pipeline.trial import _hold_meeting
from modylbench.providers.addresses import LiveKitAddress


class Outside:
    """A venue that holds nothing, and knows what was told."""

    def __init__(self) -> None:
        self.told = ""

    def hold(self, name: str, meeting: object, *, invitation: str = "") -> str:  # noqa: ARG002
        self.told = invitation
        return name


def test_every_room_tells_the_invitation_and_nothing_else() -> None:
    variant, venue = financial_variant(), Outside()
    equipment: Any = SimpleNamespace(venue=venue)
    _hold_meeting(variant, Path(), equipment, watcher=lambda *_: None, on_open=lambda _: None)

    told = json.loads(venue.told)
    assert set(told) == {"title", "goal", "participants"}
    assert told["goal"] == variant.scenario.meeting_goal
    assert {key for participant in told["participants"] for key in participant} == {
        "identity",
        "name",
        "role",
    }
    assert len(venue.told.encode()) < 4_000


class FakeRoom:
    """Stands in for a room on a server."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def aclose(self) -> None:
        pass


def test_the_name_of_a_room_on_a_server_tells_nothing_of_the_meeting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[Any, ...]] = []

    async def create(*args: object, metadata: str) -> FakeRoom:
        given.append((*args[:1], metadata))
        return FakeRoom(str(args[0]))

    async def meeting(room: FakeRoom, _: object) -> str:
        return room.name

    monkeypatch.setattr("modylbench.meeting.rooms.livekit.room.LiveKitRoom.create", create)
    venue = LiveKitVenue(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret" * 5))
    act: Any = meeting
    names = [venue.hold("financial_analyst-7", act, invitation="{}") for _ in range(2)]

    assert all(re.fullmatch(r"modyl-[0-9a-f]{16}", name) for name in names)
    assert names[0] != names[1]
    assert given == [(name, "{}") for name in names]


def test_a_server_is_given_time_to_come_back_and_virtual_time_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("modylbench.pipeline.equipment.PAUSES_S", (0.05, 0.15))
    venue = LiveKitVenue(LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret" * 5))
    clock = RealClock()

    venue.pause(1)
    assert 0.05 <= clock.now_s() < 0.15
    venue.pause(2)
    assert clock.now_s() >= 0.2
    before_s = clock.now_s()
    InProcessVenue().pause(1)
    assert clock.now_s() - before_s < 0.02


def test_a_server_that_has_vanished_is_as_a_room_that_was_closed() -> None:
    async def meeting(_: object, __: object) -> None:
        message = "there is no room"
        raise AssertionError(message)

    address = LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret" * 5)
    with pytest.raises(RoomClosed, match="found no server"):
        LiveKitVenue(address).hold("nowhere", meeting)
