"""Findings about a stream, worded so that a hostile text cannot harm who reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import ellipsize, one_line
from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.limits import MAX_FINDINGS, MAX_ID, MAX_REASON

if TYPE_CHECKING:
    from modylbench.products.findings import FindingSeverity, FindingSource


def printable(text: object, most: int = MAX_REASON) -> str:
    """A text of an agent's that can stand in a finding: short, one line, valid Unicode."""
    if isinstance(text, int) and text.bit_length() > 200:
        return "a very large whole number"  # Python refuses to write those of 4,300 digits
    if not isinstance(text, str | int | float | None):
        return f"a {type(text).__name__}"  # which may be nested too deeply to be written
    plain = text if isinstance(text, str) else repr(text)
    cut = ellipsize(plain, most)
    return one_line(cut.encode("utf-8", "replace").decode("utf-8"))


class MessageNotes:
    """Gathers the findings about one message; beyond a number of them it only counts."""

    def __init__(
        self,
        message_index: int | None,
        source: FindingSource = "stream",
        *,
        most: int = MAX_FINDINGS,
    ) -> None:
        self.message_index = message_index
        self._most = most
        self.surface_id: str | None = None
        self._source: FindingSource = source
        self._findings: list[SurfaceFinding] = []
        self._untold = 0
        self._worst_untold: FindingSeverity = "warning"

    def error(
        self, code: str, reason: str, *, component_id: str | None = None, where: str = ""
    ) -> None:
        """Something was refused."""
        self._add("error", code, reason, component_id, where)

    def warning(
        self, code: str, reason: str, *, component_id: str | None = None, where: str = ""
    ) -> None:
        """Something was taken, though not quite as it was sent."""
        self._add("warning", code, reason, component_id, where)

    @property
    def findings(self) -> tuple[SurfaceFinding, ...]:
        """What was found, in order."""
        if not self._untold:
            return tuple(self._findings)
        more = self._finding(
            self._worst_untold, "more_of_the_same", f"{self._untold:,} more findings", None, ""
        )
        return (*self._findings, more)

    def _add(
        self,
        severity: FindingSeverity,
        code: str,
        reason: str,
        component_id: str | None,
        where: str,
    ) -> None:
        if len(self._findings) < self._most:
            self._findings.append(self._finding(severity, code, reason, component_id, where))
            return
        self._untold += 1
        self._worst_untold = "error" if severity == "error" else self._worst_untold

    def _finding(
        self,
        severity: FindingSeverity,
        code: str,
        reason: str,
        component_id: str | None,
        where: str,
    ) -> SurfaceFinding:
        return SurfaceFinding(
            source=self._source,
            severity=severity,
            code=code,
            reason=printable(reason),
            surface_id=None if self.surface_id is None else printable(self.surface_id, MAX_ID),
            component_id=None if component_id is None else printable(component_id, MAX_ID),
            message_index=self.message_index,
            where=printable(where),
        )
