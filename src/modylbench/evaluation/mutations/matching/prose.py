"""Does a text say what another says, whose words may be others?"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from modylbench.evaluation.mutations.matching import values
from modylbench.products.quantities.labels import words
from modylbench.products.quantities.numbers import Measure

FIELDS = frozenset({"body", "text"})
FEWEST_WORDS = 8  # ours: of a shorter text nobody knows which words another needs
SMALLEST_SHARE = 0.05  # ours: a text with fewer of the words and numbers is about something else
LONGEST = 100_000  # ours: characters of a text that are read

_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_LINE_END = re.compile(r"\n|(?<=[.!?;])\s+")
_WORD = re.compile(r"[^\W\d_]+|#")


def agrees(one: Any, other: Any) -> bool | None:
    """True where both say the same words, False where one sentence has another number in it."""
    if not isinstance(one, str) or not isinstance(other, str):
        return None
    if one == other or words(one[:LONGEST]) == words(other[:LONGEST]):
        return True
    found, expected = _sentences(one), _sentences(other)
    for sentence, numbers in found.items():
        wanted = expected.get(sentence, numbers)
        if len(numbers) == len(wanted) and not all(map(_is_close, numbers, wanted)):
            return False
    return None


def is_beside_the_point(one: str, other: str) -> bool:
    """Whether a text has next to nothing of the words and numbers of the other.

    >>> asked = "Senior debt of 67.5 and sub debt of 30.0 leave sponsor equity of 82.5 at close"
    >>> is_beside_the_point("lorem ipsum", asked), is_beside_the_point("Equity is 82.5", asked)
    (True, False)
    """
    wanted = _content(other)
    return len(wanted) >= FEWEST_WORDS and (
        len(wanted & _content(one)) < SMALLEST_SHARE * len(wanted)
    )


def is_lost(old: str, new: str, asked: str) -> bool:
    """Whether a text had some of the numbers asked for, and now has none.

    Where none are asked for, or it had none, the same of words.
    """
    wanted, before, now = (_content(text) for text in (asked, old, new))
    numbers = {word for word in wanted & before if word[0].isdigit()}
    had = numbers or wanted & before
    return len(had) > 0 and had.isdisjoint(now) and len(wanted) >= FEWEST_WORDS


def bodies(value: Any) -> str:
    """All texts of sections in a part of a document."""
    if isinstance(value, dict):
        parts = value["sections"] if isinstance(value.get("sections"), list) else [value]
        texts = [part.get("body") for part in parts if isinstance(part, dict)]
        return "\n".join(text for text in texts if isinstance(text, str))
    return ""


def _content(text: str) -> set[str]:
    """The numbers, and the words that are long enough to mean something."""
    return {word for word in words(text[:LONGEST]) if word[0].isdigit() or len(word) > 3}


def _sentences(text: str) -> dict[str, list[str]]:
    """The numbers of each sentence or line, by its words; without those that come twice."""
    found: dict[str, list[str]] = {}
    count: Counter[str] = Counter()
    for line in _LINE_END.split(text[:LONGEST]):
        numbers = _NUMBER.findall(line)
        said = _WORD.findall(_NUMBER.sub("#", line.lower()))
        if numbers and len(set(said)) > 2:
            own = " ".join(said)
            found[own] = numbers
            count[own] += 1
    return {own: numbers for own, numbers in found.items() if count[own] == 1}


def _is_close(one: str, other: str) -> bool:
    decimals = len(one.partition(".")[2])
    measure = Measure(float(one.replace(",", "")), 0.5 * 10**-decimals)
    return values.is_close(measure, float(other.replace(",", "")))
