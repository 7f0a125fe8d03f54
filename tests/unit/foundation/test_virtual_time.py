"""An hour takes no time, an agent's own seconds count, and all is repeatable."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable

import pytest

from modylbench.foundation.virtual_time import MeetingStuck, VirtualClock, hold

WORK_S = 0.1
SLACK_S = 0.5  # a busy machine's


def work() -> str:
    time.sleep(WORK_S)
    return "done"


def wall_s(act: Callable[[], object]) -> float:
    before = time.perf_counter()
    act()
    return time.perf_counter() - before


def test_an_hour_passes_without_being_waited_for() -> None:
    async def meeting(clock: VirtualClock) -> float:
        for _ in range(60):
            await clock.sleep(60)
        return clock.now_s()

    took_s = wall_s(lambda: hold(meeting))

    assert hold(meeting) == pytest.approx(3600.0)
    assert took_s < 2.0


def test_sleepers_wake_in_the_order_of_their_time() -> None:
    async def meeting(clock: VirtualClock) -> list[tuple[str, float]]:
        woken: list[tuple[str, float]] = []

        async def sleeper(name: str, seconds: float) -> None:
            await clock.sleep(seconds)
            woken.append((name, clock.now_s()))

        async with asyncio.TaskGroup() as group:
            for name, seconds in (("late", 9.0), ("early", 0.5), ("middle", 3.25)):
                group.create_task(sleeper(name, seconds))
        return woken

    assert hold(meeting) == [("early", 0.5), ("middle", 3.25), ("late", 9.0)]


def test_time_outs_of_the_loop_are_of_the_meeting() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(100):
                await asyncio.Event().wait()
        return clock.now_s()

    assert hold(meeting) == pytest.approx(100.0)


def test_computing_outside_work_takes_no_time() -> None:
    async def meeting(clock: VirtualClock) -> float:
        time.sleep(0.02)  # noqa: ASYNC251
        await clock.sleep(0)
        return clock.now_s()

    assert hold(meeting) == 0.0


def test_work_adds_the_seconds_it_took() -> None:
    async def meeting(clock: VirtualClock) -> float:
        await clock.sleep(5)
        with clock.working():
            work()
        await clock.sleep(5)
        return clock.now_s()

    assert 10 + WORK_S <= hold(meeting) < 10 + WORK_S + SLACK_S


def test_the_wait_of_others_is_a_real_one_while_somebody_works() -> None:
    async def meeting(clock: VirtualClock) -> tuple[str, float]:
        with clock.working():
            answer = await asyncio.to_thread(work)
        return answer, clock.now_s()

    answer, now_s = hold(meeting)

    assert answer == "done"
    assert WORK_S <= now_s < WORK_S + SLACK_S


def test_two_who_work_at_once_take_as_long_as_the_wall_says() -> None:
    async def meeting(clock: VirtualClock) -> float:
        async def agent() -> None:
            with clock.working():
                await asyncio.to_thread(work)

        async with asyncio.TaskGroup() as group:
            group.create_task(agent())
            group.create_task(agent())
        return clock.now_s()

    passed: list[float] = []
    took_s = wall_s(lambda: passed.append(hold(meeting)))

    assert WORK_S <= passed[0] <= took_s


def test_resting_inside_work_is_not_waited_for() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.working():
            with clock.resting():
                await clock.sleep(1000)
            work()
        return clock.now_s()

    took_s = wall_s(lambda: hold(meeting))

    assert took_s < 2.0
    assert 1000 + WORK_S <= hold(meeting) < 1000 + WORK_S + SLACK_S


@pytest.mark.parametrize("rests", [1, 10])
def test_a_rest_is_at_least_as_long_as_on_the_wall(rests: int) -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.working():
            for _ in range(rests):
                with clock.resting():
                    await clock.sleep(1e-9)
                    time.sleep(WORK_S / rests)  # noqa: ASYNC251 - as an agent in another process
        return clock.now_s()

    assert WORK_S <= hold(meeting) < WORK_S + SLACK_S


def test_a_rest_is_no_longer_for_what_is_done_in_a_pause_or_shorter_than_it_was() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.pausing():
            work()
        with clock.working():
            with clock.resting(), clock.pausing():
                work()
            with clock.resting():
                work()
                await clock.sleep(100)
        return clock.now_s()

    assert 100 <= hold(meeting) < 100 + WORK_S


def test_while_another_one_works_a_rest_takes_real_time() -> None:
    async def meeting(clock: VirtualClock) -> float:
        async def working() -> None:
            with clock.working():
                await asyncio.to_thread(work)

        task = asyncio.create_task(working())
        await clock.sleep(0)
        before = time.perf_counter()
        with clock.working(), clock.resting():
            await clock.sleep(WORK_S / 2)
        rested_s = time.perf_counter() - before
        await task
        return rested_s

    assert hold(meeting) >= WORK_S / 2 - 0.01


def test_a_pause_stops_the_clock_for_all() -> None:
    async def meeting(clock: VirtualClock) -> tuple[float, list[float]]:
        woken: list[float] = []

        async def other() -> None:
            await clock.sleep(WORK_S / 10)
            woken.append(clock.now_s())

        task = asyncio.create_task(other())
        await clock.sleep(0)
        with clock.working(), clock.pausing():
            frozen_s = clock.now_s()
            await asyncio.to_thread(work)
            assert clock.now_s() == frozen_s
            assert not woken
        await task
        return frozen_s, woken

    frozen_s, woken = hold(meeting)

    assert frozen_s < WORK_S
    assert woken[0] >= WORK_S / 10


def test_pauses_inside_pauses_end_with_the_outermost() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.working(), clock.pausing():
            with clock.pausing():
                work()
            work()
            frozen_s = clock.now_s()
        assert frozen_s < WORK_S
        before = time.perf_counter()
        with clock.working(), clock.working():
            work()
        assert clock.now_s() - frozen_s <= time.perf_counter() - before + 0.01
        return clock.now_s() - frozen_s

    assert hold(meeting) >= WORK_S  # and work inside work counts once


def test_an_error_inside_gives_the_clock_back() -> None:
    async def meeting(clock: VirtualClock) -> bool:
        for doing in (clock.working, clock.pausing):
            with pytest.raises(ZeroDivisionError), doing():
                raise ZeroDivisionError
        return clock.waits_for_the_wall

    assert hold(meeting) is False


def test_a_meeting_in_which_all_wait_for_each_other_ends() -> None:
    async def meeting(clock: VirtualClock) -> None:
        await clock.sleep(7)
        await asyncio.Event().wait()

    with pytest.raises(MeetingStuck, match="cannot go on"):
        hold(meeting)


def test_threads_are_waited_for_under_work_and_under_a_pause_alone() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.pausing():
            assert await asyncio.to_thread(work) == "done"
        return clock.now_s()

    async def careless(_: VirtualClock) -> None:
        await asyncio.to_thread(work)

    assert hold(meeting) == 0.0
    with pytest.raises(MeetingStuck):
        hold(careless)


def test_equal_meetings_see_equal_times() -> None:
    async def meeting(clock: VirtualClock) -> list[tuple[int, float]]:
        seen: list[tuple[int, float]] = []

        async def participant(number: int) -> None:
            for step in range(50):
                await clock.sleep(0.1 * ((number * 7 + step * 3) % 11) + 0.013)
                seen.append((number, clock.now_s()))

        async with asyncio.TaskGroup() as group:
            for number in range(8):
                group.create_task(participant(number))
        return seen

    first = hold(meeting)

    assert len(first) == 400
    assert first == hold(meeting)


def test_tasks_that_are_still_at_it_are_ended_with_the_meeting() -> None:
    ended: list[str] = []

    async def meeting(clock: VirtualClock) -> str:
        async def endless() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await clock.sleep(0.01)
                ended.append("task")

        def thread() -> None:
            work()
            ended.append("thread")

        tasks = [asyncio.create_task(endless()), asyncio.create_task(asyncio.to_thread(thread))]
        await clock.sleep(0)
        return f"{len(tasks)} left"

    assert hold(meeting) == "2 left"
    assert sorted(ended) == ["task", "thread"]


def test_a_failure_of_the_meeting_comes_out_and_nothing_stays_behind() -> None:
    before = threading.active_count()

    async def meeting(clock: VirtualClock) -> None:
        with clock.working():
            await asyncio.to_thread(work)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        hold(meeting)

    assert threading.active_count() == before


def test_work_aside_that_never_ends_does_not_hold_the_meeting_for_ever() -> None:
    async def meeting(clock: VirtualClock) -> None:
        with clock.pausing():
            await asyncio.Event().wait()

    with pytest.raises(MeetingStuck, match=r"waited 0\.2 s for work of its own"):
        hold(meeting, stuck_s=0.2)


def test_a_task_that_will_not_be_cancelled_does_not_keep_the_meeting_open() -> None:
    async def stubborn() -> None:
        while True:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    async def meeting(clock: VirtualClock) -> str:
        task = asyncio.create_task(stubborn())
        await clock.sleep(1)
        return f"{task.done()}"

    start = time.perf_counter()

    assert hold(meeting) == "False"
    assert time.perf_counter() - start < 20


def test_in_a_pause_time_outs_and_waits_are_the_walls_and_the_meeting_sees_none() -> None:
    async def meeting(clock: VirtualClock) -> tuple[float, bool]:
        woken = False

        async def other() -> None:
            nonlocal woken
            await clock.sleep(WORK_S / 10)
            woken = True

        task = asyncio.create_task(other())
        await clock.sleep(0)
        with clock.pausing():
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(WORK_S):
                    await asyncio.Event().wait()
            async with asyncio.TaskGroup() as group:
                for share in (1.0, 0.5):
                    group.create_task(asyncio.sleep(share * WORK_S))
            was_woken = woken
        frozen_s = clock.now_s()
        await task
        return frozen_s, was_woken

    results: list[tuple[float, bool]] = []
    took_s = wall_s(lambda: results.append(hold(meeting)))

    assert results == [(0.0, False)]
    assert 2 * WORK_S <= took_s < 2 * WORK_S + SLACK_S


def test_the_loops_time_passes_in_a_pause_for_whoever_looks_at_deadlines() -> None:
    async def meeting(clock: VirtualClock) -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        await clock.sleep(5)
        with clock.pausing():
            deadline = loop.time() + WORK_S
            with clock.pausing():
                await asyncio.sleep(WORK_S)
            assert loop.time() >= deadline
        return loop.time(), clock.now_s()

    assert hold(meeting) == (5.0, 5.0)


def test_what_was_begun_in_a_pause_goes_on_in_the_meetings_time() -> None:
    async def meeting(clock: VirtualClock) -> float:
        with clock.pausing():
            task = asyncio.create_task(asyncio.sleep(1000))
            await asyncio.sleep(0)
        await task
        await asyncio.create_task(asyncio.sleep(1000))
        return clock.now_s()

    results: list[float] = []
    took_s = wall_s(lambda: results.append(hold(meeting)))

    assert results[0] == pytest.approx(2000.0, abs=SLACK_S)
    assert took_s < SLACK_S


def test_a_cancelled_timer_of_a_pause_is_not_waited_for() -> None:
    async def meeting(clock: VirtualClock) -> str:
        with clock.pausing():
            async with asyncio.timeout(1000):
                return await asyncio.to_thread(work)

    assert wall_s(lambda: hold(meeting)) < WORK_S + SLACK_S


def test_a_pause_in_which_nothing_can_happen_ends_all_the_same() -> None:
    async def meeting(clock: VirtualClock) -> None:
        with clock.pausing():
            await asyncio.Event().wait()

    with pytest.raises(MeetingStuck, match="for work of its own"):
        hold(meeting, stuck_s=WORK_S)
