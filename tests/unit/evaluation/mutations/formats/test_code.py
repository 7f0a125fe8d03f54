"""Edits of code are hunks where they are hunks, and rewrites where they are rewrites."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.mutations.edit import Edit
from modylbench.evaluation.mutations.formats.code import CodeFormat
from modylbench.evaluation.mutations.formats.format import ProductJson
from modylbench.evaluation.mutations.formats.line_diff import (
    Effort,
    compare_lines,
    kept_lines,
    lines_of,
)

FORMAT = CodeFormat()


def code(*files: dict[str, Any], title: str = "Tool") -> ProductJson:
    return FORMAT.normalise({"id": "code", "title": title, "files": list(files)})


def file(content: str, path: str = "src/app.py", own: str = "app") -> dict[str, Any]:
    return {"id": own, "path": path, "language": "python", "content": content}


def edits(before: str, after: str) -> tuple[Edit, ...]:
    found = FORMAT.diff(code(file(before)), code(file(after)))
    assert FORMAT.apply(code(file(before)), found) == code(file(after))
    return found


def numbered(count: int) -> list[str]:
    return [f"line {number}\n" for number in range(1, count + 1)]


def test_a_changed_line_is_a_hunk_with_the_lines_it_had_before() -> None:
    before, after = numbered(30), numbered(30)
    after[9:12] = ["new\n"]

    (edit,) = edits("".join(before), "".join(after))

    assert edit == Edit(
        "edit_hunk",
        "src/app.py:L10-L12",
        "line_range",
        old="line 10\nline 11\nline 12\n",
        new="new\n",
    )


def test_lines_put_in_have_an_empty_range_before_the_line_that_follows() -> None:
    before = numbered(30)

    (edit,) = edits("".join(before), "".join([*before[:9], "new\n", *before[9:]]))

    assert (edit.locator, edit.old, edit.new) == ("src/app.py:L10-L9", None, "new\n")


def test_lines_taken_out_leave_nothing() -> None:
    before = numbered(30)

    (edit,) = edits("".join(before), "".join([*before[:9], *before[11:]]))

    assert (edit.locator, edit.new) == ("src/app.py:L10-L11", None)


@pytest.mark.parametrize(("gap", "hunks"), [(6, 1), (7, 2)])
def test_changes_are_one_hunk_as_in_a_unified_diff_with_three_lines_around(
    gap: int, hunks: int
) -> None:
    before, after = numbered(40), numbered(40)
    after[9] = after[10 + gap] = "new\n"

    assert len(edits("".join(before), "".join(after))) == hunks


@pytest.mark.parametrize(
    ("lines", "changed", "kind"),
    [
        (10, 8, "edit_hunk"),
        (10, 9, "rewrite_file"),
        (100, 80, "edit_hunk"),
        (100, 81, "rewrite_file"),
        (5, 4, "edit_hunk"),
        (1, 1, "rewrite_file"),
    ],
)
def test_over_eighty_percent_of_the_old_lines_gone_is_a_rewrite(
    lines: int, changed: int, kind: str
) -> None:
    before = numbered(lines)
    after = [f"other {number}\n" for number in range(changed)] + before[changed:]

    found = edits("".join(before), "".join(after))

    assert {edit.type for edit in found} == {kind}
    if kind == "rewrite_file":
        assert (found[0].locator, found[0].locator_kind) == ("src/app.py", "file_path")
        assert (found[0].old, found[0].new) == ("".join(before), "".join(after))


def test_a_stub_that_grows_and_an_empty_file_that_is_filled_are_no_rewrites() -> None:
    assert [edit.type for edit in edits("a\nb\n", "a\nb\n" + "".join(numbered(500)))] == [
        "edit_hunk"
    ]
    assert [edit.type for edit in edits("", "".join(numbered(500)))] == ["edit_hunk"]
    assert [edit.type for edit in edits("a", "a\nb\n")] == ["edit_hunk"]


def test_taking_everything_out_is_a_rewrite() -> None:
    assert [edit.type for edit in edits("a\nb\n", "")] == ["rewrite_file"]


@pytest.mark.parametrize(
    ("before", "after"),
    [("a\nb\n", "a\r\nb\r\n"), ("a\nb", "a\nb\n"), ("a  \n\tb\n", "a\n\tb\n\n\n")],
    ids=["line ends", "last newline", "blanks at the end"],
)
def test_white_space_at_the_ends_is_formatting(before: str, after: str) -> None:
    (edit,) = edits(before, after)

    assert (edit.type, edit.old, edit.new) == ("reformat", before, after)


def test_other_line_ends_and_one_changed_line_are_no_rewrite() -> None:
    before = "".join(numbered(20))
    after = before.replace("\n", "\r\n").replace("line 7", "line seven")

    assert {edit.type for edit in edits(before, after)} == {"edit_hunk"}


def test_a_file_is_renamed_by_its_id_and_its_changed_lines_are_found() -> None:
    before = code(file("".join(numbered(20))))
    after = code(file("".join(numbered(21)), path="src/main.py"))

    found = FORMAT.diff(before, after)

    assert found == (
        Edit("rename_file", "src/app.py", "file_path", old="src/app.py", new="src/main.py"),
        Edit("edit_hunk", "src/app.py:L21-L20", "line_range", new="line 21\n"),
    )
    assert FORMAT.apply(before, found) == after


def test_two_files_can_swap_their_paths() -> None:
    before = code(file("a\n", "a.py", "one"), file("b\n", "b.py", "two"))
    after = code(file("a\n", "b.py", "one"), file("b\n", "a.py", "two"))

    found = FORMAT.diff(before, after)

    assert [edit.type for edit in found] == ["rename_file", "rename_file"]
    assert FORMAT.apply(before, found) == after


def test_a_new_id_for_the_same_file_is_said_and_nothing_else() -> None:
    before, after = code(file("a\n", own="one")), code(file("a\n", own="two"))

    assert FORMAT.diff(before, after) == (
        Edit("update_value", "/files/one/id", old="one", new="two"),
    )


def test_the_same_text_under_another_id_and_path_is_a_rename() -> None:
    before = code(file("a\nb\n", "old.py", "one"))
    after = code(file("a\nb\n", "new.py", "two"))

    assert [edit.type for edit in FORMAT.diff(before, after)] == ["update_value", "rename_file"]


def test_files_come_and_go() -> None:
    before, after = code(file("a\n", "a.py", "one")), code(file("b\n", "b.py", "two"))

    found = FORMAT.diff(before, after)

    assert [(edit.type, edit.locator) for edit in found] == [
        ("delete_file", "a.py"),
        ("add_file", "b.py"),
    ]
    assert FORMAT.apply(before, found) == after


@pytest.mark.parametrize(
    "paths", [("a.py", "./a.py"), ("a", "a/b"), ("../a.py",), ("/a.py",), ("",), ("a\x00",), (".",)]
)
def test_files_that_cannot_lie_side_by_side_are_refused(paths: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"path|file"):
        code(*(file("", path, f"f{number}") for number, path in enumerate(paths)))


def test_an_edit_made_for_other_lines_is_refused() -> None:
    found = FORMAT.diff(code(file("".join(numbered(9)))), code(file("".join(numbered(8)))))

    with pytest.raises(ValueError, match="L9-L9"):
        FORMAT.apply(code(file("".join(numbered(8)))), found)


REPEATING = {
    "the same line": ("x\n" * 90_000, "x\n" * 80_000 + "y\n"),
    "two lines in turn": ("x\ny\n" * 45_000, "y\nx\n" * 45_000),
    "two that shift": ("x\nx\ny\n" * 30_000, "x\ny\ny\n" * 30_000),
    "blocks that turn round": (
        "".join(f"{number % 300}\n" for number in range(50_000)),
        "".join(f"{-number % 301}\n" for number in range(50_000)),
    ),
}


@pytest.mark.parametrize("name", REPEATING)
def test_files_made_to_stall_a_diff_take_a_bounded_number_of_steps(name: str) -> None:
    before, after = REPEATING[name]
    effort = Effort()

    spent = effort.for_file(len(lines_of(before)) + len(lines_of(after)))
    kept_lines(lines_of(before), lines_of(after), spent)

    assert effort.steps >= 0
    edits(before, after)


def drawn_lines(count: int, seed: int) -> str:
    """Lines of few kinds, none of them unique: a search for those that are kept takes long."""
    chosen = random.Random(seed)  # noqa: S311 - the same lines every time
    return "".join(f"x{chosen.randrange(4)}\n" for _ in range(count))


def test_a_hard_file_takes_nothing_from_the_others() -> None:
    lines = [f"line {number}\n" for number in range(1_000)]
    changed = [*lines[:5], "changed\n", *lines[6:990], "changed\n", *lines[991:]]
    hard = [f"f{number:02d}" for number in range(16)]
    before = code(
        *(file(drawn_lines(3_000, at), f"{own}.py", own) for at, own in enumerate(hard)),
        file("".join(lines), "z.py", "z"),
    )
    after = code(
        *(file(drawn_lines(3_000, 100 + at), f"{own}.py", own) for at, own in enumerate(hard)),
        file("".join(changed), "z.py", "z"),
    )

    found = FORMAT.diff(before, after)

    easy = [(edit.type, edit.locator) for edit in found if edit.locator.startswith("z.py")]
    assert easy == [("edit_hunk", "z.py:L6-L6"), ("edit_hunk", "z.py:L991-L991")]
    assert FORMAT.apply(before, found) == after


def test_where_the_search_is_given_up_a_file_is_rewritten_only_if_its_lines_are_gone() -> None:
    kept = drawn_lines(3_000, 1), drawn_lines(3_000, 2)
    gone = drawn_lines(3_000, 1), drawn_lines(3_000, 2).replace("x", "y")
    for before, after, steps in ((*kept, 0), (*gone, 0), (*kept, 3_000_000)):
        found = compare_lines(before, after, Effort(steps))
        assert found.is_rewritten is (after is gone[1])


few = st.lists(st.sampled_from("abcd"), max_size=14)


def longest_common(old: list[str], new: list[str]) -> int:
    """The length of the longest common subsequence, by the textbook's table."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, line in enumerate(old):
        for j, other in enumerate(new):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if line == other else max(table[i][j + 1], table[i + 1][j])
            )
    return table[-1][-1]


@given(old=few, new=few)
def test_kept_lines_are_the_same_on_both_sides_and_in_order(old: list[str], new: list[str]) -> None:
    pairs = kept_lines(old, new, Effort().for_file(len(old) + len(new)))

    assert all(old[here] == new[other] for here, other in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


@given(old=few, new=few)
def test_as_many_lines_are_kept_as_can_be(old: list[str], new: list[str]) -> None:
    assert len(kept_lines(old, new, Effort().for_file(len(old) + len(new)))) == longest_common(
        old, new
    )


def test_beyond_the_shortest_script_unique_lines_anchor_the_rest() -> None:
    old = [line for number in range(1_500) for line in (f"old {number}", "", f"both {number}", "}")]
    new = [line for number in range(1_500) for line in (f"both {number}", "}", "", f"new {number}")]

    kept = {old[at] for at, _ in kept_lines(old, new, Effort().for_file(len(old) + len(new)))}

    assert {f"both {number}" for number in range(1_500)} <= kept


def test_the_lines_of_a_text_are_the_text() -> None:
    for text in ("", "\n", "a", "a\n", "a\r\nb\rc\x0b\u2028d\n\n"):
        assert "".join(lines_of(text)) == text
    assert len(lines_of("a\r\nb\rc\x0b\u2028d\n\n")) == 3
