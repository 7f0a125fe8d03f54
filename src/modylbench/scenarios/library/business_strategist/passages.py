"""What does a passage of the strategy say: which market, which risks, which figures?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.quantities.labels import words
from modylbench.products.quantities.numbers import numbers_within, plain
from modylbench.scenarios.library.business_strategist.markets import MARKETS

if TYPE_CHECKING:
    from collections.abc import Iterable

_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n+")
_RECOMMENDING = re.compile(
    r"recommend|\benter|\bentry\b|\blaunch|\bproceed|\bpropos|\bselect|\bchoos|\bchose|\bpriorit"
    r"|\bbeachhead|\blead market|\bfirst market|\bgo into",
    re.IGNORECASE,
)
_MARKET = re.compile(
    "|".join(rf"(?P<{market.name}>\b(?:{'|'.join(market.written)})\b)" for market in MARKETS),
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:ahead of|over|rather than|instead of|not|than|before|followed by|above|versus|against)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_AVERAGING = re.compile(
    r"\baverag(?:ed|ing)\b|\bmid-?point|\bsplit(?:ting)? the difference|\bblend"
    r"|\bhalf-?way between"
    r"|\b(?:average|mean) (?:of )?(?:the |these |both )?"
    r"(?:two|both|them|sources|figures|estimates)\b"
    r"|\b(?:took|taken?|uses?|used|using|adopt\w*|scored on) "
    r"(?:the|an|a simple|their) (?:average|mean)\b",
    re.IGNORECASE,
)
_DENYING = re.compile(
    r"\bnot\b|n['\u2019]t\b|\bnever\b|\brather than\b|\binstead of\b|\bwithout\b|\bno\b|\bnor\b"
    r"|\bneither\b|\bavoid|\breject|\bdeclin|\brefus|\bwrong\b|\bmislead|\bcannot\b|\bmeaningless\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def recommended(text: str) -> str | None:
    """The market that a text recommends.

    In the first sentence that recommends one: the market behind the recommending word, or else the
    one before it; a market that another is preferred to does not count.

    >>> recommended("Of six markets, Thailand was close. We recommend entering Vietnam first.")
    'Vietnam'
    """
    for sentence in sentences(text):
        asked = _RECOMMENDING.search(sentence)
        if asked is None:
            continue
        named = [
            found
            for found in _MARKET.finditer(sentence)
            if not _COMPARED.search(sentence, 0, found.start())
        ]
        behind = [found for found in named if found.start() >= asked.end()]
        if named:
            return (behind or named)[0].lastgroup
    return None


def names_in(text: str, names: Iterable[str]) -> bool:
    """True when the text uses one of these names, in any spelling that labels may have."""
    heard = f" {' '.join(words(text))} "
    return any(f" {' '.join(words(name))} " in heard for name in names)


def figures_in(text: str) -> set[float]:
    """Every number in the text."""
    return {shown.number for _, _, shown in numbers_within(plain(text))}


def averaging(text: str) -> list[str]:
    """The sentences that say, and do not deny, that figures were averaged.

    >>> averaging("We did not average them. The midpoint is used.")
    ['The midpoint is used.']
    """
    return [
        sentence
        for sentence in sentences(text)
        if _AVERAGING.search(sentence) and not _DENYING.search(sentence)
    ]
