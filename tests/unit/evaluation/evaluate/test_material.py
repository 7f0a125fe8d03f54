"""This turn's work is told from what stood before, in few words."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.evaluate.material import (
    MOST_CHANGES,
    MOST_OF_A_VALUE,
    describe_changes,
)
from modylbench.evaluation.mutations.mutation import Mutation


def mutation(old: Any, new: Any, locator: str = "/rows/debt/cells/amount") -> Mutation:
    return Mutation(
        turn_index=9,
        product_id="model",
        mutation_type="update_cell",
        locator=locator,
        old=old,
        new=new,
    )


def test_a_cell_is_told_as_it_was_and_as_it_is() -> None:
    told = describe_changes(
        [mutation({"value": 37.5, "text": None}, {"value": 30.0, "text": None})]
    )

    assert told == 'update_cell /rows/debt/cells/amount: {"value": 37.5} -> {"value": 30.0}'


def test_of_long_texts_the_part_that_differs_is_told() -> None:
    same = "The fund has not seen the churn data. " * 40
    told = describe_changes([mutation(same + "Buy.", same + "Do not buy.")])

    assert told.endswith("Do not buy.")
    assert "Buy. -> …" in told
    assert len(told) < 2 * MOST_OF_A_VALUE


def test_a_whole_product_is_not_told_again() -> None:
    assert describe_changes([mutation(None, {"id": "model"}, "")]).endswith(
        "the whole product is new"
    )
    assert describe_changes([mutation({"id": "model"}, None, "")]).endswith(
        "the whole product is gone"
    )


def test_many_changes_are_counted() -> None:
    lines = describe_changes([mutation(1, 2)] * (MOST_CHANGES + 3)).splitlines()

    assert len(lines) == MOST_CHANGES + 1
    assert lines[-1] == "[3 more changes are left out]"


@given(old=st.text(max_size=2_000), new=st.text(max_size=2_000))
def test_a_change_is_one_bounded_line(old: str, new: str) -> None:
    told = describe_changes([mutation(old, new)])

    assert len(told.splitlines()) == 1
    assert len(told) < 3 * MOST_OF_A_VALUE
