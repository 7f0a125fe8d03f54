"""Which weights are in force when: misspoken, corrected, and changed by the committee?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_strategist.markets import CRITERIA

if TYPE_CHECKING:
    from collections.abc import Mapping

    Weights = dict[str, float]

LAST = "digital"  # takes what the others leave
LAST_RANGE = (0.05, 0.25)


def corrected(parameters: Mapping[str, float]) -> Weights:
    """The weights as the director means them at first."""
    named = {c.id: parameters[f"weight_{c.id}"] for c in CRITERIA if c.id != LAST}
    rest = 100 - sum(round(100 * weight) for weight in named.values())  # whole numbers
    return {**named, LAST: round(rest / 100, 2)}


def misspoken(parameters: Mapping[str, float]) -> Weights:
    """The same with size and demand swapped, as she reads them out."""
    meant = corrected(parameters)
    return {**meant, "size": meant["demand"], "demand": meant["size"]}


def final(parameters: Mapping[str, float]) -> Weights:
    """The weights of the risk committee: points move from market size to regulatory ease."""
    meant, shift = corrected(parameters), parameters["weight_shift"]
    return {
        **meant,
        "size": round(meant["size"] - shift, 2),
        "regulatory": round(meant["regulatory"] + shift, 2),
    }


def are_sensible(weights: Mapping[str, float]) -> bool:
    """True when the remainder is a weight that somebody would give."""
    low, high = LAST_RANGE
    return low <= weights[LAST] <= high
