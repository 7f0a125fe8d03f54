"""How does a text that anyone may have sent become one that can be kept?"""

from __future__ import annotations


def plain(text: str, most: int) -> str:
    r"""At most so many characters, all of which can be written as UTF-8.

    >>> plain("a\ud800bc", 3)
    'a?b'
    """
    return text[:most].encode("utf-8", "replace").decode("utf-8")
