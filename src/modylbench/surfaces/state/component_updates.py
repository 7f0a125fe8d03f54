"""Which of the components in an update can be taken?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.catalog.merged import merged_catalog
from modylbench.surfaces.limits import MAX_COMPONENTS
from modylbench.surfaces.measure import measure
from modylbench.surfaces.state.validation import Refusal, component_id_refusal, component_refusal
from modylbench.surfaces.tree.instances import repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from a2ui.core.state import SurfaceModel

    from modylbench.surfaces.tree.growth import Tree
    from modylbench.surfaces.wording import Notes

MOST_OFFENDERS = 20  # each costs another look at all children in the message, and
MOST_LOOKS = 600_000  # is how many children are looked at, though three times in any case


@dataclass(slots=True)
class Accepted:
    """The components to take, and for each its children and about how many bytes it takes."""

    components: list[dict[str, Any]] = field(default_factory=list)
    children: dict[str, tuple[str, ...]] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)

    @property
    def repeating(self) -> set[str]:
        """Those that show another component for every item of a list."""
        return {component["id"] for component in self.components if repeats(component)}

    def drop(self, component_id: str) -> None:
        """Take it back."""
        self.components = [
            component for component in self.components if component["id"] != component_id
        ]
        del self.children[component_id], self.weights[component_id]


def accepted(
    items: Sequence[Any],
    surface: SurfaceModel,
    tree: Tree,
    notes: Notes,
    *,
    room: int,
) -> Accepted:
    """The sound components of an update; each other one is noted with its reason.

    `tree` are the components that are there already, `room` is how many bytes the new may take.
    """
    good = Accepted()
    known = tree.children
    count = len(known)
    for index, item in enumerate(items):
        refusal = component_id_refusal(item)
        if refusal is None:
            item = _with_type(item, surface)
            weight = measure(item).weight
            is_new = item["id"] not in known
            refusal = _refusal(item, good, room - weight, count + is_new)
        if refusal is not None:
            place = f"/updateComponents/components/{index}{refusal.pointer}"
            notes.error(refusal.code, refusal.reason, component_id=_id_of(item), where=place)
            continue
        room -= weight
        count += is_new
        good.components.append(item)
        good.children[item["id"]] = _children(item)
        good.weights[item["id"]] = weight
    _drop_offenders(good, tree, notes)
    return good


def _refusal(item: dict[str, Any], good: Accepted, room: int, count: int) -> Refusal | None:
    if item["id"] in good.children:
        return Refusal("duplicate_component", "the id stands twice in the message", "/id")
    if count > MAX_COMPONENTS:
        return Refusal("too_many_components", f"expected at most {MAX_COMPONENTS:,} components")
    if room < 0:
        return Refusal("too_large", "the surfaces would hold too much")
    return component_refusal(item)


def _with_type(item: dict[str, Any], surface: SurfaceModel) -> dict[str, Any]:
    """The component with its type, which an update of a known one may leave out."""
    existing = surface.components_model.get(item["id"])
    if existing is not None and "component" not in item:
        return {"id": item["id"], "component": existing.type} | item
    return item


def _id_of(item: Any) -> str | None:
    component_id = item.get("id") if isinstance(item, dict) else None
    return component_id if isinstance(component_id, str) else None


def _children(component: dict[str, Any]) -> tuple[str, ...]:
    references = merged_catalog().get_component_ref_spec(component["component"])
    if references is None:
        return ()
    return tuple(child for child, _ in references.extract_child_references(component))


def _drop_offenders(good: Accepted, tree: Tree, notes: Notes) -> None:
    """A ring of components, or a very deep tree, would never be done on a page."""
    named = sum(map(len, good.children.values()))
    for _ in range(min(MOST_OFFENDERS, max(3, MOST_LOOKS // max(named, 1)))):
        flaw = tree.flaw(good.children)
        if flaw is None or flaw.component_id is None:
            return
        notes.error(flaw.code, flaw.reason, component_id=flaw.component_id)
        good.drop(flaw.component_id)
    for component_id in [name for name, children in good.children.items() if children]:
        notes.error("cyclic_children", "one of many that make rings", component_id=component_id)
        good.drop(component_id)
