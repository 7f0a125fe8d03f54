"""What code finds wrong with what an agent shows, gathered as far as a person would read on."""

from __future__ import annotations

from typing import Literal

from modylbench.foundation.errors import ellipsize
from modylbench.foundation.record import Name, Spec

FindingSource = Literal["stream", "state", "reading", "page"]
FindingSeverity = Literal["error", "warning"]


class SurfaceFinding(Spec):
    """One fault of the agent's: where it came to light, what it is, and at which place.

    `source` is the step that saw it: the stream (a message that cannot be taken), the state at the
    end of a turn (a child that never came), reading work products, or the rendered page.
    `message_index` counts the messages of the meeting from 0. `where` is a pointer or a text.
    """

    source: FindingSource
    severity: FindingSeverity
    code: Name
    reason: str
    surface_id: str | None = None
    component_id: str | None = None
    message_index: int | None = None
    where: str = ""


MOST_OF_A_CODE = 20
"""Ours: of each kind of fault so many are told one by one, and the others counted."""

LONGEST_SHOWN = 80
LONGEST_PLACE = 200


class Complaints:
    """Gathers the findings of one place."""

    def __init__(self, surface_id: str | None = None, component_id: str | None = None) -> None:
        self._surface_id = surface_id
        self._component_id = component_id
        self._findings: list[SurfaceFinding] = []
        self._counts: dict[tuple[FindingSeverity, str], int] = {}

    def error(self, code: str, reason: str, where: str = "") -> None:
        """Something is lost or cannot be read."""
        self._add("error", code, reason, where)

    def warning(self, code: str, reason: str, where: str = "") -> None:
        """All is read, though not as it was written."""
        self._add("warning", code, reason, where)

    def _add(self, severity: FindingSeverity, code: str, reason: str, where: str) -> None:
        count = self._counts[severity, code] = self._counts.get((severity, code), 0) + 1
        if count <= MOST_OF_A_CODE:
            self._findings.append(self._finding(severity, code, reason, where))

    def _finding(
        self, severity: FindingSeverity, code: str, reason: str, where: str
    ) -> SurfaceFinding:
        return SurfaceFinding(
            source="reading",
            severity=severity,
            code=code,
            reason=reason,
            surface_id=self._surface_id,
            component_id=self._component_id,
            where=where[:LONGEST_PLACE],
        )

    @property
    def count(self) -> int:
        """How many there are, told or not."""
        return sum(self._counts.values())

    @property
    def findings(self) -> tuple[SurfaceFinding, ...]:
        """The findings, with one more for each kind of which there are too many to tell."""
        untold = [
            self._finding(severity, code, f"{count - MOST_OF_A_CODE:,} more of this kind", "")
            for (severity, code), count in self._counts.items()
            if count > MOST_OF_A_CODE
        ]
        return (*self._findings, *untold)


def quote_value(value: object) -> str:
    """The value as a reason may quote it: short, on one line, and never walked in depth."""
    if isinstance(value, dict):
        return f"an object of {len(value):,} fields"
    if isinstance(value, list | tuple):
        return f"a list of {len(value):,}"
    if isinstance(value, str):
        cut = ellipsize(value, LONGEST_SHOWN)
        return repr(" ".join(cut.split()))
    if isinstance(value, int) and value.bit_length() > 200:
        return "a very large whole number"  # Python refuses to write those of 4,300 digits
    return "null" if value is None else str(value)[:LONGEST_SHOWN]
