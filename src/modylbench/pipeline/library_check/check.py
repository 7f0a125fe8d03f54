"""Proves that a scenario is sound at a seed: counts, answers, truth, criteria that bite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.compare import forbidden_holds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.pipeline.library_check.answers import (
    unanswered,
    unknown_speakers,
    wrong_answers,
)
from modylbench.pipeline.library_check.biting import toothless
from modylbench.pipeline.library_check.counts import (
    left_blank,
    wrong_counts,
    wrong_declarations,
    wrong_milestones,
    wrong_severities,
)
from modylbench.pipeline.library_check.problem import Problem
from modylbench.pipeline.library_check.signals import wrong_signals
from modylbench.pipeline.library_check.storyline import wrong_mutations
from modylbench.products.find import Missing, find_number
from modylbench.products.pointer import MISSING, resolve
from modylbench.products.quantity import NumberSought
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.variant import Variant


def standing_problems(source: ScenarioSource) -> list[Problem]:
    """What is wrong with the scenario whatever the seed."""
    found = (
        *left_blank(source),
        *wrong_declarations(source),
        *wrong_severities(source),
        *wrong_milestones(source),
        *unanswered(source),
        *unknown_speakers(source),
    )
    return [Problem(source.id, None, subject, text) for subject, text in found]


def problems(source: ScenarioSource, seed: int) -> list[Problem]:
    """What is wrong with the scenario at this seed."""
    variant = instantiate(source, seed)
    found = (
        *wrong_counts(variant),
        *wrong_signals(variant),
        *wrong_answers(variant),
        *wrong_mutations(variant),
        *wrong_truth(variant),
    )
    return [Problem(source.id, seed, subject, text) for subject, text in found]


def wrong_truth(variant: Variant) -> Iterator[tuple[str, str]]:
    """Criteria that the oracle's own products do not satisfy, or that do not bite."""
    scenario = variant.scenario
    expectations = Expectations.of(scenario, variant.truth, variant.oracle.RULES)
    evidence = Evidence.of(expectations, variant.final_products)
    missing = {output.product_id for output in scenario.expected_outputs} - {
        p.id for p in variant.final_products
    }
    for name in sorted(missing):
        yield f"product {name}", "the oracle does not make it"
    failed = [found for found in verify(scenario.criteria(), evidence) if not found.passed]
    for found in failed:
        yield (
            f"criterion {found.criterion_id}",
            f"the oracle's own product: {found.verdict}: {found.reason}",
        )
    yield from _unfindable(evidence)
    for case in scenario.edge_cases:
        for expression in case.forbidden:
            if forbidden_holds(expression, evidence):
                yield (
                    f"edge case {case.name}",
                    f"the oracle's own products do what is forbidden: {expression}",
                )
    if not failed and not missing:
        yield from toothless(scenario.criteria(), evidence)


def _unfindable(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Quantities whose pointer leads nowhere, or that their labels alone do not find."""
    for quantity in evidence.expectations.quantities.values():
        if not isinstance(quantity, NumberSought):
            continue
        indexes = evidence.searched(quantity.product)
        if quantity.at and all(resolve(index.product, quantity.at) is MISSING for index in indexes):
            yield f"quantity {quantity.id}", f"nothing stands at {quantity.at}"
        by_label = find_number(quantity.model_copy(update={"at": ""}), indexes)
        if isinstance(by_label, Missing):
            yield (
                f"quantity {quantity.id}",
                "its labels alone do not find it in the oracle's own product",
            )
