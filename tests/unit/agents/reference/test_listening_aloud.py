"""Where in somebody's words there is a pause to murmur into."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.reference.listening_aloud import (
    AFTER_ONSET_S,
    BEFORE_END_S,
    SOUNDS,
    pauses_s,
)
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.recording.talk import BACKCHANNEL_S, sounds_like_listening


@given(st.lists(st.sampled_from(["We booked it", "in full", "on Monday", "as agreed"]), max_size=9))
def test_pauses_lie_between_the_first_words_and_the_last(clauses: list[str]) -> None:
    text = ", ".join(clauses) + "."
    found = list(pauses_s(text))

    assert found == sorted(found)
    assert all(AFTER_ONSET_S <= at_s <= estimated_duration_s(text) - BEFORE_END_S for at_s in found)


def test_figures_and_short_lines_have_no_pause() -> None:
    assert list(pauses_s("It came to 1,412.50 dollars for the whole of the third quarter")) == []
    assert list(pauses_s("No, it did not.")) == []


@pytest.mark.parametrize("sound", SOUNDS)
def test_every_sound_is_one_of_listening_and_short(sound: str) -> None:
    assert sounds_like_listening(sound)
    assert estimated_duration_s(sound) < BACKCHANNEL_S
