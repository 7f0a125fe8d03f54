"""The example that users copy speaks our convention, both ways."""

import asyncio
import json
import secrets

from examples.livekit_agents import a2ui
from livekit import rtc

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import (
    A2UI,
    A2UI_ACTION,
    AGENT_WORDS,
    AttributesChanged,
    Connection,
    FileReceived,
    Guest,
    ParticipantJoined,
    RoomEvent,
    TextChunk,
    TextOpened,
)
from modylbench.meeting.rooms.livekit.room import LiveKitRoom
from modylbench.meeting.rooms.livekit.session import options
from modylbench.providers.addresses import LiveKitAddress

MESSAGES: list[dict[str, object]] = [
    {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}},
    {"version": "v0.9"},
]


async def exchanged(address: LiveKitAddress) -> tuple[list[RoomEvent], list[object]]:
    """What reaches a person of what the example sends, and the agent of what a person does."""
    clock = RealClock()
    room = await LiveKitRoom.create(f"example-{secrets.token_hex(3)}", address, clock)
    agent = rtc.Room()
    got: asyncio.Queue[object] = asyncio.Queue()
    try:
        person = await room.join(Guest("priya"))
        a2ui.on_action(agent, got.put_nowait)
        a2ui.on_file(agent, lambda name, content: got.put_nowait((name, content)))
        await agent.connect(address.url, room.token_for("bot"), options(address.url, Guest("bot")))
        await a2ui.show(agent, MESSAGES, turn=3)
        await a2ui.send_file(agent, "notes.md", b"# Notes", "text/markdown")
        await a2ui.tell_words(agent)
        await person.send_text('{"error": "none"}', A2UI_ACTION, {})
        await person.send_file("sales.csv", b"a,b", mime_type="text/csv", attributes={})
        async with asyncio.timeout(20):
            return await sent(person), [await got.get(), await got.get()]
    finally:
        await agent.disconnect()
        await room.aclose()


async def sent(person: Connection) -> list[RoomEvent]:
    """All that comes until the agent has said that it has words, and its file is there."""
    events: list[RoomEvent] = []
    async for event in person.events():
        events.append(event)
        if has_words(events) and any(isinstance(event, FileReceived) for event in events):
            break
    return events


def has_words(events: list[RoomEvent]) -> bool:
    """Whether the agent has said so, while it was there or when it was announced."""
    return any(
        (isinstance(event, AttributesChanged) and AGENT_WORDS in event.changed)
        or (isinstance(event, ParticipantJoined) and AGENT_WORDS in event.attributes)
        for event in events
    )


def test_what_the_example_shows_sends_and_hears_is_our_convention(livekit: LiveKitAddress) -> None:
    events, heard = asyncio.run(exchanged(livekit))

    (opened,) = [event for event in events if isinstance(event, TextOpened)]
    assert (opened.identity, opened.topic) == ("bot", A2UI)
    assert opened.attributes["mime"] == "application/a2ui+json"
    assert (opened.attributes["version"], opened.attributes["turn"]) == ("v0.9", "3")
    assert int(opened.attributes["seq"]) >= 1
    text = "".join(event.text for event in events if isinstance(event, TextChunk))
    assert [json.loads(line) for line in text.splitlines()] == MESSAGES
    (file,) = [event for event in events if isinstance(event, FileReceived)]
    assert (file.name, file.mime_type, file.content) == ("notes.md", "text/markdown", b"# Notes")
    assert has_words(events)
    assert sorted(heard, key=str) == [("sales.csv", b"a,b"), '{"error": "none"}']
