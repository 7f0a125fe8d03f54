"""A planted defect, where it shows, and which parts of a product verification reads.

A defect that code is meant to see must stand where it looks: what no criterion reads can only be
missed by a person, or a model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from modylbench.agents.agent import HeardTurn
from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import SeededTiming
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import MeetingContext
    from modylbench.agents.reference.playbook import Step
    from modylbench.evaluation.findings import Finding
    from modylbench.meeting.arrangements import Attendee
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


ORACLE = "oracle"
AGAINST_TRUTH = frozenset({"equals", "table_equals", "figures_tie", "recomputed"})


class AgentMaker(Protocol):
    """Makes the agent of one meeting."""

    def __call__(self, playbook: Playbook, pace: Draw, /) -> Agent:
        """The agent."""


@dataclass(frozen=True, slots=True)
class PlantedDefect:
    """One defect in an otherwise perfect meeting.

    `turn_index` is the human's turn in whose answer it first shows, `product_id` the deliverable
    that has it at the end; None where there is none.
    """

    about: str
    make: AgentMaker
    turn_index: int | None = None
    product_id: str | None = None


@dataclass(frozen=True, slots=True)
class PlantedChoice:
    """An AgentChoice; its latencies are those of the oracle, so that only the defect differs."""

    plant: PlantedDefect
    name: str = ORACLE
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, context: MeetingContext) -> Attendee:
        """One whose latencies come from the seed of the meeting."""
        seed = (context.variant.source.id, context.variant.seed, ORACLE)
        return seat_agent(
            lambda: self.plant.make(Playbook(context.variant), Draw(*seed, "pace")),
            SeededTiming(Draw(*seed)),
            context,
        )


def steps_of(variant: Variant) -> Iterator[Step]:
    """A perfect agent's steps through the whole script, the last alternative of every slot."""
    playbook = Playbook(variant)
    for slot in playbook.slots:
        yield playbook.step(HeardTurn("human", slot.turn.alternatives[-1].human_utterance))


def first_shown(variant: Variant, alter: Callable[[Step], Step]) -> int | None:
    """The turn in which an altered agent first shows something else than a perfect one."""
    return next(
        (step.turn_index for step in steps_of(variant) if alter(step).products != step.products),
        None,
    )


def findings_of(variant: Variant) -> tuple[Finding, ...]:
    """What verification finds in a perfect agent's final products."""
    expectations = Expectations.of_variant(variant)
    return verify(variant.scenario.criteria(), Evidence.of(expectations, variant.final_products))


def parts_read(findings: Iterable[Finding], product: WorkProduct) -> tuple[str, ...]:
    """The ids of the product's sheets, sections or widgets that some criterion reads, in order."""
    read = {
        steps[1]
        for finding in findings
        for spot in finding.where
        if spot.product_id == product.id and len(steps := spot.pointer.split("/")[1:]) > 1
    }
    return tuple(name for name in part_ids(product) if name in read)


def part_ids(product: WorkProduct) -> tuple[str, ...]:
    """The ids of what a product is made of; none for charts and code."""
    match product.kind:
        case "spreadsheet":
            return tuple(sheet.id for sheet in product.sheets)
        case "document":
            return tuple(section.id for section in product.sections)
        case "dashboard":
            return tuple(widget.id for widget in product.widgets)
        case _:
            return ()
