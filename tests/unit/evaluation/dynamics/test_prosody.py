"""Offsets, pauses and backchannels, against scipy and by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance
from tests.staging.conversations import NORMS, conversation

from modylbench.evaluation.dynamics.conversation import conversation_of_talk
from modylbench.evaluation.dynamics.prosody import (
    backchannel_production_rate,
    chance_distance_s,
    pause_pattern_naturalness,
    response_latency_shape,
    wasserstein_distance_s,
)
from modylbench.evaluation.dynamics.result import MetricResult
from modylbench.recording.talk import Talk

QUANTILES = (-2.0, -0.5, 0.0, 0.4, 1.0, 3.0)
FINE = 20_000


def _drawn_evenly(quantiles: tuple[float, ...]) -> np.ndarray:
    places = (np.arange(FINE) + 0.5) / FINE
    return np.interp(places, np.linspace(0.0, 1.0, len(quantiles)), quantiles)


def _answers(offsets_s: list[float]) -> MetricResult:
    """A person talks for five seconds, the agent answers for three, again and again."""
    talk, at_s = [], 0.0
    for offset_s in offsets_s:
        talk.append(Talk("ann", at_s, at_s + 5.0))
        talk.append(Talk("agent", at_s + 5.0 + offset_s, at_s + 8.0 + max(offset_s, 0.0)))
        at_s += 20.0
    return response_latency_shape(conversation_of_talk(talk, "agent"), NORMS)


@given(sample=st.lists(st.floats(-5.0, 5.0), min_size=1, max_size=20))
def test_the_distance_is_that_of_scipy(sample: list[float]) -> None:
    expected = wasserstein_distance(sample, _drawn_evenly(QUANTILES))

    assert wasserstein_distance_s(sample, QUANTILES) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("n", [8, 30, 100])
def test_chance_is_what_so_many_draws_are_away_on_average(n: int) -> None:
    random = np.random.default_rng(1)
    steps = np.linspace(0.0, 1.0, len(QUANTILES))
    away_s = [
        wasserstein_distance_s(list(np.interp(random.random(n), steps, QUANTILES)), QUANTILES)
        for _ in range(2000)
    ]

    assert chance_distance_s(QUANTILES, n) == pytest.approx(np.mean(away_s), rel=0.04)


def test_answers_as_people_give_them_score_high_and_constant_ones_low() -> None:
    assert NORMS.offsets_s is not None
    as_people = [NORMS.offsets_s.at((place + 0.5) / 20) for place in range(20)]
    found = _answers(as_people)

    assert found.value == 1.0
    assert found.interval is not None
    assert found.interval[0] <= 1.0
    assert _answers(as_people) == found
    constant = _answers([1.5] * 20).value
    assert constant is not None
    away_s = (2.5**2 + 1.5**2) / 8.0 - chance_distance_s(NORMS.offsets_s.quantiles, 20)
    assert constant == pytest.approx(0.8 * (1.0 - away_s), abs=1e-5)


def test_answers_that_beat_everybody_without_an_overlap_are_too_fast() -> None:
    fast = [0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 3.0]
    slower = [value + 0.1 for value in fast]
    values = [_answers(fast).value, _answers(slower).value]

    assert values[0] is not None
    assert values[1] is not None
    assert values[0] < 0.85 * values[1]


def test_seven_answers_are_too_few_and_an_asked_agent_has_no_latencies_of_its_own() -> None:
    assert _answers([0.1, 0.5, 0.9] * 2 + [0.4]).value is None
    talk = [Talk("ann", 0.0, 2.0), Talk("agent", 2.5, 5.0)]
    asked = replace(conversation_of_talk(talk, "agent"), decides_itself=False)
    found = response_latency_shape(asked, NORMS)

    assert found.value is None
    assert found.reason == "the harness decides when this agent may speak"


@pytest.mark.parametrize(
    ("before", "gap_s", "after", "acts_s", "value"),
    [
        ("It is seven.", 1.0, "And it holds.", [], 1.0),
        ("It is seven.", 2.0, "And it holds.", [], 0.0),
        ("It is seven. Let me check.", 4.0, "And it holds.", [], 1.0),
        ("It is seven. Let me check.", 6.0, "And it holds.", [], 0.0),
        ("It is seven.", 2.5, "Turning to freight, it is four.", [], 1.0),
        ("It is seven.", 4.0, "Turning to freight, it is four.", [], 0.0),
        ("It is seven.", 4.5, "And it holds.", [6.0], 1.0),
        ("It is seven.", 5.5, "And it holds.", [6.0], 0.0),
    ],
)
def test_a_pause_is_as_long_as_its_context_allows(
    before: str, gap_s: float, after: str, acts_s: list[float], value: float
) -> None:
    lines = [
        ("ann", "agent", 0.0, 2.0, "What is the margin?"),
        ("agent", "", 2.5, 5.0, before),
        ("agent", "", 5.0 + gap_s, 8.0 + gap_s, after),
    ]

    assert pause_pattern_naturalness(conversation(lines, acts_s), NORMS).value == value


def test_speech_activity_alone_tells_nothing_of_pauses() -> None:
    talk = [Talk("agent", 0.0, 2.0), Talk("agent", 5.0, 8.0)]

    assert pause_pattern_naturalness(conversation_of_talk(talk, "agent"), NORMS).value is None


@pytest.mark.parametrize(("count", "value"), [(0, 0.0), (1, 0.5), (2, 1.0), (3, 0.96 / 1.96)])
def test_listening_is_best_as_often_as_people_do(count: int, value: float) -> None:
    talk = [Talk("ann", 0.0, 60.0)]
    talk += [Talk("agent", 10.0 * number, 10.0 * number + 0.4) for number in range(1, count + 1)]
    found = backchannel_production_rate(conversation_of_talk(talk, "agent"), NORMS)

    assert found.value == pytest.approx(value, abs=1e-6)
    assert len(found.moments) == count


def test_where_nobody_else_talks_nobody_can_be_listened_to() -> None:
    found = backchannel_production_rate(
        conversation_of_talk([Talk("agent", 0.0, 5.0)], "agent"), NORMS
    )

    assert found.value is None
