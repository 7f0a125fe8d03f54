"""Nothing that an agent sends runs in the page, leaves the machine, or brings the page down."""

import asyncio
import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modylbench.providers.browser import PageFailure
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.rendering.screen import Screen
from modylbench.surfaces.state.surfaces import Surfaces

Message = dict[str, Any]

CANARY = "window.canary = 1"
FAR = "https://far.invalid"
ENDS_WITHIN_S = 60  # tells an end from none, on a busy machine too; what is shown is the matter
HOSTILE = (
    f"<script>{CANARY}</script>",
    f"<img src=x onerror='{CANARY}'>",
    f"<svg onload='{CANARY}'><script>{CANARY}</script></svg>",
    f"<svg><foreignObject><iframe srcdoc='<script>parent.{CANARY}</script>'></iframe></svg>",
    f"![x](javascript:{CANARY})",
    f"[click](javascript:{CANARY})",
    f"[click](data:text/html,<script>{CANARY}</script>)",
    f"![x]({FAR}/pixel.png 'onerror={CANARY}')",
    f"<{FAR}/auto> [ref]\n\n[ref]: {FAR}/ref",
    f"![x](data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='{CANARY}'/>)",
    f"<style>@import url({FAR}/a.css); * {{ background: url({FAR}/b.png) }}</style>",
    f"<link rel=stylesheet href={FAR}/c.css><base href={FAR}>",
    f"<meta http-equiv=refresh content='0;url={FAR}'>",
    f"<form action={FAR}><input autofocus onfocus='{CANARY}'></form>",
    "${alert(1)}{{constructor.constructor('window.canary=1')()}}",
    "</textarea></title></style></script><script>window.canary = 1</script>",
    f"<template><script>{CANARY}</script></template><math><mi//xlink:href='javascript:{CANARY}'>",
    "\u202e\u2066evil\u2069 \x00 \ud800 \uffff &#x3c;script&#x3e;",
)


def surface(*components: Message, data: object = None) -> list[Message]:
    where = {"surfaceId": "main"}
    messages: list[Message] = [
        {"version": "v0.9", "createSurface": {**where, "catalogId": CATALOG_ID}}
    ]
    if data is not None:
        value = {**where, "path": "/", "value": data}
        messages.append({"version": "v0.9", "updateDataModel": value})
    update = {**where, "components": list(components)}
    return [*messages, {"version": "v0.9", "updateComponents": update}]


def everywhere(text: str) -> list[Message]:
    """One text in every place of every component that shows texts."""
    cell = {"value": text, "unit": text, "text": text, "formula": text}
    sheet = {
        "name": text,
        "columns": [text, {"id": "b", "label": text, "unit": text}],
        "rows": [{"label": text, "unit": text, "cells": [cell, text]}],
        "notes": [text],
    }
    points = [{"x": text, "y": 1, "low": 0, "high": 2}, {"x": "b", "y": 2}]
    axis = {"label": text, "unit": text}
    plot = {
        "title": text,
        "chartType": "bar",
        "xAxis": axis,
        "yAxis": axis,
        "series": [{"label": text, "unit": text, "points": points}],
        "notes": [text],
    }
    cited = dict.fromkeys(("url", "title", "publisher", "date", "claim"), text)
    widgets = [
        {"title": text, "value": text, "unit": text, "text": text},
        {"title": text, "table": sheet, "chart": plot},
    ]
    parts: list[Message] = [
        {"component": "Text", "text": text},
        {"component": "Text", "text": text, "variant": "h1"},
        {"component": "Image", "url": text, "description": text},
        {"component": "Image", "url": f"{FAR}/a.png", "description": text},
        {"component": "Video", "url": f"{FAR}/a.mp4"},
        {"component": "AudioPlayer", "url": f"{FAR}/a.mp3", "description": text},
        {"component": "TextField", "label": text, "value": text},
        {"component": "CheckBox", "label": text, "value": True},
        {"component": "DataGrid", "title": text, "sheets": [sheet]},
        *({"component": "Chart", **plot, "chartType": kind} for kind in ("bar", "pie", "forest")),
        {
            "component": "Document",
            "title": text,
            "sections": [{"heading": text, "body": text}],
            "citations": [cited],
        },
        {"component": "Document", "title": text, "markdown": text},
        {"component": "Dashboard", "title": text, "widgets": widgets, "notes": [text]},
        {"component": "CodeFile", "title": text, "path": text, "language": text, "content": text},
    ]
    named = [{**part, "id": f"part_{place}"} for place, part in enumerate(parts)]
    column = {"id": "root", "component": "Column", "children": [part["id"] for part in named]}
    return surface(column, *named)


def unharmed(screen: Screen, runner: asyncio.Runner) -> None:
    """Nothing ran, nothing left, no prototype was changed, and the page still answers."""
    looked = (
        "(() => JSON.stringify([window.canary ?? null, ({}).polluted ?? null, [].polluted ?? null,"
        " location.href, document.scripts.length, document.querySelectorAll('iframe').length]))"
    )
    found = json.loads(runner.run(screen._browser.call(looked)))
    assert found == [None, None, None, "http://modylbench.invalid/host.html", 1, 0]
    assert screen.violations.refused == 0, screen.violations.requests
    assert screen.violations.page_errors == []
    runner.run(screen.clear())
    runner.run(screen.apply(surface({"id": "root", "component": "Text", "text": "alive"})))
    assert "alive" in runner.run(screen.text())


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_shown_and_not_run(
    text: str, screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    shown = runner.run(screen.apply(everywhere(text)))

    assert {finding.code for finding in shown.findings} == {"not_fetched"}
    assert len(runner.run(screen.shot(full_page=True))) > 1_000
    assert screen.violations.console_errors == []
    unharmed(screen, runner)


def test_script_in_a_text_can_be_read_as_text(screen: Screen, runner: asyncio.Runner) -> None:
    runner.run(screen.clear())
    runner.run(screen.apply(everywhere(HOSTILE[0])))

    assert runner.run(screen.text()).count("window.canary") > 10


def test_pictures_from_elsewhere_are_named_and_not_fetched(
    screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    picture = {"id": "root", "component": "Image", "url": f"{FAR}/a.png", "description": "A bridge"}
    shown = runner.run(screen.apply(surface(picture)))

    assert [finding.code for finding in shown.findings] == ["not_fetched"]
    assert FAR in shown.findings[0].reason
    assert 'img "A bridge"' in runner.run(screen.text())
    unharmed(screen, runner)


def test_a_surface_cannot_open_an_address(screen: Screen, runner: asyncio.Runner) -> None:
    runner.run(screen.clear())
    call = {"call": "openUrl", "args": {"url": FAR}, "returnType": "void"}
    shown = runner.run(screen.apply(surface({"id": "root", "component": "Text", "text": call})))

    assert [finding.code for finding in shown.findings] == ["not_fetched"]
    unharmed(screen, runner)


def test_every_way_out_of_the_page_is_refused_and_counted(runner: asyncio.Runner) -> None:
    """As if script did run: the wall behind the wall."""

    async def tried() -> tuple[int, list[str], list[str]]:
        async with Screen.open() as fresh:
            script = (
                f"(async () => {{ const fails = []; const t = n => e => fails.push(n);"
                f"await fetch('{FAR}/f').catch(t('fetch'));"
                f"try {{ new WebSocket('wss://far.invalid') }} catch {{ fails.push('socket') }}"
                f"const i = new Image(); await new Promise(r => {{ i.onerror = r; i.onload = r;"
                f"i.src = '{FAR}/i.png' }}); if (!i.naturalWidth) fails.push('image');"
                f"const s = document.createElement('script'); await new Promise(r => {{"
                f"s.onerror = r; s.onload = r; s.src = '{FAR}/s.js'; document.head.append(s) }});"
                f"fails.push('script'); window.open('{FAR}/w'); alert('x');"
                f"try {{ eval('1') }} catch {{ fails.push('eval') }}"
                f"try {{ await navigator.serviceWorker?.register('/host.js');"
                f"}} catch {{ fails.push('worker') }} return fails; }})"
            )
            failed = await fresh._browser.call(script)
            await asyncio.sleep(0.2)
            return fresh.violations.refused, fresh.violations.requests, failed

    refused, requests, failed = runner.run(tried())

    assert set(failed) >= {"fetch", "image", "script", "eval"}
    assert refused >= 2
    assert any(line.startswith("dialog") for line in requests)
    assert all("modylbench.invalid" not in line for line in requests)


@pytest.mark.parametrize("key", ["__proto__", "constructor", "prototype"])
def test_keys_that_would_change_prototypes_change_nothing(
    key: str, screen: Screen, runner: asyncio.Runner
) -> None:
    poison = json.loads(f'{{"{key}": {{"polluted": 1}}, "rows": [{{"{key}": {{"polluted": 1}}}}]}}')
    grid = {
        "id": "root",
        "component": "DataGrid",
        "title": key,
        "columns": [{"id": key, "label": key}, key],
        "rows": [{"id": key, "label": key, "cells": {key: {"value": 1}}}],
    }
    runner.run(screen.clear())
    write = {"surfaceId": "main", "path": f"/{key}/polluted", "value": 1}
    messages = surface(grid, data=poison)
    runner.run(screen.apply([*messages, {"version": "v0.9", "updateDataModel": write}]))

    unharmed(screen, runner)


HUGE = "x" * 1_000_000


@pytest.mark.parametrize(
    "components",
    [
        [{"id": "root", "component": "Text", "text": HUGE}],
        [{"id": "root", "component": "Text", "text": "*a **b " * 140_000}],
        [{"id": "root", "component": "Text", "text": "[" * 500_000, "variant": "h1"}],
        [{"id": "root", "component": "Document", "title": "t", "markdown": "> " * 400_000}],
        [{"id": "root", "component": "CodeFile", "path": "p", "content": "y\n" * 500_000}],
        [
            {
                "id": "root",
                "component": "DataGrid",
                "title": "t",
                "columns": ["a", "b"],
                "rows": [{"label": str(n), "cells": [n, HUGE[:50]]} for n in range(20_000)],
            }
        ],
        [
            {
                "id": "root",
                "component": "Chart",
                "title": "t",
                "chartType": "scatter",
                "series": [{"label": "s", "points": [{"x": n, "y": n % 7} for n in range(20_000)]}],
            }
        ],
        [
            {"id": "root", "component": "Column", "children": [f"t{n}" for n in range(5_000)]},
            *({"id": f"t{n}", "component": "Text", "text": f"Line {n}"} for n in range(5_000)),
        ],
        [{"id": "root", "component": "Column", "children": ["root", "root"]}],
        [
            {"id": "root", "component": "Row", "children": ["n1", "n1"]},
            *(
                {"id": f"n{n}", "component": "Row", "children": [f"n{n + 1}", f"n{n + 1}"]}
                for n in range(1, 40)
            ),
        ],
        [
            {"id": "root", "component": "Card", "child": "n1"},
            *({"id": f"n{n}", "component": "Card", "child": f"n{n + 1}"} for n in range(1, 3_000)),
        ],
    ],
    ids=[
        "text",
        "markdown",
        "heading",
        "quotes",
        "code",
        "grid",
        "points",
        "components",
        "circle",
        "doubling",
        "depth",
    ],
)
def test_the_huge_is_shown_in_part(
    components: list[Message], screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    start = time.perf_counter()
    runner.run(screen.apply(surface(*components)))
    picture = runner.run(screen.shot(full_page=True))

    assert len(picture) > 1_000
    assert time.perf_counter() - start < ENDS_WITHIN_S
    unharmed(screen, runner)


ENDLESS = "^(a+)+$"
SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='600'><defs><g id='a0'>"
    "<circle r='5'/></g>"
    + "".join(f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, 8))
    + "</defs><use href='#a7'/></svg>"
)


@pytest.mark.parametrize(
    ("components", "data", "told"),
    [
        (
            [
                {
                    "id": "root",
                    "component": "TextField",
                    "label": "Name",
                    "value": {"path": "/v"},
                    "checks": [
                        {
                            "condition": {
                                "call": "regex",
                                "args": {"value": {"path": "/v"}, "pattern": ENDLESS},
                            },
                            "message": "no",
                        }
                    ],
                }
            ],
            {"v": "a" * 60 + "!"},
            {"not_run"},
        ),
        ([{"id": "root", "component": "Text", "text": ">" * 100_000}], None, {"partly_shown"}),
        ([{"id": "root", "component": "Text", "text": "- > " * 25_000}], None, {"partly_shown"}),
        (
            [{"id": "root", "component": "Image", "url": f"data:image/svg+xml,{SVG}"}],
            None,
            {"not_shown"},
        ),
        (
            [
                {
                    "id": "root",
                    "component": "List",
                    "children": {"componentId": "c", "path": "/x"},
                },
                {"id": "c", "component": "Text", "text": {"path": "/big"}},
            ],
            {"x": [1] * 20_000, "big": "word " * 200_000},
            {"partly_shown", "too_much"},
        ),
    ],
    ids=["pattern", "quotes", "quotes in lists", "vectors", "one text many times"],
)
def test_the_small_that_asks_for_very_much_is_answered(
    components: list[Message],
    data: object,
    told: set[str],
    screen: Screen,
    runner: asyncio.Runner,
) -> None:
    runner.run(screen.clear())
    start = time.perf_counter()
    shown = runner.run(screen.apply(surface(*components, data=data)))

    assert {finding.code for finding in shown.findings} == told
    assert time.perf_counter() - start < ENDS_WITHIN_S
    unharmed(screen, runner)


def test_no_more_components_are_shown_side_by_side_than_within_each_other(
    screen: Screen, runner: asyncio.Runner
) -> None:
    def lines(count: int) -> list[Message]:
        column = {"id": "root", "component": "Column", "children": [f"t{n}" for n in range(count)]}
        texts = ({"id": f"t{n}", "component": "Divider"} for n in range(count))
        return surface(column, *texts)

    async def shown(count: int) -> tuple[int, list[str]]:
        await screen.clear()
        codes = [finding.code for finding in (await screen.apply(lines(count))).findings]
        looked = "(() => document.querySelectorAll('main a2ui-divider').length)"
        return await screen._browser.call(looked), codes

    count, codes = runner.run(shown(14_000))
    assert count == 12_000
    assert "too_much" in codes
    for _ in range(3):  # those of before are gone, and those that are drawn again count once
        count, codes = runner.run(shown(7_000))
        assert count == 7_000
        assert "too_much" not in codes
        write = {"surfaceId": "main", "path": "/x", "value": 1}
        again = runner.run(screen.apply([{"version": "v0.9", "updateDataModel": write}]))
        assert again.findings == ()
    unharmed(screen, runner)


def test_what_is_left_out_is_told(screen: Screen, runner: asyncio.Runner) -> None:
    runner.run(screen.clear())
    rows = [{"id": f"n{n}", "component": "Row", "children": [f"n{n + 1}"] * 2} for n in range(40)]
    root = {"id": "root", "component": "Column", "children": ["n0", "root"]}
    shown = runner.run(screen.apply(surface(root, *rows)))

    assert {finding.code for finding in shown.findings} == {"too_much"}
    assert any("holds itself" in finding.reason for finding in shown.findings)
    assert any("components are shown" in finding.reason for finding in shown.findings)
    unharmed(screen, runner)


def test_a_page_that_hangs_or_crashes_is_renewed(runner: asyncio.Runner) -> None:
    fine = surface({"id": "root", "component": "Text", "text": "alive again"})

    async def renewed() -> tuple[str, str]:
        async with Screen.open(patience_s=2) as fresh:
            with pytest.raises(PageFailure, match="did not answer within 2 s"):
                await fresh._browser.call("(() => { for (;;); })")
            await fresh.apply(fine)
            after_hang = await fresh.text()
            with pytest.raises(PageFailure, match="crashed"):
                await fresh._browser._within_patience(fresh._browser._cdp.send("Page.crash"))
            await fresh.apply(fine)
            return after_hang, await fresh.text()

    for words in runner.run(renewed()):
        assert "alive again" in words


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from([*HOSTILE, "root", "a", "b", "/", "/x", "", "__proto__", "main"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
        | st.fixed_dictionaries({"path": st.sampled_from(["/", "/x", "/x/0", "y", "/__proto__"])})
        | st.fixed_dictionaries({"componentId": st.just("a"), "path": st.just("/x")})
        | st.fixed_dictionaries(
            {
                "call": st.sampled_from(["formatString", "formatDate", "regex", "openUrl", "none"]),
                "args": st.dictionaries(st.sampled_from(["value", "url", "pattern"]), inner),
            }
        )
    ),
    max_leaves=12,
)
PROPERTIES = [
    "text", "variant", "url", "children", "child", "label", "value", "title", "sheets", "columns",
    "rows", "notes", "chartType", "xAxis", "yAxis", "series", "sections", "markdown", "citations",
    "widgets", "path", "content", "language", "name", "tabs", "trigger", "checks", "action",
    "weight", "options", "min", "max", "cells", "points",
]  # fmt: skip
KINDS = [
    "Text", "Image", "Icon", "Row", "Column", "List", "Card", "Tabs", "Modal", "Button",
    "TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput", "Divider", "Video",
    "AudioPlayer", "DataGrid", "Chart", "Document", "Dashboard", "CodeFile", "Nothing",
]  # fmt: skip
COMPONENTS = st.builds(
    lambda name, kind, properties: {**properties, "id": name, "component": kind},
    st.sampled_from(["root", "a", "b", "c"]),
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(PROPERTIES), VALUES, max_size=6),
)
BODIES = st.one_of(
    st.just({"createSurface": {"surfaceId": "main", "catalogId": CATALOG_ID}}),
    st.lists(COMPONENTS, max_size=5).map(
        lambda parts: {"updateComponents": {"surfaceId": "main", "components": parts}}
    ),
    st.builds(
        lambda path, value: {
            "updateDataModel": {"surfaceId": "main", "path": path, "value": value}
        },
        st.sampled_from(["/", "/x", "/x/0", "/y", "/__proto__/polluted", "/x/constructor"]),
        VALUES,
    ),
    st.just({"deleteSurface": {"surfaceId": "main"}}),
    st.dictionaries(st.text(max_size=5), VALUES, max_size=3),
)
MESSAGES = st.one_of(
    BODIES.map(lambda body: {"version": "v0.9", **body} if isinstance(body, dict) else body), VALUES
)
START = surface({"id": "root", "component": "Column", "children": ["a", "b", "c"]})


@settings(
    max_examples=settings().max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(stream=st.lists(MESSAGES, min_size=5, max_size=30))
def test_whatever_python_lets_through_the_page_takes_as_well(
    stream: list[object], screen: Screen, runner: asyncio.Runner
) -> None:
    """Malformed streams, first checked as an agent's are: the page agrees on every surface."""
    surfaces = Surfaces()
    for message in [*START, *stream]:
        surfaces.take(message)
    runner.run(screen.clear())
    shown = runner.run(screen.apply(surfaces.drain()))
    held = runner.run(screen.state())

    assert "message_refused" not in {finding.code for finding in shown.findings}
    assert set(held) == {snapshot.surface_id for snapshot in surfaces.snapshot()}
    for snapshot in surfaces.snapshot():
        assert held[snapshot.surface_id]["data"] == snapshot.data
        assert held[snapshot.surface_id]["components"] == snapshot.components
    assert screen.violations.page_errors == []
    assert screen.violations.refused == 0


@settings(
    max_examples=settings().max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(stream=st.lists(MESSAGES, min_size=5, max_size=30))
def test_the_page_outlives_messages_that_nobody_checked(
    stream: list[object], screen: Screen, runner: asyncio.Runner
) -> None:
    runner.run(screen.clear())
    runner.run(screen.apply([*START, *stream]))  # type: ignore[list-item]

    assert screen.violations.page_errors == []
    unharmed(screen, runner)
