"""Is a sound listened to once, and a damaged file made anew?"""

import asyncio
from pathlib import Path

from modylbench.providers.speech.cache import CachedTranscripts
from modylbench.providers.speech.speech import Speech, Transcript, Word


class Listener:
    """Counts how often it listened."""

    def __init__(self, name: str = "listener 1.0") -> None:
        self.name = name
        self.times = 0

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        self.times += 1
        assert not jargon or jargon == "LBO"
        return Transcript(f"heard {len(speech.pcm)} \ud83d", (Word("heard", 0.0, 0.125),))


def transcript(cached: CachedTranscripts, pcm: bytes, jargon: str = "") -> Transcript:
    return asyncio.run(cached.transcribe(Speech(pcm), jargon=jargon))


def test_the_same_sound_is_listened_to_once_by_every_process(tmp_path: Path) -> None:
    listener = Listener()

    first = transcript(CachedTranscripts(listener, tmp_path), b"\1\0" * 50)
    again = transcript(CachedTranscripts(listener, tmp_path), b"\1\0" * 50)

    assert first == again
    assert listener.times == 1
    assert not list(tmp_path.rglob("*.part"))


def test_another_sound_name_or_jargon_is_another_transcript(tmp_path: Path) -> None:
    listener, other = Listener(), Listener("listener 2.0")
    transcript(CachedTranscripts(listener, tmp_path), b"\1\0")

    transcript(CachedTranscripts(listener, tmp_path), b"\2\0")
    transcript(CachedTranscripts(listener, tmp_path), b"\1\0", "LBO")
    transcript(CachedTranscripts(other, tmp_path), b"\1\0")

    assert (listener.times, other.times) == (3, 1)


def test_a_damaged_file_counts_for_nothing(tmp_path: Path) -> None:
    listener = Listener()
    cached = CachedTranscripts(listener, tmp_path)
    right = transcript(cached, b"\1\0")
    (path,) = tmp_path.rglob("*.json")
    whole = path.read_text()

    for damaged in ("", "[]", "{", "null", whole.replace("heard 2", "heard 9"), '{"words": 3}'):
        path.write_text(damaged)
        assert transcript(cached, b"\1\0") == right
    assert listener.times == 7
