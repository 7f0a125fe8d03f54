"""Which edits are correct, measured by what the turns asked for.

An edit is correct when by it a product comes to show what this turn, or an earlier one that is
still open, asked for; or, where the oracle's products are known, when it makes what they show too.
It is wrong when it holds another value than was asked for or than the oracle shows, takes away
what was not to go, or breaks the rules of its format: then no other part of it makes it correct.
Of all else nobody can say (None), and what only repeats what is shown earns nothing. What was there
before its turn asked for it counts as met, and the edit that made it as correct; what comes late
counts too. A turn that asks for another value at the same place closes the earlier one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.json_documents import MISSING, same_json
from modylbench.evaluation.mutations.matching.agreement import (
    EditAgreement,
    agreement,
    loses_text,
    was_right,
)
from modylbench.evaluation.mutations.matching.edit_history import EditHistory, without_ids
from modylbench.evaluation.mutations.matching.goals import Goal, find_goal, has_value, is_removal
from modylbench.evaluation.mutations.matching.named_numbers import NamedNumbers
from modylbench.evaluation.mutations.matching.view import SnapshotView
from modylbench.evaluation.mutations.snapshot import snapshot, snapshot_hash
from modylbench.products.quantities.quantity import NumberSought

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.mutations.matching.edit_history import ProductEdit, ProductPointer
    from modylbench.evaluation.mutations.matching.goals import Sighting
    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.scenarios.scenario import ExpectedMutation

NOTHING = SnapshotView({})


@dataclass(slots=True)
class EditCorrectness:
    """What is known of an edit so far."""

    is_correct: bool | None = None
    is_destructive: bool = False


@dataclass(slots=True)
class WatchedGoal:
    """A goal, when it was met, and where it was last seen to be."""

    goal: Goal
    met_at: int | None = None
    looked_at: bool = False
    spots: tuple[ProductPointer, ...] = ()

    def is_live(self, turn_index: int) -> bool:
        """Whether the turn may still meet it or spoil it."""
        closes = self.goal.closes_at
        asked = self.goal.expected.turn_index
        return asked <= turn_index and (closes is None or turn_index < closes)


@dataclass(slots=True)
class _EditedTurn:
    """What one turn did, and which of its edits (by number) turned out how."""

    index: int
    before: SnapshotView
    after: SnapshotView
    touched: EditHistory = field(default_factory=EditHistory)
    right: set[int] = field(default_factory=set)
    wrong: set[int] = field(default_factory=set)
    spoiling: set[int] = field(default_factory=set)
    failing: set[int] = field(default_factory=set)
    """Those that were to change a value, and gave it another wrong one."""


class EditMatcher:
    """Assesses the edits of a meeting, turn by turn in their order."""

    def __init__(self, reference: Reference) -> None:
        self._perfect = _views(reference)
        self.watched = [WatchedGoal(goal) for goal in _goals(reference, self._perfect)]
        self.assessments: list[EditCorrectness] = []
        self._history = EditHistory()
        self._deliverables = frozenset(
            {expected.product_id for expected in reference.expected}
            | {product for _, view in self._perfect for product in view.documents}
        )

    def assess_turn(
        self,
        turn_index: int,
        made: Sequence[ProductEdit],
        before: SnapshotView,
        after: SnapshotView,
        broken: Iterable[ProductPointer] = (),
    ) -> None:
        """Assess the edits of one turn, which led from one view of the products to the other.

        `broken` are the places where a format's own rules hold no longer.
        """
        turn = _EditedTurn(turn_index, before, after)
        for edit in made:
            turn.touched.add(edit)
        turn.wrong |= turn.touched.breaking(broken)
        for watched in self.watched:
            if watched.is_live(turn_index) and (made or not watched.looked_at):
                self._look(watched, turn)
                watched.looked_at = True
        self._conclude(turn)
        for edit in made:
            self._history.add(edit)

    def _conclude(self, turn: _EditedTurn) -> None:
        """Assess every edit of the turn."""
        made = turn.touched.made
        again = _merely_renamed(made)
        perfect = _perfect_views_at(self._perfect, turn.index)
        now = NamedNumbers(turn.after, perfect[1], turn.touched) if perfect else None
        before = NamedNumbers(turn.before, perfect[1]) if perfect else None
        for number, edit in enumerate(made):
            correctness = EditCorrectness(number in turn.right or None)
            if perfect and now and number not in again:
                found = agreement(edit.edit, edit.product, now, perfect[0])
                correctness.is_correct = _conclusion(found, correctness.is_correct)
            if number in turn.wrong:
                correctness.is_correct = False
            if number in turn.spoiling:
                correctness.is_destructive = True
            elif before and loses_text(edit.edit, edit.product, before):
                correctness = EditCorrectness(is_correct=False, is_destructive=True)
            elif number not in again:
                correctness.is_destructive = self._destroys(edit, correctness) or (
                    correctness.is_correct is False
                    and self._overwrites(edit, before, is_asked=number in turn.failing)
                )
            self.assessments.append(correctness)

    def _overwrites(
        self, made: ProductEdit, before: NamedNumbers | None, *, is_asked: bool
    ) -> bool:
        """Whether what a wrong edit replaced was right: by a perfect agent, or its own last edit.

        `is_asked`: the value was to change.
        """
        if made.edit.old is None or made.edit.new is None or made.edit.type == "reorder":
            return False
        pointer = made.edit.locator_kind == "pointer"
        right = was_right(made.edit, made.product, before) if before and pointer else None
        if right is None and not is_asked:
            earlier = self._history.at(made)
            right = bool(earlier) and self.assessments[earlier[-1]].is_correct is True
        return right is True

    def _look(self, watched: WatchedGoal, turn: _EditedTurn) -> None:
        """See whether the goal is met or spoilt now, and by which edits."""
        goal = watched.goal
        if goal.is_removal:
            self._look_for_removal(watched, turn)
            return
        sighting = find_goal(goal, turn.after, self._deliverables)
        making = turn.touched.making(sighting.spots)
        if _is_met(goal, sighting, turn):
            if watched.met_at is None:
                watched.met_at = turn.index
                turn.right |= making or turn.touched.within(sighting.spots)
                if not making and not turn.touched.within(sighting.spots):
                    self._credit_earlier(sighting.spots, turn)
            watched.spots = sighting.spots
        elif sighting.status == "wrong":
            turn.wrong |= making
            (turn.failing if watched.met_at is None else turn.spoiling).update(making)
        elif sighting.status == "absent" and watched.met_at is not None:
            taking = turn.touched.making(watched.spots, "old")
            turn.wrong |= taking
            turn.spoiling |= taking

    def _look_for_removal(self, watched: WatchedGoal, turn: _EditedTurn) -> None:
        if watched.met_at is not None:
            return
        goal, deliverables = watched.goal, self._deliverables
        if find_goal(goal, turn.after, deliverables).status != "absent":
            return
        spots = find_goal(goal, turn.before, deliverables).spots
        taking = turn.touched.making(spots, "old")
        turn.right |= taking
        if not taking:  # gone before it was asked for
            own = ((goal.expected.product_id, goal.expected.path),)
            earlier = self._history.making(own, "old")
            taking = {n for n in earlier if self._history.made[n].edit.new is None}
            self._mark_correct(taking)
        if taking:
            watched.met_at = turn.index

    def _credit_earlier(self, spots: Sequence[ProductPointer], turn: _EditedTurn) -> None:
        """Mark the last edit of an earlier turn that made what is asked for only now."""
        earlier = self._history.making(spots)
        if not earlier:
            return
        edit = self._history.made[max(earlier)]
        perfect = _perfect_views_at(self._perfect, turn.index)
        if perfect:
            found = agreement(
                edit.edit, edit.product, NamedNumbers(turn.after, perfect[1]), perfect[0]
            )
            if found is EditAgreement.WRONG or found is EditAgreement.WORTHLESS:
                return
        self._mark_correct({max(earlier)})

    def _mark_correct(self, numbers: set[int]) -> None:
        for number in numbers:
            correctness = self.assessments[number]
            if correctness.is_correct is None:
                self.assessments[number] = EditCorrectness(is_correct=True)

    def _destroys(self, made: ProductEdit, correctness: EditCorrectness) -> bool:
        """Whether the edit takes away what nobody asked to take away, and what was no mistake."""
        takes_away = is_removal(made.edit.type) or made.edit.type == "rewrite_file"
        if correctness.is_correct or not takes_away:
            return False
        earlier = self._history.at(made)
        return not (earlier and self.assessments[earlier[-1]].is_correct is False)


def _conclusion(found: EditAgreement, is_asked: bool | None) -> bool | None:
    """The assessment of an edit by which a turn's wish came true, or not."""
    if found is EditAgreement.UNKNOWN:
        return is_asked
    return None if found is EditAgreement.WORTHLESS else found is EditAgreement.RIGHT


def _is_met(goal: Goal, sighting: Sighting, turn: _EditedTurn) -> bool:
    if sighting.status != "there" or goal.expected.expected_value is not None:
        return sighting.status == "right"
    if goal.is_addition:
        return True
    touching = turn.touched.making(sighting.spots) | turn.touched.within(sighting.spots)
    moves = turn.touched.moving(sighting.spots)
    if goal.expected.mutation_type == "reorder":
        return bool(moves)
    return bool(touching) or _is_perfect(goal, sighting.spots, turn.after)


def _is_perfect(goal: Goal, spots: Sequence[ProductPointer], shown: SnapshotView) -> bool:
    """Whether a spot shows just what the oracle's does after the turn that asks for it."""
    if goal.perfect is None:
        return False
    wanted = goal.perfect.at(goal.expected.product_id, goal.expected.path)
    return wanted is not MISSING and any(same_json(shown.at(*spot), wanted) for spot in spots)


def _views(reference: Reference) -> list[tuple[int, SnapshotView]]:
    views: list[tuple[int, SnapshotView]] = []
    for turn_index, products in reference.products:
        before = views[-1][1] if views else None
        views.append((turn_index, SnapshotView(snapshot(products), before)))
    return views


def _perfect_views_at(
    views: Sequence[tuple[int, SnapshotView]], turn_index: int
) -> tuple[SnapshotView, SnapshotView] | None:
    """The perfect products before the turn and after it; None where none are known."""
    if not views:
        return None
    known = [NOTHING, NOTHING, *(view for index, view in views if index <= turn_index)]
    if any(index == turn_index for index, _ in views):
        return known[-2], known[-1]
    return known[-1], known[-1]


def _goals(reference: Reference, views: Sequence[tuple[int, SnapshotView]]) -> list[Goal]:
    numbers = {
        (quantity.product, quantity.at): quantity
        for quantity in reference.quantities
        if isinstance(quantity, NumberSought) and quantity.at
    }
    goals = []
    for expected in reference.expected:
        perfect = _perfect_views_at(views, expected.turn_index)
        bare = expected.path.removesuffix("/value")
        number = numbers.get((expected.product_id, expected.path))
        goals.append(
            Goal(
                expected,
                perfect[1] if perfect else None,
                number or numbers.get((expected.product_id, bare)),
                _closing_turn(expected, reference.expected, views),
            )
        )
    return goals


def _closing_turn(
    asked: ExpectedMutation,
    expected: Sequence[ExpectedMutation],
    views: Sequence[tuple[int, SnapshotView]],
) -> int | None:
    """The next turn that asks for something at the same place, or by which the oracle leaves it."""
    place = asked.product_id, asked.path
    later = {
        other.turn_index
        for other in expected
        if (other.product_id, other.path) == place and other.turn_index > asked.turn_index
    }
    later |= {
        turn_index
        for turn_index, view in views
        if turn_index > asked.turn_index and not _still_holds(asked, view.at(*place))
    }
    return min(later, default=None)


def _still_holds(asked: ExpectedMutation, there: Any) -> bool:
    if is_removal(asked.mutation_type):
        return there is MISSING
    return there is not MISSING and has_value(there, asked.expected_value)


def _merely_renamed(made: Sequence[ProductEdit]) -> set[int]:
    """The edits by which a part only gets another id: it goes, and the same comes."""
    gone = {n: edit for n, edit in enumerate(made) if is_removal(edit.edit.type)}
    come = {n: edit for n, edit in enumerate(made) if edit.edit.old is None}
    if not gone or not come:
        return set()
    hashes = {n: snapshot_hash(without_ids(edit.edit.new)) for n, edit in come.items()}
    names = {n: snapshot_hash(without_ids(edit.edit.old)) for n, edit in gone.items()}
    both = set(hashes.values()) & set(names.values())
    return {n for n, own in (hashes | names).items() if own in both}
