"""How does one edit of a product read?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from modylbench.publishing.report.content.bounds import bounded, line

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.publishing.report.data.turn import MutationData

NAMES = ("title", "heading", "label", "name", "path", "claim")
MOST_SHOWN = 300


def mutation_data(mutation: Mutation) -> MutationData:
    """The edit, with what stood and stands there as text."""
    return {
        "product_id": line(mutation.product_id),
        "type": mutation.mutation_type,
        "place": line(mutation.locator),
        "is_pointer": mutation.locator_kind == "pointer",
        "old": shown(mutation.old),
        "new": shown(mutation.new),
        "is_correct": mutation.is_correct,
        "is_destructive": mutation.is_destructive,
    }


def shown(value: Any) -> str:
    """A JSON value as people would say it: of a cell what it shows, of a part its name.

    >>> shown({"value": 37.5, "unit": "$M", "text": None, "formula": None})
    '37.5 $M'
    >>> shown({"id": "senior", "label": "Senior debt", "cells": {}})
    'Senior debt'
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return bounded(value, MOST_SHOWN)
    named = _named(value) if isinstance(value, dict) else None
    return (
        named if named is not None else bounded(json.dumps(value, ensure_ascii=False), MOST_SHOWN)
    )


def _named(part: dict[str, Any]) -> str | None:
    """What a cell shows, or how a part is called; None where it is neither."""
    if {"value", "unit", "text"} <= part.keys():
        figure = "" if part["value"] is None else str(part["value"])
        return line(part["text"] or f"{figure} {part['unit'] or ''}".strip(), MOST_SHOWN)
    if isinstance(part.get("column"), dict):
        return _named(part["column"])
    name = next((part[name] for name in NAMES if isinstance(part.get(name), str)), None)
    if name is not None:
        return line(name, MOST_SHOWN)
    return bounded(part["body"], MOST_SHOWN) if isinstance(part.get("body"), str) else None
