"""What somebody's own agent sends into a LiveKit room, and what is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.pipeline.smoke.sound_quality import heard_by_the_agent, latencies
from modylbench.recording.latency import HAS_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording

DOCS = "docs/livekit.md"
REMEDIES = {
    "joined": "start the agent with this server's LIVEKIT_URL and keys, and register the worker "
    "under the very name that is given to --agent; what a command that was launched printed is in "
    "logs/ of the run, which --output keeps",
    "audio_track": "publish a microphone track: in LiveKit Agents `await session.start(...)` with "
    "a TTS, in Pipecat `audio_out_enabled=True`",
    "sound": "speak when spoken to: look into the agent's log for what its STT, LLM or TTS says",
    "transcription": "send what it says on the topic lk.transcription: on by default in LiveKit "
    "Agents; without it only a transcriber's reading of its voice is judged",
    "heard": "send what it understood on lk.transcription in the speaker's name: on by default in "
    "LiveKit Agents; nothing is scored by it, and nobody can see what it misheard without it",
    "agent_state": "set the attribute lk.agent.state (listening, thinking, speaking): on by "
    "default in LiveKit Agents; without it latency has no parts",
    "work": "show its work: A2UI on the topic a2ui, files on the topic files, or a screen share; "
    "examples/ has twenty lines for LiveKit Agents and Pipecat",
    "patience": "wait for the words after a file is handed over: the notice on lk.chat with the "
    "attribute modyl.attachment asks for nothing, but a worker of LiveKit Agents answers it as it "
    "does all writing; `answer_writing` in examples/livekit_agents/a2ui.py does not",
    "a2ui_valid": "mend the A2UI messages: `modylbench a2ui render FILE` says what is wrong in "
    "which, and the agent is told on a2ui.action",
}
"""How each missing thing is mended, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class AgentOutput:
    """What came of an agent in one meeting."""

    joined_s: float | None
    kind: str | None
    audio_track: bool
    first_sound_s: float | None
    transcription: int
    heard: int
    heard_word_error_rate: float | None
    agent_states: tuple[str, ...]
    a2ui_messages: int
    a2ui_errors: dict[str, int]
    files: int
    screen_share: bool
    chat: int
    spoke_after_notices: int = 0
    """How often it began to speak when a file had been handed over, before the words ended."""

    def missing(self) -> dict[str, str]:
        """What is missing, and how each is mended; nothing can be said of one that never came."""
        if self.joined_s is None:
            return {"joined": _remedy("joined")}
        lacks = {
            "audio_track": not self.audio_track,
            "sound": self.audio_track and self.first_sound_s is None,
            "transcription": not self.transcription,
            "heard": not self.heard,
            "agent_state": not self.agent_states,
            "work": not (self.a2ui_messages or self.files or self.screen_share),
            "patience": bool(self.spoke_after_notices),
            "a2ui_valid": bool(self.a2ui_errors),
        }
        return {name: _remedy(name) for name in REMEDIES if lacks.get(name)}


def agent_output(recording: MeetingRecording, folder: Path) -> AgentOutput:
    """What the recording in that folder shows of the agent."""
    agents = {
        participant.identity
        for participant in recording.participants
        if participant.role == "agent"
    }
    turns = [turn.agent for turn in recording.turns]
    joined: dict[str, Any] = {}
    sources: set[str] = set()
    for event in _events(folder / recording.log.path):
        if event.get("identity") not in agents:
            continue
        if event["kind"] == "joined":
            joined = joined or event
        elif event["kind"] == "track_subscribed":
            sources.add(str(event.get("source")))
    sounds = [voice for turn in recording.turns for voice in turn.voices]
    return AgentOutput(
        joined_s=joined.get("at_s"),
        kind=joined.get("role"),
        audio_track="microphone" in sources,
        first_sound_s=latencies(recording)["response_s"]
        if any(voice.identity in agents for voice in sounds)
        else None,
        transcription=sum(len(agent.said) for agent in turns),
        heard=sum(len(agent.heard) for agent in turns),
        heard_word_error_rate=heard_by_the_agent(recording),
        agent_states=_states(recording),
        a2ui_messages=_messages(recording, folder),
        a2ui_errors=_errors(recording),
        files=sum(len(agent.files) for agent in turns),
        screen_share="screenshare" in sources,
        chat=sum(len(agent.chat) for agent in turns),
        spoke_after_notices=_spoke_after_notices(recording, agents),
    )


def _spoke_after_notices(recording: MeetingRecording, agents: set[str]) -> int:
    """In how many exchanges with files it began while a person who had handed one over went on."""
    voices = [
        voice for turn in recording.turns for voice in turn.voices if voice.identity in agents
    ]
    spans = [
        (turn.human.attachments[0].at_s, turn.human.ended_s)
        for turn in recording.turns
        if turn.human.attachments
    ]
    return sum(any(since < voice.started_s < until for voice in voices) for since, until in spans)


def _messages(recording: MeetingRecording, folder: Path) -> int:
    """How many lines of A2UI came."""
    kept = [turn.agent.messages for turn in recording.turns if turn.agent.messages is not None]
    return sum((folder / file.path).read_bytes().count(b"\n") for file in kept)


def _states(recording: MeetingRecording) -> tuple[str, ...]:
    """What it called itself, each once; that it has words is noted by us."""
    told = (state.state for turn in recording.turns for state in turn.agent.states)
    return tuple(dict.fromkeys(state for state in told if state != HAS_WORDS))


def _errors(recording: MeetingRecording) -> dict[str, int]:
    faults = [fault for turn in recording.turns for fault in turn.agent.surface_faults]
    return dict(Counter(fault.code for fault in faults if fault.severity == "error"))


def _events(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as lines:
        for line in lines:
            yield orjson.loads(line)


def _remedy(name: str) -> str:
    return f"{REMEDIES[name]} ({DOCS})"
