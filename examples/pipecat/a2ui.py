"""How does an agent on Pipecat's LiveKit transport show its work? Copy this file beside yours.

    async def show_model(params: FunctionCallParams) -> None:
        await a2ui.show(transport, params.arguments["messages"])

What is shown are A2UI messages, v0.9; `modylbench a2ui catalog` prints the components.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from livekit import rtc
    from pipecat.transports.livekit.transport import LiveKitTransport

_count = itertools.count(1)
_reading: set[asyncio.Task[None]] = set()


def room_of(transport: LiveKitTransport) -> rtc.Room:
    """The room, once the pipeline runs; the transport has no public name for it."""
    room: rtc.Room = transport._client.room
    return room


async def show(
    transport: LiveKitTransport, messages: Iterable[Mapping[str, Any]], turn: int = 0
) -> None:
    """Show A2UI messages; `turn` says which of your own turns they belong to, if you count them."""
    about = {"mime": "application/a2ui+json", "version": "v0.9"}
    about |= {"seq": str(next(_count)), "turn": str(turn)}
    text = "\n".join(json.dumps(message) for message in messages)
    await room_of(transport).local_participant.send_text(text, topic="a2ui", attributes=about)


async def send_file(
    transport: LiveKitTransport, name: str, content: bytes, *, mime_type: str
) -> None:
    """Hand over a file."""
    writer = await room_of(transport).local_participant.stream_bytes(
        name, total_size=len(content), mime_type=mime_type, topic="files"
    )
    await writer.write(content)
    await writer.aclose()


def on_text(
    transport: LiveKitTransport,
    topic: str,
    read: Callable[[str, Mapping[str, str]], Awaitable[None]],
) -> None:
    """Call `read` with each text on a topic and its attributes, from `on_connected` on.

    `a2ui.action` brings answers to what is shown, `lk.chat` what people write: Pipecat itself does
    not listen to text streams.
    """

    async def read_all(reader: rtc.TextStreamReader) -> None:
        await read(await reader.read_all(), reader.info.attributes or {})

    room_of(transport).register_text_stream_handler(
        topic, lambda reader, _: _start(read_all(reader))
    )


def on_file(transport: LiveKitTransport, take: Callable[[str, bytes], None]) -> None:
    """Call `take` with the name and the content of each file that somebody hands over."""

    async def read_all(reader: rtc.ByteStreamReader) -> None:
        take(reader.info.name, b"".join([chunk async for chunk in reader]))

    room_of(transport).register_byte_stream_handler(
        "files", lambda reader, _: _start(read_all(reader))
    )


async def tell_words(transport: LiveKitTransport) -> None:
    """Say that you have words which do not sound yet: thinking and voice are then timed apart."""
    speaker = room_of(transport).local_participant
    await speaker.set_attributes({"modyl.agent.words": str(next(_count))})


def _start(reading: Any) -> None:
    task = asyncio.create_task(reading)
    _reading.add(task)  # a task that nobody holds may vanish
    task.add_done_callback(_reading.discard)
