"""A loop that is told to end clears up first, and ends though something in it will not."""

import asyncio
import os
import signal
import time

import pytest

from modylbench.foundation import event_loop
from modylbench.foundation.event_loop import EXIT_TERMINATED, run_to_end


def test_told_to_end_it_clears_up_once_and_leaves() -> None:
    cleared: list[str] = []

    async def meeting() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(60)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(0.05)
            cleared.append("the room")

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as left:
        run_to_end(meeting)

    assert left.value.code == EXIT_TERMINATED == 143
    assert cleared == ["the room"]
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_task_that_will_not_end_is_left_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "CLOSING_S", 0.2)
    goes_on = True

    async def stubborn() -> None:
        while goes_on:
            try:
                await asyncio.sleep(0.01)
            except asyncio.CancelledError:
                continue

    async def meeting() -> asyncio.Task[None]:
        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0.05)
        return task

    began = time.perf_counter()
    task = run_to_end(meeting)

    assert time.perf_counter() - began < 2
    assert not task.done()
    task._log_destroy_pending = False  # type: ignore[attr-defined]


def test_what_it_returns_or_raises_comes_out() -> None:
    async def seven() -> int:
        return 7

    async def fails() -> int:
        raise ZeroDivisionError

    assert run_to_end(seven) == 7
    with pytest.raises(ZeroDivisionError):
        run_to_end(fails)
