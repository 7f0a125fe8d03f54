"""What the agent sent for its surfaces, and what they showed at the end of each turn."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.foundation.record import canonical_json
from modylbench.meeting.capture.store import HashedLog
from modylbench.recording.events import KeptFile, SurfaceFault
from modylbench.surfaces.actions import client_errors
from modylbench.surfaces.turns import SurfaceFold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.capture.store import Folder
    from modylbench.meeting.capture.words import TextStream
    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.snapshot import SurfaceSnapshot

MOST_FAULTS = 100  # ours: of a turn; the others are counted
MOST_ERRORS = 20  # that are sent back for one text
SEQUENCE = "seq"


class SurfaceCapture:
    """Takes the texts that an agent sends for its surfaces, in the order they were meant.

    Streams open in order and may end in another: one that carries a number waits for those of a
    smaller number that are still open.
    """

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self._fold = SurfaceFold()
        self.surfaces = self._fold.surfaces
        self._open: list[TextStream] = []
        self._waiting: list[TextStream] = []
        self._log: HashedLog | None = None
        self._lines = self._told = 0
        self._turn_index = 0
        self._faults: list[SurfaceFault] = []
        self._more_faults = 0
        self._last: KeptFile | None = None
        self._seen: dict[str, SurfaceSnapshot] = {}

    def begin(self, turn_index: int) -> None:
        """A turn begins."""
        self._turn_index = turn_index
        self._faults, self._more_faults = [], 0
        self._lines = self._told = 0
        self.has_news()

    def open_stream(self, text: TextStream) -> None:
        """A stream begins."""
        self._open.append(text)

    def close_stream(self, text: TextStream) -> list[dict[str, Any]]:
        """A stream has ended; what its agent is to be told of the texts that could be taken."""
        self._open = [stream for stream in self._open if stream is not text]
        self._waiting.append(text)
        return self._take_those_due()

    def lines_since(self) -> tuple[int, int]:
        """The first line of the turn's file that came since the last call, and how many did."""
        first, self._told = self._told, self._lines
        return first, self._lines - first

    def has_news(self) -> bool:
        """Whether a person sees something else than at the last call; nobody sees what is empty."""
        shown = {
            surface.surface_id: surface
            for surface in self.surfaces.snapshot()
            if surface.components
        }
        before, self._seen = self._seen, shown
        return before.keys() != shown.keys() or any(
            before[name] is not surface and before[name] != surface
            for name, surface in shown.items()
        )

    def end_turn(self) -> tuple[KeptFile | None, KeptFile | None, tuple[SurfaceFault, ...]]:
        """The messages of this turn, what is shown at its end, and what was wrong."""
        for text in sorted(self._waiting, key=_order):
            self._take(text)
        self._waiting.clear()
        self._note(self.surfaces.end_turn())
        messages = None
        if self._log is not None:
            self._log.close()
            messages, self._log = self._log.kept_file(), None
        if self._more_faults:
            reason = f"{self._more_faults:,} more of this turn"
            self._faults.append(
                SurfaceFault(code="more_findings", severity="warning", reason=reason)
            )
        return messages, self._keep_shown(), tuple(self._faults)

    def drop(self) -> None:
        """Let go of what was written for this turn."""
        if self._log is not None:
            with suppress(OSError):
                self._log.close()

    def _take_those_due(self) -> list[dict[str, Any]]:
        errors: list[dict[str, Any]] = []
        for text in sorted(self._waiting, key=_order):
            if not any(
                _order(earlier) < _order(text)
                for earlier in self._open
                if _is_numbered(earlier, text)
            ):
                self._waiting.remove(text)
                errors += self._take(text)
        return errors

    def _take(self, text: TextStream) -> list[dict[str, Any]]:
        messages, findings = self._fold.take(text.text)
        for message in messages:
            self._keep(message)
        self._note(findings)
        return client_errors(findings, self.surfaces)[:MOST_ERRORS]

    def _keep(self, message: object) -> None:
        if self._log is None:
            place = f"surfaces/turn-{self._turn_index:02}.jsonl"
            self._log = HashedLog(self._folder, place)
        self._log.append(_line(message))
        self._lines += 1

    def _note(self, findings: Iterable[SurfaceFinding]) -> None:
        for finding in findings:
            if len(self._faults) >= MOST_FAULTS:
                self._more_faults += 1
                continue
            self._faults.append(surface_fault(finding))

    def _keep_shown(self) -> KeptFile | None:
        """What the surfaces show; the file of an earlier turn where that is the same."""
        snapshots = self.surfaces.snapshot()
        if not snapshots and self._last is None:
            return None
        content = canonical_json([_snapshot_fields(snapshot) for snapshot in snapshots]).encode(
            "utf-8", "replace"
        )
        digest = hashlib.sha256(content).hexdigest()
        if self._last is None or self._last.sha256 != digest:
            self._last = self._folder.keep(f"surfaces/turn-{self._turn_index:02}.json", content)
        return self._last


def surface_fault(finding: SurfaceFinding) -> SurfaceFault:
    """A finding as the record keeps it."""
    return SurfaceFault(
        code=finding.code,
        severity=finding.severity,
        reason=finding.reason.encode("utf-8", "replace").decode(),
        surface_id=_id(finding.surface_id),
        component_id=_id(finding.component_id),
    )


def _id(name: str | None) -> str | None:
    return None if name is None else name[:200].encode("utf-8", "replace").decode()


def _order(text: TextStream) -> tuple[int, int]:
    """By the number that its agent gave it, then as they came."""
    number = text.attributes.get(SEQUENCE, "")
    return (int(number) if _is_number(number) else 0, text.number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15


def _is_numbered(*texts: TextStream) -> bool:
    """Whether all of these say which number they are."""
    return all(_is_number(text.attributes.get(SEQUENCE, "")) for text in texts)


def _snapshot_fields(snapshot: SurfaceSnapshot) -> dict[str, Any]:
    return {name: getattr(snapshot, name) for name in type(snapshot).model_fields}


def _line(message: object) -> bytes:
    try:
        return orjson.dumps(message) + b"\n"
    except TypeError:  # whole numbers beyond 64 bits, half characters
        return json.dumps(message, separators=(",", ":")).encode() + b"\n"
