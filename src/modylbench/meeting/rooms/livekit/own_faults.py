"""How do errors of our own come out, which asyncio and the SDK would swallow?

Else a voice that we fail to read would be the silence of an agent.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from types import TracebackType

    Failed = Callable[[BaseException], object]

P = ParamSpec("P")
T = TypeVar("T")


class _Noticed:
    """Tells of an error that passes through it, and lets it pass."""

    def __init__(self, failed: Failed) -> None:
        self._failed = failed

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            self._failed(error)


def watched(act: Callable[P, T], failed: Failed) -> Callable[P, T]:
    """The same, for the SDK to call: it hides what a callback raises in its log."""

    @wraps(act)
    def watch(*args: P.args, **kwargs: P.kwargs) -> T:
        with _Noticed(failed):
            return act(*args, **kwargs)

    return watch


def watch_task(task: asyncio.Task[None], failed: Failed) -> None:
    """Tell of the error by which a task ends; one that was cancelled has none."""

    def done(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            failed(error)

    task.add_done_callback(done)


def reason_of(error: BaseException) -> str:
    """Why a link is closed on which an error of ours came up; of several, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"harness: {type(error).__name__}"
