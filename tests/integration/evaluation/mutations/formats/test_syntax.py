"""Files made to crash or stall a parser do neither to the process that checks them."""

import subprocess
import sys

HOSTILE = """
from modylbench.evaluation.mutations.formats.syntax import check_syntax
N = 99_000
for path, content in [
    ("a.py", "(" * N), ("a.py", "-" * N + "1"), ("a.py", "1" + "+1" * (N // 2)),
    ("a.py", "a" + ".b" * (N // 2)), ("a.py", "lambda:" * (N // 7) + "1"),
    ("a.py", "f" + "()" * (N // 2)), ("a.py", "not " * (N // 4) + "1"), ("a.py", "\\0"),
    ("a.py", "x=" + "9" * N), ("a.py", "f'{" * 3000 + "1" + "}'" * 3000),
    ("a.json", "[" * N), ("a.json", "9" * N), ("a.yaml", "[" * N), ("a.yaml", "- " * (N // 2)),
    ("a.yaml", "a: &a [*a, *a]"), ("a.toml", "a=" + "[" * N),
    ("a.toml", "a" + ".a" * (N // 2) + "=1"),
    ("a.toml", "x={a" + ".a" * (N // 2) + "=1}"), ("a.xml", "<a>" * (N // 3)),
    ("a.xml", '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
]:
    found = check_syntax({"path": path, "language": "", "content": content})
    assert "\\n" not in found.reason
    print(found.status)
"""


def test_files_made_to_crash_or_stall_a_parser_do_neither() -> None:
    found = subprocess.run(  # noqa: S603 - a process of its own, since a crash would end this one
        [sys.executable, "-c", HOSTILE], capture_output=True, text=True, timeout=30, check=True
    )

    said = found.stdout.split()
    assert len(said) == 20
    assert said.count("valid") == 2  # a long number in JSON, and an anchor that holds itself
