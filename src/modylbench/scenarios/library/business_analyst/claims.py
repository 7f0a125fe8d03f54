"""What does a diagnosis claim, in whatever words?"""

from __future__ import annotations

import re

from modylbench.products.quantities.labels import words

_ALL = r"(?:every|each|all|across)"
_BETTER = (
    r"(?:improv\w*|rose|rise|risen|rising|(?<!gave )(?<!give )(?<!ended )up|higher|better"
    r"|increas\w*|gain\w*|grew|lifted|climb\w*)"
)
_WORSE = r"(?:worse|fell|declin\w*|down|dropp\w*)"
_SEGMENT = r"segments?"
_IMPROVED = re.compile(
    rf"\b{_ALL}(?: \w+){{0,3}}? {_SEGMENT}(?: \S+){{0,6}}? {_BETTER}\b"
    rf"|\b{_BETTER}(?: \S+){{0,5}}? {_ALL}(?: \w+){{0,3}}? {_SEGMENT}\b"
    rf"|\b(?:no|none|neither)(?: \w+){{0,3}}? {_SEGMENT}(?: \w+){{0,4}}? {_WORSE}\b"
    rf"|\bsmb(?: \S+){{0,4}}? market(?: \S+){{0,4}}? enterprise(?: \S+){{0,4}}? {_BETTER}\b"
    rf"|\b{_BETTER}(?: \S+){{0,5}}? smb(?: \S+){{0,4}}? market(?: \S+){{0,4}}? enterprise\b"
    rf"|\b{_SEGMENT}(?: \S+){{0,4}}? {_BETTER}(?: \S+){{0,3}}? (?:everywhere|throughout)\b"
)
_SENTENCE = re.compile(r"[.;!?:](?=\s|$)|\n")
_MIX = frozenset({"mix", "composition", "simpson"})


def blames_mix(text: str) -> bool:
    """True when the text speaks of the mix.

    >>> blames_mix("Mix shift explains it."), blames_mix("Reps got worse.")
    (True, False)
    """
    return not _MIX.isdisjoint(words(text))


def says_segments_improved(text: str) -> bool:
    """True when some sentence says that every segment got better.

    >>> says_segments_improved("It fell, yet win rates rose in all three segments.")
    True
    >>> says_segments_improved("Sales got worse in every segment.")
    False
    """
    sentences = (" ".join(words(sentence)) for sentence in _SENTENCE.split(text))
    return any(_IMPROVED.search(sentence) for sentence in sentences)
