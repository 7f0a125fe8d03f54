"""Prints scenarios as people read them."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from modylbench.cli.printing.scripted_talk import (
    interjection_lines,
    passage_lines,
    people_lines,
    request_heading,
)
from modylbench.products.work_product import WorkProduct, as_json
from modylbench.scenarios.goals import Goals
from modylbench.scenarios.scenario import Scenario, Turn
from modylbench.scenarios.script import Defects, EdgeCases, Script
from modylbench.scenarios.template import Card, Deliverables, ShortMeeting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.pipeline.library_check.coverage import ProductCoverage
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.scenario import Alternative, FollowUp
    from modylbench.scenarios.script import Condition
    from modylbench.scenarios.variant import Variant

SCHEMAS: dict[str, Any] = {
    "scenario": Scenario, "card": Card, "script": Script, "goals": Goals,
    "edge_cases": EdgeCases, "products": Deliverables, "defects": Defects, "short": ShortMeeting,
    "work_product": WorkProduct,
}  # fmt: skip
WIDTH = 100


def as_value(variant: Variant) -> dict[str, Any]:
    """The whole variant as JSON."""
    return {
        "scenario": variant.scenario.model_dump(mode="json"),
        "truth": variant.truth,
        **as_json(variant.final_products),
    }


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of one kind of file."""
    return TypeAdapter(SCHEMAS[name]).json_schema()


def script(variant: Variant) -> str:
    """The meeting as a person would read it."""
    return "\n".join(_lines(variant))


def coverage_lines(products: Sequence[ProductCoverage], *, with_places: bool) -> Iterator[str]:
    """What can move by 20 % unnoticed, a line for each product, and where if it is asked for."""
    for name in dict.fromkeys(product.product for product in products):
        here = [product for product in products if product.product == name]
        counts = {
            "cells": (sum(p.free_cells for p in here), sum(p.cells for p in here)),
            "numbers in prose": (
                sum(p.free_numbers for p in here),
                sum(p.numbers_in_prose for p in here),
            ),
        }
        shares = [
            f"{free / figures:.1%} of {figures} {kind}"
            for kind, (free, figures) in counts.items()
            if figures
        ]
        yield f"  {name}: {' and '.join(shares) or 'no figures'} can move by 20 % unnoticed"
        if with_places:
            for product in here:
                for figure in product.uncovered:
                    place = f"[{figure.span[0]}:{figure.span[1]}]" if figure.span else ""
                    yield f"    seed {product.seed} {figure.pointer}{place}: {figure.shown}"


def _lines(variant: Variant) -> Iterator[str]:
    scenario = variant.scenario
    yield f"{scenario.title} ({scenario.scenario_id}, seed {variant.seed})"
    yield f"{scenario.vertical}; the human is: {scenario.human_persona}"
    yield f"{scenario.conversation_turns} turns; target tier {scenario.quality_tier}"
    yield from (
        "",
        *_wrap(scenario.context),
        "",
        *_wrap("Goal: " + scenario.meeting_goal),
        *people_lines(scenario),
        "",
        "Parameters",
    )
    for name, parameter in variant.source.template.card.parameters.items():
        yield f"  {name} = {variant.truth[name]:g} {parameter.unit}  ({parameter.meaning})"
    for turn in scenario.turns:
        label = f"edge case {turn.edge_case}" if turn.edge_case else turn.beat
        opening = _utterance_lines(turn, turn.turn_index, scenario)
        yield from ("", f"[{turn.phase}: {label}]", *opening)
        for slot in turn.follow_ups:
            yield from _slot(slot, scenario)
    if scenario.closing:
        yield from ("", "[closing]", *_slot(scenario.closing, scenario))
    yield from ("", "Edge cases")
    for case in scenario.edge_cases:
        yield f"  {case.name} ({case.severity}, {case.trait})"
        yield from _wrap(f"right: {case.right_answer}", "    ")
        yield from _wrap(f"wrong: {case.wrong_answer}", "    ")
    yield from _checks(scenario)


def _checks(scenario: Scenario) -> Iterator[str]:
    for output in scenario.expected_outputs:
        yield from (
            "",
            f"{output.title} ({output.product_id}, {output.output_type})",
            *_wrap(output.description, "  "),
        )
        for criterion in output.verification_criteria:
            yield f"  - {criterion.id}: {criterion.description} [{_target(criterion)}]"
    if scenario.verification.criteria:
        yield from ("", "Across products")
        for criterion in scenario.verification.criteria:
            yield f"  - {criterion.id}: {criterion.description} [{_target(criterion)}]"


def _target(criterion: Criterion) -> str:
    value = criterion.expected_value
    wanted = ""
    if isinstance(value, dict | tuple):
        wanted = f" = {len(value)} values"
    elif value is not None:
        wanted = f" = {value:.6g}" if isinstance(value, int | float) else f" = {value}"
    if criterion.rule:
        return f"{criterion.check_type} {criterion.rule} of {criterion.target_field}"
    tolerance = f"tolerance {criterion.tolerance_pct:g} %"
    return f"{criterion.check_type} {criterion.target_field}{wanted}, {tolerance}"


def _slot(slot: FollowUp, scenario: Scenario) -> Iterator[str]:
    for alternative in slot.alternatives:
        when = _condition(alternative.when)
        yield from _utterance_lines(alternative, slot.turn_index, scenario, when)


def _utterance_lines(
    utterance: Turn | Alternative, turn: int, scenario: Scenario, when: str = ""
) -> Iterator[str]:
    for said in passage_lines(utterance, scenario):
        yield from _wrap(said, "      ")
    asked = f"{request_heading(utterance, scenario)}{utterance.channel}{when}"
    yield from _wrap(f"{turn:>3} {asked}: {utterance.human_utterance}", "  ")
    for said in interjection_lines(utterance, scenario):
        yield from _wrap(f"into the answer: {said}", "      ")
    for attachment in utterance.attachments:
        yield f"      attached: {attachment.name} ({len(attachment.content.splitlines())} lines)"
    yield from _wrap(f"expected: {utterance.expected_agent_action}", "      ")
    for mutation in utterance.mutations:
        value = "" if mutation.value is None else f" = {mutation.value}"
        yield f"      {mutation.type} {mutation.product}{mutation.path}{value}"


def _condition(condition: Condition | None) -> str:
    if condition is None:
        return ""
    parts = [
        f"{name} {value}" for name, value in condition.model_dump(exclude_defaults=True).items()
    ]
    return f" (if {' and '.join(parts)})"


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ")
