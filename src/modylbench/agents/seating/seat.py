"""An agent's seat in a room: what it does is checked and sent to the others."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from mimetypes import MimeTypes
from typing import TYPE_CHECKING, Any

from modylbench.agents.seating.speaking import LONGEST_LINE_S, PcmSound
from modylbench.foundation.errors import short_repr
from modylbench.meeting.room import (
    A2UI,
    AGENT_STATE,
    AGENT_WORDS,
    ANNOTATION,
    CHAT,
    MOST_FILE_BYTES,
    MOST_TEXT_BYTES,
    REACTION,
    TARGET,
    RoomClosed,
)
from modylbench.recording.marks import (
    MOST_ANNOTATION,
    MOST_EMOJI,
    RefusedMark,
    read_annotation,
    read_emoji,
)

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardEvent, Invitation
    from modylbench.agents.seating.hearing import RoomHearing
    from modylbench.agents.seating.speaking import SpeechQueue
    from modylbench.agents.seating.timing import ComputeMeter
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection, ScreenShare


MOST_SAID = 10_000  # ours, all of these: characters of one line
MOST_CHAT = 200_000
MOST_NAME = 255
MOST_MESSAGES = 20_000  # of one call
MOST_PIXELS = 4_096
MOST_WAIT_S = 3_600.0
SEEN_AFTER_S = (
    0.3  # until others are subscribed to a new screen: what they are shown before is lost
)
MOST_REPLIES = 1_000  # that wait to be fetched
LOWEST_RATE_HZ, HIGHEST_RATE_HZ = 8_000, 96_000
MIME_TYPE = "application/a2ui+json"
A2UI_VERSION = "v0.9"
UNKNOWN_TYPE = "application/octet-stream"
OFFICE = "application/vnd.openxmlformats-officedocument"
MIME_TYPES_BY_ENDING = {
    ".docx": f"{OFFICE}.wordprocessingml.document",
    ".md": "text/markdown",
    ".xlsx": f"{OFFICE}.spreadsheetml.sheet",
}


class RoomSeat:
    """A Seat on a connection; what an agent gets wrong in using it is raised to the agent."""

    def __init__(
        self,
        connection: Connection,
        speaking: SpeechQueue,
        *,
        invitation: Invitation,
        clock: Clock,
        meter: ComputeMeter,
    ) -> None:
        self._connection, self._speaking = connection, speaking
        self._clock, self._meter = clock, meter
        self._invitation = invitation
        speaking.tell(self._show_state)
        self._screen: ScreenShare | None = None
        self._replies: deque[dict[str, Any]] = deque(maxlen=MOST_REPLIES)
        self._sent = 0
        self._turn = 0
        self._told_words = -1
        self._is_thinking = False
        self._state = ""
        self.has_sounded = False
        """Whether it has been heard in this turn."""
        self.hearing: RoomHearing | None = None

    @property
    def invitation(self) -> Invitation:
        """What the meeting is about, and with whom."""
        return self._invitation

    async def say(self, text: str) -> None:
        """Speak; returns at once, and what is said next follows. Nothing to say is not said."""
        self._refuse_if_closed()
        line = bounded_text("text", text, MOST_SAID).strip()
        if line:
            self._speaking.add(line, None)
            await self._tell_words()

    async def play(self, pcm: bytes, sample_rate_hz: int, text: str = "") -> None:
        """Speak with a voice of one's own: 16-bit mono; `text` is its transcript."""
        self._refuse_if_closed()
        rate = bounded_whole("sample_rate_hz", sample_rate_hz, LOWEST_RATE_HZ, HIGHEST_RATE_HZ)
        samples = bounded_bytes("pcm", pcm, int(2 * LONGEST_LINE_S * rate))
        if len(samples) % 2:
            message = f"pcm: found {len(samples):,} bytes, expected two a sample (16-bit mono)"
            raise ValueError(message)
        line = bounded_text("text", text, MOST_SAID).strip()
        if samples or line:
            self._speaking.add(line, PcmSound(samples, rate))

    async def wait_for_playout(self) -> None:
        """Return when all has been said aloud."""
        with self._meter.resting():
            await self._speaking.wait_until_done()

    async def hush(self) -> None:
        """Stop speaking."""
        await self._speaking.hush(is_meant=True)

    @property
    def is_sounding(self) -> bool:
        """Whether the agent is being heard."""
        return self._speaking.is_sounding

    async def silence(self) -> None:
        """Cut the agent off: it is gone, or somebody else has taken the floor."""
        await self._speaking.hush()

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        """Send A2UI messages: what people see of the agent's work."""
        lines = _json_lines(messages)
        if not lines:
            return
        text = bounded_text("messages", "\n".join(lines), MOST_TEXT_BYTES)
        self._sent += 1
        attributes = {
            "mime": MIME_TYPE,
            "version": A2UI_VERSION,
            "seq": str(self._sent),
            "turn": str(self._turn),
        }
        await self._connection.send_text(text, A2UI, attributes)

    async def chat(self, text: str) -> None:
        """Write into the chat."""
        await self._connection.send_text(bounded_text("text", text, MOST_CHAT), CHAT, {})

    async def send_file(self, name: str, content: bytes, mime_type: str = "") -> None:
        """Put a file into the chat; its type is guessed from its name where none is given."""
        known = bounded_text("name", name, MOST_NAME)
        kind = bounded_text("mime_type", mime_type, MOST_NAME) or guess_mime_type(known)
        body = bounded_bytes("content", content, MOST_FILE_BYTES)
        await self._connection.send_file(known, body, mime_type=kind, attributes={})

    async def share_screen(self, width: int, height: int, rgba: bytes) -> None:
        """Show a frame of one's own screen: four bytes a pixel."""
        across = bounded_whole("width", width, 1, MOST_PIXELS)
        down = bounded_whole("height", height, 1, MOST_PIXELS)
        pixels = bounded_bytes("rgba", rgba, 4 * MOST_PIXELS**2)
        if len(pixels) != 4 * across * down:
            expected = f"expected {4 * across * down:,} for {across} x {down} pixels"
            message = f"rgba: found {len(pixels):,} bytes, {expected}"
            raise ValueError(message)
        if self._screen is None:
            self._screen = await self._connection.publish_screen()
            await self.wait(SEEN_AFTER_S)
        await self._screen.show(across, down, pixels)

    async def react(self, emoji: str, target: str = "") -> None:
        """React with an emoji, to a person, a surface or whatever the target names."""
        text = bounded_text("emoji", emoji, MOST_EMOJI)
        named = bounded_text("target", target, MOST_NAME)
        with _refusing("emoji"):
            text = read_emoji(text)
        await self._connection.send_text(text, REACTION, {TARGET: named} if named else {})

    async def annotate(self, annotation: Mapping[str, Any]) -> None:
        """Annotate what is shown (W3C Web Annotation), or take an annotation away."""
        text = bounded_text("annotation", _json(annotation, "annotation"), MOST_ANNOTATION)
        with _refusing("annotation"):
            read_annotation(text)
        await self._connection.send_text(text, ANNOTATION, {})

    async def replies(self) -> list[dict[str, Any]]:
        """What came back since the last call; of very many, the latest."""
        taken = list(self._replies)
        self._replies.clear()
        return taken

    async def wait(self, seconds: float) -> None:
        """Let time pass in the meeting."""
        duration_s = bounded_number("seconds", seconds, 0.0, MOST_WAIT_S)
        with self._meter.resting():
            await self._clock.sleep(duration_s)

    async def hear(self, seconds: float) -> list[HeardEvent]:
        """What has reached an agent that attends by itself, or does within so many seconds."""
        if self.hearing is None:
            message = (
                "hear: expected an agent with `attend`; one with `answer` is told what it hears"
            )
            raise ValueError(message)
        longest_s = bounded_number("seconds", seconds, 0.0, MOST_WAIT_S)
        with self._meter.resting():
            return await self.hearing.take(longest_s)

    def keep_replies(self, replies: Iterable[dict[str, Any]]) -> None:
        """Have these ready for the agent."""
        self._replies.extend(replies)

    async def begin_turn(self) -> None:
        """The agent has heard somebody out: what it was still saying is over, and it thinks."""
        await self._speaking.hush()
        self._turn += 1
        self._is_thinking, self.has_sounded = True, False
        await self._show_state()

    async def end_turn(self) -> None:
        """The agent has done what it does; it may still be speaking."""
        self._is_thinking = False
        await self._show_state()

    async def _show_state(self) -> None:
        """Publish what the agent does, as LiveKit's agents do."""
        state = "thinking" if self._is_thinking or self._speaking.is_busy else "listening"
        if self._speaking.is_sounding:
            state, self.has_sounded = "speaking", True
        if state != self._state:
            self._state = state
            await self._connection.set_attributes({AGENT_STATE: state})

    async def _tell_words(self) -> None:
        """Say once a turn that there are words, so that what the voice costs can be told apart."""
        if self._told_words != self._turn and not self._speaking.is_sounding:
            self._told_words = self._turn
            await self._connection.set_attributes({AGENT_WORDS: str(self._turn)})

    def _refuse_if_closed(self) -> None:
        if self._speaking.is_over:
            message = "the meeting is over"
            raise RoomClosed(message)


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """What is refused is raised to the agent as a mistake in a value."""
    try:
        yield
    except RefusedMark as error:
        message = f"{what}: {error}"
        raise ValueError(message) from None


def guess_mime_type(name: str) -> str:
    """The MIME type of a file of that name, the same on every machine.

    >>> guess_mime_type("notes.md")
    'text/markdown'
    """
    known = MimeTypes()
    for ending, kind in MIME_TYPES_BY_ENDING.items():
        known.add_type(kind, ending)
    return known.guess_type(name)[0] or UNKNOWN_TYPE


def _json_lines(messages: Any) -> list[str]:
    """Each message as a line of JSON; raises TypeError or ValueError."""
    if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
        message = f"messages: found {short_repr(messages)}, expected a list of A2UI messages"
        raise TypeError(message)
    lines: list[str] = []
    size = 0
    for content in messages:
        lines.append(_json(content, "a message"))
        size += len(lines[-1])
        if len(lines) > MOST_MESSAGES or size > MOST_TEXT_BYTES:
            most = f"{MOST_MESSAGES:,} messages of {MOST_TEXT_BYTES:,} bytes in one call"
            message = f"messages: found more than {most}; send them in parts"
            raise ValueError(message)
    return lines


def _json(value: Any, what: str) -> str:
    if not isinstance(value, Mapping):
        message = f"{what}: found {short_repr(value)}, expected an object"
        raise TypeError(message)
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def bounded_text(what: str, text: Any, most: int) -> str:
    """The text; raises TypeError or ValueError where it is none, too long or not Unicode."""
    if not isinstance(text, str):
        message = f"{what}: found {short_repr(text)}, expected a string"
        raise TypeError(message)
    _refuse_longer(what, len(text), most, "characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = f"{what}: found half a character at {error.start}, expected text"
        raise ValueError(message) from None
    return str(text)


def bounded_bytes(what: str, content: Any, most: int) -> bytes:
    """The bytes; raises TypeError or ValueError where they are none or too many."""
    if not isinstance(content, bytes | bytearray | memoryview):
        message = f"{what}: found {short_repr(content)}, expected bytes"
        raise TypeError(message)
    _refuse_longer(what, memoryview(content).nbytes, most, "bytes")
    return bytes(content)


def bounded_number(what: str, value: Any, least: float, most: float) -> float:
    """The number; raises TypeError or ValueError where it is none or out of bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f"{what}: found {short_repr(value)}, expected a number"
        raise TypeError(message)
    if math.isnan(value) or not least <= value <= most:
        message = f"{what}: found {short_repr(value)}, expected {least:,g} to {most:,g}"
        raise ValueError(message)
    return value


def bounded_whole(what: str, value: Any, least: int, most: int) -> int:
    """The whole number; raises TypeError or ValueError where it is none or out of bounds."""
    number = bounded_number(what, value, least, most)
    if number != int(number):
        message = f"{what}: found {short_repr(value)}, expected a whole number"
        raise ValueError(message)
    return int(number)


def _refuse_longer(what: str, found: int, most: int, unit: str) -> None:
    if found > most:
        message = f"{what}: found {found:,} {unit}, expected at most {most:,}"
        raise ValueError(message)
