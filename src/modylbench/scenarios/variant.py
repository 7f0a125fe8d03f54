"""One seed of a scenario: its numbers, its truth, its script and the products an oracle makes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.foundation.draw import Draw
from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.foundation.record import place_of, problem_of, read_text
from modylbench.scenarios import loader
from modylbench.scenarios.published import as_published
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.script import EDGE_CASE_BEAT, Beat
from modylbench.scenarios.wording import Unfilled, filled

if TYPE_CHECKING:
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.oracle import Oracle
    from modylbench.scenarios.script import EdgeCaseScript
    from modylbench.scenarios.template import Card

REDRAWS = 200
SEED_EDGE_CASE, NEUTRAL, ALL = "seed", "none", "all"
"""Choices besides an edge case's name: the seed's own, a neutral beat 7 (layer 5 off), all."""


@dataclass(frozen=True)
class Variant:
    """A scenario at a seed."""

    source: ScenarioSource
    seed: int
    truth: dict[str, Any]
    scenario: Scenario

    @property
    def oracle(self) -> Oracle:
        """The oracle that computed the truth."""
        return self.source.oracle()

    @cached_property
    def final_products(self) -> tuple[WorkProduct, ...]:
        """What a perfect agent has made by the end."""
        return self.products_at(frozenset(self.oracle.MILESTONES))

    def products_at(self, reached: frozenset[str]) -> tuple[WorkProduct, ...]:
        """What a perfect agent has made when these milestones have been reached."""
        return self.oracle.products(self.truth, reached)


def instantiate(
    source: ScenarioSource,
    seed: int,
    edge_case: str = SEED_EDGE_CASE,
    *,
    truth: dict[str, Any] | None = None,
) -> Variant:
    """The scenario at a seed, with the edge case of that seed unless another is chosen.

    `truth` saves solving the seed again for another edge case.
    """
    truth = solved(source, seed) if truth is None else truth
    beats = _beats(source, seed, edge_case)
    value = as_published(source.template, beats, dict(source.oracle().attachments(truth)))
    official = edge_case == SEED_EDGE_CASE
    value["metadata"] |= {"seed": seed, "edge_case": edge_case, "official": official}
    try:
        scenario = Scenario.model_validate(filled(value, truth), strict=False)
    except Unfilled as error:
        raise _unfilled(source, error) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = f"seed {seed}: {place_of(first['loc'])}"
        raise BadFile(source.folder, place, problem_of(first)) from error
    return Variant(source, seed, truth, scenario)


def solved(source: ScenarioSource, seed: int) -> dict[str, Any]:
    """The parameters of a seed and all that follows from them; seed 0 is canonical."""
    oracle = source.oracle()
    for attempt in range(REDRAWS):
        parameters = drawn(source.template.card, seed, attempt)
        truth = oracle.solve(parameters, seed)
        if truth is not None:
            return {**parameters, **truth}
        if seed == 0:
            break
    raise BadFile(
        source.folder / loader.CARD,
        "parameters",
        f"make no well-posed problem at seed {seed}; narrow the ranges",
    )


def drawn(card: Card, seed: int, attempt: int = 0) -> dict[str, float]:
    """The parameters of a seed, each from a stream of its own."""
    if seed == 0:
        return {name: parameter.canonical for name, parameter in card.parameters.items()}
    return {
        name: Draw(card.id, card.version, seed, attempt, name).step(
            parameter.low, parameter.high, parameter.step
        )
        for name, parameter in card.parameters.items()
    }


def edge_case_of_seed(source: ScenarioSource, seed: int) -> EdgeCaseScript:
    """The edge case a seed plays in beat 7 (SPEC 1)."""
    order = source.template.edge_cases.permutation
    return source.template.edge_cases.edge_cases[order[seed % len(order)]]


def _beats(source: ScenarioSource, seed: int, choice: str) -> list[tuple[Beat, str | None]]:
    """The beats in order, each with the name of its edge case if it is one."""
    cases = source.template.edge_cases.edge_cases
    match choice:
        case "seed":
            chosen = [edge_case_of_seed(source, seed)]
        case "none":
            chosen = []
        case "all":
            chosen = list(cases)
        case name:
            chosen = [case for case in cases if case.name == name]
            if not chosen:
                raise UnknownName("edge case", name, [case.name for case in cases])
    beats: list[tuple[Beat, str | None]] = []
    for number, beat in enumerate(source.template.script.beats, start=1):
        if number == EDGE_CASE_BEAT and chosen:
            beats += [
                (Beat(name=case.name, opening=case.opening, follow_ups=case.follow_ups), case.name)
                for case in chosen
            ]
        else:
            beats.append((beat, None))
    return beats


def _unfilled(source: ScenarioSource, error: Unfilled) -> BadFile:
    """The same mistake with the file and line where it stands."""
    name = str(error).partition("'")[2].partition("'")[0]
    for file in (loader.SCRIPT, loader.EDGE_CASES, loader.PRODUCTS, loader.CARD):
        lines = read_text(source.folder / file).splitlines()
        for number, line in enumerate(lines, start=1):
            if name and name in line and "{" in line:
                return BadFile(source.folder / file, f"line {number}", str(error))
    return BadFile(source.folder, "", str(error))
