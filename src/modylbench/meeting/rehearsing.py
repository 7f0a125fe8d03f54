"""How is a person's speech ready when it is their turn, where time does not wait for it?"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from modylbench.meeting.capture.faults import BrokenOff
from modylbench.providers.speech.speech import SpeechFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from modylbench.foundation.clock import Clock
    from modylbench.providers.speech.speech import Speech, TextToSpeech

Line = tuple[str, str]
"""What is said, and the engine's voice that says it."""


class Rehearsal:
    """Speaks lines; on a real clock those that may come are spoken while others are being said."""

    def __init__(self, voice: TextToSpeech | None, clock: Clock) -> None:
        self._voice = voice
        self._clock = clock
        self._known: dict[Line, Speech] = {}
        self._under_way: tuple[Line, asyncio.Task[Speech]] | None = None

    async def spoken(self, line: Line) -> Speech | None:
        """The speech, made now where it is not ready; None in a meeting without audio."""
        if self._voice is None:
            return None
        try:
            with self._clock.paused():
                known = self._known.pop(line, None)
                return known if known is not None else await self._made(line)
        except SpeechFailed as error:
            raise BrokenOff("harness", "speech_failed", str(error)) from error

    @asynccontextmanager
    async def going_on(self, lines: Iterable[Line]) -> AsyncIterator[None]:
        """Speak these lines ahead, in order; on virtual time each is made when it is needed.

        What cannot be spoken fails when it is its turn, and not before.
        """
        if self._clock.is_virtual or self._voice is None:
            yield
            return
        ahead = asyncio.create_task(self._go_through(lines))
        try:
            yield
        finally:
            ahead.cancel()

    async def _go_through(self, lines: Iterable[Line]) -> None:
        for line in lines:
            with suppress(SpeechFailed):
                self._known[line] = await self._made(line)

    async def _made(self, line: Line) -> Speech:
        """The speech; one that is just being made is not made twice."""
        if self._voice is None:
            message = "found no voice, expected one"
            raise SpeechFailed(message)
        if self._under_way is not None and self._under_way[0] == line:
            return await asyncio.shield(self._under_way[1])
        task = asyncio.ensure_future(self._voice.speak(*line))
        self._under_way = line, task
        return await task
