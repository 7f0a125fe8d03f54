"""Moments of talk, by hand on small meetings and by properties."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.dynamics.moments import (
    backchannel_rate,
    collisions,
    entries,
    gini,
    offsets,
    speaking_shares,
    yields,
)
from modylbench.recording.talk import Talk, floors

STEP = 0.25  # of the grid: whole binary fractions, so that sums are exact
ANN, BOB, CAT = "ann", "bob", "cat"


@st.composite
def talks(draw: st.DrawFn) -> list[Talk]:
    """Talk of three people, each one's spans apart by more than a joint."""
    found = []
    for speaker in (ANN, BOB, CAT):
        at = 0
        spans = st.lists(st.tuples(st.integers(2, 12), st.integers(1, 20)), max_size=6)
        for gap, length in draw(spans):
            start = at + gap
            at = start + length
            found.append(Talk(speaker, start * STEP, at * STEP))
    return sorted(found, key=lambda talk: (talk.started_s, talk.ended_s, talk.speaker))


def test_an_offset_is_a_gap_above_zero_and_an_overlap_below() -> None:
    talk = [Talk(ANN, 0.0, 4.0), Talk(BOB, 3.5, 8.0), Talk(ANN, 9.0, 12.0)]

    found = offsets(talk, floors(talk))

    assert [(item.before, item.after, item.offset_s) for item in found] == [
        (ANN, BOB, -0.5),
        (BOB, ANN, 1.0),
    ]


def test_who_speaks_without_taking_the_floor_has_no_offset() -> None:
    talk = [Talk(ANN, 0.0, 9.0), Talk(BOB, 3.0, 4.5), Talk(ANN, 10.0, 12.0)]

    assert offsets(talk, floors(talk)) == ()


@pytest.mark.parametrize(("went_on_s", "is_premature"), [(0.25, False), (0.5, True), (2.0, True)])
def test_an_entry_is_premature_where_the_holder_goes_on(
    *, went_on_s: float, is_premature: bool
) -> None:
    talk = [Talk(ANN, 0.0, 4.0), Talk(BOB, 4.0 - went_on_s, 9.0)]

    (entry,) = entries(talk, floors(talk))

    assert entry.is_premature is is_premature
    assert (entry.speaker, entry.holder, entry.held_s) == (BOB, ANN, 4.0 - went_on_s)


def test_an_entry_after_silence_is_not_premature() -> None:
    talk = [Talk(ANN, 0.0, 4.0), Talk(BOB, 5.0, 9.0)]

    assert [entry.is_premature for entry in entries(talk, floors(talk))] == [False]


def test_who_is_talked_down_has_not_yielded_and_who_stops_has() -> None:
    talk = [Talk(ANN, 0.0, 9.0), Talk(BOB, 2.0, 4.0), Talk(CAT, 8.0, 12.0)]

    found = yields(talk, floors(talk))

    assert [(item.interrupter, item.latency_s, item.is_yielded) for item in found] == [
        (BOB, 7.0, False),
        (CAT, 1.0, True),
    ]


def test_an_end_that_nobody_could_have_caused_is_no_yield() -> None:
    talk = [Talk(ANN, 0.0, 4.0), Talk(BOB, 3.875, 9.0)]

    assert yields(talk, floors(talk)) == ()


def test_backchannels_enter_interrupt_and_collide_with_nobody() -> None:
    talk = [Talk(ANN, 0.0, 60.0), Talk(BOB, 3.0, 3.5), Talk(BOB, 30.0, 31.5, "Right, got it.")]
    held = floors(talk)

    assert [*entries(talk, held), *yields(talk, held), *collisions(talk, held)] == []
    assert backchannel_rate(talk, held, BOB) == 2.0


def test_a_rate_of_listening_needs_somebody_to_listen_to() -> None:
    talk = [Talk(ANN, 0.0, 60.0), Talk(BOB, 3.0, 3.5)]

    assert backchannel_rate(talk, floors(talk), ANN) is None


def test_shares_and_their_inequality() -> None:
    assert speaking_shares([]) == {}
    assert list(speaking_shares([Talk(ANN, 0.0, 1.0), Talk(BOB, 1.0, 4.0)])) == [BOB, ANN]
    assert gini([1.0, 0.0, 0.0, 0.0]) == 0.75
    assert gini([]) == 0.0


@given(talk=talks(), later=st.integers(1, 400))
def test_moments_are_the_same_by_any_clock(talk: list[Talk], later: int) -> None:
    by_s = later * STEP
    moved = [
        replace(span, started_s=span.started_s + by_s, ended_s=span.ended_s + by_s) for span in talk
    ]

    now, then = floors(talk), floors(moved)

    assert [item.offset_s for item in offsets(talk, now)] == [
        item.offset_s for item in offsets(moved, then)
    ]
    assert [item.latency_s for item in yields(talk, now)] == [
        item.latency_s for item in yields(moved, then)
    ]
    assert len(entries(talk, now)) == len(entries(moved, then))


@given(talk=talks())
def test_every_interruption_is_an_entry_into_talk_and_every_collision_lasts(
    talk: list[Talk],
) -> None:
    held = floors(talk)
    entered = {(item.speaker, item.at_s) for item in entries(talk, held)}

    assert {(item.interrupter, item.at_s) for item in yields(talk, held)} <= entered
    assert all(item.latency_s > 0.0 for item in yields(talk, held))
    assert all(item.ended_s > item.started_s for item in collisions(talk, held))
    assert all(item.before != item.after for item in offsets(talk, held))
