"""Terminal sessions: did the session only grow at its end?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats import items
from modylbench.evaluation.mutations.formats.raw_snapshot import json_of, read
from modylbench.evaluation.mutations.formats.screen_text import screen_text
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.evaluation.mutations.formats.items import ItemChange

ENTRIES = "entries"


class TerminalFormat:
    """Append-only sessions; whatever touches what was already there is `rewrite_history`."""

    name = "terminal"
    types = frozenset(
        {
            "create", "delete", "update_value",
            "append_entry", "extend_output", "finish_entry", "rewrite_history",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> Document:
        """The entries with what a person sees of them; one without an id is called by its place."""
        value = json_of(raw)
        if isinstance(value, dict) and isinstance(value.get(ENTRIES), list | tuple):
            named = [_named(entry, at) for at, entry in enumerate(value[ENTRIES], start=1)]
            value = value | {ENTRIES: named}
        session = read(Terminal, value).model_dump(mode="json")
        for entry in session[ENTRIES]:
            entry["command"] = screen_text(entry["command"])
            entry["output"] = screen_text(entry["output"])
        return session

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """Entries appended, output that went on, commands that ended; else history rewritten."""
        return items.diff(before, after, ENTRIES, _type_of)

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The session after the edits."""
        return items.apply(before, edits, ENTRIES)

    def verify(self, document: Document) -> tuple[str, ...]:
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


def _named(entry: Any, at: int) -> Any:
    return {"id": f"entry-{at}"} | entry if isinstance(entry, dict) else entry


def _settled(change: ItemChange) -> str:
    """What of the output stays: a command that runs may still go back on its last line."""
    output = str(change.old)
    runs = change.before is not None and change.before["exit_code"] is None
    return output[: output.rfind("\n") + 1] if runs else output


def _type_of(change: ItemChange) -> str:
    if change.op == "add" and change.is_last:
        return "append_entry"
    if change.field == "output" and change.new.startswith(_settled(change)):
        return "extend_output"
    if change.field == "exit_code" and change.old is None:
        return "finish_entry"
    return "rewrite_history"
