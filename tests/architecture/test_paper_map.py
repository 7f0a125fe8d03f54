"""docs/paper_map.yaml names what exists, and leaves nothing of the paper out."""

import ast
import importlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from docs.generate.paper_map import PaperMap, Row, page, paper_map
from pydantic import ValidationError

ROOT = Path(__file__).parents[2]
PAPER = ROOT.parent / "shared" / "paper.txt"
SPEC_SECTIONS = {str(number) for number in range(1, 12)}

MAP: PaperMap = paper_map()
every_part = pytest.mark.parametrize("rows", MAP.parts().values(), ids=MAP.parts().keys())


@pytest.fixture(scope="module")
def paper() -> str:
    """The paper's text, which lies beside the project and not in it."""
    if not PAPER.is_file():
        pytest.skip("needs ../shared/paper.txt beside the project")
    return PAPER.read_text(encoding="utf-8")


@every_part
def test_every_symbol_can_be_imported(rows: dict[str, Row]) -> None:
    built = {key: row for key, row in rows.items() if row.status == "built"}
    assert all(row.symbols for row in built.values())
    for key, symbol in [(key, symbol) for key, row in rows.items() for symbol in row.symbols]:
        assert ":" in symbol, f"{key}, {symbol}: expected module:name"
        assert exists(symbol), f"{key}, {symbol}: there is no such thing"


@every_part
def test_every_test_is_there_and_is_one(rows: dict[str, Row]) -> None:
    assert all(row.tests for row in rows.values() if row.status == "built")
    for key, named in [(key, named) for key, row in rows.items() for named in row.tests]:
        file, _, name = named.partition("::")
        assert Path(file).name.startswith("test_"), f"{key}, {named}: pytest collects no such file"
        assert name in named_in(file), f"{key}, {named}: there is no such test"


def test_what_is_not_there_yet_is_really_not_there() -> None:
    rows = [row for part in MAP.parts().values() for row in part.items()]
    checked = [(key, planned) for key, row in rows for planned in row.planned]
    assert checked
    for key, planned in checked:
        assert not exists(planned), f"{key}: {planned} has come, so say where in paper_map.yaml"


def test_no_code_speaks_of_what_is_said_to_be_missing() -> None:
    rows = {**MAP.names, **MAP.metrics}
    missing = [name for name, row in rows.items() if row.status == "not yet"]
    names = "|".join(map(re.escape, missing)) or "(?!)"  # where nothing is missing, no word is
    word = re.compile(rf"\b(?:{names})\b")

    for path in (ROOT / "src").rglob("*.py"):
        found = word.findall(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(ROOT)} speaks of {found[0]}"


@every_part
def test_sections_of_the_specification_are_real(rows: dict[str, Row]) -> None:
    assert {row.spec for row in rows.values()} <= SPEC_SECTIONS | {""}


def test_every_section_is_in_the_map(paper: str) -> None:
    found = set(re.findall(r"(?m)^((?:\d|[A-E])(?:\.\d){0,2}) [A-Z“]\w", paper))
    found -= {"A"} - set(re.findall(r"(?m)^(A) Scoring", paper))

    assert len(found) > 40
    assert found == set(MAP.sections)


def test_titles_of_sections_are_the_papers(paper: str) -> None:
    assert MAP.sections
    for number, row in MAP.sections.items():
        title = row.title.replace('"Polite but Wrong"', "“Polite but Wrong”")
        assert f"\n{number} {title}".lower() in paper.lower()


def test_every_equation_is_in_the_map(paper: str) -> None:
    numbered = set(re.findall(r"\\quad \((\d+)\)\$\$", paper))
    referred = set(re.findall(r"Equation \((\d+)\)", paper))

    assert numbered | referred == set(MAP.equations)


def test_every_table_and_figure_is_in_the_map(paper: str) -> None:
    assert set(re.findall(r"\bTable (\d+)\b", paper)) == set(MAP.tables)
    assert set(re.findall(r"\bFigure (\d+)\b", paper)) == set(MAP.figures)
    assert set(heads_without_a_number(paper)) == set(MAP.tables_without_a_number)


def test_every_layer_is_in_the_map(paper: str) -> None:
    assert set(re.findall(r"(?m)^(Layer \d):", paper)) == set(MAP.layers)


def test_every_line_of_the_algorithm_is_in_the_map(paper: str) -> None:
    algorithm = paper[paper.index("Algorithm 1 ModylBench") : paper.index("Appendices")]

    assert re.findall(r"(?m)^- (\d+):", algorithm) == list(MAP.algorithm_1)


def test_names_in_capitals_in_the_algorithm_are_in_the_map(paper: str) -> None:
    algorithm = paper[paper.index("Algorithm 1 ModylBench") : paper.index("Appendices")]
    known = {*MAP.names, *(row.title for row in MAP.algorithm_1.values())}
    squeezed = " ".join(known).replace(" ", "").lower()

    checked = list(re.findall(r"\b[A-Z]{8,}\b", algorithm))
    assert checked
    for name in checked:
        assert name.lower() in squeezed


def test_every_name_in_code_is_in_the_map(paper: str) -> None:
    quoted = set(re.findall(r"`([^`\n]+)`", paper))
    classes = set(re.findall(r"\b[A-Z][a-z]+(?:[A-Z][A-Za-z]*)+\b|\bAV[A-Z]\w+\b", paper))
    fields = set(re.findall(r"(?<![\\{}$_/])\b[a-z]{2,}(?:_[a-z]{2,})+\b(?![}$])", paper))
    spelt = {*MAP.names, *(name.strip("{}").rstrip("()").split(".")[-1] for name in MAP.names)}

    assert len(quoted | classes | fields) > 70
    assert (quoted | classes | fields) - spelt == set(MAP.other_peoples_names)


def test_every_metric_with_an_abbreviation_is_in_the_map(paper: str) -> None:
    rows = re.findall(r"(?m)^(?:Coordination|Floor|Prosodic|Social)[^\t]*\t([^\t(]*)", paper)
    bold = re.findall(r"\*\*[^*]*\(([A-Z-]{3,6})\)\*\*|^[^\n]{,60}\(([A-Z]{3,4})\)", paper)
    found = {name.strip() for row in rows for name in row.split(",") if name.strip()}

    assert {name for pair in bold for name in pair if name} <= set(MAP.metrics)
    assert found == set(MAP.metrics)


def test_no_name_in_the_map_is_made_up(paper: str) -> None:
    for name in [*MAP.names, *MAP.metrics, *MAP.other_peoples_names]:
        assert name.replace("{latency", "latency") in paper.replace(r"\_", "_")


def test_the_page_has_every_row() -> None:
    lines = [line for line in page().splitlines() if line.startswith("| ")]

    parts = MAP.parts().values()
    assert len(lines) == sum(1 + len(rows) for rows in parts)


@pytest.mark.parametrize(
    "row",
    [
        {"status": "built", "symbols": ["scoring.score:score"]},
        {"status": "built", "symbols": ["a:b"], "tests": ["c::d"], "missing": "half of it"},
        {"status": "not yet"},
        {"status": "not yet", "missing": "all of it"},
        {"status": "not yet", "missing": "all", "symbols": ["a:b"]},
        {"status": "decided otherwise", "symbols": ["a:b"], "tests": ["c::d"]},
        {"status": "does not apply"},
    ],
)
def test_a_row_that_does_not_say_enough_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="does not go with"):
        Row.model_validate_json(json.dumps(row))


def exists(symbol: str) -> bool:
    """Whether a module, or a name in one, can be imported."""
    module, _, name = symbol.partition(":")
    try:
        found: object = importlib.import_module(f"modylbench.{module}")
        for step in name.split(".") if name else ():
            found = getattr(found, step)
    except (ModuleNotFoundError, AttributeError):
        return False
    return True


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests that pytest collects from a file: functions at its top, and those in classes."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return frozenset(_functions(tree))


def _functions(tree: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test_"):
                yield node.name
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _functions(node)


def heads_without_a_number(paper: str) -> Iterator[str]:
    """The first two cells of every table that no caption stands over."""
    lines = paper.splitlines()
    for at, line in enumerate(lines):
        begins = "\t" in line and "\t" not in lines[at - 1]
        if begins and not any(line.startswith("Table ") for line in lines[at - 2 : at]):
            yield ", ".join(line.split("\t")[:2])
