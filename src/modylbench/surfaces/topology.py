"""Do the components of a surface make up one tree that a page can show?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.surfaces.limits import MAX_INSTANCES, MAX_TREE_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ROOT = "root"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a tree, and with which component."""

    code: str
    reason: str
    component_id: str | None = None


def offender(children: Mapping[str, Sequence[str]], changed: Iterable[str]) -> Flaw | None:
    """A changed component that closes a ring or makes the tree too deep or too large, or None.

    Without the changed ones the graph is none of these, so that one of them is on any such path;
    the one that came last is named.
    """
    order = {component_id: place for place, component_id in enumerate(changed)}
    if not any(children.get(component_id) for component_id in order):
        return None
    ring = _ring(children)
    if ring:
        culprit = max(ring, key=lambda component_id: order.get(component_id, -1))
        return Flaw("cyclic_children", f"contains itself: {_chain(ring)}", culprit)
    path, largest = _extent(children)
    if len(path) > MAX_TREE_DEPTH:
        culprit = max(path, key=lambda component_id: order.get(component_id, -1))
        reason = f"components nested {len(path)} deep, expected at most {MAX_TREE_DEPTH}"
        return Flaw("too_deep", reason, culprit)
    if largest > MAX_INSTANCES:
        culprit = max(filter(children.get, order), key=lambda component_id: order[component_id])
        reason = f"its surface would show over {MAX_INSTANCES:,} components, some many times over"
        return Flaw("too_much_to_show", reason, culprit)
    return None


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


def _ring(children: Mapping[str, Sequence[str]]) -> list[str]:
    """The components of some ring, in order; empty where there is none."""
    done: set[str] = set()
    for start in children:
        path: list[str] = []
        on_path: set[str] = set()
        waiting = [(start, False)]
        while waiting:
            here, leaving = waiting.pop()
            if leaving:
                on_path.discard(path.pop())
                done.add(here)
            elif here in on_path:
                return path[path.index(here) :]
            elif here not in done:
                path.append(here)
                on_path.add(here)
                waiting.append((here, True))
                waiting.extend((child, False) for child in reversed(children.get(here, ())))
    return []


def _extent(children: Mapping[str, Sequence[str]]) -> tuple[list[str], int]:
    """The longest chain of components within components, and how many the largest tree shows.

    There must be no ring. A component counts as often as it is shown.
    """
    height: dict[str, int] = {}
    size: dict[str, int] = {}
    for start in children:
        waiting = [start]
        while waiting:
            here = waiting[-1]
            below = [child for child in children.get(here, ()) if child in children]
            unknown = [child for child in below if child not in height]
            if unknown and here not in height:
                waiting.extend(unknown)
                continue
            waiting.pop()
            height[here] = 1 + max((height[child] for child in below), default=0)
            size[here] = 1 + sum(size[child] for child in below)
    chain: list[str] = []
    level = sorted(children, key=lambda component_id: -height[component_id])[:1]
    while level:
        chain.append(level[0])
        below = [child for child in children.get(level[0], ()) if child in children]
        level = [max(below, key=lambda component_id: height[component_id])] if below else []
    return chain, max(size.values(), default=0)


def _chain(ring: Sequence[str]) -> str:
    return " > ".join(repr(component_id) for component_id in (*ring[:5], ring[0]))
