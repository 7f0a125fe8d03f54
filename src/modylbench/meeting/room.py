"""A room in which people and agents meet, and what can happen in it.

The words are LiveKit's: identity, kind, track source, topic, attributes. What LiveKit does not
promise is not promised here either: nothing is replayed for those who come later, sending is not
delivering, streams on one topic open in the order they were sent and may end in another, a sender
gets no echo, audio comes as an unbroken sequence of samples with silence in it, and nothing carries
a time but what we stamp on arrival.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence


CHAT = "lk.chat"
TRANSCRIPTION = "lk.transcription"
A2UI = "a2ui"
A2UI_ACTION = "a2ui.action"
FILES = "files"
ANNOTATION = "modyl.annotation"
REACTION = "modyl.reaction"
FAULT = "modyl.fault"
"""Topics; the last is on which the seat of an agent in process says that the agent failed."""

AGENT_STATE = "lk.agent.state"
"""The participant attribute by which agents say: initializing, listening, thinking, speaking."""

AGENT_WORDS = "modyl.agent.words"
"""The participant attribute that an agent counts up when it has words which do not sound yet."""

ATTACHMENT = "modyl.attachment"
"""The attribute by which a chat message says that it is the notice of a file."""

ADDRESSEES = "modyl.addressees"
"""The attribute by which people's words say to whom they are: identities, or `all`."""

PRIVATE = "modyl.private"
"""The attribute by which a message in the chat says that only its addressees have it: `true`."""

MANNER = "modyl.manner"
"""The attribute by which people's words say that they are no speech: `backchannel`."""

TARGET = "modyl.target"
"""The attribute by which a reaction says what it is to: a person, a surface, a caption."""

FRAME_S = 0.02
MOST_ATTRIBUTES_BYTES = 16_000
MOST_TEXT_BYTES = 16_000_000
MOST_FILE_BYTES = 64_000_000
MOST_TOPIC = 200


class RoomClosed(ModylBenchError):
    """The connection is gone: the room was closed, or the participant was put out of it."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who joins; one who is hidden is seen by nobody and sees everything.

    With `hears_agents_only` it is subscribed to the voices of agents and to no other media: on
    LiveKit a sender learns only that somebody subscribed, so that people who do not listen to each
    other know that it was the agent. Nothing of these voices is kept for it: `take_audio` gives
    none. It gets no texts and files of others either: who watches for all is somebody else.
    """

    identity: str
    name: str = ""
    kind: ParticipantKind = "standard"
    attributes: Mapping[str, str] = field(default_factory=dict)
    is_hidden: bool = False
    hears_agents_only: bool = False


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """Consecutive samples of one track, 16-bit mono: a whole number of frames of 20 ms.

    `start_s` is when the first of them arrived. A gap before it is a loss. `made_up_s` is how much
    of it the receiver had to invent, since what was sent did not come in time. `late_s` is how much
    later than usual the latest of its frames came to us, which are counted and stand in time.
    """

    start_s: float
    sample_rate_hz: int
    pcm: bytes
    made_up_s: float = 0.0
    late_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Transport:
    """How long things are under way between us and the room, as measured on our own link.

    `round_trip_s` is that of a packet to the server and back; `buffered_s` is how long sound waits
    at our end until it is played, so that late packets can still come.
    """

    round_trip_s: float
    buffered_s: float


class Microphone(Protocol):
    """An audio track of ours."""

    @property
    def slipped_s(self) -> float:
        """By how many seconds, in all, speech paused where no pause was, since we were late."""

    async def until_heard_by(self, identity: str) -> None:
        """Return when that participant is subscribed: what is sent earlier is lost to it."""

    async def play(self, pcm: bytes, sample_rate_hz: int = 24_000) -> None:
        """Say these samples (16-bit mono) at the pace of speech, after what is already being said.

        Returns when the last of them has sounded, or at `stop`. Cancelled, it stops sounding at
        once.
        """

    def stop(self) -> None:
        """Be silent from now on: what has not sounded yet never does."""


class ScreenShare(Protocol):
    """A video track of ours."""

    async def show(self, width: int, height: int, rgba: bytes) -> None:
        """Show one frame."""


class TextWriter(Protocol):
    """A text stream of ours that is open."""

    async def write(self, text: str) -> None:
        """Send one more piece."""

    async def close(self) -> None:
        """End it."""

    async def abort(self) -> None:
        """End it before it is whole."""


class Connection(Protocol):
    """One participant's place in a room; used after it is gone, it raises RoomClosed."""

    @property
    def identity(self) -> str:
        """Whose place it is."""

    def events(self) -> AsyncIterator[RoomEvent]:
        """All that happens from joining on, in order of arrival; ends when the link is closed.

        There is one reader, and each connection should have it: what nobody reads is kept, up to
        a limit, and then thrown away.
        """

    def take_audio(self, identity: str, source: TrackSource = "microphone") -> list[AudioChunk]:
        """The samples that have come from a participant since the last call, at 24 kHz.

        They are kept for ten seconds: who listens asks more often than that.
        """

    def transport(self) -> Transport | None:
        """What the link costs now, as last measured; None where nothing is under way."""

    async def publish_microphone(self) -> Microphone:
        """Start the audio track; one who has one gets it again."""

    async def publish_screen(self) -> ScreenShare:
        """Start the screen-share track; one who has one gets it again."""

    async def open_text(self, topic: str, attributes: Mapping[str, str]) -> TextWriter:
        """Start a text stream to everybody."""

    async def send_text(
        self, text: str, topic: str, attributes: Mapping[str, str], to: Sequence[str] = ()
    ) -> None:
        """Send a whole text, to everybody or to some; who is hidden sees it in any case."""

    async def send_file(
        self, name: str, content: bytes, *, mime_type: str, attributes: Mapping[str, str]
    ) -> None:
        """Send a file on the topic for files."""

    async def set_attributes(self, attributes: Mapping[str, str]) -> None:
        """Change our own attributes, those that are named."""

    async def leave(self) -> None:
        """Leave the room; leaving twice is leaving once."""


class Room(Protocol):
    """A room that exists; several may join it, each with a connection."""

    @property
    def kind(self) -> str:
        """What sort of room it is, as recordings name it: `in process`."""

    @property
    def name(self) -> str:
        """What the room is called."""

    async def join(self, guest: Guest) -> Connection:
        """Join it; one of the same identity who is there already is put out.

        Raises RoomClosed where that cannot be done, for whatever reason.
        """

    async def aclose(self) -> None:
        """End the meeting for everybody."""


ParticipantKind = Literal["standard", "agent"]
TrackSource = Literal["microphone", "screenshare", "camera"]
TrackKey = tuple[str, TrackSource]


@dataclass(frozen=True, slots=True)
class ParticipantJoined:
    """Somebody is there; those who were there before come first."""

    at_s: float
    identity: str
    name: str
    kind: ParticipantKind
    attributes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ParticipantLeft:
    """Somebody is gone: `client_initiated`, `duplicate_identity`, `connection_timeout`..."""

    at_s: float
    identity: str
    reason: str


@dataclass(frozen=True, slots=True)
class TrackSubscribed:
    """Media of a participant come from now on; after a reconnect again, from a new track."""

    at_s: float
    identity: str
    source: TrackSource


@dataclass(frozen=True, slots=True)
class TrackEnded:
    """No more media come from that track."""

    at_s: float
    identity: str
    source: TrackSource


@dataclass(frozen=True, slots=True)
class TrackMuted:
    """A track is silenced: by its owner or, with the server's key, by somebody else."""

    at_s: float
    identity: str
    source: TrackSource


@dataclass(frozen=True, slots=True)
class AttributesChanged:
    """A participant changed its attributes; an empty value takes one away."""

    at_s: float
    identity: str
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TextOpened:
    """A text stream begins; `stream_id` tells it from others.

    `identity` is who sent it. Agents on LiveKit may send in another one's name, and do so with
    what they understood of what that one said: `in_the_name_of` is then whose words it gives.
    """

    at_s: float
    identity: str
    topic: str
    stream_id: str
    attributes: Mapping[str, str]
    in_the_name_of: str = ""


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A piece of a text stream; pieces are cut anywhere between characters."""

    at_s: float
    stream_id: str
    text: str


@dataclass(frozen=True, slots=True)
class TextClosed:
    """A text stream ended; it is not whole where its sender aborted it or went away.

    `attributes` are those that its sender gave it only at its end.
    """

    at_s: float
    stream_id: str
    is_whole: bool
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileReceived:
    """A byte stream came to its end; `content` is what came of it."""

    at_s: float
    identity: str
    topic: str
    name: str
    mime_type: str
    content: bytes
    attributes: Mapping[str, str]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class PictureReceived:
    """One frame of a video track: four bytes (RGBA) a pixel, row by row."""

    at_s: float
    identity: str
    source: TrackSource
    width: int
    height: int
    rgba: bytes


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """Our own connection: reconnecting, then resumed or reconnected, or closed for good.

    Resumed, nothing but time was lost. Reconnected, we were away: what was said and sent meanwhile
    is lost, and all tracks are renewed.
    """

    at_s: float
    state: Literal["reconnecting", "resumed", "reconnected", "closed"]
    reason: str


@dataclass(frozen=True, slots=True)
class Overflow:
    """So many events were thrown away since more came than can be kept."""

    at_s: float
    identity: str
    events: int


RoomEvent = (
    ParticipantJoined | ParticipantLeft | TrackSubscribed | TrackEnded | TrackMuted
    | AttributesChanged | TextOpened | TextChunk | TextClosed | FileReceived | PictureReceived
    | LinkChanged | Overflow
)  # fmt: skip
