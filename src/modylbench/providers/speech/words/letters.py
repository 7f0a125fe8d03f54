"""Which capitals are said as a word, and which letter by letter?"""

from __future__ import annotations

import re

AS_WORDS = {
    "EBITDA": "ebitda", "EBIT": "ebit", "PIK": "pick", "SaaS": "sass", "TAM": "tam", "SAM": "sam",
    "CAGR": "kaggar", "OK": "okay", "ANCOVA": "ancova", "ANOVA": "anova",
    "ASEAN": "asian", "WACC": "wack", "GAAP": "gap", "COGS": "cogs", "SUM": "sum",
    "COVID": "covid", "NASA": "nasa", "SWOT": "swat", "FIFO": "fifo",
    "LIFO": "lifo", "HIPAA": "hippa", "NASDAQ": "nasdaq",
}  # fmt: skip
PHRASES = (
    (re.compile(r"\be\.g\.,?", re.IGNORECASE), "for example"),
    (re.compile(r"\bi\.e\.,?", re.IGNORECASE), "that is"),
    (re.compile(r"\betc\.(?=\s*$)", re.MULTILINE), "et cetera."),
    (re.compile(r"\betc\b\.?"), "et cetera"),
    (re.compile(r"\bvs\b\.?"), "versus"),
    (re.compile(r"\bapprox\b\.?"), "approximately"),
    (re.compile(r"\bYoY\b|\by/y\b", re.IGNORECASE), "year over year"),
    (re.compile(r"\bQoQ\b", re.IGNORECASE), "quarter over quarter"),
    (re.compile(r"\bMoM\b"), "month over month"),
    (re.compile(r"\bQoE\b"), "Q of E"),
    (re.compile(r"\b(cap|op)ex\b", re.IGNORECASE), r"\1 ex"),
    (re.compile(r"\bU\.S\.A?\b\.?(?= [a-z])"), "US"),
    (re.compile(r"\bw/o\b"), "without"),
    (re.compile(r"\bw/(?= ?\w)"), "with "),
)
ROMAN = re.compile(r"\b([Pp]hase|[Pp]art|[Tt]ype|[Tt]ier|[Cc]hapter|Basel) (I{1,3}|IV|V|VI)\b")
NUMERALS = {"I": "one", "II": "two", "III": "three", "IV": "four", "V": "five", "VI": "six"}
SHOUTED = frozenset((
    "ALL", "AND", "ANY", "ARE", "BUT", "DO", "FOR", "IF", "IN", "IS", "MUST", "NEVER", "NO", "NOT",
    "NOW", "OF", "ON", "ONLY", "OR", "SO", "THE", "THIS", "TO", "VERY", "WE", "YES", "YOU",
))  # fmt: skip
CAPITALS = re.compile(r"\b([A-Z][A-Za-z]*[A-Z])(s|'s|s')?(?![A-Za-z])")
HYPHENED = re.compile(r"(?<=[a-z])-(?=[A-Z]{2})")
SHOUTING = re.compile(r"\b[A-Z]{2,}(?:'[A-Z]+)?(?:[ ,]+(?:[A-Z]{2,}(?:'[A-Z]+)?|[AI]\b)){3,}")
LONGEST_SPELLED = 4
"""Ours: longer capitals with a vowel are a word, such as a company's name."""


def phrased(text: str) -> str:
    """The text with abbreviations and Roman numerals written out."""
    for pattern, words in PHRASES:
        text = pattern.sub(words, text)
    return ROMAN.sub(lambda found: f"{found[1]} {NUMERALS[found[2]]}", text)


def spelled(text: str) -> str:
    """The text with capitals said as people say them: `LBO` letter by letter, `EBITDA` as a word.

    >>> spelled("The LBO is 12 turns of EBITDA")
    'The L B O is 12 turns of ebitda'
    """
    text = SHOUTING.sub(lambda found: found[0].lower(), text)
    return CAPITALS.sub(_capitals, HYPHENED.sub(" ", text))


def _capitals(found: re.Match[str]) -> str:
    token, end = found[1], found[2] or ""
    if token in AS_WORDS:
        return AS_WORDS[token] + end
    if token in SHOUTED:
        return token.lower() + end
    if not token.isupper():
        return found[0]
    if len(token) > LONGEST_SPELLED and set(token) & set("AEIOUY"):
        return token.lower() + end
    return " ".join(token) + ("'s" if end else "")
