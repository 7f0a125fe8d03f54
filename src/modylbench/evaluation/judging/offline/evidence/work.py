"""Evidence of a turn from the products on the table."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.rating import EvidenceReading, measure, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.facts import AskedChange, MeetingFacts, Standing, TurnFacts

PART_OF_A_LATE_CHANGE = 0.5  # ours: made, but the human had to wait for it
ENOUGH_CRITERIA = 2  # ours: one alone says little of a deliverable
ENOUGH_NUMBERS = 4  # ours, as above: one wrong number of two would say that half of it is wrong
MOSTLY = 0.5  # ours: of what was sent in a turn; a part of it comes along with any whole list
WORTH = {"in_turn": 1.0, "later": PART_OF_A_LATE_CHANGE, "never": 0.0}


def edits_that_destroyed(count: int) -> EvidenceReading:
    """How many edits took away what should have stayed."""
    return EvidenceReading(count, f"{count} edits took away what should have stayed")


def changes_told_apart(turn: TurnFacts) -> tuple[AskedChange, ...]:
    """The changes asked for in a turn of which anybody can tell whether they were made.

    A change is looked for by its label, and an honest agent has other labels. Where there are edits
    enough, none of them wrong, and all that is due by the turn is right, one that was not found is
    unread, and not missing (SPEC 2).
    """
    work, stands = turn.work, turn.work.standing
    found = tuple(change for change in work.asked if change.met != "never")
    may_be_unread = (
        stands is not None
        and stands.truth_due > 0
        and not stands.failing
        and not (work.incorrect_edits or work.destructive_edits)
        and work.edits - work.correct_edits >= len(work.asked) - len(found)
    )
    return found if may_be_unread else work.asked


def turned_charts(names: Sequence[str]) -> EvidenceReading:
    """The charts whose axes are the wrong way round."""
    says = f"{len(names)} charts have their axes the wrong way round"
    return EvidenceReading(len(names), says, tuple(map(shorten, names)))


@measure(
    "Share of the due criteria against the truth that pass, or of the numbers under the labels of "
    "a perfect product that are right: of the deliverable that is wrongest"
)
def truth(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or not stands.truth_due:
        return None
    says = f"{stands.truth_passed} of {stands.truth_due} due criteria against the truth pass"
    pooled = EvidenceReading(stands.truth_passed / stands.truth_due, says, stands.failing)
    each = [
        EvidenceReading(
            product.truth_passed / product.truth_due,
            f"of {product.product_id}, {product.truth_passed} of {product.truth_due} due criteria "
            "against the truth pass",
            stands.failing,
        )
        for product in stands.by_product
        if product.truth_due >= ENOUGH_CRITERIA
    ]
    return min((pooled, *each, *_numbers_right(stands)), key=_value)


@measure("The same, of the due criteria that something is shown for")
def right_of_shown(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or not stands.truth_due:
        return None
    shown = stands.truth_passed + len(stands.wrong)
    says = f"of {shown} due criteria that are shown {len(stands.wrong)} are wrong"
    pooled = EvidenceReading(stands.truth_passed / shown if shown else 0.0, says, stands.wrong)
    each = [
        EvidenceReading(
            product.truth_passed / (product.truth_passed + product.wrong),
            f"of {product.product_id}, {product.wrong} of the due criteria that are shown are "
            "wrong",
            stands.wrong,
        )
        for product in stands.by_product
        if product.truth_passed + product.wrong >= ENOUGH_CRITERIA
    ]
    return min((pooled, *each, *_numbers_right(stands)), key=_value)


def _numbers_right(stands: Standing) -> Iterator[EvidenceReading]:
    for product in stands.by_product:
        if product.numbers >= ENOUGH_NUMBERS:
            right, due = product.numbers_right, product.numbers
            says = f"of {product.product_id}, {right} of {due} numbers are right"
            yield EvidenceReading(right / due, says)


def _value(reading: EvidenceReading) -> float:
    return reading.value


@measure("The same over all criteria, those of form and agreement too")
def all_right_of_shown(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or not stands.due:
        return None
    shown = stands.passed + len(stands.wrong)
    says = f"{stands.passed} of {shown} things that can be checked on sight are right"
    return EvidenceReading(stands.passed / shown if shown else 0.0, says, stands.wrong)


@measure("Share of the due criteria of form and agreement that pass")
def consistency(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or stands.due <= stands.truth_due:
        return None
    due, passed = stands.due - stands.truth_due, stands.passed - stands.truth_passed
    return EvidenceReading(passed / due, f"{passed} of {due} criteria of form and agreement pass")


@measure("Share of the criteria that fell due in this turn that pass")
def newly_due(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or not stands.new_due:
        return None
    says = f"{stands.new_passed} of {stands.new_due} criteria that fell due in this turn pass"
    return EvidenceReading(stands.new_passed / stands.new_due, says)


@measure("Share of the due criteria that something is shown for")
def visible_criteria(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    stands = turn.work.standing
    if stands is None or not stands.due:
        return None
    wrong = set(stands.wrong)
    missing = tuple(name for name in stands.failing if name not in wrong)
    says = f"{len(missing)} of {stands.due} things that are due cannot be seen"
    return EvidenceReading(1 - min(1.0, len(missing) / stands.due), says, missing)


@measure("Share of the changes asked for that were made (half for one made later)")
def changes_made(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    asked = changes_told_apart(turn)
    if not asked:
        return None
    made = sum(WORTH[change.met] for change in asked)
    names = tuple(
        f"{change.product_id}{change.path}" for change in asked if change.met != "in_turn"
    )
    in_turn = sum(change.met == "in_turn" for change in asked)
    says = f"{in_turn} of {len(asked)} changes asked for were made in the turn"
    return EvidenceReading(made / len(asked), says, names)


@measure("Share of the edits that are right")
def right_edits(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    work = turn.work
    judged = work.correct_edits + work.incorrect_edits
    if not judged:
        return None
    says = f"{work.incorrect_edits} of {judged} edits are wrong"
    return EvidenceReading(work.correct_edits / judged, says)


@measure("Edits that took away what should have stayed")
def destruction(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    count = turn.work.destructive_edits
    if not turn.work.edits and not count:
        return None
    return edits_that_destroyed(count)


@measure(
    "Share of what it sent that stood there before, times the part of its later answers without a "
    f"request for work in which {MOSTLY:.0%} or more of what it sent did"
)
def resent_by_habit(turn: TurnFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    """Ours: a list or a file that changes has to be sent whole; where nothing changes, nothing has.

    So what an agent sends again with work that was asked for counts only as far as it does so
    where none was, from when it first showed something.
    """
    share = turn.work.resent_share
    shows = dropwhile(lambda other: other.work.resent_share is None, meeting.turns)
    unasked = [other.work.resent_share for other in shows if other.asks_for_words]
    if share is None or not unasked:
        return None
    habit = sum(other is not None and other >= MOSTLY for other in unasked) / len(unasked)
    says = f"{share:.0%} of what it sent stood there before, and so in {habit:.0%} of its answers"
    return EvidenceReading(share * habit, says)


@measure("Charts on the table with their axes the wrong way round")
def chart_faults(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    return turned_charts(turn.work.chart_faults)


@measure("Whether anything changed when work was asked for (1 or 0)")
def change_when_work_asked(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    if turn.expects != "work_product":
        return None
    changed = turn.work.has_changed
    says = "something changed" if changed else "nothing that can be seen changed"
    return EvidenceReading(float(changed), f"work was asked for, and {says}")


@measure("Whether anything changed when a change was asked for (1 or 0)")
def change_on_request(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    if not turn.work.asked:
        return None
    says = "something changed" if turn.work.has_changed else "nothing that can be seen changed"
    return EvidenceReading(float(turn.work.has_changed), f"changes were asked for, and {says}")


@measure("Share of the deliverables due that are on the table")
def deliverables_shown(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    work = turn.work
    if not work.products_due:
        return None
    share = min(1.0, work.products / work.products_due)
    return EvidenceReading(
        share, f"{work.products} of {work.products_due} deliverables due are there"
    )
