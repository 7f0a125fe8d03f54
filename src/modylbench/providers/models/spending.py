"""What have the tries of one question taken so far, those that failed included?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Spent:
    """Tries, what the service counted for them, and what that may cost.

    `cost_usd` is None once a try's cost is not known. One that broke off has the most that it can
    cost, since it may be billed.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0

    def pay(self, cost_usd: float | None) -> None:
        """Add the cost of a try."""
        is_known = self.cost_usd is not None and cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost_usd or 0.0) if is_known else None
