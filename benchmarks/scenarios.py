"""Speed of scenarios: a variant with its oracle, one criterion, the proof of one seed."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from benchmarks.timing import Figure, seconds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.pipeline.library_check.check import problems
from modylbench.products.reading.index import index
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.loader import ScenarioSource

VARIANT_MS = {"financial_analyst": 50.0, "optimization_solver": 150.0, "scientist": 300.0}
OTHER_VARIANT_MS = 100.0


def figures() -> Iterator[Figure]:
    """Every shipped scenario in turn."""
    for source in catalogue.scenarios():
        for measure in (variants, criteria, checking):
            yield from measure(source)


def variants(source: ScenarioSource) -> Iterator[Figure]:
    """One variant with its oracle: truth, script and final products."""
    instantiate(source, 0)
    seeds = iter(range(1, 1000))
    most = VARIANT_MS.get(source.id, OTHER_VARIANT_MS)
    taken = seconds(lambda: instantiate(source, next(seeds)).final_products, 25)
    yield f"{source.id}: one variant with its oracle", taken * 1e3, "ms", most


def criteria(source: ScenarioSource) -> Iterator[Figure]:
    """One criterion, the products read already; and the reading."""
    variant = instantiate(source, 1)
    expectations = Expectations.of_variant(variant)
    reading = seconds(lambda: [index(product) for product in variant.final_products], 15)
    yield f"{source.id}: reading all products", reading * 1e3, "ms", None
    indexes = Evidence.of(expectations, variant.final_products).indexes
    taken = [
        once_read(criterion, expectations, indexes) for criterion in variant.scenario.criteria()
    ]
    yield (
        f"{source.id}: one criterion, mean of {len(taken)}",
        statistics.mean(taken) * 1e3,
        "ms",
        1.0,
    )
    yield f"{source.id}: one criterion, slowest", max(taken) * 1e3, "ms", None


def once_read(
    criterion: Criterion, expectations: Expectations, indexes: tuple[Index, ...]
) -> float:
    """The median time of one check on evidence in which nothing has been looked up yet."""
    fresh = iter([Evidence(expectations, indexes) for _ in range(15)])
    return seconds(lambda: finding(criterion, next(fresh)), 15)


def checking(source: ScenarioSource) -> Iterator[Figure]:
    """The whole proof of one seed."""
    seeds = iter(range(1, 1000))
    taken = seconds(lambda: problems(instantiate(source, next(seeds))), 8)
    yield f"{source.id}: proof of one seed", taken * 1e3, "ms", None
