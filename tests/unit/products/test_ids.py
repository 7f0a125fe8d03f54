"""Parts keep their ids, and no part ever goes without one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.ids import id_from, ids_for, is_id

VALID = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,79}\Z")


@given(parts=st.lists(st.tuples(st.none() | st.text(max_size=100), st.text(max_size=100))))
def test_every_part_gets_a_valid_id_of_its_own(parts: list[tuple[str | None, str]]) -> None:
    made = ids_for(parts)

    assert len(set(made)) == len(parts)
    assert all(VALID.match(each) for each in made)


@given(given_ids=st.lists(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,9}", fullmatch=True)))
def test_the_first_with_a_valid_id_keeps_it(given_ids: list[str]) -> None:
    made = ids_for([(None, "x"), *((each, "") for each in given_ids)])[1:]

    for place, each in enumerate(given_ids):
        if each not in given_ids[:place]:
            assert made[place] == each


@given(labels=st.lists(st.text(min_size=1, max_size=30), unique_by=id_from), data=st.data())
def test_a_part_keeps_its_id_when_it_moves(labels: list[str], data: st.DataObject) -> None:
    moved = data.draw(st.permutations(labels))

    before = dict(zip(labels, ids_for([(None, x) for x in labels]), strict=True))
    after = dict(zip(moved, ids_for([(None, x) for x in moved]), strict=True))

    assert {x: before[x] for x in labels if id_from(x, "")} == {
        x: after[x] for x in labels if id_from(x, "")
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Margin", "Margin %"),
        ("-10%", "+10%"),
        ("-10%", "10%"),
        ("2025 \u6536\u5165", "2025 \u6210\u672c"),
        ("a" * 100 + "b", "a" * 100 + "c"),
        ("$5", "\u20ac5"),
    ],
)
def test_labels_that_say_different_things_give_different_ids(first: str, second: str) -> None:
    assert id_from(first) != id_from(second)


def test_many_parts_of_one_label_are_numbered_in_their_order() -> None:
    made = ids_for([(None, "Total")] * 20_000)

    assert made[:3] == ["total", "total_2", "total_3"]
    assert len(set(made)) == 20_000


def test_an_id_ends_where_it_ends() -> None:
    assert not is_id("a\n")
    assert not is_id("")
    assert not is_id(5)
    assert is_id("a" * 80)
    assert not is_id("a" * 81)
