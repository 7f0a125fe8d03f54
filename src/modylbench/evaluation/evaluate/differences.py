"""Which figures of a finding are wrong, told in names of ours and in numbers alone?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.findings import Finding
    from modylbench.scenarios.criterion import Criterion

EXPRESSIONS = ("comparison", "algebra", "inequality")
"""Checks whose finding lists the quantities they read, which scenarios name, with their values."""
ANOTHER = "a cell of another name"
MOST_TOLD = 5  # ours: verification names three to five of many; the share says how many there are
_NUMBER = r"-?[0-9][0-9,]*(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
_WRONG = re.compile(rf"(?P<name>.{{1,200}}) is (?P<found>{_NUMBER}), not (?P<due>{_NUMBER})")
_ABSENT = re.compile(r"(?P<name>.{1,200}) is not shown")
_APART = re.compile(rf"(?P<name>.{{1,200}}): (?P<one>{_NUMBER}) and (?P<other>{_NUMBER})")
_SIDES = re.compile(
    rf"(?:==|=|!=|<=|>=|<|>) does not hold: "
    rf"the left side is {_NUMBER}, the right side {_NUMBER}"
)
_VALUES = re.compile(rf"[a-z][a-z0-9_]* = {_NUMBER}(?:, [a-z][a-z0-9_]* = {_NUMBER})*")
_MORE = re.compile(r" and \d+ more$")


def cell_names(criteria: Iterable[Criterion]) -> frozenset[str]:
    """The names of rows, columns and quantities that the scenario itself gives."""
    found: set[str] = set()
    for criterion in criteria:
        found.update((criterion.target_field, criterion.against or criterion.target_field))
        if isinstance(criterion.expected_value, dict):
            found.update(part for key in criterion.expected_value for part in key.split("|"))
    return frozenset(found)


def differences(finding: Finding, cells: frozenset[str]) -> tuple[str, ...]:
    """The first few figures that are not what they should be.

    A reason is told only where it reads as one of ours does, and a name only if it is the
    scenario's: anything else may be the agent's words.
    """
    reason = _MORE.sub("", finding.reason)
    told = [line for part in reason.split("; ") if (line := _told(part, cells))]
    return tuple([*_values(finding), *told][:MOST_TOLD])


def _told(part: str, cells: frozenset[str]) -> str:
    if found := _WRONG.fullmatch(part):
        return f"{_name(found['name'], cells)} is {found['found']}, not {found['due']}"
    if found := _ABSENT.fullmatch(part):
        return f"{_name(found['name'], cells)} is not shown"
    if found := _APART.fullmatch(part):
        return f"{_name(found['name'], cells)}: {found['one']} and {found['other']}"
    return part if _SIDES.fullmatch(part) else ""


def _values(finding: Finding) -> Iterator[str]:
    if finding.check_type in EXPRESSIONS and _VALUES.fullmatch(finding.found):
        yield finding.found


def _name(name: str, cells: frozenset[str]) -> str:
    return name if all(part in cells for part in name.split(" / ")) else ANOTHER
