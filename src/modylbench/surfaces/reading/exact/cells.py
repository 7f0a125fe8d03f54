"""Which column does each cell of a row belong to, whether it came by id, label or order?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.findings import quote_value
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints
    from modylbench.surfaces.reading.exact.parts import Fields


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


def cells(raw: object, columns: Columns, where: str, complaints: Complaints) -> Fields:
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
