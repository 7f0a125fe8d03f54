"""How much may still be spent, with calls under way counted in?

Before each try the most that it can cost is set aside. A try that does not fit waits while others
are under way, since most cost less than was set aside for them, and is refused when none is.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError, UserMistake

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class OverBudget(ModylBenchError):
    """A call was not made, since it might have cost more than is left of --max-cost."""


@dataclass(slots=True)
class Reservation:
    """What was set aside for a try; `cost_usd` becomes what it really cost."""

    most_usd: float
    cost_usd: float


class Budget:
    """A limit on the cost of all calls together; None is no limit."""

    def __init__(self, max_cost_usd: float | None = None) -> None:
        if max_cost_usd is not None and not max_cost_usd >= 0.0:
            message = f"found a limit of {max_cost_usd!r} dollars, expected one of 0 or more"
            raise UserMistake(message)
        self.max_cost_usd = max_cost_usd
        self.spent_usd = 0.0
        self.set_aside_usd = 0.0
        self._under_way = 0
        self._settled = asyncio.Condition()

    @asynccontextmanager
    async def reserved(self, most_usd: float) -> AsyncIterator[Reservation]:
        """Room for a try that costs at most so much; raises OverBudget where there is none.

        Whoever leaves without naming a cost may have been billed in full, and is counted so.
        """
        await self._set_aside(most_usd)
        reservation = Reservation(most_usd, cost_usd=most_usd)
        try:
            yield reservation
        finally:
            self._under_way -= 1
            self.set_aside_usd = self.set_aside_usd - most_usd if self._under_way else 0.0
            self.spent_usd += reservation.cost_usd
            async with self._settled:
                self._settled.notify_all()

    async def _set_aside(self, most_usd: float) -> None:
        async with self._settled:
            while self._is_too_much(self.spent_usd + self.set_aside_usd + most_usd):
                if self._is_too_much(self.spent_usd + most_usd) or not self._under_way:
                    message = (
                        f"the next call may cost ${most_usd:.4f}, and of ${self.max_cost_usd:.2f} "
                        f"${self.spent_usd:.4f} are spent: what is done is kept; "
                        "go on with a higher --max-cost"
                    )
                    raise OverBudget(message)
                await self._settled.wait()
            self._under_way += 1
            self.set_aside_usd += most_usd

    def _is_too_much(self, cost_usd: float) -> bool:
        return self.max_cost_usd is not None and cost_usd > self.max_cost_usd
