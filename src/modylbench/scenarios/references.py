"""Whether everything that a scenario's files name is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.products.pointer import steps
from modylbench.scenarios.expressions import BadExpression, parsed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from modylbench.scenarios.criterion import Criterion
    from modylbench.scenarios.script import Slot, Utterance
    from modylbench.scenarios.template import Template

Use = tuple[str, str, str, str]
"""A name in use: the file, the place, the kind of thing, the name."""


def refuse_dangling(template: Template, folder: Path, files: tuple[str, str, str]) -> None:
    """Raise BadFile at the first name that leads nowhere (script, edge cases, products)."""
    known: dict[str, Collection[str]] = {
        "quantity": [quantity.id for quantity in template.deliverables.quantities],
        "product": [product.id for product in template.deliverables.products],
    }
    for file, place, kind, name in _uses(template, files):
        if name not in known[kind]:
            raise BadFile(folder / file, place, str(UnknownName(kind, name, known[kind])))
    _refuse_repeated(template, folder / files[2])
    _refuse_unreadable(template, folder, files, tuple(known["quantity"]))


def _uses(template: Template, files: tuple[str, str, str]) -> Iterator[Use]:
    script, edge_cases, products = files
    for number, beat in enumerate(template.script.beats):
        yield from _of_utterance(beat.opening, script, f"beats[{number}].opening")
        for slot_number, slot in enumerate(beat.follow_ups):
            yield from _of_slot(slot, script, f"beats[{number}].follow_ups[{slot_number}]")
    if template.script.closing:
        yield from _of_slot(template.script.closing, script, "closing")
    for number, case in enumerate(template.edge_cases.edge_cases):
        yield from _of_utterance(case.opening, edge_cases, f"edge_cases[{number}].opening")
        for slot_number, slot in enumerate(case.follow_ups):
            yield from _of_slot(slot, edge_cases, f"edge_cases[{number}].follow_ups[{slot_number}]")
    for number, quantity in enumerate(template.deliverables.quantities):
        yield products, f"quantities[{number}].product", "product", quantity.product


def _of_slot(slot: Slot, file: str, place: str) -> Iterator[Use]:
    for number, utterance in enumerate(slot.ask):
        yield from _of_utterance(utterance, file, f"{place}.ask[{number}]")


def _of_utterance(utterance: Utterance, file: str, place: str) -> Iterator[Use]:
    if utterance.when is not None:
        for field in ("shown", "missing"):
            name = getattr(utterance.when, field)
            if name is not None:
                yield file, f"{place}.when.{field}", "quantity", name
    for number, mutation in enumerate(utterance.mutations):
        yield file, f"{place}.mutations[{number}].product", "product", mutation.product


def _criteria(template: Template) -> Iterator[tuple[str, Criterion]]:
    for number, product in enumerate(template.deliverables.products):
        for place, criterion in enumerate(product.criteria):
            yield f"products[{number}].criteria[{place}]", criterion
    for place, criterion in enumerate(template.deliverables.criteria):
        yield f"criteria[{place}]", criterion


def _refuse_repeated(template: Template, file: Path) -> None:
    lists = {
        "quantity": [quantity.id for quantity in template.deliverables.quantities],
        "product": [product.id for product in template.deliverables.products],
        "criterion": [criterion.id for _, criterion in _criteria(template)],
        "edge case": [case.name for case in template.edge_cases.edge_cases],
        "beat": [beat.name for beat in template.script.beats],
    }
    for kind, names in lists.items():
        for name in names:
            if names.count(name) > 1:
                raise BadFile(
                    file, "", f"found the {kind} {name!r} twice, expected ids to be unique"
                )


def _sketched(expression: str) -> str:
    """The expression with some number in place of every placeholder, so that it can be parsed."""
    return re.sub(r"\{[^{}]*\}", "1", expression)


def _refuse_unreadable(
    template: Template, folder: Path, files: tuple[str, str, str], quantities: tuple[str, ...]
) -> None:
    for place, criterion in _criteria(template):
        field = f"{place}.target_field"
        try:
            reads = criterion.model_copy(
                update={"target_field": _sketched(criterion.target_field)}
            ).reads(quantities)
        except BadExpression as error:
            raise BadFile(folder / files[2], field, str(error)) from error
        for name in reads:
            if name not in quantities:
                raise BadFile(
                    folder / files[2], field, str(UnknownName("quantity", name, quantities))
                )
    for number, case in enumerate(template.edge_cases.edge_cases):
        for text in case.forbidden:
            try:
                parsed(_sketched(text), quantities)
            except BadExpression as error:
                raise BadFile(
                    folder / files[1], f"edge_cases[{number}].forbidden", str(error)
                ) from error
    for number, quantity in enumerate(template.deliverables.quantities):
        try:
            steps(getattr(quantity, "at", ""))
        except ValueError as error:
            raise BadFile(folder / files[2], f"quantities[{number}].at", str(error)) from error
