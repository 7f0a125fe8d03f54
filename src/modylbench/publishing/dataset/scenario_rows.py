"""Which rows are the scenarios, and the scenarios with one edge case each?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.catalogue import scenarios, shipped
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.scenarios.variant import Variant


class ScenarioRow(Scenario):
    """A scenario as it is published, and at which seed its numbers were drawn."""

    seed: int


def variants(seeds: Sequence[int]) -> list[Variant]:
    """The scenarios that ship, at every seed; a scenario's seeds follow one another."""
    sources = scenarios(tuple(shipped()))
    return [instantiate(source, seed) for source in sources for seed in seeds]


def scenario_rows(made: Sequence[Variant]) -> Iterator[ScenarioRow]:
    """A row for each."""
    for variant in made:
        yield _row(variant.scenario, variant.seed)


def hard_rows(made: Sequence[Variant]) -> Iterator[ScenarioRow]:
    """A row for every edge case of each: the meeting held with it, and no other edge case in it."""
    for variant in made:
        for case in variant.scenario.edge_cases:
            with_it = instantiate(variant.source, variant.seed, case.name, truth=variant.truth)
            scenario = with_it.scenario
            own = tuple(
                edge_case for edge_case in scenario.edge_cases if edge_case.name == case.name
            )
            yield _row(scenario.model_copy(update={"edge_cases": own}), variant.seed)


def _row(scenario: Scenario, seed: int) -> ScenarioRow:
    fields = {name: getattr(scenario, name) for name in Scenario.model_fields}
    return ScenarioRow.model_construct(**fields, seed=seed)
