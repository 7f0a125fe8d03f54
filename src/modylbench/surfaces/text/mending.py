"""Which JSON value is a text, as it stands or with small faults mended, and where does it end?

A pattern here never reads a character twice from two starts: a string that is not closed is taken
up to the end of the text, so that the next quote in it is not tried again.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import orjson

from modylbench.surfaces.limits import MAX_MESSAGE_CHARACTERS

STRING = r'"(?:[^"\\]++|\\.)*+(?:"|\Z)'
COMMENT = re.compile(rf"{STRING}|(?P<fault>//[^\n]*+)", re.DOTALL)
COMMA = re.compile(rf"{STRING}|(?P<fault>,(?=\s*+[\]}}]))", re.DOTALL)
CONTROL = re.compile(r"\\.|(?P<fault>[\x00-\x1f])", re.DOTALL)
STRINGS = re.compile(STRING, re.DOTALL)
# A string that goes on where a line begins like a value was most likely never closed.
TOKEN = re.compile(
    r'"(?:[^"\\\n]++|\\.|\n(?![{\[]))*+(?P<closed>"?)|//[^\n]*+|[\[\]{},]', re.DOTALL
)
COMMENTS = "comments were left out"
STRAY_COMMAS = "commas that separate nothing were left out"
OPENER = {"}": "{", "]": "["}
Ending = Literal["closed", "outer", "open"]


class Broken(Exception):
    """A text that is not JSON, with the reason."""

    code = "broken_json"


class TooLarge(Broken):
    """A text that is too long to be read."""

    code = "too_large"


def parsed(text: str, most: int = MAX_MESSAGE_CHARACTERS) -> Any:
    """The JSON value that a text is.

    Endless nesting, NaN, infinities and half surrogate pairs are refused by the parser itself, and
    whole numbers beyond 64 bits become what a browser would make of them.
    """
    if len(text) > most:
        message = f"a text of {len(text):,} characters, expected at most {most:,}"
        raise TooLarge(message)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        message = f"not JSON: {error}"
        raise Broken(message) from error


def parsed_or_mended(text: str) -> tuple[Any, list[str]]:
    """The value, and what had to be left out or escaped; no word of a string is ever changed."""
    try:
        return parsed(text), []
    except TooLarge:
        raise
    except Broken as error:
        plain, mended = _mended(text)
        if not mended:
            raise
        try:
            return parsed(plain), mended
        except Broken:
            raise error from None


def _mended(text: str) -> tuple[str, list[str]]:
    mended = []
    without, comments = _substituted(COMMENT, text)
    without, commas = _substituted(COMMA, without)
    plain = STRINGS.sub(lambda found: CONTROL.sub(_escaped, found[0]), without)
    if comments:
        mended.append(COMMENTS)
    if commas:
        mended.append(STRAY_COMMAS)
    if plain != without:
        mended.append("line breaks and other control characters in strings were escaped")
    return plain, mended


def _substituted(pattern: re.Pattern[str], text: str) -> tuple[str, bool]:
    plain = pattern.sub(lambda found: "" if found["fault"] else found[0], text)
    return plain, len(plain) != len(text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}" if found["fault"] else found[0]


def extent(text: str, start: int) -> tuple[int, Ending]:
    """How far a broken value goes by its brackets: to its own, to the list's, or on and on."""
    brackets = _Brackets()
    for found in TOKEN.finditer(text, start):
        sign = found[0][0]
        if sign == '"' and not found["closed"]:
            return found.start(), "open"
        if not brackets.open and (sign == "," or (sign in "{[" and found.start() > start)):
            return found.start(), "closed"
        if sign == "]" and not brackets.count["["]:
            return found.start(), "outer"
        if brackets.take(sign):
            return found.end(), "closed"
    return len(text), "open"


class _Brackets:
    """Which brackets are open; a closing one closes all that were opened since its own."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.count = {"{": 0, "[": 0}

    def take(self, sign: str) -> bool:
        """Whether with this sign the last one is closed."""
        if sign in self.count:
            self.open.append(sign)
            self.count[sign] += 1
        opener = OPENER.get(sign)
        if opener is None or not self.count[opener]:
            return False
        while (closed := self.open.pop()) != opener:
            self.count[closed] -= 1
        self.count[opener] -= 1
        return not self.open
