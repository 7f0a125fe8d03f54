"""A file's syntax is valid, not valid, or not checked, and never anything worse."""

import pytest

from modylbench.evaluation.mutations.formats.code import CodeFormat
from modylbench.evaluation.mutations.formats.syntax import MAX_READ, check_syntax


def status(path: str, content: str, language: str = "") -> str:
    return check_syntax({"path": path, "language": language, "content": content}).status


@pytest.mark.parametrize(
    ("path", "valid", "invalid"),
    [
        ("a.py", "def f(x):\n    return x\n", "def f(x:\n"),
        ("a.json", '{"a": [1, 2.5e3, null]}', '{"a": NaN}'),
        ("a.ipynb", '{"cells": []}', '{"cells": ['),
        ("a.jsonl", '{"a": 1}\n\n{"b": 2}\n', '{"a": 1}\n{"b"}\n'),
        ("a.yaml", "a: [1, 2]\nb: &x {c: d}\ne: *x\n", "a: [1, 2\n"),
        ("a.toml", 'a = 1\n[b]\nc = "d"\n', "a = \n"),
        ("a.xml", "<a><b/></a>", "<a><b></a>"),
        ("a.svg", "<svg/>", "<svg>"),
    ],
)
def test_what_python_can_parse_is_checked(path: str, valid: str, invalid: str) -> None:
    assert (status(path, valid), status(path, invalid)) == ("valid", "invalid")


def test_the_language_is_used_where_the_suffix_says_nothing() -> None:
    assert status("Makefile", "def f(:", "python") == "invalid"
    assert status("script.js", "let let = ;", "javascript") == "unchecked"
    assert status("query.sql", "SELEC", "") == "unchecked"
    assert status("LICENSE", "", "") == "unchecked"


def test_a_file_that_was_not_checked_has_not_passed() -> None:
    document = CodeFormat().normalise(
        {
            "id": "c",
            "title": "",
            "files": [
                {"id": "a", "path": "a.js", "content": "let"},
                {"id": "b", "path": "b.py", "content": "def"},
                {"id": "c", "path": "c.py", "content": "x = 1"},
            ],
        }
    )

    assert [found.status for found in CodeFormat().checks(document)] == [
        "unchecked",
        "invalid",
        "valid",
    ]
    assert [line.split(":")[0] for line in CodeFormat().verify(document)] == ["b.py"]


def test_an_old_way_to_write_a_string_is_no_error() -> None:
    assert status("a.py", "x = '\\d'\nassert (1, 'x')\n") == "valid"


def test_a_file_too_long_is_said_not_to_be_checked() -> None:
    assert status("a.py", "#" * MAX_READ) == "valid"
    assert status("a.py", "#" * (MAX_READ + 1)) == "unchecked"
