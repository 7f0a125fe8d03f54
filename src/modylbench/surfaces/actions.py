"""What goes back to the agent: errors in what it sent, and what people do on its surfaces."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import orjson
from a2ui.core import A2uiError
from a2ui.core.resolution.data_context import DataContext

from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.surfaces.state.component_tree import ROOT
from modylbench.surfaces.state.legacy import INNER_ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from a2ui.core.state import ComponentModel, SurfaceModel

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.snapshot import A2uiMessage
    from modylbench.surfaces.state.surfaces import Surfaces

VERSION = "v0.9"
CODE = "VALIDATION_FAILED"
TEXT_INPUTS = ("TextField", "DateTimeInput")


def client_errors(
    findings: Iterable[SurfaceFinding], surfaces: Surfaces | None = None
) -> list[A2uiMessage]:
    """The messages that tell an agent what was refused, in the official format of its version.

    Findings about the stream and the state are the agent's to mend at once; warnings, and what a
    reader or the page has found, are not sent. Without the surfaces, the version is v0.9.
    """
    return [
        _old_error(finding) if _speaks_v0_8(finding, surfaces) else _error(finding)
        for finding in findings
        if finding.severity == "error" and finding.source in ("stream", "state")
    ]


def user_action(
    surfaces: Surfaces, surface_id: str, component_id: str, *, at: str, item: str = "/"
) -> A2uiMessage | None:
    """The message that a person's use of a component sends; None where it sends none.

    One whose `checks` fail sends none, as people find it disabled. A check that asks for `regex`
    is never run, since an agent's pattern could take for ever, and keeps nobody from anything.

    `at` is the time in ISO 8601. `item` is the path that relative paths start from, such as
    `/orders/2` for a component that a list repeats. Its agent gets it in the version it speaks.
    """
    surface, component = _find_component(surfaces, surface_id, component_id)
    event = _event(component)
    if event is None or _is_blocked(component, surface, item):
        return None
    is_legacy = surfaces.is_legacy(surface_id)
    inner = is_legacy and component_id == INNER_ROOT
    action = {
        "name": event["name"],
        "surfaceId": surface_id,
        "sourceComponentId": ROOT if inner else component_id,
        "timestamp": at,
        "context": {
            key: _resolve(value, surface, item)
            for key, value in (event.get("context") or {}).items()
        },
    }
    return {"userAction": action} if is_legacy else {"version": VERSION, "action": action}


def user_input(
    surfaces: Surfaces, surface_id: str, component_id: str, value: Any, *, item: str = "/"
) -> bool:
    """Write what a person types or chooses to where the component is bound; whether it was.

    It is not where the component is bound to nothing, or where the data has no such place. The
    value is a text (TextField, DateTimeInput), true or false (CheckBox), a number (Slider), or a
    list of the values of options (ChoicePicker). Raises UserMistake for one that the component
    does not let people enter. `item` is as in `user_action`.
    """
    surface, component = _find_component(surfaces, surface_id, component_id)
    fault = input_fault(component.type, component.properties, value)
    if fault is not None:
        message = f"{component_id!r} of surface {surface_id!r}: {fault}"
        raise UserMistake(message)
    bound = component.properties.get("value")
    path = bound.get("path") if isinstance(bound, dict) else None
    if not isinstance(path, str):
        return False
    return surfaces.enter(surface_id, DataContext(surface, item).resolve_path(path), value)


def client_data_model(surfaces: Surfaces) -> A2uiMessage | None:
    """The data of the surfaces whose agent asked for it by `sendDataModel`; None without one.

    It goes with every action, as A2A's metadata does under `a2uiClientDataModel`.
    """
    data = {
        snapshot.surface_id: snapshot.data
        for snapshot in surfaces.snapshot()
        if _sends_data(surfaces.surface(snapshot.surface_id)) and isinstance(snapshot.data, dict)
    }
    return {"version": VERSION, "surfaces": data} if data else None


def _find_component(
    surfaces: Surfaces, surface_id: str, component_id: str
) -> tuple[SurfaceModel, ComponentModel]:
    surface = surfaces.surface(surface_id)
    if surface is None:
        raise UnknownName(
            "surface", surface_id, (snapshot.surface_id for snapshot in surfaces.snapshot())
        )
    component = surface.components_model.get(component_id)
    if component is None:
        raise UnknownName("component", component_id, surface.components_model.components_map)
    return surface, component


def _is_blocked(component: ComponentModel, surface: SurfaceModel, item: str) -> bool:
    conditions = [rule.get("condition") for rule in component.properties.get("checks") or ()]
    return any(
        not _resolve(condition, surface, item)
        for condition in conditions
        if not _asks_for_regex(condition)
    )


def _asks_for_regex(condition: Any) -> bool:
    waiting = [condition]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            if here.get("call") == "regex":
                return True
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return False


def _speaks_v0_8(finding: SurfaceFinding, surfaces: Surfaces | None) -> bool:
    """Whether its surface does, or all there are where the finding is about none of them."""
    if surfaces is None:
        return False
    known = [snapshot.surface_id for snapshot in surfaces.snapshot()]
    about = [finding.surface_id] if finding.surface_id in known else known
    return bool(about) and all(map(surfaces.is_legacy, about))


def _error(finding: SurfaceFinding) -> A2uiMessage:
    error = {
        "code": CODE,
        "surfaceId": finding.surface_id or "",
        "path": finding.where if finding.where.startswith("/") else "",
        "message": _describe(finding),
    }
    return {"version": VERSION, "error": error}


def _old_error(finding: SurfaceFinding) -> A2uiMessage:
    """v0.8 has a code and a message, so that the place goes into the message."""
    surface = f"surface {finding.surface_id!r}: " if finding.surface_id else ""
    return {"error": {"code": CODE, "message": surface + _describe(finding)}}


def _describe(finding: SurfaceFinding) -> str:
    place = "" if finding.where.startswith("/") or not finding.where else f"{finding.where}: "
    named = f"component {finding.component_id!r}: " if finding.component_id else ""
    return f"{place}{named}{finding.reason}"


def _sends_data(surface: SurfaceModel | None) -> bool:
    return surface is not None and surface.send_data_model


def _event(component: ComponentModel) -> dict[str, Any] | None:
    action = component.properties.get("action")
    event = action.get("event") if isinstance(action, dict) else None
    return event if isinstance(event, dict) and isinstance(event.get("name"), str) else None


def _resolve(value: Any, surface: SurfaceModel, item: str) -> Any:
    """A copy of what a value's bindings and calls stand for, as the official core finds it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a binding to nothing is a null, not a fault of ours
        try:
            found = DataContext(surface, item).resolve_dynamic_value(value)
            return orjson.loads(orjson.dumps(found))
        except (A2uiError, ValueError, TypeError, ArithmeticError, RecursionError):
            return None


def input_fault(kind: str, properties: Mapping[str, Any], value: object) -> str | None:
    """Why a component does not take a value from a person; None where it does."""
    fault: str | None = f"people enter nothing into a {kind}"
    if kind in TEXT_INPUTS:
        fault = None if isinstance(value, str) else "expected a text"
    elif kind == "CheckBox":
        fault = None if isinstance(value, bool) else "expected true or false"
    elif kind == "Slider":
        fault = _number_fault(value, properties.get("min", 0), properties["max"])
    elif kind == "ChoicePicker":
        fault = _choice_fault(properties, value)
    return fault


def _number_fault(value: object, low: float, high: float) -> str | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and low <= value <= high:  # type: ignore[operator]  # it is a number
        return None
    return f"expected a number from {low} to {high}"


def _choice_fault(properties: Mapping[str, Any], value: object) -> str | None:
    options = [option["value"] for option in properties["options"]]
    if not isinstance(value, list) or any(choice not in options for choice in value):
        return f"expected a list of some of {options[:20]}"
    most = len(options) if properties.get("variant") == "multipleSelection" else 1
    return None if len(value) <= most else f"expected at most {most} of the options"
