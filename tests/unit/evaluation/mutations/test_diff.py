"""The changes lead exactly from one document to the other."""

import json
from itertools import pairwise
from typing import Any

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modylbench.evaluation.mutations.change import Change, apply_changes
from modylbench.evaluation.mutations.diff import diff
from modylbench.evaluation.mutations.json_documents import same_json

NIGHTLY = settings().max_examples > 100
MAIN = settings(max_examples=10_000 if NIGHTLY else 200)

few_keys = st.sampled_from(["a", "b", "c", "id", "cells"])
few_ids = st.sampled_from(["", "x", "y", "z", "0", "1", "a/b", "m~n"])
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from([0.0, 1.0, 1.5, -0.0, 2**70])
    | st.text("ab", max_size=2)
)


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    plain = st.dictionaries(few_keys, inner, max_size=4)
    with_id = st.builds(lambda item, own: {**item, "id": own}, plain, few_ids)
    by_id = st.lists(with_id, max_size=6, unique_by=lambda item: item["id"])
    return plain | st.lists(inner, max_size=5) | by_id | st.lists(with_id, max_size=4)


documents = st.recursive(leaves, containers, max_leaves=20)


@st.composite
def edited(draw: st.DrawFn) -> tuple[Any, Any]:
    """A document and one that some parts of it went into: closer than two random documents."""
    before = draw(documents)

    def other(value: Any) -> Any:
        if draw(st.integers(0, 9)) == 0:
            return draw(documents)
        if isinstance(value, dict):
            return {key: item if key == "id" else other(item) for key, item in value.items()}
        if isinstance(value, list):
            items = [other(item) for item in value if draw(st.integers(0, 5))]
            return draw(st.permutations(items)) if draw(st.booleans()) else items
        return value

    return before, other(before)


pairs = st.tuples(documents, documents) | edited()


def frozen(value: Any) -> str:
    return json.dumps(value)


@MAIN
@given(pair=pairs)
def test_the_changes_give_the_target_and_leave_both_documents_alone(pair: tuple[Any, Any]) -> None:
    before, after = pair
    written = frozen(before), frozen(after)

    reached = apply_changes(before, diff(before, after))

    assert same_json(reached, after)
    assert (frozen(before), frozen(after)) == written


@MAIN
@given(pair=pairs)
def test_there_are_no_changes_exactly_when_the_documents_are_equal(pair: tuple[Any, Any]) -> None:
    before, after = pair

    assert (diff(before, after) == ()) == same_json(before, after)
    assert diff(before, json.loads(frozen(before))) == ()


@given(pair=pairs)
def test_equality_is_that_of_json(pair: tuple[Any, Any]) -> None:
    """The reference: JSON text with sorted keys, in which whole floats are written as integers."""

    def text(value: Any) -> str:
        def whole(part: Any) -> Any:
            if isinstance(part, dict):
                return {key: whole(item) for key, item in part.items()}
            if isinstance(part, list):
                return [whole(item) for item in part]
            return int(part) if isinstance(part, float) and part.is_integer() else part

        return json.dumps(whole(value), sort_keys=True)

    before, after = pair
    assert same_json(before, after) == (text(before) == text(after))


@given(pair=pairs)
def test_the_way_back_leads_home(
    pair: tuple[Any, Any],
) -> None:
    before, after = pair

    assert same_json(apply_changes(after, diff(after, before)), before)


@given(pair=pairs)
def test_the_order_of_keys_changes_nothing(pair: tuple[Any, Any]) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    before, after = pair
    assert diff(turned(before), turned(after)) == diff(before, after)


@given(pair=pairs)
def test_jsonpatch_arrives_at_the_same_place(pair: tuple[Any, Any]) -> None:
    before, after = ({"document": part} for part in pair)

    theirs = jsonpatch.apply_patch(before, jsonpatch.make_patch(before, after))

    # jsonpatch takes True for 1, so its own answer is compared as it compares.
    assert theirs == apply_changes(before, diff(before, after))


@given(pairs=st.lists(documents, min_size=2, max_size=5))
def test_changes_of_several_steps_can_be_applied_at_once(pairs: list[Any]) -> None:
    changes = [change for before, after in pairwise(pairs) for change in diff(before, after)]

    assert same_json(apply_changes(pairs[0], changes), pairs[-1])


@given(
    order=st.permutations(list("abcdefgh")),
    gone=st.sets(st.sampled_from("abcdefgh")),
    new=st.sets(st.sampled_from("pqr")),
)
def test_as_few_items_move_as_can_be(order: list[str], gone: set[str], new: set[str]) -> None:
    before = [{"id": own} for own in "abcdefgh"]
    kept = [own for own in order if own not in gone]
    after = [{"id": own} for own in (*sorted(new), *kept)]

    moves = [change for change in diff(before, after) if change.op == "move"]

    longest = [0] * len(kept)
    for at, own in enumerate(kept):  # the textbook's quadratic way
        longest[at] = 1 + max((longest[b] for b in range(at) if kept[b] < own), default=0)
    assert len(moves) == len(kept) - max(longest, default=0)


def test_a_row_put_in_moves_no_other_row() -> None:
    before = {"rows": [{"id": "a"}, {"id": "b"}]}
    after = {"rows": [{"id": "a"}, {"id": "new", "n": 1}, {"id": "b"}]}

    assert diff(before, after) == (
        Change("add", ("rows", "new"), new={"id": "new", "n": 1}, after="a"),
    )


def test_a_renamed_id_is_a_removal_and_an_addition() -> None:
    before = {"rows": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}
    after = {"rows": [{"id": "a", "n": 1}, {"id": "c", "n": 2}]}

    assert diff(before, after) == (
        Change("remove", ("rows", "b"), old={"id": "b", "n": 2}),
        Change("add", ("rows", "c"), new={"id": "c", "n": 2}, after="a"),
    )


def test_true_is_not_1_and_1_is_1_0() -> None:
    assert diff({"n": 1}, {"n": 1.0}) == ()
    assert diff([{"n": [True]}], [{"n": [1]}]) != ()
    assert diff({"id": [False]}, {"id": [0]}) == (Change("replace", ("id", "0"), False, 0),)


def test_a_list_whose_ids_repeat_changes_as_a_whole() -> None:
    before, after = [{"id": "a"}, {"id": "a"}], [{"id": "b"}, {"id": "b"}]

    assert diff(before, after) == (Change("replace", (), before, after),)


@pytest.mark.parametrize("kind", ["object", "list", "items"])
def test_endless_nesting_is_refused_in_words(kind: str) -> None:
    def nested(leaf: int) -> Any:
        value: Any = leaf
        for _ in range(100_000):
            if kind == "object":
                value = {"a": value}
            else:
                value = [value] if kind == "list" else [{"id": "a", "n": value}]
        return value

    with pytest.raises(ValueError, match="nested too deeply"):
        diff(nested(1), nested(2))


@pytest.mark.parametrize(
    "change",
    [
        Change("replace", ("missing",), 1, 2),
        Change("remove", ("missing",)),
        Change("add", ("n",), new=2),
        Change("replace", ("n", "deeper"), 1, 2),
        Change("remove", ("rows", "z")),
        Change("add", ("rows", "a"), new={}, after=""),
        Change("add", ("rows", "z"), new={}, after="y"),
        Change("move", ("rows", "a"), after="a"),
        Change("replace", ("marks", "1"), 1, 2),
        Change("replace", ("marks", "-1"), 1, 2),
        Change("replace", ("marks", "9" * 5000), 1, 2),
        Change("move", ("n",), after=""),
    ],
    ids=str,
)
def test_a_change_that_does_not_fit_is_refused(change: Change) -> None:
    document = {"n": 1, "rows": [{"id": "a"}], "marks": [1]}

    with pytest.raises(ValueError, match="does not fit"):
        apply_changes(document, [change])

    assert document == {"n": 1, "rows": [{"id": "a"}], "marks": [1]}
