"""People of the script: they come in, hand over files, speak and write."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.store import safe_name
from modylbench.meeting.capture.words import FINAL, SEGMENT
from modylbench.meeting.room import (
    ADDRESSEES,
    ANNOTATION,
    ATTACHMENT,
    CHAT,
    MANNER,
    PRIVATE,
    REACTION,
    TRANSCRIPTION,
    Guest,
    LinkChanged,
)
from modylbench.providers.speech.activity import FRAME_BYTES, voiced_frames
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    SpeechFailure,
    estimated_duration_s,
)
from modylbench.providers.speech.word_times import word_times
from modylbench.recording.events import (
    Annotation,
    DeliveredFile,
    PlannedLine,
    Reaction,
    SpokenWord,
    Utterance,
)
from modylbench.recording.marks import read_annotation
from modylbench.recording.recording import Attendance
from modylbench.scenarios.script import AGENT, EVERYBODY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.capture.collector import Collector
    from modylbench.meeting.capture.state import CaptureState
    from modylbench.meeting.policy import NextLine
    from modylbench.meeting.room import Connection, Microphone
    from modylbench.providers.speech.speech import Speech, TextToSpeech
    from modylbench.recording.events import Ending
    from modylbench.scenarios.scenario import Alternative, Attachment
    from modylbench.scenarios.script import Channel, Manner
    from modylbench.scenarios.template import Participant

HEARD_S = 10.0  # ours: how long a microphone waits for somebody to subscribe
CHANNEL = "modyl.channel"
TOPICS = {"chat": CHAT, "annotation": ANNOTATION, "reaction": REACTION}
MIME_TYPES = {
    "csv": "text/csv", "json": "application/json", "md": "text/markdown", "tsv":
    "text/tab-separated-values", "yaml": "application/yaml",
}  # fmt: skip
"""By a file's ending; all attachments are text. Ours, so that no machine's own table counts."""

TRAILING_OFF = ("...", "\N{HORIZONTAL ELLIPSIS}")
"""How the text of somebody ends who does not bring it to an end."""

VoicedLine = tuple[str, str]
"""What is said, and the engine's voice that says it."""


@dataclass(frozen=True, slots=True)
class PlayedUtterance:
    """What was said, and the speech that was played for it.

    `slipped_s` is for how long it paused where no pause was, since our own side was late.
    """

    said: Utterance
    speech: Speech | None
    slipped_s: float = 0.0


@dataclass(frozen=True, slots=True)
class UtterancePlan:
    """What somebody is about to say or write, to whom, and which line of the script it is.

    `is_request` says that the agent's answer to it is waited for, `is_private` that nobody but
    the addressees gets it.
    """

    text: str
    to: tuple[str, ...]
    planned: PlannedLine
    channel: Channel = "voice"
    manner: Manner = "speech"
    speech: Speech | None = None
    is_request: bool = False
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class _Delivery:
    """What came out of a plan: the words that were said or written, and how it ended."""

    text: str
    ended_s: float
    words: tuple[SpokenWord, ...] = ()
    ending: Ending = "whole"
    cut_off_by: str | None = None


class SyntheticUser:
    """One person of the script in the room."""

    def __init__(
        self,
        participant: Participant,
        connection: Connection,
        *,
        arrangements: Arrangements,
        rehearsal: Rehearsal,
    ) -> None:
        self._participant = participant
        self._arrangements = arrangements
        self._rehearsal = rehearsal
        self._clock = arrangements.clock
        self.connection = connection
        self._microphone: Microphone | None = None
        voice = arrangements.voice
        self._voice = voice.voice_for(participant.voice) if voice is not None else ""
        self._one_voice = asyncio.Lock()
        self._silenced: asyncio.Event | None = None
        self._has_left = False
        self._cut_off_by: str | None = None

    @property
    def name(self) -> str:
        """What others call them."""
        return self._participant.name

    @staticmethod
    async def join(
        participant: Participant, arrangements: Arrangements, rehearsal: Rehearsal
    ) -> SyntheticUser:
        """The person, in the room, with a microphone where there is sound."""
        guest = Guest(participant.identity, participant.name, "standard", hears_agents_only=True)
        connection = await arrangements.room.join(guest)
        user = SyntheticUser(
            participant, connection, arrangements=arrangements, rehearsal=rehearsal
        )
        if arrangements.voice is not None:
            user._microphone = await connection.publish_microphone()
        return user

    @property
    def identity(self) -> str:
        """Who it is."""
        return self._participant.identity

    def attendance(self) -> Attendance:
        """How the record names this person."""
        return Attendance(
            identity=self.identity,
            name=self._participant.name,
            kind="standard",
            role=self._participant.role,
            voice=self._voice,
        )

    async def drain(self, state: CaptureState) -> None:
        """Let go of what comes to this person, for the recorder has it too; watch its own link."""
        async for event in self.connection.events():
            if isinstance(event, LinkChanged) and not self._has_left:
                state.link_changed(self.identity, event)

    async def leave(self) -> None:
        """Leave the room, of one's own will."""
        self._has_left = True
        await self.connection.leave()

    async def until_heard_by(self, identity: str) -> bool:
        """Whether that participant is subscribed, waited for a while."""
        if self._microphone is None:
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_S):
                await self._microphone.until_heard_by(identity)
                return True
        return False

    async def say(self, line: NextLine, collector: Collector) -> PlayedUtterance:
        """Hand over what goes with the words, then say or write them."""
        alternative, exchange = line.alternative, collector.state.exchange
        is_voiced = alternative.channel == "voice"
        speech = await self._rehearsal.speech_of(self.line(alternative)) if is_voiced else None
        for place, attachment in enumerate(alternative.attachments, start=1):
            path = f"files/turn-{exchange.turn_index:02}/handed-{place:02}"
            exchange.handed_over.append(await self._hand_over(attachment, path, collector))
        collector.words_begin()
        before_s = self._slipped_s
        words = UtterancePlan(
            alternative.human_utterance, alternative.to, PlannedLine(
                alternative=line.number, intent=line.intent
            ), channel=alternative.channel, speech=speech, is_request=True,
        )  # fmt: skip
        return PlayedUtterance(
            await self.utter(words, collector), speech, self._slipped_s - before_s
        )

    async def utter(self, words: UtterancePlan, collector: Collector) -> Utterance:
        """Say or write it, and keep what was said: of what is broken off, what was heard of it."""
        exchange = collector.state.exchange
        addressees = tuple(self._identities(words.to, collector))
        if words.channel == "voice":
            async with self._one_voice:  # of two things that fell due at once the second waits
                self._cut_off_by, started_s = None, self._clock.now_s()
                delivered = await self._speak(words, addressees, collector)
        else:
            started_s = self._clock.now_s()
            delivered = await self._write(words, addressees, collector)
        said = Utterance(
            turn_index=exchange.turn_index,
            id=next(collector.state.utterance_ids),
            speaker=self.identity,
            addressees=addressees,
            channel=words.channel,
            text=delivered.text,
            started_s=round(started_s, 3),
            ended_s=round(delivered.ended_s, 3),
            words=delivered.words,
            planned=words.planned,
            ending=delivered.ending,
            cut_off_by=delivered.cut_off_by,
            manner=words.manner,
            is_private=words.is_private,
        )
        exchange.people_said.append(said)
        return said

    async def react(self, emoji: str, collector: Collector) -> None:
        """React, for all to see."""
        at_s = round(self._clock.now_s(), 3)
        exchange = collector.state.exchange
        exchange.messages.append(
            Reaction(turn_index=exchange.turn_index, sender=self.identity, emoji=emoji, at_s=at_s)
        )
        await self.connection.send_text(emoji, REACTION, {ADDRESSEES: EVERYBODY})

    async def annotate(self, annotation: str, collector: Collector) -> None:
        """Draw something on what is shown, for all to see."""
        exchange = collector.state.exchange
        drawn = Annotation(
            turn_index=exchange.turn_index,
            sender=self.identity,
            mark=read_annotation(annotation),
            text=annotation,
            at_s=round(self._clock.now_s(), 3),
        )
        exchange.messages.append(drawn)
        await self.connection.send_text(annotation, ANNOTATION, {ADDRESSEES: EVERYBODY})

    async def speech_of(self, text: str) -> Speech | None:
        """How this person says it; None in a meeting without audio."""
        return await self._rehearsal.speech_of((text, self._voice))

    def give_way(self, to: str) -> None:
        """Break off what is being said, for somebody else speaks."""
        if self._silenced is not None and not self._silenced.is_set():
            self._cut_off_by = to
            self._silenced.set()
            if self._microphone is not None:
                self._microphone.stop()

    def _identities(self, to: Sequence[str], collector: Collector) -> Iterator[str]:
        """Who is meant: the agent by whatever name it came."""
        for name in to:
            if name == AGENT:
                yield from sorted(collector.state.presence.here)
            else:
                yield name

    @property
    def _slipped_s(self) -> float:
        return 0.0 if self._microphone is None else self._microphone.slipped_s

    def line(self, alternative: Alternative) -> VoicedLine:
        """What this person says there, and in which voice."""
        return alternative.human_utterance, self._voice

    async def _hand_over(
        self, attachment: Attachment, place: str, collector: Collector
    ) -> DeliveredFile:
        content = attachment.content.encode()
        mime_type = MIME_TYPES.get(attachment.name.rpartition(".")[2].lower(), "text/plain")
        marks = {ATTACHMENT: attachment.name}
        await self.connection.send_file(
            attachment.name, content, mime_type=mime_type, attributes=marks
        )
        await self.connection.send_text(f"I've shared {attachment.name}", CHAT, marks)
        return DeliveredFile(
            turn_index=collector.state.exchange.turn_index,
            sender=self.identity,
            name=attachment.name,
            mime_type=mime_type,
            file=collector.state.folder.keep(f"{place}-{safe_name(attachment.name)}", content),
            at_s=round(self._clock.now_s(), 3),
        )

    async def _write(
        self, words: UtterancePlan, addressees: Sequence[str], collector: Collector
    ) -> _Delivery:
        """Write it."""
        ended_s = self._clock.now_s()
        if words.is_request:
            collector.words_end(ended_s)
        marks = {CHANNEL: words.channel, ADDRESSEES: ",".join(addressees)}
        marks |= {PRIVATE: "true"} if words.is_private else {}
        to = addressees if words.is_private else ()
        await self.connection.send_text(words.text, TOPICS.get(words.channel, CHAT), marks, to)
        return _Delivery(words.text, ended_s)

    async def _speak(
        self, words: UtterancePlan, addressees: Sequence[str], collector: Collector
    ) -> _Delivery:
        """Say it; it is over with the end of the last word.

        That is the end of the last frame that holds voice, and the caption closes with it: who
        reads along and who measures know the same end. What a speech goes on for after that, some
        hundredths of a second in which nothing is heard, is played and does not count.
        """
        caption, speech = None, words.speech
        if self._arrangements.has_captions or speech is None:
            segment = request_segment(collector.state.exchange.turn_index)
            if words.planned.line:
                segment = f"{segment}-{words.planned.line}"
            marks = {FINAL: "true", SEGMENT: segment, ADDRESSEES: ",".join(addressees)}
            marks |= {} if words.manner == "speech" else {MANNER: words.manner}
            caption = await self.connection.open_text(TRANSCRIPTION, marks)
        silence, began_s = b"", self._clock.now_s()
        self._silenced = asyncio.Event()
        if speech is not None and self._microphone is not None:
            sound, silence = split_at_last_voice(speech.pcm)
            if words.is_request:
                collector.sound_begins(self.identity, sound)
            await self._microphone.play(sound)
            planned_s = len(sound) / (BYTES_PER_SAMPLE * SAMPLE_RATE_HZ)
        else:
            planned_s = estimated_duration_s(words.text)
            with suppress(TimeoutError):
                async with asyncio.timeout(planned_s):
                    await self._silenced.wait()
        ended_s, was_cut = self._clock.now_s(), self._silenced.is_set()
        self._silenced = None
        if words.is_request:
            collector.words_end(ended_s)
        said = _delivery(words, planned_s, (began_s, ended_s), was_cut=was_cut)
        said = replace(said, cut_off_by=self._cut_off_by if was_cut else None)
        if caption is not None:
            await caption.write(said.text)  # not before: nobody reads what has not been said
            await (caption.abort() if was_cut else caption.close())
        if silence and self._microphone is not None and not was_cut:
            await self._microphone.play(silence)
        return said


def request_segment(turn_index: int) -> str:
    """The segment id of the caption of a request."""
    return f"turn-{turn_index}"


def _delivery(
    plan: UtterancePlan, planned_s: float, span_s: tuple[float, float], *, was_cut: bool
) -> _Delivery:
    """What was said between these seconds: where it was cut, the words that were over by half.

    One word at least, for something was heard.
    """
    began_s, ended_s = span_s
    times = word_times(plan.text, planned_s, b"" if plan.speech is None else plan.speech.pcm)
    if was_cut:
        middles = (began_s + (word.start_s + word.end_s) / 2.0 for word in times)
        times = times[: max(1, sum(middle_s <= ended_s for middle_s in middles))]
    words = tuple(
        SpokenWord(
            text=word.text,
            started_s=round(min(began_s + word.start_s, ended_s), 3),
            ended_s=round(min(began_s + word.end_s, ended_s), 3),
        )
        for word in times
    )
    text = " ".join(word.text for word in words) if was_cut else plan.text
    whole: Ending = "trailed_off" if text.endswith(TRAILING_OFF) else "whole"
    return _Delivery(text, ended_s, words, "cut_off" if was_cut else whole)


def split_at_last_voice(pcm: bytes) -> tuple[bytes, bytes]:
    """A speech up to its last frame that holds voice, and the silence after it.

    >>> [len(part) for part in split_at_last_voice(bytes(4 * FRAME_BYTES))]  # of none, all is words
    [3840, 0]
    """
    voiced = np.flatnonzero(voiced_frames(pcm))
    is_open = not len(voiced) or voiced[-1] == len(pcm) // FRAME_BYTES - 1
    end = len(pcm) if is_open else (int(voiced[-1]) + 1) * FRAME_BYTES
    return pcm[:end], pcm[end:]


class Rehearsal:
    """Speaks lines; on a real clock those that may come are spoken while others are being said."""

    def __init__(self, voice: TextToSpeech | None, clock: Clock) -> None:
        self._voice = voice
        self._clock = clock
        self._known: dict[VoicedLine, Speech] = {}
        self._under_way: tuple[VoicedLine, asyncio.Task[Speech]] | None = None

    async def speech_of(self, line: VoicedLine) -> Speech | None:
        """The speech, made now where it is not ready; None in a meeting without audio."""
        if self._voice is None:
            return None
        try:
            with self._clock.pausing():
                known = self._known.pop(line, None)
                return known if known is not None else await self._make(line)
        except SpeechFailure as error:
            raise BrokenOff("harness", "speech_failed", str(error)) from error

    @asynccontextmanager
    async def going_on(self, lines: Iterable[VoicedLine]) -> AsyncIterator[None]:
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

    async def _go_through(self, lines: Iterable[VoicedLine]) -> None:
        for line in lines:
            with suppress(SpeechFailure):
                self._known[line] = await self._make(line)

    async def _make(self, line: VoicedLine) -> Speech:
        """The speech; one that is just being made is not made twice."""
        if self._voice is None:
            message = "found no voice, expected one"
            raise SpeechFailure(message)
        if self._under_way is not None and self._under_way[0] == line:
            return await asyncio.shield(self._under_way[1])
        task = asyncio.ensure_future(self._voice.speak(*line))
        self._under_way = line, task
        return await task
