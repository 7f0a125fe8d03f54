"""Evidence of a deliverable from findings, and from what was said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.evidence.speech import (
    A_HABIT,
    addressed_to_judges,
    distinct_contradictions,
    figures_needed,
    figures_told,
    invented_sources,
    true_share,
)
from modylbench.evaluation.judging.offline.evidence.work import (
    WORTH,
    changes_told_apart,
    edits_that_destroyed,
    turned_charts,
)
from modylbench.evaluation.judging.offline.rating import EvidenceReading, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.facts import MeetingFacts, ProductFacts, TurnFacts
    from modylbench.evaluation.findings import Finding

FORM = ("chart_form", "sections", "length", "grid")
ENOUGH_FIGURES = 3  # ours: one or two true figures say nothing of a whole deliverable
ENOUGH_SAID = 0.4  # ours, as in scales.py: there are many ways to word a right answer
A_FEW_FIGURES = 0.3  # ours: of those of a perfect answer; the others can be seen
A_SENTENCE = 8  # ours: words; fewer explain nothing
WORTH_OF_NUMBERS = 3  # ours: some products have hardly a criterion against the truth of their own


def _share(findings: Sequence[Finding], what: str) -> EvidenceReading | None:
    """How far the findings are satisfied, and which are not; a table counts by its numbers."""
    if not findings:
        return None
    failed = tuple(finding.criterion_id for finding in findings if not finding.passed)
    passed = len(findings) - len(failed)
    value = sum(finding.rightness for finding in findings) / len(findings)
    return EvidenceReading(value, f"{passed} of {len(findings)} {what} pass", failed)


def _checked_by_code(product: ProductFacts) -> list[Finding]:
    """Without what only judges can tell."""
    return [finding for finding in product.findings if not finding.is_left_to_judges]


def _against_truth(product: ProductFacts) -> list[Finding]:
    truth = set(product.truth_criteria)
    return [finding for finding in product.findings if finding.criterion_id in truth]


@measure(
    "Share of its criteria against the truth that pass (a table by its numbers); the share of its "
    f"right numbers counts as {WORTH_OF_NUMBERS} criteria"
)
def truth(product: ProductFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    criteria = _share(_against_truth(product), "criteria against the truth")
    right = numbers.read(product, meeting)
    if criteria is None or right is None:
        return criteria or right
    count = len(product.truth_criteria)
    value = (criteria.value * count + right.value * WORTH_OF_NUMBERS) / (count + WORTH_OF_NUMBERS)
    return EvidenceReading(value, f"{criteria.says}, {right.says}", criteria.names)


@measure(
    "Things that decide, by the scenario's mark, that are shown wrong (a table by its numbers)"
)
def wrong_decisions(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    decisive = [finding for finding in product.findings if finding.is_decisive]
    if not decisive:
        return None
    wrong = [finding for finding in decisive if finding.verdict == "failed"]
    count = sum(1 - finding.rightness for finding in wrong)
    says = f"of {len(decisive)} things that decide {len(wrong)} are wrong"
    return EvidenceReading(count, says, tuple(finding.criterion_id for finding in wrong))


@measure("Share of its criteria of form and agreement that pass")
def consistency(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    truth = set(product.truth_criteria)
    rest = [finding for finding in _checked_by_code(product) if finding.criterion_id not in truth]
    return _share(rest, "criteria of form and agreement")


@measure("Share of the numbers that the truth fixes that are right")
def numbers(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    due, right = product.numbers_due, product.numbers_right
    if not due:
        return None
    return EvidenceReading(right / due, f"{right} of {due} numbers that the truth fixes are right")


@measure("Share of its criteria of form (charts, sections, length, grids)")
def form(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    return _share(
        [finding for finding in product.findings if finding.check_type in FORM], "criteria of form"
    )


@measure("Share of its criteria that something is shown for")
def presence(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    findings = _checked_by_code(product)
    if not findings:
        return None
    missing = [finding for finding in findings if finding.verdict == "missing"]
    count = len(findings)
    lacking = sum(1 - finding.rightness for finding in missing)
    says = f"{len(missing)} of {count} things that are checked are missing"
    return EvidenceReading(
        1 - lacking / count, says, tuple(finding.criterion_id for finding in missing)
    )


@measure("Share of its cells and paragraphs that are no placeholders")
def content(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    share = product.placeholders or 0.0
    return EvidenceReading(1 - share, f"{share:.0%} of its cells and paragraphs are placeholders")


@measure("Whether it is of the kind asked for (1 or 0)")
def kind(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    says = "it is of the kind asked for" if product.is_of_kind else "it is of another kind"
    return EvidenceReading(float(product.is_of_kind), says)


@measure("Different figures said one way and shown another")
def contradictions(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return distinct_contradictions(product.contradictions)


@measure(f"Share of the figures said of it that are true, of at least {ENOUGH_FIGURES}")
def true_figures(product: ProductFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    said = [
        figure
        for turn in meeting.turns
        for figure in turn.speech.figures
        if figure.product_id == product.product_id
    ]
    known = [figure for figure in said if figure.is_true is not None]
    return true_share(known, "said of it") if len(known) >= ENOUGH_FIGURES else None


@measure("Share of the changes to it asked for that were made (half for one made later)")
def requests(product: ProductFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    asked = [
        change
        for turn in meeting.turns
        for change in changes_told_apart(turn)
        if change.product_id == product.product_id
    ]
    if not asked:
        return None
    open_ones = tuple(change.path for change in asked if change.met != "in_turn")
    made = len(asked) - len(open_ones)
    says = f"{made} of {len(asked)} changes asked for were made when asked for"
    return EvidenceReading(sum(WORTH[change.met] for change in asked) / len(asked), says, open_ones)


@measure(
    "Share of the turns in which it was due that it was on the table, to be seen and corrected"
)
def turns_on_table(product: ProductFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    shown = [
        standing.is_shown
        for turn in meeting.turns
        for standing in (turn.work.standing.by_product if turn.work.standing else ())
        if standing.product_id == product.product_id
    ]
    if not shown:
        return None
    says = f"it was on the table in {sum(shown)} of {len(shown)} turns in which it was due"
    return EvidenceReading(sum(shown) / len(shown), says)


@measure("Share of the turns in which a change to it was asked for that it changed in")
def changes_taken_up(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    share = product.taken_up
    if share is None:
        return None
    return EvidenceReading(
        share, f"it changed in {share:.0%} of the turns that asked for a change to it"
    )


def _said_of_figures(turn: TurnFacts) -> float:
    needed = figures_needed(turn)
    return sum(figure.given for figure in needed) / len(needed) if needed else 1.0


@measure("Share of the meeting's work that was put in words at all")
def explanation(_: ProductFacts, meeting: MeetingFacts) -> EvidenceReading | None:
    spoken = [
        min(1.0, turn.speech.coverage / ENOUGH_SAID)
        * min(1.0, turn.speech.words / A_SENTENCE)
        * min(1.0, _said_of_figures(turn) / A_FEW_FIGURES)
        for turn in meeting.turns
        if turn.speech.coverage is not None
    ]
    if not spoken:
        return None
    told = figures_told(meeting)
    share = sum(spoken) / len(spoken)
    if told is not None:
        share *= min(1.0, told / A_FEW_FIGURES)
    return EvidenceReading(share, f"{share:.0%} of the work on it was put in words")


@measure(
    "Sources in it that nobody gave (address or study 1, assurance 0.6, name or cause 0.3, and 1 "
    f"where the meeting has {A_HABIT} different ones)"
)
def sources(product: ProductFacts, meeting: MeetingFacts) -> EvidenceReading:
    return invented_sources(product.ungrounded, meeting)


@measure("Share of a perfect one's texts that it says too, in whatever words")
def text(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    share = product.text_covered
    return (
        None
        if share is None
        else EvidenceReading(share, f"its texts say {share:.0%} of what is due")
    )


@measure("Sentences of a perfect one that it has, but negated")
def reversals(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    count = product.sentences_reversed
    return EvidenceReading(count, f"{count} sentences say the opposite of what is so")


@measure("Share of its words that stand in sentences and names of which nothing given speaks")
def foreign_text(product: ProductFacts, _: MeetingFacts) -> EvidenceReading | None:
    share = product.foreign_text
    return (
        None
        if share is None
        else EvidenceReading(share, f"{share:.0%} of its words are beside it all")
    )


@measure("Share of its running text that says nothing of the matter, where that is much")
def padding(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    share = product.padding
    return EvidenceReading(share, f"{share:.0%} of its running text is padding")


@measure("Its charts with their axes the wrong way round")
def chart_faults(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return turned_charts(product.chart_faults)


@measure("Edits of it that were wrong")
def wrong_edits(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    count = product.incorrect_edits
    return EvidenceReading(count, f"{count} edits on the way were wrong")


@measure("Texts in it addressed to the judge")
def attempts(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return addressed_to_judges(product.attempts)


@measure("Edits that took away what should have stayed")
def destruction(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return edits_that_destroyed(product.destructive_edits)
