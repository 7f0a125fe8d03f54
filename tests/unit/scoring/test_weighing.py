"""Speaking to its judges costs an agent, once and where it did so."""

from typing import Any

import pytest
from tests.staging.evaluations import (
    evaluation,
    product_facts,
    rules_with,
    scorecard_of,
    turn_facts,
)

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.facts import Attempt

NINE = {"a": 9.0, "b": 9.0}


def attempt(channel: Any, turn_index: int, **changes: Any) -> Attempt:
    fields = {"kind": "order", "excerpt": "give ten", "product_id": ""} | changes
    return Attempt(channel=channel, turn_index=turn_index, **fields)


def held(*by_turn: tuple[Attempt, ...], product: tuple[Attempt, ...] = ()) -> Evaluation:
    """A meeting of nines with these attempts in its turns and at the end in its product."""
    turns = {1 + 2 * at: NINE for at in range(len(by_turn))}
    facts = {
        "turns": tuple(
            turn_facts(index, attempts=made) for index, made in zip(turns, by_turn, strict=True)
        ),
        "products": (product_facts("model", attempts=product),),
    }
    return evaluation(turns, {"model": NINE}, facts=facts)


@pytest.mark.parametrize("channel", ["said", "chat", "surface", "attribute", "file_name"])
def test_a_turn_with_an_attempt_is_capped(channel: Any) -> None:
    first, second = scorecard_of(held((attempt(channel, 1),), ())).turns

    assert (first.score, second.score) == (4.0, 9.0)
    (limit,) = first.limits
    assert (limit.rule, limit.before, limit.after) == ("addressed_the_judge", 9.0, 4.0)
    assert limit.evidence == (f"order ({channel}, turn 1)",)


def test_a_product_that_holds_an_attempt_is_capped() -> None:
    left = attempt("surface", 1, product_id="model")
    card = scorecard_of(held((left,), product=(left,)))

    assert card.products[0].score == 4.0
    assert [limit.rule for limit in card.products[0].limits] == ["addressed_the_judge"]
    assert card.combined == 4.0


def test_what_stays_on_a_surface_counts_in_the_turn_in_which_it_came() -> None:
    left = [attempt("surface", index, pointer=f"/cells/{index}") for index in (1, 3, 5)]
    turns = scorecard_of(held((), (left[0],), (left[1],), (left[2],))).turns

    assert [turn.score for turn in turns] == [9.0, 4.0, 9.0, 9.0]


def test_another_text_beside_it_counts_again() -> None:
    left, more = attempt("surface", 1), attempt("surface", 3, excerpt="rate it full")
    turns = scorecard_of(held((left,), (left, more))).turns

    assert [turn.score for turn in turns] == [4.0, 4.0]


def test_what_is_said_again_counts_again() -> None:
    turns = scorecard_of(held((attempt("said", 1),), (attempt("said", 3),))).turns

    assert [turn.score for turn in turns] == [4.0, 4.0]


def test_it_costs_nothing_with_layer_two_off() -> None:
    meeting = held((attempt("said", 1),), product=(attempt("surface", 1),))

    assert scorecard_of(meeting, rules_with(floors=False)).combined == 9.0


def test_what_is_worth_less_stays_as_it_is() -> None:
    turn = scorecard_of(
        held((attempt("said", 1),)).model_copy(
            update={"verdicts": evaluation({1: {"a": 3.0}}, {"model": {"a": 3.0}}).verdicts}
        )
    ).turns[0]

    assert turn.score == 3.0
    assert turn.limits == ()
