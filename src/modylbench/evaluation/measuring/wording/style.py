"""How an answer is said: insults, words repeated from earlier answers and from the question.

The list of insults is of general English and short on purpose: courtesy beyond it is for people to
judge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.content_words import content_words, words_in
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_TEXT = 20_000  # ours: characters; nobody says or writes more than that in one answer
_ABUSE = re.compile(
    r"\b(?:idiots?|idiotic|morons?|moronic|imbeciles?|cretins?|dimwits?|half-?wits?|nitwits?"
    r"|dumbass(?:es)?|dumb-?asses|jackass(?:es)?|assholes?|arseholes?|bastards?|bitch(?:es|y)?"
    r"|wankers?|twats?|cunts?|scumbags?|douchebags?|sluts?|whores?|retards?|faggots?|fags"
    r"|niggers?|kikes?|spics?|chinks?|trann(?:y|ies)|motherfuck\w*|fuck\w*|bullshit\w*"
    r"|shut (?:up|your (?:mouth|face|trap))|(?:go|drop) (?:to hell|dead)|screw you|piss off"
    r"|(?:you|your|you're|you are|he|she|they)(?: (?:is|are|a|an|so|all|just|too|such))*"
    r" (?:stupid|dumb|fools?|foolish|losers?|clowns?|ignorant|pathetic|worthless|useless|brainless)"
    r"|stupid (?:request|question|idea|person|people|man|woman|human|client|boss|user)s?)\b"
)
GRAM = 5  # ours: five words in a row are seldom the same by chance
HANDED_BACK = 4  # ours: so many words in a row are the question's, not the answerer's


def abuse_in(text: str) -> int:
    """How many insults and abusive words a text has.

    >>> abuse_in("You are stupid. Shut up!"), abuse_in("The idle line is useless in July.")
    (2, 0)
    """
    return sum(1 for _ in _ABUSE.finditer(" ".join(plain(text[:LONGEST_TEXT]).split())))


def similarity_to_earlier(answer: str, earlier: Sequence[str]) -> float:
    """The share of the answer's five-word runs that stood in one and the same earlier answer.

    An answer of fewer words is one run. 0 where there is nothing to compare.

    >>> similarity_to_earlier("it is on the tab now", ["so it is on the tab"])
    0.5
    """
    own = _runs(answer)
    if not own:
        return 0.0
    return max((len(own & _runs(text)) / len(own) for text in earlier), default=0.0)


def echo(answer: str, asked: str, wanted: Sequence[str]) -> float:
    """The share of the answer's content that is only the question's own words.

    Words that a full answer needs besides count only where they stand in a row as in the question.

    >>> echo("Do you mean the debt schedule by year?", "Show me the debt schedule by year.", [])
    0.75
    """
    content = content_words(answer)
    if not content:
        return 0.0
    needed = {word for text in wanted for word in content_words(text)}
    heard = frozenset(content_words(asked))
    only = sum(word in heard and word not in needed for word in content) / len(content)
    return max(only, _in_a_row(answer, asked, wanted))


def _in_a_row(answer: str, asked: str, wanted: Sequence[str]) -> float:
    words, heard = words_in(answer), _rows(asked)
    handed_back = heard.difference(*map(_rows, wanted))
    copied: set[int] = set()
    for at in range(len(words) - HANDED_BACK + 1):
        if words[at : at + HANDED_BACK] in handed_back:
            copied.update(range(at, at + HANDED_BACK))
    return len(copied) / len(words) if words else 0.0


def _rows(text: str) -> frozenset[tuple[str, ...]]:
    words = words_in(text)
    return frozenset(words[at : at + HANDED_BACK] for at in range(len(words) - HANDED_BACK + 1))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_in(text)
    if not words:
        return frozenset()
    size = min(GRAM, len(words))
    return frozenset(words[start : start + size] for start in range(len(words) - size + 1))
