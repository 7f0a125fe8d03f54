"""How loops, commands and processes end: with their tasks, by signals, with their parents."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from types import FrameType
    from typing import Any


T = TypeVar("T")

CLOSING_S = 5.0
EXIT_TERMINATED = 128 + signal.SIGTERM


def run_to_end(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What the coroutine returns, run on the wall's time in a loop of its own.

    Told to end by SIGTERM, it is cancelled, so that it can clear up, and SystemExit is raised.
    """
    loop = asyncio.new_event_loop()
    runner = asyncio.Runner(loop_factory=lambda: loop)
    was_told = threading.Event()

    async def cancellable() -> T:
        with _cancelled_by_sigterm(loop, was_told):
            return await make()

    try:
        return runner.run(cancellable())
    except asyncio.CancelledError:
        if was_told.is_set():
            raise SystemExit(EXIT_TERMINATED) from None
        raise
    finally:
        loop.run_until_complete(end_all(loop))
        asyncio.set_event_loop(None)
        loop.close()


async def end_all(loop: asyncio.AbstractEventLoop) -> None:
    """End all tasks and threads; those that do not within a few seconds are left to themselves.

    The runner's own way to close waits for a task that will not be cancelled for ever.
    """
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=CLOSING_S)
    await loop.shutdown_asyncgens()
    threads = asyncio.create_task(loop.shutdown_default_executor())
    await asyncio.wait({threads}, timeout=CLOSING_S)


def end_with_parent(end: Callable[[], None]) -> None:
    """In a process that another has started: call `end` once that one is gone, however it went."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            end()

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _cancelled_by_sigterm(
    loop: asyncio.AbstractEventLoop, was_told: threading.Event
) -> Iterator[None]:
    """Cancel the current task once when the process is told to end."""
    task = asyncio.current_task()
    if threading.current_thread() is not threading.main_thread() or task is None:
        yield  # signals come to the main thread only
        return

    def cancel() -> None:
        if not was_told.is_set():  # a second one must not cut the clearing up short
            was_told.set()
            task.cancel()

    before = signal.getsignal(signal.SIGTERM)
    loop.add_signal_handler(signal.SIGTERM, cancel)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
        signal.signal(signal.SIGTERM, before)


@contextmanager
def end_by_signals() -> Iterator[None]:
    """A closed terminal, or whoever asks us to end, ends what is inside as Ctrl-C does.

    Nothing where that cannot be: outside of the main thread, as in a notebook.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    signals = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interrupt) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
