"""How much of an answer is word for word what was answered before?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.wording import content_words, words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

GRAM = 5  # ours: five words in a row are seldom the same by chance
HANDED_BACK = 4  # ours: so many words in a row are the question's, not the answerer's


def similarity_to_earlier(answer: str, earlier: Sequence[str]) -> float:
    """The share of the answer's five-word runs that stood in one and the same earlier answer.

    An answer of fewer words is one run. 0 where there is nothing to compare.

    >>> similarity_to_earlier("it is on the tab now", ["so it is on the tab"])
    0.5
    """
    own = _runs(answer)
    if not own:
        return 0.0
    return max((len(own & _runs(one)) / len(own) for one in earlier), default=0.0)


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
