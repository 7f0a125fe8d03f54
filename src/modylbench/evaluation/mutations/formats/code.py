"""Code: the hunks, files and names that changed, and the code after such edits."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.edit import (
    Edit,
    FilePath,
    LineRange,
    Pointer,
    parse_locator,
    write_locator,
)
from modylbench.evaluation.mutations.formats.format import (
    is_whole_product_edit,
    json_of,
    name_edits,
    read_model,
    whole_product_edit,
)
from modylbench.evaluation.mutations.formats.line_diff import Effort, compare_lines, lines_of
from modylbench.evaluation.mutations.formats.syntax import check_syntax
from modylbench.foundation.errors import short_repr
from modylbench.products.code import Code
from modylbench.products.file_tree import parents, path_in_project
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.mutations.formats.format import ProductJson
    from modylbench.evaluation.mutations.formats.syntax import SyntaxCheck

File = dict[str, Any]
PairOfFiles = tuple[File | None, File | None]


class CodeFormat:
    """Source files; their order means nothing, so they stand in the order of their ids."""

    name = "code"
    types = frozenset(
        {
            "create", "delete", "update_value", "add_file", "delete_file", "rename_file",
            "edit_hunk", "rewrite_file", "reformat",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> ProductJson:
        """The files with paths in one spelling; their text stays as it is, to the last newline."""
        code = read_model(Code, json_of(raw)).model_dump(mode="json")
        for file in code["files"]:
            file["path"] = path_in_project(file["path"])
        code["files"].sort(key=lambda file: file["id"])
        _refuse_impossible(file["path"] for file in code["files"])
        return code

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """Edits whose locators speak of `before`; only an added file is named by its new path."""
        if before is None or after is None:
            return whole_product_edit(before, after)
        edits = name_edits(before, after)
        effort = Effort()
        for old, new in pair_files(before["files"], after["files"]):
            if old and new:
                edits += _file_edits(old, new, effort)
            elif old:
                edits.append(Edit("delete_file", old["path"], "file_path", old=old))
            elif new:
                edits.append(Edit("add_file", new["path"], "file_path", new=new))
        return tuple(edits)

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The files after the edits, each resolved in `before`; ValueError where one misfits."""
        if is_whole_product_edit(before, edits):
            made: ProductJson | None = edits[0].new
            return made
        if before is None:
            return None
        work = _CodeInWork(before)
        for edit in edits:
            work.take(edit)
        return work.finish()

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """The files that are not what their language allows; `checks` says which were not read."""
        broken = [check for check in self.checks(document) if check.status == "invalid"]
        return tuple(f"{check.path}: {check.reason}" for check in broken)

    def checks(self, document: ProductJson) -> tuple[SyntaxCheck, ...]:
        """For each file whether its syntax is valid, invalid or could not be checked."""
        return tuple(check_syntax(file) for file in document["files"])


def pair_files(before: Iterable[File], after: Iterable[File]) -> list[PairOfFiles]:
    """Files of both snapshots side by side, None where there is no other.

    The same id is the same file; of the rest the same path is, and of the rest the same text: so
    an agent that makes up new ids, or moves a file, is seen to have done that and no more.
    """
    old, new = list(before), list(after)
    pairs: list[PairOfFiles] = []
    for key in ("id", "path", "content"):
        waiting: dict[str, list[File]] = {}
        for file in reversed(new):
            waiting.setdefault(file[key], []).append(file)
        waiting.pop("", None)  # all empty files have the same text
        unpaired = []
        for file in old:
            if waiting.get(file[key]):
                pairs.append((file, waiting[file[key]].pop()))
            else:
                unpaired.append(file)
        taken = {id(other) for _, other in pairs}
        old, new = unpaired, [file for file in new if id(file) not in taken]
    return [*pairs, *((file, None) for file in old), *((None, file) for file in new)]


def _refuse_impossible(paths: Iterator[str]) -> None:
    """Raise ValueError where two files have one path, or one file lies in another."""
    found: set[str] = set()
    for path in paths:
        if path in found:
            message = f"found the path {short_repr(path)} twice, expected it once"
            raise ValueError(message)
        found.add(path)
    for path in sorted(found):
        for parent in parents(path):
            if parent in found:
                message = f"found the file {short_repr(path)} in the file {short_repr(parent)}"
                raise ValueError(message)


def _file_edits(old: File, new: File, effort: Effort) -> Iterator[Edit]:
    for key in ("id", "language"):
        if old[key] != new[key]:
            pointer = join("files", old["id"], key)
            yield Edit("update_value", pointer, old=old[key], new=new[key])
    if old["path"] != new["path"]:
        yield Edit("rename_file", old["path"], "file_path", old=old["path"], new=new["path"])
    if old["content"] != new["content"]:
        yield from _text_edits(old["path"], old["content"], new["content"], effort)


def _text_edits(path: str, old: str, new: str, effort: Effort) -> Iterator[Edit]:
    if _without_ends(old) == _without_ends(new):
        yield Edit("reformat", path, "file_path", old=old, new=new)
        return
    found = compare_lines(old, new, effort)
    if found.is_rewritten:
        yield Edit("rewrite_file", path, "file_path", old=old, new=new)
        return
    for hunk in found.hunks:
        yield Edit(
            "edit_hunk",
            write_locator(LineRange(path, hunk.old_from + 1, hunk.old_to)),
            "line_range",
            old="".join(found.old[hunk.old_from : hunk.old_to]) or None,
            new="".join(found.new[hunk.new_from : hunk.new_to]) or None,
        )


def _without_ends(text: str) -> list[str]:
    """The lines without white space at their ends, and without empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().split("\n")]


class _CodeInWork:
    """A copy of the code that is being edited; files are found by the path they had."""

    def __init__(self, before: ProductJson) -> None:
        self._document = dict(before)
        self._by_path: dict[str, File] = {file["path"]: dict(file) for file in before["files"]}
        self._by_id = {file["id"]: file for file in self._by_path.values()}
        self._gone: set[str] = set()
        self._added: list[File] = []
        self._hunks: dict[str, list[tuple[LineRange, Edit]]] = defaultdict(list)

    def take(self, edit: Edit) -> None:
        place = parse_locator(edit.locator, edit.locator_kind)
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

    def finish(self) -> ProductJson:
        for path, hunks in self._hunks.items():
            file = self._by_path[path]
            file["content"] = _with_hunks(file["content"], hunks)
        kept = [file for path, file in self._by_path.items() if path not in self._gone]
        self._document["files"] = sorted([*kept, *self._added], key=lambda file: file["id"])
        return self._document


def _set(holder: dict[str, Any], key: str, edit: Edit) -> None:
    if holder[key] != edit.old:
        place, found = short_repr(edit.locator), short_repr(holder[key])
        message = f"found {found} at {place}, expected {short_repr(edit.old)}"
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
