"""The parts of an answer's latency add up, and none is negative."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.recording.events import StateChange
from modylbench.recording.latency import Latency, latency

times = st.floats(0.0, 100.0).map(lambda at_s: round(at_s, 3))
changes = st.builds(
    StateChange,
    state=st.sampled_from(["thinking", "speaking", "has_words", "listening"]),
    at_s=times,
)


@given(
    words_end_s=times,
    states=st.lists(changes, max_size=8).map(
        lambda all_: sorted(all_, key=lambda change: change.at_s)
    ),
    outputs=st.lists(times, max_size=5).map(sorted),
    first_voice_s=st.none() | times,
)
def test_no_part_is_negative(
    words_end_s: float, states: list[StateChange], outputs: list[float], first_voice_s: float | None
) -> None:
    outputs = [at_s for at_s in outputs if at_s >= words_end_s]

    found = latency(words_end_s, states=states, outputs=outputs, first_voice_s=first_voice_s)

    assert all(part is None or part >= 0.0 for part in in_order(found))
    if first_voice_s is not None and first_voice_s < words_end_s:
        assert found.response_s is not None
        assert found.response_s < 0.0
    elif found.response_s is not None:
        assert found.response_s >= 0.0


def in_order(found: Latency) -> tuple[float | None, ...]:
    return (found.endpointing_s, found.compute_s, found.tts_s, found.first_audio_s)


@given(
    words_end_s=times,
    waits=st.lists(st.floats(0.0, 20.0), min_size=4, max_size=4),
    told=st.sets(st.sampled_from(["has_words", "speaking", "output"])),
)
def test_parts_without_a_gap_add_up_to_the_whole(
    words_end_s: float, waits: list[float], told: set[str]
) -> None:
    endpointing_s, compute_s, tts_s, first_audio_s = waits
    thinking = round(words_end_s + endpointing_s, 3)
    words = round(thinking + compute_s, 3)
    speaking = round(words + tts_s, 3)
    states = [StateChange(state="thinking", at_s=thinking)]
    states += [StateChange(state="has_words", at_s=words)] * ("has_words" in told)
    states += [StateChange(state="speaking", at_s=speaking)] * ("speaking" in told)
    outputs = [speaking] * ("output" in told)

    found = latency(
        words_end_s, states=states, outputs=outputs, first_voice_s=speaking + first_audio_s
    )

    assert found.response_s is not None
    assert sum(part or 0.0 for part in in_order(found)) == pytest.approx(found.response_s, abs=1e-6)
    assert (found.tts_s is None) == ("has_words" not in told)
    is_known = "speaking" in told or told == {"output"}
    assert (found.first_audio_s is None) == (not is_known)
    if told >= {"has_words", "speaking"}:
        assert in_order(found) == pytest.approx(waits, abs=0.0021)


def test_words_that_come_after_the_first_sound_are_not_those_of_it() -> None:
    told = [("thinking", 10.5), ("speaking", 11.0), ("has_words", 15.0), ("speaking", 15.2)]
    states = [StateChange(state=state, at_s=at_s) for state, at_s in told]

    found = latency(10.0, states=states, outputs=[], first_voice_s=11.25)

    assert in_order(found) == (0.5, 0.5, None, 0.25)


def test_one_who_writes_has_no_sound_to_wait_for() -> None:
    told = [("thinking", 10.5), ("has_words", 11.0)]
    states = [StateChange(state=state, at_s=at_s) for state, at_s in told]

    found = latency(10.0, states=states, outputs=[11.5], first_voice_s=None)

    assert in_order(found) == (0.5, 0.5, None, None)
    assert found.response_s == 1.5


def test_the_thinking_that_goes_on_at_the_last_word_is_that_of_the_answer() -> None:
    states = [
        StateChange(state="thinking", at_s=2.0),
        StateChange(state="listening", at_s=3.0),
        StateChange(state="thinking", at_s=9.7),
    ]

    found = latency(10.0, states=states, outputs=[10.9], first_voice_s=11.0)

    assert found == Latency(response_s=1.0, compute_s=1.2, first_audio_s=0.1)
