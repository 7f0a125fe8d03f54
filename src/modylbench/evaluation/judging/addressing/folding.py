"""A text as a matcher sees it, with look-alikes and invisible characters undone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from modylbench.language.plain import LOOKALIKES

_MORE_LOOKALIKES = str.maketrans(
    "\u043a\u043c\u0442\u043d\u0432\u04cf\u03b5\u03b7\u03bc\u03c9\u03c3\u03b3\u0585\u057d\u0570"
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18"
    "\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22\u0142\u00f8\u0111\u2018\u2019\u201c\u201d",
    "kmthbienuwoyouhabcdefhijklmnoprstuvwyzlod''\"\"",
)
_TAGS = range(0xE0020, 0xE007F)
_LETTERS_IN_BOXES = (0x1F150, 0x1F170, 0x1F1E6)  # where A to Z stand, white on black and as flags
_DROPPED = ("Cf", "Mn", "Me", "Cc", "Co", "Cn", "Cs")
_LINE_BREAKS = "\n\r\v\f\x85\u2028\u2029"
_DIGITS_FOR_LETTERS = str.maketrans("013457@$", "oieastas")
_LEET = re.compile(r"(?<=[a-z])[013457@$](?=[a-z])")
_LOOSE_UNDERSCORES = re.compile(r"(?<![a-z0-9])_+|_+(?![a-z0-9])")
_SPACED_OUT = re.compile(r"(?<![a-z])(?:[a-z][ .\-*]){4,200}[a-z](?![a-z])")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text for matching; `places` says where each of its characters stood, None if it moved none.

    One more place than characters: the end of the text.
    """

    text: str
    places: tuple[int, ...] | None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the text as it came that this span of the folded one stands for."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1 if end > start else self.places[end]


def fold(text: str) -> FoldedText:
    """The text in lower-case plain letters, without what nobody sees.

    >>> fold("Ign\u200b\u043ere").text
    'ignore'
    """
    if text.isascii():
        pieces, places = text.lower(), None
    else:
        shown = [(piece, at) for at, letter in enumerate(text) for piece in _plain_letters(letter)]
        pieces = "".join(piece for piece, _ in shown)
        places = [at for _, at in shown] + [len(text)]
    pieces = _LEET.sub(lambda match: match[0].translate(_DIGITS_FOR_LETTERS), pieces)
    pieces = _LOOSE_UNDERSCORES.sub(lambda match: " " * len(match[0]), pieces)
    if _SPACED_OUT.search(pieces) is None:
        return FoldedText(pieces, None if places is None else tuple(places))
    return _closed_up(pieces, places or list(range(len(text) + 1)))


def _closed_up(text: str, places: list[int]) -> FoldedText:
    """The same with `i g n o r e` written as a word."""
    between = {
        at
        for match in _SPACED_OUT.finditer(text)
        for at in range(match.start() + 1, match.end(), 2)
    }
    kept = [at for at in range(len(text)) if at not in between]
    moved = (*(places[at] for at in kept), places[-1])
    return FoldedText("".join(text[at] for at in kept), moved)


@lru_cache(maxsize=4096)
def _plain_letters(character: str) -> str:
    """What a character is to a reader: plain letters, a space, a line break, or nothing."""
    code = ord(character)
    if code in _TAGS:
        return chr(code - 0xE0000).lower()
    for first in _LETTERS_IN_BOXES:
        if first <= code < first + 26:
            return chr(ord("a") + code - first)
    if character in _LINE_BREAKS or unicodedata.category(character) == "Zs" or character == "\t":
        return "\n" if character in _LINE_BREAKS else " "
    if unicodedata.category(character) in _DROPPED:
        return ""
    letters = unicodedata.normalize("NFKD", character)
    plain = "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")
    return plain.lower().translate(LOOKALIKES).translate(_MORE_LOOKALIKES)
