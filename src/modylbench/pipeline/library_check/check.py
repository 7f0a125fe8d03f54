"""Proof that a scenario is sound at many seeds: counts, answers, truth, criteria that bite."""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.evaluation.verification.compare import forbidden_holds
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.evaluation.verification.votes import is_met_by_code
from modylbench.foundation.draw import Draw
from modylbench.pipeline.library_check.channels import wrong_channels
from modylbench.pipeline.library_check.coverage import ProductCoverage, coverage, thin_coverage
from modylbench.pipeline.library_check.criteria import insensitive_criteria
from modylbench.pipeline.library_check.decisive import (
    deciding_criteria,
    unasked_quantities,
    wrong_decisive_counts,
)
from modylbench.pipeline.library_check.goals import wrong_goals
from modylbench.pipeline.library_check.opportunities import (
    interjections_set_off,
    lines_said,
    never_said,
    never_set_off,
    too_few_opportunities,
)
from modylbench.pipeline.library_check.script import (
    missing_answers,
    stray_braces,
    unfilled_lines,
    wrong_answers,
    wrong_counts,
    wrong_declarations,
    wrong_milestones,
    wrong_mutations,
    wrong_questions,
    wrong_severities,
    wrong_signals,
)
from modylbench.pipeline.library_check.variation import (
    ENOUGH_SEEDS,
    drawn_names,
    never_met,
    wrong_defects,
    wrong_look_alikes,
    wrong_wordings,
)
from modylbench.products.finding.find import Missing, find_number
from modylbench.products.pointer import MISSING, resolve
from modylbench.products.quantities.quantity import NumberSought
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.drawing.lengths import choice_of_length, possible_lengths
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.variant import Variant

CHUNK = 10
COVERED_SEEDS = 3  # ours: every figure of every product is moved, which takes as long as ten seeds


def standing_problems(source: ScenarioSource) -> list[ScenarioProblem]:
    """What is wrong with the scenario whatever the seed."""
    found = (
        *unfilled_lines(source),
        *stray_braces(source),
        *wrong_declarations(source),
        *wrong_severities(source),
        *wrong_milestones(source),
        *missing_answers(source),
        *wrong_wordings(source),
    )
    return [ScenarioProblem(source.id, None, subject, text) for subject, text in found]


def problems(variant: Variant, *, turn: int | None = None) -> list[ScenarioProblem]:
    """What is wrong with the scenario at this seed.

    With a turn, a part of the criteria is changed to see whether they bite; all else is tried.
    """
    found = (
        *wrong_counts(variant, turn),
        *wrong_signals(variant),
        *wrong_answers(variant),
        *wrong_mutations(variant),
        *wrong_questions(variant),
        *wrong_look_alikes(variant),
        *wrong_goals(variant),
        *wrong_defects(variant),
        *wrong_truth(variant, turn),
        *(wrong_decisive_counts(variant.scenario) if variant.seed == 0 else ()),
        *unasked_quantities(variant.scenario),
        *too_few_opportunities(variant.scenario),
        *wrong_channels(variant),
        *(wrong_lengths(variant) if turn is None else ()),
    )
    return [
        ScenarioProblem(variant.source.id, variant.seed, subject, text) for subject, text in found
    ]


def wrong_truth(variant: Variant, turn: int | None = None) -> Iterator[tuple[str, str]]:
    """Criteria that the oracle's own products do not satisfy, or that do not bite."""
    scenario = variant.scenario
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, variant.final_products)
    missing = {output.product_id for output in scenario.expected_outputs} - {
        product.id for product in variant.final_products
    }
    for name in sorted(missing):
        yield f"product {name}", "the oracle does not make it"
    findings = verify(scenario.criteria(), evidence)
    criteria = scenario.criteria()
    failed = [
        finding
        for criterion, finding in zip(criteria, findings, strict=True)
        if not is_met_by_code(criterion, finding.verdict)
    ]
    for finding in failed:
        yield (
            f"criterion {finding.criterion_id}",
            f"the oracle's own product: {finding.verdict}: {finding.reason}",
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
        yield from insensitive_criteria(criteria, findings, evidence, turn=turn)


def wrong_lengths(variant: Variant) -> Iterator[tuple[str, str]]:
    """What is wrong with the same meeting in other lengths: only work asked for may be due."""
    for length in possible_lengths(variant.source.template):
        other = instantiate(
            variant.source, variant.seed, choice_of_length(length), truth=variant.truth
        )
        evidence = Evidence.of(Expectations.of_variant(other), other.final_products)
        found = (
            *wrong_mutations(other),
            *wrong_look_alikes(other),
            *wrong_defects(other),
            *unasked_quantities(other.scenario),
            *(
                (f"criterion {finding.criterion_id}", f"{finding.verdict}: {finding.reason}")
                for finding in verify(other.scenario.criteria(), evidence)
                if not finding.passed and not finding.is_left_to_judges
            ),
            *(
                (f"product {output.product_id}", "nothing in it decides")
                for output in other.scenario.expected_outputs
                if not any(True for _ in deciding_criteria(other.scenario, output.product_id))
                and not _is_only_begun(variant, output.product_id)
            ),
        )
        for subject, text in found:
            yield f"--turns {length}, {subject}", text


def _is_only_begun(variant: Variant, product_id: str) -> bool:
    """Whether all that decides in a product is declared to come after a short meeting's end."""
    short = variant.source.template.short
    later = frozenset(short.due_after) if short is not None else frozenset()
    return all(item.id in later for item in deciding_criteria(variant.scenario, product_id))


@dataclass(frozen=True, slots=True)
class ScenarioProblem:
    """One thing wrong with a scenario, at a seed or (None) at every seed."""

    scenario: str
    seed: int | None
    subject: str
    text: str

    @override
    def __str__(self) -> str:
        seed = "" if self.seed is None else f" seed {self.seed}"
        return f"{self.scenario}{seed}: {self.subject}: {self.text}"


@dataclass(frozen=True, slots=True)
class CheckedSeeds:
    """Some seeds of a scenario, and what is wrong with them."""

    scenario: str
    seeds: tuple[int, ...]
    problems: tuple[ScenarioProblem, ...]
    coverage: tuple[ProductCoverage, ...] = ()
    drawn: frozenset[str] = frozenset()
    """The edge cases and defects that these seeds have."""


def check_all(names: Sequence[str], seeds: Sequence[int], jobs: int = 0) -> Iterator[CheckedSeeds]:
    """Check every seed of every scenario, a few at a time, in the order asked for."""
    starts = range(0, len(seeds), CHUNK)
    covered = seeds_to_cover(seeds)
    work = [
        (name, tuple(seeds[start : start + CHUNK]), covered, start == 0)
        for name in names
        for start in starts
    ]
    workers = min(jobs or os.cpu_count() or 1, len(work))
    if workers <= 1:
        yield from _with_never_met(map(_check_seeds, work), seeds)
        return
    # Looking for reference cycles, of which a check makes none, took a sixth of the time.
    with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
        yield from _with_never_met(pool.map(_check_seeds, work), seeds)


def _with_never_met(
    checked: Iterable[CheckedSeeds], seeds: Sequence[int]
) -> Iterator[CheckedSeeds]:
    """The same; the last part of a scenario also says what none of many seeds has."""
    drawn: dict[str, set[str]] = {}
    for part in checked:
        met = drawn.setdefault(part.scenario, set())
        met |= part.drawn
        if len(seeds) >= ENOUGH_SEEDS and part.seeds[-1:] == (seeds[-1],):
            source = scenario(part.scenario)
            found = (
                *never_met(source, met),
                *never_said(source, met),
                *never_set_off(source, met),
            )
            missing = [ScenarioProblem(part.scenario, None, *problem) for problem in found]
            yield replace(part, problems=(*part.problems, *missing))
        else:
            yield part


def seeds_to_cover(seeds: Sequence[int]) -> frozenset[int]:
    """The first seed, which is mostly the paper's, and two drawn from the others."""
    drawn = Draw("coverage", len(seeds)).in_drawn_order(seeds[1:])
    return frozenset([*seeds[:1], *drawn[: COVERED_SEEDS - 1]])


def _unfindable(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Quantities whose pointer leads nowhere, or that their labels alone do not find."""
    for quantity in evidence.expectations.quantities.values():
        if not isinstance(quantity, NumberSought):
            continue
        indexes = evidence.searched_indexes(quantity.product)
        if quantity.at and all(resolve(index.product, quantity.at) is MISSING for index in indexes):
            yield f"quantity {quantity.id}", f"nothing stands at {quantity.at}"
        by_label = find_number(quantity.model_copy(update={"at": ""}), indexes)
        if isinstance(by_label, Missing):
            yield (
                f"quantity {quantity.id}",
                "its labels alone do not find it in the oracle's own product",
            )


def _check_seeds(work: tuple[str, tuple[int, ...], frozenset[int], bool]) -> CheckedSeeds:
    name, seeds, covered, first = work
    source = scenario(name)
    found = standing_problems(source) if first else []
    products: list[ProductCoverage] = []
    drawn: set[str] = set()
    for seed in seeds:
        variant = instantiate(source, seed)
        drawn |= drawn_names(variant.scenario) | lines_said(variant.scenario)
        drawn |= interjections_set_off(variant.scenario)
        found += problems(variant, turn=None if seed in covered else seed)
        if seed in covered:
            here = tuple(coverage(variant))
            products += here
            found += [ScenarioProblem(source.id, seed, *thin) for thin in thin_coverage(here)]
    return CheckedSeeds(name, seeds, tuple(found), tuple(products), frozenset(drawn))
