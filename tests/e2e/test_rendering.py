"""The real browser shows what an agent sent: the same as in Python, the same every time."""

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
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.rendering.screen import Screen
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

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
        snapshot.surface_id: {
            "catalogId": snapshot.catalog_id,
            "theme": snapshot.theme or {},
            "components": {
                name: {**part, "id": name} for name, part in snapshot.components.items()
            },
            "data": snapshot.data,
        }
        for snapshot in surfaces.snapshot()
    }


def shown_text(text: str) -> list[dict[str, Any]]:
    return surface({"id": "root", "component": "Text", "text": text})


def surface(*components: dict[str, Any], surface_id: str = "main") -> list[dict[str, Any]]:
    where = {"surfaceId": surface_id}
    return [
        {"version": "v0.9", "createSurface": {**where, "catalogId": CATALOG_ID}},
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
    assert screen.violations.console_errors == []
    assert screen.violations.page_errors == []


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
    assert screen.violations.console_errors == []


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
    first = {"id": "root", "component": "Text", "text": "the first surface"}
    second = {"id": "root", "component": "Text", "text": "the second surface"}
    both = [*surface(first, surface_id="a"), *surface(second, surface_id="b")]
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


def big_grid(height: int, width: int) -> list[dict[str, Any]]:
    columns = tuple(Column(id=f"c{n}", label=f"Column {n}") for n in range(width))
    rows = tuple(
        Row(
            id=f"r{n}",
            label=f"Row {n}",
            cells={column.id: Cell(value=n * 0.5, unit="$M") for column in columns},
        )
        for n in range(height)
    )
    sheet = Sheet(id="s", name="Big", columns=columns, rows=rows)
    return messages_for(Spreadsheet(id="big", title="Big", sheets=(sheet,)), "g")


def test_a_grid_of_200_rows_and_50_columns_is_shown_whole(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    shown = runner.run(screen.apply(big_grid(200, 50)))
    words = runner.run(screen.text())

    assert shown.findings == ()
    assert words.count('cell "$99.5M"') == 50
    assert "more rows" not in words
    runner.run(screen.apply(written("g", "/sheets/0/rows/3/cells/c2/value", 777)))
    assert "$777.0M" in runner.run(screen.text())


def test_a_larger_grid_says_what_it_leaves_out(screen: Screen, runner: asyncio.Runner) -> None:
    runner.run(screen.clear())
    shown = runner.run(screen.apply(big_grid(300, 120)))
    words = runner.run(screen.text())
    told = [finding.reason for finding in shown.findings]

    assert {(finding.code, finding.severity) for finding in shown.findings} == {
        ("partly_shown", "warning")
    }
    assert "… 102 more rows" in words
    assert "… 20 more columns" in words
    assert any('198 of 300 rows of "Big"' in reason for reason in told)
    assert any('100 of 120 columns of "Big"' in reason for reason in told)


def many(count: int) -> list[int]:
    return list(range(count))


@pytest.mark.parametrize(
    ("component", "reason"),
    [
        ({"component": "Text", "text": "x " * 60_000}, "100,000 of 120,000 characters"),
        (
            {"component": "CodeFile", "path": "a.py", "content": "x\n" * 1_500},
            '1,000 of 1,500 lines of "a.py"',
        ),
        (
            {
                "component": "Chart",
                "title": "Dots",
                "chartType": "scatter",
                "series": [{"label": "s", "points": [{"x": n, "y": n} for n in many(3_000)]}],
            },
            '2,000 of 3,000 points of "Dots"',
        ),
        (
            {
                "component": "DataGrid",
                "sheets": [{"name": f"S{n}", "columns": ["a"], "rows": [[1]]} for n in many(22)],
            },
            "20 of 22 sheets",
        ),
        (
            {"component": "DataGrid", "columns": ["a"], "rows": [["y" * 2_500]]},
            "1 texts are shown up to 2000",
        ),
        (
            {"component": "Document", "sections": [{"body": "z"} for _ in many(301)]},
            "300 of 301 sections",
        ),
        (
            {"component": "Dashboard", "widgets": [{"title": "t", "value": 1} for _ in many(61)]},
            "60 of 61 widgets",
        ),
        (
            {"component": "Text", "text": "\n\n".join(["line"] * 400)},
            "a picture of it ends at 5,120 x 8,000",
        ),
    ],
    ids=["text", "code", "points", "sheets", "cells", "sections", "widgets", "height"],
)
def test_whatever_is_left_out_is_told_with_its_number(
    component: dict[str, Any], reason: str, screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    shown = runner.run(screen.apply(surface({"id": "root", **component})))

    assert {(finding.code, finding.severity) for finding in shown.findings} == {
        ("partly_shown", "warning")
    }
    assert any(reason in finding.reason for finding in shown.findings), shown.findings


def test_the_names_of_rows_keep_their_room_in_a_grid_that_is_too_wide(
    screen: Screen, runner: asyncio.Runner
) -> None:
    rows = [{"label": "Net revenue retention, trailing", "cells": [1_000_000] * 30}]
    grid = {"id": "root", "component": "DataGrid", "columns": [f"C{n}" for n in many(30)]}
    runner.run(screen.clear())
    runner.run(screen.apply(surface({**grid, "rows": rows})))
    looked = "(() => document.querySelector('main tbody th').offsetWidth)"

    assert 200 <= runner.run(screen._browser.call(looked)) <= 260


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


def moving(kind: str) -> str:
    """A picture that turns from red to blue and back, as an address."""
    first, second = (Image.new("RGB", (200, 120), colour) for colour in ("red", "blue"))
    packed = io.BytesIO()
    first.save(packed, kind, save_all=True, append_images=[second], duration=40, loop=0)
    return f"data:image/{kind.lower()};base64," + base64.b64encode(packed.getvalue()).decode()


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_a_picture_that_moves_shows_its_first_frame(
    kind: str, screen: Screen, runner: asyncio.Runner
) -> None:
    image = {"component": "Image", "url": moving(kind)}
    text = {"component": "Text", "text": f"![x]({moving(kind)})"}

    async def pictures(component: dict[str, Any]) -> set[bytes]:
        await screen.clear()
        shown = await screen.apply(surface({"id": "root", **component}))
        assert shown.findings == ()
        taken = set()
        for _ in range(4):
            taken.add(await screen.shot())
            await asyncio.sleep(0.05)
        return taken

    for component in (image, text):
        (only,) = runner.run(pictures(component))
        colours = Image.open(io.BytesIO(only)).convert("RGB").getcolors(1_000_000) or []
        large = [
            colour for count, colour in colours if count > 10_000 and isinstance(colour, tuple)
        ]
        assert any(red > 200 and blue < 60 for red, _, blue in large)
        assert not any(blue > 200 and red < 60 for red, _, blue in large)


@pytest.mark.parametrize(
    ("component", "code"),
    [
        ({"component": "Image", "url": "data:image/png;base64,AAAA"}, "broken_image"),
        ({"component": "Text", "text": "![logo](data:image/png;base64,AAAA)"}, "broken_image"),
        ({"component": "Image", "url": "data:image/svg+xml,<svg/>"}, "not_shown"),
        ({"component": "Text", "text": "![c](https://far.invalid/c.png) text"}, "not_fetched"),
        (
            {"component": "Document", "markdown": "![c](https://far.invalid/c.png) text"},
            "not_fetched",
        ),
    ],
)
def test_a_picture_that_is_not_shown_is_told(
    component: dict[str, Any], code: str, screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    shown = runner.run(screen.apply(surface({"id": "root", **component})))

    assert [(finding.code, finding.component_id) for finding in shown.findings] == [(code, "root")]


def test_a_quote_looks_like_one(screen: Screen, runner: asyncio.Runner) -> None:
    runner.run(screen.clear())
    runner.run(screen.apply(shown_text("> As we said")))
    looked = "(() => getComputedStyle(document.querySelector('main blockquote')).borderLeftWidth)"

    assert runner.run(screen._browser.call(looked)) == "3px"


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
        return {
            (font["familyName"], font["isCustomFont"]) for node in used for font in node["fonts"]
        }

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

    assert [finding.code for finding in shown.findings] == ["not_drawn"] * (chart_type == "pie")
    assert "North" in drawn
    if chart_type != "pie":
        assert "Region" in drawn
        assert "Margin (%)" in drawn
    assert "Margin by region" in words
    assert "South \u22121.5%" in words


def drawn_words(
    screen: Screen, runner: asyncio.Runner, kind: str, pairs: list[tuple[str, float]]
) -> list[str]:
    points = [{"x": x, "y": y} for x, y in pairs]
    series = [{"label": "s", "points": points}]
    chart = {"id": "root", "component": "Chart", "chartType": kind, "series": series}
    runner.run(screen.clear())
    runner.run(screen.apply(surface(chart)))
    words: str = runner.run(screen.ask("drawing", "main"))
    return words.split("\n")


@pytest.mark.parametrize(
    ("bars", "written_on_them"),
    [
        ("Revenue 2025 100, Growth 100, Total 2026 200", "100 +100 200"),
        ("Revenue 100, COGS -60, Gross profit 40, Opex -30, EBIT 10", "100 -60 40 -30 10"),
        ("Revenue 100, COGS -60, Contribution 40, Opex -30, EBIT 10", "100 -60 40 -30 10"),
        ("ARR 100, Net new 100, ARR at the end 200", "100 +100 200"),
        (
            "Revenue 90, Growth 90, Price 20, Margin 200, Opex -20, EBIT 180",
            "90 +90 +20 200 -20 180",
        ),
        ("EBITDA 2025 42.3, Price 3.1, FX -1.3, EBITDA 2026 44.1", "42.3 +3.1 -1.3 44.1"),
        ("Opening balance 70, Closing balance 70", "70 70"),
        ("Revenue 75, Growth 75", "75 +75"),
        ("Deals 50, Churn -20, Upsell 15", "50 -20 +15"),
        ("Base 0.002, More 0.003, Rest 0.001", "0.002 +0.003 +0.001"),
    ],
)
def test_a_waterfall_tells_totals_from_changes(
    bars: str, written_on_them: str, screen: Screen, runner: asyncio.Runner
) -> None:
    split = [bar.rpartition(" ") for bar in bars.split(", ")]
    pairs = [(name, float(value)) for name, _, value in split]
    words = drawn_words(screen, runner, "waterfall", pairs)
    expected = [word.replace("-", "\u2212") for word in written_on_them.split()]

    assert words[-len(expected) :] == expected


@pytest.mark.parametrize("kind", ["bar", "pie", "forest", "waterfall"])
def test_points_of_one_name_are_all_drawn(
    kind: str, screen: Screen, runner: asyncio.Runner
) -> None:
    words = drawn_words(screen, runner, kind, [("Q1", 17), ("Q1", 39), ("Q2", 23)])

    for value in ("17", "39", "23"):
        assert any(value in word for word in words), words


def test_a_line_goes_through_every_point_of_one_name(
    screen: Screen, runner: asyncio.Runner
) -> None:
    words = drawn_words(screen, runner, "line", [("Q1", 1), ("Q1", 9), ("Q2", 3)])

    assert words.count("Q1") == 2


def test_a_pie_of_many_slices_names_each_where_it_can_be_read(
    screen: Screen, runner: asyncio.Runner
) -> None:
    pairs = [(f"Slice {n}", 40.0 - n) for n in range(40)]
    words = drawn_words(screen, runner, "pie", pairs)
    looked = (
        "(() => JSON.stringify([[...document.querySelectorAll('modyl-plot text')].map(text => {"
        "const {top, bottom, left, right} = text.getBoundingClientRect();"
        "return [top, bottom, left, right]; }),"
        "document.querySelectorAll('.modyl-legend li').length]))"
    )
    boxes, entries = json.loads(runner.run(screen._browser.call(looked)))

    assert sorted(word.partition(":")[0] for word in words) == sorted(name for name, _ in pairs)
    assert entries == 40
    for place, (top, bottom, left, right) in enumerate(boxes):
        for other in boxes[:place]:
            over = min(bottom, other[1]) - max(top, other[0])
            across = min(right, other[3]) - max(left, other[2])
            assert over < 4 or across <= 0


def test_a_negative_slice_is_told_and_named(screen: Screen, runner: asyncio.Runner) -> None:
    points = [{"x": "Profit", "y": 10}, {"x": "Loss", "y": -90}]
    series = [{"label": "s", "points": points}]
    chart = {"id": "root", "component": "Chart", "chartType": "pie", "series": series}
    runner.run(screen.clear())
    shown = runner.run(screen.apply(surface(chart)))

    assert [finding.code for finding in shown.findings] == ["not_drawn"]
    assert "Loss \u221290" in shown.findings[0].reason
    assert "Loss \u221290" in runner.run(screen.text()).rpartition("Negative")[2]


@pytest.mark.parametrize(("user", "is_without"), [(0, True), (1000, False)])
def test_only_root_starts_chromium_without_its_sandbox(
    user: int,
    is_without: bool,
    monkeypatch: pytest.MonkeyPatch,
    runner: asyncio.Runner,
    tmp_path: Path,
) -> None:
    started, program = tmp_path / "started", tmp_path / "program"
    program.write_text(f'#!/bin/sh\necho "$@" > "{started}"\nexit 3\n', encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setattr("os.geteuid", lambda: user)

    async def opened() -> None:
        async with Screen.open(program):
            pass

    with pytest.raises(NoScreen):
        runner.run(opened())
    assert ("--no-sandbox" in started.read_text(encoding="utf-8")) is is_without


def test_what_the_page_cannot_take_is_told_and_the_rest_is_shown(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    lost = {"version": "v0.9", "updateComponents": {"surfaceId": "nowhere", "components": []}}
    before = len(screen.violations.page_errors)
    shown = runner.run(screen.apply([lost, *shown_text("still here")]))

    assert [finding.code for finding in shown.findings] == ["message_refused"]
    assert "nowhere" in shown.findings[0].reason
    assert "still here" in runner.run(screen.text())
    assert len(screen.violations.page_errors) == before


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


@pytest.mark.parametrize("secret", ["Judge: give ten", "a", "- 'x': \"y\" # z", "!!"])
def test_what_stands_behind_dots_is_not_in_the_outline(
    secret: str, screen: Screen, runner: asyncio.Runner
) -> None:
    field: dict[str, Any] = {"component": "TextField", "label": "Field", "variant": "obscured"}
    field["value"] = secret
    parts: list[dict[str, Any]] = [
        {"id": "root", "component": "Column", "children": ["hidden", "plain"]},
        {"id": "hidden", **field},
        {"id": "plain", **field, "variant": "shortText", "value": "seen by all"},
    ]
    runner.run(screen.clear())
    runner.run(screen.apply(surface(*parts)))

    lines = runner.run(screen.text()).splitlines()
    assert [line.partition(": ")[2] for line in lines if "textbox" in line] == [
        "•••",
        "seen by all",
    ]
