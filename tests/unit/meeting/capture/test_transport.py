"""Transport is measured by the sound, and by the link where there is none."""

import pytest
from tests.staging.meetings import tone
from tests.unit.meeting.capture.sound.test_track import FRAME, chunks, heard

from modylbench.meeting.capture.sound.track import Track
from modylbench.meeting.capture.transport import PlayedSpeech, sound_path_s, transport_latency_s
from modylbench.meeting.room import Transport

SPEECH = bytes(7 * FRAME) + tone(1.0)


def arrived(delay_s: float) -> Track:
    return heard(chunks(bytes(50 * FRAME) + SPEECH, start_s=9.0 + delay_s, frames=1))


@pytest.mark.parametrize("delay_s", [0.0, 0.075, 0.4])
def test_the_first_word_shows_how_long_it_was_under_way(delay_s: float) -> None:
    found = sound_path_s(PlayedSpeech("priya", 10.0, SPEECH), arrived(delay_s))

    assert found == pytest.approx(delay_s, abs=0.001)


def test_a_voice_that_cannot_be_the_one_that_was_played_shows_nothing() -> None:
    assert sound_path_s(PlayedSpeech("priya", 10.0, SPEECH), arrived(5.0)) is None
    assert sound_path_s(PlayedSpeech("priya", 12.0, SPEECH), arrived(0.0)) is None
    assert sound_path_s(PlayedSpeech("priya", 10.0, bytes(FRAME)), arrived(0.0)) is None
    assert sound_path_s(None, arrived(0.0)) is None
    assert sound_path_s(PlayedSpeech("priya", 10.0, SPEECH), Track("priya")) is None


def test_without_a_word_the_link_tells() -> None:
    link = Transport(round_trip_s=0.04, buffered_s=0.06)

    assert transport_latency_s(link, 0.12) == 0.12
    assert transport_latency_s(link, None) == pytest.approx(0.1)
    assert transport_latency_s(None, 0.0) is None  # in process nothing is under way
