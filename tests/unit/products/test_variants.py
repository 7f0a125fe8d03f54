"""The finder reads products shaped otherwise than ours, and never gives a wrong value.

Entries stay short by leaving out ids, which are filled in by position, and by the shorthand that
each file explains on top.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

from modylbench.products.finding.find import FoundNumber, find_number
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.reading.index import index
from modylbench.products.work_product import WorkProduct

FOLDER = Path(__file__).parent / "variants"
KINDS = ("spreadsheet", "chart", "document", "dashboard", "code")
SHARE_FOUND = 0.95
ADAPTER: TypeAdapter[Any] = TypeAdapter(WorkProduct)


@dataclass(frozen=True)
class Variant:
    """One product and what must be read from it."""

    kind: str
    name: str
    product: dict[str, Any]
    quantity: str
    expect: float | str
    tempting: float | None


def _variant(kind: str, entry: dict[str, Any]) -> Variant:
    stray = entry.keys() - {"name", "product", "quantity", "expect", "tempting"}
    assert not stray, f"{kind}: {entry['name']}: unknown {sorted(stray)}"
    expect = entry["expect"]
    return Variant(
        kind,
        entry["name"],
        {"id": "p", "kind": kind, **entry["product"]},
        entry["quantity"],
        expect if expect in {"missing", "ambiguous"} else float(expect),
        float(entry["tempting"]) if "tempting" in entry else None,
    )


def _read(kind: str) -> list[Variant]:
    entries = yaml.safe_load((FOLDER / f"{kind}.yaml").read_text(encoding="utf-8"))
    return [_variant(kind, entry) for entry in entries]


def _sought() -> dict[str, NumberSought]:
    described = yaml.safe_load((FOLDER / "quantities.yaml").read_text(encoding="utf-8"))
    return {
        name: NumberSought.model_validate_json(
            TypeAdapter(dict[str, Any]).dump_json({"id": name, "product": "p", **fields})
        )
        for name, fields in described.items()
    }


def _numbered(parts: list[dict[str, Any]], prefix: str) -> list[dict[str, Any]]:
    return [{"id": f"{prefix}{place}", **part} for place, part in enumerate(parts)]


def _sheet(sheet: dict[str, Any]) -> dict[str, Any]:
    header, *rows = sheet["grid"]
    labels = [label if isinstance(label, dict) else {"label": label} for label in header[1:]]
    return {
        **{key: value for key, value in sheet.items() if key != "grid"},
        "columns": _numbered(labels, "c"),
        "rows": _numbered([_row(row) for row in rows], "r"),
    }


def _row(row: list[Any]) -> dict[str, Any]:
    label = row[0] if isinstance(row[0], dict) else {"label": row[0]}
    cells = {
        f"c{place}": cell if isinstance(cell, dict) else {"value": cell}
        for place, cell in enumerate(row[1:])
        if cell != ""
    }
    return {**label, "cells": cells}


def _chart(chart: dict[str, Any]) -> dict[str, Any]:
    series = [{**line, "points": _points(line["points"])} for line in chart["series"]]
    return {**chart, "series": _numbered(series, "s")}


def _points(points: dict[str, float] | list[list[Any]]) -> list[dict[str, Any]]:
    rows = [[x, y] for x, y in points.items()] if isinstance(points, dict) else points
    names = ("x", "y", "low", "high")
    return _numbered([dict(zip(names, row, strict=False)) for row in rows], "p")


def _widget(widget: dict[str, Any]) -> dict[str, Any]:
    full = dict(widget)
    if "table" in widget:
        full["table"] = {"id": "t", **_sheet(widget["table"])}
    if "chart" in widget:
        full["chart"] = {"id": "c", "kind": "chart", **_chart(widget["chart"])}
    return full


def _product(variant: Variant) -> WorkProduct:
    fields = dict(variant.product)
    match variant.kind:
        case "spreadsheet":
            fields["sheets"] = _numbered([_sheet(sheet) for sheet in fields["sheets"]], "s")
        case "chart":
            fields = _chart(fields)
        case "document":
            fields["sections"] = _numbered(fields["sections"], "s")
        case "dashboard":
            fields["widgets"] = _numbered([_widget(widget) for widget in fields["widgets"]], "w")
        case _:
            files = [{"path": path, "content": text} for path, text in fields["files"].items()]
            fields["files"] = _numbered(files, "f")
    product: WorkProduct = ADAPTER.validate_json(ADAPTER.dump_json(fields, warnings=False))
    return product


def _reading(variant: Variant) -> float | str:
    found = find_number(SOUGHT[variant.quantity], [index(_product(variant))])
    return found.measure.number if isinstance(found, FoundNumber) else type(found).__name__.lower()


def _agrees(value: float | str, expected: float) -> bool:
    """Entries expect the finest figure they show, so nothing beyond rounding error is granted."""
    return isinstance(value, float) and math.isclose(value, expected, rel_tol=1e-9)


SOUGHT = _sought()
VARIANTS = [variant for kind in KINDS for variant in _read(kind)]
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: f"{v.kind}: {v.name}")
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_variant
def test_is_a_product_that_reads_back_as_itself(variant: Variant) -> None:
    product = _product(variant)

    assert ADAPTER.validate_json(product.model_dump_json()) == product


@every_variant
def test_a_wrong_value_is_never_found(variant: Variant) -> None:
    value = _reading(variant)

    if isinstance(value, float) and not math.isnan(value):  # in another currency, it is no number
        assert isinstance(variant.expect, float), f"found {value}, expected {variant.expect}"
        assert _agrees(value, variant.expect)
        assert value != variant.tempting


@every_kind
def test_the_right_value_is_found_nearly_always(kind: str) -> None:
    expecting = [v for v in VARIANTS if v.kind == kind and isinstance(v.expect, float)]
    misses = [
        f"{variant.name}: {reading}, expected {variant.expect}"
        for variant in expecting
        if not _agrees(reading := _reading(variant), float(variant.expect))
    ]

    assert len(misses) <= (1 - SHARE_FOUND) * len(expecting), "\n".join(misses)


@every_kind
def test_there_are_enough_variants_with_names_of_their_own(kind: str) -> None:
    names = [variant.name for variant in VARIANTS if variant.kind == kind]
    unfound = [v for v in VARIANTS if v.kind == kind and isinstance(v.expect, str)]

    assert len(names) >= 45
    assert len(set(names)) == len(names)
    assert len(unfound) >= 8
