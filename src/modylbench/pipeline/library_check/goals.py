"""Whether a free-form scenario is sound: its goals are met by a perfect agent, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.free_form import asked_facts, questions
from modylbench.products.reading.index import index
from modylbench.scenarios.conditions import holds
from modylbench.scenarios.free_form.validity import ValidityGate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.index import Index
    from modylbench.scenarios.free_form.form import FreeForm
    from modylbench.scenarios.variant import Variant

LEAST_TURNS_TO_SPARE = 1.5  # ours: a person who must ask for every other thing twice still ends


def wrong_goals(variant: Variant) -> Iterator[tuple[str, str]]:
    """Goals that the oracle does not reach, questions that nobody understands, lines of no use."""
    if variant.free_form is None:
        return
    yield from _unreached_goals(variant, variant.free_form)
    yield from _misunderstood_questions(variant.free_form)
    yield from _refused_by_the_gate(variant, variant.free_form)
    turns = sum(1 for _ in variant.scenario.human_turns())
    if variant.free_form.most_turns < LEAST_TURNS_TO_SPARE * turns:
        yield "most_turns", f"leaves no time to ask again: a perfect agent takes {turns}"


def _unreached_goals(variant: Variant, free_form: FreeForm) -> Iterator[tuple[str, str]]:
    """Goals that are met before they are asked for, or not when a perfect agent has answered."""
    quantities = {quantity.id: quantity for quantity in variant.scenario.quantities}
    goals = {goal.name: goal for goal in free_form.goals}
    reached: frozenset[str] = frozenset()
    shown: tuple[Index, ...] = ()
    said = ""
    for turn in variant.scenario.turns:
        met = goals[turn.beat].met
        is_shown = met is not None and bool(met.shown)  # what was said is of another question
        if is_shown and holds(met, quantities, shown, said):
            yield f"goal {turn.beat}", "is met before it is asked for"
        reached |= {*turn.reaches, *(name for slot in turn.follow_ups for name in slot.reaches)}
        known = {found.product.id: found for found in shown}
        products = variant.products_at(reached)
        shown = tuple(index(product, known.get(product.id)) for product in products)
        said = turn.model_answer
        if met is not None and not holds(met, quantities, shown, said):
            yield f"goal {turn.beat}", "is not met by a perfect agent's answer and products"


def _misunderstood_questions(free_form: FreeForm) -> Iterator[tuple[str, str]]:
    """Facts whose own question does not ask for them, or for another one first."""
    for fact in free_form.facts:
        found = asked_facts(free_form.facts, questions(fact.question))
        if [asked.name for asked in found] != [fact.name]:
            understood = ", ".join(asked.name for asked in found) or "nothing"
            yield f"fact {fact.name}", f"its question asks for {understood}"


def _refused_by_the_gate(variant: Variant, free_form: FreeForm) -> Iterator[tuple[str, str]]:
    """Lines that the validity gate would not let pass."""
    turns = {turn.beat: turn for turn in variant.scenario.turns}
    slot = next(variant.scenario.human_turns())
    gate = ValidityGate(variant.scenario)
    lines = [(f"goal {name}", turn.human_utterance) for name, turn in turns.items()]
    lines += [
        (f"goal {goal.name}, again", words) for goal in free_form.goals for words in goal.again
    ]
    lines += [(f"fact {fact.name}", words) for fact in free_form.facts for words in fact.say]
    for place, words in lines:
        line = slot.alternatives[0].model_copy(update={"human_utterance": words})
        problem = gate.problem(words, line)
        if problem:
            yield place, f"the gate is shut: it {problem}"
