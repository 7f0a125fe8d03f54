"""How does an agent on LiveKit Agents show its work? Copy this file beside yours.

    @function_tool
    async def show_model(self, messages: list[dict]) -> None:
        await a2ui.show(get_job_context().room, messages)

What is shown are A2UI messages, v0.9; `modylbench a2ui catalog` prints the components.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from livekit import rtc
    from livekit.agents import AgentSession
    from livekit.agents.voice.room_io import TextInputEvent

_count = itertools.count(1)
_reading: set[asyncio.Task[None]] = set()


async def show(room: rtc.Room, messages: Iterable[Mapping[str, Any]], turn: int = 0) -> None:
    """Show A2UI messages; `turn` says which of your own turns they belong to, if you count them."""
    about = {"mime": "application/a2ui+json", "version": "v0.9"}
    about |= {"seq": str(next(_count)), "turn": str(turn)}
    text = "\n".join(json.dumps(message) for message in messages)
    await room.local_participant.send_text(text, topic="a2ui", attributes=about)


async def send_file(room: rtc.Room, name: str, content: bytes, mime_type: str) -> None:
    """Hand over a file."""
    writer = await room.local_participant.stream_bytes(
        name, total_size=len(content), mime_type=mime_type, topic="files"
    )
    await writer.write(content)
    await writer.aclose()


def on_action(room: rtc.Room, act: Callable[[str], None]) -> None:
    """Call `act` with each reply to what is shown: JSON, today always an error of yours."""

    async def read(reader: rtc.TextStreamReader) -> None:
        act(await reader.read_all())

    room.register_text_stream_handler("a2ui.action", lambda reader, _: _start(read(reader)))


def on_file(room: rtc.Room, take: Callable[[str, bytes], None]) -> None:
    """Call `take` with the name and the content of each file that somebody hands over."""

    async def read(reader: rtc.ByteStreamReader) -> None:
        take(reader.info.name, b"".join([chunk async for chunk in reader]))

    room.register_byte_stream_handler("files", lambda reader, _: _start(read(reader)))


async def answer_writing(session: AgentSession, event: TextInputEvent) -> None:
    """Answer what people write, but not the notice of a file, whose words are still to come.

    room_options=RoomOptions(text_input=TextInputOptions(text_input_cb=a2ui.answer_writing))
    """
    attributes = (event.info.attributes if event.info else None) or {}
    if "modyl.attachment" not in attributes:
        await session.interrupt()
        session.generate_reply(user_input=event.text)


async def tell_words(room: rtc.Room) -> None:
    """Say that you have words which do not sound yet: thinking and voice are then timed apart."""
    await room.local_participant.set_attributes({"modyl.agent.words": str(next(_count))})


def _start(reading: Any) -> None:
    task = asyncio.create_task(reading)
    _reading.add(task)  # a task that nobody holds may vanish
    task.add_done_callback(_reading.discard)
