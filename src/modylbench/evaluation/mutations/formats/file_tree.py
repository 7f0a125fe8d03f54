"""File trees: what was added, deleted, moved or changed, and where?"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.raw_snapshot import json_of, read
from modylbench.evaluation.mutations.formats.trees import edits as tree_edits
from modylbench.evaluation.mutations.formats.trees import moves as file_moves
from modylbench.evaluation.mutations.formats.whole_product import made_or_gone
from modylbench.foundation.errors import short_repr
from modylbench.products.file_tree import FileTree, inside, parents
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.evaluation.mutations.formats.trees.edits import Entry

ENTRIES = "entries"
MAX_ENTRIES = 20_000


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

    def normalise(self, raw: Any) -> Document:
        """Entries by path, in one spelling; folders that files lie in, sizes and hashes added."""
        value = json_of(raw)
        if isinstance(value, dict) and ENTRIES in value:
            value = value | {ENTRIES: dict(_spelled(value[ENTRIES]))}
        tree = read(FileTree, value).model_dump(mode="json")
        entries: dict[str, Entry] = tree[ENTRIES]
        for path in list(entries):
            for parent in parents(path):
                entries.setdefault(parent, dict(tree_edits.BARE_DIR))
            if len(entries) > MAX_ENTRIES:
                message = f"found more than {MAX_ENTRIES:,} entries and folders, expected fewer"
                raise ValueError(message)
        for entry in entries.values():
            if entry["content"] is not None:
                content = entry["content"].encode()
                entry |= {"size": len(content), "sha256": sha256(content).hexdigest()}
        tree[ENTRIES] = dict(sorted(entries.items()))
        return tree

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """Edits located by path: that before, or for what is new, that after."""
        if before is None or after is None:
            return made_or_gone(before, after)
        return (
            *(
                Edit("update_value", join(key), old=before[key], new=after[key])
                for key in ("id", "title")
                if before[key] != after[key]
            ),
            *_entry_edits(before[ENTRIES], after[ENTRIES]),
        )

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The tree after the edits, in whatever order they come."""
        return tree_edits.apply(before, edits)

    def verify(self, document: Document) -> tuple[str, ...]:
        """Links that lead out of the tree or nowhere, and names that differ only in case."""
        entries: dict[str, Entry] = document[ENTRIES]
        return (*_bad_links(entries), *_case_clashes(entries))


def _spelled(entries: Any) -> Iterator[tuple[str, Any]]:
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
        spelled = inside(path) if isinstance(path, str) else ""
        if not spelled or spelled in seen:
            message = f"found the path {short_repr(path)}, expected each path once"
            raise ValueError(message)
        seen.add(spelled)
        yield spelled, entry


def _without_path(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "path"}


def _entry_edits(before: dict[str, Entry], after: dict[str, Entry]) -> Iterator[Edit]:
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
    moved = file_moves.moves(gone, come)
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
    implied = tree_edits.implied_by([*come, *(new for _, new in moved)])
    for path, entry in come.items():
        if path not in implied or entry != tree_edits.BARE_DIR:
            yield Edit(f"add_{entry['kind']}", path, "file_path", new=entry)
    for path, old in before.items():
        new_entry = after.get(path)
        if new_entry and new_entry["kind"] == old["kind"] and new_entry != old:
            yield Edit(_change(old, new_entry), path, "file_path", old=old, new=new_entry)


def _change(old: Entry, new: Entry) -> str:
    known = [(old[key], new[key]) for key in ("size", "sha256", "content", "target")]
    if all(None in pair or pair[0] == pair[1] for pair in known):  # then it may be the same
        return "relist_entry" if old["mode"] == new["mode"] else "change_mode"
    return "retarget_symlink" if old["kind"] == "symlink" else "update_file"


def _bad_links(entries: dict[str, Entry]) -> Iterator[str]:
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


def _case_clashes(entries: dict[str, Entry]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for path in entries:
        other = seen.setdefault(path.casefold(), path)
        if other != path:
            yield f"{path}: differs from {other} only in case"
