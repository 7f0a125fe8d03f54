"""On a real clock others act while a thread works."""

import asyncio
import threading

import pytest

from modylbench.foundation.clock import Clock, RealClock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.capture.background_work import run_in_background


def test_others_act_while_a_thread_works() -> None:
    gate = threading.Event()

    async def meeting() -> bool:
        asyncio.get_running_loop().call_soon(gate.set)
        return await run_in_background(lambda: gate.wait(5.0), RealClock())

    assert asyncio.run(meeting())


def test_who_is_cancelled_waits_for_the_thread() -> None:
    gate, done = threading.Event(), threading.Event()

    def work() -> None:
        gate.wait(5.0)
        done.set()

    async def meeting() -> bool:
        task = asyncio.create_task(run_in_background(work, RealClock()))
        await asyncio.sleep(0.01)
        task.cancel()
        asyncio.get_running_loop().call_later(0.05, gate.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        return done.is_set()

    assert asyncio.run(meeting())


def test_on_virtual_time_nobody_acts_meanwhile() -> None:
    async def meeting(clock: Clock) -> list[str]:
        acts: list[str] = []
        asyncio.get_running_loop().call_soon(acts.append, "other")
        await run_in_background(lambda: acts.append("work"), clock)
        await clock.sleep(0.1)
        return acts

    assert hold(meeting) == ["work", "other"]
