"""Random runs: a few turns, each of which edits the snapshot of the one before."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Drawn = st.SearchStrategy[Any]

LONG = "".join(f"{year}: revenue grew by {year % 7} % — “well above plan”.\n" for year in range(5))
LONGER = LONG.replace("1 %", "11.5 %").replace("3: rev", "2030: Rev").replace("4 %", "😀")
IDS = ["a", "b", "c", "0", "a/b", "m~n", "$order", "é😀"]
KEYS = ["title", "body", "content", "cells", "", "$items", "$json", "__proto__", "é😀", "a/b"]
NUMBERS = [0, 1, 1.0, -0.0, 0.1, 1e-7, 1e18, 2**53, 2**53 + 1, 10**18, -(10**18) - 1, 2**70, 1e300]
TEXTS = ["", "x", "😀", "a😀b", "a😀😀b", "\x00", "tab\tline\n", "\u202eabc", "half \ud800 pair"]

texts = st.sampled_from([*TEXTS, LONG, LONGER, LONG + "😀", "😀" * 120])
leaves = st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts | st.text(max_size=5)
keys = st.sampled_from(KEYS)
ids = st.sampled_from(IDS)


def items(item: Drawn) -> Drawn:
    return st.lists(item, max_size=5, unique_by=lambda element: element["id"])


def part_with_id(**fields: Drawn) -> Drawn:
    return st.fixed_dictionaries({"id": ids, **fields})


rows = part_with_id(
    label=texts, cells=st.dictionaries(ids, st.fixed_dictionaries({"value": leaves}))
)
sheets = part_with_id(name=texts, rows=items(rows), notes=st.lists(texts, max_size=3))
sections = part_with_id(heading=texts, level=st.integers(1, 6), body=texts)
points = part_with_id(x=leaves, y=leaves)
files = part_with_id(path=texts, language=st.just("python"), content=texts)
kinds = {
    "spreadsheet": {"sheets": items(sheets)},
    "document": {"sections": items(sections)},
    "chart": {"series": items(part_with_id(label=texts, points=items(points)))},
    "dashboard": {
        "widgets": items(part_with_id(value=leaves, text=texts, table=st.none() | sheets))
    },
    "code": {"files": items(files)},
}
products: Drawn = st.one_of(
    [
        st.fixed_dictionaries({"kind": st.just(kind), "title": texts, **fields})
        for kind, fields in kinds.items()
    ]
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | items(part_with_id(value=inner))
        | st.dictionaries(keys, inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def snapshot_runs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Snapshots of consecutive turns, by product id."""
    story: list[dict[str, Any]] = []
    now: dict[str, Any] = {}
    for _ in range(draw(st.integers(1, 4))):
        now = copy.deepcopy(now)
        for _ in range(draw(st.integers(0, 3))):
            product = draw(st.sampled_from(["p", "q"]))
            if product not in now or draw(st.integers(0, 9)) == 0:
                now[product] = draw(products)
            elif draw(st.integers(0, 9)) == 0:
                del now[product]
            else:
                _edit(draw, now[product])
        story.append(now)
    return story


def _edit(draw: st.DrawFn, product: dict[str, Any]) -> None:
    """Change one place of the product: set, remove, insert, move, rename, or edit a text."""
    part = draw(st.sampled_from(list(_containers(product))))
    if isinstance(part, dict):
        key = draw(st.sampled_from(sorted(part)) if part else keys)
        match draw(st.sampled_from(["set", "edit", "edit", "add", "remove"])):
            case "remove" if part:
                del part[key]
            case "edit" if isinstance(part.get(key), str):
                part[key] = _edit_text(draw, part[key])
            case "add":
                part[draw(keys)] = draw(values)
            case _:
                part[key] = draw(values)
        return
    at = draw(st.integers(0, len(part)))
    match draw(st.sampled_from(["insert", "remove", "move", "rename", "set"])):
        case "remove":
            del part[at : at + 1]
        case "move":
            taken = part[at : at + 1]
            del part[at : at + 1]
            to = draw(st.integers(0, len(part)))
            part[to:to] = taken
        case "rename" if part[at : at + 1] and isinstance(part[at], dict):
            part[at] = {**part[at], "id": draw(ids)}
        case "set" if at < len(part):
            part[at] = draw(values)
        case _:
            like = copy.deepcopy(part[at - 1]) if part else draw(values)
            part.insert(at, {**like, "id": draw(ids)} if isinstance(like, dict) else like)


def _edit_text(draw: st.DrawFn, text: str) -> str:
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        text = text[:start] + draw(texts) + text[end:]
    return text


def _containers(value: Any) -> Iterator[dict[str, Any] | list[Any]]:
    if isinstance(value, dict | list):
        yield value
        for child in value.values() if isinstance(value, dict) else value:
            yield from _containers(child)
