"""A tiny question to every judge, before a run rests on it.

Each is asked it with a short sound and a small picture where it should take them.
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
from modylbench.providers.models.budget import OverBudget
from modylbench.providers.models.failures import AnswerCutOff, RequestRefusal, ServiceFailure
from modylbench.providers.models.json_answer import is_usable
from modylbench.providers.models.patience import BEFOREHAND
from modylbench.providers.models.question import MediaAttachment, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.providers.models.judge_models import JudgeModel
    from modylbench.providers.models.patience import Patience
    from modylbench.providers.models.question import ModelReply

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
NAMES = {"audio": "sound", "image": "pictures"}


async def preflight(models: Sequence[JudgeModel], patience: Patience = BEFOREHAND) -> None:
    """Ask all of them at once; raises UserMistake that says what is missing, judge by judge.

    Raises OverBudget where not even that can be paid for.
    """
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_problem_or_poor(model, patience)) for model in models]
    found = [task.result() for task in tasks]
    for outcome in found:
        if isinstance(outcome, OverBudget):
            raise outcome
    lines = [f"{model.name}: {what}" for model, what in zip(models, found, strict=True) if what]
    if lines:
        message = "; ".join(lines)
        raise UserMistake(message)


async def _problem_or_poor(model: JudgeModel, patience: Patience) -> str | OverBudget:
    try:
        return await problem(model, patience)
    except OverBudget as error:
        return error


async def problem(model: JudgeModel, patience: Patience = BEFOREHAND) -> str:
    """What is wrong with a judge; empty if nothing is."""
    attached = tuple(
        media for media, takes in ((tone(), model.hears), (picture(), model.sees)) if takes
    )
    try:
        reply = await model.ask_anew(replace(ASKED, attached=attached), patience)
    except RequestRefusal as error:
        return await _refused_for(model, attached, patience, str(error))
    except AnswerCutOff:
        return ""  # it is there, and thinks longer than we wait now
    except ServiceFailure as error:
        return str(error)
    return _missing(reply, attached)


async def _refused_for(
    model: JudgeModel, attached: tuple[MediaAttachment, ...], patience: Patience, what: str
) -> str:
    """Why a judge refused: perhaps only for what was attached."""
    if not attached:
        return what
    to_blame = [media for media in attached if await _is_taken(model, attached, (media,), patience)]
    if len(to_blame) > 1:
        told = "sound and pictures in one request"
        return f"does not take {told} ({what}): name it with +text+audio or +text+image"
    if not to_blame and len(attached) > 1 and await _is_taken(model, attached, attached, patience):
        to_blame = [*attached]
    if not to_blame:
        tried = " and without ".join(NAMES[media.kind] for media in attached)
        return f"{what}, also without {tried}"
    names = " or ".join(NAMES[media.kind] for media in to_blame)
    kept = "".join(f"+{media.kind}" for media in attached if media not in to_blame)
    return f"does not take {names} ({what}): name it with +text{kept}"


async def _is_taken(
    model: JudgeModel,
    attached: tuple[MediaAttachment, ...],
    without: tuple[MediaAttachment, ...],
    patience: Patience,
) -> bool:
    """Whether the question is answered without some of what was attached."""
    rest = tuple(media for media in attached if media not in without)
    try:
        await model.ask_anew(replace(ASKED, attached=rest), patience)
    except AnswerCutOff:
        return True
    except ServiceFailure:
        return False
    return True


def _missing(reply: ModelReply, attached: tuple[MediaAttachment, ...]) -> str:
    sent = {*reply.audio_sent, *reply.images_sent}
    if any(media.sha256 not in sent for media in attached):
        return "sound or pictures did not leave with the request"
    if not is_usable(reply.text, SCHEMA):  # true or false: what counts is that it is JSON
        found = json.dumps(reply.text[:60])
        return f"answers no JSON as asked for ({found}): try its name with +tools or +prompted"
    return ""


@cache
def tone() -> MediaAttachment:
    """Half a second of a tone, as WAV."""
    swings = (math.sin(2 * math.pi * TONE_HZ * n / RATE_HZ) for n in range(RATE_HZ // 2))
    frames = b"".join(struct.pack("<h", round(8_000 * swing)) for swing in swings)
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE_HZ)
        sound.writeframes(frames)
    return _attachment("audio", file.getvalue())


@cache
def picture() -> MediaAttachment:
    """A small square, half dark and half light, as PNG."""
    row = b"\x00" + b"\x20" * (SIDE // 2) + b"\xe0" * (SIDE // 2)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row * SIDE)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return _attachment("image", b"\x89PNG\r\n\x1a\n" + body)


def _attachment(kind: str, content: bytes) -> MediaAttachment:
    sha256 = hashlib.sha256(content).hexdigest()
    return MediaAttachment("audio" if kind == "audio" else "image", content, sha256)
