"""Criteria: what is checked in a work product, by which method, against which value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

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
CriterionMethod = Method | Literal["vote"]
"""How a criterion is checked: by a method of SPEC 4, or by the vote of judges."""
CheckType = Literal[
    "equals", "comparison", "table_equals", "concludes", "figures_tie",
    "algebra", "rule",
    "grid", "sections", "says", "length", "chart_form",
    "citations", "cited_sources", "cited_claims",
    "inequality", "ordered", "benjamini_hochberg", "recomputed",
    "agrees", "reconciled",
    "behaves", "tests_pass", "tests_catch", "log_agrees",
    "voted",
]  # fmt: skip
METHOD_OF: dict[CheckType, CriterionMethod] = {
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
    "behaves": "programmatic", "tests_pass": "programmatic", "tests_catch": "programmatic",
    "log_agrees": "data_consistency",
    "voted": "vote",
}  # fmt: skip
VOTED: Literal["voted"] = "voted"
RUN: frozenset[CheckType] = frozenset({"behaves", "tests_pass", "tests_catch", "log_agrees"})
"""What is checked by running code: unverifiable where there is no sandbox."""
EXPRESSIONS: frozenset[CheckType] = frozenset({"comparison", "algebra", "inequality"})

ExpectedValue = Number | Label | tuple[Label | tuple[Label, ...], ...] | dict[str, Number] | None


class Criterion(Spec):
    """One check.

    `target_field` is the quantity checked (several, separated by commas, for a rule) or, for a
    comparison, the expression itself; `against` is the quantity it is compared with, if any. Of
    one that judges vote on, the description is what they are asked.
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

    @model_validator(mode="after")
    def _can_be_voted_on(self) -> Criterion:
        if not self.is_voted:
            return self
        if not self.description.endswith("?"):
            message = (
                f"found no question in {self.description!r}, expected one to vote on by yes or no"
            )
            raise ValueError(message)
        if self.decisive or not self.required:
            message = "found `decisive` or `required: false` with a vote, expected neither"
            raise ValueError(message)
        return self

    @property
    def is_voted(self) -> bool:
        """Whether code cannot check it, and judges vote on it."""
        return self.check_type == VOTED

    @property
    def method(self) -> CriterionMethod:
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
