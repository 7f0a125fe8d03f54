"""Of every voice it is told what was lost, made up or late, and what of it harms."""

import pytest
from tests.staging.meetings import tone
from tests.unit.meeting.capture.sound.test_track import FRAME, chunks, heard

from modylbench.meeting.capture.sound.track import Track
from modylbench.meeting.room import AudioChunk
from modylbench.recording.events import Reception

SILENCE = bytes(50 * FRAME)
"""One second."""


def received(track: Track) -> Reception:
    found = track.losses.reception("agent")
    assert found is not None
    return found


def harm_s(track: Track) -> float:
    return round(track.losses.harm / 24_000, 3)


def test_of_a_voice_that_comes_as_it_should_nothing_is_lost() -> None:
    track = heard(chunks(SILENCE + tone(2.0) + SILENCE))

    assert received(track) == Reception(identity="agent", expected_s=4.0)
    assert harm_s(track) == 0.0


def test_of_nobody_nothing_is_expected() -> None:
    assert Track("agent").losses.reception("agent") is None


@pytest.mark.parametrize(
    ("before", "gap_s", "after", "lost_s"),
    [
        (tone(1.0), 0.2, tone(1.0), 0.2),  # in the middle of a word
        (tone(1.0), 0.2, SILENCE, 0.2),  # the end of a word
        (SILENCE, 0.2, tone(1.0), 0.2),  # the beginning of a word
        (SILENCE, 0.2, SILENCE, 0.0),  # nothing that anybody would have said
        (SILENCE, 0.2, SILENCE + tone(1.0), 0.0),
        (SILENCE, 1.5, SILENCE, 1.5),  # nobody knows what was said
    ],
)
def test_a_hole_harms_where_it_touches_voice_or_is_long(
    before: bytes, gap_s: float, after: bytes, lost_s: float
) -> None:
    start_s = len(before) / 48_000 + gap_s

    track = heard(chunks(before), chunks(after + SILENCE, start_s=start_s))

    assert received(track).missing_s == pytest.approx(gap_s)
    assert received(track).expected_s == pytest.approx(
        (len(before) + len(after) + len(SILENCE)) / 48_000 + gap_s
    )
    assert harm_s(track) == pytest.approx(lost_s)


@pytest.mark.parametrize(
    ("pcm", "made_up_s", "lost_s"),
    [
        (tone(1.0), 0.06, 0.06),
        (SILENCE, 0.06, 0.0),
        (SILENCE, 0.48, 0.0),
        (SILENCE, 0.5, 0.5),  # nobody knows what was said
    ],
)
def test_what_is_made_up_harms_where_it_touches_voice_or_is_long(
    pcm: bytes, made_up_s: float, lost_s: float
) -> None:
    track = heard([AudioChunk(1.0, 24_000, pcm, made_up_s=made_up_s)])

    assert (received(track).made_up_s, received(track).missing_s) == (made_up_s, 0.0)
    assert harm_s(track) == lost_s


def test_an_answer_that_was_lost_whole_is_one_hole_though_told_in_pieces() -> None:
    """As a room tells it: no more of each chunk is made up than there is."""
    pieces = [
        AudioChunk(1.0 + 0.1 * n, 24_000, SILENCE[: 5 * FRAME], made_up_s=0.1) for n in range(30)
    ]

    track = heard(pieces)

    assert harm_s(track) == pytest.approx(3.0), "each piece once"
    assert track.losses.longest >= 12_000, "it spoils the meeting"


def test_little_that_is_made_up_in_silence_now_and_then_is_no_hole() -> None:
    pieces = [AudioChunk(1.0 * n, 24_000, SILENCE, made_up_s=0.24) for n in range(1, 9)]

    assert harm_s(heard(pieces)) == 0.0


def test_frames_that_come_after_they_were_due_are_late() -> None:
    stalled = AudioChunk(1.0, 24_000, SILENCE, late_s=0.08)
    usual = AudioChunk(2.0, 24_000, SILENCE, late_s=0.02)
    long = AudioChunk(3.0, 24_000, bytes(2 * FRAME), late_s=0.3)

    found = received(heard([stalled, usual, long]))

    assert (found.missing_s, found.late_frames, found.late_s) == (0.0, 4 + 2, 0.3)


def test_what_is_overdue_at_the_end_of_a_turn_is_missing_in_it_and_not_in_the_next() -> None:
    track = heard(chunks(tone(1.0)))

    track.settle(3.0)
    assert (received(track).missing_s, harm_s(track)) == (2.0, 2.0)

    track.begin(3.0)
    for chunk in chunks(SILENCE, start_s=4.0):
        track.take(chunk)
    assert received(track).missing_s == 1.0


def test_one_who_is_cut_off_in_a_word_has_lost_what_it_was_away_for() -> None:
    track = heard(chunks(tone(1.0)))
    track.renew(is_open=False)
    track.renew(is_open=True)
    for chunk in chunks(tone(1.0), start_s=3.5):
        track.take(chunk)

    found = received(track)
    assert (found.missing_s, found.expected_s) == (2.5, 4.5)
    assert (track.losses.absent, harm_s(track)) == (60_000, 0.0)


def test_each_exchange_is_counted_anew() -> None:
    track = heard(chunks(tone(1.0)), chunks(tone(1.0), start_s=3.0))
    track.begin(4.0)
    for chunk in chunks(SILENCE, start_s=4.0):
        track.take(chunk)

    assert received(track) == Reception(identity="agent", expected_s=1.0)
    assert harm_s(track) == 0.0
