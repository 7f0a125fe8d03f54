"""Real git takes our patches, and comes to the same files."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modylbench.evaluation.mutations.formats.code import CodeFormat
from modylbench.evaluation.mutations.formats.format import ProductJson
from modylbench.publishing.code_patch import patch, prediction, predictions

FORMAT = CodeFormat()


def code(**files: tuple[str, str]) -> ProductJson:
    """Files by id: a path and a text each."""
    listed = [{"id": own, "path": path, "content": text} for own, (path, text) in files.items()]
    return FORMAT.normalise({"id": "code", "title": "", "files": listed})


def applied(before: ProductJson, text: str, folder: Path) -> dict[str, str]:
    """The files after `git apply`, by path."""
    for file in before["files"]:
        place = folder / file["path"]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file["content"].encode())
    if text:
        run = subprocess.run(
            ["git", "apply", "--whitespace=nowarn", "-"],  # noqa: S607
            input=text.encode(),
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": "/", "HOME": str(folder)},
            capture_output=True,
            check=False,
        )
        assert run.returncode == 0, f"{run.stderr.decode()}\n{text}"
    return {
        str(place.relative_to(folder)): place.read_bytes().decode()
        for place in folder.rglob("*")
        if place.is_file()
    }


def contents(document: ProductJson) -> dict[str, str]:
    return {file["path"]: file["content"] for file in document["files"]}


LONG = "".join(f"line {number}\n" for number in range(1, 60))
CASES: dict[str, tuple[ProductJson, ProductJson]] = {
    "added": (code(), code(a=("src/a.py", "x = 1\n"))),
    "added empty": (code(), code(a=("src/__init__.py", ""))),
    "deleted": (code(a=("a.py", "x\ny")), code()),
    "deleted empty": (code(a=("a b.py", "")), code()),
    "changed": (
        code(a=("a.py", LONG)),
        code(a=("a.py", LONG.replace("line 7\n", "").replace("42", "x"))),
    ),
    "first and last line": (code(a=("a.py", LONG)), code(a=("a.py", "top\n" + LONG + "end"))),
    "emptied": (code(a=("a.py", LONG)), code(a=("a.py", ""))),
    "last newline lost": (code(a=("a.py", "a\nb\n")), code(a=("a.py", "a\nb"))),
    "last newline found": (code(a=("a.py", "a\nb")), code(a=("a.py", "a\nb\n"))),
    "carriage returns": (code(a=("a.py", "a\r\nb\r\n")), code(a=("a.py", "a\r\nc\r\n"))),
    "renamed": (code(a=("a.py", LONG)), code(a=("lib/b.py", LONG))),
    "renamed and changed": (code(a=("a.py", LONG)), code(a=("b.py", LONG.replace("42", "x")))),
    "renamed empty": (code(a=("a.py", "")), code(a=("b.py", ""))),
    "swapped": (
        code(a=("a.py", "1\n"), b=("b.py", "2\n")),
        code(a=("b.py", "1\n"), b=("a.py", "2\n")),
    ),
    "renamed onto a deleted file": (
        code(a=("a.py", LONG), b=("b.py", "2\n")),
        code(a=("b.py", LONG)),
    ),
    "renamed, and another put in its place": (
        code(a=("a.py", LONG)),
        code(a=("b.py", LONG), c=("a.py", "2\n")),
    ),
    "renamed in a ring": (
        code(a=("a.py", "1\n"), b=("b.py", "2\n"), c=("c.py", "3\n")),
        code(a=("b.py", "1\n"), b=("c.py", "2\n"), c=("a.py", "3\n")),
    ),
    "a file becomes a folder": (code(a=("a", "1\n")), code(b=("a/b", "2\n"))),
    "odd names": (
        code(a=("sp ace/ü\"q'.py", "1\n"), b=("back\\slash", "1\n"), c=("-x", "1\n")),
        code(a=("sp ace/ü\"q'.py", "2\n"), b=("b b/back\\slash", "1\n"), c=("-x", "1\n2")),
    ),
    "lines that look like a patch": (
        code(a=("a.py", "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n\\ No newline at end of file\n")),
        code(a=("a.py", "--- a/b.py\n+++ b/a.py\ndiff --git a/x b/x\n@@ -1 +1 @@\n")),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_git_comes_to_the_same_files(name: str, tmp_path: Path) -> None:
    before, after = CASES[name]

    assert applied(before, patch(before, after), tmp_path) == contents(after)


texts = st.lists(
    st.sampled_from(["a", "b", "", " ", "x\r", "--- a", "+++ b", "@@", "\\ No", "\x0c", "\u2028"]),
    max_size=9,
).map("\n".join)
snapshots = st.dictionaries(
    st.sampled_from("abcd"),
    st.tuples(st.sampled_from(["a", "b.py", "d/c", "d/e f", "ü", 'q"', "x"]), texts),
    max_size=4,
).filter(lambda files: len({path for path, _ in files.values()}) == len(files))


@settings(max_examples=30)
@given(before=snapshots, after=snapshots)
def test_git_comes_to_the_same_files_at_random(
    before: Any, after: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    old, new = code(**before), code(**after)

    assert applied(old, patch(old, new), tmp_path_factory.mktemp("git")) == contents(new)


def test_a_patch_is_written_as_git_writes_it() -> None:
    assert patch(*CASES["added"]) == (
        "diff --git a/src/a.py b/src/a.py\nnew file mode 100644\n"
        "--- /dev/null\n+++ b/src/a.py\n@@ -0,0 +1,1 @@\n+x = 1\n"
    )
    assert patch(*CASES["renamed"]) == (
        "diff --git a/a.py b/lib/b.py\nrename from a.py\nrename to lib/b.py\n"
    )


def test_nothing_changed_is_an_empty_patch() -> None:
    assert patch(CASES["changed"][0], CASES["changed"][0]) == ""


def test_a_path_in_the_folder_of_git_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\.git"):
        patch(code(), code(a=(".git/hooks/pre-commit", "rm -rf .\n")))


def test_a_prediction_is_a_line_as_swe_bench_reads_it() -> None:
    before, after = CASES["odd names"]

    line = prediction("repo__name-1", "some/model", before, after)

    assert line.count("\n") == 1
    assert json.loads(line) == {
        "instance_id": "repo__name-1",
        "model_name_or_path": "some/model",
        "model_patch": patch(before, after),
    }


def test_code_that_was_deleted_is_in_the_predictions_too() -> None:
    held = {"id": "a", "path": "a.py", "language": "", "content": "x\n"}
    tool = {"kind": "code", "id": "tool", "title": "", "files": [held]}

    (line,) = predictions({"tool": tool, "memo": {"kind": "document"}}, {}, run="r", model_name="m")

    assert "deleted file mode 100644" in json.loads(line)["model_patch"]
    assert json.loads(line)["instance_id"] == "r__tool"
