"""What was heard in an exchange, of the agent alone and of everybody together, as WAV files."""

from __future__ import annotations

import hashlib
import struct
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Literal, Protocol

import numpy as np

from modylbench.meeting.capture.sound.track import Track
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ
from modylbench.recording.events import Clip, KeptFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from modylbench.meeting.capture.store import Folder
    from modylbench.meeting.room import AudioChunk
    from modylbench.recording.events import Reception

LAG_S = 0.3  # ours: samples that come later than this are not in the clips
BLOCK_S = 1.0  # how much is mixed at a time
HEADER_BYTES = 44
BUFFER_BYTES = 1 << 18
SILENT_BLOCK = bytes(1 << 16)


class SoundSource(Protocol):
    """Where samples come from: a connection, as far as it is listened to."""

    def take_audio(self, identity: str) -> list[AudioChunk]:
        """The samples that have come from a participant since the last call."""


class ClipWriter:
    """One clip that is being made: what is said by some of those who are heard."""

    def __init__(self, file: WavFile, has: Callable[[str], bool]) -> None:
        self._file = file
        self._has = has
        self.start: int | None = None
        self._at = 0

    def start_at(self, sample: int) -> None:
        """It begins at this sample of the meeting, unless it has begun earlier."""
        if self.start is None:
            self.start = self._at = sample

    def mix(self, tracks: Iterable[Track], until: int) -> None:
        """Add all up to a sample of the meeting."""
        if self.start is None or until <= self._at:
            return
        length = until - self._at
        total = None
        for track in tracks:
            if not self._has(track.identity):
                continue
            for position, samples in track.pieces:
                first, last = max(position, self._at), min(position + len(samples), until)
                if first >= last:
                    continue
                if total is None:
                    total = np.zeros(length, dtype=np.int32)
                total[first - self._at : last - self._at] += samples[
                    first - position : last - position
                ]
        self._at = until
        if total is None:
            self._file.silence(length)
        else:
            self._file.write(np.clip(total, -32768, 32767).astype("<i2").tobytes())

    def drop(self) -> None:
        """Let go of what was written."""
        self._file.drop()

    def finish(self) -> Clip | None:
        """The clip; None where nothing was heard."""
        file = self._file.finish()
        if file is None or self.start is None:
            return None
        return Clip(
            file=file,
            started_s=round(self.start / SAMPLE_RATE_HZ, 3),
            duration_s=round(self._file.samples / SAMPLE_RATE_HZ, 3),
        )


class Soundtrack:
    """All voices of a meeting on its clock, and the two clips of the exchange that goes on."""

    def __init__(self, folder: Folder, is_agent: Callable[[str], bool]) -> None:
        self._folder = folder
        self._is_agent = is_agent
        self.tracks: dict[str, Track] = {}
        self._mixed = 0
        self._room: ClipWriter | None = None
        self._agent: ClipWriter | None = None
        self._words_end: int | None = None

    def renew(self, identity: str, now_s: float, *, is_open: bool) -> None:
        """A track of this participant begins or ends."""
        if identity not in self.tracks:
            self.tracks[identity] = Track(identity)
            self.tracks[identity].begin(now_s)
        self.tracks[identity].renew(is_open=is_open)

    def is_voiced(self, identity: str) -> bool:
        """Whether this agent's voice is heard right now."""
        track = self.tracks.get(identity)
        return track is not None and track.is_speaking and self._is_agent(identity)

    def agents(self) -> Iterator[Track]:
        """The voices of agents."""
        return (track for identity, track in self.tracks.items() if self._is_agent(identity))

    def settle(self, now_s: float) -> None:
        """What has long been due by now is missing."""
        for track in self.tracks.values():
            track.settle(now_s)

    def reception(self) -> tuple[Reception, ...]:
        """How each voice has arrived in this exchange."""
        found = (track.losses.reception(identity) for identity, track in self.tracks.items())
        return tuple(
            sorted(
                (reception for reception in found if reception is not None),
                key=lambda reception: reception.identity,
            )
        )

    @property
    def is_agent_speaking(self) -> bool:
        """Whether any agent's voice is heard right now."""
        return any(self.is_voiced(identity) for identity in self.tracks)

    @property
    def first_voice_s(self) -> float | None:
        """When an agent's voice was first heard since the person began."""
        return min((at for at in self._agents("first_voice_s")), default=None)

    def agent_voices(self) -> list[tuple[float, float | None]]:
        """When each voice of an agent began and ended in this exchange."""
        return [voice for track in self.agents() for voice in track.voices()]

    @property
    def last_agent_voice_s(self) -> float | None:
        """When an agent's voice was last heard to end."""
        return max((at for at in self._agents("last_voice_s")), default=None)

    def listen(self, source: SoundSource, now_s: float) -> None:
        """Take all samples that have come."""
        for identity, track in self.tracks.items():
            for chunk in source.take_audio(identity):
                track.take(chunk)
            track.end_if_stalled(now_s)
        if now_s - self._mixed / SAMPLE_RATE_HZ > BLOCK_S + LAG_S:
            self._mix(_sample(now_s - LAG_S))

    def begin(self, now_s: float) -> None:
        """An exchange begins: voices are counted anew."""
        for track in self.tracks.values():
            track.begin(now_s)
        self._words_end = None

    def words_begin(self, place: str, now_s: float) -> None:
        """A person begins to ask: voices of agents are waited for, and the clips have begun."""
        self.talk_begins(place, now_s)
        for track in self.tracks.values():
            track.first_voice_s = None

    def talk_begins(self, place: str, now_s: float) -> None:
        """People begin to speak: so do the clips, if they have not yet."""
        if self._room is not None:
            return
        self._mix(_sample(now_s))
        self._room = ClipWriter(WavFile(self._folder, f"{place}/room.wav"), lambda _: True)
        self._room.start_at(_sample(now_s))
        self._agent = ClipWriter(WavFile(self._folder, f"{place}/agent.wav"), self._is_agent)

    def words_end(self, now_s: float) -> None:
        """The person has spoken."""
        self._words_end = _sample(now_s)

    def cut(self, now_s: float) -> tuple[Clip | None, Clip | None]:
        """The clips of the agent and of the room, which end now."""
        self._mix(_sample(now_s))
        agent = self._agent.finish() if self._agent is not None else None
        room = self._room.finish() if self._room is not None else None
        self._agent = self._room = None
        return agent, room

    def drop(self) -> None:
        """Let go of the clips that were begun."""
        for reel in (self._agent, self._room):
            if reel is not None:
                reel.drop()
        self._agent = self._room = None

    def _mix(self, until: int) -> None:
        tracks = list(self.tracks.values())
        if self._room is not None and self._agent is not None:
            start = self._agent_start()
            if start is not None and start < until:
                self._agent.start_at(max(start, self._room.start or 0))
            self._agent.mix(tracks, until)
            self._room.mix(tracks, until)
        self._mixed = until
        for track in tracks:
            while track.pieces and track.pieces[0][0] + len(track.pieces[0][1]) <= until:
                track.pieces.popleft()

    def _agent_start(self) -> int | None:
        """The end of the person's words, or the agent's first voice where that is earlier."""
        first = self.first_voice_s
        voices = [] if first is None else [_sample(first)]
        ends = [] if self._words_end is None else [self._words_end]
        return min([*voices, *ends], default=None)

    def _agents(self, name: Literal["first_voice_s", "last_voice_s"]) -> Iterator[float]:
        for identity, track in self.tracks.items():
            at_s: float | None = getattr(track, name)
            if at_s is not None and self._is_agent(identity):
                yield at_s


class WavFile:
    """A WAV file, 24 kHz, mono, 16 bits, that is written as its samples come.

    Silence before the first sound is only counted, so that a clip in which nothing is heard leaves
    no file. The length stands in the header and is known last, so the file is hashed at its end.
    """

    def __init__(self, folder: Folder, relative: str) -> None:
        self._folder = folder
        self._relative = relative
        self._file: IO[bytes] | None = None
        self._silent_bytes = 0
        self._sound_bytes = 0

    @property
    def samples(self) -> int:
        """How many there are so far."""
        return (self._silent_bytes + self._sound_bytes) // BYTES_PER_SAMPLE

    def silence(self, samples: int) -> None:
        """Add silence."""
        size = samples * BYTES_PER_SAMPLE
        if self._file is None:
            self._silent_bytes += size
        else:
            self._write_silence(self._file, size)
            self._sound_bytes += size

    def write(self, pcm: bytes) -> None:
        """Add samples that are not all silent."""
        if self._file is None:
            self._file = self._folder.place(self._relative).open("wb", buffering=BUFFER_BYTES)
            self._file.write(bytes(HEADER_BYTES))
            self._write_silence(self._file, self._silent_bytes)
        self._file.write(pcm)
        self._sound_bytes += len(pcm)

    def drop(self) -> None:
        """Write no more."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def finish(self) -> KeptFile | None:
        """The whole file; None where nothing was heard."""
        if self._file is None:
            return None
        size = self._silent_bytes + self._sound_bytes
        with self._file as file:
            file.seek(0)
            file.write(wav_header(size))
        self._file = None
        with self._folder.place(self._relative).open("rb") as whole:
            digest = hashlib.file_digest(whole, "sha256").hexdigest()
        return KeptFile(path=self._relative, sha256=digest, size=HEADER_BYTES + size)

    def _write_silence(self, file: IO[bytes], size: int) -> None:
        starts = range(0, size, len(SILENT_BLOCK))
        file.writelines(SILENT_BLOCK[: size - start] for start in starts)


def wav_header(size: int) -> bytes:
    """The 44 bytes before so many bytes of samples."""
    rate, width = SAMPLE_RATE_HZ, BYTES_PER_SAMPLE
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate * width, width, 8 * width)
    riff = struct.pack("<4sI4s", b"RIFF", 36 + size, b"WAVE")
    return riff + form + struct.pack("<4sI", b"data", size)


def _sample(at_s: float) -> int:
    return round(at_s * SAMPLE_RATE_HZ)
