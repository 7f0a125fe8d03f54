"""The one place where all media of the room arrive, on one clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from modylbench.meeting.capture.background_work import run_in_background
from modylbench.meeting.capture.receiving import LEGIBLE, Receiver
from modylbench.meeting.capture.state import Exchange
from modylbench.meeting.capture.transport import PlayedSpeech, sound_path_s, transport_latency_s
from modylbench.meeting.room import A2UI_ACTION, TRANSCRIPTION, RoomClosed
from modylbench.recording.events import VoiceSpan
from modylbench.recording.latency import answering_voice

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.screen.frames import TurnFrames
    from modylbench.meeting.capture.state import CaptureState
    from modylbench.meeting.room import Connection, Transport
    from modylbench.recording.events import Clip, KeptFile, MeetingEvent, SurfaceFault, TurnOutcome

POLL_S = 0.1
QUIET_S = 1.0  # ours: a pause of an agent that is longer than this is its end
MOST_AT_ONCE = 10  # ours: errors sent back at a time, so that sound need not wait for them
MURMUR_S = 0.8  # ours: who says less than this while another speaks says nothing


@dataclass(frozen=True, slots=True)
class CapturedExchange:
    """What was captured of one exchange; its pictures of surfaces may still be being taken."""

    events: tuple[MeetingEvent, ...]
    frames: TurnFrames
    ended_s: float
    perceived_s: tuple[float, ...]
    transport_s: float | None
    messages: KeptFile | None
    surfaces: KeptFile | None
    surface_faults: tuple[SurfaceFault, ...]
    audio: Clip | None
    room: Clip | None


class Collector:
    """Keeps what the recorder sees and hears, exchange by exchange.

    `follow` and `listen` run beside the meeting. `messenger` is whose connection tells the agent
    what was refused.
    """

    def __init__(
        self,
        connection: Connection,
        clock: Clock,
        faults: Faults,
        *,
        state: CaptureState,
        has_audio: bool,
    ) -> None:
        self._connection = connection
        self._clock = clock
        self._faults = faults
        self._has_audio = has_audio
        self.state = state
        self.messenger: Connection | None = None
        self._is_finished = True
        self._was_silent = False
        self._receiver = Receiver(state, faults, clock)

    async def follow(self) -> None:
        """Take every event until the room is closed."""
        async for event in self._connection.events():
            await self._receiver.take(event)

    async def listen(self) -> None:
        """Take samples, pictures that are due, and send back what was refused, again and again."""
        while True:
            await self._clock.sleep(POLL_S)
            self.state.hear()
            self.state.check_links()
            if not self.state.surfaces_free.locked():
                self.state.frames.look(self._clock.now_s())
            await self.state.frames.keep_up(self._clock, self._faults)
            if self.state.errors and self.messenger is not None:
                await self._send_errors(self.messenger)

    def begin(self, turn_index: int) -> None:
        """What comes from now on belongs to this turn."""
        now_s = self._clock.now_s()
        self.state.exchange = Exchange(turn_index, now_s)
        self._is_finished = False
        self.state.surfaces.begin(turn_index)
        self.state.frames.begin(turn_index)
        self.state.sound.begin(now_s)

    def talk_begins(self) -> None:
        """People begin to speak, to whomever: it sounds from now on."""
        self.state.hear()
        self.state.sound.talk_begins(self._media_folder, self._clock.now_s())

    def words_begin(self) -> None:
        """A person begins to ask the agent."""
        now_s = self._clock.now_s()
        self.state.hear()
        self.state.exchange.words_begin(now_s)
        self.state.sound.words_begin(self._media_folder, now_s)

    @property
    def _media_folder(self) -> str:
        return f"media/turn-{self.state.exchange.turn_index:02}"

    def sound_begins(self, identity: str, pcm: bytes) -> None:
        """A person's speech is played from now on."""
        self.state.exchange.played = PlayedSpeech(identity, self._clock.now_s(), pcm)

    def words_end(self, at_s: float) -> None:
        """The person has spoken; what is shown from now on may be the answer."""
        self.state.hear()
        if not self.state.surfaces_free.locked():
            with self._clock.pausing():
                self.state.surfaces.has_news()
        self.state.exchange.words_ended_s = at_s
        self.state.sound.words_end(at_s)

    async def finish(self, outcome: TurnOutcome) -> CapturedExchange:
        """The exchange ends now: what happened in it, its pictures to be, and its files."""
        now_s = self._clock.now_s()
        self.state.hear()
        voices, transport_s = self._voices(now_s), self._transport_s()
        agent, room = self.state.sound.cut(now_s)
        async with self.state.surfaces_free:
            messages, shown, surface_faults = await run_in_background(
                self.state.surfaces.end_turn, self._clock
            )
            with self._clock.pausing():
                is_visible = self.state.surfaces.has_news()
                frames = self.state.frames.end_turn(now_s)
        here = next(iter(sorted(self.state.presence.here)), "")
        self.state.note_surface_update(here, now_s, is_visible=is_visible)
        thrown = self.state.allowance.end_turn()
        if thrown:
            self._faults.add("agent", "flood", f"thrown away: {thrown}")
            self._faults.blame_flood()
            self.state.log.write("thrown_away", what=thrown)
        exchange = self.state.exchange
        self.state.log.write("turn_ended", turn_index=exchange.turn_index, outcome=outcome)
        self.state.log.settle()
        self._is_finished = True
        self._was_silent = outcome == "timed_out"
        return CapturedExchange(
            events=tuple(exchange.events(voices, self.state.utterance_ids)),
            frames=frames,
            ended_s=round(now_s, 3),
            perceived_s=exchange.perceived_s,
            transport_s=None if transport_s is None else round(transport_s, 3),
            messages=messages,
            surfaces=shown,
            surface_faults=surface_faults,
            audio=agent,
            room=room,
        )

    def abandon(self) -> None:
        """Leave nothing of an exchange that did not come to its end."""
        if self._is_finished:
            return
        self.state.sound.drop()
        self.state.surfaces.drop()
        self.state.folder.remove_turn(self.state.exchange.turn_index)

    def _voices(self, now_s: float) -> list[VoiceSpan]:
        """Who spoke when in this exchange, by the samples."""
        spans = [
            VoiceSpan(
                turn_index=self.state.exchange.turn_index,
                identity=track.identity,
                started_s=start_s,
                ended_s=end_s,
            )
            for track in self.state.sound.tracks.values()
            for start_s, end_s in track.spans(now_s)
        ]
        return sorted(spans, key=lambda span: (span.started_s, span.identity))

    @property
    def is_speaking(self) -> bool:
        """Whether the agent's voice is heard; without audio, whether its words still come."""
        if self._has_audio:
            return self.state.sound.is_agent_speaking
        return any(
            text.topic == TRANSCRIPTION
            for text in self.state.texts.open_of(self.state.presence.here)
        )

    @property
    def has_answered(self) -> bool:
        """Whether something came from the agent that a person perceives after their last word."""
        return bool(self.state.exchange.outputs) or self._answering_voice_s is not None

    @property
    def has_answered_early(self) -> bool:
        """Whether something came before the last word that may be the answer."""
        return self._early_s is not None and not self._was_silent

    @property
    def late_s(self) -> float | None:
        """When the answer to the question before came, where that had stayed without one."""
        return self._early_s if self._was_silent else None

    @property
    def has_produced(self) -> bool:
        """Whether anything came from the agent since the person began."""
        return (
            self.state.exchange.first_output_s is not None
            or self.state.sound.first_voice_s is not None
        )

    @property
    def is_at_rest(self) -> bool:
        """Whether the agent is silent and does not say that it is about to go on."""
        return self.is_silent and not self.state.presence.is_busy(self._clock.now_s())

    @property
    def is_silent(self) -> bool:
        """Whether the agent has neither said nor sent anything for a while, nor begun to."""
        last = max(
            self.state.exchange.last_stir_s or 0.0, self.state.sound.last_agent_voice_s or 0.0
        )
        return not (
            self.is_speaking
            or self._clock.now_s() - last < QUIET_S
            or any(True for _ in self.state.texts.open_of(self.state.presence.here))
        )

    @property
    def _answering_voice_s(self) -> float | None:
        exchange = self.state.exchange
        if exchange.words_started_s is None or exchange.words_ended_s is None:
            return None
        words_s = exchange.words_started_s, exchange.words_ended_s
        words = [
            (said.started_s, said.ended_s)
            for said in exchange.spoken
            if said.is_whole and LEGIBLE.search(said.text)
        ]
        voices = list(self.state.sound.agent_voices()) or words  # without sound words are all
        return answering_voice(voices, words_s=words_s, is_early=not self._was_silent)

    @property
    def _early_s(self) -> float | None:
        """When the agent began to say or show more than a murmur before the person's last word."""
        exchange = self.state.exchange
        since_s, now_s = exchange.started_s, self._clock.now_s()
        until_s = now_s if exchange.words_ended_s is None else exchange.words_ended_s
        voices = [
            agent_voice
            for agent_voice in self.state.sound.agent_voices()
            if since_s <= agent_voice[0] < until_s
        ]
        if not voices:
            return exchange.early_s
        long = [start for start, end in voices if (end or now_s) - start > MURMUR_S]
        return min(long, default=None)

    def _link(self) -> Transport | None:
        try:
            return self._connection.transport()
        except RoomClosed:
            return None

    def _transport_s(self) -> float | None:
        link, played = self._link(), self.state.exchange.played
        if link is None:
            return None
        heard = None if played is None else self.state.sound.tracks.get(played.identity)
        sound_s = sound_path_s(played, heard)
        self.state.log.write(
            "transport",
            round_trip_s=round(link.round_trip_s, 4),
            buffered_s=round(link.buffered_s, 4),
            by_sound_s=None if sound_s is None else round(sound_s, 4),
        )
        return transport_latency_s(link, sound_s)

    async def _send_errors(self, messenger: Connection) -> None:
        errors = self.state.errors[:MOST_AT_ONCE]
        del self.state.errors[:MOST_AT_ONCE]
        for error in errors:
            await messenger.send_text(orjson.dumps(error).decode(), A2UI_ACTION, {})
