"""Free form in the scenarios: suites, the validity gate, and a meeting told as it went."""

import pytest
from tests.staging.free_form import FREE_FORM
from tests.staging.held_trials import variant_at

from modylbench.scenarios import catalogue
from modylbench.scenarios.free_form.form import (
    FreeForm,
    HeldTurn,
    held_scenario,
    question_turns,
)
from modylbench.scenarios.free_form.validity import ValidityGate, figures
from modylbench.scenarios.goals import Act, Intent
from modylbench.scenarios.scenario import Alternative, Scenario


def test_all_means_the_core_and_a_suites_name_its_scenarios() -> None:
    assert catalogue.scenario_names() == catalogue.scenario_names(("core",)) == catalogue.ORDER
    assert catalogue.scenario_names(("freeform",)) == FREE_FORM
    assert catalogue.scenario_names(("scientist", "freeform")) == ("scientist", *FREE_FORM)


@pytest.mark.parametrize("name", FREE_FORM)
def test_a_scenario_that_is_based_on_another_shares_truth_products_and_criteria(name: str) -> None:
    source = catalogue.scenario(name)
    base = catalogue.scenario(name.removesuffix("_free"))

    assert source.base == base
    assert source.template.deliverables == base.template.deliverables
    assert source.template.card.parameters == base.template.card.parameters
    assert source.oracle().MILESTONES == base.oracle().MILESTONES
    assert (source.template.card.suite, base.template.card.suite) == ("freeform", "core")


@pytest.mark.parametrize("name", FREE_FORM)
@pytest.mark.parametrize("seed", range(6))
def test_goals_come_after_those_that_they_need(name: str, seed: int) -> None:
    variant = variant_at(name, seed)

    assert variant.free_form is not None
    order = [goal.name for goal in variant.free_form.goals]
    for goal in variant.free_form.goals:
        assert set(goal.needs) <= set(order[: order.index(goal.name)])
    assert not variant.scenario.metadata["official"]


def line(words: str) -> Alternative:
    slot = next(variant_at("scientist_free", 0).scenario.human_turns())
    return slot.alternatives[0].model_copy(update={"human_utterance": words, "attachments": ()})


ASKED = line(f"Take {12} percent off the price, please.")


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Could you take 12 percent off the price?", ""),
        ("Could you take twelve percent off the price, one more time?", ""),
        ("Take 12 percent off the price, so it is 88.", "invents the figure 88"),
        ("Take twelve percent off the price, that makes eighty-eight.", "invents the figure 88"),
        ("Take something off the price, please.", "leaves out the figure 12"),
        ("The weather in 12 towns is fine.", "asks for something else"),
        ("- 12 percent off the price", "is not speech: found markup"),
        ("", "says nothing"),
    ],
)
def test_the_gate_lets_pass_what_says_the_same_and_invents_nothing(said: str, problem: str) -> None:
    gate = ValidityGate(variant_at("scientist_free", 0).scenario)

    assert gate.problem(said, ASKED) == problem


def test_what_somebody_has_said_may_be_said_by_all() -> None:
    gate = ValidityGate(variant_at("scientist_free", 0).scenario)
    gate.hear("It comes to 88.")

    assert gate.problem("So 88 is the price with 12 percent off?", ASKED) == ""


@pytest.mark.parametrize("name", FREE_FORM)
def test_nobody_gives_a_trap_away_before_the_agent_has_seen_through_it(name: str) -> None:
    scenario = variant_at(name, 0).scenario
    (trap,) = [turn for turn in scenario.turns if turn.edge_case]
    (case,) = [case for case in scenario.edge_cases if case.name == trap.edge_case]
    line = trap.follow_ups[0].alternatives[-1]
    hinted = f"{line.human_utterance} {case.signals.detected[0]}, I know."
    gate = ValidityGate(scenario)

    assert gate.problem(line.human_utterance, line) == ""
    assert gate.problem(hinted, line).startswith("gives the trap away: ")
    gate.hear_agent(case.right_answer)
    gate.hear_agent(case.signals.detected[0])
    assert gate.problem(hinted, line) == ""


def test_figures_are_found_in_digits_and_in_words() -> None:
    assert figures("From 1,250 to two and a half, and twenty-four more.") == {1250.0, 24.0}


def turn(index: int, act: Act, goal: str, fact: str = "", *, was_met: bool = False) -> HeldTurn:
    facts = (fact,) if fact else ()
    intent = Intent(act=act, goal=goal, facts=facts, was_met=was_met)
    return HeldTurn(turn_index=index, text=f"{act} {index}", alternative=0, intent=intent)


@pytest.fixture
def planned() -> tuple[Scenario, FreeForm]:
    variant = variant_at("scientist_free", 0)
    assert variant.free_form is not None
    return variant.scenario, variant.free_form


def test_work_is_due_when_what_was_asked_for_has_been_told(
    planned: tuple[Scenario, FreeForm],
) -> None:
    turns = [
        turn(1, "request", "disposition"),
        turn(3, "fact", "disposition", "decimals"),
        turn(5, "again", "disposition"),
        turn(7, "closing", "closing", was_met=True),
    ]

    scenario = held_scenario(*planned, turns, is_whole=True)

    asked, told, again, *_, closing = scenario.human_turns()
    assert question_turns(turns) == (1,)
    assert [slot.turn_index for slot in (asked, told, again, closing)] == [1, 3, 5, 7]
    assert asked.reaches == again.reaches == ()
    assert told.reaches == planned[0].turns[0].reaches
    assert asked.alternatives[0].model_answer == planned[1].fact("decimals").question
    assert 3 in {mutation.turn_index for mutation in scenario.expected_mutations}
    assert not {1, 5} & {mutation.turn_index for mutation in scenario.expected_mutations}
    assert set(closing.reaches) >= set(planned[0].turns[-1].reaches)


def test_work_that_was_there_before_a_question_was_due_before_it(
    planned: tuple[Scenario, FreeForm],
) -> None:
    turns = [
        turn(1, "request", "disposition"),
        turn(3, "fact", "disposition", "decimals", was_met=True),
        turn(5, "closing", "closing"),
    ]

    asked, told, *_ = held_scenario(*planned, turns, is_whole=True).human_turns()

    assert asked.reaches == planned[0].turns[0].reaches
    assert told.reaches == ()


def test_questions_that_came_to_nothing_were_not_the_right_answer(
    planned: tuple[Scenario, FreeForm],
) -> None:
    turns = [
        turn(1, "request", "disposition"),
        turn(3, "fact", "disposition", "decimals"),
        turn(5, "closing", "closing"),
    ]

    scenario = held_scenario(*planned, turns, is_whole=True)

    asked, told, *_ = scenario.human_turns()
    assert question_turns(turns) == ()
    assert asked.reaches == planned[0].turns[0].reaches
    assert told.reaches == ()
    assert asked.alternatives[0].model_answer == planned[0].turns[0].model_answer


def test_goals_that_were_never_asked_for_are_planned_all_the_same(
    planned: tuple[Scenario, FreeForm],
) -> None:
    turns = [turn(1, "request", "disposition"), turn(3, "closing", "closing")]

    scenario = held_scenario(*planned, turns, is_whole=True)

    assert [turn.beat for turn in scenario.turns] == [turn.beat for turn in planned[0].turns]
    indexes = [slot.turn_index for slot in scenario.human_turns()]
    assert sorted(indexes) == list(range(1, 2 * len(indexes), 2))
    assert scenario.closing is not None
    assert scenario.closing.turn_index == 3


def test_nobody_gains_by_leaving(planned: tuple[Scenario, FreeForm]) -> None:
    scenario = held_scenario(*planned, [turn(1, "request", "disposition")], is_whole=False)

    slots = list(scenario.human_turns())
    assert [slot.turn_index for slot in slots] == list(range(1, 2 * len(slots), 2))
    assert [turn.beat for turn in scenario.turns] == [turn.beat for turn in planned[0].turns]
