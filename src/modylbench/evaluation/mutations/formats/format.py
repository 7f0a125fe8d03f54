"""What a format of work products must be able to do for its edits to be tracked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit

Document = dict[str, Any]
"""A normalised snapshot: JSON, with a stable id in every list item that can move."""


class Format(Protocol):
    """One format: how its snapshots are made comparable, compared, rebuilt and checked."""

    name: str
    types: frozenset[str]
    """Every mutation type that `diff` can give."""

    def normalise(self, raw: Any) -> Document:
        """The snapshot in stable form; normalising it again changes nothing. Raises ValueError."""

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """The edits that lead from one normalised snapshot to the next; None: no product."""

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The snapshot after these edits, exactly."""

    def verify(self, document: Document) -> tuple[str, ...]:
        """What is wrong with the snapshot by the format's own rules, one line each."""
