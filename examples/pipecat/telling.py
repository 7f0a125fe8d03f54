"""How does an agent on Pipecat say what it does? Copy this file beside yours.

    worker = PipelineWorker(pipeline, observers=[Telling(transport)])

LiveKit's own agents send transcripts and their state by themselves, Pipecat does not. Without them
an agent is still heard, and what it says is then known by ear alone.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    Frame,
    InterruptionFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TranscriptionFrame,
    TTSTextFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
)
from pipecat.observers.base_observer import BaseObserver, FramePushed
from pipecat.transports.base_output import BaseOutputTransport

if TYPE_CHECKING:
    from livekit import rtc
    from pipecat.transports.livekit.transport import LiveKitTransport

STATES = {
    UserStartedSpeakingFrame: "listening",
    UserStoppedSpeakingFrame: "thinking",
    BotStartedSpeakingFrame: "speaking",
    BotStoppedSpeakingFrame: "listening",
}


class Telling(BaseObserver):
    """Publishes the agent's state, its words as they sound, and what it understood of people's."""

    def __init__(self, transport: LiveKitTransport) -> None:
        super().__init__()
        self._transport = transport
        self._segments, self._words = itertools.count(1), itertools.count(1)
        self._caption: rtc.TextStreamWriter | None = None
        self._has_words = False

    async def on_push_frame(self, data: FramePushed) -> None:
        """Called for every step of every frame."""
        frame = data.frame
        if isinstance(frame, TTSTextFrame):
            if isinstance(data.source, BaseOutputTransport):  # it sounds now
                self._caption = self._caption or await self._written()
                await self._caption.write(frame.text)
        elif data.first_push:
            await self._tell(frame)

    async def _tell(self, frame: Frame) -> None:
        if isinstance(frame, LLMFullResponseStartFrame):
            self._has_words = False
        elif isinstance(frame, LLMTextFrame) and not self._has_words:
            self._has_words = True
            await self._speaker.set_attributes({"modyl.agent.words": str(next(self._words))})
        elif isinstance(frame, TranscriptionFrame) and frame.user_id:  # of mixed voices nobody's
            writer = await self._written(frame.user_id)
            await writer.write(frame.text)
            await writer.aclose()
        elif type(frame) in STATES:
            await self._speaker.set_attributes({"lk.agent.state": STATES[type(frame)]})
        if isinstance(frame, BotStoppedSpeakingFrame | InterruptionFrame) and self._caption:
            was_cut = isinstance(frame, InterruptionFrame)
            await self._caption.aclose(reason="interrupted" if was_cut else "")
            self._caption = None

    @property
    def _speaker(self) -> rtc.LocalParticipant:
        """Ourselves in the room; the transport has no public name for it."""
        room: rtc.Room = self._transport._client.room
        return room.local_participant

    async def _written(self, speaker: str | None = None) -> rtc.TextStreamWriter:
        """Words to come: one's own, or a `speaker`'s, which needs a token of kind agent."""
        about = {"lk.segment_id": f"SG_{next(self._segments)}", "lk.transcription_final": "true"}
        return await self._speaker.stream_text(
            topic="lk.transcription", attributes=about, sender_identity=speaker
        )
