"""How fast the state follows an agent's messages, on a grid of 200 x 50 cells with units."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Figure

ROWS, COLUMNS, EDITS = 200, 50, 50
SNAPSHOT_MS = 1.0


def figures() -> Iterator[Figure]:
    """One cell written, a snapshot after it, and the work products read again."""
    surfaces = Surfaces()
    for message in messages_for(_grid(), "main"):
        surfaces.take(message)
    reading = read_products(surfaces.snapshot())
    taken: dict[str, list[float]] = {"take": [], "snapshot": [], "read": []}
    for edit in range(EDITS):
        path = f"/sheets/0/rows/{edit}/cells/c3/value"
        update = {"surfaceId": "main", "path": path, "value": edit * 1.5}
        times = [time.perf_counter()]
        surfaces.take({"version": "v0.9", "updateDataModel": update})
        times.append(time.perf_counter())
        shown = surfaces.snapshot()
        times.append(time.perf_counter())
        reading = read_products(shown, like=reading)
        times.append(time.perf_counter())
        for place, name in enumerate(taken):
            taken[name].append(times[place + 1] - times[place])
    middle = {name: statistics.median(all_of_it) * 1e3 for name, all_of_it in taken.items()}
    yield "surface of 200 x 50: one cell taken", middle["take"], "ms", None
    yield "surface of 200 x 50: snapshot after it", middle["snapshot"], "ms", SNAPSHOT_MS
    yield "surface of 200 x 50: work products read again", middle["read"], "ms", None


def _grid() -> Spreadsheet:
    columns = tuple(Column(id=f"c{at}", label=f"Year {at}") for at in range(COLUMNS))
    rows = tuple(
        Row(
            id=f"r{at}",
            label=f"Row {at}",
            cells={column.id: Cell(value=at * 1.25, unit="$M") for column in columns},
        )
        for at in range(ROWS)
    )
    sheet = Sheet(id="plan", name="Plan", columns=columns, rows=rows)
    return Spreadsheet(id="grid", title="Grid", sheets=(sheet,))
