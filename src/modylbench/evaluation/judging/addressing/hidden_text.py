"""Text that is written so that people do not read it: encoded, backwards, or invisible."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENCODED = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{12,8000}={0,2}(?![A-Za-z0-9+/])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-f]{2}){10,4000}(?![0-9A-Za-z])", re.IGNORECASE)
_INVISIBLE = re.compile(
    r"(?<!\U0001F3F4)[\U000E0020-\U000E007E]{3,}"  # tags, but for the flags of some countries
    r"|[\uFE00-\uFE0F\U000E0100-\U000E01EF]{3,}|[\u200B-\u200D\u2060-\u2064\uFEFF]{8,}|[\u202D\u202E]"
)
_INSIDE = re.compile(r"[a-z0-9+/][A-Z0-9+/=]")
"""What is in any code of some length, and in hardly any word."""
_WORD = re.compile(r"[a-z]{3,}", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
LEAST_WORDS = 2  # ours: of a decoded text; one may come out of any letters by chance
MOSTLY = 0.7  # ours: of its characters are letters and spaces
NEARBY = 80  # ours: characters that two words of a turned text may be apart
_TOLD_TO_JUDGES = word_set(
    "judge evaluator grader score scores rating ratings rate marks grade full perfect give award "
    "correct criteria rubric ignore instructions system maximum verdict passed assign highest"
)
_TURNED = frozenset(
    turned for word in _TOLD_TO_JUDGES for turned in (word[::-1], codecs.encode(word, "rot13"))
)
_TURNED_WORDS = re.compile(r"\b(?:" + "|".join(sorted(_TURNED)) + r")\b", re.IGNORECASE)


def hidden_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where a text hides words; nobody in a meeting has a reason to."""
    for match in _INVISIBLE.finditer(text):
        yield match.span()
    for pattern, decode in ((_ENCODED, _from_base64), (_HEX, _from_hex)):
        for match in pattern.finditer(text):
            if _INSIDE.search(match[0]) and _is_readable(decode(match[0])):
                yield match.span()
    if _TURNED.isdisjoint(_WORD.findall(text.lower())):
        return
    turned = [match.span() for match in _TURNED_WORDS.finditer(text)]
    for first, second in pairwise(turned):
        if second[0] - first[1] <= NEARBY:
            yield first[0], second[1]


def _from_base64(encoded: str) -> str:
    usable = encoded.rstrip("=")
    usable = usable[: len(usable) - len(usable) % 4] if len(usable) % 4 == 1 else usable
    try:
        padded = usable + "=" * (-len(usable) % 4)
        return base64.b64decode(padded, validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _from_hex(encoded: str) -> str:
    try:
        return bytes.fromhex(encoded).decode("ascii")
    except ValueError:
        return ""


def _is_readable(text: str) -> bool:
    """Whether it is words, and not letters that a decoder makes of any other word."""
    if not text or not text.isprintable():
        return False
    words = [word for word in _WORD.findall(text) if _VOWEL.search(word)]
    letters = sum(letter.isalpha() or letter == " " for letter in text)
    is_told = any(word.lower() in _TOLD_TO_JUDGES for word in words)
    return (letters >= MOSTLY * len(text) and len(words) >= LEAST_WORDS) or (
        is_told and len(words) >= LEAST_WORDS
    )
