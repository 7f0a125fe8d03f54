"""Code: which hunks, files and names changed?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.coding import edits as code_edits
from modylbench.evaluation.mutations.formats.coding import syntax
from modylbench.evaluation.mutations.formats.coding.files import paired
from modylbench.evaluation.mutations.formats.coding.hunks import compare
from modylbench.evaluation.mutations.formats.coding.line_matching import Effort
from modylbench.evaluation.mutations.formats.locator import LineRange, written
from modylbench.evaluation.mutations.formats.raw_snapshot import json_of, read
from modylbench.evaluation.mutations.formats.whole_product import made_or_gone
from modylbench.foundation.errors import short_repr
from modylbench.products.code import Code
from modylbench.products.file_tree import inside, parents
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.formats.coding.files import File
    from modylbench.evaluation.mutations.formats.coding.syntax import SyntaxCheck
    from modylbench.evaluation.mutations.formats.format import Document


class CodeFormat:
    """Source files; their order means nothing, so they stand in the order of their ids."""

    name = "code"
    types = frozenset(
        {
            "create", "delete", "update_value", "add_file", "delete_file", "rename_file",
            "edit_hunk", "rewrite_file", "reformat",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> Document:
        """The files with paths in one spelling; their text stays as it is, to the last newline."""
        code = read(Code, json_of(raw)).model_dump(mode="json")
        for file in code["files"]:
            file["path"] = inside(file["path"])
        code["files"].sort(key=lambda file: file["id"])
        _refuse_impossible(file["path"] for file in code["files"])
        return code

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """Edits whose locators speak of `before`; only an added file is named by its new path."""
        if before is None or after is None:
            return made_or_gone(before, after)
        edits = [
            Edit("update_value", join(key), old=before[key], new=after[key])
            for key in ("id", "title")
            if before[key] != after[key]
        ]
        effort = Effort()
        for old, new in paired(before["files"], after["files"]):
            if old and new:
                edits += _edits_of(old, new, effort)
            elif old:
                edits.append(Edit("delete_file", old["path"], "file_path", old=old))
            elif new:
                edits.append(Edit("add_file", new["path"], "file_path", new=new))
        return tuple(edits)

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The files after the edits, each resolved in `before`; ValueError where one misfits."""
        return code_edits.apply(before, edits)

    def verify(self, document: Document) -> tuple[str, ...]:
        """The files that are not what their language allows; `checks` says which were not read."""
        broken = [check for check in self.checks(document) if check.status == "invalid"]
        return tuple(f"{check.path}: {check.reason}" for check in broken)

    def checks(self, document: Document) -> tuple[SyntaxCheck, ...]:
        """For each file whether its syntax is valid, invalid or could not be checked."""
        return tuple(syntax.check(file) for file in document["files"])


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


def _edits_of(old: File, new: File, effort: Effort) -> Iterator[Edit]:
    for key in ("id", "language"):
        if old[key] != new[key]:
            pointer = join("files", old["id"], key)
            yield Edit("update_value", pointer, old=old[key], new=new[key])
    if old["path"] != new["path"]:
        yield Edit("rename_file", old["path"], "file_path", old=old["path"], new=new["path"])
    if old["content"] != new["content"]:
        yield from _edits_of_text(old["path"], old["content"], new["content"], effort)


def _edits_of_text(path: str, old: str, new: str, effort: Effort) -> Iterator[Edit]:
    if _without_ends(old) == _without_ends(new):
        yield Edit("reformat", path, "file_path", old=old, new=new)
        return
    found = compare(old, new, effort)
    if found.is_rewritten:
        yield Edit("rewrite_file", path, "file_path", old=old, new=new)
        return
    for hunk in found.hunks:
        yield Edit(
            "edit_hunk",
            written(LineRange(path, hunk.old_from + 1, hunk.old_to)),
            "line_range",
            old="".join(found.old[hunk.old_from : hunk.old_to]) or None,
            new="".join(found.new[hunk.new_from : hunk.new_to]) or None,
        )


def _without_ends(text: str) -> list[str]:
    """The lines without white space at their ends, and without empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().split("\n")]
