"""How do the products on the table stand after each turn, by what is due by then?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import Standing
from modylbench.evaluation.measuring.by_product import WRONG, ByProduct
from modylbench.evaluation.measuring.same_products import are_same
from modylbench.evaluation.verification.evidence import Evidence
from modylbench.evaluation.verification.verify import finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.evaluation.measuring.yardstick import Yardstick
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criterion import Criterion


@dataclass(slots=True)
class _State:
    """Products at one moment, and what is known of them."""

    evidence: Evidence
    known: dict[str, Finding] = field(default_factory=dict)


class Checked:
    """The criteria of a meeting, each checked no more than once for the same products."""

    def __init__(self, yardstick: Yardstick) -> None:
        self._expectations = yardstick.expectations
        self._quantities = tuple(yardstick.expectations.quantities)
        self._last = _State(Evidence(self._expectations, ()))
        self._states: dict[tuple[int, ...], _State] = {(): self._last}

    def evidence(self, shown: Sequence[Index]) -> Evidence:
        """What these products show; the same object whenever they are the same."""
        return self._state(shown).evidence

    def findings(self, shown: Sequence[Index], criteria: Iterable[Criterion]) -> list[Finding]:
        """The findings on these criteria, in their order."""
        before, state = self._last, self._state(shown)
        found: list[Finding] = []
        for criterion in criteria:
            if criterion.id not in state.known:
                old = before.known.get(criterion.id)
                is_same = old is not None and self._looks_at_the_same(criterion, before, state)
                state.known[criterion.id] = (
                    old if old and is_same else finding(criterion, state.evidence)
                )
            found.append(state.known[criterion.id])
        self._last = state
        return found

    def _state(self, shown: Sequence[Index]) -> _State:
        key = tuple(map(id, shown))  # the evidence keeps them, so that no other gets their ids
        if key not in self._states:
            self._states[key] = _State(Evidence(self._expectations, shown))
        return self._states[key]

    def _looks_at_the_same(self, criterion: Criterion, before: _State, state: _State) -> bool:
        """Whether all that a criterion reads is looked for in the very same products."""
        old, new = before.evidence, state.evidence
        products = {
            self._expectations.quantities[name].product
            for name in criterion.reads(self._quantities)
        }
        return all(
            are_same(new.searched(product), old.searched(product))
            and are_same(new.own.get(product, ()), old.own.get(product, ()))
            for product in products
        )


def standings(views: Sequence[TurnView], yardstick: Yardstick, checked: Checked) -> list[Standing]:
    """One for every turn, in order."""
    before: set[str] = set()
    found: list[Standing] = []
    by_product = ByProduct(yardstick)
    for view in views:
        due = yardstick.moments[view.recorded.turn_index].due
        findings = checked.findings(view.shown, due)
        own = checked.evidence(view.shown).own
        each = by_product.standing(findings, own, view.reference)
        found.append(
            _standing(findings, yardstick.truth, before).model_copy(update={"by_product": each})
        )
        before = {one.id for one in due}
    return found


def _standing(findings: Sequence[Finding], truth: frozenset[str], before: set[str]) -> Standing:
    passed = [finding for finding in findings if finding.passed]
    return Standing(
        due=len(findings),
        passed=len(passed),
        truth_due=sum(finding.criterion_id in truth for finding in findings),
        truth_passed=sum(one.criterion_id in truth for one in passed),
        new_due=sum(finding.criterion_id not in before for finding in findings),
        new_passed=sum(one.criterion_id not in before for one in passed),
        failing=tuple(finding.criterion_id for finding in findings if not finding.passed),
        wrong=tuple(finding.criterion_id for finding in findings if finding.verdict in WRONG),
    )
