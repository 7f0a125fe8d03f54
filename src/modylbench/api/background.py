"""Work that has an event loop of its own, also where one runs already, as in a notebook."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def without_loop(work: Callable[[], T]) -> T:
    """What the work gives, done where no event loop runs; its errors are raised here."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()
