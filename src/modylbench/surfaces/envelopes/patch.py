"""What do the operations of an activity become by a JSON Patch (RFC 6902)?

Only add, replace and remove. What an operation held before is never changed: it was handed on.
"""

from __future__ import annotations

from typing import Any

OPERATIONS = "a2ui_operations"
MOST_STEPS = 60
MOST_CHANGES = 10_000


class PatchFault(Exception):
    """A change that cannot be made, with its reason; its path is `where`."""

    def __init__(self, reason: str, where: str) -> None:
        super().__init__(reason)
        self.where = where


def patched(operations: list[Any], patch: object) -> tuple[list[Any], int]:
    """The operations after all changes, and how many items were copied on the way.

    One change that cannot be made refuses the whole patch, as the standard has it.
    """
    if not isinstance(patch, list) or len(patch) > MOST_CHANGES:
        reason = f"expected a list of at most {MOST_CHANGES:,} changes"
        raise PatchFault(reason, "")
    content: Any = {OPERATIONS: operations}
    work = len(operations)
    for change in patch:
        kind, path = _field(change, "op"), _field(change, "path")
        if kind not in ("add", "replace", "remove"):
            message = "expected changes that add, replace or remove; send the whole activity"
            raise PatchFault(message, path)
        steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
        try:
            content, copied = _changed(content, steps[:MOST_STEPS], kind, change.get("value"))
        except (LookupError, ValueError):
            message = "the path names nothing in the activity"
            raise PatchFault(message, path) from None
        work += copied
    found = content.get(OPERATIONS) if isinstance(content, dict) else None
    if not isinstance(found, list):
        message = f"expected a list of {OPERATIONS} in the activity"
        raise PatchFault(message, "")
    return found, work


def _changed(value: Any, steps: list[str], kind: str, new: object) -> tuple[Any, int]:
    if not steps:
        if kind == "remove":
            raise LookupError
        return new, 0
    step, rest = steps[0], steps[1:]
    if isinstance(value, list):
        return _changed_list(list(value), step, rest, kind, new)
    if not isinstance(value, dict) or (step not in value and (rest or kind != "add")):
        raise LookupError
    copy, copied = dict(value), 0
    if not rest and kind == "remove":
        del copy[step]
    else:
        copy[step], copied = _changed(value.get(step), rest, kind, new)
    return copy, copied + len(value)


def _changed_list(
    copy: list[Any], step: str, rest: list[str], kind: str, new: object
) -> tuple[list[Any], int]:
    ends = step == "-" and kind == "add" and not rest
    if not ends and not (step.isascii() and step.isdigit() and len(step) < 9):
        raise LookupError
    place, work = len(copy) if ends else int(step), len(copy)
    if not rest and kind == "add":
        if place > len(copy):
            raise LookupError
        copy.insert(place, new)
    elif not rest and kind == "remove":
        del copy[place]
    else:
        copy[place], copied = _changed(copy[place], rest, kind, new)
        work += copied
    return copy, work


def _field(change: object, name: str) -> str:
    found = change.get(name) if isinstance(change, dict) else None
    return found if isinstance(found, str) else ""
