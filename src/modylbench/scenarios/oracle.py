"""Oracles: the code beside a scenario that computes every number it checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.reading.index import Index, TextPassage

if TYPE_CHECKING:
    from modylbench.products.work_product import WorkProduct

Truth = dict[str, Any]
"""Every name that templates and criteria may use: numbers, texts, lists of names, tables."""


RuleReading = FoundNumber | FoundTable | TextPassage | Index
"""What a rule gets: a number, a table, a text under a heading, or a whole product."""
Readings = Mapping[str, RuleReading]
KnownTruth = Mapping[str, Any]


class Absence(str):
    """A rule's line on a figure that is not shown: what rests on it is missing, not wrong."""

    __slots__ = ()


class OracleRule(Protocol):
    """A check that only this scenario has."""

    def __call__(self, readings: Readings, truth: KnownTruth) -> list[str]:
        """What is wrong with the quantities found, a line each; nothing where all is well.

        A line that only says that something is not shown is an `Absence`.
        """


class Oracle(Protocol):
    """What `oracle.py` of a scenario defines."""

    MILESTONES: tuple[str, ...]
    """What the script's `reaches` may name, in the order in which a meeting gets there."""

    RULES: Mapping[str, OracleRule]
    """Checks of this scenario alone, by the name criteria use."""

    def solve(
        self, parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
    ) -> Truth | None:
        """Everything that follows from what is drawn; None where it makes no sensible problem."""

    def products(
        self, truth: Mapping[str, Any], reached: frozenset[str]
    ) -> tuple[WorkProduct, ...]:
        """A complete, correct set of work products, as far as the milestones reached."""

    def attachments(self, truth: Mapping[str, Any]) -> Mapping[str, str]:
        """The files that the human hands over, by name, with the defects of `truth["defects"]`."""
