"""How fast the page follows an agent, in one browser kept open as in a run."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING, Any

from modylbench.providers.chromium import NoScreen
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.rendering.screen import Screen
from modylbench.surfaces.showing import messages_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Figure
    from modylbench.products.work_product import WorkProduct

REPEATS = 25
UPDATE_MS = 60.0
PICTURE_MS = 100.0
EDITS = {
    "spreadsheet": "/sheets/0/rows/0/label",
    "dashboard": "/widgets/0/value",
    "document": "/sections/0/body",
    "chart": "/series/0/points/0/y",
}


def figures() -> Iterator[Figure]:
    """Update to rest and picture, of one product a kind; nothing where there is no browser."""
    try:
        yield from asyncio.run(_measured())
    except NoScreen as missing:
        print(f"screens are not measured: {missing}")


async def _measured() -> list[Figure]:
    products: dict[str, WorkProduct] = {
        product.kind: product
        for source in catalogue.scenarios()
        for product in instantiate(source, 1).final_products
    }
    figures: list[Figure] = []
    start = time.perf_counter()
    async with Screen.open() as screen:
        figures.append(("screen: open the browser and the page", _ms(start), "ms", None))
        for kind, path in EDITS.items():
            updates, pictures = await _edited(screen, products[kind], path)
            middle = statistics.median(updates), statistics.median(pictures)
            figures += [
                (f"screen: one edit of a {kind} to rest, median", middle[0], "ms", UPDATE_MS),
                (f"screen: PNG of a {kind}, median", middle[1], "ms", PICTURE_MS),
            ]
    return figures


async def _edited(
    screen: Screen, product: WorkProduct, path: str
) -> tuple[list[float], list[float]]:
    await screen.clear()
    await screen.apply(messages_for(product, "main"))
    updates, pictures = [], []
    for turn in range(REPEATS):
        start = time.perf_counter()
        await screen.apply([_edit(path, turn)])
        updates.append(_ms(start))
        start = time.perf_counter()
        await screen.shot()
        pictures.append(_ms(start))
    return updates, pictures


def _edit(path: str, turn: int) -> dict[str, Any]:
    words = path.endswith(("label", "body"))
    value = f"The figure of turn **{turn}** is {turn * 1.5}" if words else turn
    change = {"surfaceId": "main", "path": path, "value": value}
    return {"version": "v0.9", "updateDataModel": change}


def _ms(start: float) -> float:
    return (time.perf_counter() - start) * 1e3
