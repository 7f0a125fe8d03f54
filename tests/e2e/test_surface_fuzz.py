"""Twenty thousand malformed, hostile and huge messages: no crash, a finding each, and no harm."""

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import settings

from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.limits import MAX_STATE_WEIGHT
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state.surfaces import Surfaces

PROFILE_OF_THE_NIGHT = 2_000  # examples, see tests/conftest.py
MESSAGES = 20_000 if settings().max_examples >= PROFILE_OF_THE_NIGHT else 2_000
MOST_GROWTH_KB = 300_000

SURFACE = {"surfaceId": "s"}
TEN_MEGABYTES = "x" * 10_000_000
SCRIPT = "<script>window.hacked=1</script><img src=x onerror=alert(1)>"
KEYS = (
    "id", "component", "children", "child", "text", "path", "value", "call", "args", "action",
    "rows", "columns", "series", "widgets", "surfaceId", "__proto__", "constructor", "theme", "",
    "root", "weight", "tabs", "function", "sheets", "product", "version", "é", "a/b", "~", "0",
)  # fmt: skip
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, 2**53, 2**70, 10**400, float("nan"), float("inf"),
    "", "root", "s", "Text", "Column", "DataGrid", "/", "/a/0", "//", "~", SCRIPT, "\ud800", "\x00",
    "‮", "h1", "${/a}", "v0.9", "v0.8", CATALOG_ID, b"bytes", {1, 2}, object(),
)  # fmt: skip

GOOD = (
    {"version": "v0.9", "createSurface": {**SURFACE, "catalogId": CATALOG_ID}},
    {
        "version": "v0.9",
        "updateComponents": {
            **SURFACE,
            "components": [
                {"id": "root", "component": "Column", "children": ["t", "g"]},
                {"id": "t", "component": "Text", "text": {"path": "/title"}},
                {
                    "id": "g",
                    "component": "DataGrid",
                    "title": "Plan",
                    "columns": ["2026", {"id": "b", "label": "2027", "unit": "$M"}],
                    "rows": [{"id": "r", "label": "Revenue", "cells": [1, {"value": 2.5}]}],
                },
            ],
        },
    },
    {"version": "v0.9", "updateDataModel": {**SURFACE, "path": "/title", "value": "Plan"}},
    {"version": "v0.9", "updateDataModel": {**SURFACE, "value": {"a": [{"b": 1}]}}},
    {"surfaceUpdate": {**SURFACE, "components": [{"id": "x", "component": {"Divider": {}}}]}},
    {"dataModelUpdate": {**SURFACE, "contents": [{"key": "k", "valueString": "v"}]}},
    {"beginRendering": {**SURFACE, "root": "x"}},
    {"version": "v0.9", "deleteSurface": SURFACE},
)


def examples() -> list[Any]:
    folder = Path(__file__).parents[3] / "shared" / "data" / "a2ui-examples"
    files = sorted(folder.rglob("*.json"))
    return [
        message for file in files for message in messages_in(file.read_text(encoding="utf-8"))[0]
    ] + list(GOOD)


def anything(random_: random.Random, depth: int = 0) -> Any:
    choice = random_.random()
    if depth > 4 or choice < 0.4:
        return random_.choice(SCALARS)
    if choice < 0.7:
        return [anything(random_, depth + 1) for _ in range(random_.randrange(4))]
    return {random_.choice(KEYS): anything(random_, depth + 1) for _ in range(random_.randrange(5))}


def places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        steps = list(here) if isinstance(here, dict) else range(len(here))
        for step in steps:
            found.append((here, step))
            if isinstance(here[step], dict | list):
                waiting.append(here[step])
    return found


def mutated(random_: random.Random, message: Any) -> Any:
    message = copy.deepcopy(message)
    for _ in range(random_.randrange(1, 4)):
        spots = places(message)
        if not spots:
            break
        container, step = random_.choice(spots)
        match random_.randrange(6):
            case 0:
                container[step] = anything(random_)
            case 1:
                del container[step]
            case 2 if isinstance(container, dict):
                container[random_.choice(KEYS)] = anything(random_)
            case 3:
                container[step] = [container[step]] * random_.randrange(1, 4)
            case 4 if isinstance(container, list):
                container.append(copy.deepcopy(random_.choice(container)))
            case _:
                container[step] = random_.choice(SCALARS)
    return message


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def endless() -> Any:
    value: list[Any] = []
    value += [value, value]
    return value


def shared_many_times() -> Any:
    value: Any = [0]
    for _ in range(9):
        value = [value] * 10
    return value


def components(*found: Any) -> dict[str, Any]:
    return {"version": "v0.9", "updateComponents": {**SURFACE, "components": list(found)}}


def data(value: Any, path: str = "/") -> dict[str, Any]:
    return {"version": "v0.9", "updateDataModel": {**SURFACE, "path": path, "value": value}}


HOSTILE: tuple[Callable[[], Any], ...] = (
    lambda: data(nested(100_000)),
    lambda: components({"id": "d", "component": "Text", "text": nested(100_000)}),
    lambda: data(endless()),
    lambda: data(shared_many_times()),
    lambda: data(TEN_MEGABYTES),
    lambda: components({"id": "t", "component": "Text", "text": TEN_MEGABYTES}),
    lambda: components({"id": TEN_MEGABYTES, "component": "Text", "text": ""}),
    lambda: data(1, TEN_MEGABYTES),
    lambda: data(1, "/0/10000" * 20),
    lambda: data(1, "/" + "a/" * 400),
    lambda: data([0] * 1_000_000),
    lambda: data({str(n): n for n in range(400_000)}),
    lambda: data({"__proto__": {"polluted": True}}),
    lambda: data(1, "/constructor/prototype/polluted"),
    lambda: data(float("nan")),
    lambda: data(json.loads("1e400")),
    lambda: data(10**5000),
    lambda: data("\ud800"),
    lambda: components(*({"id": "same", "component": "Text", "text": "a"} for _ in range(3))),
    lambda: components({"id": "a", "component": "Card", "child": "a"}),
    lambda: components(
        {"id": "a", "component": "Card", "child": "b"},
        {"id": "b", "component": "Card", "child": "a"},
    ),
    lambda: components(
        *({"id": f"c{n}", "component": "Card", "child": f"c{(n + 1) % 300}"} for n in range(300))
    ),
    lambda: components(
        *({"id": f"d{n}", "component": "Card", "child": f"d{n + 1}"} for n in range(300))
    ),
    lambda: components(
        *({"id": f"e{n}", "component": "Row", "children": [f"e{n + 1}"] * 2} for n in range(40))
    ),
    lambda: components({"id": "t", "component": "Text", "text": SCRIPT}),
    lambda: components({"id": "u", "component": "Image", "url": "javascript:alert(1)"}),
    lambda: {"version": "v0.9", "createSurface": {"surfaceId": "", "catalogId": CATALOG_ID}},
    lambda: {"version": "v0.9", "createSurface": {**SURFACE, "catalogId": nested(40)}},
    lambda: {"version": "v1.0", **data(1)},
    lambda: {"version": nested(20), "deleteSurface": SURFACE},
    lambda: nested(100_000),
    lambda: None,
    dict,
    lambda: TEN_MEGABYTES,
)

TEXTS: tuple[Callable[[], str | bytes], ...] = (
    lambda: "[" * 100_000,
    lambda: '{"a":' * 100_000,
    lambda: json.dumps(data(TEN_MEGABYTES)),
    lambda: '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":NaN}}',
    lambda: '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1e400}}',
    lambda: '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":"\\ud800"}}',
    lambda: "<a2ui-json>" * 20_000,
    lambda: "<a2ui-json>{</a2ui-json>" * 20_000,
    lambda: '<a2ui-json>"\\"</a2ui-json>' * 20_000,
    lambda: "<a2ui-json>" + "<" * 2_000_000,
    lambda: "{\n" * 50_000,
    lambda: '{"a":"\n' * 50_000,
    lambda: b"\xff\xfe{",
    lambda: "data: {\n\n" * 5_000,
)


def hostile_messages(count: int) -> Iterator[Any]:
    random_ = random.Random(20261104)  # noqa: S311
    known = examples()
    for number in range(count):
        kind = number % 20
        if kind == 0:
            yield HOSTILE[(number // 20) % len(HOSTILE)]()
        elif kind < 4:
            yield anything(random_)
        elif kind < 6:
            yield random_.choice(GOOD)
        else:
            yield mutated(random_, random_.choice(known))


def memory_kb() -> int:
    """The most that this process has ever held: it never falls, so each measure has its own."""
    status = Path("/proc/self/status").read_text(
        encoding="ascii"
    )  # getrusage inherits the parent's
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def growth_kb(what: str, count: int = 0) -> int:
    """By how much a fresh process grows at most, which does nothing but that."""
    result = subprocess.run(  # noqa: S603
        [sys.executable, __file__, what, str(count)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr[-3_000:]
    return int(result.stdout)


def test_hostile_messages_become_findings_and_do_no_harm() -> None:
    assert growth_kb("messages", MESSAGES) < MOST_GROWTH_KB


def test_hostile_texts_take_little_memory() -> None:
    assert growth_kb("texts") < MOST_GROWTH_KB


def test_the_measure_of_memory_sees_what_was_held_for_a_moment() -> None:
    assert growth_kb("a moment") > 150_000


def withstand_messages(count: int) -> None:
    surfaces, page = Surfaces(), Surfaces()
    for number, message in enumerate(hostile_messages(count)):
        findings = surfaces.take(message)
        drained = surfaces.drain()

        began = isinstance(message, dict) and "beginRendering" in message
        assert drained or findings or began, f"message {number} was lost: {str(message)[:500]}"
        for passed_on in drained:
            refused = [finding for finding in page.take(passed_on) if finding.severity == "error"]
            assert not refused, f"message {number} is no message for a page: {refused}"
        if number % 100 == 0:
            assert good_messages_still_work(surfaces, page, number)
            surfaces.end_turn()
            shown = surfaces.snapshot()
            assert page.snapshot() == shown
            assert (
                len(orjson.dumps([snapshot.model_dump() for snapshot in shown]))
                < 2 * MAX_STATE_WEIGHT
            )


def good_messages_still_work(surfaces: Surfaces, page: Surfaces, number: int) -> bool:
    name = {"surfaceId": f"good-{number}"}
    messages = [
        {"version": "v0.9", "createSurface": {**name, "catalogId": CATALOG_ID}},
        {
            "version": "v0.9",
            "updateComponents": {
                **name,
                "components": [{"id": "root", "component": "Text", "text": {"path": "/t"}}],
            },
        },
        {"version": "v0.9", "updateDataModel": {**name, "path": "/t", "value": number}},
    ]
    faults = [finding for message in messages for finding in surfaces.take(message)]
    shown = next(
        snapshot for snapshot in surfaces.snapshot() if snapshot.surface_id == name["surfaceId"]
    )
    faults += surfaces.take({"version": "v0.9", "deleteSurface": name})
    for message in surfaces.drain():
        page.take(message)
    return not faults and shown.data == {"t": number} and list(shown.components) == ["root"]


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_texts_become_findings(text: Callable[[], str | bytes]) -> None:
    withstand_text(text)


def withstand_text(text: Callable[[], str | bytes]) -> None:
    surfaces = Surfaces()

    messages, findings = messages_in(text())
    for message in messages:
        findings += surfaces.take(message)

    assert findings
    assert surfaces.snapshot() == ()


def test_a_stream_without_end_leaves_a_state_of_bounded_size() -> None:
    surfaces = Surfaces()
    findings = surfaces.take(GOOD[0])
    for number in range(200):
        findings = surfaces.take(data("x" * 1_900_000, f"/part{number}"))

    assert [finding.code for finding in findings] == ["invalid_write"]
    assert len(orjson.dumps(surfaces.snapshot()[0].data)) < 1.1 * MAX_STATE_WEIGHT
    assert sum(len(orjson.dumps(message)) for message in surfaces.drain()) < 1.1 * MAX_STATE_WEIGHT


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python some work takes: the same on every machine, busy or not."""
    count = 0

    def trace(_frame: Any, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


MANY = 400
NAMES = [f"c{n}" for n in range(2 * MANY)]


def column(*below: str) -> dict[str, Any]:
    return components({"id": "root", "component": "Column", "children": list(below)})


def card(name: str, child: str) -> dict[str, Any]:
    return components({"id": name, "component": "Card", "child": child})


def old_data(path: str) -> dict[str, Any]:
    entry = {"key": "x", "valueString": "y"}
    return {"dataModelUpdate": {**SURFACE, "path": path, "contents": [entry]}}


def old_component(name: str, **component: Any) -> dict[str, Any]:
    return {"surfaceUpdate": {**SURFACE, "components": [{"id": name, "component": component}]}}


def literal(name: str) -> dict[str, Any]:
    value = {"path": f"/items/{name}", "literalString": "x"}
    return old_component(f"t-{name}", Text={"text": value})


OLD_LIST = old_component(
    "root", List={"children": {"template": {"componentId": "t", "dataBinding": "/items"}}}
)
LONG_STREAMS: dict[str, tuple[list[Any], list[Any]]] = {
    "a card a message": (
        [GOOD[0], column(*NAMES)],
        [card(name, f"{name}x") for name in NAMES],
    ),
    "children that come after their parents": (
        [GOOD[0], column(*NAMES)],
        [components({"id": name, "component": "Text", "text": "x"}) for name in NAMES],
    ),
    "one card again and again": ([GOOD[0]], [card("a", f"b{n % 2}") for n in range(2 * MANY)]),
    "a write a message": ([GOOD[0]], [data({"x": 1}, f"/a/{name}") for name in NAMES]),
    "v0.8: a write a message": ([], [old_data(f"/{name}") for name in NAMES]),
    "v0.8: an item a message": ([OLD_LIST], [old_data(f"/items/{name}") for name in NAMES]),
    "v0.8: a literal a message": ([OLD_LIST], [literal(name) for name in NAMES]),
}


@pytest.mark.parametrize("name", LONG_STREAMS)
def test_a_message_takes_no_more_work_for_all_that_came_before_it(name: str) -> None:
    first, stream = LONG_STREAMS[name]
    surfaces = Surfaces()
    for message in (*first, *stream[:20]):  # what is made once is made now
        surfaces.take(message)

    early = lines_run(lambda: [surfaces.take(message) for message in stream[20:120]])
    for message in stream[120:-100]:
        surfaces.take(message)
    late = lines_run(lambda: [surfaces.take(message) for message in stream[-100:]])

    assert late < 1.2 * early


if __name__ == "__main__":
    at_first = memory_kb()
    if sys.argv[1] == "messages":
        withstand_messages(int(sys.argv[2]))
    elif sys.argv[1] == "texts":
        for text in TEXTS:
            withstand_text(text)
    else:
        held = len(b"x" * 200_000_000)
    sys.stdout.write(str(memory_kb() - at_first))
