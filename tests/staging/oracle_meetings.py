"""Meetings that oracles hold: their products turn by turn, as they are and as others make them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from modylbench.evaluation.mutations.reference import Reference, reference_of
from modylbench.evaluation.mutations.snapshot import snapshot
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import Variant, instantiate

Product = dict[str, Any]
Meeting = list[tuple[int, list[Product]]]

SCENARIOS = tuple(source.id for source in catalogue.scenarios())


@cache
def variant(name: str, seed: int = 0) -> Variant:
    return instantiate(catalogue.scenario(name), seed)


@cache
def reference(name: str, seed: int = 0) -> Reference:
    return reference_of(variant(name, seed))


def oracle_meeting(name: str, seed: int = 0) -> Meeting:
    """What a perfect agent shows at the end of every turn."""
    shown: list[Product] = []
    reached = dict(reference(name, seed).products)
    meeting: Meeting = []
    for slot in variant(name, seed).scenario.human_turns():
        if slot.turn_index in reached:
            shown = list(snapshot(reached[slot.turn_index]).values())
        meeting.append((slot.turn_index, shown))
    return meeting


def change_parts(meeting: Meeting, change: Callable[[Any], Any]) -> Meeting:
    """The meeting with every object of every product changed, from the inside out."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return change({key: walk(item) for key, item in value.items()})
        return [walk(item) for item in value] if isinstance(value, list) else value

    return [(turn, [walk(product) for product in products]) for turn, products in meeting]


def with_own_ids(part: Product) -> Product:
    """The part with other ids, as an agent of another make would choose them."""
    other: Product = {key: f"own-{part[key]}" for key in ("id", "section") if part.get(key)}
    if "cells" in part:
        other["cells"] = {f"own-{column}": cell for column, cell in part["cells"].items()}
    return {**part, **other}


def in_thousands(part: Product) -> Product:
    """A cell in millions of dollars, told in thousands."""
    if part.get("unit") != "$M" or not isinstance(part.get("value"), int | float):
        return part
    return {**part, "value": part["value"] * 1000, "unit": "$K", "text": None}


def with_rows_as_columns(part: Product) -> Product:
    """A sheet with its rows as columns."""
    if "columns" not in part:
        return part
    cells = {row["id"]: row["cells"] for row in part["rows"]}
    rows = [
        {
            **column,
            "cells": {
                own: each[column["id"]] for own, each in cells.items() if column["id"] in each
            },
        }
        for column in part["columns"]
    ]
    columns = [{key: row[key] for key in ("id", "label", "unit")} for row in part["rows"]]
    return {**part, "columns": columns, "rows": rows}
