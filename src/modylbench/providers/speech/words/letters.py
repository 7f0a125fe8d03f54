"""Which capitals are said as a word, and which letter by letter?"""

from __future__ import annotations

import re

AS_WORDS = frozenset((
    "ANCOVA", "ANOVA", "ASEAN", "CAGR", "COGS", "COVID", "EBIT", "EBITDA", "FIFO", "GAAP", "HIPAA",
    "LIFO", "NASA", "NASDAQ", "PIK", "SAM", "SUM", "SWOT", "SaaS", "TAM", "WACC",
))  # fmt: skip
"""Said as a word: left as they are, for services know them; our own voices respell them."""
SHOUTED = frozenset((
    "ALL", "AND", "ANY", "ARE", "BUT", "DO", "FOR", "IF", "IN", "IS", "MUST", "NEVER", "NO", "NOT",
    "NOW", "OF", "ON", "ONLY", "OR", "SO", "THE", "THIS", "TO", "VERY", "WE", "YES", "YOU",
))  # fmt: skip
CAPITALS = re.compile(r"\b([A-Z][A-Za-z]*[A-Z])(s|'s|s')?(?![A-Za-z])")
OKAY = re.compile(r"\bOK(?![A-Za-z])")
HYPHENED = re.compile(r"(?<=[a-z])-(?=[A-Z]{2})")
SHOUTING = re.compile(r"\b[A-Z]{2,}(?:'[A-Z]+)?(?:[ ,]+(?:[A-Z]{2,}(?:'[A-Z]+)?|[AI]\b)){3,}")
LONGEST_SPELLED = 4
"""Ours: longer capitals with a vowel are a word, such as a company's name."""


def spelled(text: str) -> str:
    """The text with capitals said as people say them: `LBO` letter by letter, `EBITDA` as a word.

    >>> spelled("The LBO is 12 turns of EBITDA")
    'The L B O is 12 turns of EBITDA'
    """
    text = OKAY.sub("okay", SHOUTING.sub(_calm, text))
    return CAPITALS.sub(_capitals, HYPHENED.sub(" ", text))


def _calm(found: re.Match[str]) -> str:
    """A sentence in capitals in small letters; a row of abbreviations is none."""
    shouts = not SHOUTED.isdisjoint(re.findall(r"[A-Z]+", found[0]))
    return found[0].lower() if shouts else found[0]


def _capitals(found: re.Match[str]) -> str:
    token, end = found[1], found[2] or ""
    if token in SHOUTED:
        return token.lower() + end
    if token in AS_WORDS or not token.isupper():
        return found[0]
    if len(token) > LONGEST_SPELLED and set(token) & set("AEIOUY"):
        return token.lower() + end
    return " ".join(token) + ("'s" if end else "")
