r"""What does a person see of a terminal's output, once escapes and carriage returns are done?

Colours vanish, `\r` and `\b` go back and overwrite, erased text is gone, a cursor that moves up
overwrites the lines above. Nothing scrolls away, and a cleared screen keeps what was there: a
person can scroll back. Times and durations in the text stay as they are.
"""

from __future__ import annotations

import re

MAX_COLUMN = 500  # ours: wider than any terminal; a cursor sent further right stays here
MAX_TEXT = 200_000  # the most that a text of a work product holds; blanks end where it is reached
_SEQUENCE = re.compile(
    r"\x1b\[(?P<numbers>[0-9;:<=>?]*)[ -/]*(?P<final>[@-~])"  # control sequences
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # titles, links and other strings
    r"|\x1b[ -/]*[0-~]?"
    r"|(?P<mark>[\n\r\b])"
    r"|(?P<text>[^\x00-\x08\x0a-\x1f\x7f-\x9f]+)"
    r"|[\x00-\x1f\x7f-\x9f]"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)\Z")
"""A sequence that the end cuts off: what it does is not known yet, and it is no text."""
_PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f]*")


def screen_text(output: str) -> str:
    r"""The text as it stands on the screen in the end, without spaces at the ends of lines.

    >>> screen_text("\x1b[32mok\x1b[0m\n10 %\r100 %\n")
    'ok\n100 %\n'
    """
    if _PLAIN.fullmatch(output):
        return "\n".join(line.rstrip(" ") for line in output.split("\n"))
    screen = _Screen(blanks=MAX_TEXT - len(output))
    for found in _SEQUENCE.finditer(_UNFINISHED.sub("", output)):
        if found["text"]:
            screen.write(found["text"])
        elif found["mark"]:
            screen.mark(found["mark"])
        elif found["final"]:
            screen.move(found["final"], found["numbers"])
    return screen.text()


class _Screen:
    """Lines of characters, and where the next one goes."""

    def __init__(self, blanks: int) -> None:
        self._blanks = blanks
        self._lines: list[list[str]] = [[]]
        self._row = self._column = 0

    def write(self, text: str) -> None:
        line = self._lines[self._row]
        missing = max(0, min(self._column - len(line), self._blanks))
        self._blanks -= missing
        line += " " * missing
        self._column = min(self._column, len(line))
        line[self._column : self._column + len(text)] = text
        self._column += len(text)

    def mark(self, mark: str) -> None:
        if mark == "\b":
            self._column = max(0, self._column - 1)
            return
        self._column = 0
        if mark == "\n":
            self._row += 1
            if self._row == len(self._lines):
                self._lines.append([])

    def move(self, final: str, numbers: str) -> None:
        first = numbers.split(";")[0][:9]  # what is cut off is beyond every bound
        count = min(int(first), MAX_COLUMN) if first.isdecimal() else 0
        match final:
            case "A" | "F":
                self._row = max(0, self._row - (count or 1))
            case "B" | "E":
                self._row = min(len(self._lines) - 1, self._row + (count or 1))
            case "C":
                self._column = max(self._column, min(MAX_COLUMN, self._column + (count or 1)))
            case "D":
                self._column = max(0, self._column - (count or 1))
            case "G":
                self._column = max(0, count - 1)
            case "K":
                self._erase(count)
            case _:
                pass
        if final in "EF":
            self._column = 0

    def _erase(self, part: int) -> None:
        line = self._lines[self._row]
        if part == 0:
            del line[self._column :]
        elif part == 2:
            line.clear()
        elif self._column < MAX_COLUMN:
            end = min(self._column + 1, len(line))
            line[:end] = " " * end

    def text(self) -> str:
        return "\n".join("".join(line).rstrip(" ") for line in self._lines)
