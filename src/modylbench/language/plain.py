"""Texts in plain lower-case characters, so that every reader sees the same marks."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

THIN_SPACE = "\u202f"
CLOSE_ENOUGH = {
    "\u2212": "-",  # minus sign
    "\u2010": "-",  # hyphen
    "\u2011": "-",  # non-breaking hyphen
    "\u2012": "-",  # figure dash
    "\u207b": "-",  # superscript minus
    "\u2796": "-",  # heavy minus sign
    "\ufe63": "-",  # small hyphen-minus
    "\u00a0": THIN_SPACE,
    "\u2009": THIN_SPACE,
    "\u202f": THIN_SPACE,
    "\u2019": "'",
    "\u00d7": "x",  # multiplication sign
}

LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u04bb\u0501\u051b\u051d\u0261"
    "\u03b1\u03bf\u03bd\u03c1\u03c4\u03b9\u03ba\u03c5\u03c7\u0262\u0131",
    "aeopcxyisjhdqwgaovptikuxgi",
)
"""Letters of other alphabets that look like ours: what a reader sees is what is read."""

_SUPERSCRIPTS = re.compile(r"[\u00b9\u00b2\u00b3\u2070-\u207a\u207c-\u209c†‡§]+")
_MARKS = re.compile(
    r"<!--(?:[^-]|-(?!->))*(?:-->|$)"  # what no reader of the page sees
    r"|(?m:^\s{0,3}\[[^\]\n]{1,80}\]:[^\n]*$)"
    r"|~~[^~\n]{1,400}~~|"
    r"\[\^?\w{1,3}\]"  # a footnote or a citation
    r"|(?<=[\d%xmkb])\s*\((?:\d|[ac-e]|i{1,3})\)\s*$|(?<=[a-z]{3})\s\((?:\d|[acde]|i{1,3})\)\s*$"
    r"|https?://[^\s)>\]]+"
    r"|</?[a-z][^<>]{0,80}>|&(?:nbsp|amp|thinsp);"
    r"|\*+|`+|\\|(?<![a-z0-9])_+|_+(?![a-z0-9])"
)
_MARKED = frozenset("[(<&*`\\_:~")


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for tables of words."""
    return frozenset(text.split())


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """The text in plain lower-case characters with footnote marks blanked, position for position.

    >>> plain("**Sponsor IRR**¹: 24.7 %")
    '  sponsor irr   : 24.7 %'
    """
    if text.isascii():
        characters = text.lower()
    else:
        marks = _SUPERSCRIPTS.sub(_blank_match, text)
        characters = "".join(_plain_character(character) for character in marks)
    return characters if _MARKED.isdisjoint(characters) else _MARKS.sub(_blank_match, characters)


def _blank_match(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str:
    if character in CLOSE_ENOUGH:
        return CLOSE_ENOUGH[character]
    normal = unicodedata.normalize("NFKC", character).lower().translate(LOOKALIKES)
    return normal if len(normal) == 1 else character
