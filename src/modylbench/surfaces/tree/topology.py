"""Do the components of a surface make up one tree that a page can show?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = "root"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a tree, and with which component."""

    code: str
    reason: str
    component_id: str | None = None


def flaws(children: Mapping[str, Sequence[str]]) -> tuple[tuple[Flaw, ...], tuple[Flaw, ...]]:
    """The errors and the warnings about a surface that an agent has finished with.

    Errors: no root, children that never came. Warnings: components that nothing shows.
    """
    errors = [
        Flaw("missing_child", f"its child {child!r} never came", component_id)
        for component_id, below in sorted(children.items())
        for child in dict.fromkeys(below)
        if child not in children
    ]
    if ROOT not in children:
        found = "has components but none" if children else "was created, but has no component"
        errors.insert(0, Flaw("missing_root", f"the surface {found} with the id {ROOT!r}"))
        return tuple(errors), ()
    reached = _reached(children)
    warnings = [
        Flaw("unreachable_component", "no component shows it", component_id)
        for component_id in sorted(children)
        if component_id not in reached
    ]
    return tuple(errors), tuple(warnings)


def _reached(children: Mapping[str, Sequence[str]]) -> set[str]:
    reached = {ROOT}
    waiting = [ROOT]
    while waiting:
        below = [child for child in children.get(waiting.pop(), ()) if child not in reached]
        reached.update(below)
        waiting.extend(below)
    return reached
