"""What is kept about a surface beside the official core's own model of it?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.surfaces.limits import MAX_INSTANCES
from modylbench.surfaces.tree.growth import Tree
from modylbench.surfaces.tree.instances import instances
from modylbench.surfaces.tree.topology import Flaw, flaws
from modylbench.surfaces.wording import Notes

if TYPE_CHECKING:
    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.snapshot import SurfaceSnapshot
    from modylbench.surfaces.state.component_updates import Accepted

TOO_MUCH = Flaw(
    "too_much_to_show",
    f"its lists ask for more than {MAX_INSTANCES:,} components; pages do not get it",
)
NOT_BEGUN = Flaw("rendering_not_begun", "no beginRendering came for it")
MOST_WRITES = 64  # ours: after more of them, copying all of the data is as fast


@dataclass(slots=True)
class Book:
    """The tree of a surface, its weight, and what was said about it."""

    weight: int
    tree: Tree = field(default_factory=Tree)
    shown: SurfaceSnapshot | None = None  # as it was before `writes` and `has_new_components`
    writes: list[list[str]] = field(default_factory=list)
    has_new_components: bool = False
    _weights: dict[str, int] = field(default_factory=dict)
    _repeating: set[str] = field(default_factory=set)
    _told: set[Flaw] = field(default_factory=set)

    def add(self, good: Accepted) -> None:
        """These components were taken."""
        self.weight += sum(good.weights.values())
        self.weight -= sum(self._weights.get(name, 0) for name in good.weights)
        self._weights.update(good.weights)
        self.tree.add(good.children)
        self._repeating -= good.children.keys()
        self._repeating |= good.repeating
        self.has_new_components = True

    def wrote(self, steps: list[str]) -> None:
        """The data was changed at this place and at no other."""
        self.writes.append(steps)
        if len(self.writes) > MOST_WRITES:
            self.shown = None
            self.writes.clear()

    def renew(self, shown: SurfaceSnapshot) -> None:
        """This is what the surface shows now."""
        self.shown = shown
        self.writes = []
        self.has_new_components = False

    def asks_too_much(self, shown: SurfaceSnapshot) -> bool:
        """Whether a page could not show it. Without lists, its size was asked when it came."""
        return bool(self._repeating) and instances(shown, MAX_INSTANCES) > MAX_INSTANCES

    def flaws(self, shown: SurfaceSnapshot, *, has_begun: bool) -> tuple[SurfaceFinding, ...]:
        """What is wrong with the surface and was not yet told; told anew when it comes again."""
        errors, warnings = flaws(self.tree.children)
        if self.asks_too_much(shown):
            errors = (*errors, TOO_MUCH)
        if not has_begun:
            warnings = (*warnings, NOT_BEGUN)
        notes = Notes(None, source="state")
        notes.surface_id = shown.surface_id
        for tell, found in ((notes.error, errors), (notes.warning, warnings)):
            for flaw in found:
                if flaw not in self._told:
                    tell(flaw.code, flaw.reason, component_id=flaw.component_id)
        self._told = {*errors, *warnings}
        return notes.findings
