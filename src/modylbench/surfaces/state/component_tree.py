"""The tree that a surface's components make, kept within what a page can show.

An update is looked at from the changed components upwards, as nothing below them changes: a surface
of 15,000 components costs no more than one of ten. A child counts from when it is named, so that
nothing changes when it comes and has no children of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.catalog.schema import merged_catalog
from modylbench.surfaces.limits import MAX_INSTANCES, MAX_TREE_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.products.pointer import Steps
    from modylbench.surfaces.snapshot import SurfaceSnapshot

ROOT = "root"
Children = tuple[str, ...]


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
    reached = _reachable(children)
    warnings = [
        Flaw("unreachable_component", "no component shows it", component_id)
        for component_id in sorted(children)
        if component_id not in reached
    ]
    return tuple(errors), tuple(warnings)


def _reachable(children: Mapping[str, Sequence[str]]) -> set[str]:
    reached = {ROOT}
    waiting = [ROOT]
    while waiting:
        below = [child for child in children.get(waiting.pop(), ()) if child not in reached]
        reached.update(below)
        waiting.extend(below)
    return reached


@dataclass(frozen=True, slots=True)
class _Extent:
    """How high a component stands, how many it shows, and its children counted by their height."""

    height: int = 1
    size: int = 1
    levels: Mapping[int, int] = field(default_factory=dict)


LEAF = _Extent()


class Tree:
    """The children of every component; never a ring, and neither too deep nor too large."""

    def __init__(self) -> None:
        self.children: dict[str, Children] = {}
        self.visited = 0  # components looked at so far: what the updates have cost
        self._parents: dict[str, dict[str, int]] = {}  # and how often each shows the child
        self._extents: dict[str, _Extent] = {}  # of those with children

    def flaw(self, changes: Mapping[str, Children]) -> Flaw | None:
        """What is wrong with these components, and with which: the last one that is part of it."""
        return _Update(self, changes).flaw()

    def add(self, changes: Mapping[str, Children]) -> None:
        """Take components that have no flaw."""
        update = _Update(self, changes)
        extents = update.extents()
        for name, below in update.changed.items():
            for child in set(self.children.get(name, ())):
                del self._parents[child][name]
                if not self._parents[child]:
                    del self._parents[child]
            for child, times in Counter(below).items():
                self._parents.setdefault(child, {})[name] = times
        self.children.update(changes)
        self._extents.update(extents)
        for name in extents:
            if not self.children.get(name):
                del self._extents[name]

    def extent(self, name: str) -> _Extent:
        """Of a component as it stands."""
        return self._extents.get(name, LEAF)

    def parents(self, name: str) -> Mapping[str, int]:
        """The components that show it, and how often each does."""
        return self._parents.get(name, {})


class _Update:
    """One update of a tree, thought through without changing the tree."""

    def __init__(self, tree: Tree, changes: Mapping[str, Children]) -> None:
        self._tree = tree
        self._order = {name: place for place, name in enumerate(changes)}
        self.changed = {
            name: below for name, below in changes.items() if below != tree.children.get(name, ())
        }
        self._affected: list[str] = []
        self._new_parents: dict[str, dict[str, int]] = {}
        for name, below in self.changed.items():
            for child, times in Counter(below).items():
                self._new_parents.setdefault(child, {})[name] = times

    def flaw(self) -> Flaw | None:
        extents = self.extents()
        ring = self._ring(extents)
        if ring:
            ring_names = " > ".join(repr(name) for name in (*ring[:5], ring[0]))
            return Flaw("cyclic_children", f"contains itself: {ring_names}", self._last(ring))
        highest = max(extents, key=lambda name: extents[name].height, default="")
        if highest and extents[highest].height > MAX_TREE_DEPTH:
            depth = extents[highest].height
            reason = f"components nested {depth} deep, expected at most {MAX_TREE_DEPTH}"
            return Flaw("too_deep", reason, self._last(self._longest(highest, extents)))
        if any(extent.size > MAX_INSTANCES for extent in extents.values()):
            reason = f"its surface would show over {MAX_INSTANCES:,} components, some many times"
            return Flaw("too_much_to_show", reason, self._last(filter(self._below, self.changed)))
        return None

    def extents(self) -> dict[str, _Extent]:
        """The new extents of the changed and of all above them, but for rings and all above those.

        From below to above, each when all below it that may change are done.
        """
        pending = self._pending()
        extents: dict[str, _Extent] = {}
        growth: Counter[str] = Counter()
        moves: dict[str, Counter[int]] = {}
        free = [name for name, count in pending.items() if not count]
        while free:
            name = free.pop()
            before = self._tree.extent(name)
            if name in self.changed:
                after = self._new_extent(name, extents)
            else:
                levels = Counter(before.levels)
                levels.update(moves.pop(name, Counter()))
                after = _extent(before.size + growth.pop(name, 0), +levels)
            extents[name] = after
            for parent, times in self._parents_of(name):
                growth[parent] += times * (after.size - before.size)
                if after.height != before.height:
                    moved = moves.setdefault(parent, Counter())
                    moved[after.height] += 1
                    moved[before.height] -= 1
                pending[parent] -= 1
                if not pending[parent]:
                    free.append(parent)
        return extents

    def _pending(self) -> dict[str, int]:
        """The changed and all above them, with the number of children among these."""
        pending = dict.fromkeys(self.changed, 0)
        waiting = list(self.changed)
        while waiting:
            for parent, _ in self._parents_of(waiting.pop()):
                if parent not in pending:
                    pending[parent] = 0
                    waiting.append(parent)
                pending[parent] += 1
        self._tree.visited += len(pending)
        self._affected = list(pending)
        return pending

    def _new_extent(self, name: str, extents: Mapping[str, _Extent]) -> _Extent:
        times = Counter(self.changed[name])
        below = {child: extents.get(child) or self._tree.extent(child) for child in times}
        size = 1 + sum(below[child].size * count for child, count in times.items())
        return _extent(size, Counter(extent.height for extent in below.values()))

    def _parents_of(self, name: str) -> Iterable[tuple[str, int]]:
        for parent, times in self._tree.parents(name).items():
            if parent not in self.changed:
                yield parent, times
        yield from self._new_parents.get(name, {}).items()

    def _below(self, name: str) -> Children:
        return self.changed.get(name, self._tree.children.get(name, ()))

    def _ring(self, extents: Mapping[str, _Extent]) -> list[str]:
        """The components of some ring, in order: what is left has a child that is left."""
        left = [name for name in self._affected if name not in extents]
        child_of = {parent: name for name in left for parent, _ in self._parents_of(name)}
        path = dict.fromkeys(left[:1])
        here = left[0] if left else ""
        while left:
            here = child_of[here]
            if here in path:
                names = list(path)
                return names[names.index(here) :]
            path[here] = None
        return []

    def _longest(self, highest: str, extents: Mapping[str, _Extent]) -> list[str]:
        path = [highest]
        while self._below(path[-1]):
            heights = {
                child: (extents.get(child) or self._tree.extent(child)).height
                for child in self._below(path[-1])
            }
            path.append(max(heights, key=lambda child: heights[child]))
        return path

    def _last(self, names: Iterable[str]) -> str:
        return max(names, key=lambda name: self._order.get(name, -1))


def _extent(size: int, levels: Mapping[int, int]) -> _Extent:
    """A size beyond the bound is as bad as any other, and the number stays small."""
    return _Extent(1 + max(levels, default=0), min(size, MAX_INSTANCES + 1), levels)


def repeats(component: Mapping[str, Any]) -> bool:
    """Whether a component shows another one for every item of a list."""
    return isinstance(component.get("children"), dict)


def instances(shown: SurfaceSnapshot, most: int) -> int:
    """How many components the surface asks for; counting stops beyond `most`."""
    count = 0
    waiting: list[Iterator[tuple[str, Steps]]] = [iter([(ROOT, ())])]
    while waiting and count <= most:
        following = next(waiting[-1], None)
        if following is None:
            waiting.pop()
            continue
        name, place = following
        component = shown.components.get(name)
        if component is not None:
            count += 1
            waiting.append(_children_of(component, place, shown.data))
    return count


def _children_of(component: dict[str, Any], place: Steps, data: Any) -> Iterator[tuple[str, Steps]]:
    if repeats(component):
        template = component["children"]
        path = template["path"]
        steps = tuple(step for step in path.split("/") if step)
        at = steps if path.startswith("/") else (*place, *steps)
        found = _data_at(data, at)
        count = len(found) if isinstance(found, list) else 0
        return ((template["componentId"], (*at, str(index))) for index in range(count))
    references = merged_catalog().get_component_ref_spec(component["component"])
    found = () if references is None else references.extract_child_references(component)
    return ((child, place) for child, _ in found)


def _data_at(data: Any, steps: Steps) -> Any:
    for raw in steps:
        step = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        else:
            return None
    return data
