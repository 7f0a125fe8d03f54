"""How is a part of a product, known by its id, found, put in or taken out?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.agents.llm.tools.refusal import Refused
from modylbench.foundation.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterable

Part = dict[str, Any]


def found(parts: Iterable[Part], name: str, what: str) -> Part:
    """The part with this id; raises Refused with the nearest one that there is."""
    by_id = {part["id"]: part for part in parts}
    if name not in by_id:
        raise Refused(str(UnknownName(what, name, by_id)) if by_id else f"there is no {what} yet")
    return by_id[name]


def put(parts: list[Part], new: Iterable[Part], *, after: str, what: str) -> None:
    """Replace the parts that are there by id; put the others after one, or at the end."""
    places = {part["id"]: place for place, part in enumerate(parts)}
    fresh = []
    for part in new:
        if part["id"] in places:
            parts[places[part["id"]]] = part
        else:
            fresh.append(part)
    if after:
        found(parts, after, what)
    place = places[after] + 1 if after else len(parts)
    parts[place:place] = fresh


def without(parts: Iterable[Part], names: set[str]) -> list[Part]:
    """The parts that have none of these ids."""
    return [part for part in parts if part["id"] not in names]


def unset(part: Any) -> Part:
    """What of a part was written by the model, as JSON."""
    dumped: Part = part.model_dump(mode="json", exclude_unset=True)
    return dumped
