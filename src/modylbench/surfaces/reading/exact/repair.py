"""What can be kept of fields that our models refuse: all but the smallest bad parts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from modylbench.products.findings import quote_value
from modylbench.products.pointer import MISSING, join
from modylbench.products.scalars import Identified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.findings import Complaints

    Path = tuple[int | str, ...]

P = TypeVar("P", bound=Identified)

MOST_ROUNDS = 5  # ours: a repair may bring what stood behind it to light, but not often
MOST_REPAIRS = 2_000  # ours: past so many, a part that cannot be read as it is, is not read
DROPPED = object()
INSTEAD = {
    "label": "", "name": "", "title": "", "heading": "", "path": "", "url": "",
    "chart_type": "other",
}  # fmt: skip
"""What a field is that must be there and cannot be read."""

NEEDED = frozenset({"x", "id"})
"""Without one of these the part they belong to is nothing."""


def kept(kind: type[P], raw: dict[str, Any], complaints: Complaints, where: str = "") -> P | None:
    """The part that these fields describe, without what cannot be read of it."""
    for _ in range(MOST_ROUNDS):
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            if complaints.count > MOST_REPAIRS:
                break
            raw = _repaired(raw, error, complaints, where)
            if raw is DROPPED:
                return None
    complaints.error("unreadable", f"cannot be read as a {kind.__name__.lower()}", where)
    return None


def all_kept(
    kind: type[P], items: Iterable[dict[str, Any]], complaints: Complaints, where: str
) -> tuple[P, ...]:
    """Those parts of a list that can be read, each by itself, so that faults stay few at a time."""
    read = (kept(kind, item, complaints, where + join(item["id"])) for item in items)
    return tuple(part for part in read if part is not None)


def _repaired(raw: Any, error: ValidationError, complaints: Complaints, where: str) -> Any:
    at: dict[Path, list[Any]] = {}
    for problem in error.errors(include_url=False):
        at.setdefault(_place(raw, problem["loc"]), []).append(problem)
    changes: dict[Any, Any] = {}
    for path, problems in at.items():
        changed, value = _change(raw, path, problems, complaints, where + _pointer(raw, path))
        if not changed:
            return DROPPED
        _note(changes, changed, value)
    return _changed(raw, changes)


def _place(raw: object, location: Path) -> Path:
    """The location as far as there is something; pydantic adds which alternative it tried."""
    here: Any = raw
    for count, step in enumerate(location):
        inner = _at(here, step)
        if inner is MISSING:
            is_missing = isinstance(here, dict) and step in (*INSTEAD, *NEEDED)
            return location[: count + is_missing]
        here = inner
    return location


def _at(raw: Any, step: int | str) -> Any:
    if isinstance(raw, dict):
        return raw.get(step, MISSING)
    if isinstance(raw, tuple) and isinstance(step, int) and step < len(raw):
        return raw[step]
    return MISSING


def _value(raw: Any, path: Path) -> Any:
    for step in path:
        raw = _at(raw, step)
    return raw


def _change(
    raw: Any, path: Path, problems: list[Any], complaints: Complaints, where: str
) -> tuple[Path, object]:
    """Which place gets which value, so that the worst is out of the way."""
    value, last = _value(raw, path), path[-1] if path else ""
    problem = min(problems, key=lambda each: str(each["type"]).endswith("_type"))
    most = (problem.get("ctx") or {}).get("max_length", 0)
    new: object = INSTEAD.get(str(last), DROPPED)
    match problem["type"]:
        case "string_too_long" | "too_long" if isinstance(value, str | tuple):
            code = "text_too_long" if isinstance(value, str) else "too_many"
            reason = f"found a length of {len(value):,}, expected at most {most:,}"
            complaints.error(code, f"{reason}; the rest is dropped", where)
            new = value[:most]
        case "extra_forbidden":
            complaints.error("unknown_field", f"found {quote_value(last)}, which is dropped", where)
            new = DROPPED
        case "missing":
            complaints.error("missing_field", f"expected a field {quote_value(last)}", where)
        case "string_type" if len(problems) == 1 and _is_plain(value):
            reason = f"found {quote_value(value)}, expected a text; it is read as one"
            complaints.warning("wrong_type", reason, where)
            new = quote_value(value)
        case _:
            reason = f"found {quote_value(value)}, expected: {problem['msg']}"
            complaints.error("wrong_type", reason, where)
    if new is DROPPED and last in NEEDED:
        return path[:-1], DROPPED
    return path, new


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def _pointer(raw: Any, path: Path) -> str:
    """The path as a pointer, by the ids of the parts."""
    pointer, here = "", raw
    for step in path:
        here = _at(here, step)
        name = here.get("id") if isinstance(here, dict) else getattr(here, "id", None)
        pointer += join(str(name if isinstance(step, int) and name else step)[:80])
    return pointer


def _note(changes: dict[Any, Any], path: Path, value: object) -> None:
    """Keep a change in a tree by its steps; what is dropped whole needs no repairs inside."""
    inner: Any = changes
    for step in path[:-1]:
        inner = inner.setdefault(step, {})
        if isinstance(inner, tuple):
            return
    inner[path[-1]] = (value,)


def _changed(raw: Any, changes: dict[Any, Any]) -> Any:
    if isinstance(raw, dict):
        result: Any = dict(raw)
        for step, change in changes.items():
            result[step] = _new(raw.get(step), change)
        return {name: value for name, value in result.items() if value is not DROPPED}
    if isinstance(raw, tuple):
        result = list(raw)
        for step, change in changes.items():
            result[step] = _new(raw[step], change)
        return tuple(value for value in result if value is not DROPPED)
    return raw


def _new(old: object, change: Any) -> Any:
    return change[0] if isinstance(change, tuple) else _changed(old, change)
