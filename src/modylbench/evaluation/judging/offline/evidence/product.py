"""What do findings, and what was said of it, say of a deliverable?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.evidence.speech import (
    addressed_to_judges,
    different,
    invented,
    true_share,
)
from modylbench.evaluation.judging.offline.rating import Measure, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.facts import MeetingFacts, ProductFacts
    from modylbench.evaluation.findings import Finding

FORM = ("chart_form", "sections", "length", "grid")
WORTH_OF_NUMBERS = 3  # ours: some products have hardly a criterion against the truth of their own


def _share(findings: Sequence[Finding], what: str) -> Reading | None:
    """How far the findings are satisfied, and which are not; a table counts by its numbers."""
    if not findings:
        return None
    failed = tuple(one.criterion_id for one in findings if not one.passed)
    passed = len(findings) - len(failed)
    value = sum(one.rightness for one in findings) / len(findings)
    return Reading(value, f"{passed} of {len(findings)} {what} pass", failed)


def _against_truth(product: ProductFacts) -> list[Finding]:
    truth = set(product.truth_criteria)
    return [one for one in product.findings if one.criterion_id in truth]


def _truth(product: ProductFacts, meeting: MeetingFacts) -> Reading | None:
    criteria = _share(_against_truth(product), "criteria against the truth")
    numbers = _numbers(product, meeting)
    if criteria is None or numbers is None:
        return criteria or numbers
    count = len(product.truth_criteria)
    value = (criteria.value * count + numbers.value * WORTH_OF_NUMBERS) / (count + WORTH_OF_NUMBERS)
    return Reading(value, f"{criteria.says}, {numbers.says}", criteria.names)


def _consistent(product: ProductFacts, _: MeetingFacts) -> Reading | None:
    truth = set(product.truth_criteria)
    rest = [one for one in product.findings if one.criterion_id not in truth]
    return _share(rest, "criteria of form and agreement")


def _numbers(product: ProductFacts, _: MeetingFacts) -> Reading | None:
    due, right = product.numbers_due, product.numbers_right
    if not due:
        return None
    return Reading(right / due, f"{right} of {due} numbers that the truth fixes are right")


def _form(product: ProductFacts, _: MeetingFacts) -> Reading | None:
    return _share([one for one in product.findings if one.check_type in FORM], "criteria of form")


def _there(product: ProductFacts, _: MeetingFacts) -> Reading | None:
    if not product.findings:
        return None
    missing = [one for one in product.findings if one.verdict == "missing"]
    count = len(product.findings)
    lacking = sum(1 - one.rightness for one in missing)
    says = f"{len(missing)} of {count} things that are checked are missing"
    return Reading(1 - lacking / count, says, tuple(one.criterion_id for one in missing))


def _content(product: ProductFacts, _: MeetingFacts) -> Reading:
    share = product.placeholders or 0.0
    return Reading(1 - share, f"{share:.0%} of its cells and paragraphs are placeholders")


def _kind(product: ProductFacts, _: MeetingFacts) -> Reading:
    says = "it is of the kind asked for" if product.is_of_kind else "it is of another kind"
    return Reading(float(product.is_of_kind), says)


def _contradictions(product: ProductFacts, _: MeetingFacts) -> Reading:
    names = different(product.contradictions)
    return Reading(len(names), f"{len(names)} figures are said one way and shown another", names)


def _said_true(product: ProductFacts, meeting: MeetingFacts) -> Reading | None:
    said = [
        figure
        for turn in meeting.turns
        for figure in turn.speech.figures
        if figure.product_id == product.product_id
    ]
    return true_share(said, "said of it")


def _requests(product: ProductFacts, meeting: MeetingFacts) -> Reading | None:
    asked = [
        change
        for turn in meeting.turns
        for change in turn.work.asked
        if change.product_id == product.product_id
    ]
    if not asked:
        return None
    open_ones = tuple(change.path for change in asked if change.met == "never")
    made = len(asked) - len(open_ones)
    says = f"{made} of {len(asked)} changes asked for were made"
    return Reading(made / len(asked), says, open_ones)


def _sources(product: ProductFacts, _: MeetingFacts) -> Reading:
    return invented(product.ungrounded)


def _attempts(product: ProductFacts, _: MeetingFacts) -> Reading:
    return addressed_to_judges(product.attempts)


def _destroyed(product: ProductFacts, _: MeetingFacts) -> Reading:
    count = product.destructive_edits
    return Reading(count, f"{count} edits took away what should have stayed")


TRUTH = Measure(
    "Share of its criteria against the truth that pass (a table by its numbers); the share of its "
    f"right numbers counts as {WORTH_OF_NUMBERS} criteria",
    _truth,
)
CONSISTENT = Measure("Share of its criteria of form and agreement that pass", _consistent)
NUMBERS = Measure("Share of the numbers that the truth fixes that are right", _numbers)
FORM_MET = Measure("Share of its criteria of form (charts, sections, length, grids)", _form)
THERE = Measure("Share of its criteria that something is shown for", _there)
CONTENT = Measure("Share of its cells and paragraphs that are no placeholders", _content)
KIND = Measure("Whether it is of the kind asked for (1 or 0)", _kind)
CONTRADICTIONS = Measure("Different figures said one way and shown another", _contradictions)
SAID_TRUE = Measure("Share of the figures said of it that are true", _said_true)
REQUESTS = Measure("Share of the changes to it asked for that were made", _requests)
SOURCES = Measure("Sources in it that nobody gave (address or study 1, name 0.3)", _sources)
ATTEMPTS = Measure("Texts in it addressed to the judge", _attempts)
DESTROYED = Measure("Edits that took away what should have stayed", _destroyed)
