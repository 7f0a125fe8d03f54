"""Samples stand where they were heard, however they come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.meetings import tone

from modylbench.meeting.capture.sound.track import Track
from modylbench.meeting.room import AudioChunk

FRAME = 960  # bytes of 20 ms


def chunks(pcm: bytes, start_s: float = 0.0, frames: int = 5) -> list[AudioChunk]:
    size = frames * FRAME
    return [
        AudioChunk(start_s + place / 48_000, 24_000, pcm[place : place + size])
        for place in range(0, len(pcm), size)
    ]


def heard(*parts: list[AudioChunk]) -> Track:
    track = Track("agent")
    track.begin(0.0)
    track.renew(is_open=True)
    for chunk in (chunk for part in parts for chunk in part):
        track.take(chunk)
    return track


@given(frames=st.integers(1, 40), silence=st.integers(0, 60), voice=st.integers(2, 100))
def test_a_voice_is_found_where_it_is_however_it_is_cut(
    frames: int, silence: int, voice: int
) -> None:
    pcm = bytes(silence * FRAME) + tone(voice * 0.02) + bytes(30 * FRAME)

    track = heard(chunks(pcm, start_s=3.0, frames=frames))

    ((began_s, ended_s),) = track.spans(100.0)
    assert began_s == pytest.approx(3.0 + silence * 0.02, abs=0.002)
    assert ended_s == pytest.approx(3.0 + (silence + voice) * 0.02, abs=0.02)
    assert missing_s(track) == 0


def missing_s(track: Track) -> float:
    reception = track.losses.reception("agent")
    assert reception is not None
    return reception.missing_s


def test_a_gap_is_missing_and_what_follows_stands_at_its_time() -> None:
    track = heard(chunks(bytes(50 * FRAME)), chunks(tone(0.4) + bytes(50 * FRAME), start_s=3.0))

    ((began_s, _),) = track.spans(100.0)
    assert missing_s(track) == 2.0
    assert began_s == pytest.approx(3.0, abs=0.002)


def test_times_that_vary_a_little_are_no_gap() -> None:
    late = [
        AudioChunk(chunk.start_s + 0.03 * (place % 3), 24_000, chunk.pcm)
        for place, chunk in enumerate(chunks(tone(2.0)))
    ]

    track = heard(late)

    assert (missing_s(track), track.position) == (0, 48_000)


def test_a_new_track_begins_without_a_gap() -> None:
    track = heard(chunks(tone(1.0) + bytes(50 * FRAME)))
    track.renew(is_open=False)
    track.renew(is_open=True)
    for chunk in chunks(tone(1.0) + bytes(50 * FRAME), start_s=5.0):
        track.take(chunk)

    assert missing_s(track) == 0
    assert [began_s for began_s, _ in track.spans(9.0)] == pytest.approx([0.0, 5.0], abs=0.002)


def test_a_voice_of_which_nothing_more_comes_has_ended() -> None:
    track = heard(chunks(tone(1.0)))

    track.end_if_stalled(2.5)
    assert track.last_voice_s is None
    track.end_if_stalled(3.5)
    assert track.last_voice_s == pytest.approx(1.0, abs=0.02)
