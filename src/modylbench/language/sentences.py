"""Where sentences end, and where a full stop is only part of an abbreviation."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

END = re.compile(r"([.!?…][\"')\]”*_]*)\s+(?=\S)")
NO_END = re.compile(
    r"\b(?:e\.g|i\.e|vs|approx|cf|incl|excl|dr|mr|mrs|ms|st|prof|fig|sec|eq|est|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$",
    re.IGNORECASE,
)
EITHER = re.compile(r"\b(?:Inc|Corp|Ltd|Co|Jr|Sr)\.$|(?<!\b[A-Z] )\b(?:[A-Z]\.)+$")
"""These may end a sentence; the next word tells. Letters with spaces are the end of `L B O.`"""
NUMBERED = re.compile(r"(?<![,.;!?] )(?<!^)\bnos?\.$", re.IGNORECASE)
STARTERS = frozenset((
    "a", "after", "all", "also", "an", "and", "are", "as", "at", "before", "both", "but", "by",
    "can", "could", "did", "do", "does", "each", "first", "for", "from", "good", "he", "her",
    "here", "his", "how", "however", "if", "in", "is", "it", "it's", "its", "let", "let's", "my",
    "next", "no", "not", "now", "of", "ok", "okay", "on", "once", "one", "or", "our", "please",
    "right", "she", "should", "since", "so", "that", "that's", "the", "their", "then", "there",
    "these", "they", "this", "those", "to", "was", "we", "we'll", "we're", "what", "when",
    "where", "which", "while", "who", "why", "will", "with", "would", "yes", "you", "your",
))  # fmt: skip
"""Words that begin a sentence more often than they follow `Inc.` or `U.S.` within one."""
LOOKS_BACK = 12
WORD = re.compile(r"[A-Za-z']+")


def sentences(text: str) -> list[str]:
    """The sentences, each with the white space before it: together they are the text.

    >>> sentences("Ask Dr. Lee in St. Louis. She's in the U.S. market. OK?")
    ['Ask Dr. Lee in St. Louis.', " She's in the U.S. market.", ' OK?']
    """
    places = [0, *sentence_ends(text), len(text)]
    return [text[start:end] for start, end in pairwise(places) if end > start]


def sentence_ends(text: str) -> Iterator[int]:
    """The places at which one sentence ends and another follows."""
    for match in END.finditer(text):
        if match[0][0] != "." or _ends(text, match):
            yield match.end(1)


def _ends(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - LOOKS_BACK) : match.start() + 1]
    if NO_END.search(before):
        return False
    if NUMBERED.search(before) and text[match.end()].isdigit():
        return False
    if EITHER.search(before):
        following = WORD.match(text, match.end())
        word = following[0] if following else ""
        return word[:1].isupper() and word.lower() in STARTERS
    return True
