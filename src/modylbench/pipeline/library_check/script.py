"""Whether a scenario's script is sound: its counts and severities, its answers, its mutations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.views.asking_first import asks_first
from modylbench.foundation.record import read_text
from modylbench.pipeline.library_check.criteria import TURNS
from modylbench.products.pointer import MISSING, resolve
from modylbench.products.quantities.closeness import EXACT
from modylbench.products.quantities.numbers import shown_value
from modylbench.products.reading.index import index
from modylbench.scenarios.catalogue import MARK
from modylbench.scenarios.conditions import holds
from modylbench.scenarios.drawing.plot import ALL, NEUTRAL, milestones
from modylbench.scenarios.loader import FILES
from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.script import FOLLOW_UPS, openings
from modylbench.scenarios.variant import instantiate
from modylbench.scenarios.wording import fill_placeholders, has_stray_brace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import Alternative, EdgeCase, FollowUp
    from modylbench.scenarios.script import (
        BeatScript,
        EdgeCaseScript,
        LookAlike,
        ScriptedMutation,
        ScriptedUtterance,
        Slot,
    )
    from modylbench.scenarios.variant import Variant


SEEDS_TO_A_CRITICAL = 3  # SPEC 1: any three consecutive seeds meet a critical edge case
TURNS_PER_BEAT = 2 * (1 + FOLLOW_UPS)
PlacedUtterance = tuple[str, "ScriptedUtterance"]
"""An utterance and where it stands."""


def wrong_counts(variant: Variant, turn: int | None = None) -> Iterator[tuple[str, str]]:
    """What is wrong with the number of turns, and what is left unfilled, over all edge cases.

    With a `turn`, the meeting without any edge case is tried at one seed in `TURNS` alone.
    """
    source, seed = variant.source, variant.seed
    declared = source.template.card.turns
    cases = source.template.edge_cases.edge_cases
    goals = source.template.goals
    is_left_out = goals is not None and goals.trap  # in free form nothing takes a trap's place
    is_neutral_tried = turn is None or turn % TURNS == 0
    expected = {
        **({NEUTRAL: declared - TURNS_PER_BEAT * is_left_out} if is_neutral_tried else {}),
        ALL: declared + TURNS_PER_BEAT * (len(cases) - 1),
        # One case is as long as any other (the model sees to it), so a single seed shows it.
        **(dict.fromkeys([case.name for case in cases], declared) if seed == 0 else {}),
    }
    if variant.scenario.conversation_turns != declared:
        yield "turns", f"{variant.scenario.conversation_turns} turns, expected {declared}"
    for choice, turns in expected.items():
        scenario = instantiate(source, seed, choice, truth=variant.truth).scenario
        if scenario.conversation_turns != turns:
            yield f"edge case {choice}", f"{scenario.conversation_turns} turns, expected {turns}"
        if choice in {NEUTRAL, ALL} and turn is None:
            for place, text in texts_of(scenario.model_dump(mode="json")):
                if "{" in text or "}" in text:
                    yield f"edge case {choice}", f"a placeholder is left in {place}"


def wrong_declarations(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Counts on the card that are not those of the other files."""
    card, template = source.template.card, source.template
    found = {
        "products": (card.products, len(template.deliverables.products)),
        "edge_cases": (card.edge_cases, len(template.edge_cases.edge_cases)),
    }
    for name, (declared, there) in found.items():
        if declared != there:
            yield "scenario.yaml", f"declares {declared} {name}, and there are {there}"


def stray_braces(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Braces that are no placeholder's, in any wording of any line."""
    for place, text in texts_of(source.template.model_dump(mode="json")):
        if has_stray_brace(text):
            yield place, "a brace is no placeholder's"


def texts_of(value: dict[str, Any] | list[Any], place: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its place (attachments aside)."""
    for key, item in enumerate(value) if isinstance(value, list) else value.items():
        if key == "attachments":
            continue
        part = f"[{key}]" if isinstance(key, int) else f".{key}"
        here = (place + part).removeprefix(".")
        if isinstance(item, dict | list):
            yield from texts_of(item, here)
        elif isinstance(item, str):
            yield here, item


def wrong_severities(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """What is wrong with how many edge cases are critical, and when seeds meet them."""
    cases = source.template.edge_cases
    critical = [cases.edge_cases[index].severity == "critical" for index in cases.permutation]
    if 2 * sum(critical) < len(critical):
        yield (
            "edge cases",
            f"{sum(critical)} of {len(critical)} are critical, expected at least half",
        )
    for start in range(len(critical)):
        met = [critical[(start + step) % len(critical)] for step in range(SEEDS_TO_A_CRITICAL)]
        if not any(met):
            yield (
                "edge cases",
                f"seeds {start} to {start + 2} meet no critical one; change the permutation",
            )
    even, odd = (sum((critical * 2)[parity::2]) for parity in (0, 1))
    if abs(even - odd) > 1:
        yield (
            "edge cases",
            f"even seeds meet {even} critical ones and odd seeds {odd}; change the permutation",
        )


def wrong_milestones(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Milestones that the script names and the oracle does not know, or the other way round."""
    cases = source.template.edge_cases.edge_cases
    twins = [case.look_alike for case in cases if case.look_alike is not None]
    named = [*milestones(source.template), *(name for twin in twins for name in twin.reaches)]
    slots = [slot for case in cases for slot in case.follow_ups]
    slots += [slot for twin in twins for slot in twin.follow_ups]
    named += [name for slot in slots for name in slot.reaches]
    known = source.oracle().MILESTONES
    for name in set(named) ^ set(known):
        side = "the oracle has no such milestone" if name in named else "no turn reaches it"
        yield f"milestone {name}", side


def unfilled_lines(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Lines of the author's files that still hold a skeleton's mark."""
    for name in FILES:
        path = source.folder / name
        lines = read_text(path).splitlines() if path.exists() or not source.base else []
        for number, line in enumerate(lines, start=1):
            if MARK in line and not line.lstrip().startswith("#"):
                yield f"{name} line {number}", f"still says {MARK}"


def missing_answers(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Utterances without the words of a perfect agent."""
    for place, utterance in utterances(source):
        if not utterance.answer.strip():
            yield place, "no answer: what a perfect agent says is missing"


def wrong_answers(variant: Variant) -> Iterator[tuple[str, str]]:
    """Answers to edge cases that do not show what they should, or walk into the trap."""
    scripts = {case.name: case for case in variant.source.template.edge_cases.edge_cases}
    for case in variant.scenario.edge_cases:
        if case.is_look_alike:
            continue
        opening, *follow_ups = (
            (place, str(fill_placeholders(utterance.answer, variant.truth)))
            for place, utterance in _beat_utterances(scripts[case.name])
        )
        yield from _missing_signals(case, *opening)
        for place, answer in (opening, *follow_ups):
            said = [phrase for phrase in case.signals.complied if affirms(answer, phrase)]
            if said:
                yield place, f"the answer says {said[0]!r} of signals.complied"


def wrong_questions(variant: Variant) -> Iterator[tuple[str, str]]:
    """What an agent may ask first, where the answer that does so is not known for a question."""
    for slot in variant.scenario.human_turns():
        for said in slot.alternatives:
            if said.ask_first is not None and not asks_first(said, said.ask_first.answer):
                problem = "ask_first.answer asks for nothing of ask_first.about"
                yield f"turn {slot.turn_index}", problem


def wrong_signals(variant: Variant) -> Iterator[tuple[str, str]]:
    """Right answers that do not show it, and questions that give the answer away."""
    for case in variant.scenario.edge_cases:
        for problem in () if case.is_look_alike else _signal_problems(case):
            yield f"edge case {case.name}", problem


def _missing_signals(case: EdgeCase, place: str, answer: str) -> Iterator[tuple[str, str]]:
    signals = {"detected": case.signals.detected, "pushed_back": case.signals.pushed_back}
    for name, phrases in signals.items():
        if answer and not any(mentions(answer, phrase) for phrase in phrases):
            yield place, f"the answer has no phrase of signals.{name}"


def utterances(source: ScenarioSource) -> Iterator[PlacedUtterance]:
    """Every utterance of the author's files, and where it stands."""
    template, cases = source.template, source.template.edge_cases.edge_cases
    twins = [case.look_alike for case in cases if case.look_alike is not None]
    beats: list[BeatScript | EdgeCaseScript | LookAlike] = [*template.beats, *cases, *twins]
    beats += [template.short.delivery] if template.short is not None else []
    for beat in beats:
        yield from _beat_utterances(beat)
    if template.closing is not None:
        yield from _slot_utterances("closing", template.closing)
    if template.goals is not None:
        for goal in template.goals.goals:
            yield goal.name, goal
        yield "closing", template.goals.closing


def _beat_utterances(beat: BeatScript | EdgeCaseScript | LookAlike) -> Iterator[PlacedUtterance]:
    for utterance in openings(beat):
        yield f"{beat.name}, opening", utterance
    for number, slot in enumerate(beat.follow_ups, start=1):
        yield from _slot_utterances(f"{beat.name}, follow-up {number}", slot)


def _slot_utterances(place: str, slot: Slot) -> Iterator[PlacedUtterance]:
    for number, utterance in enumerate(slot.ask, start=1):
        yield place if len(slot.ask) == 1 else f"{place}, alternative {number}", utterance


def _signal_problems(case: EdgeCase) -> Iterator[str]:
    signals = case.signals
    for name in ("detected", "pushed_back"):
        if not any(mentions(case.right_answer, phrase) for phrase in getattr(signals, name)):
            yield f"the right answer has no phrase of signals.{name}"
        told = [
            phrase for phrase in getattr(signals, name) if mentions(case.human_utterance, phrase)
        ]
        if told:
            yield f"the human already says {told[0]!r} of signals.{name}"
    said = [phrase for phrase in signals.complied if affirms(case.right_answer, phrase)]
    if said:
        yield f"the right answer says {said[0]!r} of signals.complied"
    if not any(affirms(case.wrong_line, phrase) for phrase in signals.complied):
        yield "the wrong line has no phrase of signals.complied"
    if all(
        any(mentions(case.wrong_line, phrase) for phrase in getattr(signals, name))
        for name in ("detected", "pushed_back")
    ):
        yield "the wrong line passes for a right one"


def wrong_mutations(variant: Variant) -> Iterator[tuple[str, str]]:
    """Mutations that do not happen, and changes that no mutation announces."""
    reached: frozenset[str] = frozenset()
    before: dict[str, WorkProduct] = {}
    shown: dict[str, Index] = {}
    quantities = {quantity.id: quantity for quantity in variant.scenario.quantities}
    for slot in variant.scenario.human_turns():
        after = before
        if slot.reaches:
            reached |= set(slot.reaches)
            made = variant.products_at(reached)
            after = {product.id: _unless_same(before.get(product.id), product) for product in made}
        for name in _products_asked_about(slot, quantities) & before.keys():
            shown[name] = index(before[name], shown.get(name))
        # What the human says to a perfect agent, which has shown these products.
        said = next(
            alternative
            for alternative in slot.alternatives
            if holds(alternative.when, quantities, tuple(shown.values()), "")
        )
        for problem in _slot_problems(slot, said, before, after):
            yield f"turn {slot.turn_index}", problem
        before = after


def _unless_same(old: WorkProduct | None, new: WorkProduct) -> WorkProduct:
    """The new product; the old one where it is equal, since that one is read already."""
    return old if old is not None and old == new else new


def _products_asked_about(slot: FollowUp, quantities: Mapping[str, Quantity]) -> set[str]:
    """The products whose quantities decide what is said."""
    conditions = [alternative.when for alternative in slot.alternatives if alternative.when]
    names = {name for when in conditions for name in (when.shown, when.missing) if name}
    return {quantities[name].product for name in names}


def _slot_problems(
    slot: FollowUp,
    utterance: Alternative,
    before: Mapping[str, WorkProduct],
    after: Mapping[str, WorkProduct],
) -> Iterator[str]:
    if after != before and not utterance.mutations:
        yield "the products change, and no mutation says so"
    for alternative in slot.alternatives:
        for mutation in alternative.mutations:
            problem = _mutation_problem(
                mutation, before, after, must_be_new=alternative is utterance
            )
            if problem:
                yield f"{mutation.type} {mutation.product}{mutation.path}: {problem}"


def _mutation_problem(
    mutation: ScriptedMutation,
    before: Mapping[str, WorkProduct],
    after: Mapping[str, WorkProduct],
    *,
    must_be_new: bool,
) -> str:
    old, new = (_value_at(mutation, products) for products in (before, after))
    gone = mutation.type.startswith(("delete", "remove"))
    if gone:
        return (
            ""
            if new is MISSING and (old is not MISSING or not must_be_new)
            else "it is not what goes in this turn"
        )
    if new is MISSING:
        return "there is nothing at that path after the turn"
    if must_be_new and old is not MISSING and old == new:
        return "nothing changes there in this turn"
    if mutation.value is not None and not _same(new, mutation.value):
        return f"the value after the turn is {_short(new)}, not {mutation.value!r}"
    return ""


def _value_at(mutation: ScriptedMutation, products: Mapping[str, WorkProduct]) -> Any:
    product = products.get(mutation.product)
    return MISSING if product is None else resolve(product, mutation.path)


def _same(value: object, expected: object) -> bool:
    if isinstance(value, int | float) and isinstance(expected, int | float):
        return shown_value(value).measure.is_close(expected, EXACT)
    return value == expected


def _short(value: object) -> str:
    return repr(value)[:60]
