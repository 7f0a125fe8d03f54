"""What is a rule for text that speaks to whoever judges?"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what it tries; an order counts only where a clause begins.

    A text that lacks every word of one of the groups in `needs` cannot match: quicker to see.
    A sentence with any of `unless` is about others who are judged, but for one that also `insists`.
    """

    kind: str
    pattern: re.Pattern[str]
    is_order: bool = False
    needs: tuple[tuple[str, ...], ...] = ()
    unless: re.Pattern[str] | None = None
    insists: re.Pattern[str] | None = None

    def can_match(self, text: str) -> bool:
        """Whether the text has what a match needs."""
        return all(any(word in text for word in group) for group in self.needs)

    def is_about_others(self, sentence: str) -> bool:
        """Whether the sentence reports how others are judged."""
        if self.unless is None or self.unless.search(sentence) is None:
            return False
        return self.insists is None or self.insists.search(sentence) is None


def rule(
    kind: str,
    pattern: str,
    *,
    is_order: bool = False,
    needs: str = "",
    unless: str = "",
    insists: str = "",
) -> Rule:
    """A rule; groups of words in `needs` are parted by `&`."""
    groups = tuple(tuple(group.split()) for group in needs.split("&") if group.strip())
    exempt, firm = (re.compile(one) if one else None for one in (unless, insists))
    return Rule(kind, re.compile(pattern), is_order, groups, exempt, firm)
