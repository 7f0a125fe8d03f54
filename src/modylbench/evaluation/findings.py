"""Findings: what code has established about a work product."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from modylbench.foundation.record import Spec
from modylbench.scenarios.criteria.criterion import RUN, VOTED

FindingOutcome = Literal["passed", "failed", "missing", "unread", "ambiguous", "unverifiable"]
"""`failed` is shown and wrong; `missing` stands nowhere; `unread` stands there, right at the
precision shown, under a label that code could not read; `ambiguous` is shown with different values;
`unverifiable` goes to the panel's vote."""


class Spot(Spec):
    """A place in a product: a pointer, the characters inside a text there, and what it shows."""

    product_id: str
    pointer: str
    span: tuple[int, int] | None = None
    value: float | None = None


class Finding(Spec):
    """One criterion, checked: only `passed` passes."""

    criterion_id: str
    description: str
    method: str
    check_type: str
    required: bool
    verdict: FindingOutcome
    found: str
    expected: str
    tolerance_pct: float
    where: tuple[Spot, ...]
    reason: str
    is_decisive: bool = False
    """Whether the work is worthless without it, by the scenario (SPEC 2)."""
    share: Annotated[float, Field(ge=0, le=1)] | None = None
    """How far it holds: of numbers compared the part that is right; None where it is yes or no."""
    located_by: str = ""
    """The locator that pointed at a number which it rests on, where code alone had found none."""

    @property
    def passed(self) -> bool:
        """True when the criterion is satisfied."""
        return self.verdict == "passed"

    @property
    def is_left_to_judges(self) -> bool:
        """Whether code cannot tell, by its nature or for want of a sandbox."""
        return is_left_to_judges(self.check_type, self.verdict)

    @property
    def counts(self) -> bool:
        """False for what nobody had to show and nobody showed: it is neither right nor wrong."""
        return self.required or self.verdict not in ("missing", "unread")

    @property
    def rightness(self) -> float:
        """How far it is satisfied: 1 only where it passed."""
        return 1.0 if self.passed else self.share or 0.0


def is_left_to_judges(check_type: str, verdict: str) -> bool:
    """Whether a check of that kind, with that outcome, tells nothing by itself."""
    return check_type in {VOTED, *RUN} and verdict == "unverifiable"
