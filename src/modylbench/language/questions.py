"""Who is asked something by name."""

from __future__ import annotations

import re

from modylbench.language.sentences import sentences


def asks_by_name(text: str, name: str) -> bool:
    """Whether a question in the text calls somebody by the first name.

    >>> asks_by_name("It is 412. Does that match what you have, Lena?", "Lena Hofmann")
    True
    >>> asks_by_name("So, Lena, is anything missing from your side?", "Lena Hofmann")
    True
    >>> asks_by_name("The rates are Lena's. Is that right, Tomas?", "Lena Hofmann")
    False
    >>> asks_by_name("Did Lena say so?", "Lena Hofmann")
    False
    """
    first = re.escape(name.split()[0])
    called = re.compile(rf"(?:^|[,;:]\s+|\b(?:[Aa]nd|[Ss]o|[Oo]r)\s+){first}\s*[,:?]")
    asked = (sentence.strip() for sentence in sentences(text))
    return any(sentence.endswith("?") and called.search(sentence) for sentence in asked)
