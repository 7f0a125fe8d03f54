"""From what an author writes to the published form of a scenario, with its turns counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import UnknownName
from modylbench.scenarios.scenario import Attachment
from modylbench.scenarios.script import EDGE_CASE_BEAT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.script import Beat, EdgeCaseScript, Phase, Slot, Utterance
    from modylbench.scenarios.template import ProductTemplate, Template


CARD_FIELDS = {
    "vertical", "title", "human_persona", "context", "meeting_goal", "quality_tier",
    "timeout_minutes",
}  # fmt: skip


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


def _utterance(utterance: Utterance, files: Mapping[str, str]) -> dict[str, Any]:
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
        # Made already, so that `filled` passes it by: a file's own braces are no placeholders.
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
