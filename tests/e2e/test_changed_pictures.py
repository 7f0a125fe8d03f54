"""What counts as changed between two pictures of the real renderer, against labels.

Labelled are 24 pages (6 by day), each beside nine others: one cell, two single digits, a widget
that moved, a colour, the same again, data that nothing shows, a caret, and a caret elsewhere.
"""

import asyncio
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PIL import Image, ImageDraw
from tests.staging.sampling import IS_NIGHTLY

from modylbench.evaluation.visuals.keyframes import frame_difference
from modylbench.evaluation.visuals.opening import OpenedPicture
from modylbench.evaluation.visuals.perceptual_hash import DUPLICATE_BITS, hamming
from modylbench.providers.chromium import installed_chromium
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.rendering.screen import Screen

PAGES = 24 if IS_NIGHTLY else 6
LEAST = 0.95

pytestmark = pytest.mark.skipif(installed_chromium() is None, reason="needs Chromium on PATH")


@dataclass(frozen=True)
class Page:
    """A table below a row of widgets, with a button."""

    cells: tuple[tuple[str, ...], ...]
    widgets: tuple[str, ...]
    colour: str = "#1d5fc4"
    unseen: int = 0

    def messages(self) -> list[dict[str, Any]]:
        where = {"surfaceId": "main"}
        created = {**where, "catalogId": CATALOG_ID, "theme": {"primaryColor": self.colour}}
        data = {"cells": [list(row) for row in self.cells], "unseen": self.unseen}
        return [
            {"version": "v0.9", "createSurface": created},
            {"version": "v0.9", "updateDataModel": {**where, "path": "/", "value": data}},
            {
                "version": "v0.9",
                "updateComponents": {**where, "components": list(self._components())},
            },
        ]

    def _components(self) -> Iterator[dict[str, Any]]:
        rows = [f"row-{row}" for row in range(len(self.cells))]
        yield {"id": "root", "component": "Column", "children": ["widgets", *rows, "go"]}
        names = [f"widget-{place}" for place in range(len(self.widgets))]
        yield {"id": "widgets", "component": "Row", "children": names}
        for name, text in zip(names, self.widgets, strict=True):
            yield {"id": name, "component": "Card", "child": f"{name}-text"}
            yield {"id": f"{name}-text", "component": "Text", "text": text}
        for place, row in enumerate(self.cells):
            cells = [f"cell-{place}-{column}" for column in range(len(row))]
            yield {"id": f"row-{place}", "component": "Row", "children": cells}
            for column, cell in enumerate(cells):
                path = {"path": f"/cells/{place}/{column}"}
                yield {"id": cell, "component": "Text", "text": path}
        action = {"event": {"name": "go"}}
        yield {
            "id": "go", "component": "Button", "child": "go-text", "variant": "primary",
            "action": action,
        }  # fmt: skip
        yield {"id": "go-text", "component": "Text", "text": "Recalculate"}

    def with_cell(self, row: int, column: int, text: str) -> "Page":
        cells = [list(line) for line in self.cells]
        cells[row][column] = text
        return replace(self, cells=tuple(tuple(line) for line in cells))


def page(number: int) -> Page:
    draw = random.Random(number)  # noqa: S311 - the same pages every time
    columns = draw.randint(3, 7)
    return Page(
        cells=tuple(
            tuple(f"{draw.randint(100, 99_999):,}" for _ in range(columns))
            for _ in range(draw.randint(4, 12))
        ),
        widgets=tuple(
            f"Measure {letter} {draw.randint(10, 99)} %" for letter in "ABCD"[: draw.randint(2, 4)]
        ),
    )


def other_digit(text: str, place: int) -> str:
    return text[:place] + str((int(text[place]) + 3) % 10) + text[place + 1 :]


def changed_pages(base: Page, draw: random.Random) -> dict[str, Page]:
    """Pages that show something else, and two that do not, by their labels."""
    row, column = draw.randrange(len(base.cells)), draw.randrange(len(base.cells[0]))
    text = base.cells[row][column]
    return {
        "cell": base.with_cell(row, column, f"{draw.randint(100, 99_999):,}9"),
        "last digit": base.with_cell(row, column, other_digit(text, len(text) - 1)),
        "first digit": base.with_cell(0, 0, other_digit(base.cells[0][0], 0)),
        "moved widget": replace(base, widgets=(*base.widgets[1:], base.widgets[0])),
        "colour": replace(base, colour="#2a62b8"),
        "nothing": base,
        "unseen data": replace(base, unseen=1),
    }


NOTHING = {"nothing", "unseen data", "caret", "other caret"}


def opened(png: bytes) -> OpenedPicture:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return OpenedPicture(picture, picture.convert("L"))


def with_caret(of: OpenedPicture, draw: random.Random) -> OpenedPicture:
    picture = of.colours.copy()
    left, top = draw.randrange(600), draw.randrange(400)
    place = (left, top, left + draw.randint(0, 1), top + draw.randint(13, 20))
    ImageDraw.Draw(picture).rectangle(place, fill="black")
    return OpenedPicture(picture, picture.convert("L"))


async def labelled_pairs() -> list[tuple[str, OpenedPicture, OpenedPicture]]:
    pairs = []
    async with Screen.open() as screen:

        async def shot(shown: Page) -> OpenedPicture:
            await screen.clear()
            await screen.apply(shown.messages())
            return opened(await screen.shot())

        for number in range(PAGES):
            draw = random.Random(f"edits of {number}")  # noqa: S311
            base = page(number)
            first = await shot(base)
            for label, other in changed_pages(base, draw).items():
                pairs.append((label, first, await shot(other)))
            caret = with_caret(first, draw)
            pairs.append(("caret", first, caret))
            pairs.append(("other caret", caret, with_caret(first, draw)))
    return pairs


def precision_and_recall(told: list[tuple[bool, bool]]) -> tuple[float, float]:
    """Of pairs (told to have changed, has changed)."""
    right = sum(said and was for said, was in told)
    return right / max(1, sum(said for said, _ in told)), right / sum(was for _, was in told)


def test_the_detector_sees_what_a_person_sees_and_the_papers_hash_does_not() -> None:
    pairs = asyncio.run(labelled_pairs())

    ours, papers, wrong = [], [], []
    for label, first, other in pairs:
        has_changed = label not in NOTHING
        is_new = frame_difference(first, other).area is not None
        ours.append((is_new, has_changed))
        papers.append((hamming(first.hash, other.hash) > DUPLICATE_BITS, has_changed))
        wrong += [label] if is_new != has_changed else []
    precision, recall = precision_and_recall(ours)
    by_hash = precision_and_recall(papers)
    print(f"{len(pairs)} pairs: {precision:.3f} {recall:.3f}; the paper's hash {by_hash}")  # noqa: T201
    assert len(pairs) == 9 * PAGES
    assert precision >= LEAST, wrong
    assert recall >= LEAST, wrong
    assert by_hash[1] < 0.5
