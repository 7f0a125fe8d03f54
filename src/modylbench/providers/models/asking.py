"""How is a model asked a question with sound and pictures, and what proves that they were sent?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from collections.abc import Mapping


class ServiceFailed(ModylBenchError):
    """The service behind a model gave no usable answer; an agent's is a part of the agent.

    The tries may have been billed all the same: what they took stands here.
    """

    fault_code = "service_failed"
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Attached:
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
    attached: tuple[Attached, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    """Turns before this one, (text, answer): for one attempt to repair an answer."""


@dataclass(frozen=True, slots=True)
class Reply:
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


class AskedModel(Protocol):
    """One model of one service."""

    @property
    def name(self) -> str:
        """As people name it: `google:gemini-3.1-pro`."""

    @property
    def hears(self) -> bool:
        """Whether it takes sound."""

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""

    async def ask(self, question: Question) -> Reply:
        """The answer; raises ServiceFailed after all tries, OverBudget before a costly one."""

    async def forget(self, request: str) -> None:
        """Ask again next time: the answer to this request could not be used."""
