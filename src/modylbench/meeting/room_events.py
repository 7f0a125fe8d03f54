"""What can happen in a room? Every event carries the time at which it reached us."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["standard", "agent"]
Source = Literal["microphone", "screenshare", "camera"]


@dataclass(frozen=True, slots=True)
class ParticipantJoined:
    """Somebody is there; those who were there before come first."""

    at_s: float
    identity: str
    name: str
    kind: Kind
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
    source: Source


@dataclass(frozen=True, slots=True)
class TrackEnded:
    """No more media come from that track."""

    at_s: float
    identity: str
    source: Source


@dataclass(frozen=True, slots=True)
class TrackMuted:
    """A track is silenced: by its owner or, with the server's key, by somebody else."""

    at_s: float
    identity: str
    source: Source


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
    source: Source
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
class Overflowed:
    """So many events were thrown away since more came than can be kept."""

    at_s: float
    identity: str
    events: int


RoomEvent = (
    ParticipantJoined | ParticipantLeft | TrackSubscribed | TrackEnded | TrackMuted
    | AttributesChanged | TextOpened | TextChunk | TextClosed | FileReceived | PictureReceived
    | LinkChanged | Overflowed
)  # fmt: skip
