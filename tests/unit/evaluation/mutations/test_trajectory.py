"""Every edit of a meeting is kept, whatever an agent sends."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.oracle_meetings import SCENARIOS, oracle_meeting, reference, variant
from tests.staging.random_data import products as random_products

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.structured_products import StructuredFormat
from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.mutation import Trajectory
from modylbench.evaluation.mutations.snapshot import as_document, snapshot
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Spreadsheet

FORMAT = StructuredFormat()


def edits_of(found: Trajectory, product: str, turn: int) -> list[Edit]:
    return [
        Edit(
            mutation.mutation_type,
            mutation.locator,
            mutation.locator_kind,
            mutation.old,
            mutation.new,
            mutation.after,
        )
        for mutation in found.mutations
        if (mutation.product_id, mutation.turn_index) == (product, turn)
    ]


products = st.one_of([random_products.products(kind) for kind in random_products.BY_KIND])


@given(snapshots=st.lists(products | st.none(), max_size=5))
def test_the_mutations_of_a_product_rebuild_it_turn_by_turn(snapshots: list[Any]) -> None:
    meeting = [
        (2 * at + 1, [snapshot] if snapshot else []) for at, snapshot in enumerate(snapshots)
    ]

    found = trajectory(meeting)

    product: Any = None
    for (turn, shown), state in zip(meeting, found.turns, strict=True):
        product = FORMAT.apply(product, edits_of(found, "p", turn))
        assert same_json(product, FORMAT.normalise(shown[0]) if shown else None)
        assert set(state.hashes) == ({"p"} if shown else set())


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_trajectory_is_the_same_after_it_was_written_and_read(name: str) -> None:
    found = trajectory(oracle_meeting(name), {}, reference(name))
    text = found.model_dump_json()

    again = Trajectory.model_validate_json(text)

    assert again == found
    assert again.model_dump_json() == text
    assert trajectory(oracle_meeting(name), {}, reference(name)).model_dump_json() == text


def test_products_and_their_json_give_the_same_trajectory() -> None:
    final = variant("scientist").final_products

    assert trajectory([(1, final)]) == trajectory([(1, list(snapshot(final).values()))])
    assert trajectory([(1, final)]) == trajectory([(1, tuple(reversed(final)))])


BOARD = {"kind": "dashboard", "id": "d", "title": "D"}


@pytest.mark.parametrize(
    ("bad", "product"),
    [
        ({"kind": "chart", "id": "d", "title": 5}, "d"),
        ({"kind": "chart"}, ""),
        ({"id": 7}, ""),
        (["no", "object"], ""),
        ({"id": "d", "deep": float("inf")}, "d"),
    ],
)
def test_a_product_that_cannot_be_read_is_recorded_and_the_rest_goes_on(
    bad: Any, product: str
) -> None:
    note = {"id": "note", "text": "fine"}

    found = trajectory([(1, [BOARD]), (3, [bad, note, *([] if product else [BOARD])])])

    assert [(unread.turn_index, unread.product_id) for unread in found.unread] == [(3, product)]
    assert found.unread[0].reason
    made = [
        (mutation.turn_index, mutation.product_id, mutation.mutation_type)
        for mutation in found.mutations
    ]
    assert made == [(1, "d", "create"), (3, "note", "create")]
    assert found.turns[1].hashes.keys() == {"d", "note"}


def test_a_second_product_with_the_same_id_is_recorded_and_not_lost_in_silence() -> None:
    found = trajectory([(1, [BOARD, {**BOARD, "title": "E"}])])

    assert len(found.unread) == 1
    assert [mutation.new["title"] for mutation in found.mutations] == ["D"]


def test_turns_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="expected turns in their order"):
        trajectory([(3, []), (3, [])])


def test_equal_states_have_equal_hashes() -> None:
    found = trajectory([(1, [{"id": "n", "v": 1}]), (3, [{"id": "n", "v": 1.0}]), (5, [])])

    assert found.turns[0].hashes == found.turns[1].hashes
    assert found.turns[2].hashes == {}
    assert [mutation.mutation_type for mutation in found.mutations] == ["create", "delete"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_snapshot_is_what_pydantic_writes(name: str) -> None:
    assert variant(name).final_products
    for product in variant(name).final_products:
        assert as_document(product) == product.model_dump(mode="json")


def test_what_did_not_change_is_the_same_object_in_the_next_snapshot() -> None:
    product = next(p for p in variant("scientist").final_products if isinstance(p, Spreadsheet))
    before = snapshot([product])[product.id]
    sheet = product.sheets[0]
    pointer = f"/sheets/{sheet.id}/rows/{sheet.rows[0].id}/label"

    after = snapshot([replace_at(product, pointer, "Other")])[product.id]

    assert snapshot([product])[product.id] is before
    assert after["sheets"][1] is before["sheets"][1]
    assert after["sheets"][0]["rows"][1] is before["sheets"][0]["rows"][1]
    assert after["sheets"][0]["rows"][0]["label"] == "Other"
    assert before == copy.deepcopy(product.model_dump(mode="json"))
