"""What every format of work products keeps, whatever the products are."""

import copy
import json
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.staging.random_data.snapshots import BY_FORMAT

from modylbench.evaluation.mutations.edit import Edit, Pointer, parse_locator, write_locator
from modylbench.evaluation.mutations.formats.catalogue import format_of, shipped_formats
from modylbench.evaluation.mutations.formats.format import Format, ProductJson
from modylbench.products.pointer import steps

NIGHTLY = settings().max_examples > 100
MB = 1024 * 1024
FORMATS = {serves.name: serves for serves in shipped_formats().values()}
every_format = pytest.mark.parametrize("name", list(BY_FORMAT))
every_kind = pytest.mark.parametrize("kind", list(shipped_formats()))


def raw_snapshots(name: str, data: st.DataObject) -> st.SearchStrategy[Any]:
    """Snapshots of one of the kinds that the format serves."""
    return BY_FORMAT[name][data.draw(st.sampled_from(list(BY_FORMAT[name])))]


def drawn_pair(name: str, data: st.DataObject) -> tuple[Format, ProductJson, ProductJson]:
    raw = raw_snapshots(name, data)
    serves = FORMATS[name]
    return serves, serves.normalise(data.draw(raw)), serves.normalise(data.draw(raw))


def in_json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def test_every_kind_that_ships_has_random_snapshots() -> None:
    assert {kind: serves.name for kind, serves in shipped_formats().items()} == {
        kind: name for name, kinds in BY_FORMAT.items() for kind in kinds
    }


@every_format
@given(data=st.data())
def test_normalising_twice_is_normalising_once(name: str, data: st.DataObject) -> None:
    raw = data.draw(raw_snapshots(name, data))
    kept = copy.deepcopy(raw)

    once = FORMATS[name].normalise(raw)

    assert raw == kept, "expected the raw snapshot to stay as it is"
    assert in_json(FORMATS[name].normalise(once)) == in_json(once)


@settings(max_examples=10_000 if NIGHTLY else 200)
@given(data=st.data())
def test_the_edits_of_structured_products_lead_to_the_next_snapshot(data: st.DataObject) -> None:
    assert_the_edits_lead_there("structured", data)


@pytest.mark.parametrize("name", [name for name in BY_FORMAT if name != "structured"])
@given(data=st.data())
def test_the_edits_lead_to_the_next_snapshot_exactly(name: str, data: st.DataObject) -> None:
    assert_the_edits_lead_there(name, data)


def assert_the_edits_lead_there(name: str, data: st.DataObject) -> None:
    serves, before, after = drawn_pair(name, data)
    kept = in_json([before, after])

    edits = serves.diff(before, after)
    reached = serves.apply(before, edits)

    assert reached == after
    assert serves.diff(reached, after) == ()
    assert bool(edits) == (before != after)
    assert in_json([before, after]) == kept, "expected both snapshots to stay as they are"


@every_format
@given(data=st.data())
def test_edits_say_what_was_and_is_there_and_where(name: str, data: st.DataObject) -> None:
    serves, before, after = drawn_pair(name, data)

    for edit in serves.diff(before, after):
        assert edit.type in serves.types
        assert write_locator(parse_locator(edit.locator, edit.locator_kind)) == edit.locator
        # A move names the neighbour: the same one, where that has moved too.
        assert edit.old != edit.new or edit.after is not None
        assert stands_in(edit.old, before, edit), f"{edit}: not in the snapshot before"
        assert stands_in(edit.new, after, edit), f"{edit}: not in the snapshot after"


def stands_in(value: Any, snapshot: ProductJson, edit: Edit) -> bool:
    """Whether the value is part of the snapshot: whole, field by field, or as lines of a text."""
    if value is None or (isinstance(value, str) and edit.after is not None):
        return True  # nothing, or the neighbour of an item that moved
    parts = [snapshot, *descendants(snapshot)]
    if edit.locator_kind == "line_range":
        return any(value in part for part in parts if isinstance(part, str))
    if any(value == part for part in [*parts, *snapshot.get("entries", ())]):
        return True
    return isinstance(value, dict) and all(
        stands_in(field, snapshot, edit) for field in value.values()
    )


def descendants(value: Any) -> list[Any]:
    children: list[Any] = []
    if isinstance(value, dict):
        children = list(value.values())
    elif isinstance(value, list):
        children = value
    return [*children, *(below for child in children for below in descendants(child))]


@every_format
@given(data=st.data())
def test_a_product_is_created_and_deleted_as_a_whole(name: str, data: st.DataObject) -> None:
    serves, snapshot, other = drawn_pair(name, data)

    (created,), (deleted,) = serves.diff(None, snapshot), serves.diff(snapshot, None)

    assert (created.type, created.new, created.old) == ("create", snapshot, None)
    assert (deleted.type, deleted.new, deleted.old) == ("delete", None, snapshot)
    assert serves.apply(None, [created]) == snapshot
    assert serves.apply(snapshot, [deleted]) is None
    assert serves.diff(None, None) == ()
    for edits in ([created], [deleted], serves.diff(snapshot, other)):
        outcome(partial(serves.apply, other, edits))


deep: Any = []
for _ in range(5_000):
    deep = [deep]
round_about: dict[str, Any] = {}
round_about["again"] = round_about
bomb: Any = ["x" * 1_000]
for _ in range(12):
    bomb = [bomb] * 10
HOSTILE: dict[str, Any] = {
    "not a number": float("nan"),
    "infinite": float("-inf"),
    "a number of many digits": 10**4_000,
    "a whole number over 64 bits": 2**80,
    "deep": deep,
    "a ring": round_about,
    "a few objects many times": bomb,
    "an object": object(),
    "bytes": b"x",
    "a set": {1},
    "half a character": "\ud800",
    "a long text": "x" * 9_000_000,
    "nothing": None,
    "true": True,
    "a text": "x",
    "an empty list": [],
    "a list of lists": [[[]]],
    "an object with odd keys": {1: 2, None: 3},
    "a key that pollutes": {"__proto__": {"x": 1}, "constructor": 1},
    "control characters": "\x00\x1b[31m\r\n\u202e",
    "a path that leads out": "../../etc/passwd",
    "a long key": {"k" * 100_000: {str(number): 1 for number in range(300)}},
    "many keys": {str(number): {"x": number} for number in range(1_000)},
    "many parents": {"/".join(f"{step}" for step in range(70)): {}},
}
SLOW = {"a few objects many times", "a long text", "deep"}  # each in a test of its own below
hostile = st.sampled_from(sorted(HOSTILE.keys() - SLOW)).map(HOSTILE.__getitem__)


@every_format
@given(data=st.data())
def test_a_hostile_snapshot_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    serves = FORMATS[name]
    poisoned = poison(copy.deepcopy(data.draw(raw_snapshots(name, data))), data)

    made = outcome(lambda: serves.normalise(poisoned))

    if made is not None:
        assert in_json(serves.normalise(made)) == in_json(made)
        assert serves.diff(made, copy.deepcopy(made)) == ()
        problems = serves.verify(made)
        assert problems == serves.verify(copy.deepcopy(made))
        assert all(problem and "\n" not in problem for problem in problems)


def poison(raw: Any, data: st.DataObject) -> Any:
    """The snapshot with something hostile at some place, or under some new key."""
    here = raw
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if isinstance(here, dict):
            keys.append("no such key")
        if not keys:
            return raw
        key = data.draw(st.sampled_from(keys))
        child = here[key] if key in keys[:-1] or isinstance(here, list) else None
        if not isinstance(child, dict | list) or data.draw(st.booleans()):
            here[key] = data.draw(hostile)
            return raw
        here = child


def outcome(call: Callable[[], Any]) -> Any:
    """What the call gives, None where it refuses; nothing but a ValueError of one line passes."""
    try:
        return call()
    except ValueError as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert len(message) <= 300
        return None


@every_format
@pytest.mark.parametrize(
    "what",
    ["not a number", "infinite", "deep", "a ring", "a few objects many times", "an object",
     "bytes", "a set", "nothing", "true", "a text", "an empty list", "an object with odd keys"],
)  # fmt: skip
def test_what_is_no_snapshot_at_all_is_refused(name: str, what: str) -> None:
    kind = next(iter(BY_FORMAT[name]))
    raw = {"id": "p", "kind": kind, "title": HOSTILE[what]}

    assert outcome(lambda: FORMATS[name].normalise(HOSTILE[what])) is None
    if what != "a text":
        assert outcome(lambda: FORMATS[name].normalise(raw)) is None


LARGE = {"k" * MB: {str(number): 1 for number in range(300)}}
"""Names that lead to a value, written out for each of them, would be 300 MB."""
GREEDY: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"a long key in a {kind}": (kind, {"x": LARGE}) for kind in shipped_formats()},
    "long names of styles": ("canvas", {"elements": [{"id": "a", "type": "box", "style": LARGE}]}),
    "many styles": (
        "canvas",
        {
            "elements": [
                {"id": f"e{at}", "type": "box", "style": {f"{'n' * 150}{n}": 1 for n in range(500)}}
                for at in range(90)
            ]
        },
    ),
    "many parents": (
        "file_tree",
        {
            "entries": {
                "/".join([f"{at:05d}", *(f"{step:02x}a" for step in range(62))]): {}
                for at in range(4_000)
            }
        },
    ),
    "one list in many places": ("terminal", {"entries": [[0] * 300_000] * 90_000}),
}


@pytest.mark.parametrize("what", list(GREEDY))
def test_a_snapshot_that_wants_all_memory_is_refused_and_gets_little(what: str) -> None:
    kind, fields = GREEDY[what]
    raw = {"id": "p", "kind": kind, "title": "T", **fields}
    tracemalloc.start()
    try:
        assert outcome(lambda: format_of(kind).normalise(raw)) is None
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 64 * MB


LISTS: dict[str, tuple[str, Any]] = {
    "spreadsheet": ("sheets", {"id": "a", "name": "A"}),
    "chart": ("series", {"id": "a", "label": "A"}),
    "document": ("sections", {"id": "a", "heading": "A"}),
    "dashboard": ("widgets", {"id": "a", "title": "A"}),
    "code": ("files", {"id": "a", "path": "a.py"}),
    "terminal": ("entries", {"id": "a"}),
    "file_tree": ("entries", {"path": "a"}),
    "canvas": ("elements", {"id": "a", "type": "text"}),
    "whiteboard": ("strokes", {"id": "a", "points": [[0, 0]]}),
}


@every_kind
def test_an_id_that_stands_twice_and_an_unknown_key_are_refused(kind: str) -> None:
    name, item = LISTS[kind]
    whole: dict[str, Any] = {"id": "p", "kind": kind, "title": "T"}
    if kind == "chart":
        whole["chart_type"] = "bar"

    assert outcome(lambda: format_of(kind).normalise({**whole, name: [item]})) is not None
    assert outcome(lambda: format_of(kind).normalise({**whole, name: [item, item]})) is None
    assert outcome(lambda: format_of(kind).normalise({**whole, "no_such_key": 1})) is None
    unknown = {**item, "no_such_key": 1}
    assert outcome(lambda: format_of(kind).normalise({**whole, name: [unknown]})) is None


@every_kind
def test_a_format_serves_its_kind_and_declares_what_it_can_say(kind: str) -> None:
    serves: Format = format_of(kind)

    assert {"create", "delete"} <= serves.types
    assert all(name.isidentifier() and name == name.lower() for name in serves.types)


def test_pointers_lead_where_the_steps_say() -> None:
    assert parse_locator("/files/a~1b/id", "pointer") == Pointer(tuple(steps("/files/a~1b/id")))
