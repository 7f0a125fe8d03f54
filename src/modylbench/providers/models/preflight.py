"""Is every judge there, before a run rests on it?

Each is asked one tiny question, with a short sound and a small picture where it should take them.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import math
import struct
import wave
import zlib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.asking import Attached, Question
from modylbench.providers.models.service_failure import ServiceFailed
from modylbench.providers.models.usable import is_usable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.providers.models.asking import Reply
    from modylbench.providers.models.judge_models import JudgeModel

SCHEMA = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}
ASKED = Question("You check that a connection works.", 'Answer {"ready": true} as JSON.', SCHEMA)
RATE_HZ = 24_000
TONE_HZ = 440
SIDE = 64


async def preflight(models: Sequence[JudgeModel]) -> None:
    """Ask all of them at once; raises UserMistake that says what is missing, judge by judge."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(problem(model)) for model in models]
    found = [task.result() for task in tasks]
    lines = [f"{model.name}: {what}" for model, what in zip(models, found, strict=True) if what]
    if lines:
        message = "; ".join(lines)
        raise UserMistake(message)


async def problem(model: JudgeModel) -> str:
    """What is wrong with a judge; empty if nothing is."""
    attached = tuple(
        one for one, takes in ((tone(), model.hears), (picture(), model.sees)) if takes
    )
    try:
        reply = await model.ask_anew(replace(ASKED, attached=attached))
    except ServiceFailed as error:
        return await _without_media(model, attached, str(error))
    return _missing(reply, attached)


async def _without_media(model: JudgeModel, attached: tuple[Attached, ...], what: str) -> str:
    """Why a judge failed: perhaps only for what was attached."""
    for one in attached:
        rest = tuple(other for other in attached if other is not one)
        try:
            await model.ask_anew(replace(ASKED, attached=rest))
        except ServiceFailed:
            continue
        kind = "sound" if one.kind == "audio" else "pictures"
        return f"does not take {kind} ({what}): name it with +text and +audio or +image as it does"
    return what


def _missing(reply: Reply, attached: tuple[Attached, ...]) -> str:
    sent = {*reply.audio_sent, *reply.images_sent}
    if any(one.sha256 not in sent for one in attached):
        return "sound or pictures did not leave with the request"
    if not is_usable(reply.text, SCHEMA):
        found = json.dumps(reply.text[:60])
        return f"answers no JSON as asked for ({found}): try its name with +tools or +prompted"
    return ""


@cache
def tone() -> Attached:
    """Half a second of a tone, as WAV."""
    swings = (math.sin(2 * math.pi * TONE_HZ * n / RATE_HZ) for n in range(RATE_HZ // 2))
    frames = b"".join(struct.pack("<h", round(8_000 * swing)) for swing in swings)
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE_HZ)
        sound.writeframes(frames)
    return _attached("audio", file.getvalue())


@cache
def picture() -> Attached:
    """A small square, half dark and half light, as PNG."""
    row = b"\x00" + b"\x20" * (SIDE // 2) + b"\xe0" * (SIDE // 2)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row * SIDE)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return _attached("image", b"\x89PNG\r\n\x1a\n" + body)


def _attached(kind: str, content: bytes) -> Attached:
    sha256 = hashlib.sha256(content).hexdigest()
    return Attached("audio" if kind == "audio" else "image", content, sha256)
