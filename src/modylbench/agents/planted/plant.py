"""What is a planted defect: which one, how grave, and where in the meeting does it show?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.agents.agent import Heard
from modylbench.agents.reference.playbook import Playbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.agents.agent import Agent
    from modylbench.agents.reference.playbook import Step
    from modylbench.foundation.draw import Draw
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


class Maker(Protocol):
    """Makes the agent of one meeting."""

    def __call__(self, playbook: Playbook, pace: Draw, /) -> Agent:
        """The agent."""


@dataclass(frozen=True, slots=True)
class Plant:
    """One defect in an otherwise perfect meeting.

    `turn_index` is the human's turn in whose answer it first shows, `product_id` the deliverable
    that has it at the end; None where there is none.
    """

    about: str
    make: Maker
    turn_index: int | None = None
    product_id: str | None = None


def steps_of(variant: Variant) -> Iterator[Step]:
    """A perfect agent's steps through the whole script, the last alternative of every slot."""
    playbook = Playbook(variant)
    for slot in playbook.slots:
        yield playbook.step(Heard("human", slot.turn.alternatives[-1].human_utterance))


def first_shown(variant: Variant, alter: Callable[[Step], Step]) -> int | None:
    """The turn in which an altered agent first shows something else than a perfect one."""
    return next(
        (step.turn_index for step in steps_of(variant) if alter(step).products != step.products),
        None,
    )


def replaced(products: Sequence[WorkProduct], other: WorkProduct) -> tuple[WorkProduct, ...]:
    """The products with another in the place of the one that has its id."""
    return tuple(other if product.id == other.id else product for product in products)
