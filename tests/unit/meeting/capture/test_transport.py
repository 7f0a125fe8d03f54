"""Is the way of sound between us and the room measured by the sound, and by the link without it?"""

import pytest
from tests.staging.meetings import tone
from tests.unit.meeting.capture.test_sound import FRAME, chunks, heard

from modylbench.meeting.capture.track import Track
from modylbench.meeting.capture.transport import Played, by_sound_s, transport_s
from modylbench.meeting.room import Transport

SPEECH = bytes(7 * FRAME) + tone(1.0)


def arrived(delay_s: float) -> Track:
    return heard(chunks(bytes(50 * FRAME) + SPEECH, start_s=9.0 + delay_s, frames=1))


@pytest.mark.parametrize("delay_s", [0.0, 0.075, 0.4])
def test_the_first_word_shows_how_long_it_was_under_way(delay_s: float) -> None:
    found = by_sound_s(Played("priya", 10.0, SPEECH), arrived(delay_s))

    assert found == pytest.approx(delay_s, abs=0.001)


def test_a_voice_that_cannot_be_the_one_that_was_played_shows_nothing() -> None:
    assert by_sound_s(Played("priya", 10.0, SPEECH), arrived(5.0)) is None
    assert by_sound_s(Played("priya", 12.0, SPEECH), arrived(0.0)) is None
    assert by_sound_s(Played("priya", 10.0, bytes(FRAME)), arrived(0.0)) is None
    assert by_sound_s(None, arrived(0.0)) is None
    assert by_sound_s(Played("priya", 10.0, SPEECH), Track("priya")) is None


def test_without_a_word_the_link_tells() -> None:
    link = Transport(round_trip_s=0.04, buffered_s=0.06)

    assert transport_s(link, 0.12) == 0.12
    assert transport_s(link, None) == pytest.approx(0.1)
    assert transport_s(None, 0.0) is None  # in process nothing is under way
