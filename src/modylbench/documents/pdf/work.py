"""How much work may one PDF cause?"""

from __future__ import annotations

from modylbench.documents.refusal import Unreadable

MOST = 12_000_000
"""Ours, in steps of our own loops: a document of a hundred pages takes about one million."""


class Work:
    """A budget that all steps of reading a file share; the same file always stops at one place."""

    def __init__(self, most: int = MOST) -> None:
        self._left = most

    def spend(self, steps: int) -> None:
        """Take from the budget."""
        self._left -= steps
        if self._left < 0:
            raise Unreadable("too_large", "draws more than any document needs; the rest is dropped")
