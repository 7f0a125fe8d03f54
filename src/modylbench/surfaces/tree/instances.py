"""How many components would a page have to show?

A component may be the child of several others, and a list repeats one for every item of its data,
so that a few components can ask for more than any page can hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.surfaces.catalog.merged import merged_catalog
from modylbench.surfaces.tree.topology import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.surfaces.snapshot import SurfaceSnapshot

Steps = tuple[str, ...]


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
            waiting.append(_below(component, place, shown.data))
    return count


def _below(component: dict[str, Any], place: Steps, data: Any) -> Iterator[tuple[str, Steps]]:
    if repeats(component):
        template = component["children"]
        path = template["path"]
        steps = tuple(step for step in path.split("/") if step)
        at = steps if path.startswith("/") else (*place, *steps)
        found = _at(data, at)
        count = len(found) if isinstance(found, list) else 0
        return ((template["componentId"], (*at, str(index))) for index in range(count))
    references = merged_catalog().get_component_ref_spec(component["component"])
    found = () if references is None else references.extract_child_references(component)
    return ((child, place) for child, _ in found)


def _at(data: Any, steps: Steps) -> Any:
    for raw in steps:
        step = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        else:
            return None
    return data
