"""Places in a work product: RFC 6901 pointers whose steps into a list are ids, not positions.

`/sheets/debt/rows/senior/cells/year_1/value` stays right when a row is inserted above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Sequence

MISSING = object()
Steps = tuple[str, ...]


def steps(pointer: str) -> list[str]:
    """The steps of a pointer, unescaped.

    >>> steps("/rows/a~1b")
    ['rows', 'a/b']
    """
    if not pointer:
        return []
    if not pointer.startswith("/"):
        message = f"found the pointer {pointer!r}, expected it to start with '/'"
        raise ValueError(message)
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]


def join(*parts: str) -> str:
    """A pointer of these steps.

    >>> join("rows", "a/b")
    '/rows/a~1b'
    """
    text = "".join(["/" + part for part in parts])
    if "~" not in text and text.count("/") == len(parts):  # hardly any step needs an escape
        return text
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def resolve(whole: object, pointer: str) -> Any:
    """What stands at the pointer, or MISSING."""
    here = whole
    for step in steps(pointer):
        here = _child(here, step)
        if here is MISSING:
            return MISSING
    return here


def replace_at(whole: Any, pointer: str, value: object) -> Any:
    """A copy with `value` at the pointer; the parts beside the path are shared, not copied."""
    path = steps(pointer)
    return _replace_along(whole, path, value) if path else value


def without(whole: Any, pointer: str) -> Any:
    """A copy without the list item or mapping entry at the pointer."""
    return replace_at(whole, pointer, MISSING)


def _child(here: object, step: str) -> object:
    if isinstance(here, tuple):
        return next((part for part in here if getattr(part, "id", None) == step), MISSING)
    if isinstance(here, dict):
        return here.get(step, MISSING)
    if isinstance(here, BaseModel) and step in type(here).model_fields:
        return getattr(here, step)
    return MISSING


def _replace_along(here: Any, path: Sequence[str], value: object) -> Any:
    step, rest = path[0], path[1:]
    child = _child(here, step)
    if child is MISSING:
        message = f"there is no {step!r} to replace"
        raise KeyError(message)
    new = _replace_along(child, rest, value) if rest else value
    if isinstance(here, tuple):
        return tuple(
            new if part is child else part
            for part in here
            if part is not child or new is not MISSING
        )
    if isinstance(here, dict):
        kept = {key: new if key == step else old for key, old in here.items()}
        return {key: old for key, old in kept.items() if old is not MISSING}
    return here.model_copy(update={step: new})
