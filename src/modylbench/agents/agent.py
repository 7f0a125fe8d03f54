"""What a class must do to take part in a meeting, and what it can do there.

class Echo:
    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        await seat.say(f"You said: {heard.text}")
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody else in the meeting."""

    identity: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """What everybody who is invited knows beforehand."""

    title: str
    goal: str
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file that somebody put into the chat."""

    name: str
    mime_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class OverheardWords:
    """What somebody said or wrote to others: nothing that the agent is asked.

    What `is_private` was written to the addressees alone, the agent among them. The `text` of a
    reaction is its emoji, that of an annotation a W3C Web Annotation in JSON.
    """

    speaker: str
    addressees: tuple[str, ...]
    text: str
    channel: Literal["voice", "chat", "reaction", "annotation"] = "voice"
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """What somebody has just said or written, and the files that came with it.

    `pcm` is how it sounded (16-bit mono, 24 kHz); it is empty for what was written, and in a
    meeting without audio. `addressees` are identities, or `all`; none where nobody knows.
    `overheard` is what people have said to each other since the agent was last asked.
    """

    speaker: str
    text: str
    channel: Literal["voice", "chat"] = "voice"
    files: tuple[SharedFile, ...] = ()
    pcm: bytes = b""
    addressees: tuple[str, ...] = ()
    overheard: tuple[OverheardWords, ...] = ()


@dataclass(frozen=True, slots=True)
class HeardEvent:
    """Something that reached an agent which attends by itself, when it did.

    `sound` is a piece of somebody's voice (16-bit mono, 24 kHz), silence included; `caption` what
    somebody has said, once it is over; `chat` and `file` are what somebody wrote and handed over,
    `reaction` an emoji, `annotation` a W3C Web Annotation in JSON; what `is_private` nobody else
    has got.
    """

    kind: Literal["sound", "caption", "chat", "file", "joined", "left", "reaction", "annotation"]
    at_s: float
    speaker: str
    text: str = ""
    pcm: bytes = b""
    file: SharedFile | None = None
    is_private: bool = False


class Seat(Protocol):
    """An agent's place in a meeting: all that it can do there."""

    @property
    def invitation(self) -> Invitation:
        """What the meeting is about, and with whom."""

    async def say(self, text: str) -> None:
        """Speak; returns at once, and what is said next follows."""

    async def play(self, pcm: bytes, sample_rate_hz: int, text: str = "") -> None:
        """Speak with a voice of one's own: 16-bit mono; `text` is its transcript."""

    async def wait_for_playout(self) -> None:
        """Return when all has been said aloud."""

    async def hush(self) -> None:
        """Stop speaking."""

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        """Send A2UI messages: what people see of the agent's work."""

    async def chat(self, text: str) -> None:
        """Write into the chat."""

    async def send_file(self, name: str, content: bytes, mime_type: str = "") -> None:
        """Put a file into the chat."""

    async def share_screen(self, width: int, height: int, rgba: bytes) -> None:
        """Show a frame of one's own screen: four bytes a pixel."""

    async def react(self, emoji: str, target: str = "") -> None:
        """React with an emoji, to a person, a surface or whatever the target names."""

    async def annotate(self, annotation: Mapping[str, Any]) -> None:
        """Annotate what is shown (W3C Web Annotation), or take an annotation away."""

    async def replies(self) -> list[dict[str, Any]]:
        """What came back since the last call: A2UI errors and what people did on surfaces."""

    async def wait(self, seconds: float) -> None:
        """Let time pass in the meeting."""

    async def hear(self, seconds: float) -> list[HeardEvent]:
        """What has reached an agent that attends by itself since the last call.

        Waits until something has, for so many seconds at most; then there is nothing.
        """


class Agent(Protocol):
    """Takes part in one meeting; each meeting has an instance of its own."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Do what has been asked; the turn is over when it has returned and all has been said."""


@runtime_checkable
class AttendingAgent(Protocol):
    """An agent that decides itself when somebody has ended, and when it speaks, stops or listens.

    Nothing is asked of it: it hears everybody by `seat.hear`, and its latencies are its own.
    """

    async def attend(self, seat: Seat) -> None:
        """Take part in the meeting; cancelled at its end."""


@runtime_checkable
class OverhearingAgent(Protocol):
    """An agent that also acts while others speak."""

    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Called when somebody begins to speak, and cancelled when that person ends."""
