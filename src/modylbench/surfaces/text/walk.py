"""Which JSON values stand one after another in a text, or in a list that is broken somewhere?

Every whole value is kept, and what lies between them is told. What has failed is looked at again a
limited number of times only, so that the time grows with the length of the text.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal

from modylbench.surfaces.limits import MAX_BROKEN_PARTS
from modylbench.surfaces.text.mending import (
    COMMENTS,
    STRAY_COMMAS,
    Broken,
    Ending,
    extent,
    parsed,
    parsed_or_mended,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.surfaces.wording import Notes

BLANKS = re.compile(r"\s*+")
MOST_LONG_TRIES = 20  # that failed: each may have read the rest of the text
MOST_READ_AGAIN = 3  # times the length of the text, in such tries
MOST_INDENTATION = 200
ENDS = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)
"""Tells only where a value ends: what it is, the stricter parser says."""

MISSING_COMMAS = "commas between values were missing"


class Walk:
    """Goes through one text from value to value."""

    def __init__(self, text: str, notes: Notes, where: str = "") -> None:
        self._text = text
        self._notes = notes
        self._where = where
        self._at = 0
        self._in_list = False
        self._last: Literal["start", "value", "comma", "fault"] = "start"
        self._line_end = -1
        self._tries = 0
        self._read_again = 0
        self._extent: tuple[int, Ending] | None = None
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
            except Broken as error:
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
            found = BLANKS.match(text, self._at)
            self._at = found.end() if found else self._at
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
                value = parsed(line)
            except Broken as error:
                if text[at] not in "{[" and not self._in_list:
                    raise
                fault = error
            else:
                self._at = at + len(line)
                return value
        else:
            fault = Broken("not JSON: words beside a value")
            if text[at] not in "{[" and not self._in_list:
                raise fault
        if self._is_tired():
            raise fault
        return self._longer_value(fault)

    def _longer_value(self, fault: Broken) -> Any:
        """A value over several lines, or beside others in one."""
        try:
            _, end = ENDS.raw_decode(self._text, self._at)
        except (ValueError, RecursionError):
            if self._text[self._at] == "[" and not self._in_list:
                raise fault from None
            end, ending = self._extent = extent(self._text, self._at)
            if ending != "closed":
                raise fault from None
        value, mended = parsed_or_mended(self._text[self._at : end])
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

    def _skip(self, error: Broken) -> None:
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

    def _fault_extent(self) -> tuple[int, Ending | Literal["words"]]:
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
        found = re.compile(rf"\n{blanks}(?=[{{\[])").search(self._text, self._at)
        if found is None or (ending == "outer" and found.end() > end):
            return None
        return found.end()

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
