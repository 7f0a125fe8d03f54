"""What is a component of A2UI v0.8 in v0.9?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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
class Translation:
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
        return _finished(name, found)

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


def _finished(name: str, properties: dict[str, Any]) -> dict[str, Any]:
    if name == "Button" and "primary" in properties:
        primary = properties.pop("primary")
        return properties | ({"variant": "primary"} if primary is True else {})
    if name == "MultipleChoice":
        most = properties.pop("maxAllowedSelections", None)
        return properties | {"variant": "mutuallyExclusive" if most == 1 else "multipleSelection"}
    if name == "Slider":
        return {"max": SLIDER_MAX} | properties
    return properties
