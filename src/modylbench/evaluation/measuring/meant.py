"""What does a speaker mean: without what is only quoted, attributed, or taken back at once?"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.wording import sentences, words_in
from modylbench.products.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_TURNS = 3  # ours: a sentence of two turns may be said twice
MOST_OF = 0.5  # ours: of the turns; what is said in most of them answers none

_QUOTED = re.compile(
    r"[\"\u201c\u201e\u00ab][^\"\u201c\u201d\u00bb\n]{1,400}[\"\u201d\u00bb]"
    r"|(?<![^\s(:,;])['\u2018][^'\u2018\u2019\n]{3,400}['\u2019](?=[\s.,;:!?)]|$)"
)
_ATTRIBUTED = re.compile(
    r"\b(?:some|others|people|critics|purists|one|you) (?:would|might|may|could|will) "
    r"(?:say|argue|call|claim|object)\b[^.;!?\n]*",
    re.IGNORECASE,
)
_WAVED_ASIDE = re.compile(
    r"\b(?:nonsense|never ?mind|forget (?:that|it|about (?:that|it))|who cares|whatever|kidding"
    r"|no matter|doesn'?t matter|ignore that|don'?t worry about (?:that|it)|all the same"
    r"|rubbish|beside the point|your wish|as you wish|go ahead anyway|did it anyway"
    r"|done it anyway|all false)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def meant(text: str) -> str:
    """The text without quotations, what others would say, and what is waved aside after it."""
    own = _ATTRIBUTED.sub(" ", _QUOTED.sub(" ", text))
    found = list(_WAVED_ASIDE.finditer(own))
    return own[found[-1].end() :] if found else own


@lru_cache(maxsize=2048)
def unquoted(text: str) -> str:
    """The text without quotations."""
    return _QUOTED.sub(" ", text)


def blanket(texts: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """Sentences, by their words, that are said in most of the turns, whatever is asked."""
    counts = Counter(one for text in texts for one in {_key(line) for line in sentences(text)})
    least = max(LEAST_TURNS, MOST_OF * len(texts))
    return frozenset(one for one, count in counts.items() if one and count >= least)


def without(text: str, said: frozenset[tuple[str, ...]]) -> str:
    """The text without these sentences."""
    if not said:
        return text
    return " ".join(line for line in sentences(text) if _key(line) not in said)


def _key(sentence: str) -> tuple[str, ...]:
    return words_in(plain(sentence))
