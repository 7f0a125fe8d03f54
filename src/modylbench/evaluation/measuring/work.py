"""What the agent did to its products in each turn, against what the turn asked for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import AskedChange, WorkFacts
from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
from modylbench.evaluation.measuring.defects import turned_charts
from modylbench.evaluation.mutations.formats.catalogue import shipped_formats
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.scenarios.scenario import ExpectedMutation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.facts import Standing, WhenMet
    from modylbench.evaluation.mutations.mutation import Expectation, Mutation, Trajectory
    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.reading.index import Index

CODE, SESSION = "code", "terminal"
BY_RUNNING = ("behaves", "tests_pass")
"""Checks by which edits of code are right or wrong."""


def trajectory_of(views: Sequence[TurnView], yardstick: Yardstick) -> Trajectory:
    """Every edit of the meeting, judged by what the human really asked for."""
    snapshots = [
        (view.recorded.turn_index, [index.product for index in view.shown]) for view in views
    ]
    found = trajectory(snapshots, shipped_formats(), _reference(views, yardstick.reference))
    return _with_code_judged_by_running(found, views, yardstick)


def _with_code_judged_by_running(
    found: Trajectory, views: Sequence[TurnView], yardstick: Yardstick
) -> Trajectory:
    """The same; edits of code are right or wrong by what the code does after the turn, if known.

    So is what was asked of code, however it is written; of a session, that something was appended.
    """
    criteria = yardstick.variant.scenario.criteria()
    if not any(criterion.check_type in BY_RUNNING for criterion in criteria):
        return found
    shown = {index.product.id: index.product.kind for view in views for index in view.shown}
    works = _does_code_work(views, yardstick)
    edited: dict[str, set[int]] = defaultdict(set)
    mutations: list[Mutation] = []
    for mutation in found.mutations:
        kind, right = shown.get(mutation.product_id, ""), works.get(mutation.turn_index)
        is_judged = kind == CODE and right is not None
        update = {"is_correct": right}
        mutations.append(mutation.model_copy(update=update) if is_judged else mutation)
        if mutation.new is not None:
            edited[kind].add(mutation.turn_index)
    made = {CODE: _turns_that_work(edited[CODE], works), SESSION: edited[SESSION]}
    kinds = {output.product_id: output.output_type for output in yardstick.expectations.outputs}
    expected = [
        _met_by(wanted, made.get(kinds.get(wanted.product_id, ""))) for wanted in found.expected
    ]
    return found.model_copy(update={"mutations": tuple(mutations), "expected": tuple(expected)})


def _turns_that_work(edited: set[int], works: Mapping[int, bool | None]) -> set[int]:
    """The turns after which edited code does all that is due."""
    return {turn for turn in edited if works.get(turn)}


def _met_by(wanted: Expectation, turns: set[int] | None) -> Expectation:
    """The expectation, met by the first of the turns since it was asked for unless it is anyway."""
    if wanted.met_at_turn is not None or not turns:
        return wanted
    met = min((turn for turn in turns if turn >= wanted.turn_index), default=None)
    return wanted.model_copy(update={"met_at_turn": met})


def _does_code_work(views: Sequence[TurnView], yardstick: Yardstick) -> dict[int, bool | None]:
    """After each turn: all that is due works, or something broke or was tried in vain, or neither.

    None too where nothing can be run.
    """
    checked = CriterionChecks(yardstick)
    found: dict[int, bool | None] = {}
    due_before: set[str] = set()
    for view, before in zip(views, chain([None], views), strict=False):
        due = [
            criterion
            for criterion in yardstick.moments[view.recorded.turn_index].due
            if criterion.check_type in BY_RUNNING
        ]
        now = checked.findings(view.shown, due)
        earlier = checked.findings(before.shown if before else (), due)
        failing = {result.criterion_id for result in now if not result.passed}
        passed = {result.criterion_id for result in earlier if result.passed}
        names = {criterion.id for criterion in due}
        is_told = bool(due) and not any(result.is_left_to_judges for result in now)
        is_spoilt = bool(failing & (passed | (names - due_before)))
        found[view.recorded.turn_index] = (
            None if not is_told or (failing and not is_spoilt) else not failing
        )
        due_before = names
    return found


def _reference(views: Sequence[TurnView], unconditional: Reference) -> Reference:
    """As `reference_of` with what was said; the perfect products are those made before."""
    said = {view.recorded.turn_index for view in views}
    kept = [mutation for mutation in unconditional.expected if mutation.turn_index not in said]
    others = [
        ExpectedMutation(
            turn_index=view.recorded.turn_index,
            product_id=mutation.product,
            mutation_type=mutation.type,
            path=mutation.path,
            expected_value=mutation.value,
        )
        for view in views
        for mutation in view.asked.mutations
    ]
    expected = tuple(sorted([*kept, *others], key=lambda mutation: mutation.turn_index))
    return replace(unconditional, expected=expected)


def work_facts(
    views: Sequence[TurnView],
    trajectory: Trajectory,
    standings: Sequence[Standing] | None,
    *,
    yardstick: Yardstick,
    checked: CriterionChecks,
) -> list[WorkFacts]:
    """One for every turn, in order; without standings layer 4 is off, and no work was checked."""
    edits: dict[int, list[Mutation]] = defaultdict(list)
    for mutation in trajectory.mutations:
        edits[mutation.turn_index].append(mutation)
    asked: dict[int, list[Expectation]] = defaultdict(list)
    for expectation in trajectory.expected:
        asked[expectation.turn_index].append(expectation)
    outputs = {output.product_id for output in yardstick.expectations.outputs}
    facts: list[WorkFacts] = []
    for place, (view, before) in enumerate(zip(views, chain([None], views), strict=False)):
        turn_index = view.recorded.turn_index
        made = edits[turn_index]
        judged = made if standings is not None else []
        own = checked.evidence(view.shown).own
        has_changed = bool(made) or _looks_different(view, before)
        seen: WhenMet | None = None
        if standings is None:
            seen = "in_turn" if has_changed else "never"
        facts.append(
            WorkFacts(
                standing=standings[place] if standings is not None else None,
                asked=tuple(_asked_change(wanted, seen) for wanted in asked[turn_index]),
                edits=len(made),
                correct_edits=sum(edit.is_correct is True for edit in judged),
                incorrect_edits=sum(edit.is_correct is False for edit in judged),
                destructive_edits=sum(edit.is_destructive for edit in judged),
                products=sum(bool(indexes) for indexes in own.values()),
                products_due=len(outputs & {index.product.id for index in view.reference}),
                resent_share=view.sent.share,
                has_changed=has_changed,
                chart_faults=tuple(_chart_faults(view, own)) if standings is not None else (),
            )
        )
    return facts


def _asked_change(expectation: Expectation, seen: WhenMet | None) -> AskedChange:
    """The change and when it was made; `seen` is all that is known where nobody checked."""
    met: WhenMet = "never"
    if expectation.met_at_turn is not None:
        met = "in_turn" if expectation.met_at_turn <= expectation.turn_index else "later"
    return AskedChange(
        product_id=expectation.product_id,
        mutation_type=expectation.mutation_type,
        path=expectation.path,
        met=seen or met,
    )


def _chart_faults(view: TurnView, own: Mapping[str, tuple[Index, ...]]) -> Iterator[str]:
    for perfect in view.reference:
        for mine in own.get(perfect.product.id, ()):
            yield from turned_charts(mine.product, perfect.product)


def _looks_different(view: TurnView, before: TurnView | None) -> bool:
    """Whether something came or went beside the products: a text around them, a picture sent."""
    aside = before.aside if before is not None else ()
    return view.aside != aside or bool(view.recorded.agent.files)
