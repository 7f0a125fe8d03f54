"""A question to a model with sound and pictures, how big it is, and the reply with its proof."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from modylbench.providers.models.budget import Size, most_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

MEGABYTE = 1_000_000
FRAME_TOKENS = 1_000  # ours: what a service puts around a question, its words on tools included
WAV_HEADER = 44
WAV_BYTES_PER_S = 48_000  # SPEC 6: 24 kHz, mono, 16 bit
LEFT_OUT = (
    "\n\nOf what is said to be attached, {what} could not be sent, since the request would be too "
    "large. Judge by the text in its place, and say of nothing that you heard or saw it there."
)
AnswerEnding = Literal["", "declined", "cut off"]


@dataclass(frozen=True, slots=True)
class MediaAttachment:
    """A WAV or a PNG; `sha256` is of its bytes."""

    kind: Literal["audio", "image"]
    content: bytes = field(repr=False)
    sha256: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked; equal questions have equal digests, whoever asks."""

    instructions: str
    text: str
    schema: Mapping[str, Any]
    """The JSON schema of the answer."""
    attached: tuple[MediaAttachment, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    """Turns before this one, (text, answer): for one attempt to repair an answer."""


@dataclass(frozen=True, slots=True)
class AnswerLimits:
    """How much is taken of a model in one answer, and of a conversation with it (ours)."""

    most_tokens: int = 16_384
    """0 for no limit in the request."""
    most_characters: int = 400_000
    most_history: int = 240_000
    may_think: bool = True
    may_be_whole: bool = False
    """Whether an agent's answer may come in one piece, and not as a stream."""


AGENTS_LIMITS = AnswerLimits()
CHAT_LIMITS = AnswerLimits(
    most_tokens=0, most_characters=100_000, most_history=200_000, may_be_whole=True
)
JUDGES_LIMITS = AnswerLimits(most_tokens=20_000)
BRIEF_LIMITS = AnswerLimits(most_tokens=2_000, may_think=False)
"""For an answer of five words; some models think before them, asked or not."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The answer of one call as it came, with what the service counted.

    `ending` is how it ended where that leaves no answer, so that asking again would not help.
    """

    text: str
    input_tokens: int
    output_tokens: int
    audio_tokens: int
    ending: AnswerEnding = ""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The answer as it came, what left over the wire for it, and what it took.

    A reply from the cache has the receipt, tokens and cost of when it was first asked for, so that
    a resumed evaluation has the same bytes.
    """

    text: str
    request: str
    """The question's digest: of model, instructions, text, schema and attachments."""
    audio_sent: tuple[str, ...]
    images_sent: tuple[str, ...]
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    was_kept: bool = field(default=False, compare=False)


class DescribedModel(Protocol):
    """One model of one service: what it takes, and how a question is sent to it."""

    @property
    def name(self) -> str:
        """As people name it: `google:gemini-3.1-pro`."""

    @property
    def hears(self) -> bool:
        """Whether it takes sound."""

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""

    def as_sent(self, question: Question) -> Question:
        """The question with what fits into a request; raises MediaNotTaken."""

    def request(self, question: Question) -> str:
        """The digest of a question as sent."""


class AskedModel(DescribedModel, Protocol):
    """A model that answers."""

    async def ask(self, question: Question) -> ModelReply:
        """The answer; raises ServiceFailure after all tries, OverBudget before a costly one."""

    async def forget(self, request: str) -> None:
        """Ask again next time: the answer to this request could not be used."""


def fit_request(question: Question, most_mb: float) -> Question:
    """The question, without as much of its media as makes it too large for one request.

    Sound goes first, since its words are in the text as well, then pictures, the earliest first.
    The instructions then say so; what was sent is proven by the receipt, as ever.
    """
    left_out: list[MediaAttachment] = []
    kept = sorted(question.attached, key=lambda media: media.kind)  # audio before image, stable
    room = most_mb * MEGABYTE - 2 * sum(map(most_tokens, texts_of(question)))
    while kept and sum(_on_the_wire(media) for media in kept) > room:
        left_out.append(kept.pop(0))
    if not left_out:
        return question
    kinds = [media.kind for media in left_out]
    named = {"sound": kinds.count("audio"), "pictures": kinds.count("image")}
    what = " and ".join(f"{name} ({count})" for name, count in named.items() if count)
    return replace(
        question,
        instructions=question.instructions + LEFT_OUT.format(what=what),
        attached=tuple(media for media in question.attached if media in kept),
    )


def largest_size(question: Question, output_tokens: int) -> Size:
    """The most that a service can count for a question, with an answer of so many tokens."""
    sounds = [media for media in question.attached if media.kind == "audio"]
    audio_bytes = sum(max(0, len(sound.content) - WAV_HEADER) for sound in sounds)
    return Size(
        text_tokens=FRAME_TOKENS + sum(map(most_tokens, texts_of(question))),
        audio_s=audio_bytes / WAV_BYTES_PER_S,
        images=len(question.attached) - len(sounds),
        output_tokens=output_tokens,
    )


def texts_of(question: Question) -> list[str]:
    """All that is text in it."""
    turns = [part for turn in question.earlier for part in turn]
    return [question.instructions, question.text, json.dumps(question.schema), *turns]


def _on_the_wire(attached: MediaAttachment) -> int:
    """In base64."""
    return 4 * (len(attached.content) // 3 + 1)
