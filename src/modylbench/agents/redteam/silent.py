"""The silent agent: in the room and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat


class Silent:
    """Joins, and never says or shows anything."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Do nothing."""
