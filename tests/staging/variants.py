"""Variants, and what is worked out from one of them once for all tests of a process."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate

MOST_KEPT = 24
"""Variants are kept by identity, the newest of them: tests of one file come one after the other."""
T = TypeVar("T")


@lru_cache(maxsize=64)
def variant_of(name: str, seed: int = 0, edge_case: str = "seed") -> Variant:
    return instantiate(scenario(name), seed, edge_case)


def once_per_variant(make: Callable[[Variant], T]) -> Callable[[Variant], T]:
    """The function, which keeps what it made of the same variant object; never to be altered."""
    kept: dict[int, tuple[Variant, T]] = {}

    @wraps(make)
    def made(variant: Variant) -> T:
        if id(variant) not in kept:
            while len(kept) >= MOST_KEPT:
                del kept[next(iter(kept))]
            kept[id(variant)] = variant, make(variant)
        return kept[id(variant)][1]

    return made
