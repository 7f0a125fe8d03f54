"""Criteria: what is checked in a work product, by which method, against which value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from modylbench.foundation.record import Name, Spec
from modylbench.products.quantities.closeness import DEFAULT_TOLERANCE_PCT
from modylbench.products.scalars import Label, Number
from modylbench.scenarios.criteria.expressions import names_in, parse_comparisons

if TYPE_CHECKING:
    from collections.abc import Iterable

Method = Literal[
    "programmatic",
    "mathematical",
    "structural",
    "citation_validity",
    "statistical",
    "data_consistency",
]
CheckType = Literal[
    "equals", "comparison", "table_equals", "concludes", "figures_tie",
    "algebra", "rule",
    "grid", "sections", "says", "length", "chart_form",
    "citations", "cited_sources", "cited_claims",
    "inequality", "ordered", "benjamini_hochberg", "recomputed",
    "agrees", "reconciled",
]  # fmt: skip
METHOD_OF: dict[CheckType, Method] = {
    "equals": "programmatic", "comparison": "programmatic", "table_equals": "programmatic",
    "figures_tie": "programmatic",
    "algebra": "mathematical", "rule": "mathematical",
    "grid": "structural", "sections": "structural", "says": "structural", "concludes": "structural",
    "length": "structural", "chart_form": "structural",
    "citations": "citation_validity", "cited_sources": "citation_validity",
    "cited_claims": "citation_validity",
    "inequality": "statistical", "ordered": "statistical", "benjamini_hochberg": "statistical",
    "recomputed": "statistical",
    "agrees": "data_consistency", "reconciled": "data_consistency",
}  # fmt: skip
EXPRESSIONS: frozenset[CheckType] = frozenset({"comparison", "algebra", "inequality"})

ExpectedValue = Number | Label | tuple[Label | tuple[Label, ...], ...] | dict[str, Number] | None


class Criterion(Spec):
    """One check.

    `target_field` is the quantity checked (several, separated by commas, for a rule) or, for a
    comparison, the expression itself; `against` is the quantity it is compared with, if any.
    """

    id: Name
    description: Annotated[str, Field(min_length=8)]
    check_type: CheckType
    target_field: str
    expected_value: ExpectedValue = None
    tolerance_pct: Annotated[float, Field(ge=0, le=50)] = DEFAULT_TOLERANCE_PCT
    required: bool = True
    decisive: bool = False
    """Whether the product is worthless without it; at most twelve of a product (SPEC 2)."""
    against: Name | None = None
    rule: Name | None = None

    @property
    def method(self) -> Method:
        """The verification method this check belongs to (SPEC 4)."""
        return METHOD_OF[self.check_type]

    @property
    def is_expression(self) -> bool:
        """True when the target is an expression over quantities."""
        return self.check_type in EXPRESSIONS

    def reads(self, quantities: Iterable[str]) -> tuple[str, ...]:
        """The quantities this criterion reads, of those there are."""
        if self.is_expression:
            return names_in(parse_comparisons(self.target_field, tuple(quantities)))
        targets = [name.strip() for name in self.target_field.split(",")]
        return tuple(dict.fromkeys([*targets, *([self.against] if self.against else [])]))
