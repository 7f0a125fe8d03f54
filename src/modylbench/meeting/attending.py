"""How does an agent that runs in this process take part, whatever it raises?"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from modylbench.meeting.attendee import AgentFailed
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.links import closed
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from modylbench.meeting.arrangements import Arrangements
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.notes import Notes
    from modylbench.scenarios.scenario import Scenario

LEAVING_S = 10.0  # ours: one who has not left by then is left alone


@asynccontextmanager
async def attended(
    scenario: Scenario, arrangements: Arrangements, notes: Notes, faults: Faults
) -> AsyncIterator[None]:
    """Let the attendee, if there is one, take part until the end of the meeting."""
    task = asyncio.create_task(_attend(scenario, arrangements, notes, faults))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task}, timeout=LEAVING_S)


async def _attend(
    scenario: Scenario, arrangements: Arrangements, notes: Notes, faults: Faults
) -> None:
    attendee = arrangements.attendee
    if attendee is None:
        return
    try:
        await attendee.attend(arrangements.room, scenario, arrangements.clock)
    except AgentFailed as error:
        faults.add("agent", error.code, error.detail)
    except Exception as error:  # noqa: BLE001 - code of others, whose faults are not the agent's
        notes.break_off(_why(error, notes))


def _why(error: Exception, notes: Notes) -> BrokenOff:
    """Why the meeting cannot go on where this made an attendee give up."""
    if not _is_closing(error):
        detail = f"{type(error).__name__}: {error}"
        return BrokenOff("harness", "attendee_failed", detail)
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    detail = str(error)
    if notes.links.are_up:
        return closed(detail)
    return BrokenOff("infrastructure", "link_lost", detail)


def _is_closing(error: Exception) -> bool:
    """Whether it says that the room is gone, and nothing else."""
    if isinstance(error, ExceptionGroup):
        return all(_is_closing(exception) for exception in error.exceptions)
    return isinstance(error, RoomClosed)
