"""What did each work product look like after each turn, with what is alike kept once?"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.publishing.report.content.bounds import line
from modylbench.publishing.report.content.product_parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.work_product import WorkProduct
    from modylbench.publishing.report.data.product import Part, StateData

MOST_ROWS = 600  # ours: of one state; the largest sheet of the six scenarios has under a hundred
MOST_PARTS = 300  # ours: besides rows
MOST_CHARACTERS = 4_000_000  # ours: of all parts of a meeting as JSON; ours take under 0.4 million


@dataclass(slots=True)
class Pool:
    """The parts of all products of a meeting, each once; what would be too much is counted."""

    parts: list[Part] = field(default_factory=list)
    characters: int = 0
    _places: dict[str, int] = field(default_factory=dict)

    def place(self, part: Part) -> int | None:
        """The part's place; None where there is no more room."""
        key = json.dumps(part, sort_keys=True)
        if key not in self._places:
            if self.characters + len(key) > MOST_CHARACTERS:
                return None
            self.characters += len(key)
            self._places[key] = len(self.parts)
            self.parts.append(part)
        return self._places[key]


@dataclass(slots=True)
class Story:
    """One product: its kind, and every state that it was in."""

    kind: str
    last: WorkProduct | None
    states: list[StateData]


def stories(
    shown_by_turn: Iterable[tuple[int, Sequence[WorkProduct]]], pool: Pool
) -> dict[str, Story]:
    """The products by id in the order of their coming."""
    found: dict[str, Story] = {}
    for turn_index, products in shown_by_turn:
        there = {product.id: product for product in products}
        for name, product in there.items():
            story = found.setdefault(name, Story(product.kind, None, []))
            if story.last is product:
                continue
            state = _state(turn_index, product, pool)
            if not story.states or _differ(story.states[-1], state):
                story.states.append(state)
            story.last, story.kind = product, product.kind
        for name, story in found.items():
            if name not in there and story.last is not None:
                story.last = None
                story.states.append(_gone(turn_index, story.states[-1]["title"]))
    return found


def _state(turn_index: int, product: WorkProduct, pool: Pool) -> StateData:
    places: list[int] = []
    left_out = rows_left = 0
    rows_left = MOST_ROWS
    for part, rows in parts_of(product):
        if part["kind"] == "table":
            kept = [pool.place(row) for row in rows[:rows_left]]
            part["rows"] = [place for place in kept if place is not None]
            rows_left -= len(part["rows"])
            left_out += len(rows) - len(part["rows"])
        place = pool.place(part) if len(places) < MOST_PARTS else None
        if place is None:
            left_out += 1
        else:
            places.append(place)
    return {
        "turn_index": turn_index,
        "title": line(product.title),
        "is_there": True,
        "parts": places,
        "left_out": left_out,
    }


def _gone(turn_index: int, title: str) -> StateData:
    return {
        "turn_index": turn_index,
        "title": title,
        "is_there": False,
        "parts": [],
        "left_out": 0,
    }


def _differ(before: StateData, now: StateData) -> bool:
    same = ("title", "is_there", "parts", "left_out")
    return any(before[name] != now[name] for name in same)  # type: ignore[literal-required]
