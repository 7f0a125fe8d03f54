"""Which sounds and pictures of a brief can a model take, and are they what was recorded?"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.judging.addressing import passages, without_passages
from modylbench.evaluation.judging.judge import Quoted
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.asking import Attached

if TYPE_CHECKING:
    from modylbench.evaluation.judging.judge import Brief, Media
    from modylbench.providers.models.asking import AskedModel

MOST_PICTURES = 8  # SPEC 9: keyframes of a turn


class Spoilt(ModylBenchError):
    """A file of the recording is gone or changed: ours to mend, and nobody else's fault."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The bytes for one request."""

    sounds: tuple[Attached, ...] = ()
    pictures: tuple[Attached, ...] = ()

    @property
    def all(self) -> tuple[Attached, ...]:
        """Sound first, then pictures in order of time."""
        return (*self.sounds, *self.pictures)

    @property
    def counts(self) -> tuple[int, int]:
        """How many sounds and pictures."""
        return len(self.sounds), len(self.pictures)


async def evidence(brief: Brief, model: AskedModel) -> Evidence:
    """What this model takes of the brief's media; raises Spoilt."""
    sounds = (brief.audio,) if brief.audio is not None and model.hears else ()
    pictures = brief.images[-MOST_PICTURES:] if model.sees else ()
    return Evidence(
        tuple([await _read(media, "audio") for media in sounds]),
        tuple([await _read(media, "image") for media in pictures]),
    )


def as_text(brief: Brief) -> Brief:
    """The brief without sound and pictures."""
    return replace(brief, audio=None, images=())


def speaks_to_judges(brief: Brief) -> bool:
    """Whether anything in it speaks to whoever judges."""
    return any(passages(item.text) for item in (*brief.material, *brief.earlier))


def without_orders(brief: Brief) -> Brief:
    """The brief without what speaks to the judge, and without the media that hold it too.

    Sound goes if its words did so, pictures if anything else did.
    """
    said = any(passages(item.text) for item in brief.material if item.where.startswith("said"))
    other = any(passages(item.text) for item in brief.material if not item.where.startswith("said"))
    return replace(
        brief,
        material=_cut(brief.material),
        earlier=_cut(brief.earlier),
        audio=None if said else brief.audio,
        images=() if other else brief.images,
    )


def _cut(items: tuple[Quoted, ...]) -> tuple[Quoted, ...]:
    return tuple(Quoted(item.where, without_passages(item.text)) for item in items)


async def _read(media: Media, kind: Literal["audio", "image"]) -> Attached:
    try:
        content = await asyncio.to_thread(media.path.read_bytes)
    except OSError as error:
        message = f"{media.path.name} of the recording cannot be read ({error.strerror})"
        raise Spoilt(message) from error
    if hashlib.sha256(content).hexdigest() != media.sha256:
        message = f"{media.path.name} is not the file that was recorded: its hash differs"
        raise Spoilt(message)
    return Attached(kind, content, media.sha256)
