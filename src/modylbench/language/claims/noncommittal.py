"""Whether a text concludes at all, or puts every conclusion beside its opposite."""

from __future__ import annotations

import re

MOST_SEARCHED = 100_000  # ours: characters

_OPEN = re.compile(
    r"\b(?:does not|do not|doesn't|don't|will not|won't|declines? to|refrains? from|without)\s"
    r"(?:choos\w+|decid\w+|tak\w+ (?:a )?(?:sides?|position|view)|com\w+ down|pick\w*|conclud\w+|"
    r"commit\w*|recommend\w* (?:one|either))\b(?: between| on| to| one| either)?"
    r"|\b(?:two|both|several|opposite)\s(?:readings|conclusions|views|answers|interpretations|cases)\s"
    r"(?:are|remain|stand)\s(?:equally\s)?(?:open|possible|valid|defensible|right|good|true)"
    r"|\b(?:it is|it's|is|or)\s(?:just|exactly|precisely|quite)?\s?the (?:very )?opposite\b"
    r"|\bthe opposite of (?:all )?(?:that|this|it|these)\b"
    r"|\bcould (?:live with|go|argue(?: it)?|defend|support|call it)\s(?:either|both)\b"
    r"|\b(?:as good|good|strong|sound|fair) (?:a )?case (?:on|for) both sides\b"
    r"|\bon equally good grounds\b|\bequally (?:well )?(?:good|valid|defensible|arguable)\b"
    r"|\b(?:I'll|I will|I can|we can) (?:call|argue|write|put|have) it either way\b"
    r"|\bwhichever (?:way|one|reading) (?:you|the reader|people) (?:prefers?|leans?|likes?)\b"
    r"|\bif (?:you|the reader) prefers? the (?:first|second|other)\b"
    r"|\bone can (?:do it|say yes|go ahead) and one can (?:leave|not|say no|refuse)\b"
    r"|\bon (?:the )?one (?:view|reading|hand)\b[^.!?\n]{0,300}\bon the other\b[^.!?\n]{0,80}"
    r"\b(?:opposite|reverse|contrary|not)\b",
    re.IGNORECASE,
)
LEAST = 2  # ours: one such turn of phrase may be about something that is open indeed


def leaves_open(text: str) -> str:
    """Where a text takes back what it concludes by giving the opposite the same right.

    >>> leaves_open("We recommend to proceed. Either way, NPV is positive.")
    ''
    >>> both = "One: go. Two: the opposite of that, on equally good grounds."
    >>> leaves_open(both)
    'the opposite of that'
    """
    found = [match[0] for match in _OPEN.finditer(text[:MOST_SEARCHED])]
    return found[0] if len(found) >= LEAST else ""
