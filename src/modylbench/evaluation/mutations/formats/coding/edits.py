"""What do files become by edits of code?"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.coding.hunks import lines_of
from modylbench.evaluation.mutations.formats.locator import FilePath, LineRange, Pointer, parse
from modylbench.evaluation.mutations.formats.whole_product import is_whole
from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.coding.files import File
    from modylbench.evaluation.mutations.formats.format import Document


def apply(before: Document | None, edits: Sequence[Edit]) -> Document | None:
    """The code after the edits, in whatever order they come: all are resolved in `before`."""
    if is_whole(before, edits):
        made: Document | None = edits[0].new
        return made
    if before is None:
        return None
    work = _Work(before)
    for edit in edits:
        work.take(edit)
    return work.done()


class _Work:
    """A copy of the code that is being edited; files are found by the path they had."""

    def __init__(self, before: Document) -> None:
        self._document = dict(before)
        self._by_path: dict[str, File] = {file["path"]: dict(file) for file in before["files"]}
        self._by_id = {file["id"]: file for file in self._by_path.values()}
        self._gone: set[str] = set()
        self._added: list[File] = []
        self._hunks: dict[str, list[tuple[LineRange, Edit]]] = defaultdict(list)

    def take(self, edit: Edit) -> None:
        place = parse(edit.locator, edit.locator_kind)
        match place:
            case LineRange(path) if path in self._by_path:
                self._hunks[path].append((place, edit))
            case Pointer((key,)) if key in ("id", "title"):
                _set(self._document, key, edit)
            case Pointer(("files", own, key)) if own in self._by_id and key in ("id", "language"):
                _set(self._by_id[own], key, edit)
            case FilePath(path) if path in self._by_path or edit.type == "add_file":
                self._take_file(path, edit)
            case _:
                message = f"found no {short_repr(edit.locator)} to edit"
                raise ValueError(message)

    def _take_file(self, path: str, edit: Edit) -> None:
        match edit.type:
            case "add_file":
                self._added.append(dict(edit.new))
            case "delete_file":
                self._gone.add(path)
            case "rename_file":
                _set(self._by_path[path], "path", edit)
            case _:
                _set(self._by_path[path], "content", edit)

    def done(self) -> Document:
        for path, hunks in self._hunks.items():
            file = self._by_path[path]
            file["content"] = _with_hunks(file["content"], hunks)
        kept = [file for path, file in self._by_path.items() if path not in self._gone]
        self._document["files"] = sorted([*kept, *self._added], key=lambda file: file["id"])
        return self._document


def _set(holder: dict[str, Any], key: str, edit: Edit) -> None:
    if holder[key] != edit.old:
        message = f"found {short_repr(holder[key])} at {short_repr(edit.locator)}, expected {short_repr(edit.old)}"
        raise ValueError(message)
    holder[key] = edit.new


def _with_hunks(text: str, hunks: list[tuple[LineRange, Edit]]) -> str:
    lines = lines_of(text)
    parts: list[str] = []
    done = 0
    for place, edit in sorted(hunks, key=lambda hunk: hunk[0].first):
        first, last = place.first - 1, place.last
        if first < done or last > len(lines) or "".join(lines[first:last]) != (edit.old or ""):
            message = f"found other lines at {short_repr(edit.locator)} than the edit is made for"
            raise ValueError(message)
        parts += [*lines[done:first], edit.new or ""]
        done = last
    return "".join([*parts, *lines[done:]])
