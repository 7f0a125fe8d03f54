"""Does the real browser show what an agent sent: the same as in Python, the same every time?"""

import asyncio
import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.providers.chromium import NoScreen
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.rendering.screen import Screen
from modylbench.surfaces.showing import CATALOG, messages_for
from modylbench.surfaces.state import Surfaces

EXAMPLES = Path(__file__).parents[3] / "shared" / "data" / "a2ui-examples"
VERSIONS = {"v0.8": 12, "v0.9": 25}


def names(version: str) -> list[str]:
    return [path.name for path in sorted((EXAMPLES / version).glob("*.json"))]


def official(version: str, name: str) -> list[dict[str, Any]]:
    value = json.loads((EXAMPLES / version / name).read_text(encoding="utf-8"))
    messages: list[dict[str, Any]] = value["messages"] if isinstance(value, dict) else value
    return messages


def held_by_python(surfaces: Surfaces) -> dict[str, Any]:
    return {
        one.surface_id: {
            "catalogId": one.catalog_id,
            "theme": one.theme or {},
            "components": {name: {**part, "id": name} for name, part in one.components.items()},
            "data": one.data,
        }
        for one in surfaces.snapshot()
    }


def shown_text(text: str) -> list[dict[str, Any]]:
    return surface({"id": "root", "component": "Text", "text": text})


def surface(*components: dict[str, Any], surface_id: str = "main") -> list[dict[str, Any]]:
    where = {"surfaceId": surface_id}
    return [
        {"version": "v0.9", "createSurface": {**where, "catalogId": CATALOG}},
        {"version": "v0.9", "updateComponents": {**where, "components": list(components)}},
    ]


def written(surface_id: str, path: str, value: object) -> list[dict[str, Any]]:
    change = {"surfaceId": surface_id, "path": path, "value": value}
    return [{"version": "v0.9", "updateDataModel": change}]


def size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def test_all_official_examples_are_there(shared_data: Path) -> None:
    assert {version: len(names(version)) for version in VERSIONS} == VERSIONS


@pytest.mark.parametrize(
    ("version", "name"), [(version, name) for version in VERSIONS for name in names(version)]
)
def test_an_official_example_is_shown_and_held_as_python_holds_it(
    version: str, name: str, screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    surfaces = Surfaces()
    for message in official(version, name):
        assert surfaces.take(message) == ()
        shown = runner.run(screen.apply(surfaces.drain()))
        assert {finding.severity for finding in shown.findings} <= {"warning"}
        assert runner.run(screen.state()) == held_by_python(surfaces)
    stepwise = runner.run(screen.shot())
    at_once = runner.run(screen.show(surfaces.snapshot()))
    picture = runner.run(screen.shot())

    assert {finding.code for finding in at_once.findings} <= {"not_fetched"}
    assert picture == stepwise
    assert size(picture) == (1280, 720)
    assert len(Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1_000_000) or ()) > 2
    assert screen.witness.console_errors == []
    assert screen.witness.page_errors == []


@pytest.mark.parametrize("source", catalogue.scenarios(), ids=lambda source: source.id)
def test_every_product_of_the_oracles_is_sound_and_shown_whole(
    source: Any, screen: Screen, runner: asyncio.Runner
) -> None:
    for product in instantiate(source, 2).final_products:
        runner.run(screen.clear())
        surfaces = Surfaces()
        for message in messages_for(product, "main"):
            assert surfaces.take(message) == ()
        shown = runner.run(screen.apply(surfaces.drain()))

        assert shown.findings == ()
        assert runner.run(screen.state()) == held_by_python(surfaces)
        assert product.title in runner.run(screen.text())
    assert screen.witness.console_errors == []


def test_two_pictures_of_one_state_are_the_same_bytes(
    screen: Screen, runner: asyncio.Runner
) -> None:
    async def pictures(other: Screen) -> list[bytes]:
        await other.clear()
        taken = []
        for messages in (official("v0.9", name) for name in names("v0.9")[:4]):
            await other.clear()
            await other.apply(messages)
            taken += [await other.shot(), await other.shot(full_page=True)]
        return taken

    async def elsewhere() -> list[bytes]:
        async with Screen.open() as another:
            return await pictures(another)

    first = runner.run(pictures(screen))

    assert runner.run(pictures(screen)) == first
    assert runner.run(elsewhere()) == first


def test_a_picture_does_not_depend_on_what_was_shown_before(
    screen: Screen, runner: asyncio.Runner
) -> None:
    """Chromium draws anew only what changed, and edges drawn twice are not those drawn once."""
    charts = [
        surface({"id": "root", "component": "Chart", **chart(kind, height)})
        for kind in ("bar", "pie", "line")
        for height in (1, 40)
    ]

    async def pictures(order: list[int]) -> dict[int, bytes]:
        taken = {}
        for place in order:
            await screen.clear()
            await screen.apply(charts[place])
            taken[place] = await screen.shot()
        return taken

    first = runner.run(pictures(list(range(len(charts)))))

    assert len(set(first.values())) == len(charts)
    for order in ([5, 4, 3, 2, 1, 0], [0, 2, 4, 1, 3, 5], [3, 0, 5, 2, 4, 1], [1, 5, 0, 4, 2, 3]):
        assert runner.run(pictures(order)) == first


def chart(kind: str, series: int) -> dict[str, Any]:
    points = [{"x": x, "y": y} for x, y in (("North", 3), ("South", 5), ("East", 4))]
    drawn = [{"label": f"Series {n}", "points": points} for n in range(series)]
    return {"title": f"A {kind} chart", "chartType": kind, "series": drawn}


def test_a_state_reached_step_by_step_looks_like_the_same_state_shown_at_once(
    screen: Screen, runner: asyncio.Runner
) -> None:
    product = next(
        product
        for source in catalogue.scenarios()
        for product in instantiate(source, 1).final_products
        if product.kind == "dashboard"
    )
    surfaces = Surfaces()
    runner.run(screen.clear())
    for message in messages_for(product, "main"):
        surfaces.take(message)
    surfaces.take(written("main", "/widgets/0/value", 12.5)[0])
    runner.run(screen.apply(surfaces.drain()))
    surfaces.take(written("main", "/widgets/0/value", 99.5)[0])
    runner.run(screen.apply(surfaces.drain()))
    stepwise = runner.run(screen.shot(full_page=True))
    runner.run(screen.show(surfaces.snapshot()))

    assert runner.run(screen.shot(full_page=True)) == stepwise
    assert "99.5" in runner.run(screen.text())


def test_each_surface_is_shown_by_itself_and_the_last_change_comes_first(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    one = {"id": "root", "component": "Text", "text": "the first surface"}
    two = {"id": "root", "component": "Text", "text": "the second surface"}
    both = [*surface(one, surface_id="a"), *surface(two, surface_id="b")]
    shown = runner.run(screen.apply(both))
    last = runner.run(screen.shot())

    assert shown.surface_id == "b"
    assert shown.frames >= 2  # one in which it changed, one in which nothing did
    assert runner.run(screen._reveal("b")).frames == 0
    assert runner.run(screen.shot("b")) == last
    assert runner.run(screen.shot("a")) != last
    assert "first" in runner.run(screen.text("a"))
    assert "second" not in runner.run(screen.text("a"))
    again = runner.run(screen.apply(written("a", "/x", 1)))
    assert again.surface_id == "a"
    gone = {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}
    assert runner.run(screen.apply([gone])).surface_id == "b"


def test_the_whole_page_is_higher_than_the_window_and_bounded(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    runner.run(screen.apply(shown_text("\n\n".join(f"Paragraph {n}" for n in range(60)))))
    window, whole = runner.run(screen.shot()), runner.run(screen.shot(full_page=True))
    runner.run(screen.clear())
    runner.run(screen.apply(shown_text("\n\n".join(f"Paragraph {n}" for n in range(900)))))
    endless = runner.run(screen.shot(full_page=True))

    assert size(window) == (1280, 720)
    assert 720 < size(whole)[1] < 3_000
    assert size(endless)[1] == 8_000


def test_a_large_grid_says_what_it_leaves_out(screen: Screen, runner: asyncio.Runner) -> None:
    columns = tuple(Column(id=f"c{n}", label=f"Column {n}") for n in range(50))
    rows = tuple(
        Row(
            id=f"r{n}",
            label=f"Row {n}",
            cells={column.id: Cell(value=n * 0.5, unit="$M") for column in columns},
        )
        for n in range(200)
    )
    sheet = Sheet(id="s", name="Big", columns=columns, rows=rows)
    runner.run(screen.clear())
    runner.run(screen.apply(messages_for(Spreadsheet(id="big", title="Big", sheets=(sheet,)), "g")))
    words = runner.run(screen.text())

    assert "… 100 more rows" in words
    assert "… 10 more columns" in words
    assert "$49.5M" in words
    assert "Row 100 " not in words
    runner.run(screen.apply(written("g", "/sheets/0/rows/3/cells/c2/value", 777)))
    assert "$777.0M" in runner.run(screen.text())


def test_a_grid_is_read_as_leniently_as_the_catalog_allows(
    screen: Screen, runner: asyncio.Runner
) -> None:
    rows = [
        {"label": "Revenue", "unit": "$M", "cells": [1234.5, 2000]},
        {"label": "Margin", "cells": {"2027": {"value": 12.5, "unit": "%"}, "FY 2028": None}},
        {"label": "Verdict", "cells": [{"value": 1, "text": "n/m*"}, True]},
    ]
    grid = {"id": "root", "component": "DataGrid", "title": "Lenient", "rows": rows}
    columns = [{"id": "2027", "label": "FY 2027"}, "FY 2028"]
    runner.run(screen.clear())
    runner.run(screen.apply(surface({**grid, "columns": columns})))
    words = runner.run(screen.text())

    assert "Revenue ($M) 1,234.5 2,000" in words
    assert "Margin 12.5%" in words
    assert "Verdict n/m* Yes" in words


def test_a_picture_inside_a_message_is_there_when_the_page_is_at_rest(
    screen: Screen, runner: asyncio.Runner
) -> None:
    packed = io.BytesIO()
    Image.effect_noise((2400, 1600), 90).save(packed, "PNG")
    address = "data:image/png;base64," + base64.b64encode(packed.getvalue()).decode()
    runner.run(screen.clear())
    runner.run(screen.apply(surface({"id": "root", "component": "Image", "url": address})))
    at_rest = runner.run(screen.shot())
    runner.run(asyncio.sleep(0.5))

    assert runner.run(screen.shot()) == at_rest
    assert len(at_rest) > 300_000


def test_every_letter_comes_from_the_fonts_of_the_page(
    screen: Screen, runner: asyncio.Runner
) -> None:
    """Else a picture would depend on what a machine has installed."""

    async def fonts() -> set[tuple[str, bool]]:
        send = screen._browser._cdp.send
        await send("DOM.enable")
        await send("CSS.enable")
        tree = await send("DOM.getDocument", {"depth": -1})
        where = {"nodeId": tree["root"]["nodeId"], "selector": "main *"}
        nodes = await send("DOM.querySelectorAll", where)
        used = [
            await send("CSS.getPlatformFontsForNode", {"nodeId": node}) for node in nodes["nodeIds"]
        ]
        return {(font["familyName"], font["isCustomFont"]) for one in used for font in one["fonts"]}

    words = "Σ µ ≥ ≤ ± → − × ÷ ≈ € £ ¥ § ½ Å é ž Ж λ … “quoted” – — ° ² ³ `code()`"  # noqa: RUF001
    points = [{"x": "Ω", "y": 1.5}, {"x": "→", "y": -2}]
    chart = {"chartType": "bar", "title": "≥", "series": [{"label": "µ", "points": points}]}
    runner.run(screen.clear())
    runner.run(
        screen.apply(
            surface(
                {"id": "root", "component": "Column", "children": ["a", "b", "c", "d"]},
                {"id": "a", "component": "Text", "text": words},
                {"id": "b", "component": "Chart", **chart},
                {"id": "c", "component": "CodeFile", "path": "a.py", "content": "x = 'é'  # Ж λ"},
                {"id": "d", "component": "Icon", "name": "star"},
            )
        )
    )

    families = runner.run(fonts())
    assert {("Inter Variable", True), ("JetBrains Mono", True)} <= families
    assert all(is_ours for _, is_ours in families), families


@pytest.mark.parametrize(
    "chart_type",
    ["bar", "line", "area", "scatter", "pie", "waterfall", "forest", "heatmap", "other"],
)
def test_every_type_of_chart_is_drawn_with_its_words(
    chart_type: str, screen: Screen, runner: asyncio.Runner
) -> None:
    points = [{"x": "North", "y": 3, "low": 2, "high": 4.5}, {"x": "South", "y": -1.5}]
    chart = {
        "id": "root",
        "component": "Chart",
        "title": "Margin by region",
        "chartType": chart_type,
        "xAxis": {"label": "Region"},
        "yAxis": {"label": "Margin", "unit": "%"},
        "series": [{"label": "Plan", "points": points}, {"label": "Actual", "points": points}],
    }
    runner.run(screen.clear())
    shown = runner.run(screen.apply(surface(chart)))
    drawn = runner.run(screen.ask("drawing", "main"))
    words = runner.run(screen.text())

    assert shown.findings == ()
    assert "North" in drawn
    if chart_type != "pie":
        assert "Region" in drawn
        assert "Margin (%)" in drawn
    assert "Margin by region" in words
    assert "South \u22121.5%" in words


def test_what_the_page_cannot_take_is_told_and_the_rest_is_shown(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    lost = {"version": "v0.9", "updateComponents": {"surfaceId": "nowhere", "components": []}}
    before = len(screen.witness.page_errors)
    shown = runner.run(screen.apply([lost, *shown_text("still here")]))

    assert [finding.code for finding in shown.findings] == ["message_refused"]
    assert "nowhere" in shown.findings[0].reason
    assert "still here" in runner.run(screen.text())
    assert len(screen.witness.page_errors) == before


def test_a_program_that_is_no_browser_is_told_in_one_line(
    runner: asyncio.Runner, tmp_path: Path
) -> None:
    async def opened(program: Path) -> None:
        async with Screen.open(program):
            pass

    with pytest.raises(NoScreen, match="no program at"):
        runner.run(opened(tmp_path / "absent"))
    fake = tmp_path / "fake"
    fake.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    fake.chmod(0o700)
    with pytest.raises(NoScreen, match="does not show the page"):
        runner.run(opened(fake))
