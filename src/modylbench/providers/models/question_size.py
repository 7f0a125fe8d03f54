"""How big is a question: for the wire, and at most for the bill?"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.providers.models.prices import Size, most_tokens

if TYPE_CHECKING:
    from modylbench.providers.models.asking import Attached, Question

MEGABYTE = 1_000_000
FRAME_TOKENS = 1_000  # ours: what a service puts around a question, its words on tools included
WAV_HEADER = 44
WAV_BYTES_PER_S = 48_000  # SPEC 6: 24 kHz, mono, 16 bit
LEFT_OUT = (
    "\n\nOf what is said to be attached, {what} could not be sent, since the request would be too "
    "large. Judge by the text in its place, and say of nothing that you heard or saw it there."
)


def fitted(question: Question, most_mb: float) -> Question:
    """The question, without as much of its media as makes it too large for one request.

    Sound goes first, since its words are in the text as well, then pictures, the earliest first.
    The instructions then say so; what was sent is proven by the receipt, as ever.
    """
    left_out: list[Attached] = []
    kept = sorted(question.attached, key=lambda one: one.kind)  # audio before image, stable
    room = most_mb * MEGABYTE - 2 * sum(map(most_tokens, texts_of(question)))
    while kept and sum(_on_the_wire(one) for one in kept) > room:
        left_out.append(kept.pop(0))
    if not left_out:
        return question
    kinds = [one.kind for one in left_out]
    named = {"sound": kinds.count("audio"), "pictures": kinds.count("image")}
    what = " and ".join(f"{name} ({count})" for name, count in named.items() if count)
    return replace(
        question,
        instructions=question.instructions + LEFT_OUT.format(what=what),
        attached=tuple(one for one in question.attached if one in kept),
    )


def most_of(question: Question, output_tokens: int) -> Size:
    """The most that a service can count for a question, with an answer of so many tokens."""
    sounds = [one for one in question.attached if one.kind == "audio"]
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


def _on_the_wire(attached: Attached) -> int:
    """In base64."""
    return 4 * (len(attached.content) // 3 + 1)
