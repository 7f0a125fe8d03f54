"""Long work done beside the meeting, which does not stand still on a real clock."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock

T = TypeVar("T")


async def run_in_background(work: Callable[[], T], clock: Clock) -> T:
    """What the work returns; virtual time stands still meanwhile, in real time a thread does it.

    Who is cancelled still waits for the thread, which nothing can stop: what it works on must not
    be used by others before it is done.
    """
    if clock.is_virtual:
        with clock.pausing():
            return work()
    working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait({working})
        raise
