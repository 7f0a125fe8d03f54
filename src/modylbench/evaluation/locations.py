"""What a locator pointed at, what code made of it, and how far the locator may be trusted."""

from __future__ import annotations

from typing import Literal

from modylbench.evaluation.facts import Count
from modylbench.evaluation.verdicts import Sha256, Usage
from modylbench.foundation.record import Record, Spec

LocationOutcome = Literal["taken", "not there", "refused", "disagreed", "failed"]
HIGHEST_FALSE_RATE = 0.01  # ours: as seldom as a criterion may pass that should not
FEWEST_SAMPLES = 300  # ours: none wrong among so many bounds the rate at 1 % (rule of three)


class ProposedPlace(Spec):
    """Where one answer says that a quantity stands, and the value that code reads there."""

    product_id: str
    pointer: str
    span: tuple[int, int] | None = None
    label: str
    value: float | None = None
    refusal: str = ""
    """Why code does not take the number there; empty where it does."""


class QuantityLocation(Spec):
    """One quantity that code had not found: two proposals, and what became of them.

    A proposal that is None says that the quantity is not there.
    """

    quantity: str
    product_id: str
    proposals: tuple[ProposedPlace | None, ...] = ()
    outcome: LocationOutcome
    reason: str = ""


class LocatorCalibration(Record):
    """How often a locator's values were wrong on products of which the truth is known.

    A false pass is a figure that was corrupted or taken out, and for which a right value was taken
    from elsewhere; a false failure is a right figure for which a wrong value was taken.
    """

    models: tuple[str, ...]
    request: Sha256
    """Of the words that the locator was asked with."""
    samples: tuple[str, ...]
    """What it was tried on, such as `financial_analyst at seed 3`."""
    corrupted: Count
    false_passes: Count
    right: Count
    false_failures: Count
    taken: Count
    failures: Count = 0
    """Products on which the locator gave no usable answer."""
    answers: Sha256
    """Of the answers, which are kept beside this record."""
    harness_version: str = ""

    @property
    def problem(self) -> str:
        """Why a locator's values do not count by this record; empty where they do."""
        if min(self.corrupted, self.right) < FEWEST_SAMPLES:
            return (
                f"it was tried on {self.corrupted} corrupted and {self.right} right figures, "
                f"expected {FEWEST_SAMPLES} of each"
            )
        for name, wrong, of in (
            ("false passes", self.false_passes, self.corrupted),
            ("false failures", self.false_failures, self.right),
        ):
            if wrong > HIGHEST_FALSE_RATE * of:
                return f"{wrong} {name} in {of}, expected at most {HIGHEST_FALSE_RATE:.0%}"
        return ""


class LocatorRecord(Spec):
    """A locator at work on one meeting; its answers are in judgments.jsonl.

    Where its values do not count, `reason` says why, and the findings stay as code left them.
    """

    name: str
    models: tuple[str, ...]
    request: Sha256
    """Of the words that it is asked with."""
    counts: bool
    reason: str = ""
    calibration: LocatorCalibration | None = None
    locations: tuple[QuantityLocation, ...] = ()
    failures: tuple[str, ...] = ()
    """What went wrong on the locator's side, by product: nothing of that counts for anybody."""
    usage: Usage = Usage()
    requests: tuple[Sha256, ...] = ()
