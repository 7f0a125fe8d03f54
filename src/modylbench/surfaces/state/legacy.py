"""Messages of A2UI v0.8 as the messages of v0.9 that do the same.

v0.8 has no message that creates a surface, tells the root's id only when rendering begins, and
keeps lists as maps. So a surface is created when it is first mentioned, its root is put below a
component with the id that v0.9 asks for, and a memory of the data remains here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.catalog.document import CATALOG_ID, KNOWN_CATALOG_IDS
from modylbench.surfaces.limits import MAX_LEGACY_LISTS, MAX_LEGACY_STYLES, MAX_STATE_WEIGHT
from modylbench.surfaces.state.component_tree import ROOT
from modylbench.surfaces.state.data_writes import InvalidWrite
from modylbench.surfaces.state.legacy_data import KeyedData

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.surfaces.notes import MessageNotes
    from modylbench.surfaces.snapshot import A2uiMessage, SurfaceSnapshot

LEGACY_ACTIONS = ("beginRendering", "surfaceUpdate", "dataModelUpdate")
INNER_ROOT = "v0.8:root"
"""What a component with the id `root` is called where another one is the root."""

VALUES = ("valueString", "valueNumber", "valueBoolean", "valueArray", "valueList")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
RENAMED_COMPONENTS = {"MultipleChoice": "ChoicePicker"}
RENAMED_PROPERTIES = {
    "Text": {"usageHint": "variant"},
    "Image": {"usageHint": "variant", "altText": "description"},
    "Row": {"distribution": "justify", "alignment": "align"},
    "Column": {"distribution": "justify", "alignment": "align"},
    "List": {"alignment": "align"},
    "Tabs": {"tabItems": "tabs"},
    "Modal": {"entryPointChild": "trigger", "contentChild": "content"},
    "TextField": {"text": "value", "textFieldType": "variant"},
    "MultipleChoice": {"selections": "value", "variant": "displayStyle"},
    "Slider": {"minValue": "min", "maxValue": "max"},
}
RENAMED_VALUES = {
    ("Image", "fit", "scale-down"): "scaleDown",
    ("TextField", "variant", "date"): "shortText",
}
DROPPED_PROPERTIES = {("DateTimeInput", "outputFormat")}
LITERALS = ("literalString", "literalNumber", "literalBoolean", "literalArray")
SLIDER_MAX = 100  # v0.9 needs one, v0.8 did not


@dataclass(slots=True)
class _Memory:
    begun: bool = False
    wrapped: bool = False
    restyled: int = 0
    theme: dict[str, Any] = field(default_factory=dict)
    data: KeyedData = field(default_factory=KeyedData)


class LegacySurfaces:
    """Translates message after message.

    `look` gives a surface as it stands, which takes a copy of it, or None. `apply` takes a message
    of v0.9 and says whether it was taken.
    """

    def __init__(
        self,
        look: Callable[[str], SurfaceSnapshot | None],
        apply: Callable[[A2uiMessage, MessageNotes], bool],
    ) -> None:
        self._look = look
        self._apply = apply
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

    def note_input(self, surface_id: str, path: str, value: Any) -> None:
        """A person has written at a path of v0.9, where there may be such a surface."""
        if surface_id in self._memories:
            self._memories[surface_id].data.note_input(path, value)

    def take(self, message: A2uiMessage, notes: MessageNotes) -> None:
        """Apply the messages of v0.9 that do the same, in order."""
        action = next((name for name in LEGACY_ACTIONS if name in message), LEGACY_ACTIONS[0])
        body = message.get(action)
        extra = sorted(message.keys() - {action, "version"})
        if extra:
            notes.error("invalid_message", f"found {extra[0]!r} beside {action!r}")
            return
        if not isinstance(body, dict) or not isinstance(body.get("surfaceId"), str):
            notes.error("invalid_message", f"expected an object with a surfaceId as {action!r}")
            return
        match action:
            case "beginRendering":
                self._begin(body, notes)
            case "surfaceUpdate":
                self._components(body, notes)
            case _:
                self._data(body, notes)

    def _memory(
        self, surface_id: str, notes: MessageNotes, *, theme: A2uiMessage
    ) -> _Memory | None:
        """What is known of a surface, which is created where it is not there; None if it cannot."""
        memory = self._memories.get(surface_id)
        if memory is None:
            memory = _Memory(theme=theme)
            known = self._look(surface_id) is not None  # an agent may have made it by v0.9
            if not known and not self._apply(_creation(surface_id, theme), notes):
                return None
            self._memories[surface_id] = memory
        return memory

    def _components(self, body: A2uiMessage, notes: MessageNotes) -> None:
        surface_id, items = body["surfaceId"], body.get("components")
        memory = self._memory(surface_id, notes, theme={})
        if memory is None:
            return
        if not isinstance(items, list):
            self._apply(_update(surface_id, items), notes)
            return
        translation = ComponentTranslation()
        for item in items:
            translation.add(item)
        components = translation.components
        if memory.wrapped:
            components = [_rename_root(component) for component in components]
        self._apply(_update(surface_id, components), notes)
        writes, refused = memory.data.repeat_over(translation.lists)
        for path, value in writes:
            self._apply(_data_update(surface_id, path, value), notes)
        if refused:
            reason = f"{refused:,} templates repeat over a path of their own, "
            reason += f"expected at most {MAX_LEGACY_LISTS} such paths; their maps stay maps"
            notes.error("too_many_lists", reason)
        for path, value in translation.initial:
            if path.startswith("/"):  # or it would be another place for every item of a template
                self._write(surface_id, memory, path, value, notes)

    def _data(self, body: A2uiMessage, notes: MessageNotes) -> None:
        path = body.get("path") or "/"
        contents = body.get("contents")
        if not isinstance(path, str) or not isinstance(contents, list | dict):
            notes.error("invalid_message", "expected a path and contents as 'dataModelUpdate'")
            return
        memory = self._memory(body["surfaceId"], notes, theme={})
        if memory is not None:
            self._write(body["surfaceId"], memory, path, _map(contents), notes)

    def _write(
        self, surface_id: str, memory: _Memory, path: str, value: Any, notes: MessageNotes
    ) -> None:
        """Write data, and remember it where the surface has taken it."""
        try:
            write = memory.data.locate(path, value)
        except InvalidWrite as refused:
            notes.error("invalid_write", str(refused))
            return
        if write.growth > MAX_STATE_WEIGHT - sum(
            other.data.weight for other in self._memories.values()
        ):
            notes.error("too_large", "the data is more than all surfaces may hold")
        elif self._apply(_data_update(surface_id, write.path, write.value), notes):
            memory.data.keep(write)

    def _begin(self, body: A2uiMessage, notes: MessageNotes) -> None:
        root, surface_id = body.get("root"), body["surfaceId"]
        if not isinstance(root, str) or not root:
            notes.error("invalid_message", "expected the root's id as 'root'")
            return
        catalog_id = body.get("catalogId")
        if catalog_id is not None and catalog_id not in KNOWN_CATALOG_IDS:
            notes.error("unknown_catalog", f"found the catalog {catalog_id!r}; ours is used")
        theme = _theme(body)
        memory = self._memory(surface_id, notes, theme=theme)
        if memory is None:
            return
        memory.begun = True
        if theme != memory.theme:
            self._restyle(surface_id, memory, theme, notes)
        if root == ROOT and not memory.wrapped:
            return
        surface = None if memory.wrapped else self._look(surface_id)
        if surface is not None and ROOT in surface.components:
            renamed = [_rename_root(component) for component in surface.components.values()]
            self._apply(_update(surface_id, renamed), notes)
        memory.wrapped = True
        inner = INNER_ROOT if root == ROOT else root
        wrapper = {"id": ROOT, "component": "Column", "children": [inner]}
        self._apply(_update(surface_id, [wrapper]), notes)

    def _restyle(
        self, surface_id: str, memory: _Memory, theme: A2uiMessage, notes: MessageNotes
    ) -> None:
        """Styles come after the components, and v0.9 takes them only with a new surface."""
        surface = self._look(surface_id)
        if surface is None or memory.restyled >= MAX_LEGACY_STYLES:
            reason = f"expected at most {MAX_LEGACY_STYLES} changes of a surface's styles"
            notes.error("too_many_styles", reason)
            return
        memory.theme = theme
        memory.restyled += 1
        self._apply(_version(deleteSurface={"surfaceId": surface_id}), notes)
        self._apply(_creation(surface_id, theme), notes)
        if surface.components:
            self._apply(_update(surface_id, list(surface.components.values())), notes)
        if surface.data:
            self._apply(_data_update(surface_id, "/", surface.data), notes)


def _theme(body: A2uiMessage) -> A2uiMessage:
    styles = body.get("styles")
    colour = styles.get("primaryColor") if isinstance(styles, dict) else None
    known = isinstance(colour, str) and COLOUR.fullmatch(colour)
    return {"primaryColor": colour} if known else {}


def _version(**body: Any) -> A2uiMessage:
    return {"version": "v0.9", **body}


def _creation(surface_id: str, theme: A2uiMessage) -> A2uiMessage:
    creation = {"surfaceId": surface_id, "catalogId": CATALOG_ID}
    return _version(createSurface=creation | ({"theme": theme} if theme else {}))


def _update(surface_id: str, components: object) -> A2uiMessage:
    return _version(updateComponents={"surfaceId": surface_id, "components": components})


def _data_update(surface_id: str, path: str, value: Any) -> A2uiMessage:
    return _version(updateDataModel={"surfaceId": surface_id, "path": path, "value": value})


def _map(contents: Any) -> dict[str, Any]:
    """A list of keys and typed values as a map; a map as it is, as some agents send it."""
    if isinstance(contents, dict):
        return contents
    return {str(entry.get("key")): _value(entry) for entry in contents if isinstance(entry, dict)}


def _value(entry: A2uiMessage) -> Any:
    if isinstance(entry.get("valueMap"), list):
        return _map(entry["valueMap"])
    return next((entry[key] for key in VALUES if entry.get(key) is not None), entry.get("value"))


def _rename_root(component: Any) -> Any:
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
        renamed["tabs"] = [_rename_root(tab) for tab in tabs]
    return renamed


@dataclass(slots=True)
class ComponentTranslation:
    """Components in v0.9, and what they ask of the data.

    `initial` are literals that stood beside a path and are to be put there; `lists` are the paths
    that templates repeat over, which v0.8 keeps as maps and v0.9 as lists.
    """

    components: list[Any] = field(default_factory=list)
    initial: list[tuple[str, Any]] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)

    def add(self, item: object) -> None:
        """Translate one more; what is no component of v0.8 is left for the validation to refuse."""
        wrapper = item.get("component") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(wrapper, dict) or len(wrapper) != 1:
            self.components.append(item)
            return
        ((name, properties),) = wrapper.items()
        component = {"id": item.get("id"), "component": RENAMED_COMPONENTS.get(name, name)}
        component |= {key: value for key, value in item.items() if key not in ("id", "component")}
        if isinstance(properties, dict):
            component |= self._properties(name, properties)
        self.components.append(component)

    def _properties(self, name: str, properties: dict[str, Any]) -> dict[str, Any]:
        names = RENAMED_PROPERTIES.get(name, {})
        found: dict[str, Any] = {}
        for old, value in properties.items():
            if (name, old) in DROPPED_PROPERTIES:
                continue
            key = names.get(old, old)
            plain = self._property(key, value)
            known = isinstance(plain, str) and (name, key, plain) in RENAMED_VALUES
            found[key] = RENAMED_VALUES[name, key, plain] if known else plain
        return _complete_properties(name, found)

    def _property(self, key: str, value: object) -> Any:
        if key == "children" and isinstance(value, dict):
            return self._children(value)
        if key == "action" and isinstance(value, dict):
            return self._action(value)
        return self._plain(value)

    def _children(self, value: dict[str, Any]) -> Any:
        if "explicitList" in value:
            return value["explicitList"]
        template = value.get("template")
        if not isinstance(template, dict):
            return value
        path = template.get("dataBinding")
        if isinstance(path, str):
            self.lists.append(path)
        return {"componentId": template.get("componentId"), "path": path}

    def _action(self, value: dict[str, Any]) -> Any:
        context = value.get("context")
        entries = context if isinstance(context, list) else []
        return {
            "event": {
                "name": value.get("name"),
                "context": {
                    str(entry.get("key")): self._plain(entry.get("value"))
                    for entry in entries
                    if isinstance(entry, dict)
                },
            }
        }

    def _plain(self, value: object) -> Any:
        """The value without its wrapping of `literalString`, `path` and the like."""
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        if not isinstance(value, dict):
            return value
        literals = [value[key] for key in LITERALS if value.get(key) is not None]
        path = value.get("path")
        if isinstance(path, str) and not value.keys() - {"path", *LITERALS}:
            if literals:
                self.initial.append((path, literals[0]))
            return {"path": path}
        if literals and not value.keys() - {"path", *LITERALS}:
            return literals[0]
        return {key: self._plain(item) for key, item in value.items()}


def _complete_properties(name: str, properties: dict[str, Any]) -> dict[str, Any]:
    if name == "Button" and "primary" in properties:
        primary = properties.pop("primary")
        return properties | ({"variant": "primary"} if primary is True else {})
    if name == "MultipleChoice":
        most = properties.pop("maxAllowedSelections", None)
        return properties | {"variant": "mutuallyExclusive" if most == 1 else "multipleSelection"}
    if name == "Slider":
        return {"max": SLIDER_MAX} | properties
    return properties
