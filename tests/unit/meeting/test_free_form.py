"""The offline policy: a person with goals speaks to what the agent just said."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from tests.staging.held_trials import variant_at

from modylbench.meeting.free_form import (
    MOST_WORDS_OF_FACTS,
    GoalPolicy,
    asked_facts,
    open_questions,
    questions,
)
from modylbench.meeting.policy import NextLine
from modylbench.scenarios.script import Condition
from modylbench.scenarios.variant import Variant

SCIENTIST = "scientist_free"


class Eyes:
    """Says of every condition what the test wants, and what the agent said last."""

    def __init__(self) -> None:
        self.said = ""
        self.is_met = True

    def add(self, turn: Any) -> None:
        """The test says what was said."""

    async def first(self, conditions: Sequence[Condition | None], turn_index: int) -> int | None:  # noqa: ARG002
        if self.is_met:
            return 0
        return next((place for place, found in enumerate(conditions) if found is None), None)


class Talk:
    """A meeting with an agent whose answers the test makes up."""

    def __init__(self, variant: Variant) -> None:
        assert variant.free_form is not None
        self.eyes = Eyes()
        self.form = variant.free_form
        self.policy = GoalPolicy(variant.scenario, variant.free_form, self.eyes)  # type: ignore[arg-type]

    def hear(self, said: str = "Done.", *, is_met: bool = True) -> NextLine:
        """What the human says to that."""
        self.eyes.said, self.eyes.is_met = said, is_met
        self.policy.gate.hear(said)
        return asyncio.run(self.policy.choose())

    def acts(self, *answers: tuple[str, bool]) -> list[str]:
        lines = [self.hear(said, is_met=is_met) for said, is_met in answers]
        return [line.intent.act for line in lines if line.intent is not None]


@pytest.fixture
def talk() -> Talk:
    return Talk(variant_at(SCIENTIST, 0))


def test_goals_are_asked_for_in_their_order_when_each_is_met(talk: Talk) -> None:
    lines: list[NextLine] = []
    while talk.policy.next_index is not None:
        lines.append(talk.hear())

    beats = list(dict.fromkeys(line.beat for line in lines))
    assert beats == [*(goal.name for goal in talk.form.goals), "closing"]
    assert [line.turn_index for line in lines] == list(range(1, 2 * len(lines), 2))


def test_what_is_not_met_is_asked_again_in_other_words_and_then_left(talk: Talk) -> None:
    lines = [talk.hear("Hello.", is_met=False) for _ in range(4)]

    patience = talk.form.goals[0].patience
    assert [line.intent.act for line in lines if line.intent] == [
        "request", *["again"] * (patience - 1), "closing",
    ]  # fmt: skip
    assert len({line.alternative.human_utterance for line in lines}) == len(lines)
    assert [bool(line.alternative.attachments) for line in lines] == [True, False, False, False]


def test_a_goal_that_needs_one_which_was_never_met_is_not_asked_for(talk: Talk) -> None:
    talk.hear()
    lines = [talk.hear()]
    while lines[-1].beat == "primary" or len(lines) < 3:
        lines.append(talk.hear("Hm.", is_met=False))

    needing = {goal.name for goal in talk.form.goals if "primary" in goal.needs}
    assert lines[-1].beat not in needing
    assert lines[-1].beat == "missing_data"


def test_a_fact_is_told_when_it_is_asked_for_and_nothing_else_is(talk: Talk) -> None:
    talk.hear()
    line = talk.hear("How many decimals would you like?", is_met=False)

    assert line.intent is not None
    assert (line.intent.act, line.intent.facts) == ("fact", ("decimals",))
    assert line.beat == "disposition"
    assert line.alternative.human_utterance == talk.form.fact("decimals").say[0]


def test_telling_costs_no_patience_and_telling_twice_does(talk: Talk) -> None:
    asked = "Which decimals?"

    acts = talk.acts(("", True), *[(asked, False)] * 3)

    assert acts == ["request", "fact", "again", "again"]
    assert talk.hear(asked, is_met=False).intent.act == "closing"  # type: ignore[union-attr]


def test_what_nobody_knows_is_said_not_to_be_known(talk: Talk) -> None:
    talk.hear()
    line = talk.hear("What is the sponsor's favourite colour?", is_met=False)

    assert line.intent is not None
    assert line.intent.act == "unknown"
    assert line.alternative.human_utterance in talk.form.unknown


def test_all_that_is_asked_in_one_breath_is_told_and_the_rest_is_said_to_be_open(
    talk: Talk,
) -> None:
    talk.hear()
    line = talk.hear(
        "Two things: how many decimals, and at which margins? And what is the CRO called?",
        is_met=False,
    )

    assert line.intent is not None
    assert (line.intent.act, line.intent.facts) == ("fact", ("margins", "decimals"))
    said = line.alternative.human_utterance
    assert talk.form.fact("margins").say[0] in said
    assert talk.form.fact("decimals").say[0] in said
    assert any(said.endswith(words) for words in talk.form.rest)


def test_what_is_too_much_for_one_breath_is_told_next_and_nothing_twice() -> None:
    talk = Talk(variant_at("financial_analyst_free", 1))
    asked = " ".join(fact.question for fact in talk.form.facts)
    talk.hear()

    lines = [talk.hear(asked, is_met=False), talk.hear("Noted.", is_met=False)]

    told = [line.intent.facts for line in lines if line.intent is not None]
    assert [fact for facts in told for fact in facts] == [fact.name for fact in talk.form.facts]
    words = [len(line.alternative.human_utterance.split()) for line in lines]
    assert max(words) <= MOST_WORDS_OF_FACTS + 20
    assert any(lines[0].alternative.human_utterance.endswith(later) for later in talk.form.later)


def test_new_facts_are_told_with_those_that_are_asked_for_again(talk: Talk) -> None:
    talk.hear()
    talk.hear("How many decimals?", is_met=False)

    line = talk.hear("Sorry, how many decimals, and which margins?", is_met=False)

    assert line.intent is not None
    assert (line.intent.act, line.intent.facts) == ("fact", ("margins", "decimals"))


@pytest.mark.parametrize(
    "asking",
    [
        "I need the following:\n- decimals\n- margins",
        "Before I start I'd need a few things:\n1. Decimals\n2) Observed or balanced margins",
        "Please confirm decimals and margins.",
        "I still need decimals. I also need margins.",
        "Some questions:\n\u2022 How many decimals?\n\u2022 Which margins?",
    ],
)
def test_questions_are_understood_however_they_are_listed(talk: Talk, asking: str) -> None:
    talk.hear()

    line = talk.hear(asking, is_met=False)

    assert line.intent is not None
    assert set(line.intent.facts) == {"decimals", "margins"}


def test_an_offer_to_go_on_is_no_question(talk: Talk) -> None:
    assert talk.acts(("", True), ("Shall I go on?", False)) == ["request", "again"]


def test_a_goal_that_is_met_is_left_even_if_the_agent_wonders(talk: Talk) -> None:
    assert talk.acts(("", True), ("Why is that so?", True)) == ["request", "request"]


def test_the_meeting_ends_when_its_turns_are_used_up() -> None:
    talk = Talk(variant_at(SCIENTIST, 1))
    talk.policy._form = talk.form.model_copy(update={"most_turns": 4})

    assert talk.acts(*[("Done.", True)] * 4)[-1] == "closing"
    assert talk.policy.next_index is None


def test_equal_seeds_say_equal_words_and_others_do_not() -> None:
    def words(seed: int) -> list[str]:
        talk, said = Talk(variant_at(SCIENTIST, seed)), []
        while talk.policy.next_index is not None:
            said.append(talk.hear().alternative.human_utterance)
        return said

    assert words(3) == words(3)
    assert len(set(words(3)) & set(words(5))) <= 3


def test_questions_are_found_in_running_speech() -> None:
    said = "It's up.\nPlease tell me the tax rate. Which year is it? Shall I go on?"

    assert questions(said) == [
        "Please tell me the tax rate.", "Which year is it?", "Shall I go on?",
    ]  # fmt: skip
    assert open_questions(questions(said))[-1] == "Which year is it?"


@pytest.mark.parametrize("name", ["financial_analyst_free", SCIENTIST])
def test_every_fact_is_asked_for_by_its_own_question(name: str) -> None:
    form = variant_at(name, 2).free_form
    assert form is not None

    for fact in form.facts:
        assert asked_facts(form.facts, questions(fact.question)) == [fact]
