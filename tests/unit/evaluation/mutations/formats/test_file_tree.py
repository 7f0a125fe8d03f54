"""Edits of a file tree; no path leads out of it."""

from hashlib import sha256
from typing import Any

import pytest

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.file_tree import FileTreeFormat
from modylbench.evaluation.mutations.formats.format import ProductJson

FORMAT = FileTreeFormat()
DIR = {"kind": "dir"}


def tree(entries: Any) -> ProductJson:
    return FORMAT.normalise({"id": "t", "title": "Project", "entries": entries})


def text(content: str) -> dict[str, Any]:
    return {"content": content}


def happened(before: Any, after: Any) -> list[tuple[str, str]]:
    old, new = tree(before), tree(after)
    edits = FORMAT.diff(old, new)
    assert FORMAT.apply(old, edits) == new
    assert FORMAT.apply(old, edits[::-1]) == new, "expected the order of edits to mean nothing"
    assert all(edit.locator_kind == "file_path" for edit in edits)
    return [(edit.type, edit.locator) for edit in edits]


@pytest.mark.parametrize(
    ("before", "after", "edits"),
    [
        ({}, {"a": text("x")}, [("add_file", "a")]),
        ({}, {"d/e/a": text("x")}, [("add_file", "d/e/a")]),
        ({}, {"d": DIR}, [("add_dir", "d")]),
        ({}, {"l": {"kind": "symlink", "target": "a"}}, [("add_symlink", "l")]),
        ({"a": text("x")}, {}, [("delete_file", "a")]),
        ({"d": DIR}, {}, [("delete_dir", "d")]),
        ({"a": text("x")}, {"a": text("y")}, [("update_file", "a")]),
        ({"a": text("x")}, {"b": text("x")}, [("move_file", "a")]),
        ({"a": text("x")}, {"d/a": text("x")}, [("move_file", "a")]),
        ({"a": text("x")}, {"a": {**text("x"), "mode": "0755"}}, [("change_mode", "a")]),
        ({"a": text("x")}, {"a": DIR}, [("delete_file", "a"), ("add_dir", "a")]),
        ({"a": text("x")}, {"a/b": text("x")}, [("move_file", "a")]),
        (
            {"l": {"kind": "symlink", "target": "a"}},
            {"l": {"kind": "symlink", "target": "b"}},
            [("retarget_symlink", "l")],
        ),
        ({"a": text("")}, {"b": text("")}, [("delete_file", "a"), ("add_file", "b")]),
        ({"a": text("")}, {"d/a": text("")}, [("move_file", "a")]),
        ({"d/a": text("x")}, {"d": DIR}, [("delete_file", "d/a")]),
        ({"d/a": text("x")}, {}, [("delete_dir", "d"), ("delete_file", "d/a")]),
    ],
)
def test_each_thing_that_can_happen_has_a_name(
    before: Any, after: Any, edits: list[tuple[str, str]]
) -> None:
    assert happened(before, after) == edits


def test_of_files_with_the_same_content_those_with_the_same_name_are_one() -> None:
    before = tree({"x/a": text("same"), "x/b": text("same")})
    after = tree({"y/b": text("same"), "y/z": text("same")})

    moves = [edit for edit in FORMAT.diff(before, after) if edit.type == "move_file"]

    assert [(edit.old["path"], edit.new["path"]) for edit in moves] == [
        ("x/a", "y/z"),
        ("x/b", "y/b"),
    ]


def test_two_files_that_change_places_are_changed_in_their_places() -> None:
    before, after = {"a": text("1"), "b": text("2")}, {"a": text("2"), "b": text("1")}

    assert happened(before, after) == [("update_file", "a"), ("update_file", "b")]


def test_sizes_and_hashes_come_from_the_content() -> None:
    entry = tree({"a": text("ü")})["entries"]["a"]

    assert (entry["size"], entry["sha256"]) == (2, sha256("ü".encode()).hexdigest())


def test_a_file_known_by_its_hash_alone_can_move() -> None:
    known = {"sha256": "a" * 64, "size": 10}

    assert happened({"a": known}, {"b": known}) == [("move_file", "a")]
    assert happened({"a": {"size": 10}}, {"b": {"size": 10}}) == [
        ("delete_file", "a"),
        ("add_file", "b"),
    ]


def test_a_list_of_entries_is_the_same_as_an_object_by_path() -> None:
    assert tree([{"path": "./d//a", **text("x")}]) == tree({"d/a": text("x")})
    assert tree({"d": DIR, "d/a": text("x")}) == tree({"d/a": text("x")})


@pytest.mark.parametrize(
    "entries",
    [
        {"../a": {}},
        {"d/../../a": {}},
        {"/etc/passwd": {}},
        {"": {}},
        {".": {}},
        {"a\x00b": {}},
        {"a\nb": {}},
        {"a" * 1_001: {}},
        {"a": {}, "./a": {}},
        {"a": {}, "a/b": {}},
        {"a": {"kind": "dir", "content": "x"}},
        {"a": {"kind": "symlink"}},
        {"a": {"target": "b"}},
        {"a": {"content": "x", "size": 2}},
        {"a": {"content": "x", "sha256": "0" * 64}},
        {"a": {"mode": "rwx"}},
        {"a": {"size": -1}},
        [{"content": "x"}],
        ["a"],
        "a",
        {"/".join(["d"] * 65): {}},
    ],
)
def test_what_cannot_lie_in_a_tree_is_refused(entries: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        tree(entries)


def test_folders_that_deep_paths_imply_count_too() -> None:
    deep: dict[str, Any] = {f"{'/'.join([str(number)] * 60)}": {} for number in range(400)}

    with pytest.raises(ValueError, match="20,000"):
        tree(deep)


def test_links_that_lead_out_and_names_that_clash_are_wrong() -> None:
    links = {
        "d/in": "../a",
        "d/out": "../../x",
        "d/root": "/etc/passwd",
        "d/none": "missing",
        "here": ".",
        "d/top": "..",
        "d/over": "../../d",
    }
    entries: dict[str, Any] = {
        path: {"kind": "symlink", "target": target} for path, target in links.items()
    }

    found = FORMAT.verify(tree({**entries, "a": text("x"), "A": text("x")}))

    assert [line.split(":")[0] for line in found] == ["d/none", "d/out", "d/over", "d/root", "a"]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ({}, text("x"), "relist_entry"),
        (text("x"), {}, "relist_entry"),
        ({"size": 1}, text("x"), "relist_entry"),
        ({"size": 2}, text("x"), "update_file"),
        ({"sha256": "0" * 64}, text("x"), "update_file"),
    ],
)
def test_to_know_more_or_less_of_a_file_is_no_update(before: Any, after: Any, kind: str) -> None:
    assert happened({"a": before}, {"a": after}) == [(kind, "a")]


def test_an_edit_made_for_another_file_is_refused() -> None:
    edit = Edit("delete_file", "a", "file_path", old=tree({"a": text("x")})["entries"]["a"])

    with pytest.raises(ValueError, match="'a'"):
        FORMAT.apply(tree({"a": text("y")}), [edit])
