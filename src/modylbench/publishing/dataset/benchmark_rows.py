"""Rows of the benchmark itself: scenarios, rubrics, and the numbers of scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    DYNAMICS_DIMENSIONS,
    EDGE_CASE_QUESTIONS,
    HIGHEST,
    LOWEST,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.judging.rubric import RATED_DIMENSIONS, frame, request_form, rubric
from modylbench.foundation.record import Spec
from modylbench.products.quantities.closeness import DEFAULT_TOLERANCE_PCT
from modylbench.reliability.report import WORST_RUN
from modylbench.reliability.summarize import FLAKY_VARIANCE
from modylbench.scenarios.catalogue import scenarios, shipped_in
from modylbench.scenarios.free_form.form import FreeForm  # noqa: TC001 - pydantic reads it
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.suites import CORE
from modylbench.scenarios.variant import instantiate
from modylbench.scoring.rules import default_rules, rules_signature
from modylbench.scoring.standard import GOLD_MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.judging.rubric import Rubric
    from modylbench.scenarios.suites import Suite
    from modylbench.scenarios.variant import Variant
    from modylbench.scoring.rules import ScoringRules
UNWEIGHED = ("version", "layers")
DIMENSIONS = {
    "turn_dimension": TURN_DIMENSIONS,
    "channel_dimension": CHANNEL_DIMENSIONS,
    "product_dimension": PRODUCT_DIMENSIONS,
    "dynamics_dimension": DYNAMICS_DIMENSIONS,
    "edge_case_question": EDGE_CASE_QUESTIONS,
}
LAYERS = {
    1: "weighted dimensions",
    2: "hard floors, caps and gates",
    3: "disagreement detection with pessimistic consensus",
    4: "programmatic verification given to every judge",
    5: "edge-case injection with a rubric of its own",
    WORST_RUN: "pass@k with the worst run official",
}
"""SPEC 3, paper 3.5."""


class ScenarioRow(Scenario):
    """A scenario as it is published, and at which seed its numbers were drawn."""

    seed: int


class SuiteRow(ScenarioRow):
    """A scenario of another suite than the core.

    In free form `free_form` has what the human wants and knows, and `turns` are the meeting as it
    goes with a perfect agent.
    """

    suite: str
    suite_version: int
    free_form: FreeForm | None


def variants(seeds: Sequence[int], suite: str = CORE) -> list[Variant]:
    """The suite's scenarios that ship, at every seed; a scenario's seeds follow one another."""
    sources = scenarios(shipped_in(suite))
    return [instantiate(source, seed) for source in sources for seed in seeds]


def scenario_rows(made: Sequence[Variant]) -> Iterator[ScenarioRow]:
    """A row for each."""
    for variant in made:
        yield _scenario_row(variant.scenario, variant.seed)


def suite_rows(made: Sequence[Variant], suite: Suite) -> Iterator[SuiteRow]:
    """A row for each variant of that suite."""
    for variant in made:
        row = _scenario_row(variant.scenario, variant.seed)
        yield SuiteRow.model_construct(
            **{name: getattr(row, name) for name in ScenarioRow.model_fields},
            suite=suite.name,
            suite_version=suite.version,
            free_form=variant.free_form,
        )


def hard_rows(made: Sequence[Variant]) -> Iterator[ScenarioRow]:
    """A row for every edge case of each: the meeting held with it, and no other edge case in it.

    Look-alikes are none: they are counted with no edge cases (SPEC 13).
    """
    for variant in made:
        traps = [case for case in variant.scenario.edge_cases if not case.look_alike_of]
        for case in traps:
            with_it = instantiate(variant.source, variant.seed, case.name, truth=variant.truth)
            scenario = with_it.scenario
            own = tuple(
                edge_case for edge_case in scenario.edge_cases if edge_case.name == case.name
            )
            yield _scenario_row(scenario.model_copy(update={"edge_cases": own}), variant.seed)


class RubricRow(Spec):
    """A template as it is sent; `sha256` is of its whole file, front matter and all."""

    name: str
    version: str
    sha256: str
    dimensions: tuple[str, ...]
    observes: bool
    """Whether it also asks what was heard and seen."""
    text: str


class ScoringRow(Spec):
    """One number or name of the rules; `value` is None for a name in an order."""

    group: str
    name: str
    position: int
    """In its group, from 1."""
    value: float | None
    rules_version: str
    rules_sha256: str


class _ScoringEntry(NamedTuple):
    group: str
    name: str
    value: float | None


def rubric_rows() -> Iterator[RubricRow]:
    """The five rubrics."""
    return (_rubric_row(rubric(name)) for name in RATED_DIMENSIONS)


def frame_rows() -> Iterator[RubricRow]:
    """What is said around every rubric, and how a subject is laid out."""
    return (_rubric_row(rubric) for rubric in (frame(), request_form()))


def scoring_rows() -> Iterator[ScoringRow]:
    """Everything that scores are made with, by the rules of the benchmark itself."""
    rules = default_rules()
    signature = rules_signature(rules)
    positions: dict[str, int] = {}
    for group, name, value in _entries(rules):
        positions[group] = positions.get(group, 0) + 1
        yield ScoringRow(
            group=group,
            name=name,
            position=positions[group],
            value=value,
            rules_version=signature.version,
            rules_sha256=signature.sha256,
        )


def _scenario_row(scenario: Scenario, seed: int) -> ScenarioRow:
    fields = {name: getattr(scenario, name) for name in Scenario.model_fields}
    return ScenarioRow.model_construct(**fields, seed=seed)


def _entries(rules: ScoringRules) -> Iterator[_ScoringEntry]:
    for group, names in DIMENSIONS.items():
        yield from (_ScoringEntry(group, name, None) for name in names)
    fields: dict[str, Any] = rules.model_dump(exclude=set(UNWEIGHED))
    for field, value in fields.items():
        if field == "dynamics_metrics":
            for dimension, symbols in value.items():
                group = f"{dimension}_metric"
                yield from (_ScoringEntry(group, symbol, None) for symbol in symbols)
        elif isinstance(value, dict):
            yield from (_entry(field, name, item) for name, item in value.items())
        else:
            yield _ScoringEntry("parameter", field, value)
    yield _ScoringEntry("parameter", "lowest_score", LOWEST)
    yield _ScoringEntry("parameter", "highest_score", HIGHEST)
    yield _ScoringEntry("parameter", "flaky_variance", FLAKY_VARIANCE)
    yield _ScoringEntry("parameter", "gold_models", GOLD_MODELS)
    yield _ScoringEntry("parameter", "default_tolerance_pct", DEFAULT_TOLERANCE_PCT)
    yield from (_ScoringEntry("layer", name, number) for number, name in LAYERS.items())


def _entry(group: str, name: str, item: float | str) -> _ScoringEntry:
    """A number by its name, or what a name stands for as the one name in a group."""
    if isinstance(item, str):
        return _ScoringEntry(f"{group}_{name}", item, None)
    return _ScoringEntry(group, name, item)


def _rubric_row(rubric: Rubric) -> RubricRow:
    return RubricRow(**{name: getattr(rubric, name) for name in RubricRow.model_fields})
