"""A listener gets exactly what sounded, however it asks; nothing is kept for nobody."""

import array

from hypothesis import given
from hypothesis import strategies as st

from modylbench.meeting.room import AudioChunk
from modylbench.meeting.rooms.in_process.audio import FRAME, KEPT, KEPT_S, SEAM, Timeline

RATE = 24_000


def sound(samples: int, level: int = 1000) -> bytes:
    return array.array("h", [level] * samples).tobytes()


def samples(chunk: AudioChunk | None) -> list[int]:
    assert chunk is not None
    return list(array.array("h", chunk.pcm))


def test_a_sound_begins_at_the_sample_of_its_moment() -> None:
    timeline = Timeline(start_s=2.0)
    ear = timeline.listen(2.0)

    end_s = timeline.add(sound(100), 2.0 + 1234 / RATE)
    heard = samples(ear.take(2.1))

    assert heard[1234:1334] == [1000] * 100
    assert not any(heard[:1234])
    assert not any(heard[1334:])
    assert abs(end_s - (2.0 + 1334 / RATE)) < 1e-9


def test_frames_count_from_subscription_and_only_whole_ones_come() -> None:
    timeline = Timeline(start_s=0.0)
    ear = timeline.listen(0.005)

    assert ear.take(0.0249) is None
    first = ear.take(0.0451)
    second = ear.take(0.1)

    assert first is not None
    assert second is not None
    assert (len(first.pcm), len(second.pcm)) == (2 * 2 * FRAME, 2 * 2 * FRAME)
    assert abs(first.start_s - 0.005) < 1e-9
    assert abs(second.start_s - 0.045) < 1e-9


def test_what_is_not_taken_in_ten_seconds_is_lost_and_the_start_shows_it() -> None:
    timeline = Timeline(start_s=0.0)
    ear = timeline.listen(0.0)
    timeline.add(sound(RATE), 0.0)

    late = ear.take(30.0)

    assert late is not None
    assert late.start_s == 30.0 - KEPT_S
    assert len(late.pcm) == 2 * KEPT
    assert not any(late.pcm)


def test_pieces_that_follow_at_once_are_joined_without_a_gap() -> None:
    timeline = Timeline(start_s=0.0)
    ear = timeline.listen(0.0)

    end_s = timeline.add(sound(1000), 0.01)
    timeline.add(sound(1000), end_s + 0.9 * SEAM / RATE)
    heard = samples(ear.take(1.0))

    assert heard[240:2240] == [1000] * 2000


def test_what_is_played_after_a_cut_begins_when_it_is_played() -> None:
    timeline = Timeline(start_s=0.0)
    ear = timeline.listen(0.0)

    timeline.add(sound(RATE), 0.0)
    timeline.cut(0.1)
    timeline.add(sound(480), 0.101)
    timeline.cut(0.111)
    timeline.add(sound(24), 0.122)  # just after the end that the one before would have had
    heard = samples(ear.take(1.0))

    assert [place for place, sample in enumerate(heard) if sample] == [
        *range(2400),
        *range(2424, 2664),
        *range(2928, 2952),
    ]


def test_what_somebody_has_got_is_not_changed() -> None:
    timeline = Timeline(start_s=0.0)
    ear, other = timeline.listen(0.0), timeline.listen(0.0)
    end_s = timeline.add(sound(456), 0.0)
    before = samples(ear.take(0.02))

    timeline.add(sound(100), end_s + 0.002)  # would begin in the frame that was given out

    assert samples(other.take(0.02)) == before
    assert samples(ear.take(0.04))[:100] == [1000] * 100


def test_sounds_that_all_have_taken_are_dropped() -> None:
    timeline = Timeline(start_s=0.0)
    quick, slow = timeline.listen(0.0), timeline.listen(0.0)
    for second in range(1, 1000):
        timeline.add(sound(RATE // 2), float(second))
        quick.take(second + 0.5)
        assert timeline.kept_samples <= KEPT + RATE
    slow.take(1000.0)

    assert timeline.kept_samples == 0


def test_nothing_is_kept_where_nobody_listens() -> None:
    timeline = Timeline(start_s=0.0)
    for second in range(100):
        timeline.add(sound(RATE // 2), float(second))

    assert timeline.kept_samples <= RATE


@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["play", "cut", "take", "listen"]),
            st.integers(0, 3000),
            st.integers(1, 2000),
        ),
        max_size=30,
    )
)
def test_every_listener_gets_what_a_tape_of_the_track_holds(
    steps: list[tuple[str, int, int]],
) -> None:
    """The reference is a tape: one long row of samples, written and wiped by hand."""
    timeline = Timeline(start_s=0.0)
    tape = [0] * 200_000
    now = busy = 0
    ears = [timeline.listen(0.0)]
    begins, heard = [0], [list[int]()]
    for number, (act, wait, length) in enumerate(steps, start=1):
        now += wait
        now_s = now / RATE
        if act == "play" and now - busy > SEAM:  # joining is tested apart
            timeline.add(sound(length, number), now_s)
            tape[now : now + length] = [number] * length
            busy = now + length
        elif act == "cut":
            timeline.cut(now_s)
            tape[now:] = [0] * (len(tape) - now)
            busy = min(busy, now)
        elif act == "listen":
            ears.append(timeline.listen(now_s))
            begins.append(now)
            heard.append([])
        elif act == "take":
            chunk = ears[length % len(ears)].take(now_s)
            heard[length % len(ears)] += samples(chunk) if chunk else []
    end_s = (now + FRAME) / RATE
    for begin, ear, got in zip(begins, ears, heard, strict=True):
        got += samples(ear.take(end_s))
        assert got == tape[begin : begin + len(got)]
        assert now + FRAME - begin - len(got) < FRAME
