"""The components of an update that can be taken, and why the others cannot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from a2ui.core import A2uiError
from a2ui.core.state.validation_helpers import validate_recursion_and_paths
from a2ui.core.validation import PayloadValidator, ValidationConfig
from a2ui.core.validation.schema_validator import SchemaValidator

from modylbench.surfaces.catalog.schema import merged_catalog, work_products
from modylbench.surfaces.catalog.schema_check import compile_schema
from modylbench.surfaces.json_size import measure
from modylbench.surfaces.limits import MAX_COMPONENTS, MAX_ID
from modylbench.surfaces.state.component_tree import repeats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from a2ui.core.exceptions import A2uiErrorDetail
    from a2ui.core.state import SurfaceModel

    from modylbench.surfaces.notes import MessageNotes
    from modylbench.surfaces.state.component_tree import Tree

MOST_OFFENDERS = 20  # each costs another look at all children in the message, and
MOST_LOOKS = 600_000  # is how many children are looked at, though three times in any case
CODES = {
    "unrecognized_component": "unknown_component",
    "unrecognized_function": "unknown_function",
}
TOLD_DETAILS = 3
COMMON_PROPERTIES = {"id", "component", "weight", "accessibility"}


@dataclass(slots=True)
class AcceptedComponents:
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


def accept_components(
    items: Sequence[Any],
    surface: SurfaceModel,
    tree: Tree,
    notes: MessageNotes,
    *,
    room: int,
) -> AcceptedComponents:
    """The sound components of an update; each other one is noted with its reason.

    `tree` are the components that are there already, `room` is how many bytes the new may take.
    """
    good = AcceptedComponents()
    known = tree.children
    count = len(known)
    for index, item in enumerate(items):
        refusal = component_id_refusal(item)
        if refusal is None:
            item = _with_type(item, surface)
            weight = measure(item).weight
            is_new = item["id"] not in known
            refusal = _update_refusal(item, good, room - weight, count + is_new)
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


def _update_refusal(
    item: dict[str, Any], good: AcceptedComponents, room: int, count: int
) -> Refusal | None:
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


def _drop_offenders(good: AcceptedComponents, tree: Tree, notes: MessageNotes) -> None:
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


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a component is not taken, and at which of its properties."""

    code: str
    reason: str
    pointer: str = ""


def component_id_refusal(component: object) -> Refusal | None:
    """Whether something has the id that a component needs."""
    if not isinstance(component, dict):
        return Refusal("invalid_component", "found no object, expected a component")
    component_id = component.get("id")
    if not isinstance(component_id, str) or not component_id:
        return Refusal("invalid_component", "the component has no id", "/id")
    if len(component_id) > MAX_ID:
        return Refusal("too_large", f"an id of {len(component_id):,} characters", "/id")
    return None


def component_refusal(component: dict[str, Any]) -> Refusal | None:
    """What the official core has against a component, in few words; None where it takes it."""
    if not isinstance(component.get("component"), str):
        return Refusal("unknown_component", "expected the name of a component", "/component")
    doubtful = _without_fitting_data(component)
    try:
        validate_recursion_and_paths(_without_data(doubtful))
        _validator().validate_component(doubtful)
    except A2uiError as error:
        if not error.details:
            return Refusal("invalid_component", str(error))
        return _refusal(component, error.details)
    return None


def _without_fitting_data(component: dict[str, Any]) -> dict[str, Any]:
    """The component with an empty list or object for data that surely fits the catalog.

    It is faster, and the core would take every cell called `call` or `function` for a call.
    """
    if component["component"] not in work_products()["components"]:
        return component
    fits = _fitting_properties(component["component"])
    return {
        key: type(value)() if key in fits and value and fits[key](value) else value
        for key, value in component.items()
    }


@cache
def _fitting_properties(name: str) -> dict[str, Callable[[Any], bool]]:
    return {key: compile_schema(schema) for key, schema in _literal_properties(name).items()}


def _without_data(component: dict[str, Any]) -> dict[str, Any]:
    """The component without its data: there, and as the path of a file, `path` is no binding."""
    if component.get("component") not in work_products()["components"]:
        return component
    data = {*_literal_properties(component["component"]), "path"}
    return {key: value for key, value in component.items() if key not in data}


@cache
def _validator() -> PayloadValidator:
    # Whether children exist is asked when the agent's turn has ended, not while it streams.
    config = ValidationConfig(
        allow_orphan_components=True, allow_dangling_references=True, allow_missing_root=True
    )
    return PayloadValidator(merged_catalog(), config=config)


def _steps(component: dict[str, Any], detail: A2uiErrorDetail) -> list[str]:
    place = detail.path.removeprefix(f"components.{component.get('id')}").lstrip(".")
    return [step for step in place.split(".") if step]


@cache
def _literal_properties(name: str) -> dict[str, dict[str, Any]]:
    """The properties of one of ours that hold data as it is, each with the schema of that data."""
    properties = work_products()["components"][name]["allOf"][-1]["properties"]
    return {key: schema["anyOf"][0] for key, schema in properties.items() if "anyOf" in schema}


def _refusal(component: dict[str, Any], details: Sequence[A2uiErrorDetail]) -> Refusal:
    if component.get("component") in work_products()["components"]:
        refined = _refusal_of_ours(component, details)
        if refined is not None:
            return refined
    # The core also calls properties unevaluated that it knows, where another one is wrong.
    telling = [
        detail for detail in details if not detail.message.startswith("Unevaluated")
    ] or details
    first = telling[0]
    reason = "; ".join(_describe_detail(component, detail) for detail in telling[:TOLD_DETAILS])
    code = CODES.get(first.code, "invalid_component")
    return Refusal(code, reason, _pointer(_steps(component, first)[:1]))


def _describe_detail(component: dict[str, Any], detail: A2uiErrorDetail) -> str:
    steps = _steps(component, detail)
    return f"{steps[0]}: {detail.message}" if steps else detail.message


def _refusal_of_ours(
    component: dict[str, Any], details: Sequence[A2uiErrorDetail]
) -> Refusal | None:
    """The innermost reason, as "not valid under any of the given schemas" helps nobody."""
    literal = _literal_properties(component["component"])
    for detail in details:
        steps = _steps(component, detail)
        if steps and steps[0] in literal and detail.code == "invalid_value":
            schema = {**literal[steps[0]], "$defs": work_products()["$defs"]}
            innermost = _innermost_fault(schema, component[steps[0]])
            if innermost is not None:
                place, reason = innermost
                return Refusal("invalid_component", reason, _pointer([steps[0], *place]))
    properties = work_products()["components"][component["component"]]["allOf"][-1]["properties"]
    unknown = sorted(component.keys() - properties.keys() - COMMON_PROPERTIES)
    if unknown:
        reason = f"unknown properties {', '.join(map(repr, unknown))}"
        return Refusal("invalid_component", reason, _pointer(unknown[:1]))
    missing = [detail for detail in details if detail.code == "missing_field"]
    return Refusal("invalid_component", missing[0].message) if missing else None


def _innermost_fault(schema: dict[str, Any], value: object) -> tuple[list[str], str] | None:
    error = next(SchemaValidator(schema).iter_errors(value), None)
    if error is None:
        return None
    while error.context:
        error = max(error.context, key=lambda below: len(below.absolute_path))
    return [str(step) for step in error.absolute_path], error.message


def _pointer(steps: Sequence[str]) -> str:
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)
