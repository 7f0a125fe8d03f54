"""What would an agent that speaks A2UI v0.8 have sent in v0.9?

v0.8 has no message that creates a surface, tells the root's id only when rendering begins, and
keeps lists as maps. So a surface is created when it is first mentioned, its root is put below a
component with the id that v0.9 asks for, and a memory of the data remains here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.products.pointer import join
from modylbench.surfaces.catalog.names import CATALOG_ID, KNOWN_CATALOG_IDS
from modylbench.surfaces.legacy_components import Translation
from modylbench.surfaces.limits import MAX_STATE_WEIGHT, MAX_SURFACES
from modylbench.surfaces.measure import measure
from modylbench.surfaces.topology import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.surfaces.snapshot import SurfaceSnapshot
    from modylbench.surfaces.wording import Notes

ACTIONS = ("beginRendering", "surfaceUpdate", "dataModelUpdate")
INNER_ROOT = "v0.8:root"
"""What a component with the id `root` is called where another one is the root."""

VALUES = ("valueString", "valueNumber", "valueBoolean", "valueArray", "valueList")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Message = dict[str, Any]


@dataclass(slots=True)
class _Memory:
    begun: bool = False
    wrapped: bool = False
    weight: int = 0
    theme: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    lists: set[tuple[str, ...]] = field(default_factory=set)
    relative_lists: set[tuple[str, ...]] = field(default_factory=set)


class LegacySurfaces:
    """Translates message after message; `look` gives a surface as it stands, or None."""

    def __init__(self, look: Callable[[str], SurfaceSnapshot | None]) -> None:
        self._look = look
        self._memories: dict[str, _Memory] = {}

    def __contains__(self, surface_id: str) -> bool:
        return surface_id in self._memories

    def not_begun(self) -> list[str]:
        """The surfaces that an agent has sent but not yet asked to show."""
        return sorted(name for name, memory in self._memories.items() if not memory.begun)

    def forget(self, surface_id: str | None) -> None:
        """The surface is gone."""
        if surface_id is not None:
            self._memories.pop(surface_id, None)

    def translated(self, message: Message, notes: Notes) -> list[Message]:
        """The messages of v0.9 that do the same, in order; none where it cannot be understood."""
        action = next((name for name in ACTIONS if name in message), ACTIONS[0])
        body = message.get(action)
        extra = sorted(message.keys() - {action, "version"})
        if extra:
            notes.error("invalid_message", f"found {extra[0]!r} beside {action!r}")
            return []
        if not isinstance(body, dict) or not isinstance(body.get("surfaceId"), str):
            notes.error("invalid_message", f"expected an object with a surfaceId as {action!r}")
            return []
        surface_id = body["surfaceId"]
        if surface_id not in self._memories and len(self._memories) >= MAX_SURFACES:
            notes.error("too_many_surfaces", f"expected at most {MAX_SURFACES} surfaces")
            return []
        memory = self._memories.get(surface_id) or _Memory()
        missing = self._look(surface_id) is None
        match action:
            case "beginRendering":
                found = self._begin(body, memory, notes)
            case "surfaceUpdate":
                found = self._components(body, memory)
            case _:
                found = self._data(body, memory, notes)
        if found is None:
            return []
        self._memories[surface_id] = memory
        return [*([_creation(body, memory)] if missing else []), *found]

    def _components(self, body: Message, memory: _Memory) -> list[Message]:
        surface_id, items = body["surfaceId"], body.get("components")
        if not isinstance(items, list):
            return [_update(surface_id, items)]
        translation = Translation()
        for item in items:
            translation.add(item)
        components = translation.components
        if memory.wrapped:
            components = [_renamed(component) for component in components]
        messages = [_update(surface_id, components)]
        for path in translation.lists:
            messages += self._listed(surface_id, path, memory)
        for path, value in translation.initial:
            if not path.startswith("/"):
                continue  # within a template it would be another place for every item
            steps = _steps(path)
            _put(memory.data, steps, value)
            messages.append(_data_update(surface_id, steps, memory))
        return messages

    def _listed(self, surface_id: str, path: str, memory: _Memory) -> list[Message]:
        """Remember that a template repeats over a path; what is there already becomes a list."""
        known = memory.lists if path.startswith("/") else memory.relative_lists
        steps = _steps(path)
        if steps in known or not steps:
            return []
        known.add(steps)
        if not path.startswith("/"):
            return [_data_update(surface_id, (), memory)] if memory.data else []
        return [_data_update(surface_id, steps, memory)] if _at(memory.data, steps) else []

    def _data(self, body: Message, memory: _Memory, notes: Notes) -> list[Message] | None:
        path = body.get("path") or "/"
        contents = body.get("contents")
        if not isinstance(path, str) or not isinstance(contents, list | dict):
            notes.error("invalid_message", "expected a path and contents as 'dataModelUpdate'")
            return None
        steps, value = _steps(path), _map(contents)
        trial = measure([memory.data, value])
        others = sum(other.weight for other in self._memories.values() if other is not memory)
        if trial.fault or trial.weight + others > MAX_STATE_WEIGHT:
            reason = trial.fault.reason if trial.fault else "is more than all surfaces may hold"
            notes.error("too_large", f"the data {reason}")
            return None
        memory.weight = trial.weight
        _put(memory.data, steps, value)
        return [_data_update(body["surfaceId"], steps, memory)]

    def _begin(self, body: Message, memory: _Memory, notes: Notes) -> list[Message] | None:
        root, surface_id = body.get("root"), body["surfaceId"]
        if not isinstance(root, str) or not root:
            notes.error("invalid_message", "expected the root's id as 'root'")
            return None
        catalog_id = body.get("catalogId")
        if catalog_id is not None and catalog_id not in KNOWN_CATALOG_IDS:
            notes.error("unknown_catalog", f"found the catalog {catalog_id!r}; ours is used")
        memory.begun = True
        messages = self._themed(body, memory)
        if root == ROOT and not memory.wrapped:
            return messages
        surface = self._look(surface_id)
        if not memory.wrapped and surface is not None and ROOT in surface.components:
            renamed = [_renamed(component) for component in surface.components.values()]
            messages.append(_update(surface_id, renamed))
        memory.wrapped = True
        inner = INNER_ROOT if root == ROOT else root
        wrapper = {"id": ROOT, "component": "Column", "children": [inner]}
        return [*messages, _update(surface_id, [wrapper])]

    def _themed(self, body: Message, memory: _Memory) -> list[Message]:
        """Styles come after the components, and v0.9 takes them only with a new surface."""
        styles = body.get("styles")
        colour = styles.get("primaryColor") if isinstance(styles, dict) else None
        theme = {}
        if isinstance(colour, str) and COLOUR.fullmatch(colour):
            theme = {"primaryColor": colour}
        surface = self._look(body["surfaceId"])
        changed = theme != memory.theme
        memory.theme = theme
        if surface is None or not changed:
            return []
        again = [_version(deleteSurface={"surfaceId": body["surfaceId"]}), _creation(body, memory)]
        if surface.components:
            again.append(_update(body["surfaceId"], list(surface.components.values())))
        return [*again, _data_update(body["surfaceId"], (), memory)]


def _version(**body: Any) -> Message:
    return {"version": "v0.9", **body}


def _creation(body: Message, memory: _Memory) -> Message:
    creation = {"surfaceId": body["surfaceId"], "catalogId": CATALOG_ID}
    return _version(createSurface=creation | ({"theme": memory.theme} if memory.theme else {}))


def _update(surface_id: str, components: object) -> Message:
    return _version(updateComponents={"surfaceId": surface_id, "components": components})


def _data_update(surface_id: str, steps: tuple[str, ...], memory: _Memory) -> Message:
    """The data at a path in v0.9; where a list is on the way to it, the whole list."""
    for length in range(len(steps) + 1):
        if _is_list(steps[:length], memory):
            steps = steps[:length]
            break
    value = _converted(_at(memory.data, steps), steps, memory)
    place = {"surfaceId": surface_id, "path": join(*steps) or "/"}
    return _version(updateDataModel=place | ({} if value is None else {"value": value}))


def _is_list(steps: tuple[str, ...], memory: _Memory) -> bool:
    if steps in memory.lists:
        return isinstance(_at(memory.data, steps), dict)
    return any(
        len(steps) > len(relative) and steps[-len(relative) :] == relative
        for relative in memory.relative_lists
    ) and isinstance(_at(memory.data, steps), dict)


def _converted(value: Any, steps: tuple[str, ...], memory: _Memory) -> Any:
    if not isinstance(value, dict):
        return value
    below = {key: _converted(item, (*steps, key), memory) for key, item in value.items()}
    return list(below.values()) if _is_list(steps, memory) else below


def _steps(path: str) -> tuple[str, ...]:
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path.split("/") if step)


def _at(data: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def _put(data: dict[str, Any], steps: tuple[str, ...], value: Any) -> None:
    if not steps:
        data.clear()
        data.update(value if isinstance(value, dict) else {})
        return
    for step in steps[:-1]:
        below = data.get(step)
        if not isinstance(below, dict):
            below = data[step] = {}
        data = below
    data[steps[-1]] = value


def _map(contents: Any) -> dict[str, Any]:
    """A list of keys and typed values as a map; a map as it is, as some agents send it."""
    if isinstance(contents, dict):
        return contents
    return {str(entry.get("key")): _value(entry) for entry in contents if isinstance(entry, dict)}


def _value(entry: Message) -> Any:
    if isinstance(entry.get("valueMap"), list):
        return _map(entry["valueMap"])
    return next((entry[key] for key in VALUES if entry.get(key) is not None), entry.get("value"))


def _renamed(component: Any) -> Any:
    """A component in v0.9 with `root` called otherwise, as id and in its references."""
    if not isinstance(component, dict):
        return component
    renamed = {
        key: INNER_ROOT if value == ROOT and key in ("id", "child", "trigger", "content") else value
        for key, value in component.items()
    }
    children, tabs = component.get("children"), component.get("tabs")
    if isinstance(children, list):
        renamed["children"] = [INNER_ROOT if child == ROOT else child for child in children]
    elif isinstance(children, dict) and children.get("componentId") == ROOT:
        renamed["children"] = children | {"componentId": INNER_ROOT}
    if isinstance(tabs, list):
        renamed["tabs"] = [_renamed(tab) for tab in tabs]
    return renamed
