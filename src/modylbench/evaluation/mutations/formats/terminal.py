r"""Terminal sessions, which may only grow at their end, as a person sees them.

Colours vanish, `\r` and `\b` go back and overwrite, erased text is gone, a cursor that moves up
overwrites the lines above. Nothing scrolls away, and a cleared screen keeps what was there: a
person can scroll back. Times and durations in the text stay as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.format import json_of, read_model
from modylbench.evaluation.mutations.formats.items import apply_item_edits, diff_items
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import ProductJson
    from modylbench.evaluation.mutations.formats.items import ItemChange

ENTRIES = "entries"
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


class TerminalFormat:
    """Append-only sessions; whatever touches what was already there is `rewrite_history`."""

    name = "terminal"
    types = frozenset(
        {
            "create", "delete", "update_value",
            "append_entry", "extend_output", "finish_entry", "rewrite_history",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> ProductJson:
        """The entries with what a person sees of them; one without an id is called by its place."""
        value = json_of(raw)
        if isinstance(value, dict) and isinstance(value.get(ENTRIES), list | tuple):
            named = [_with_id(entry, at) for at, entry in enumerate(value[ENTRIES], start=1)]
            value = value | {ENTRIES: named}
        session = read_model(Terminal, value).model_dump(mode="json")
        for entry in session[ENTRIES]:
            entry["command"] = screen_text(entry["command"])
            entry["output"] = screen_text(entry["output"])
        return session

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """Entries appended, output that went on, commands that ended; else history rewritten."""
        return diff_items(before, after, ENTRIES, _type_of)

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The session after the edits."""
        return apply_item_edits(before, edits, ENTRIES)

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """Commands that failed and those that never ended, but for the last, which may run on."""
        entries = document[ENTRIES]
        failed = [
            f"{entry['id']}: exit code {entry['exit_code']}"
            for entry in entries
            if entry["exit_code"]
        ]
        endless = [
            f"{entry['id']}: another command follows, and it has not ended"
            for entry in entries[:-1]
            if entry["exit_code"] is None
        ]
        return (*failed, *endless)


def screen_text(output: str) -> str:
    r"""The text as it stands on the screen in the end, without spaces at the ends of lines.

    >>> screen_text("\x1b[32mok\x1b[0m\n10 %\r100 %\n")
    'ok\n100 %\n'
    """
    if _PLAIN.fullmatch(output):
        return "\n".join(line.rstrip(" ") for line in output.split("\n"))
    screen = _TerminalScreen(blanks=MAX_TEXT - len(output))
    for match in _SEQUENCE.finditer(_UNFINISHED.sub("", output)):
        if match["text"]:
            screen.write(match["text"])
        elif match["mark"]:
            screen.mark(match["mark"])
        elif match["final"]:
            screen.move(match["final"], match["numbers"])
    return screen.text()


def _with_id(entry: Any, at: int) -> Any:
    return {"id": f"entry-{at}"} | entry if isinstance(entry, dict) else entry


def _settled_output(change: ItemChange) -> str:
    """What of the output stays: a command that runs may still go back on its last line."""
    output = str(change.old)
    runs = change.before is not None and change.before["exit_code"] is None
    return output[: output.rfind("\n") + 1] if runs else output


def _type_of(change: ItemChange) -> str:
    if change.op == "add" and change.is_last:
        return "append_entry"
    if change.field == "output" and change.new.startswith(_settled_output(change)):
        return "extend_output"
    if change.field == "exit_code" and change.old is None:
        return "finish_entry"
    return "rewrite_history"


class _TerminalScreen:
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
