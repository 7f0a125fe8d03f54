"""Negation: which words turn a statement round, how far they reach, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.claims.words import PhraseTable
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Collection

    from modylbench.language.claims.words import Token

_NEGATORS = (
    "not", "no", "never", "none", "neither", "nor", "nobody", "nothing", "nowhere", "without",
    "hardly", "scarcely", "non", "fail to", "far from", "anything but", "unable to", "refuse to",
    "decline to", "no longer", "yet to", "incapable of", "impossible", "out of the question",
    "no reason to", "no need to", "less than fully", "unlikely", "wrong to", "mistake to",
    "false that", "untrue", "deny", "no one", "stop short of", "cease to", "short of being",
    "few", "little", "cannot be said of", "mistaken", "a myth", "no such", "not a single",
    "not one",
    "wrong that", "it is wrong",
)  # fmt: skip
_NO_NEGATION = (
    "not only", "not merely", "not just", "not simply", "no doubt", "no question", "not least",
    "no less than", "no fewer than", "nothing but", "none other than", "no later than",
    "not to mention", "no matter", "whether or not", "no earlier than", "not for nothing",
    "without doubt", "no surprise", "without question", "without exception", "without fail",
    "if not", "no different from", "no sooner", "little by little", "a little", "not without",
    "no exception", "not until", "no small",
)  # fmt: skip
NEGATION = PhraseTable(
    [*((phrase, True) for phrase in _NEGATORS), *((phrase, False) for phrase in _NO_NEGATION)]
)
QUANTIFIERS = word_set("no none neither nobody nothing nor nowhere")
_DIVIDING = word_set(", and or but with")
FILLERS = word_set(
    "the a an by on at to from of our any its their that those for with in as about only just even "
    "with any via either per using off than did was is are were which"
)


def negators(words: list[Token]) -> list[tuple[int, int]]:
    """Where negations stand: (start, end) of each."""
    found = [(start, end) for start, end, denies in NEGATION.find(words) if denies]
    kept: list[tuple[int, int]] = []
    for start, end in found:
        if words[start].text in {"nor", "or"} and kept:
            continue
        if [word.text for word in words[end : end + 1]] == ["else"] and end + 1 >= len(words):
            continue
        if words[start].text == "not" and start + 1 < len(words) and words[start + 1].text == "nor":
            continue
        kept.append((start, end))
    return kept


_AUXILIARY = word_set("do does did can will would could should may must has have had")


def is_local(words: list[Token], negator: tuple[int, int], names: Collection[int]) -> bool:
    """True when a negation speaks of the name or figure right behind it, and of nothing else."""
    start, end = negator
    if words[start].text not in {"not", "never"} or end - start > 1:
        return False
    before = words[start - 1].text if start else ""
    if before in _AUXILIARY:
        return False
    for place in range(end, min(end + 4, len(words))):
        if place in names or words[place].number is not None:
            return True
        if words[place].text not in FILLERS:
            return False
    return False


def parity(words: list[Token], negations: list[tuple[int, int]], place: int, end: int) -> int:
    """-1 where the words at this place are denied an odd number of times, else 1.

    A negation reaches to the right as far as its clause goes, and a quantifier just behind
    (`passes none of the tests`) denies too.
    """
    sign = 1
    latest = -1
    for start, stop in negations:
        if start >= place:
            break
        if stop > place:
            continue
        if _excepts(words, stop, place):
            continue
        if latest >= 0 and _anew(words, latest, start):
            sign = 1
        sign = -sign
        latest = start
    for start, _ in negations:
        is_near = end <= start <= end + 1 and words[start].text in QUANTIFIERS
        if is_near and not {word.text for word in words[end:start]} & _DIVIDING:
            sign = -sign
            break
    return sign


def _excepts(words: list[Token], stop: int, place: int) -> bool:
    """True for `no costs other than estimates`: what is excepted is not denied."""
    between = [word.text for word in words[stop:place]]
    return (
        bool({"except", "but", "bar", "barring", "save"} & set(between))
        or ("other" in between and "than" in between)
        or ("apart" in between and "from" in between)
    )


def _anew(words: list[Token], earlier: int, later: int) -> bool:
    """True when the later negation begins another member of a series (`no A, no B`)."""
    between = [word.text for word in words[earlier + 1 : later]]
    return bool(between) and (between[-1] in {",", "and", "or", "nor"})
