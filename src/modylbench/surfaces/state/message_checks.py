"""Whether a message can be taken at all, and of which version of A2UI it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import orjson

from modylbench.surfaces.json_size import measure
from modylbench.surfaces.limits import MAX_VALUES
from modylbench.surfaces.state.legacy import LEGACY_ACTIONS

if TYPE_CHECKING:
    from modylbench.surfaces.notes import MessageNotes

Version = Literal["v0.8", "v0.9"]

ACTIONS = ("createSurface", "updateComponents", "updateDataModel", "deleteSurface")
TAKEN_VERSIONS: dict[object, Version] = {"v0.9": "v0.9", "v0.9.1": "v0.9", "v0.8": "v0.8"}
MISSPELT_VERSIONS: dict[object, Version] = {
    "0.9": "v0.9",
    "0.9.1": "v0.9",
    0.9: "v0.9",
    "0.8": "v0.8",
    0.8: "v0.8",
}


def plain_copy(message: object, notes: MessageNotes) -> dict[str, Any] | None:
    """A copy of the message that is JSON through and through, or None where it is refused.

    A fault within one component costs that component only.
    """
    if not isinstance(message, dict):
        notes.error("not_a_message", f"found a {type(message).__name__}, expected an object")
        return None
    notes.surface_id = surface_id_of(message)
    found = measure(message)
    sound = message if found.fault is None else _without_faulty_components(message, notes)
    if sound is None and found.fault is not None:
        notes.error(found.fault.code, found.fault.reason, where=found.fault.pointer)
    if sound is None:
        return None
    copy: dict[str, Any] = orjson.loads(orjson.dumps(sound))
    return copy


def version_of(message: dict[str, Any], notes: MessageNotes, *, is_legacy: bool) -> Version | None:
    """The version a message is of, or None where we do not speak it.

    v0.8 wrote no version, so a message without one is known by its action. One with an action of
    v0.9 is taken as v0.9, with a warning.
    """
    if "version" not in message:
        if any(action in message for action in LEGACY_ACTIONS):
            return "v0.8"
        if not (is_legacy and "deleteSurface" in message):
            notes.warning("version_missing", "the message names no version; taken as v0.9")
        return "v0.9"
    given = message["version"]
    known = given if isinstance(given, str | float) else None
    if known in TAKEN_VERSIONS:
        return TAKEN_VERSIONS[known]
    if known in MISSPELT_VERSIONS:
        version = MISSPELT_VERSIONS[known]
        notes.warning("version_misspelt", f"found the version {known!r}, expected {version!r}")
        return version
    notes.error(
        "unsupported_version", f"found the version {given!r}, expected v0.9, v0.9.1 or v0.8"
    )
    return None


def surface_id_of(message: dict[str, Any]) -> str | None:
    """The surface that a message is about, as far as it says so."""
    for action in (*ACTIONS, *LEGACY_ACTIONS):
        body = message.get(action)
        if isinstance(body, dict) and isinstance(body.get("surfaceId"), str):
            surface_id: str = body["surfaceId"]
            return surface_id
    return None


def _without_faulty_components(
    message: dict[Any, Any], notes: MessageNotes
) -> dict[str, Any] | None:
    """The message with its sound components only; None where the fault is not in a component."""
    for action in ("updateComponents", "surfaceUpdate"):
        body = message.get(action)
        if isinstance(body, dict) and isinstance(body.get("components"), list):
            rest = {**message, action: {**body, "components": []}}
            if measure(rest).fault is None:
                components = _sound(body["components"], f"/{action}/components", notes)
                return {**rest, action: {**body, "components": components}}
    return None


def _sound(components: list[Any], place: str, notes: MessageNotes) -> list[Any]:
    sound: list[Any] = []
    left = MAX_VALUES
    for index, component in enumerate(components):
        found = measure(component, most_values=max(left, 0))
        left -= found.values
        if found.fault is None:
            sound.append(component)
            continue
        component_id = component.get("id") if isinstance(component, dict) else None
        notes.error(
            found.fault.code,
            found.fault.reason,
            component_id=component_id if isinstance(component_id, str) else None,
            where=f"{place}/{index}{found.fault.pointer}",
        )
    return sound
