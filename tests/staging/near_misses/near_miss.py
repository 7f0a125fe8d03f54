"""A near miss: plausible work that is wrong in one way, and the checks that see it."""

from collections.abc import Callable
from dataclasses import dataclass

from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.variant import Variant

Products = tuple[WorkProduct, ...]


@dataclass(frozen=True)
class NearMiss:
    """A plausible wrong hand-in, and exactly the criteria that it fails.

    `fails` is what it fails at seed 0; `fails_at`, where the seed's story decides, at any.
    """

    make: Callable[[Variant], Products]
    fails: frozenset[str]
    fails_at: Callable[[Variant], frozenset[str]] | None = None

    def expected(self, variant: Variant) -> frozenset[str]:
        """The criteria that it fails in a meeting."""
        return self.fails if self.fails_at is None else self.fails_at(variant)


def milestones_of(variant: Variant) -> frozenset[str]:
    """What a meeting has reached at its end; the look-alikes that it does not play are not in."""
    return frozenset(name for slot in variant.scenario.human_turns() for name in slot.reaches)
