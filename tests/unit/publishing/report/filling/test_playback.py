"""A line of the player has the times of its words: those of the record, or a guess that says so."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.publishing.report.filling import playback
from modylbench.recording.events import SpokenWord, Utterance

seconds = st.floats(min_value=0.0, max_value=1e6, allow_nan=False)


def utterance(*times: tuple[float, float], text: str = "Sub is two") -> Utterance:
    """Something said from 10 s to 13 s."""
    spoken = zip(text.split(), times, strict=False)
    words = tuple(
        SpokenWord(text=word, started_s=start_s, ended_s=end_s) for word, (start_s, end_s) in spoken
    )
    return Utterance(id="u", speaker="ann", text=text, started_s=10.0, ended_s=13.0, words=words)


def moments(times: list[int], from_s: float) -> list[tuple[float, float]]:
    """The times as the page reads them."""
    found, at = [], from_s
    for gap, length in zip(times[::2], times[1::2], strict=True):
        start = at + gap / 100
        at = start + length / 100
        found.append((round(start, 2), round(at, 2)))
    return found


def test_the_record_s_own_times_are_kept() -> None:
    said = [(10.1, 10.5), (10.9, 11.0), (12.25, 12.75)]
    times, is_estimated = playback._times(utterance(*said), "Sub is two", b"")

    assert moments(times, 10.0) == said
    assert not is_estimated


def test_without_times_they_are_estimated_and_that_is_said() -> None:
    for known in ([], [(10.0, 11.0)]):
        times, is_estimated = playback._times(utterance(*known), "Sub is two", b"")
        told = moments(times, 10.0)

        assert is_estimated
        assert (told[0][0], told[-1][1]) == (10.0, 13.0)


@given(st.lists(st.tuples(seconds, seconds), min_size=3, max_size=3))
def test_times_that_an_agent_claims_stay_within_its_line_and_in_order(
    claimed: list[tuple[float, float]],
) -> None:
    times, _ = playback._times(utterance(*claimed), "Sub is two", b"")
    told = [edge for word in moments(times, 10.0) for edge in word]

    assert min(times) >= 0
    assert told == sorted(told)
    assert 10.0 <= told[0] <= told[-1] <= 13.0
