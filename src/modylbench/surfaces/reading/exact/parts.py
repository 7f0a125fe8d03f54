"""The parts of a product as an agent may write them: named, without holes, with an id each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.findings import quote_value
from modylbench.products.ids import ids_for, is_id
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints

    Fields = dict[str, Any]

MOST_ITEMS = 20_000
"""The most that any list of our models takes."""

SPELLINGS = {"chartType": "chart_type", "xAxis": "x_axis", "yAxis": "y_axis"}


def fields(raw: Fields) -> Fields:
    """The fields under the names of our models; one that is null is one that is not there."""
    return {SPELLINGS.get(name, name): value for name, value in raw.items() if value is not None}


def listed(raw: object, where: str, complaints: Complaints) -> list[Any]:
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


def parts(
    raw: object, where: str, label: str, complaints: Complaints, *, plain: bool = False
) -> list[Fields]:
    """The objects of a list, each with a valid id of its own, made from its field `label`.

    Where `plain` is true, a scalar stands for an object that has only the label.
    """
    result: list[Fields] = []
    for place, item in enumerate(listed(raw, where, complaints)):
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
    given = [_given(item.get("id")) for item in items]
    labels = [_given(item.get(label)) or "" for item in items]
    made = ids_for(list(zip(given, labels, strict=True)), label)
    for item, old, new in zip(items, given, made, strict=True):
        if old is not None and old != new:
            complain_of_id(old, new, where, complaints)
        item["id"] = new


def _given(value: object) -> str | None:
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


def texts(raw: object, where: str, complaints: Complaints) -> tuple[object, ...]:
    """A list of texts such as notes; one text alone is a list of it."""
    return (raw,) if isinstance(raw, str) else tuple(listed(raw, where, complaints))
