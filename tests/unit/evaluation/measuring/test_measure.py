"""The agent's times are read from the voices, and from the words without sound."""

from tests.staging.recordings import words

from modylbench.evaluation.measuring.measure import timing_of
from modylbench.recording.events import VoiceSpan
from modylbench.recording.latency import Latency
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

Span = tuple[float, float]


def turn(*, said: tuple[Span, ...] = (), voices: tuple[tuple[str, Span], ...] = ()) -> RecordedTurn:
    return RecordedTurn(
        turn_index=1, beat="b", beat_number=1, phase="work", edge_case=None,
        human=HumanTurn(
            speaker="priya", channel="voice", text="Hi.", alternative=0, started_s=0, ended_s=10
        ),
        agent=AgentTurn(
            outcome="answered", ended_s=60, latency=Latency(response_s=1.5),
            said=tuple(words("x", a, b) for a, b in said),
        ),
        voices=tuple(VoiceSpan(identity=who, started_s=a, ended_s=b) for who, (a, b) in voices),
    )  # fmt: skip


def test_seconds_of_both_voices_at_once_are_talk_over() -> None:
    voices = (("priya", (0.0, 4.0)), ("priya", (5.0, 10.0)), ("agent", (3.0, 6.5)))

    timing = timing_of(turn(said=((20.0, 30.0),), voices=(*voices, ("agent", (20.0, 30.0)))))

    assert timing.talk_over_s == 2.5
    assert timing.spoken_s == 13.5
    assert timing.response_s == 1.5


def test_without_sound_the_times_of_the_words_count() -> None:
    timing = timing_of(turn(said=((8.0, 12.0), (15.0, 20.0))))

    assert (timing.talk_over_s, timing.spoken_s, timing.longest_pause_s) == (2.0, 9.0, 3.0)


def test_the_longest_pause_is_inside_the_answer_not_before_it() -> None:
    voices = (("agent", (1.0, 2.0)), ("agent", (30.0, 40.0)), ("agent", (44.5, 50.0)))

    assert timing_of(turn(voices=voices)).longest_pause_s == 4.5


def test_parts_of_one_voice_that_overlap_count_once() -> None:
    voices = (("agent", (5.0, 12.0)), ("agent", (6.0, 9.0)), ("priya", (0.0, 10.0)))

    assert timing_of(turn(voices=voices)).talk_over_s == 5.0


def test_who_says_nothing_has_no_times_of_speech() -> None:
    timing = timing_of(turn())

    assert (timing.spoken_s, timing.longest_pause_s, timing.talk_over_s) == (None, None, 0.0)
