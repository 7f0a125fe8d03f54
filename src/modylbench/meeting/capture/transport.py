"""What the way to the agent and back takes, by the sound itself or by the link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.meeting.capture.sound.track import Track
from modylbench.meeting.room import AudioChunk
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from modylbench.meeting.room import Transport

LONGEST_S = 3.0  # ours: a voice that is heard later than this was not the one that was played


@dataclass(frozen=True, slots=True)
class PlayedSpeech:
    """What a person began to say at that time."""

    identity: str
    at_s: float
    pcm: bytes


def sound_path_s(played: PlayedSpeech | None, heard: Track | None) -> float | None:
    """How long a person's first word was under way to the recorder; None where none was heard.

    Both links are ours, so that is the way from a person to the server and back to us, with all
    that waits on it: the sender's queue, and what our end keeps back to bridge late packets.
    """
    if played is None or heard is None or heard.first_voice_s is None:
        return None
    source = Track(played.identity)
    source.take(AudioChunk(0.0, SAMPLE_RATE_HZ, played.pcm))
    if source.first_voice_s is None:
        return None
    path_s = heard.first_voice_s - (played.at_s + source.first_voice_s)
    return path_s if 0.0 <= path_s <= LONGEST_S else None


def transport_latency_s(link: Transport | None, sound_s: float | None) -> float | None:
    """The way to the agent and back as far as it is ours; None where nothing is under way.

    As the sound itself shows or, where it does not, by the link's round trip and what is kept back.
    What the agent's own link costs cannot be seen from here.
    """
    if link is None:
        return None
    return link.round_trip_s + link.buffered_s if sound_s is None else sound_s
