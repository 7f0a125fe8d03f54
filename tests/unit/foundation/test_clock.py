"""The real clock tells the time of the wall, from zero, whatever is done in it."""

import asyncio

from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import VirtualClock


def test_it_starts_at_zero_and_never_goes_back() -> None:
    clock = RealClock()
    times = [clock.now_s() for _ in range(1000)]

    assert 0.0 <= times[0] < 0.5
    assert times == sorted(times)


def test_sleeping_takes_that_long() -> None:
    clock = RealClock()
    before_s = clock.now_s()

    asyncio.run(clock.sleep(0.05))

    assert 0.05 <= clock.now_s() - before_s < 1.0


def test_time_passes_whatever_anybody_does() -> None:
    async def meeting(clock: Clock) -> list[float]:
        took_s = []
        for doing in (clock.working, clock.resting, clock.pausing):
            before_s = clock.now_s()
            with doing():
                await clock.sleep(0.02)
            took_s.append(clock.now_s() - before_s)
        return took_s

    assert all(took_s >= 0.02 for took_s in asyncio.run(meeting(RealClock())))


def test_each_says_which_it_is() -> None:
    clocks: list[Clock] = [RealClock(), VirtualClock()]

    assert [clock.is_virtual for clock in clocks] == [False, True]
