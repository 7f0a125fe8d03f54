"""The causes that a text gives for what it says, and which of them occur in nothing given.

A reason that is made up is worse than none: whoever repeats it is asked where it comes from. A
cause is known where most of its words are; nobody needs to take our reasons, or to word them so.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from modylbench.language.content_words import content_words
from modylbench.language.plain import plain, word_set
from modylbench.language.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_TEXT = 100_000  # ours: characters of one text that are searched
MOST_CAUSES = 200  # ours: of one text
LONGEST_CAUSE = 160  # ours: characters; what comes later in a sentence is no cause any more
MOSTLY = 0.5  # ours: of a cause's words; one known word of two may be one by chance

_CUE = re.compile(
    r"\b(?:because(?: of)?|since(?= (?:the|a|an|our|its|their|this|that|these|those|it|they|we"
    r"|there|some|all|most|new|last)\b)|due to|owing to|thanks to|on account of"
    r"|as a (?:result|consequence) of|attribut(?:able|ed) to|(?:mainly |largely |mostly |purely "
    r"|entirely |solely )?(?:driven|caused|explained) by|(?:stems?|stemming|results?|resulting"
    r"|comes?|arises?) from|(?:comes?|came|boils?|boiled|goes|went|is)(?: all| mostly| simply"
    r"| entirely)? down to|(?:the |its |a )?(?:(?:main|sole|only|real|root|true|key|simple) )?"
    r"(?:driver|cause|reason|explanation|culprit)(?: behind (?:it|this|that)| for (?:it|this|that)"
    r"| here)? (?:is|was|being)|behind (?:it|this|that|all (?:of )?(?:it|this)) (?:is|was|are)"
    r"|what (?:drives|drove|explains|caused|causes) (?:it|this|that)(?: all)? (?:is|was))\s"
)
_END = re.compile(
    r"[.;:!?](?=\s|$)|\n|[()]|,\s(?=(?:and|so|but|which|while|whereas|not|nothing|who)\b)"
    r"|\s[-\u2013\u2014]\s|\b(?:because|although|whereas)\b"
)
_FIGURE = re.compile(r"\d")
_WHEN = frozenset(
    map(stem, word_set("year quarter month week day last first next new old recent current late"))
)
"""When something was says nothing of what it was."""


class StatedCause(NamedTuple):
    """A cause as it stands in a text, and the stems of its telling words."""

    text: str
    telling: tuple[str, ...]


@lru_cache(maxsize=8192)
def causes_in(text: str) -> tuple[StatedCause, ...]:
    """Every cause that a text states in so many words; one with a figure is checked by that.

    >>> [cause.text for cause in causes_in("It fell because of the weather, and since 2020.")]
    ['the weather']
    """
    return tuple(_causes(text[:LONGEST_TEXT]))


def _causes(text: str) -> Iterator[StatedCause]:
    spelt = plain(text)
    for count, match in enumerate(_CUE.finditer(spelt)):
        if count == MOST_CAUSES:
            return
        behind = spelt[match.end() : match.end() + LONGEST_CAUSE]
        end = _END.search(behind)
        cause = behind[: end.start()] if end else behind
        telling = tuple(word for word in content_words(cause) if word not in _WHEN)
        if telling and not _FIGURE.search(cause):
            yield StatedCause(" ".join(cause.split()), telling)


def is_known_cause(cause: StatedCause, known: frozenset[str]) -> bool:
    """Whether most of its words occur in what was given, by these stems."""
    return sum(word in known for word in cause.telling) > MOSTLY * len(cause.telling)


@lru_cache(maxsize=16)
def stems_of(words: frozenset[str]) -> frozenset[str]:
    """The stems of words."""
    return frozenset(map(stem, words))
