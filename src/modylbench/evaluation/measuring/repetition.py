"""How much of an answer is word for word what was answered before?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.wording import words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

GRAM = 5  # ours: five words in a row are seldom the same by chance


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


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_in(text)
    if not words:
        return frozenset()
    size = min(GRAM, len(words))
    return frozenset(words[start : start + size] for start in range(len(words) - size + 1))
