"""Does only an agent's own computing make the wall's time pass?"""

import time

from modylbench.agents.meter import Meter
from modylbench.foundation.virtual_time import VirtualClock


def passed_s(clock: VirtualClock) -> float:
    """How much of 20 ms on the wall counts in the meeting."""
    before_s = clock.now_s()
    time.sleep(0.02)
    return clock.now_s() - before_s


def test_time_passes_while_working_and_not_while_resting() -> None:
    clock = VirtualClock()
    meter = Meter(clock, is_measured=True)

    assert passed_s(clock) == 0.0
    with meter.working():
        assert passed_s(clock) >= 0.02
        with meter.resting(), meter.resting():
            assert passed_s(clock) == 0.0
        assert passed_s(clock) >= 0.02
    assert passed_s(clock) == 0.0
    assert not clock.waits_for_the_wall


def test_who_is_not_measured_takes_no_time() -> None:
    clock = VirtualClock()
    meter = Meter(clock, is_measured=False)

    with meter.working():
        assert passed_s(clock) == 0.0
        with meter.resting():
            assert passed_s(clock) == 0.0


def test_a_rest_that_outlives_its_call_does_not_count_in_the_next() -> None:
    clock = VirtualClock()
    meter = Meter(clock, is_measured=True)
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
    meter = Meter(clock, is_measured=True)

    with meter.resting(), meter.working():
        assert passed_s(clock) >= 0.02
