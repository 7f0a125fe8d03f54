"""An agent's words as sound, line after line, with the captions that others read."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.language.sentences import sentences
from modylbench.language.spoken.spoken_form import sayable
from modylbench.meeting.room import TRANSCRIPTION, RoomClosed
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    estimated_duration_s,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from modylbench.agents.seating.timing import Timing
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Connection, Microphone, TextWriter
    from modylbench.providers.speech.speech import TextToSpeech

MOST_WAITING = 1_000  # ours: lines that have not been said yet
LONGEST_LINE_S = 300.0  # ours: what is left of one line after that is not said


@dataclass(frozen=True, slots=True)
class PcmSound:
    """Samples of 16 bits, mono."""

    pcm: bytes
    sample_rate_hz: int = SAMPLE_RATE_HZ

    @property
    def duration_s(self) -> float:
        """How long it sounds."""
        return len(self.pcm) / (BYTES_PER_SAMPLE * self.sample_rate_hz)


@dataclass(frozen=True, slots=True)
class AgentVoice:
    """The harness's voice for an agent; without an engine the meeting has no audio."""

    engine: TextToSpeech | None
    name: str


@dataclass(frozen=True, slots=True)
class _QueuedLine:
    """Something to say; without a sound of its own the harness's voice says it."""

    text: str
    sound: PcmSound | None
    due_s: float


class SpeechQueue:
    """Says an agent's lines in order, in a task of the agent's seat."""

    def __init__(
        self,
        connection: Connection,
        clock: Clock,
        *,
        microphone: Microphone | None,
        voice: AgentVoice,
        timing: Timing,
    ) -> None:
        self._connection, self._clock = connection, clock
        self._microphone = microphone
        self._voice, self._timing = voice, timing
        self._changed: Callable[[], Awaitable[None]] | None = None
        self._lines: deque[_QueuedLine] = deque()
        self._arrived = asyncio.Event()
        self._done = asyncio.Event()
        self._done.set()
        self._current: asyncio.Task[None] | None = None
        self._count = 0
        self._is_meant = False
        self.is_sounding = False
        self.is_over = False

    def tell(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Whom to tell when speaking begins, and when there is no more to say."""
        self._changed = changed

    @property
    def is_busy(self) -> bool:
        """Whether there is anything that has not been said to its end."""
        return not self._done.is_set()

    def add(self, text: str, sound: PcmSound | None) -> None:
        """Say this after what is waiting; the harness's voice costs a fixed time, cached or not."""
        if len(self._lines) >= MOST_WAITING:
            message = (
                f"{MOST_WAITING:,} lines wait to be said; await `wait_for_playout` before the next"
            )
            raise ValueError(message)
        first_audio_s = self._timing.first_audio_s() if sound is None else 0.0
        self._lines.append(_QueuedLine(text, sound, self._clock.now_s() + first_audio_s))
        self._done.clear()
        self._arrived.set()

    async def wait_until_done(self) -> None:
        """Return when all has been said."""
        await self._done.wait()

    async def hush(self, *, is_meant: bool = False) -> None:
        """Say no more of what is waiting or sounding.

        What the agent means to end is whole as far as it got; what ended it otherwise cut it off.
        """
        self._lines.clear()
        self._is_meant = is_meant
        if self._current is not None:
            self._current.cancel()
        await self.wait_until_done()

    async def run(self) -> None:
        """Say what comes until cancelled or the room is closed; raises SpeechFailure."""
        try:
            while True:
                await self._arrived.wait()
                self._arrived.clear()
                while self._lines:
                    await self._say_in_task(self._lines.popleft())
                self.is_sounding = False
                self._done.set()
                await self._tell_change()
        except RoomClosed:
            return
        finally:
            self.is_over = True
            self._lines.clear()
            self._done.set()

    async def _say_in_task(self, line: _QueuedLine) -> None:
        """Say a line in a task of its own, which `hush` may end."""
        self._current = asyncio.create_task(self._say(line))
        try:
            await asyncio.wait([self._current])
        finally:
            self._current.cancel()
        if not self._current.cancelled():
            self._current.result()

    async def _say(self, line: _QueuedLine) -> None:
        self._is_meant = False
        sound = line.sound or await self._synthesise(line.text)
        await self._clock.sleep(max(0.0, line.due_s - self._clock.now_s()))
        if not self.is_sounding:
            self.is_sounding = True
            await self._tell_change()
        if line.text:
            await self._say_captioned(line.text, sound)
        elif sound is not None:
            await self._sound(sound)

    async def _synthesise(self, text: str) -> PcmSound | None:
        """The words in the harness's voice; what no English voice can say has no sound."""
        engine = self._voice.engine
        if engine is None or not sayable(text):
            return None
        with self._clock.pausing():
            speech = await engine.speak(text, self._voice.name)
        return PcmSound(speech.pcm[: int(LONGEST_LINE_S * SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE])

    async def _say_captioned(self, text: str, sound: PcmSound | None) -> None:
        if sound is None:
            duration_s = min(estimated_duration_s(text), LONGEST_LINE_S)
        else:
            duration_s = sound.duration_s
        self._count += 1
        attributes = {
            "lk.segment_id": f"SG_{self._connection.identity}_{self._count}",
            "lk.transcription_final": "true",
        }
        if self._microphone is not None:
            attributes["lk.transcribed_track_id"] = f"TR_{self._connection.identity}_microphone"
        writer = await self._connection.open_text(TRANSCRIPTION, attributes)
        caption = asyncio.create_task(self._caption(writer, text, duration_s))
        is_whole = False
        try:
            if sound is not None:
                await self._sound(sound)
            await caption
            is_whole = True
        finally:
            caption.cancel()
            await (writer.close() if is_whole or self._is_meant else writer.abort())

    async def _caption(self, writer: TextWriter, text: str, duration_s: float) -> None:
        """Write each sentence as it begins, so that one who is cut short has not said the rest."""
        begun_s = self._clock.now_s()
        done = 0
        for sentence in sentences(text):
            await writer.write(sentence)
            done += len(sentence)
            end_s = begun_s + duration_s * done / len(text)
            await self._clock.sleep(max(0.0, end_s - self._clock.now_s()))

    async def _sound(self, sound: PcmSound) -> None:
        if self._microphone is not None:
            await self._microphone.play(sound.pcm, sound.sample_rate_hz)
        else:
            await self._clock.sleep(sound.duration_s)

    async def _tell_change(self) -> None:
        if self._changed is not None:
            await self._changed()
