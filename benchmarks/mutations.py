"""How fast snapshots, diffs and trajectories are; ratios are of one run on one document."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import deepdiff
import jsonpatch

from benchmarks.timing import Figure, seconds
from modylbench.evaluation.mutations.change import apply_changes
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.formats.structured_products import StructuredFormat
from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.mutations.snapshot import snapshot
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS, COLUMNS = 200, 50
SNAPSHOT_MS = 1.0
LEAST_TIMES_JSONPATCH, LEAST_TIMES_DEEPDIFF = 10, 100


def figures() -> Iterator[Figure]:
    """Diff, apply and snapshot of a grid of 200 x 50, and the trajectories of whole meetings."""
    for name, full in (("bare cells", False), ("cells with units", True)):
        yield from _of_diff(name, *_documents(full=full))
    yield from _of_snapshot()
    yield from _of_meetings()


def _of_diff(name: str, before: Any, after: Any) -> Iterator[Figure]:
    changes = diff(before, after)
    if not same_json(apply_changes(before, changes), after):
        message = "the diff is wrong, so its speed means nothing"
        raise AssertionError(message)
    ours = seconds(lambda: diff(before, after), 25)
    yield f"diff, 200 x 50 {name}", ours * 1e3, "ms", None
    yield (
        f"apply, 200 x 50 {name}",
        seconds(lambda: apply_changes(before, changes), 25) * 1e3,
        "ms",
        None,
    )
    if name != "bare cells":
        product = StructuredFormat()
        taken = seconds(lambda: product.diff(before, after), 25)
        yield f"diff and types, 200 x 50 {name}", taken * 1e3, "ms", None
    theirs = seconds(lambda: jsonpatch.make_patch(before, after), 5)
    yield "  jsonpatch", theirs * 1e3, "ms", None
    yield "  ours, as a share of jsonpatch", ours / theirs, "", 1 / LEAST_TIMES_JSONPATCH
    deep = seconds(lambda: deepdiff.DeepDiff(before, after), 3)
    yield "  deepdiff", deep * 1e3, "ms", None
    yield "  ours, as a share of deepdiff", ours / deep, "", 1 / LEAST_TIMES_DEEPDIFF


def _of_snapshot() -> Iterator[Figure]:
    text = json.dumps(_documents(full=True)[0])
    fresh = iter([Spreadsheet.model_validate_json(text) for _ in range(15)])
    yield (
        "snapshot, 200 x 50, all of it new",
        seconds(lambda: snapshot([next(fresh)]), 15) * 1e3,
        "ms",
        None,
    )
    product = Spreadsheet.model_validate_json(text)
    snapshot([product])
    pointers = [f"/sheets/plan/rows/row_{row}/cells/year_7/value" for row in range(15)]
    edited = iter([replace_at(product, pointer, 1.5) for pointer in pointers])
    taken = seconds(lambda: snapshot([next(edited)]), 15)
    yield "snapshot, 200 x 50, one cell changed", taken * 1e3, "ms", SNAPSHOT_MS
    taken = seconds(lambda: snapshot([product]), 25)
    yield "snapshot, 200 x 50, nothing changed", taken * 1e3, "ms", SNAPSHOT_MS


def _of_meetings() -> Iterator[Figure]:
    for source in catalogue.scenarios():
        reference = reference_of(instantiate(source, 0))
        taken = seconds(partial(trajectory, reference.products, {}, reference), 5)
        yield f"{source.id}: trajectory of a meeting, judged", taken * 1e3, "ms", None


def _documents(*, full: bool) -> tuple[Any, Any]:
    """A grid, and one with 1 % of the cells changed, three rows put in and one taken out."""
    chance = random.Random(1)  # noqa: S311  # nothing secret
    before = _grid(chance, full=full)
    after = json.loads(json.dumps(before))
    rows = after["sheets"][0]["rows"]
    for _ in range(ROWS * COLUMNS // 100):
        row, column = chance.choice(rows), f"year_{chance.randrange(COLUMNS)}"
        row["cells"][column] = _cell(chance, full=full)
    for number, at in enumerate((10, 90, 150)):
        rows.insert(at, {**json.loads(json.dumps(rows[at])), "id": f"new_{number}"})
    del rows[50]
    return json.loads(json.dumps(before)), after


def _grid(chance: random.Random, *, full: bool) -> Any:
    columns = [{"id": f"year_{at}", "label": f"Year {at}", "unit": None} for at in range(COLUMNS)]
    rows = [
        {
            "id": f"row_{at}",
            "label": f"Row {at}",
            "unit": None,
            "cells": {column["id"]: _cell(chance, full=full) for column in columns},
        }
        for at in range(ROWS)
    ]
    sheet = {"id": "plan", "name": "Plan", "columns": columns, "rows": rows, "notes": []}
    return {"id": "grid", "kind": "spreadsheet", "title": "Grid", "sheets": [sheet]}


def _cell(chance: random.Random, *, full: bool) -> Any:
    value = round(1000 * chance.random(), 2)
    return {"value": value, "unit": "$M", "text": None, "formula": None} if full else value
