"""The thread in which the SDK lives, and how errors of ours in it come out.

asyncio and the SDK would swallow them: a voice that we fail to read would be an agent's silence.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType
    from typing import Any

    ErrorListener = Callable[[BaseException], object]

T = TypeVar("T")
P = ParamSpec("P")
K = TypeVar("K")
ENDING_S = 5.0  # ours: what has not ended by then is left behind with its thread
KEPT_S = 120.0  # ours: until even what must not be broken off is; the SDK gives up sooner


class MediaThread:
    """A thread with an event loop of its own, in which all of the SDK's objects of one room live.

    Rendering, synthesis and files keep the meeting's loop busy for tenths of a second at a time;
    frames of sound come every hundredth.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._kept: set[asyncio.Task[Any]] = set()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What the coroutine returns that is made and run in the thread.

        Who is cancelled while waiting for it cancels it there too.
        """

        async def run_made() -> T:
            return await make()

        running = asyncio.run_coroutine_threadsafe(run_made(), self._loop)
        return await asyncio.wrap_future(running)

    def post(self, act: Callable[[], object]) -> None:
        """Do something in the thread, soon."""
        self._loop.call_soon_threadsafe(act)

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin, in the thread, what must not be broken off: the thread ends after it."""
        task = self._loop.create_task(work)
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)
        return task

    async def stop(self) -> None:
        """End all tasks of the thread, and the thread; one with work to keep ends by itself."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join, 2 * ENDING_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._end_tasks())
        finally:
            self._loop.close()

    async def _end_tasks(self) -> None:
        others = asyncio.all_tasks() - self._kept - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=ENDING_S)
        with suppress(TimeoutError):
            async with asyncio.timeout(KEPT_S):
                while self._kept:
                    await asyncio.wait(self._kept)


def watch_calls(act: Callable[P, T], failed: ErrorListener) -> Callable[P, T]:
    """The same, for the SDK to call: it hides what a callback raises in its log."""

    @wraps(act)
    def watch(*args: P.args, **kwargs: P.kwargs) -> T:
        with _ErrorWatch(failed):
            return act(*args, **kwargs)

    return watch


def watch_task(task: asyncio.Task[None], failed: ErrorListener) -> None:
    """Tell of the error by which a task ends; one that was cancelled has none."""

    def on_done(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            failed(error)

    task.add_done_callback(on_done)


class TrackTasks(Generic[K]):
    """The tasks that read tracks, each by its key; in the media thread."""

    def __init__(self, failed: ErrorListener) -> None:
        self._failed = failed
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def begin(self, key: K, work: Coroutine[Any, Any, None]) -> None:
        """Do this for a track from now on."""
        task = self._tasks[key] = asyncio.get_running_loop().create_task(work)
        watch_task(task, self._failed)

    def end(self, key: K) -> bool:
        """Do it no longer; whether anything was being done."""
        task = self._tasks.pop(key, None)
        if task is None:
            return False
        self._ending.add(task)  # a task that nobody holds may vanish before it is done
        task.add_done_callback(self._ending.discard)
        task.cancel()
        return True

    @property
    def keys(self) -> tuple[K, ...]:
        """The tracks that are read."""
        return tuple(self._tasks)


def reason_of(error: BaseException) -> str:
    """Why a link is closed on which an error of ours came up; of several, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"harness: {type(error).__name__}"


class _ErrorWatch:
    """Tells of an error that passes through it, and lets it pass."""

    def __init__(self, failed: ErrorListener) -> None:
        self._failed = failed

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            self._failed(error)
