"""How must a word be spelled so that the voices of this machine say it right?

Services get the words as they are: these spellings are heard right from RHVoice, and are other
words to anyone else.
"""

from __future__ import annotations

import re

RESPELLED = {
    "ANCOVA": "ancova", "ANOVA": "anova", "ASEAN": "ah see ahn", "CAGR": "kaggar", "COGS": "cogs",
    "COVID": "covid", "EBIT": "ebit", "EBITDA": "ebitda", "FIFO": "fifo", "GAAP": "gap",
    "HIPAA": "hippa", "LIFO": "lifo", "NASA": "nasa", "NASDAQ": "nasdaq", "PIK": "pick",
    "SAM": "sam", "SUM": "sum", "SWOT": "swat", "SaaS": "sass", "TAM": "tam", "WACC": "wack",
}  # fmt: skip
WORD = re.compile(r"\b[A-Z][A-Za-z]*[A-Z](?=s?\b)")


def pronounced(words: str) -> str:
    """A spoken form in the spelling that the voices here say right.

    >>> pronounced("EBITDA has a CAGR")
    'ebitda has a kaggar'
    """
    return WORD.sub(lambda found: RESPELLED.get(found[0], found[0]), words)
