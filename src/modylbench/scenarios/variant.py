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
from modylbench.scenarios.scenario import Attachment, Scenario
from modylbench.scenarios.script import EDGE_CASE_BEAT, Beat
from modylbench.scenarios.wording import BadPlaceholder, fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.oracle import Oracle
    from modylbench.scenarios.script import EdgeCaseScript, Phase, ScriptedUtterance, Slot
    from modylbench.scenarios.template import Card, ProductTemplate, Template


REDRAWS = 200
SEED_EDGE_CASE, NEUTRAL, ALL = "seed", "none", "all"
"""Choices besides an edge case's name: the seed's own, a neutral beat 7 (layer 5 off), all."""
CARD_FIELDS = {
    "vertical", "title", "human_persona", "context", "meeting_goal", "quality_tier",
    "timeout_minutes",
}  # fmt: skip


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
    truth = solve_seed(source, seed) if truth is None else truth
    beats = _beats(source, seed, edge_case)
    value = as_published(source.template, beats, dict(source.oracle().attachments(truth)))
    official = edge_case == SEED_EDGE_CASE
    value["metadata"] |= {"seed": seed, "edge_case": edge_case, "official": official}
    try:
        scenario = Scenario.model_validate(fill_placeholders(value, truth), strict=False)
    except BadPlaceholder as error:
        raise _bad_placeholder_file(source, error) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = f"seed {seed}: {place_of(first['loc'])}"
        raise BadFile(source.folder, place, problem_of(first)) from error
    return Variant(source, seed, truth, scenario)


def solve_seed(source: ScenarioSource, seed: int) -> dict[str, Any]:
    """The parameters of a seed and all that follows from them; seed 0 is canonical."""
    oracle = source.oracle()
    for attempt in range(REDRAWS):
        parameters = draw_parameters(source.template.card, seed, attempt)
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


def draw_parameters(card: Card, seed: int, attempt: int = 0) -> dict[str, float]:
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


def _bad_placeholder_file(source: ScenarioSource, error: BadPlaceholder) -> BadFile:
    """The same mistake with the file and line where it stands."""
    name = str(error).partition("'")[2].partition("'")[0]
    for file in (loader.SCRIPT, loader.EDGE_CASES, loader.PRODUCTS, loader.CARD):
        lines = read_text(source.folder / file).splitlines()
        for number, line in enumerate(lines, start=1):
            if name and name in line and "{" in line:
                return BadFile(source.folder / file, f"line {number}", str(error))
    return BadFile(source.folder, "", str(error))


def _phase(number: int, total: int) -> Phase:
    if number == 1:
        return "context"
    if number == total:
        return "delivery"
    return "edge_case" if number >= EDGE_CASE_BEAT else "work"


def as_published(
    template: Template, beats: Sequence[tuple[Beat, str | None]], files: Mapping[str, str]
) -> dict[str, Any]:
    """The scenario in its published form, placeholders still in it; `files` are attachments."""
    card = template.card
    turns: list[dict[str, Any]] = []
    index = 1
    for number, (beat, edge_case) in enumerate(beats, start=1):
        turn = _turn(beat, index, files)
        turns.append(turn | {"phase": _phase(number, len(beats)), "edge_case": edge_case})
        index += 2 * (1 + len(beat.follow_ups))
    closing = _slot(template.script.closing, index, files) if template.script.closing else None
    return {
        "scenario_id": card.id,
        **card.model_dump(include=CARD_FIELDS),
        "turns": turns,
        "closing": closing,
        "expected_outputs": [_output(product) for product in template.deliverables.products],
        "edge_cases": [_edge_case(case) for case in template.edge_cases.edge_cases],
        "quantities": [quantity.model_dump() for quantity in template.deliverables.quantities],
        "verification": {
            "method": card.method,
            "criteria": [criterion.model_dump() for criterion in template.deliverables.criteria],
        },
        "expected_mutations": _mutations(turns, closing),
        "participants": [participant.model_dump() for participant in card.participants],
        "metadata": {"version": card.version},
    }


def _turn(beat: Beat, index: int, files: Mapping[str, str]) -> dict[str, Any]:
    opening = _utterance(beat.opening, files)
    del opening["when"]
    return {
        **opening,
        "turn_index": index,
        "beat": beat.name,
        "reaches": beat.reaches,
        "follow_ups": [
            _slot(slot, index + 2 * place, files)
            for place, slot in enumerate(beat.follow_ups, start=1)
        ],
    }


def _output(product: ProductTemplate) -> dict[str, Any]:
    value = product.model_dump(exclude={"id", "criteria"})
    criteria = [criterion.model_dump() for criterion in product.criteria]
    return {"product_id": product.id, **value, "verification_criteria": criteria}


def _utterance(utterance: ScriptedUtterance, files: Mapping[str, str]) -> dict[str, Any]:
    missing = [name for name in utterance.attach if name not in files]
    if missing:
        raise UnknownName("attachment", missing[0], files)
    return {
        "when": utterance.when.model_dump() if utterance.when else None,
        "human_utterance": utterance.say,
        "expected_agent_action": utterance.expects,
        "model_answer": utterance.answer,
        "speaker": utterance.speaker,
        "channel": utterance.channel,
        "expected_response_type": utterance.response,
        "wait_for_agent_sec": utterance.wait_sec,
        # Made already, so that `fill_placeholders` leaves it: a file's own braces stay braces.
        "attachments": [Attachment(name=name, content=files[name]) for name in utterance.attach],
        "mutations": [mutation.model_dump() for mutation in utterance.mutations],
    }


def _slot(slot: Slot, turn_index: int, files: Mapping[str, str]) -> dict[str, Any]:
    return {
        "turn_index": turn_index,
        "purpose": slot.purpose,
        "reaches": slot.reaches,
        "alternatives": [_utterance(utterance, files) for utterance in slot.ask],
    }


def _edge_case(case: EdgeCaseScript) -> dict[str, Any]:
    value = case.model_dump(exclude={"opening", "follow_ups"})
    return {**value, "human_utterance": case.opening.say}


def _mutations(
    turns: Sequence[dict[str, Any]], closing: dict[str, Any] | None
) -> list[dict[str, Any]]:
    """The changes asked for when the unconditional alternative of every slot is said."""
    said: list[tuple[int, list[dict[str, Any]]]] = []
    for turn in turns:
        said.append((turn["turn_index"], turn["mutations"]))
        said += [
            (slot["turn_index"], slot["alternatives"][-1]["mutations"])
            for slot in turn["follow_ups"]
        ]
    if closing:
        said.append((closing["turn_index"], closing["alternatives"][-1]["mutations"]))
    return [
        {
            "turn_index": index,
            "product_id": mutation["product"],
            "mutation_type": mutation["type"],
            "path": mutation["path"],
            "expected_value": mutation["value"],
        }
        for index, mutations in said
        for mutation in mutations
    ]
