"""In the room and no more: what is presence worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat


class Silent:
    """Joins, and never says or shows anything."""

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Do nothing."""
