"""What a model thinks to itself before it answers, between <think> and </think>."""

from __future__ import annotations

THOUGHTS, THOUGHTS_END = "<think>", "</think>"


class ThoughtFilter:
    """Takes out of a text that comes piece by piece what it begins with between <think> marks."""

    def __init__(self) -> None:
        self._held = ""
        self._is_inside = False
        self._are_over = False

    def without(self, text: str) -> str:
        """What of the text so far is sure to be said, and was not returned before."""
        if self._are_over:
            return text
        self._held += text
        if not self._is_inside:
            begun = self._held.lstrip()
            self._is_inside = begun.startswith(THOUGHTS)
            if not self._is_inside:
                return "" if THOUGHTS.startswith(begun) else self.rest()
        _, end, after = self._held.partition(THOUGHTS_END)
        self._are_over = bool(end)
        self._held = self._held[-len(THOUGHTS_END) :]  # its mark may come in two pieces
        return after.lstrip()

    def rest(self) -> str:
        """What was held back, at the end of the text; thoughts without an end are not said."""
        held = "" if self._are_over or self._is_inside else self._held
        self._are_over = True
        return held


def without_thoughts(text: str) -> str:
    """A whole text without what the model thought to itself before.

    >>> without_thoughts("<think>Net or gross?</think> $180M.")
    '$180M.'
    """
    thoughts = ThoughtFilter()
    return thoughts.without(text) + thoughts.rest()
