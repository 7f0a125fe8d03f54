"""Only an agent's own computing lets the wall's time pass."""

import contextvars
import time

import numpy as np
import pytest

from modylbench.agents.seating.timing import (
    EARLIEST_S,
    LATEST_S,
    USUAL_FIRST_AUDIO_S,
    ComputeMeter,
    HumanTiming,
    run_in_background,
)
from modylbench.foundation.draw import Draw
from modylbench.foundation.virtual_time import VirtualClock


def passed_s(clock: VirtualClock) -> float:
    """How much of 20 ms on the wall counts in the meeting."""
    before_s = clock.now_s()
    time.sleep(0.02)
    return clock.now_s() - before_s


def test_time_passes_while_working_and_not_while_resting() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)

    assert passed_s(clock) == 0.0
    with meter.working():
        assert passed_s(clock) >= 0.02
        with meter.resting(), meter.resting():
            clock.skip(1.0)
            assert passed_s(clock) == 0.0
        assert passed_s(clock) >= 0.02
    assert passed_s(clock) == 0.0
    assert not clock.waits_for_the_wall


def test_who_is_not_measured_takes_no_time() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=False)

    with meter.working():
        assert passed_s(clock) == 0.0
        with meter.resting():
            assert passed_s(clock) == 0.0


def test_a_rest_that_outlives_its_call_does_not_count_in_the_next() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)
    outliving = meter.resting()

    with meter.working():
        outliving.__enter__()
    with meter.working():
        assert passed_s(clock) >= 0.02
        outliving.__exit__(None, None, None)
        assert passed_s(clock) >= 0.02
    assert not clock.waits_for_the_wall


def test_a_rest_outside_of_any_call_changes_nothing() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)

    with meter.resting(), meter.working():
        assert passed_s(clock) >= 0.02


def test_one_call_that_waits_does_not_stop_the_clock_of_another() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)

    with meter.working(), meter.working(), meter.resting():
        assert passed_s(clock) >= 0.02
        with meter.resting():
            assert passed_s(clock) == 0.0


def test_what_waits_beside_a_call_does_not_stop_its_clock() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)

    def beside() -> float:
        run_in_background()
        with meter.resting():
            return passed_s(clock)

    with meter.working():
        assert contextvars.copy_context().run(beside) >= 0.02
        with meter.resting():
            assert passed_s(clock) == 0.0


def test_who_computes_while_it_waits_for_nothing_is_charged_the_walls_time() -> None:
    clock = VirtualClock()
    meter = ComputeMeter(clock, is_measured=True)

    with meter.working():
        began_s = time.perf_counter()
        for _ in range(20):
            with meter.resting():
                clock.skip(1e-9)
                time.sleep(0.005)
        took_s = time.perf_counter() - began_s

    assert clock.now_s() == pytest.approx(took_s, abs=0.01)


def test_offsets_have_the_quantiles_of_peoples_within_what_is_wanted_of_an_agent() -> None:
    timing = HumanTiming(Draw("offsets"))

    offsets = [timing.offset_s() for _ in range(20_000)]

    published = {0.25: -0.87, 0.5: 0.04, 0.75: 0.86, 0.9: 2.39}  # AMI, SPEC 7's source
    for share, expected in published.items():
        assert np.quantile(offsets, share) == pytest.approx(expected, abs=0.08)
    assert min(offsets) == EARLIEST_S > -1.0  # a second would be a competitive interruption
    assert max(offsets) == LATEST_S


def test_who_does_not_know_what_is_coming_waits_for_a_gap_as_long_as_peoples() -> None:
    timing = HumanTiming(Draw("gaps"))

    gaps = [
        timing.endpointing_s() + timing.compute_s() + USUAL_FIRST_AUDIO_S for _ in range(20_000)
    ]

    assert np.quantile(gaps, 0.5) == pytest.approx(0.84, abs=0.05)
    assert np.quantile(gaps, 0.1) == pytest.approx(USUAL_FIRST_AUDIO_S, abs=0.01)
    assert max(gaps) == pytest.approx(LATEST_S, abs=0.002)


def test_a_gap_that_was_decided_on_is_used_once() -> None:
    timing = HumanTiming(Draw("decided"))
    timing.hear_out(1.25)

    waited_s = timing.endpointing_s() + timing.compute_s() + USUAL_FIRST_AUDIO_S

    assert waited_s == pytest.approx(1.25)
    others = {timing.endpointing_s() + timing.compute_s() for _ in range(50)}
    assert len(others) > 20
