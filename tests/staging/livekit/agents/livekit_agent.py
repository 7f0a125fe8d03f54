"""A real agent on LiveKit Agents: real ears, real turn taking, and the oracle's answers.

python -m tests.staging.livekit.agents.livekit_agent NAME SCRIPT_FOLDER [several], with LIVEKIT_URL,
LIVEKIT_API_KEY and LIVEKIT_API_SECRET in its environment. Nothing is asked of any cloud. Among
`several` it hears everybody, and is silent where it was asked nothing.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examples.livekit_agents import a2ui
from examples.livekit_agents.everybody import Everybody
from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    Agent,
    AgentServer,
    AgentSession,
    JobContext,
    JobExecutorType,
    inference,
    llm,
    room_io,
    stt,
    tts,
)
from tests.staging.livekit.agents.ears import HEARING_HZ, transcribe, whisper
from tests.staging.livekit.agents.script import Script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SOUND_HZ = 24_000
THINKING_S = 0.3  # as long as a quick model takes to its first word


class Ears(stt.STT):
    """Whisper, on what the voice activity detector cuts out."""

    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=False, interim_results=False))

    async def _recognize_impl(self, buffer: Any, **_: Any) -> stt.SpeechEvent:
        pcm = rtc.combine_audio_frames(buffer).data.tobytes()
        text = await asyncio.to_thread(transcribe, pcm)
        return stt.SpeechEvent(
            type=stt.SpeechEventType.FINAL_TRANSCRIPT,
            alternatives=[stt.SpeechData(language="en", text=text)],
        )


class Mind(llm.LLM):
    """Says what the script says."""

    def __init__(self, script: Script, *, is_among_several: bool) -> None:
        super().__init__()
        self.line_for = script.line_asked if is_among_several else script.line_for

    def chat(self, *, chat_ctx: Any, tools: Any = None, **_: Any) -> llm.LLMStream:
        return AnswerStream(
            self, chat_ctx=chat_ctx, tools=tools or [], conn_options=DEFAULT_API_CONNECT_OPTIONS
        )


class AnswerStream(llm.LLMStream):
    """One answer."""

    async def _run(self) -> None:
        await asyncio.sleep(THINKING_S)
        line = self._llm.line_for(last_question(self._chat_ctx))
        if line is None:
            return
        delta = llm.ChoiceDelta(role="assistant", content=line.said)
        self._event_ch.send_nowait(llm.ChatChunk(id="answer", delta=delta))


def last_question(chat: llm.ChatContext) -> str:
    """The last thing that a person said."""
    items = [item for item in chat.items if getattr(item, "role", "") == "user"]
    return items[-1].text_content or "" if items else ""


class Voice(tts.TTS):
    """The sound that was made of each answer beforehand."""

    def __init__(self, script: Script) -> None:
        able = tts.TTSCapabilities(streaming=True)
        super().__init__(capabilities=able, sample_rate=SOUND_HZ, num_channels=1)
        self.script = script

    def synthesize(self, text: str, **_: Any) -> tts.ChunkedStream:
        return self._synthesize_with_stream(text, conn_options=DEFAULT_API_CONNECT_OPTIONS)

    def stream(self, **_: Any) -> tts.SynthesizeStream:
        return VoiceStream(tts=self, conn_options=DEFAULT_API_CONNECT_OPTIONS)


class VoiceStream(tts.SynthesizeStream):
    """One answer, as soon as it is whole."""

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        pieces = [piece async for piece in self._input_ch if isinstance(piece, str)]
        output_emitter.initialize(
            request_id="answer",
            sample_rate=SOUND_HZ,
            num_channels=1,
            mime_type="audio/pcm",
            stream=True,
        )
        output_emitter.start_segment(segment_id="answer")
        output_emitter.push(self._tts.script.sound("".join(pieces)))
        output_emitter.end_segment()


class Colleague(Agent):
    """Shows its work while it speaks."""

    def __init__(self, room: rtc.Room, script: Script, mind: Mind) -> None:
        super().__init__(instructions="")
        self._room, self._script, self._mind = room, script, mind

    async def llm_node(
        self, chat_ctx: llm.ChatContext, tools: Any, model_settings: Any
    ) -> AsyncIterator[llm.ChatChunk]:
        """The default, which also says when the first words are there, and shows the work."""
        has_words = False
        async for chunk in Agent.default.llm_node(self, chat_ctx, tools, model_settings):
            if not has_words:
                has_words = True
                await a2ui.tell_words(self._room)
            yield chunk
        line = self._mind.line_for(last_question(chat_ctx))
        if line is not None:
            for messages in self._script.due(line.place):
                await a2ui.show(self._room, messages, line.place)


async def attend(job: JobContext, folder: Path, *, is_among_several: bool) -> None:
    """Take part in one meeting."""
    script = Script(folder)
    mind = Mind(script, is_among_several=is_among_several)
    session = AgentSession(
        stt=Ears(),
        vad=inference.VAD(min_silence_duration=0.8),
        llm=mind,
        tts=Voice(script),
        turn_handling={
            "turn_detection": "vad",  # by default a model in the cloud is asked
            "endpointing": {"min_delay": 1.0, "max_delay": 1.0},
            "preemptive_generation": {"enabled": False},
            "interruption": {"mode": "vad"},
        },
        tts_text_transforms=None,
    )
    if is_among_several:
        await job.connect()
        session.input.audio = Everybody(job.room)
    one_voice = room_io.AudioInputOptions(sample_rate=HEARING_HZ)
    options = room_io.RoomOptions(
        audio_input=False if is_among_several else one_voice,
        text_input=room_io.TextInputOptions(text_input_cb=a2ui.answer_writing),
    )
    await session.start(
        Colleague(job.room, script, mind), room=job.room, room_options=options, record=False
    )


def main(name: str, folder: Path, *, is_among_several: bool) -> None:
    """Wait to be called by that name."""
    logging.basicConfig(level=logging.INFO)
    whisper()
    server = AgentServer(
        job_executor_type=JobExecutorType.THREAD,
        num_idle_processes=1,
        # Tests keep the machine busy, and the server calls nobody who says that he is.
        load_fnc=lambda: 0.0,
        host="127.0.0.1",
        port=0,
    )

    @server.rtc_session(agent_name=name)
    async def entry(job: JobContext) -> None:
        await attend(job, folder, is_among_several=is_among_several)

    asyncio.run(server.run())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), is_among_several="several" in sys.argv[3:])
