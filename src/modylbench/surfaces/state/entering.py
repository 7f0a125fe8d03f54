"""What may a person enter into a component?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS = ("TextField", "DateTimeInput")


def input_fault(kind: str, properties: Mapping[str, Any], value: object) -> str | None:
    """Why a component does not take a value from a person; None where it does."""
    fault: str | None = f"people enter nothing into a {kind}"
    if kind in TEXTS:
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
    if not isinstance(value, list) or any(one not in options for one in value):
        return f"expected a list of some of {options[:20]}"
    most = len(options) if properties.get("variant") == "multipleSelection" else 1
    return None if len(value) <= most else f"expected at most {most} of the options"
