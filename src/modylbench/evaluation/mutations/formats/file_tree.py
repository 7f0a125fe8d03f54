"""File trees: what was added, deleted, moved or changed, and the tree after such edits."""

from __future__ import annotations

from collections import defaultdict, deque
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.edit import Edit, FilePath, Pointer, parse_locator
from modylbench.evaluation.mutations.formats.format import (
    is_whole_product_edit,
    json_of,
    name_edits,
    read_model,
    whole_product_edit,
)
from modylbench.foundation.errors import short_repr
from modylbench.products.file_tree import FileTree, parents, path_in_project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from modylbench.evaluation.mutations.formats.format import ProductJson

ENTRIES = "entries"
MAX_ENTRIES = 20_000
FileEntry = dict[str, Any]
BARE_DIR: FileEntry = {
    "kind": "dir", "size": None, "sha256": None, "mode": None, "target": None, "content": None,
}  # fmt: skip


class FileTreeFormat:
    """What lies where; a folder is there as soon as something lies in it."""

    name = "file_tree"
    types = frozenset(
        {
            "create", "delete", "update_value", "move_file", "update_file", "change_mode",
            "relist_entry", "retarget_symlink", "add_file", "add_dir", "add_symlink",
            "delete_file", "delete_dir", "delete_symlink",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> ProductJson:
        """Entries by path, in one spelling; folders that files lie in, sizes and hashes added."""
        value = json_of(raw)
        if isinstance(value, dict) and ENTRIES in value:
            value = value | {ENTRIES: dict(_entries_by_path(value[ENTRIES]))}
        tree = read_model(FileTree, value).model_dump(mode="json")
        entries: dict[str, FileEntry] = tree[ENTRIES]
        for path in list(entries):
            for parent in parents(path):
                entries.setdefault(parent, dict(BARE_DIR))
            if len(entries) > MAX_ENTRIES:
                message = f"found more than {MAX_ENTRIES:,} entries and folders, expected fewer"
                raise ValueError(message)
        for entry in entries.values():
            if entry["content"] is not None:
                content = entry["content"].encode()
                entry |= {"size": len(content), "sha256": sha256(content).hexdigest()}
        tree[ENTRIES] = dict(sorted(entries.items()))
        return tree

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """Edits located by path: that before, or for what is new, that after."""
        if before is None or after is None:
            return whole_product_edit(before, after)
        return (*name_edits(before, after), *_entry_edits(before[ENTRIES], after[ENTRIES]))

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The tree after the edits, in whatever order they come: what is gone goes first."""
        if is_whole_product_edit(before, edits):
            made: ProductJson | None = edits[0].new
            return made
        if before is None:
            return None
        tree = dict(before)
        entries: dict[str, FileEntry] = dict(before["entries"])
        come: dict[str, FileEntry] = {}
        for edit in edits:
            match parse_locator(edit.locator, edit.locator_kind):
                case Pointer((key,)) if key in ("id", "title") and tree[key] == edit.old:
                    tree[key] = edit.new
                case FilePath(path):
                    _take(edit, path, entries, come)
                case _:
                    message = f"found no {short_repr(edit.locator)} to edit"
                    raise ValueError(message)
        _place(entries, come)
        return tree | {"entries": dict(sorted(entries.items()))}

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """Links that lead out of the tree or nowhere, and names that differ only in case."""
        entries: dict[str, FileEntry] = document[ENTRIES]
        return (*_bad_links(entries), *_case_clashes(entries))


def _entries_by_path(entries: Any) -> Iterator[tuple[str, Any]]:
    """Paths in one spelling with what lies there, out of an object or a list with paths."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(entries, dict):
        pairs = list(entries.items())
    elif isinstance(entries, list | tuple) and all(isinstance(entry, dict) for entry in entries):
        pairs = [(entry.get("path"), _without_path(entry)) for entry in entries]
    else:
        message = "entries: expected an object by path, or a list of objects with a path"
        raise ValueError(message)
    seen: set[str] = set()
    for path, entry in pairs:
        spelled = path_in_project(path) if isinstance(path, str) else ""
        if not spelled or spelled in seen:
            message = f"found the path {short_repr(path)}, expected each path once"
            raise ValueError(message)
        seen.add(spelled)
        yield spelled, entry


def _without_path(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "path"}


def _entry_edits(before: dict[str, FileEntry], after: dict[str, FileEntry]) -> Iterator[Edit]:
    gone = {
        path: entry
        for path, entry in before.items()
        if path not in after or after[path]["kind"] != entry["kind"]
    }
    come = {
        path: entry
        for path, entry in after.items()
        if path not in before or before[path]["kind"] != entry["kind"]
    }
    moved = file_moves(gone, come)
    for old_path, new_path in moved:
        old, new = gone.pop(old_path), come.pop(new_path)
        yield Edit(
            "move_file",
            old_path,
            "file_path",
            old={"path": old_path, **old},
            new={"path": new_path, **new},
        )
    for path, entry in gone.items():
        yield Edit(f"delete_{entry['kind']}", path, "file_path", old=entry)
    implied = implied_folders([*come, *(new for _, new in moved)])
    for path, entry in come.items():
        if path not in implied or entry != BARE_DIR:
            yield Edit(f"add_{entry['kind']}", path, "file_path", new=entry)
    for path, old in before.items():
        new_entry = after.get(path)
        if new_entry and new_entry["kind"] == old["kind"] and new_entry != old:
            yield Edit(_change_type(old, new_entry), path, "file_path", old=old, new=new_entry)


def _change_type(old: FileEntry, new: FileEntry) -> str:
    known = [(old[key], new[key]) for key in ("size", "sha256", "content", "target")]
    if all(None in pair or pair[0] == pair[1] for pair in known):  # then it may be the same
        return "relist_entry" if old["mode"] == new["mode"] else "change_mode"
    return "retarget_symlink" if old["kind"] == "symlink" else "update_file"


def _bad_links(entries: dict[str, FileEntry]) -> Iterator[str]:
    for path, entry in entries.items():
        if entry["target"] is not None:
            target = _target(path, entry["target"])
            if target is None:
                yield f"{path}: leads out of the tree to {short_repr(entry['target'])}"
            elif target and target not in entries:
                yield f"{path}: leads to {short_repr(entry['target'])}, which is not there"


def _target(path: str, target: str) -> str | None:
    """The path that a link leads to, "" for the top folder, None for a place outside."""
    kept = path.split("/")[:-1]
    for step in target.split("/"):
        if step == ".." and not kept:
            return None
        if step == "..":
            kept.pop()
        elif step not in ("", "."):
            kept.append(step)
    return None if target.startswith("/") else "/".join(kept)


def _case_clashes(entries: dict[str, FileEntry]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for path in entries:
        other = seen.setdefault(path.casefold(), path)
        if other != path:
            yield f"{path}: differs from {other} only in case"


def implied_folders(paths: Sequence[str]) -> set[str]:
    """The folders that have to be there for these paths."""
    return {parent for path in paths for parent in parents(path)}


def _take(edit: Edit, path: str, entries: dict[str, FileEntry], come: dict[str, FileEntry]) -> None:
    old, new = (dict(entry) if entry else None for entry in (edit.old, edit.new))
    old_path = old.pop("path", path) if old else path
    new_path = new.pop("path", path) if new else path
    if old is not None and entries.pop(old_path, None) != old:
        message = f"found something else at {short_repr(path)} than the edit is made for"
        raise ValueError(message)
    if new is not None:
        come[new_path] = new


def _place(entries: dict[str, FileEntry], come: Mapping[str, FileEntry]) -> None:
    for path, entry in come.items():
        if path in entries:
            message = f"found something at {short_repr(path)} already"
            raise ValueError(message)
        entries[path] = entry
    for parent in implied_folders(list(come)):
        entries.setdefault(parent, dict(BARE_DIR))


def file_moves(
    gone: Mapping[str, FileEntry], come: Mapping[str, FileEntry]
) -> list[tuple[str, str]]:
    """Pairs of the old path and the new one of files with the same hash.

    Of several with one hash, those of the same name are one file, then those in the same order.
    An empty file is like any other empty one: it moved only if its name is the same.
    """
    same_name = _match_files(gone, come, lambda path, entry: (entry["sha256"], path.split("/")[-1]))
    taken_old, taken_new = dict(same_name).keys(), {new for _, new in same_name}
    rest = _match_files(
        {path: entry for path, entry in gone.items() if path not in taken_old and entry["size"]},
        {path: entry for path, entry in come.items() if path not in taken_new and entry["size"]},
        lambda _, entry: (entry["sha256"],),
    )
    return sorted([*same_name, *rest])


def _match_files(
    gone: Mapping[str, FileEntry],
    come: Mapping[str, FileEntry],
    key: Callable[[str, FileEntry], tuple[str, ...]],
) -> list[tuple[str, str]]:
    waiting: dict[tuple[str, ...], deque[str]] = defaultdict(deque)
    for path, entry in sorted(come.items()):
        if entry["sha256"] is not None:
            waiting[key(path, entry)].append(path)
    pairs = []
    for path, entry in sorted(gone.items()):
        if entry["sha256"] is not None and waiting[key(path, entry)]:
            pairs.append((path, waiting[key(path, entry)].popleft()))
    return pairs
