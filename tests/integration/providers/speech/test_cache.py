"""Speech and transcripts that are made once."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from modylbench.providers.speech.cache import CachedTranscripts, CachedVoice, shrink
from modylbench.providers.speech.sound import HEADER_BYTES, sound_of
from modylbench.providers.speech.speech import Speech, SpeechFailure, Transcript, Word


class Counting:
    """A voice that counts how often it speaks."""

    def __init__(self, name: str = "Counting 1.0") -> None:
        self.name = name
        self.spoken = 0

    def voice_for(self, wanted: str) -> str:
        return wanted[:1]

    async def speak(self, text: str, voice: str) -> Speech:
        self.spoken += 1
        await asyncio.sleep(0.01)
        if "fail" in text:
            message = "it failed"
            raise SpeechFailure(message)
        return Speech(f"{text} {voice} {self.name}.".encode() * 50)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def say(voice: CachedVoice, text: str, by: str = "a") -> Speech:
    return asyncio.run(voice.speak(text, by))


def test_is_said_once_and_then_read(tmp_path: Path) -> None:
    engine = Counting()
    first = say(CachedVoice(engine, tmp_path), "Hello")
    second = say(CachedVoice(engine, tmp_path), "Hello")

    assert first == second
    assert engine.spoken == 1


def test_what_sounds_the_same_is_kept_once(tmp_path: Path) -> None:
    engine = Counting()
    say(CachedVoice(engine, tmp_path), "We pay 12x")
    say(CachedVoice(engine, tmp_path), "We pay  twelve times")

    assert engine.spoken == 1


def test_other_voices_and_engines_are_kept_apart(tmp_path: Path) -> None:
    said = {
        say(CachedVoice(Counting(name), tmp_path), "Hello", by).pcm
        for name in ("Counting 1.0", "Counting 1.1")
        for by in ("a", "b")
    }

    assert len(said) == 4
    assert len(files(tmp_path)) == 4


def test_equal_requests_at_once_are_one(tmp_path: Path) -> None:
    engine = Counting()
    voice = CachedVoice(engine, tmp_path)

    async def many() -> set[bytes]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(voice.speak("Hello", "a")) for _ in range(50)]
        return {task.result().pcm for task in tasks}

    assert len(asyncio.run(many())) == 1
    assert engine.spoken == 1


def test_one_who_gives_up_does_not_stop_the_others(tmp_path: Path) -> None:
    voice = CachedVoice(Counting(), tmp_path)

    async def two() -> Speech:
        first = asyncio.create_task(voice.speak("Hello", "a"))
        await asyncio.sleep(0)
        second = asyncio.create_task(voice.speak("Hello", "a"))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(two()).pcm


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    engine = Counting()
    voice = CachedVoice(engine, tmp_path)
    for _ in range(2):
        with pytest.raises(SpeechFailure, match="it failed"):
            say(voice, "fail")

    assert engine.spoken == 2
    assert not files(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[: HEADER_BYTES - 4],
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: data + b"x",
    ],
    ids=["empty", "head", "cut by one", "half", "one bit", "longer"],
)
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    engine = Counting()
    whole = say(CachedVoice(engine, tmp_path), "Hello")
    (file,) = files(tmp_path)
    kept = file.read_bytes()
    file.write_bytes(damage(kept))

    assert say(CachedVoice(engine, tmp_path), "Hello") == whole
    assert engine.spoken == 2
    assert file.read_bytes() == kept


def test_a_kept_file_plays_as_a_wav(tmp_path: Path) -> None:
    speech = say(CachedVoice(Counting(), tmp_path), "Hello")
    (file,) = files(tmp_path)

    assert sound_of(file.read_bytes()).pcm == speech.pcm


def test_the_files_used_longest_ago_go_first(tmp_path: Path) -> None:
    voice = CachedVoice(Counting(), tmp_path)
    for text in ("one", "two", "three"):
        say(voice, text)
    aged = {path: path.stat().st_size for path in files(tmp_path)}
    for age, path in enumerate(aged):
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    oldest, *others = aged
    shrink(tmp_path, sum(aged.values()) - 1)

    assert files(tmp_path) == others
    assert oldest not in files(tmp_path)


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(SpeechFailure, match="cannot be kept"):
        say(CachedVoice(Counting(), tmp_path / "file"), "Hello")


def test_what_is_kept_is_read_and_not_said_again(tmp_path: Path) -> None:
    """The benchmark has the milliseconds; here only that none is spent on the engine."""
    engine = Counting()
    voice = CachedVoice(engine, tmp_path)
    say(voice, "Hello there")

    async def hits() -> float:
        start = time.process_time()
        for _ in range(200):
            await voice.speak("Hello there", "a")
        return (time.process_time() - start) / 200

    assert asyncio.run(hits()) < 0.05
    assert engine.spoken == 1


WRITER = """
import asyncio, sys
from collections.abc import Callable
from pathlib import Path
from modylbench.providers.speech.cache import CachedVoice
from modylbench.providers.speech.speech import Speech

class Voice:
    name = "Voice 1"
    def voice_for(self, wanted): return wanted
    async def speak(self, text, voice): return Speech(text.encode() * 40_000)

async def main():
    for turn in range(40):
        voice = CachedVoice(Voice(), Path(sys.argv[1]))
        text = f"number {'one two three four'.split()[turn % 4]}"
        assert await voice.speak(text, "a") == Speech(text.encode() * 40_000)
        if turn % 3 == 0:
            for path in Path(sys.argv[1]).glob("*/*.wav"): path.unlink(missing_ok=True)

asyncio.run(main())
"""


def test_several_processes_write_and_remove_the_same_files_and_read_only_whole_ones(
    tmp_path: Path,
) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)])  # noqa: S603
        for _ in range(3)
    ]

    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert not list(tmp_path.rglob("*.part"))


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
