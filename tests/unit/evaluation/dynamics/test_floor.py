"""The floor by hand, and against a slow reference on a grid of 10 ms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.conversations import NORMS, conversation

from modylbench.evaluation.dynamics.conversation import MeasuredConversation, conversation_of_talk
from modylbench.evaluation.dynamics.floor import (
    collision_resolution_time,
    competitive_interruptions,
    floor_entry_precision,
    floor_yielding_latency,
)
from modylbench.recording.talk import Talk, is_backchannel

INTERRUPTED = ("agent", "", 0.0, 6.0, "The margin is seven percent, and there is more to it.")
LONG = ("ann", "bob", 0.0, 10.0, "I would like to tell you all that I know of the ledger.")
STEP_S = 0.01


def test_falling_silent_at_once_is_worth_all_and_talking_on_little() -> None:
    soon = conversation([INTERRUPTED, ("ann", "agent", 5.0, 9.0, "Stop, which margin is it?")])
    late = conversation([
        ("agent", "", 0.0, 9.0, "The margin is seven percent."),
        ("ann", "agent", 5.5, 12.0, "Stop, which margin is it?"),
    ])  # fmt: skip

    assert floor_yielding_latency(soon, NORMS).value == 1.0
    # 3.5 s between P75, 3.0 s, and P99, 3.96 s
    assert floor_yielding_latency(late, NORMS).value == pytest.approx(0.46 / 0.96, abs=1e-6)
    assert collision_resolution_time(late, NORMS).value == pytest.approx(0.46 / 0.96, abs=1e-6)


def test_backchannels_interrupt_nobody() -> None:
    found = floor_yielding_latency(
        conversation([INTERRUPTED, ("ann", "agent", 2.0, 2.5, "Mm-hm.")]), NORMS
    )

    assert found.value is None
    assert found.reason == "nobody interrupted the agent"


def test_entries_while_the_holder_goes_on_are_too_early() -> None:
    early = conversation([LONG, ("agent", "", 5.0, 8.0, "I know that one.")])
    due = conversation([LONG, ("agent", "", 9.8, 13.0, "I know that one.")])

    assert floor_entry_precision(early, NORMS).value == 0.0  # all of its entries
    assert floor_entry_precision(due, NORMS).value == 1.0


@pytest.mark.parametrize(("begins_s", "count"), [(0.6, 0), (1.5, 1), (8.9, 1), (9.2, 0), (10.5, 0)])
def test_cutting_in_takes_a_floor_and_something_left_to_say(begins_s: float, count: int) -> None:
    own = ("agent", "", begins_s, begins_s + 2.0, "Let me stop you there.")

    assert len(competitive_interruptions(conversation([LONG, own]))) == count


def test_who_was_just_called_on_does_not_cut_in() -> None:
    calls = ("ann", "agent", 0.0, 2.0, "Agent, what do you say?")
    goes_on = ("ann", "bob", 2.1, 9.0, "Bob has his own view of it, as we all know by now.")
    own = ("agent", "", 3.5, 6.0, "It is seven percent.")

    assert competitive_interruptions(conversation([calls, goes_on, own])) == ()
    silent = conversation([calls, ("ann", "bob", 2.1, 12.0, goes_on[4]),
                           ("agent", "", 6.0, 8.0, own[4])])  # fmt: skip
    assert len(competitive_interruptions(silent)) == 1


def test_without_a_script_nobody_cuts_in() -> None:
    talk = [Talk("ann", 0.0, 10.0), Talk("agent", 5.0, 8.0)]

    assert competitive_interruptions(conversation_of_talk(talk, "agent")) == ()


spans = st.lists(
    st.tuples(st.sampled_from(["ann", "bob", "agent"]), st.integers(0, 400), st.integers(5, 60)),
    min_size=1,
    max_size=12,
)


def _conversation(drawn: list[tuple[str, int, int]]) -> MeasuredConversation:
    """Each person's talk apart from their own by more than the gap that ends it."""
    free_from: dict[str, int] = {}
    talk = []
    for who, start, length in sorted(drawn, key=lambda span: (span[1], span[0])):
        begin = max(start, free_from.get(who, 0))
        talk.append(Talk(who, begin / 10.0, (begin + length) / 10.0))
        free_from[who] = begin + length + 4
    return conversation_of_talk(talk, "agent")


@given(drawn=spans)
def test_collisions_and_premature_entries_are_those_of_a_grid(
    drawn: list[tuple[str, int, int]],
) -> None:
    made = _conversation(drawn)
    taking = [span for span in made.talk if not is_backchannel(span, made.floors)]
    together_s = _seconds_together(taking)
    found = collision_resolution_time(made, NORMS)

    assert sum(event.value or 0.0 for event in found.moments) == pytest.approx(together_s, abs=0.05)
    early = [
        span
        for span in taking
        if span.speaker == "agent"
        and (holder := _holder_before(made, span.started_s)) not in ("", "agent")
        and _talks_on(made, holder, span.started_s)
    ]
    entries = floor_entry_precision(made, NORMS).moments
    assert sum(event.value == 0.0 for event in entries) == len(early)


@given(drawn=spans)
def test_every_time_to_yield_ends_where_the_agents_sound_does(
    drawn: list[tuple[str, int, int]],
) -> None:
    made = _conversation(drawn)

    for event in floor_yielding_latency(made, NORMS).moments:
        ticks = round(event.at_s / STEP_S)
        while _sounds(made, "agent", ticks):
            ticks += 1
        assert ticks * STEP_S - event.at_s == pytest.approx(event.value, abs=2 * STEP_S)


def _sounds(made: MeasuredConversation, who: str, tick: int) -> bool:
    at_s = (tick + 0.5) * STEP_S
    return any(span.speaker == who and span.started_s <= at_s < span.ended_s for span in made.talk)


def _seconds_together(talk: list[Talk]) -> float:
    """Grid cells in which the agent talks, once for each person who does."""
    last = round(max((span.ended_s for span in talk), default=0.0) / STEP_S)
    cells = 0
    for tick in range(last):
        at_s = (tick + 0.5) * STEP_S
        now = [span.speaker for span in talk if span.started_s <= at_s < span.ended_s]
        cells += (len(now) - 1) if "agent" in now else 0
    return cells * STEP_S


def _holder_before(made: MeasuredConversation, at_s: float) -> str:
    held = [floor for floor in made.floors if floor.started_s < at_s]
    return held[-1].holder if held else ""


def _talks_on(made: MeasuredConversation, who: str, at_s: float) -> bool:
    """Whether somebody's sound goes on for half a second from then, cell by cell."""
    first = round(at_s / STEP_S)
    began = any(span.speaker == who and span.started_s <= at_s for span in made.talk)
    return began and all(_sounds(made, who, tick) for tick in range(first, first + 50))
