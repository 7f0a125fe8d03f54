"""The components that a person sees on a surface: the tree from its root, bindings filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from a2ui.core.resolution.data_context import DataContext

from modylbench.surfaces.reading.bindings import Values, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import Complaints
    from modylbench.surfaces.snapshot import SurfaceSnapshot

ROOT = "root"
WORK_PRODUCTS = frozenset({"DataGrid", "Chart", "Document", "Dashboard", "CodeFile", "Terminal"})
MOST_SEEN = 20_000  # ours: more parts than this on one surface are not read
MOST_CHARACTERS = 400_000  # ours: about 60,000 words
DEEPEST = 60


@dataclass(slots=True)
class VisibleComponent:
    """One component as it is shown.

    `text` is what it says itself, `stands_for` what is said in place of a picture for those who do
    not see it, `name` what the data calls it. `item` is its number where it is
    one of those that a template makes. `fields` are those of a work product, bindings resolved.
    """

    component: str
    id: str
    text: str = ""
    stands_for: str = ""
    variant: str = ""
    name: str = ""
    item: int | None = None
    is_hidden: bool = False
    fields: dict[str, Any] | None = None
    children: list[VisibleComponent] = field(default_factory=list)

    def walk(self) -> Iterator[VisibleComponent]:
        """This and all within it, in reading order."""
        waiting = [self]
        while waiting:
            seen = waiting.pop()
            yield seen
            waiting.extend(reversed(seen.children))


def visible_tree(snapshot: SurfaceSnapshot, complaints: Complaints) -> VisibleComponent | None:
    """The tree of the surface; None where it has no root."""
    walk = _TreeWalk(snapshot, complaints)
    tree = walk.see(ROOT, walk.values.top)
    for identity, component in snapshot.components.items():
        if component.get("component") in WORK_PRODUCTS and identity not in walk.met:
            complaints.warning("not_shown", "nothing on the surface leads to it", identity)
    return tree


class _TreeWalk:
    """Walks down from the root; every step counts, so that no surface takes for ever."""

    def __init__(self, snapshot: SurfaceSnapshot, complaints: Complaints) -> None:
        self.values = Values(snapshot, complaints)
        self.met: set[str] = set()
        self._components = snapshot.components
        self._complaints = complaints
        self._above: set[tuple[str, str]] = set()
        self._left = MOST_SEEN
        self._characters = MOST_CHARACTERS

    def see(
        self, identity: object, scope: DataContext, *, is_hidden: bool = False
    ) -> VisibleComponent | None:
        """The component of that id in this scope, with all within it."""
        component = self._components.get(identity) if isinstance(identity, str) else None
        if (
            component is None
            or not isinstance(identity, str)
            or not self._may_go_on(identity, scope)
        ):
            return None
        self._left -= 1
        self.met.add(identity)
        here = (identity, scope.path)
        self._above.add(here)
        result = VisibleComponent(
            str(component.get("component", "")), identity, is_hidden=is_hidden
        )
        self._fill(result, component, scope)
        self._above.discard(here)
        return result

    def _may_go_on(self, identity: str, scope: DataContext) -> bool:
        if (identity, scope.path) in self._above:
            self._complaints.error("cycle", "it is shown inside itself", identity)
        elif len(self._above) >= DEEPEST:
            self._complaints.error("too_deep", f"expected at most {DEEPEST} levels", identity)
        elif self._left <= 0:
            reason = f"found more than {MOST_SEEN:,} parts on one surface; the others are not read"
            self._complaints.error("too_much_shown", reason, identity)
        else:
            return True
        return False

    def _fill(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        match result.component:
            case kind if kind in WORK_PRODUCTS:
                result.fields = {
                    name: self.values.resolve(value, scope) for name, value in component.items()
                }
            case "Text":
                self._say(result, component, "text", scope)
                result.variant = as_text(component.get("variant"))
            case "Image" | "AudioPlayer" | "Video" | "Icon":
                self._describe(result, component, scope)
            case "TextField" | "Slider" | "DateTimeInput" | "CheckBox" | "ChoicePicker":
                self._input(result, component, scope)
            case "Tabs":
                self._tabs(result, component, scope)
            case "Modal":
                self._add(result, component.get("trigger"), scope)
                self._add(result, component.get("content"), scope, is_hidden=True)
            case "Row" | "Column" | "List" | "Card" | "Button" | "Divider":
                self._see_children(result, component, scope)
            case _:
                self._see_unknown(result, component, scope)

    def _leaf(self, result: VisibleComponent, component: str, text: str, name: str = "") -> None:
        if self._left > 0:
            self._left -= 1
            said = self._take_text(text, result.id)
            result.children.append(VisibleComponent(component, result.id, text=said, name=name))

    def _take_text(self, text: str, identity: str) -> str:
        """The text, as far as this surface has not yet said too much."""
        if len(text) > self._characters:
            reason = f"found more than {MOST_CHARACTERS:,} characters on one surface"
            self._complaints.error("text_too_long", f"{reason}; the rest is dropped", identity)
            text = text[: self._characters]
        self._characters -= len(text)
        return text

    def _say(
        self, result: VisibleComponent, component: dict[str, Any], name: str, scope: DataContext
    ) -> None:
        value = component.get(name)
        result.text = self._take_text(as_text(self.values.resolve(value, scope)), result.id)
        if isinstance(value, dict):
            result.name = _name_in_data(value)

    def _describe(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        self._say(result, component, "description", scope)
        about = component.get("accessibility")
        if not result.text and isinstance(about, dict):
            self._say(result, about, "label", scope)
        if result.component != "AudioPlayer":
            result.text, result.stands_for = "", result.text

    def _input(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        """A label, and as a child of its own what is filled in or chosen."""
        self._say(result, component, "label", scope)
        value = self.values.resolve(
            component.get("value"), scope, may_lack=True
        )  # nothing filled in yet
        if result.component == "ChoicePicker":
            chosen = value if isinstance(value, list) else [value]
            for option in _objects(component.get("options")):
                mark = "[x] " if option.get("value") in chosen else "[ ] "
                text = mark + as_text(self.values.resolve(option.get("label"), scope))
                self._leaf(result, "Option", text)
        elif result.component == "CheckBox":
            result.text = result.text and ("[x] " if value is True else "[ ] ") + result.text
        elif component.get("variant") != "obscured":
            self._leaf(result, "Value", as_text(value))

    def _tabs(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        for place, tab in enumerate(_objects(component.get("tabs"))):
            title = self._take_text(
                as_text(self.values.resolve(tab.get("title"), scope)), result.id
            )
            inner = VisibleComponent(
                "Tab", result.id, text=title, is_hidden=place > 0 or result.is_hidden
            )
            self._add(inner, tab.get("child"), scope)
            result.children.append(inner)

    def _see_children(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        children = component.get("children", component.get("child"))
        if isinstance(children, dict):
            self._template(result, children, scope)
        elif isinstance(children, list):
            for child in children:
                self._add(result, child, scope)
        else:
            self._add(result, children, scope)

    def _add(
        self,
        result: VisibleComponent,
        identity: object,
        scope: DataContext,
        *,
        is_hidden: bool = False,
    ) -> None:
        child = self.see(identity, scope, is_hidden=is_hidden or result.is_hidden)
        if child is not None:
            result.children.append(child)

    def _template(
        self, result: VisibleComponent, children: dict[str, Any], scope: DataContext
    ) -> None:
        """One child for every item of the list that the template is bound to."""
        path = children.get("path")
        items = self.values.resolve({"path": path}, scope) if isinstance(path, str) else None
        if not isinstance(items, list) or not isinstance(path, str):
            return
        base = scope.resolve_path(path).rstrip("/")
        for place, item in enumerate(items):
            if item is None:
                continue
            if self._left <= 0:
                reason = f"found a list of {len(items):,}, read {place:,} of it"
                self._complaints.error("too_much_shown", reason, base)
                return
            own = DataContext(scope.surface, f"{base}/{place}", index=place, parent=scope)
            child = self.see(children.get("componentId"), own, is_hidden=result.is_hidden)
            if child is None:
                return
            child.item = place
            result.children.append(child)

    def _see_unknown(
        self, result: VisibleComponent, component: dict[str, Any], scope: DataContext
    ) -> None:
        """A component of somebody else's catalog: its texts, then its children."""
        for name, value in component.items():
            if name in {"id", "component", "child", "children", "weight", "accessibility"}:
                continue
            resolved = self.values.resolve(value, scope)
            if isinstance(resolved, str) and resolved in self._components:
                self._add(result, resolved, scope)
            elif isinstance(resolved, str | int | float) and not isinstance(resolved, bool):
                self._leaf(result, "Value", as_text(resolved), name)
        self._see_children(result, component, scope)


def _objects(raw: object) -> list[dict[str, Any]]:
    return [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []


def _name_in_data(value: dict[str, Any]) -> str:
    """What the data calls a bound value: the last step of the only path in it."""
    path = value.get("path")
    if not isinstance(path, str):
        arguments = value.get("args")
        inner = arguments.get("value") if isinstance(arguments, dict) else None
        path = inner.get("path") if isinstance(inner, dict) else None
        if isinstance(inner, str) and inner.count("${") == 1:
            path = inner.partition("${")[2].partition("}")[0]
    return path.rpartition("/")[2] if isinstance(path, str) else ""
