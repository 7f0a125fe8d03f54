"""What is said to a person before any server is asked."""

import asyncio
import base64
import json
import sys
import threading

import pytest

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import UserMistake
from modylbench.meeting.room import Guest
from modylbench.meeting.rooms.livekit import room as livekit_room
from modylbench.meeting.rooms.livekit import server
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.meeting.rooms.livekit.server import token
from modylbench.providers.addresses import LiveKitAddress

SECRET = "a-secret-of-more-than-thirty-two-characters"  # noqa: S105 - of no server


def mistake(address: LiveKitAddress) -> str:
    with pytest.raises(UserMistake) as found:
        asyncio.run(LiveKitRoom.create("room", address, RealClock()))
    return str(found.value)


@pytest.mark.parametrize("url", ["", "127.0.0.1:7880", "ftp://127.0.0.1", "ws://"])
def test_an_address_of_no_server_is_named(url: str) -> None:
    message = mistake(LiveKitAddress(url, "key", SECRET))

    assert message.startswith(f"LiveKit: found the address {url!r}, expected one such as ws://")
    assert SECRET not in message


def test_key_and_secret_are_both_asked_for() -> None:
    assert "LIVEKIT_API_SECRET" in mistake(LiveKitAddress("ws://127.0.0.1:7880", "key", ""))
    assert "LIVEKIT_API_KEY" in mistake(LiveKitAddress("ws://127.0.0.1:7880", "", SECRET))


def test_an_address_shows_neither_key_nor_secret() -> None:
    shown = repr(LiveKitAddress("ws://127.0.0.1:7880", "the-key", SECRET))

    assert "7880" in shown
    assert "the-key" not in shown
    assert SECRET not in shown


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "livekit.api", None)
    message = mistake(LiveKitAddress("ws://127.0.0.1:7880", "key", SECRET))

    assert "need the package livekit-api" in message
    assert "pip install 'modylbench[livekit]'" in message


def test_a_token_says_who_may_do_what_where() -> None:
    address = LiveKitAddress("ws://127.0.0.1:7880", "key", SECRET)
    guest = Guest("eye", name="Eye", kind="agent", attributes={"a": "1"}, is_hidden=True)
    _, claims, _ = token(address, "room", guest).split(".")
    said = json.loads(base64.urlsafe_b64decode(claims + "=="))

    assert (said["sub"], said["name"], said["kind"]) == ("eye", "Eye", "agent")
    assert said["attributes"] == {"a": "1"}
    assert said["exp"] - said["nbf"] >= 6 * 3600
    grants = said["video"]
    assert (grants["room"], grants["roomJoin"], grants["hidden"]) == ("room", True, True)
    assert (grants["canPublish"], grants["canUpdateOwnMetadata"]) == (False, True)
    assert "roomAdmin" not in grants


def test_one_who_is_cancelled_while_the_sdk_loads_leaves_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    is_loading, may_end = threading.Event(), threading.Event()

    async def create_room(_: LiveKitAddress, name: str, __: str) -> None:
        made.append(name)

    def load() -> None:
        is_loading.set()
        may_end.wait(5)

    monkeypatch.setattr(server, "create_room", create_room)
    monkeypatch.setattr(livekit_room, "load_sdk", load)

    async def program() -> None:
        address = LiveKitAddress("ws://127.0.0.1:7880", "key", SECRET)
        creating = asyncio.create_task(LiveKitRoom.create("room", address, RealClock()))
        await asyncio.to_thread(is_loading.wait, 5)
        creating.cancel()
        with pytest.raises(asyncio.CancelledError):
            await creating
        may_end.set()

    asyncio.run(program())
    assert made == []
