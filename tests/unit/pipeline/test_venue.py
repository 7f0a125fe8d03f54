"""What does whoever comes into a room from outside find there?"""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.agents.attended import financial

from modylbench.meeting.room import RoomClosed
from modylbench.pipeline.trial import _held
from modylbench.pipeline.venue import OnLiveKit
from modylbench.providers.livekit.address import LiveKitAddress


class Outside:
    """A venue that holds nothing, and knows what was told."""

    def __init__(self) -> None:
        self.told = ""

    def hold(self, name: str, meeting: object, *, told: str = "") -> str:  # noqa: ARG002
        self.told = told
        return name


def test_every_room_tells_the_invitation_and_nothing_else() -> None:
    variant, venue = financial(), Outside()
    equipment: Any = SimpleNamespace(venue=venue)
    _held(variant, Path(), equipment, watcher=lambda *_: None, opened=lambda _: None)

    told = json.loads(venue.told)
    assert set(told) == {"title", "goal", "participants"}
    assert told["goal"] == variant.scenario.meeting_goal
    assert {key for one in told["participants"] for key in one} == {"identity", "name", "role"}
    assert len(venue.told.encode()) < 4_000


def test_a_server_that_has_vanished_is_as_a_room_that_was_closed() -> None:
    async def meeting(_: object, __: object) -> None:
        message = "there is no room"
        raise AssertionError(message)

    address = LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret" * 5)
    with pytest.raises(RoomClosed, match="found no server"):
        OnLiveKit(address).hold("nowhere", meeting)
