"""The log of a run leads back to every snapshot, and to nothing else."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycrdt import Array, Doc, Map
from tests.staging.random_data.edits import LONG, snapshot_runs

from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.replay.shared_types import ROOT
from modylbench.evaluation.mutations.replay.update_log import (
    UpdateLog,
    continue_log,
    document_of,
    replay_through,
    replay_turns,
    update_log,
)
from modylbench.foundation.errors import BadFile

NIGHTLY = settings().max_examples > 100
Story = list[dict[str, Any]]


def logged(*snapshots: dict[str, Any]) -> UpdateLog:
    return update_log(dict(enumerate(snapshots)))


def updates(log: UpdateLog) -> list[bytes]:
    return [base64.b64decode(update) for turn in log.turns for update in turn.updates]


def replica(log: UpdateLog) -> tuple[Doc[Any], Map[Any]]:
    doc: Doc[Any] = Doc()
    root: Map[Any] = doc.get(ROOT, type=Map)
    for update in updates(log):
        doc.apply_update(update)
    return doc, root


@settings(max_examples=10_000 if NIGHTLY else 200)
@given(story=snapshot_runs())
def test_every_prefix_of_the_log_gives_that_turns_snapshot(story: Story) -> None:
    log = logged(*story)

    for turn_index, snapshot in replay_turns(log):
        assert same_json(snapshot, story[turn_index])
    assert len(log.turns) == len(story)


@given(story=snapshot_runs(), choice=st.data())
def test_any_one_turn_can_be_asked_for(story: Story, choice: st.DataObject) -> None:
    turn = choice.draw(st.integers(0, len(story) - 1))

    assert same_json(replay_through(logged(*story), turn), story[turn])


@given(story=snapshot_runs())
def test_a_turn_without_a_change_sends_nothing(story: Story) -> None:
    again = json.loads(json.dumps(story[-1]))

    assert logged(*story, again).turns[-1].updates == ()


@given(story=snapshot_runs())
def test_the_same_snapshots_give_the_same_bytes_whatever_the_order_of_keys(story: Story) -> None:
    assert logged(*map(turned_round, story)) == logged(*story)


def turned_round(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: turned_round(value[key]) for key in reversed(value)}
    return [turned_round(item) for item in value] if isinstance(value, list) else value


def nested(levels: int) -> Any:
    return [nested(levels - 1)] if levels else "deep"


@pytest.mark.parametrize(
    "story",
    [
        pytest.param([1, 1.5, True, None, "1", {}, [], 0, False], id="a place changes its type"),
        pytest.param([10**18 + 1, -(2**63), 2**63, 10**30, 2**53, 1e18], id="large numbers"),
        pytest.param(["a😀b", "a😀c", "😀", "", "😀" * 300, "😀" * 299], id="surrogate pairs"),
        pytest.param(["half \ud800", "half", LONG, LONG + "\udfff", LONG], id="half a pair"),
        pytest.param([{"\ud800": 1}, {"\ud800": 2, "a": 1}, {"a": 1}], id="half a pair in a key"),
        pytest.param([{"a": 1}, {"a": 1, "\ud800": {"b": 2}}], id="half a pair in a new key"),
        pytest.param(
            [{}, {"rows": [{"id": str(i)} for i in range(300)], "\ud800": 1}],
            id="half a pair beside a long list",
        ),
        pytest.param(
            [{"x": {"k": 1}}, {"\ud800": 0, "x": {"k": 1, "\ud800": 0}}],
            id="half a pair in two new keys",
        ),
        pytest.param([[{"id": "a"}], [{"id": "\ud800"}, {"id": "a"}]], id="half a pair in an id"),
        pytest.param([{}, {"": 0}, {"$order": 1, "$items": []}, {"$json": "{"}], id="odd keys"),
        pytest.param([[], [{"id": "a"}], [], [1], [], [{"id": "$order"}]], id="emptied lists"),
        pytest.param([[{"id": "a"}, {"id": "a"}], [{"id": "a"}], [{}]], id="ids that are none"),
        pytest.param([nested(30), nested(60), [nested(60), nested(200)], []], id="depth"),
        pytest.param(
            [list(range(3000)), list(range(2999)), [7, *range(2999)], [{"n": [1]}] * 2500],
            id="long lists",
        ),
        pytest.param(
            [[{"id": str(i)} for i in range(n)] for n in (700, 0, 699, 3, 700)], id="many items"
        ),
        pytest.param(
            [[{"id": str(i), "n": i % step} for i in range(0, 900, step)][::-1] for step in (1, 2)],
            id="many items turned round",
        ),
    ],
)
def test_odd_values_come_back_as_they_were(story: list[Any]) -> None:
    snapshots = [{"p": {"value": value}} for value in story]
    back = [{"p": {"value": value}} for value in reversed(story)]

    log = logged(*snapshots, *back)

    for (_, found), expected in zip(replay_turns(log), [*snapshots, *back], strict=True):
        assert same_json(found, expected)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"", object()])
def test_what_no_json_file_can_hold_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="expected a JSON value"):
        logged({"p": {"value": value}})


def test_endless_nesting_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    with pytest.raises(ValueError, match="nested too deeply"):
        logged({"p": {"value": deep}})


GRID = {
    "grid": {
        "rows": [
            {"id": "senior", "label": "Senior debt at close", "cells": {"y1": {"value": 200}}},
            {"id": "sub", "label": "Subordinated debt at close", "cells": {}},
            {"id": "equity", "label": "Sponsor equity at close", "cells": {}},
        ]
    }
}


def test_a_moved_row_stays_the_same_row_for_another_editor() -> None:
    before = logged(GRID)
    rows = GRID["grid"]["rows"]
    moved = logged(GRID, {"grid": {"rows": [*rows[1:], rows[0]]}})
    doc, root = replica(before)
    root["grid"]["rows"]["$items"]["senior"]["cells"]["y1"]["value"] = 225  # meanwhile
    for update in updates(moved)[len(updates(before)) :]:
        assert b"debt at close" not in update
        doc.apply_update(update)

    found = document_of(root)["grid"]["rows"]

    assert [row["id"] for row in found] == ["sub", "equity", "senior"]
    assert found[2]["cells"]["y1"]["value"] == 225


def test_two_editors_of_one_text_both_keep_their_words() -> None:
    text = "Revenue is $50M.\n\nCosts are $30M. 😀\n" + LONG
    edited = text.replace("$50M", "$57M").replace("😀", "😀😀")
    log = logged({"memo": {"body": text}}, {"memo": {"body": edited}})
    first, *later = updates(log)
    doc: Doc[Any] = Doc()
    doc.apply_update(first)
    root: Map[Any] = doc.get(ROOT, type=Map)
    root["memo"]["body"].insert(0, "DRAFT. ")
    for update in later:
        doc.apply_update(update)

    assert document_of(root)["memo"]["body"] == "DRAFT. " + edited
    assert sum(map(len, later)) < 60, "the edits, not the text"


def test_the_document_of_two_editors_reads_the_same_for_both() -> None:
    """Both move one row, one removes another and one adds a third: ids twice, or without a row."""
    docs = [replica(logged(GRID)) for _ in range(2)]
    for (doc, root), place in zip(docs, (1, 2), strict=True):
        order = root["grid"]["rows"]["$order"]
        with doc.transaction():
            del order[0]
            order.insert(place, "senior")
    (first, one_root), (other, other_root) = docs
    del one_root["grid"]["rows"]["$items"]["sub"]
    other_root["grid"]["rows"]["$items"]["fees"] = Map({"id": "fees"})
    first.apply_update(other.get_update())
    other.apply_update(first.get_update())

    found = [row["id"] for row in document_of(one_root)["grid"]["rows"]]

    assert document_of(one_root) == document_of(other_root)
    assert sorted(found) == ["equity", "fees", "senior"]
    assert found[-1] == "fees"


def test_a_human_co_editors_turn_joins_the_log() -> None:
    log = logged(GRID)
    doc, root = replica(log)
    state = doc.get_state()
    root["grid"]["rows"]["$items"]["sub"]["cells"]["y1"] = Map({"value": 40})
    root["grid"]["notes"] = Array(["checked by hand"])

    longer = continue_log(log, 7, [doc.get_update(state)])

    assert same_json(replay_through(longer, 0), GRID)
    assert replay_through(longer, 7)["grid"]["notes"] == ["checked by hand"]
    assert replay_through(longer, 7)["grid"]["rows"][1]["cells"] == {"y1": {"value": 40}}


@given(story=snapshot_runs(), choice=st.data())
def test_a_damaged_log_is_refused_or_leads_to_the_same_snapshots(
    story: Story, choice: st.DataObject
) -> None:
    damaged = logged(*story).model_dump(mode="json")
    places = [(turn, at) for turn in damaged["turns"] for at in range(len(turn["updates"]))]
    if not places:
        return
    turn, at = choice.draw(st.sampled_from(places))
    update = bytearray(base64.b64decode(turn["updates"][at]))
    update[choice.draw(st.integers(0, len(update) - 1))] ^= choice.draw(st.integers(1, 255))
    turn["updates"] = [*turn["updates"]]
    turn["updates"][at] = base64.b64encode(bytes(update)).decode()

    try:
        found = dict(replay_turns(UpdateLog.model_validate_json(json.dumps(damaged))))
    except BadFile:
        return
    assert all(same_json(found[index], snapshot) for index, snapshot in enumerate(story))


STORY: Story = [GRID, {"grid": {"rows": GRID["grid"]["rows"][:1]}}, {"memo": {"body": "Done."}}]


def without_an_update(log: dict[str, Any]) -> None:
    log["turns"][0]["updates"].pop()


def with_turns_exchanged(log: dict[str, Any]) -> None:
    _, second, third = log["turns"]
    second["updates"], third["updates"] = third["updates"], second["updates"]


def with_an_update_twice(log: dict[str, Any]) -> None:
    log["turns"][0]["updates"] *= 2


def with_another_hash(log: dict[str, Any]) -> None:
    log["turns"][1]["hashes"] = log["turns"][0]["hashes"]


def with_a_product_more(log: dict[str, Any]) -> None:
    log["turns"][2]["hashes"]["grid"] = log["turns"][1]["hashes"]["grid"]


def with_letters_that_are_no_base64(log: dict[str, Any]) -> None:
    log["turns"][1]["updates"][0] = "not base64!"


def with_updates_of_version_2(log: dict[str, Any]) -> None:
    log["turns"][0]["updates"] = ["AAACAQEAAAEAAwEAAQcA"]


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (without_an_update, "turn 0: the updates do not lead to the product 'grid'"),
        (with_turns_exchanged, "turn 1: the updates do not lead to"),
        (with_an_update_twice, "turn 0: update 2: is damaged .found clock 0, expected"),
        (
            with_another_hash,
            "turn 1: the updates .* the log was changed, or part of it",
        ),
        (with_a_product_more, "turn 2: the updates do not lead to the product 'grid'"),
        (with_letters_that_are_no_base64, "turn 1: update 1: is damaged"),
        (with_updates_of_version_2, "turn 0: "),
    ],
)
def test_a_log_that_was_tampered_with_says_where(damage: Any, found: str) -> None:
    log = logged(*STORY).model_dump(mode="json")
    damage(log)

    with pytest.raises(BadFile, match=found):
        list(replay_turns(UpdateLog.model_validate_json(json.dumps(log))))


HEAD = b"\x01\x01\x01\x00"  # one client, one piece, client 1, clock 0
UNDER_A = b"(\x01\x08products\x01a"
A_MAP = b"'\x01\x08products\x01a\x01"
TWO_ARRAYS = b"".join(
    [
        b"\x01\x05\x01\x00",
        b"'\x01\x08products\x01a\x00" + b"'\x01\x08products\x01b\x00",
        b"\x08\x00\x01\x00\x01~" + b"\x08\x00\x01\x01\x01~",
    ]
)
SMILES = b"\x01\x03\x01\x00'\x01\x08products\x01a\x02" + b"\x04\x00\x01\x00\x08" + "😀😀".encode()
"""A text of two surrogate pairs; their halves are the clocks 1 to 4, and one more piece follows."""
DEEP_MAPS = b"".join(
    [
        b"\x01\xc9\x01\x01\x00" + A_MAP,
        *(b"'\x00\x01" + bytes([at]) + b"\x01a\x01" for at in range(128)),
        *(b"'\x00\x01" + bytes([at, 1]) + b"\x01a\x01" for at in range(128, 200)),
    ]
)


@pytest.mark.parametrize(
    ("update", "reason"),
    [
        (HEAD + UNDER_A + b"\x01" + b"u\x01" * 200_000 + b"~\x00", "too many levels"),
        (DEEP_MAPS + b"\x00", "found more than 150 levels"),
        (HEAD + UNDER_A + b"\xff\xff\xff\xff\xff\xff\xff\x0f~\x00", "expected a JSON value"),
        (HEAD + UNDER_A + b"\x01w\xff\xff\xff\xff\x0fa\x00", "expected 4,294,967,295 bytes"),
        (b"\xff\xff\xff\xff\x0f", "found the end"),
        (b"\xff" * 20, "a number without an end"),
        (b"\x01\x01\x01\x05" + UNDER_A + b"\x01~\x00", "found clock 5, expected 0"),
        (HEAD + b"(\x01\x05other\x01a\x01~\x00", "found the root 'other'"),
        (HEAD + b"\x81\x09\x05\x01\x00", "a neighbour .9, 5., which is not known"),
        (TWO_ARRAYS + b"\xc8\x01\x02\x01\x03\x01~\x00", "between two that are not in one place"),
        (HEAD + b"\x08\x00\x01\x00\x01~\x00", "found a part of .1, 0., which is no map"),
        (HEAD + b"\x08\x01\x08products\x01~\x00", "found a key outside of a map, or none in"),
        (HEAD + b"$\x01\x08products\x01a\x01x\x00", "found content 4 in a map"),
        (HEAD + b"'\x01\x08products\x01a\x06\x00", "found a shared type 6"),
        (HEAD + b"\x00\x00\x00", "found a piece of length 0"),
        (HEAD + b"!\x01\x08products\x01a\xff\xff\xff\xff\x0f\x00", "found a piece of length"),
        (HEAD + UNDER_A + b"\x01{\x7f\xf8\x00\x00\x00\x00\x00\x00\x00", "found nan"),
        (HEAD + UNDER_A + b"\x01\x7f\x00", "found a value of kind 127"),
        (HEAD + UNDER_A + b"\x01w\x01\xff\x00", "not UTF-8"),
        (b"\x00\x01\x01\x01\x00\x05", "found 5 deletions from 0 on, of 0 insertions"),
        (b"\x00\x00\x00", "found 1 bytes behind the end"),
        (b"", "found the end"),
        (SMILES + b"\x84\x01\x01\x01x\x00", "found the place 2 inside a surrogate pair"),
        (SMILES + b"D\x01\x04\x01x\x00", "found the place 4 inside a surrogate pair"),
        (SMILES + b"\x84\x01\x04\x01x\x01\x01\x01\x02\x01", "found the place 2 inside"),
        (SMILES + b"\x84\x01\x04\x01x\x01\x01\x01\x01\x03", "found the place 4 inside"),
        (b"\x02" + 2 * (HEAD[1:] + UNDER_A + b"\x01~") + b"\x00", "found the client 1 twice"),
        (HEAD + UNDER_A + b"\x02~~" + b"\x02" + 2 * b"\x01\x01\x00\x01", "the client 1 twice"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_updates_never_reach_the_library(update: bytes, reason: str) -> None:
    """Some of them make pycrdt panic, reserve all memory, or overflow its stack."""
    with pytest.raises(BadFile, match=f"is damaged .*{reason}"):
        continue_log(logged({}), 1, [update])


def test_a_whole_log_deeper_than_python_follows_is_refused() -> None:
    """Each of its parts is within bounds; together they are more than the hash's walk can take."""
    text = "[" * 250 + "1.0" + "]" * 250
    maps = b"".join(b"'\x00\x01" + bytes([at]) + b"\x01a\x01" for at in range(127))
    lists = b"u\x01" * 45 + b"v\x01\x05$jsonw" + bytes([0x80 | len(text) & 0x7F, len(text) >> 7])
    update = (
        b"\x01\x81\x01\x01\x00" + A_MAP + maps
        + b"(\x00\x01\x7f\x01a\x01" + lists + text.encode() + b"\x00"
    )  # fmt: skip

    with pytest.raises(BadFile, match="nested too deeply"):
        deeper(400, lambda: continue_log(logged({}), 1, [update]))


def deeper(frames: int, call: Callable[[], Any]) -> Any:
    """The call, made with so many more frames below it."""
    return deeper(frames - 1, call) if frames else call()


def test_the_updates_that_hostile_ones_are_made_from_would_pass() -> None:
    value = continue_log(logged({}), 1, [HEAD + UNDER_A + b"\x01~\x00"])
    maps = continue_log(logged({}), 1, [HEAD + A_MAP + b"\x00"])
    lists = continue_log(logged({}), 1, [TWO_ARRAYS + b"\x88\x01\x02\x01x\x00"])

    smiles = continue_log(logged({}), 1, [SMILES + b"\x84\x01\x02\x01x\x01\x01\x01\x01\x02"])

    assert replay_through(smiles, 1) == {"a": "x😀"}
    assert replay_through(value, 1) == {"a": None}
    assert replay_through(maps, 1) == {"a": {}}
    assert replay_through(lists, 1) == {"a": [None, True], "b": [None]}


@pytest.mark.parametrize(
    "put",
    [
        {"$order": ["a"]},
        {"$order": "a", "$items": {}},
        {"$json": "[" * 100_000},
        {"$json": "[" * 600 + "1.0" + "]" * 600},
        {"$json": "NaN"},
        {"$json": "[1e999]"},
        {"$json": "-Infinity"},
        {"$json": 1},
        {"$json": "1", "x": 2},
        {"$unknown": 1},
    ],
    ids=str,
)
def test_a_document_that_is_not_held_as_documented_is_refused(put: dict[str, Any]) -> None:
    doc, root = replica(logged({}))
    root["p"] = Map({"value": put})

    with pytest.raises(BadFile, match="found"):
        continue_log(logged({}), 1, [doc.get_update()])
