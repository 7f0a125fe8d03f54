"""Messages between the harness and the process of an agent.

Each message is one line of JSON on a socket that serves nothing else. Bytes follow their line as
they are: `parts` in it says how many belong to which name, in order.

harness to agent   invitation, heard, overhear, attend, cancel, result, refused, bye
agent to harness   ready, unusable, call, drop, done, failed
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.agents.agent import (
    HeardEvent,
    HeardTurn,
    Invitation,
    OverheardWords,
    Person,
    SharedFile,
)

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Mapping

MOST_MESSAGE_BYTES = 32 * 1024 * 1024
MOST_PARTS = 64
MOST_PROBLEM = 2_000


def as_line(message: Mapping[str, Any]) -> bytes:
    """The message as it is sent; ValueError or TypeError where JSON cannot say it."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def with_parts(message: Mapping[str, Any], parts: Mapping[str, bytes]) -> list[bytes]:
    """The line of a message and the bytes that belong to it, to be sent one after the other."""
    if not parts:
        return [as_line(message)]
    sizes = {name: len(content) for name, content in parts.items()}
    return [as_line({**message, "parts": sizes}), *parts.values()]


async def read_message(
    reader: asyncio.StreamReader, most_bytes: int
) -> tuple[Any, dict[str, bytes]] | None:
    """The next message and its bytes; None where no more come, ValueError where it is none."""
    line = await reader.readline()
    if not line:
        return None
    message = orjson.loads(line)
    sizes = message.pop("parts", {}) if isinstance(message, dict) else {}
    if not _are_sizes(sizes) or len(line) + sum(sizes.values()) > most_bytes:
        problem = f"parts that are no sizes, or more than {most_bytes:,} bytes"
        raise ValueError(problem)
    return message, {name: await reader.readexactly(size) for name, size in sizes.items()}


def _are_sizes(sizes: object) -> bool:
    return (
        isinstance(sizes, dict)
        and len(sizes) <= MOST_PARTS
        and all(type(size) is int and size >= 0 for size in sizes.values())
    )


def invitation_message(invitation: Invitation) -> dict[str, Any]:
    """The invitation as it is sent."""
    people = [
        {"identity": person.identity, "name": person.name, "role": person.role}
        for person in invitation.people
    ]
    title, goal = invitation.title, invitation.goal
    return {"type": "invitation", "title": title, "goal": goal, "people": people}


def invitation_of(message: Mapping[str, Any]) -> Invitation:
    """The invitation as it was sent."""
    people = tuple(Person(**person) for person in message["people"])
    return Invitation(message["title"], message["goal"], people)


def heard_message(heard: HeardTurn) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What was heard as it is sent, and the bytes that go with it."""
    parts = {f"file {number}": file.content for number, file in enumerate(heard.files)}
    files = [
        {"name": file.name, "mime_type": file.mime_type, "part": part}
        for file, part in zip(heard.files, parts, strict=True)
    ]
    message = {
        "type": "heard",
        "speaker": heard.speaker,
        "text": heard.text,
        "channel": heard.channel,
        "files": files,
        "addressees": list(heard.addressees),
        "overheard": [
            {
                "speaker": words.speaker,
                "addressees": list(words.addressees),
                "text": words.text,
                "channel": words.channel,
            }
            for words in heard.overheard
        ],
    }
    return message, {**parts, "pcm": heard.pcm}


def event_values(events: Iterable[HeardEvent]) -> list[dict[str, Any]]:
    """What an agent hears that attends by itself, as it is sent."""
    return [
        {
            "kind": event.kind,
            "at_s": event.at_s,
            "speaker": event.speaker,
            "text": event.text,
            "pcm": b64encode(event.pcm).decode(),
            "file": event.file
            and {
                "name": event.file.name,
                "mime_type": event.file.mime_type,
                "content": b64encode(event.file.content).decode(),
            },
            "is_private": event.is_private,
        }
        for event in events
    ]


def events_of(values: Iterable[Mapping[str, Any]]) -> list[HeardEvent]:
    """The same as it was sent."""
    return [
        HeardEvent(
            kind=value["kind"],
            at_s=value["at_s"],
            speaker=value["speaker"],
            text=value["text"],
            pcm=b64decode(value["pcm"]),
            file=None if value["file"] is None else _shared_file(value["file"]),
            is_private=value["is_private"],
        )
        for value in values
    ]


def _shared_file(value: Mapping[str, Any]) -> SharedFile:
    return SharedFile(value["name"], value["mime_type"], b64decode(value["content"]))


def heard_of(message: Mapping[str, Any], parts: Mapping[str, bytes]) -> HeardTurn:
    """What was heard as it was sent."""
    files = tuple(
        SharedFile(file["name"], file["mime_type"], parts[file["part"]])
        for file in message["files"]
    )
    return HeardTurn(
        speaker=message["speaker"],
        text=message["text"],
        channel=message["channel"],
        files=files,
        pcm=parts["pcm"],
        addressees=tuple(message["addressees"]),
        overheard=tuple(
            OverheardWords(**{**words, "addressees": tuple(words["addressees"])})
            for words in message["overheard"]
        ),
    )
