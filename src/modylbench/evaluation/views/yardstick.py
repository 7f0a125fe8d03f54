"""What may be expected of a perfect agent after each turn of a scenario at a seed.

All of it belongs to the variant, not to a meeting: it is found once and shared by all who are
measured by it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.evaluation.verification.votes import is_met_by_code
from modylbench.foundation.errors import BadFile
from modylbench.products.reading.index import index
from modylbench.scenarios.variant import script_milestones, solve_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import FollowUp
    from modylbench.scenarios.variant import Variant

OTHER_SEEDS = 2  # ours: one may share a value by chance, two hardly ever
MOST_TRIED = 8
MOST_KEPT = 64  # of each kind, in one process

YardstickKey = tuple[str, str, int, str, tuple[int, ...]]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Moment:
    """One slot of the script: a perfect agent's products after it, and which criteria they meet."""

    slot: FollowUp
    reference: tuple[Index, ...]
    due: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A variant and what follows from it.

    `truth` are the criteria that compare with the truth, by id; `final` is what a perfect agent's
    products show at the end.
    """

    variant: Variant
    expectations: Expectations
    reference: Reference
    moments: dict[int, Moment]
    truth: frozenset[str]
    final: Evidence

    @property
    def at_the_end(self) -> Moment:
        """The last slot of the script."""
        return self.moments[max(self.moments)]

    @staticmethod
    def of(variant: Variant) -> Yardstick:
        """The yardstick of a variant, made once for all variants that are alike."""
        return _remember(_yardsticks, _key(variant), lambda: _build(variant))


_yardsticks: dict[YardstickKey, Yardstick] = {}
_perfect: dict[tuple[str, str, int], tuple[WorkProduct, ...]] = {}
"""The final products of other seeds, by the scenario's folder."""


def _remember(kept: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """What is kept under the key, made where there is none; the oldest goes for the newest."""
    if key not in kept:
        while len(kept) >= MOST_KEPT:
            del kept[next(iter(kept))]
        kept[key] = make()
    return kept[key]


def _key(variant: Variant) -> YardstickKey:
    scenario = variant.scenario
    turns = [turn.turn_index for turn in scenario.turns]
    closing = [scenario.closing.turn_index] if scenario.closing else []
    choice = str(scenario.metadata.get("edge_case", ""))
    if variant.free_form is not None:  # two meetings of one seed may go otherwise
        said = "".join(slot.model_dump_json() for slot in scenario.human_turns())
        choice += hashlib.sha256(said.encode()).hexdigest()
    source = variant.source  # a private variant may share its folder with the published one
    return str(source.folder), source.id, variant.seed, choice, (*turns, *closing)


def _build(variant: Variant) -> Yardstick:
    expectations = Expectations.of_variant(variant, with_perfect=True)
    reference = reference_of(variant)
    moments = {
        moment.slot.turn_index: moment for moment in _moments(variant, expectations, reference)
    }
    last = moments[max(moments)].reference
    return Yardstick(
        variant=variant,
        expectations=expectations,
        reference=reference,
        moments=moments,
        truth=_truth(variant, expectations),
        final=Evidence(expectations, last),
    )


def _moments(
    variant: Variant, expectations: Expectations, reference: Reference
) -> Iterator[Moment]:
    made = dict(reference.products)
    indexes: tuple[Index, ...] = ()
    due: tuple[Criterion, ...] = ()
    for slot in variant.scenario.human_turns():
        if slot.turn_index in made:
            known = {index.product.id: index for index in indexes}
            products = made[slot.turn_index]
            indexes = tuple(index(product, known.get(product.id)) for product in products)
            due = _met_criteria(variant, Evidence(expectations, indexes))
        yield Moment(slot, indexes, due)


def _met_criteria(variant: Variant, evidence: Evidence) -> tuple[Criterion, ...]:
    return tuple(
        criterion
        for criterion in variant.scenario.criteria()
        if is_met_by_code(criterion, finding(criterion, evidence).verdict)
    )


def _truth(variant: Variant, expectations: Expectations) -> frozenset[str]:
    """The criteria that the perfect products of another seed do not meet.

    What they meet too could be met by an agent that is wrong throughout, if it is so consistently.
    """
    criteria = {criterion.id for criterion in variant.scenario.criteria()}
    met = set(criteria)
    for products in islice(_of_other_seeds(variant), OTHER_SEEDS):
        met &= {
            criterion.id
            for criterion in _met_criteria(variant, Evidence.of(expectations, products))
        }
    return frozenset(criteria - met)


def _of_other_seeds(variant: Variant) -> Iterator[tuple[WorkProduct, ...]]:
    for seed in range(variant.seed + 1, variant.seed + 1 + MOST_TRIED):
        try:
            yield _products_of(variant.source, seed)
        except BadFile:
            continue  # a seed that makes no well-posed problem


def _products_of(source: ScenarioSource, seed: int) -> tuple[WorkProduct, ...]:
    def make_products() -> tuple[WorkProduct, ...]:
        truth = solve_seed(source, seed)
        return tuple(source.oracle().products(truth, script_milestones(source)))

    return _remember(_perfect, (str(source.folder), source.id, seed), make_products)


def planned_variant(variant: Variant, recording: MeetingRecording) -> Variant:
    """The variant with the turns alone that the meeting was planned to have."""
    slots = [slot.turn_index for slot in variant.scenario.human_turns()]
    if recording.planned_turns >= len(slots):
        return variant
    first = recording.turns[0].turn_index if recording.turns else slots[0]
    planned = {slot for slot in slots if slot >= first}
    planned = set(sorted(planned)[: recording.planned_turns])
    scenario = variant.scenario
    closing = scenario.closing
    part = {
        "turns": tuple(turn for turn in scenario.turns if turn.turn_index in planned),
        "closing": closing if closing and closing.turn_index in planned else None,
        "expected_mutations": tuple(
            mutation for mutation in scenario.expected_mutations if mutation.turn_index in planned
        ),
    }
    return replace(variant, scenario=scenario.model_copy(update=part))
