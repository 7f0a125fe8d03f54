"""docs/threat_model.md names a test for every line, or says that nothing stops it."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "threat_model.md"
LEAST_ROWS = 35
UNSTOPPED = "not stopped"


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in ("gain", "---")]


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def test_every_line_names_a_test_that_is_there_or_says_that_nothing_stops_it() -> None:
    for gain, stopped_by, shown_by in rows():
        named = re.findall(r"`([^`]+)`", shown_by)
        if shown_by == UNSTOPPED:
            assert f"**{UNSTOPPED}**" in stopped_by, gain
            continue
        assert named, f"{gain}: expected a test or {UNSTOPPED!r}"
        assert UNSTOPPED not in stopped_by, gain
        for test in named:
            file, _, name = test.partition("::")
            assert name in names_in(file), f"{gain}: there is no {test}"


def test_the_page_tells_of_much_and_not_only_of_what_is_stopped() -> None:
    unstopped = [row for row in rows() if row[2] == UNSTOPPED]

    assert len(rows()) >= LEAST_ROWS
    assert len(unstopped) >= 5
