"""How is an estimate of calls and costs printed?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.pipeline.estimating import CallEstimate


def estimate_lines(estimates: Sequence[CallEstimate], trials: int) -> Iterator[str]:
    """A line for each judge, and one for all."""
    yield f"{trials} {'trial' if trials == 1 else 'trials'}; nobody was asked"
    yield f"{'judge':<34} {'calls':>8} {'tokens in':>12} {'tokens out':>12} {'cost':>10}"
    for estimate in estimates:
        yield (
            f"{estimate.judge:<34} {estimate.calls:>8,} {estimate.input_tokens:>12,} {estimate.output_tokens:>12,} "
            f"{_dollars(estimate.cost_usd):>10}"
        )
    costs = [estimate.cost_usd for estimate in estimates]
    known = math.fsum(cost for cost in costs if cost is not None)
    more = " and what has no known price" if None in costs else ""
    yield f"about {_dollars(known)}{more} at list prices; answers that are kept cost nothing"


def _dollars(cost_usd: float | None) -> str:
    return "unknown" if cost_usd is None else f"${cost_usd:.2f}"
