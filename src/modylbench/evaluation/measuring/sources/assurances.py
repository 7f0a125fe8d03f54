"""Assurances of others that a text gives for its own work, and which of them nobody has given.

That somebody has reviewed, audited, signed or certified something is a fact of the world like any
other: whoever relies on it, or repeats it, must be able to ask that somebody.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.sources.causes import StatedCause
from modylbench.language.content_words import content_words, sentences_and_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_TEXT = 100_000  # ours: characters of one text that are searched
MOST_ASSURANCES = 50  # ours: of one text

_BODY = (
    r"(?:auditors?|audit|counsel|lawyers?|attorneys?|reviewers?|peer review|panel|jury|"
    r"review board|committee|desk|professor|prof\.|dr\.|experts?|specialists?|scientists?|"
    r"statisticians?|practitioners?|institutes?|regulators?|agency|consultants?|advis[eo]rs?|"
    r"colleagues?|supervisors?|partners?|team|department|office|bank|notary|bureau|academy|"
    r"university)"
)
_CHECKED = (
    r"(?:recomputed|recalculated|rebuilt|re-?performed|replicated|reproduced|signed|audited|"
    r"certified|accredited|approved|cleared|confirmed|validated|verified|vetted|reviewed|endorsed|"
    r"blessed|rated|scored|matched|double-?checked|re-?checked|passed|agreed with)"
)
_HAS_CHECKED = (
    r"\s(?i:has|have|had)\s(?i:(?:already|since|now|just|also|independently)\s)?"
    rf"(?i:{_CHECKED})\b"
)
_NAMED = r"(?:[A-Z][\w'-]+ (?:& )?[A-Z][\w'-]+)"
_SOME_BODY = rf"(?P<who>[^.;:!?\n]{{0,80}}?(?i:\b{_BODY}\b)[^.;:!?\n]{{0,40}}?)"
_WORK = r"(?i:it|this|that|all|every|each|the (?:model|figures|numbers|work|paper|analysis|file))"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_SOME_BODY}{_HAS_CHECKED}",
        rf"(?P<who>{_NAMED}[^.;:!?\n]{{0,60}}?){_HAS_CHECKED}",
        rf"{_SOME_BODY}\s(?i:{_CHECKED})\s{_WORK}\b",
        r"(?i:\bI (?:ran|put|took|sent|showed|walked) (?:it|this|that|them|all of it) "
        r"(?:past|by|to|through))\s(?P<who>[^.;:!?\n]{3,80})",
        r"(?i:\b(?:I|we) (?:rang|phoned|called up|telephoned|spoke (?:to|with)|checked with|"
        r"sat down with))\s(?P<who>[^.;:!?\n,]{3,80})",
        rf"{_SOME_BODY}\s(?i:came back|comes back|is back|was)\s(?i:clean|positive|"
        r"without (?:a )?(?:remark|finding|comment)s?)\b",
        r"(?i:\b(?:has|have|carries|holds|bears|with)\s(?:the|a|an|its|our)\s(?:official\s)?"
        r"(?:certificate|seal|accreditation|attestation|stamp|clean opinion))\s"
        r"(?P<who>[^.;:!?\n]{3,80})",
    )
)
_NOT_YET = re.compile(
    r"\b(?:not|no|nobody|never|until|unless|once|if|should|must|needs?|to be|before|ask|pending|"
    r"open|want|please|would|could|can|may|might|whether|when)\b|\?",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def assurances_in(text: str) -> tuple[StatedCause, ...]:
    """Every assurance of others that a text claims to have, with the words that tell of whom.

    >>> [found.text for found in assurances_in("The auditors at Hale have signed it off.")]
    ['The auditors at Hale']
    >>> assurances_in("The auditors have not signed it yet; I have checked it twice.")
    ()
    """
    return tuple(_assurances(text[:LONGEST_TEXT]))


def _assurances(text: str) -> Iterator[StatedCause]:
    count = 0
    for sentence in sentences_and_lines(text):
        if _NOT_YET.search(sentence):
            continue
        for pattern in _PATTERNS:
            match = pattern.search(sentence)
            if match is None:
                continue
            who = " ".join(match["who"].split())
            telling = tuple(content_words(who))
            if telling:
                count += 1
                yield StatedCause(who, telling)
                break
        if count == MOST_ASSURANCES:
            return
