"""What came is given once, whole, and not for ever."""

import pytest

from modylbench.meeting.room import FRAME_S
from modylbench.meeting.rooms.livekit.audio_tracks import FRAME_BYTES, AudioBuffer

QUIET = bytes(FRAME_BYTES)
LOUD = b"\x00\x10" * (FRAME_BYTES // 2)


def listen(heard: AudioBuffer, start_s: float, frames: int, pcm: bytes = QUIET) -> float:
    """Frames that come in time; when the last of them did."""
    for number in range(frames):
        heard.add(start_s + (number + 1) * FRAME_S, pcm)
    return start_s + frames * FRAME_S


def test_frames_that_follow_one_another_are_one_chunk_and_are_given_once() -> None:
    heard = AudioBuffer()
    heard.begin()
    now_s = listen(heard, 3.0, 50, LOUD)
    (chunk,) = heard.take(now_s)

    assert chunk.start_s == pytest.approx(3.0)
    assert chunk.pcm == LOUD * 50
    assert heard.take(now_s) == []
    assert heard.has_sounded


def test_a_gap_divides_chunks() -> None:
    heard = AudioBuffer()
    heard.begin()
    listen(heard, 3.0, 50)
    now_s = listen(heard, 5.0, 50)

    assert [chunk.start_s for chunk in heard.take(now_s)] == pytest.approx([3.0, 5.0])
    assert not heard.has_sounded


def test_what_nobody_takes_for_ten_seconds_is_lost() -> None:
    heard = AudioBuffer()
    heard.begin()
    now_s = listen(heard, 3.0, 700)
    (chunk,) = heard.take(now_s)

    assert chunk.start_s == pytest.approx(now_s - 10.0, abs=FRAME_S)
    listen(heard, now_s, 50)
    assert heard.take(now_s + 20.0) == []


def test_what_is_left_of_a_track_is_given_and_nothing_comes_after_its_end() -> None:
    heard = AudioBuffer()
    heard.begin()
    now_s = listen(heard, 3.0, 3)
    assert heard.take(now_s) == [], "where it begins is not known yet"
    heard.end()
    listen(heard, now_s, 10)

    assert [len(chunk.pcm) for chunk in heard.take(now_s)] == [3 * FRAME_BYTES]


def test_a_track_that_follows_another_begins_after_it() -> None:
    heard = AudioBuffer()
    heard.begin()
    listen(heard, 3.0, 50)
    heard.begin()
    now_s = listen(heard, 3.9, 50, LOUD)
    chunks = heard.take(now_s)

    assert sum(len(chunk.pcm) for chunk in chunks) == 100 * FRAME_BYTES
    assert all(chunk.start_s >= 3.0 for chunk in chunks)
    assert chunks[0].start_s + len(chunks[0].pcm) / 48_000 >= 4.0


def test_no_more_is_made_up_than_there_is_and_the_rest_counts_later() -> None:
    heard = AudioBuffer()
    heard.begin()
    now_s = listen(heard, 3.0, 50)
    heard.made_up_s = 1.25
    (first,) = heard.take(now_s)
    now_s = listen(heard, now_s, 50)
    (second,) = heard.take(now_s)

    assert first.made_up_s == pytest.approx(1.0)
    assert second.made_up_s == pytest.approx(0.25)
