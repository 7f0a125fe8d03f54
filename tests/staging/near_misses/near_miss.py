"""A near miss: plausible work that is wrong in one way, and the checks that see it."""

from collections.abc import Callable
from dataclasses import dataclass

from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.variant import Variant

Products = tuple[WorkProduct, ...]


@dataclass(frozen=True)
class NearMiss:
    """A plausible wrong hand-in, and exactly the criteria that it fails."""

    make: Callable[[Variant], Products]
    fails: frozenset[str]
