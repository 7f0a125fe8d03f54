"""Sound is placed where it sounded, however its frames arrive."""

import itertools
import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.meeting.room import FRAME_S
from modylbench.meeting.rooms.livekit.audio_tracks import FRAME_BYTES, PlacedFrame, Placement

LOUD = b"\x00\x10" * (FRAME_BYTES // 2)
QUIET = bytes(FRAME_BYTES)


@dataclass(frozen=True)
class Frame:
    """One that was sent: its end by the listener's clock, when it arrives, and what it holds."""

    end_s: float
    arrives_s: float
    pcm: bytes = QUIET


def numbered(number: int) -> bytes:
    """A loud frame that can be told from others."""
    return number.to_bytes(4, "little") + LOUD[4:]


def sent(
    count: int, *, ppm: float = 0.0, jitter: tuple[float, ...] = (0.0,), first_s: float = 5.0
) -> list[Frame]:
    """Frames of a sender whose clock is so fast; each is late by a jitter, none overtakes."""
    frames: list[Frame] = []
    for number in range(count):
        end_s = first_s + (number + 1) * FRAME_S / (1 + ppm / 1e6)
        arrives_s = max(end_s + jitter[number % len(jitter)], frames[-1].arrives_s if frames else 0)
        is_loud = number % 250 > 100  # three seconds of speech, two of silence
        frames.append(Frame(end_s, arrives_s, numbered(number) if is_loud else QUIET))
    return frames


def stalled(frames: list[Frame], start: int, stop: int) -> list[Frame]:
    """The same where those from one to before another come in a burst at the end."""
    free_s = frames[stop].arrives_s
    return [
        Frame(frame.end_s, free_s + number * 1e-4, frame.pcm) if start <= number < stop else frame
        for number, frame in enumerate(frames)
    ]


def placed(frames: list[Frame]) -> list[PlacedFrame]:
    placement = Placement()
    found = [piece for frame in frames for piece in placement.take(frame.arrives_s, frame.pcm)]
    return found + placement.rest()


def gaps(found: list[PlacedFrame]) -> list[float]:
    return [
        later.start_s - earlier.start_s - FRAME_S
        for earlier, later in itertools.pairwise(found)
        if abs(later.start_s - earlier.start_s - FRAME_S) > 1e-6
    ]


def errors_s(frames: list[Frame], found: list[PlacedFrame]) -> list[float]:
    """How far from where they sounded the loud frames were placed; each must be there once."""
    truth = {frame.pcm: frame.end_s - FRAME_S for frame in frames if frame.pcm != QUIET}
    loud = [piece for piece in found if piece.pcm != QUIET]
    assert [piece.pcm for piece in loud] == list(truth)
    return [piece.start_s - truth[piece.pcm] for piece in loud]


jitters = st.lists(st.floats(0, 0.06), min_size=1, max_size=40).map(lambda some: (0.0, *some))


@given(jitter=jitters, ppm=st.floats(-300, 300))
def test_without_loss_frames_follow_one_another_where_they_sounded(
    jitter: tuple[float, ...], ppm: float
) -> None:
    frames = sent(400, jitter=jitter, ppm=ppm)
    found = placed(frames)

    assert gaps(found) == []
    assert max(map(abs, errors_s(frames, found))) < 0.07


@pytest.mark.parametrize("ppm", [-208.0, 208.0])
def test_a_clock_that_differs_for_twenty_minutes_looks_neither_like_a_gap_nor_astray(
    ppm: float,
) -> None:
    frames = sent(60_000, ppm=ppm, jitter=(0.0, 0.004, 0.001, 0.03))
    found = placed(frames)

    assert gaps(found) == []
    assert max(map(abs, errors_s(frames, found))) < 0.06
    assert found[-1].start_s == pytest.approx(frames[-1].end_s, abs=0.07)


@given(
    start=st.integers(10, 120),
    length=st.integers(1, 150),
    jitter=jitters,
    again=st.integers(1, 100),
)
def test_a_burst_after_a_stall_is_neither_a_gap_nor_extra_time(
    start: int, length: int, jitter: tuple[float, ...], again: int
) -> None:
    frames = stalled(sent(450, jitter=jitter), start, start + length)
    frames = stalled(frames, start + length + 20, start + length + 20 + again)
    found = placed(frames)

    assert gaps(found) == []
    assert max(map(abs, errors_s(frames, found))) < 0.07


@given(start=st.integers(20, 150), length=st.integers(10, 150), jitter=jitters)
def test_missing_frames_are_one_gap_of_their_length(
    start: int, length: int, jitter: tuple[float, ...]
) -> None:
    frames = sent(400, jitter=jitter)
    del frames[start : start + length]
    found = placed(frames)

    (gap,) = gaps(found)
    assert gap == pytest.approx(length * FRAME_S, abs=0.08)
    assert max(map(abs, errors_s(frames, found))) < 0.09


def test_frames_say_how_late_they_came() -> None:
    found = placed(stalled(sent(200), 60, 100))

    assert [round(piece.late_s, 2) for piece in found[:60]] == [0.0] * 60
    assert found[60].late_s == pytest.approx(40 * FRAME_S, abs=0.01)
    assert found[99].late_s == pytest.approx(FRAME_S, abs=0.01)
    assert found[110].late_s == pytest.approx(0.0, abs=0.001)


def test_a_gap_is_told_within_a_third_of_a_second() -> None:
    frames = sent(100)
    after = [frame for frame in frames if frame.end_s > 6.5]
    placement = Placement()
    for frame in frames[:50]:
        placement.take(frame.arrives_s, frame.pcm)
    waited = next(
        frame.arrives_s - after[0].arrives_s
        for frame in after
        if placement.take(frame.arrives_s, frame.pcm)
    )

    assert waited <= 0.32


def test_a_first_frame_that_came_late_does_not_shift_the_others() -> None:
    frames = [Frame(frame.end_s, frame.arrives_s, numbered(k)) for k, frame in enumerate(sent(300))]
    frames = stalled(frames, 0, 4)

    assert max(map(abs, errors_s(frames, placed(frames)))) < 0.03


def test_a_renewed_track_never_overlaps_the_one_before() -> None:
    placement = Placement(not_before_s=5.5)
    frames = sent(200)
    found = [piece for frame in frames for piece in placement.take(frame.arrives_s, frame.pcm)]

    assert found[0].start_s >= 5.5
    assert gaps(found) == []


def test_a_track_that_ends_at_once_gives_what_came() -> None:
    frames = sent(3)

    assert [piece.start_s for piece in placed(frames)] == pytest.approx([5.0, 5.02, 5.04])
    assert math.isclose(placed(frames[:1])[0].start_s, 5.0)
    assert placed([]) == []
