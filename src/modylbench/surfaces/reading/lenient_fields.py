"""Fields of a work product as an agent may write them, read without the smallest bad parts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from modylbench.products.findings import quote_value
from modylbench.products.ids import ids_for, is_id
from modylbench.products.pointer import MISSING, join
from modylbench.products.scalars import IdentifiedPart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.findings import Complaints

    Fields = dict[str, Any]
    ErrorPath = tuple[int | str, ...]

P = TypeVar("P", bound=IdentifiedPart)

MOST_ITEMS = 20_000
"""The most that any list of our models takes."""

MOST_ROUNDS = 5  # ours: a repair may bring what stood behind it to light, but not often
MOST_REPAIRS = 2_000  # ours: past so many, a part that cannot be read as it is, is not read
DROP = object()
INSTEAD = {
    "label": "", "name": "", "title": "", "heading": "", "path": "", "url": "",
    "chart_type": "other",
}  # fmt: skip
"""What a field is that must be there and cannot be read."""

NEEDED = frozenset({"x", "id"})
"""Without one of these the part they belong to is nothing."""

SPELLINGS = {
    "chartType": "chart_type", "xAxis": "x_axis", "yAxis": "y_axis", "exitCode": "exit_code",
}  # fmt: skip


def fields(raw: Fields) -> Fields:
    """The fields under the names of our models; one that is null is one that is not there."""
    return {SPELLINGS.get(name, name): value for name, value in raw.items() if value is not None}


def list_items(raw: object, where: str, complaints: Complaints) -> list[Any]:
    """The items of a list, without the holes that deleting an element leaves in A2UI."""
    if raw is None:
        return []
    if not isinstance(raw, list | tuple):
        complaints.error("wrong_type", f"found {quote_value(raw)}, expected a list", where)
        return []
    items = [item for item in raw if item is not None]
    if len(items) > MOST_ITEMS:
        reason = f"found {len(items):,}, expected at most {MOST_ITEMS:,}; the others are dropped"
        complaints.error("too_many", reason, where)
    return items[:MOST_ITEMS]


def list_parts(
    raw: object, where: str, label: str, complaints: Complaints, *, plain: bool = False
) -> list[Fields]:
    """The objects of a list, each with a valid id of its own, made from its field `label`.

    Where `plain` is true, a scalar stands for an object that has only the label.
    """
    result: list[Fields] = []
    for place, item in enumerate(list_items(raw, where, complaints)):
        if isinstance(item, dict):
            result.append(fields(item))
        elif plain and not isinstance(item, list | tuple):
            result.append({label: item})
        else:
            reason = f"found {quote_value(item)}, expected an object"
            complaints.error("wrong_type", reason, where + join(str(place)))
    _identify(result, where, label, complaints)
    return result


def _identify(items: list[Fields], where: str, label: str, complaints: Complaints) -> None:
    given = [_as_text(item.get("id")) for item in items]
    labels = [_as_text(item.get(label)) or "" for item in items]
    made = ids_for(list(zip(given, labels, strict=True)), label)
    for item, old, new in zip(items, given, made, strict=True):
        if old is not None and old != new:
            complain_of_id(old, new, where, complaints)
        item["id"] = new


def _as_text(value: object) -> str | None:
    """A text, or a number as text: years and counters are natural ids and labels."""
    if isinstance(value, str):
        return value
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return quote_value(value) if is_number else None


def complain_of_id(old: str, new: str, where: str, complaints: Complaints) -> None:
    """Say why an id could not stay as it was."""
    if is_id(old):
        reason = f"found the id {quote_value(old)} twice, expected ids to be unique"
        complaints.warning("id_twice", f"{reason}; read as {new!r}", where)
    else:
        reason = f"found the id {quote_value(old)}, expected letters, digits, '_', '.' and '-'"
        complaints.warning("id_changed", f"{reason}; read as {new!r}", where)


def list_texts(raw: object, where: str, complaints: Complaints) -> tuple[object, ...]:
    """A list of texts such as notes; one text alone is a list of it."""
    return (raw,) if isinstance(raw, str) else tuple(list_items(raw, where, complaints))


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a sheet: `names` has the id for every key that a cell may have.

    `order` has the ids by position as sent, None where a column was deleted.
    """

    names: dict[str, str]
    order: tuple[str | None, ...]

    @classmethod
    def of(cls, given: object, columns: list[Fields]) -> Columns:
        """The columns as sent and as read."""
        raw = given if isinstance(given, list | tuple) else ()
        ids = iter([column["id"] for column in columns])
        order = tuple(None if item is None else next(ids, None) for item in raw)
        names: dict[str, str] = {}
        for column in reversed(columns):
            if isinstance(column.get("label"), str):
                names[column["label"]] = column["id"]
        for item, made in reversed(list(zip(raw, order, strict=True))):
            if made is not None and isinstance(item, dict) and isinstance(item.get("id"), str):
                names[item["id"]] = made
        return cls(names | {column["id"]: column["id"] for column in columns}, order)


def read_cells(raw: object, columns: Columns, where: str, complaints: Complaints) -> Fields:
    """The cells of a row by column id."""
    if isinstance(raw, dict):
        names = columns.names
        result = {names[key]: _cell(value) for key, value in raw.items() if key in names}
        stray = [] if len(result) == len(raw) else [key for key in raw if key not in names]
    elif isinstance(raw, list | tuple):
        result, stray = _in_order(raw, columns.order)
    else:
        if raw is not None:
            complaints.error("wrong_type", f"found {quote_value(raw)}, expected cells", where)
        return {}
    for key in stray:
        reason = f"there is no column {quote_value(key)}; the cell is dropped"
        complaints.error("cell_without_column", reason, where + join(key[:80]))
    return result


def _in_order(
    raw: list[object] | tuple[object, ...], order: tuple[str | None, ...]
) -> tuple[Fields, list[str]]:
    live = tuple(column for column in order if column is not None)
    order = live if len(raw) == len(live) else order
    known = order + (None,) * (len(raw) - len(order))
    filled = [(place, value) for place, value in enumerate(raw) if value is not None]
    result = {
        column: _cell(value) for place, value in filled if (column := known[place]) is not None
    }
    return result, [str(place) for place, _ in filled if known[place] is None]


def _cell(value: object) -> object:
    if isinstance(value, dict):
        return {name: part for name, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return value  # what it should be is for the model to say
    return {"value": value}


def read_part(
    kind: type[P], raw: dict[str, Any], complaints: Complaints, where: str = ""
) -> P | None:
    """The part that these fields describe, without what cannot be read of it."""
    for _ in range(MOST_ROUNDS):
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            if complaints.count > MOST_REPAIRS:
                break
            raw = _repair(raw, error, complaints, where)
            if raw is DROP:
                return None
    complaints.error("unreadable", f"cannot be read as a {kind.__name__.lower()}", where)
    return None


def read_all(
    kind: type[P], items: Iterable[dict[str, Any]], complaints: Complaints, where: str
) -> tuple[P, ...]:
    """Those parts of a list that can be read, each by itself, so that faults stay few at a time."""
    read = (read_part(kind, item, complaints, where + join(item["id"])) for item in items)
    return tuple(part for part in read if part is not None)


def _repair(raw: Any, error: ValidationError, complaints: Complaints, where: str) -> Any:
    at: dict[ErrorPath, list[Any]] = {}
    for problem in error.errors(include_url=False):
        at.setdefault(_place(raw, problem["loc"]), []).append(problem)
    changes: dict[Any, Any] = {}
    for path, problems in at.items():
        changed, value = _change(raw, path, problems, complaints, where + _pointer(raw, path))
        if not changed:
            return DROP
        _note(changes, changed, value)
    return _apply_changes(raw, changes)


def _place(raw: object, location: ErrorPath) -> ErrorPath:
    """The location as far as there is something; pydantic adds which alternative it tried."""
    here: Any = raw
    for count, step in enumerate(location):
        inner = _value_at(here, step)
        if inner is MISSING:
            is_missing = isinstance(here, dict) and step in (*INSTEAD, *NEEDED)
            return location[: count + is_missing]
        here = inner
    return location


def _value_at(raw: Any, step: int | str) -> Any:
    if isinstance(raw, dict):
        return raw.get(step, MISSING)
    if isinstance(raw, tuple) and isinstance(step, int) and step < len(raw):
        return raw[step]
    return MISSING


def _value(raw: Any, path: ErrorPath) -> Any:
    for step in path:
        raw = _value_at(raw, step)
    return raw


def _change(
    raw: Any, path: ErrorPath, problems: list[Any], complaints: Complaints, where: str
) -> tuple[ErrorPath, object]:
    """Which place gets which value, so that the worst is out of the way."""
    value, last = _value(raw, path), path[-1] if path else ""
    problem = min(problems, key=lambda problem: str(problem["type"]).endswith("_type"))
    most = (problem.get("ctx") or {}).get("max_length", 0)
    new: object = INSTEAD.get(str(last), DROP)
    match problem["type"]:
        case "string_too_long" | "too_long" if isinstance(value, str | tuple):
            code = "text_too_long" if isinstance(value, str) else "too_many"
            reason = f"found a length of {len(value):,}, expected at most {most:,}"
            complaints.error(code, f"{reason}; the rest is dropped", where)
            new = value[:most]
        case "extra_forbidden":
            complaints.error("unknown_field", f"found {quote_value(last)}, which is dropped", where)
            new = DROP
        case "missing":
            complaints.error("missing_field", f"expected a field {quote_value(last)}", where)
        case "string_type" if len(problems) == 1 and _is_plain(value):
            reason = f"found {quote_value(value)}, expected a text; it is read as one"
            complaints.warning("wrong_type", reason, where)
            new = quote_value(value)
        case _:
            reason = f"found {quote_value(value)}, expected: {problem['msg']}"
            complaints.error("wrong_type", reason, where)
    if new is DROP and last in NEEDED:
        return path[:-1], DROP
    return path, new


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def _pointer(raw: Any, path: ErrorPath) -> str:
    """The path as a pointer, by the ids of the parts."""
    pointer, here = "", raw
    for step in path:
        here = _value_at(here, step)
        name = here.get("id") if isinstance(here, dict) else getattr(here, "id", None)
        pointer += join(str(name if isinstance(step, int) and name else step)[:80])
    return pointer


def _note(changes: dict[Any, Any], path: ErrorPath, value: object) -> None:
    """Keep a change in a tree by its steps; what is dropped whole needs no repairs inside."""
    inner: Any = changes
    for step in path[:-1]:
        inner = inner.setdefault(step, {})
        if isinstance(inner, tuple):
            return
    inner[path[-1]] = (value,)


def _apply_changes(raw: Any, changes: dict[Any, Any]) -> Any:
    if isinstance(raw, dict):
        result: Any = dict(raw)
        for step, change in changes.items():
            result[step] = _apply_change(raw.get(step), change)
        return {name: value for name, value in result.items() if value is not DROP}
    if isinstance(raw, tuple):
        result = list(raw)
        for step, change in changes.items():
            result[step] = _apply_change(raw[step], change)
        return tuple(value for value in result if value is not DROP)
    return raw


def _apply_change(old: object, change: Any) -> Any:
    return change[0] if isinstance(change, tuple) else _apply_changes(old, change)
