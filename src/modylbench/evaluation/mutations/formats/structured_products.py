"""Spreadsheets, charts, documents, dashboards and any other JSON, edited part by part."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import TypeAdapter, ValidationError

from modylbench.evaluation.mutations.classification import TYPES, classify_edits, rebuild
from modylbench.evaluation.mutations.formats.format import refusal
from modylbench.evaluation.mutations.product_parts import kind_of
from modylbench.evaluation.mutations.snapshot import as_document
from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Spec
from modylbench.products.pointer import join
from modylbench.products.work_product import WorkProduct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import ProductJson

DEEPEST = 64  # ours: our own products have 9 levels; well under what Python can follow
MOST_VALUES = 1_000_000  # ours: a grid of 200 x 50 cells has 50,000
SPREADSHEET_ERRORS = ("#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#N/A", "#NUM!", "#NULL!")

_PRODUCT: TypeAdapter[Any] = TypeAdapter(WorkProduct)


class StructuredFormat:
    """The format of every work product that is JSON with ids; others change value by value."""

    name = "structured"
    types = TYPES

    def normalise(self, raw: Any) -> ProductJson:
        """The product with every field of its kind, or the JSON object as it is, copied.

        Raises ValueError for what is no JSON object, for one nested deeper than 64 levels or of
        more than a million values, and for a product of a canonical kind that breaks its rules.
        """
        if isinstance(raw, Spec):
            return as_document(raw)
        if not isinstance(raw, dict):
            message = f"found a {type(raw).__name__}, expected a JSON object"
            raise ValueError(message)  # noqa: TRY004  # the Protocol promises ValueError
        copy: ProductJson = _BoundedCopy().of(raw, 1)
        return _canonical(copy) if kind_of(copy) else copy

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """The edits that lead from one normalised snapshot to the next; None: no product."""
        return classify_edits(before, after)

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The snapshot after these edits, exactly."""
        return rebuild(before, edits)

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """Errors in cells, charts without points, sources cited in sections that do not exist."""
        return tuple(_faults(document))


def _canonical(copy: ProductJson) -> ProductJson:
    try:
        return as_document(_PRODUCT.validate_json(orjson.dumps(copy)))
    except ValidationError as error:
        raise ValueError(refusal(error, skip=1)) from error
    except orjson.JSONEncodeError as error:
        message = f"found a value that a product cannot hold ({error})"
        raise ValueError(message) from error


class _BoundedCopy:
    """Copies a JSON value, and refuses what is none or is too much."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def of(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if depth > DEEPEST or self._left < 0:
            found = f"{DEEPEST} levels" if depth > DEEPEST else f"{MOST_VALUES:,} values"
            message = f"found more than {found}, expected a product of a meeting"
            raise ValueError(message)
        if isinstance(value, dict):
            return {self._key(key): self.of(child, depth + 1) for key, child in value.items()}
        if isinstance(value, list):
            return [self.of(child, depth + 1) for child in value]
        if isinstance(value, float) and not math.isfinite(value):
            message = f"found {value}, expected a finite number"
            raise ValueError(message)
        if value is None or isinstance(value, str | int | float):
            return value
        message = f"found a {type(value).__name__}, expected JSON"
        raise ValueError(message)

    def _key(self, key: Any) -> str:
        if isinstance(key, str):
            return key
        message = f"found the key {short_repr(key)}, expected a text"
        raise ValueError(message)


def _faults(document: ProductJson) -> Iterator[str]:
    match kind_of(document):
        case "spreadsheet":
            for sheet in document["sheets"]:
                yield from _sheet_faults(sheet, join("sheets", sheet["id"]))
        case "chart":
            yield from _chart_faults(document, "")
        case "document":
            yield from _citation_faults(document)
        case "dashboard":
            for widget in document["widgets"]:
                here = join("widgets", widget["id"])
                yield from (
                    _sheet_faults(widget["table"], here + "/table") if widget["table"] else ()
                )
                yield from (
                    _chart_faults(widget["chart"], here + "/chart") if widget["chart"] else ()
                )
        case _:
            pass  # other JSON has no rules


def _sheet_faults(sheet: ProductJson, here: str) -> Iterator[str]:
    for row in sheet["rows"]:
        for column, cell in row["cells"].items():
            shown = [text for text in (cell["value"], cell["text"]) if isinstance(text, str)]
            found = next((text for text in shown if text.strip() in SPREADSHEET_ERRORS), None)
            if found:
                yield f"{here}{join('rows', row['id'], 'cells', column)}: shows the error {found!r}"


def _chart_faults(chart: ProductJson, here: str) -> Iterator[str]:
    if not any(series["points"] for series in chart["series"]):
        yield f"{here}/series: without points the chart shows nothing"


def _citation_faults(document: ProductJson) -> Iterator[str]:
    known = {section["id"] for section in document["sections"]}
    for citation in document["citations"]:
        section = citation["section"]
        if section is not None and section not in known:
            where = join("citations", citation["id"])
            yield f"{where}: is cited in the section {section!r}, which does not exist"
