"""A reference agent knows what was asked, whatever it hears."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.agent import HeardTurn, SharedFile
from modylbench.agents.reference.playbook import Playbook, answer_of, slots_of
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.plot import ALL
from modylbench.scenarios.variant import Variant, instantiate


@pytest.fixture(scope="module")
def variant() -> Variant:
    return instantiate(scenario("financial_analyst"), 0)


def heard(text: str) -> HeardTurn:
    return HeardTurn("priya_nair", text)


def ids(products: tuple[WorkProduct, ...]) -> set[str]:
    return {product.id for product in products}


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_script_in_order_is_followed_slot_by_slot_to_the_last_product(name: str) -> None:
    variant = instantiate(scenario(name), 2)
    playbook = Playbook(variant)

    for turn in variant.scenario.human_turns():
        for asked in turn.alternatives[:1]:
            step = playbook.step(heard(f"  {asked.human_utterance}\n"))
            assert step.turn_index == turn.turn_index
            assert step.asked == asked
            assert step.purpose == turn.purpose
            assert step.is_new
            assert step.answer == (asked.model_answer or answer_of(step.slot, asked))
            assert step.attachments == asked.attachments

    assert {product.id: product for product in playbook.products()} == {
        final_product.id: final_product for final_product in variant.final_products
    }


def test_phases_and_traps_are_those_of_the_script() -> None:
    variant = instantiate(scenario("financial_analyst"), 0, ALL)

    slots = slots_of(variant.scenario)

    assert slots[0].phase == "context"
    assert slots[-1].phase == "delivery"
    cases = [slot.edge_case.name for slot in slots if slot.edge_case is not None]
    assert set(cases) == {case.name for case in variant.scenario.edge_cases}
    assert all(slot.phase == "edge_case" for slot in slots if slot.edge_case is not None)
    assert [slot.turn for slot in slots] == list(variant.scenario.human_turns())


def test_the_alternative_that_was_said_is_the_one_that_is_answered(variant: Variant) -> None:
    turns = list(variant.scenario.human_turns())
    place = next(n for n, turn in enumerate(turns) if len(turn.alternatives) > 1)

    assert turns[place].alternatives
    for asked in turns[place].alternatives:
        playbook = Playbook(variant)
        for turn in turns[:place]:
            playbook.step(heard(turn.alternatives[-1].human_utterance))
        assert playbook.step(heard(asked.human_utterance)).asked == asked


def test_a_garbled_question_is_taken_for_the_nearest_of_the_next_turn(variant: Variant) -> None:
    turns = list(variant.scenario.human_turns())
    place = next(n for n, turn in enumerate(turns) if len(turn.alternatives) > 1)
    assert turns[place].alternatives
    for asked in turns[place].alternatives:
        playbook = Playbook(variant)
        for _ in turns[:place]:
            playbook.step(heard("something else"))

        step = playbook.step(heard(asked.human_utterance.replace("e", "a")))

        assert step.asked == asked


def test_what_is_said_again_changes_nothing(variant: Variant) -> None:
    turns = list(variant.scenario.human_turns())
    playbook = Playbook(variant)
    first = turns[0].alternatives[0].human_utterance
    before = playbook.step(heard(first))

    again = playbook.step(heard(first))

    assert not again.is_new
    assert (again.turn_index, again.answer) == (before.turn_index, before.answer)
    following = playbook.step(heard(turns[1].alternatives[0].human_utterance))
    assert following.turn_index == turns[1].turn_index


def test_a_file_alone_is_no_turn(variant: Variant) -> None:
    playbook = Playbook(variant)
    turns = list(variant.scenario.human_turns())
    playbook.step(heard(turns[0].alternatives[0].human_utterance))
    file = SharedFile("a.csv", "text/csv", b"")

    for alone in (
        HeardTurn("x", "", files=(file,)),
        HeardTurn("x", "I shared a.csv", "chat", (file,)),
    ):
        assert not playbook.step(alone).is_new


def test_after_the_last_turn_the_last_is_answered(variant: Variant) -> None:
    playbook = Playbook(variant)
    turns = list(variant.scenario.human_turns())
    steps = [playbook.step(heard("something else")) for _ in range(len(turns) + 3)]

    assert [step.turn_index for step in steps[len(turns) :]] == [turns[-1].turn_index] * 3
    assert not steps[-1].is_new
    assert ids(steps[-1].products) == ids(variant.final_products)


def test_a_later_turn_takes_the_products_of_those_before_it_as_made(variant: Variant) -> None:
    turns = list(variant.scenario.human_turns())

    step = Playbook(variant).step(heard(turns[-1].alternatives[-1].human_utterance))

    assert step.turn_index == turns[-1].turn_index
    assert ids(step.products) == ids(variant.final_products)


@given(texts=st.lists(st.text(max_size=30), max_size=6))
def test_any_text_gets_some_answer(texts: list[str]) -> None:
    playbook = Playbook(instantiate(scenario("financial_analyst"), 0))

    for text in texts:
        step = playbook.step(heard(text))
        assert step.answer
