"""Is a text made of whole characters, or does it hold half a surrogate pair?"""

from __future__ import annotations


def is_sound(text: str) -> bool:
    r"""Whether UTF-8 can hold the text: files, JSON and pycrdt know no half of a pair.

    >>> is_sound("\U0001f600"), is_sound("\ud83d")
    (True, False)
    """
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
