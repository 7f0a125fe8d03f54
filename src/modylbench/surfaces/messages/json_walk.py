"""JSON values that stand one after another in a text, small faults mended.

Every whole value is kept, and what lies between them is told. What has failed is looked at again a
limited number of times only, and a pattern here never reads a character twice from two starts (a
string that is not closed is taken up to the end of the text), so that the time grows with the
length of the text.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal

import orjson

from modylbench.surfaces.limits import MAX_BROKEN_PARTS, MAX_MESSAGE_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.surfaces.notes import MessageNotes

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
ExtentEnding = Literal["closed", "outer", "open"]
BLANKS = re.compile(r"\s*+")
MOST_LONG_TRIES = 20  # that failed: each may have read the rest of the text
MOST_READ_AGAIN = 3  # times the length of the text, in such tries
MOST_INDENTATION = 200
ENDS = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)
"""Tells only where a value ends: what it is, the stricter parser says."""

MISSING_COMMAS = "commas between values were missing"


class BrokenJson(Exception):
    """A text that is not JSON, with the reason."""

    code = "broken_json"


class TooLarge(BrokenJson):
    """A text that is too long to be read."""

    code = "too_large"


def parse_json(text: str, most: int = MAX_MESSAGE_CHARACTERS) -> Any:
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
        raise BrokenJson(message) from error


def parse_or_mend(text: str) -> tuple[Any, list[str]]:
    """The value, and what had to be left out or escaped; no word of a string is ever changed."""
    try:
        return parse_json(text), []
    except TooLarge:
        raise
    except BrokenJson as error:
        plain, mended = _mend(text)
        if not mended:
            raise
        try:
            return parse_json(plain), mended
        except BrokenJson:
            raise error from None


def _mend(text: str) -> tuple[str, list[str]]:
    mended = []
    without, comments = _substitute(COMMENT, text)
    without, commas = _substitute(COMMA, without)
    plain = STRINGS.sub(lambda match: CONTROL.sub(_escape, match[0]), without)
    if comments:
        mended.append(COMMENTS)
    if commas:
        mended.append(STRAY_COMMAS)
    if plain != without:
        mended.append("line breaks and other control characters in strings were escaped")
    return plain, mended


def _substitute(pattern: re.Pattern[str], text: str) -> tuple[str, bool]:
    plain = pattern.sub(lambda match: "" if match["fault"] else match[0], text)
    return plain, len(plain) != len(text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}" if match["fault"] else match[0]


def extent(text: str, start: int) -> tuple[int, ExtentEnding]:
    """How far a broken value goes by its brackets: to its own, to the list's, or on and on."""
    brackets = _Brackets()
    for match in TOKEN.finditer(text, start):
        sign = match[0][0]
        if sign == '"' and not match["closed"]:
            return match.start(), "open"
        if not brackets.open and (sign == "," or (sign in "{[" and match.start() > start)):
            return match.start(), "closed"
        if sign == "]" and not brackets.count["["]:
            return match.start(), "outer"
        if brackets.take(sign):
            return match.end(), "closed"
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


class JsonWalk:
    """Goes through one text from value to value."""

    def __init__(self, text: str, notes: MessageNotes, where: str = "") -> None:
        self._text = text
        self._notes = notes
        self._where = where
        self._at = 0
        self._in_list = False
        self._last: Literal["start", "value", "comma", "fault"] = "start"
        self._line_end = -1
        self._tries = 0
        self._read_again = 0
        self._extent: tuple[int, ExtentEnding] | None = None
        self._mended: set[str] = set()
        self._counted, self._line = 0, 1
        self._truncated = False
        self.broken = 0

    def values(self) -> Iterator[Any]:
        """The values in order; a broken one does not end the others."""
        while self.broken < MAX_BROKEN_PARTS and self._stands_at_a_value():
            if self._in_list and self._last == "value":
                self._mend(MISSING_COMMAS)
            try:
                value = self._value()
            except BrokenJson as error:
                if self._enters_a_list():
                    continue
                self._skip(error)
                self._last = "fault"
            else:
                yield value
                self._last = "value"
        if self.broken >= MAX_BROKEN_PARTS:
            where = f"character {self._at}"
            self._notes.error("too_many_broken_parts", "the rest was not read", where=where)

    def _stands_at_a_value(self) -> bool:
        text = self._text
        while True:
            match = BLANKS.match(text, self._at)
            self._at = match.end() if match else self._at
            if self._at >= len(text):
                if self._in_list and not self._truncated:
                    self._fail("truncated", "a list that is never closed")
                return False
            sign = text[self._at]
            if sign == ",":
                if self._last in ("start", "comma") or not self._in_list:
                    self._mend(STRAY_COMMAS)
                self._last = "comma"
                self._at += 1
            elif sign == "]" and self._in_list:
                if self._last == "comma":
                    self._mend(STRAY_COMMAS)
                self._in_list = False
                self._at += 1
            elif text.startswith("//", self._at):
                self._mend(COMMENTS)
                self._at = self._end_of_line()
            elif text.startswith("```", self._at) and not self._in_list:
                self._at = self._end_of_line()
            else:
                return True

    def _value(self) -> Any:
        text, at = self._text, self._at
        self._extent = None
        if at > self._line_end:
            self._line_end = self._end_of_line()
            line = text[at : self._line_end].rstrip().removesuffix(",")
            try:
                value = parse_json(line)
            except BrokenJson as error:
                if text[at] not in "{[" and not self._in_list:
                    raise
                fault = error
            else:
                self._at = at + len(line)
                return value
        else:
            fault = BrokenJson("not JSON: words beside a value")
            if text[at] not in "{[" and not self._in_list:
                raise fault
        if self._is_tired():
            raise fault
        return self._longer_value(fault)

    def _longer_value(self, fault: BrokenJson) -> Any:
        """A value over several lines, or beside others in one."""
        try:
            _, end = ENDS.raw_decode(self._text, self._at)
        except (ValueError, RecursionError):
            if self._text[self._at] == "[" and not self._in_list:
                raise fault from None
            end, ending = self._extent = extent(self._text, self._at)
            if ending != "closed":
                raise fault from None
        value, mended = parse_or_mend(self._text[self._at : end])
        for reason in mended:
            self._mend(reason)
        self._at = end
        return value

    def _enters_a_list(self) -> bool:
        if self._in_list or self._text[self._at] != "[" or self._is_tired():
            return False
        self._in_list = True
        self._last = "start"
        self._at += 1
        return True

    def _skip(self, error: BrokenJson) -> None:
        """Tells of the fault, and goes on behind it, or where a line begins like a value."""
        end, ending = self._fault_extent()
        following = None if ending == "closed" else self._next_start(end, ending)
        if ending == "open" and following is None:
            self._truncated = True
            self._fail("truncated", "the text ends within a value")
        else:
            self._fail(error.code, str(error))
        if following is None:
            following = end if ending in ("closed", "outer") else len(self._text)
        self._at = following

    def _fault_extent(self) -> tuple[int, ExtentEnding | Literal["words"]]:
        if self._is_tired() or not (self._in_list or self._text[self._at] in "{["):
            return self._end_of_line(), "words"
        end, ending = self._extent or extent(self._text, self._at)
        if ending != "closed":
            self._tries += 1
            self._read_again += end - self._at
        return end, ending

    def _is_tired(self) -> bool:
        long = self._read_again > MOST_READ_AGAIN * len(self._text)
        return long or self._tries >= MOST_LONG_TRIES

    def _next_start(self, end: int, ending: str) -> int | None:
        """The next line that may begin a value: indented like this one, or anyhow after words."""
        before = self._text[max(0, self._at - MOST_INDENTATION) : self._at].rpartition("\n")[2]
        indentation = "" if before.strip() else before
        blanks = "[ \t]*+" if ending == "words" else re.escape(indentation)
        match = re.compile(rf"\n{blanks}(?=[{{\[])").search(self._text, self._at)
        if match is None or (ending == "outer" and match.end() > end):
            return None
        return match.end()

    def _end_of_line(self) -> int:
        end = self._text.find("\n", self._at)
        return len(self._text) if end < 0 else end

    def _fail(self, code: str, reason: str) -> None:
        self.broken += 1
        if code == "broken_json" and self._where:
            reason = f"a block of A2UI that is {reason}"
        self._notes.error(code, reason, where=self._where or self._place())

    def _mend(self, reason: str) -> None:
        if reason not in self._mended:
            self._mended.add(reason)
            self._notes.warning("mended_json", reason, where=self._where or self._place())

    def _place(self) -> str:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return f"line {self._line}"
