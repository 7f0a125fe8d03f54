"""One word for one thing: what a machine can hold of docs/glossary.md and of the house style."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "modylbench"
SOURCES = sorted(PACKAGE.rglob("*.py"))
MOST_MODULES = 14  # of a folder, so that it reads as a table of contents
ONE_EACH = {"src/modylbench/cli/commands": "a module is a command"}
GLOSSARY = ROOT / "docs" / "glossary.md"
ROW = re.compile(
    r"^\| \*\*(?P<word>[^*]+)\*\* \| (?P<meaning>.+?) \| (?P<symbols>.+?) \|$", re.MULTILINE
)
NOT_YET = "not yet"
ALIAS = re.compile("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")
PARTICIPLE = re.compile(
    "begun|bound|broken|brought|built|caught|chosen|done|drawn|driven|fallen|forgotten|found|given"
    "|gone|grown|heard|held|hidden|kept|known|laid|lent|lost|made|meant|met|paid|said|seen|sent"
    "|shown|sold|sought|spared|spent|spoken|stood|taken|taught|thought|told|torn|understood|won"
    "|woven|written"
)
PRONOUN = re.compile(
    "another|anything|both|each|else|elsewhere|everything|here|how|it|its|mine|none|nothing|ones?"
    "|others?|ours|so|something|such|that|theirs|them|there|these|this|those|what|when|where|which"
    "|who|whom|whose|why"
)
NOT_PARTICIPLES = frozenset(
    {"embed", "exceed", "feed", "need", "passed", "proceed", "seed", "speed"}
)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a module: read in the worker that asks, not wherever tests are collected."""
    return ast.parse(path.read_text(encoding="utf-8"))


def says_too_little(identifier: str) -> bool:
    """Whether a name is a past participle alone, or a pronoun: it does not say of what."""
    word = identifier.strip("_")
    is_compound = "_" in word or any(letter.isupper() for letter in word[1:])
    word = word.lower()
    if is_compound or word in NOT_PARTICIPLES:
        return False
    is_participle = PARTICIPLE.fullmatch(word) or (len(word) > 4 and word.endswith("ed"))
    return bool(is_participle or PRONOUN.fullmatch(word))


def type_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The classes and the capitalised aliases of a module with their lines, without a leading _."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name.lstrip("_"), node.lineno
    blocks = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.If))]
    for node in (node for block in blocks for node in block):
        is_variable = isinstance(node, ast.Assign | ast.AnnAssign) and re.match(
            "TypeVar|ParamSpec", ast.unparse(node.value) if node.value else ""
        )
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            word = target.id.lstrip("_") if isinstance(target, ast.Name) else ""
            if ALIAS.fullmatch(word) and not is_variable:
                yield word, node.lineno


def test_a_type_name_is_defined_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for word, line in type_names(tree_of(path)):
            places[word].append(f"{name(path)}:{line}")
    assert len(places) > 500

    assert {key: found for key, found in places.items() if len(found) > 1} == {}


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_names_say_of_what(path: Path) -> None:
    found = [
        f"{node.name} in line {node.lineno}"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and says_too_little(node.name)
    ]

    assert found == []
    assert not says_too_little(path.stem)


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_no_variable_is_called_one(path: Path) -> None:
    found = [
        node.lineno
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == "one")
        or (isinstance(node, ast.arg) and node.arg == "one")
    ]

    assert found == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_modules_docstring_is_a_statement(path: Path) -> None:
    docstring = ast.get_docstring(tree_of(path)) or ""

    assert "?" not in docstring.partition("\n\n")[0]


def test_a_folder_reads_as_a_table_of_contents() -> None:
    folders: dict[str, int] = defaultdict(int)
    for path in SOURCES:
        folders[name(path.parent)] += path.name != "__init__.py"

    assert {key for key, count in folders.items() if count > MOST_MODULES} == {*ONE_EACH}


GLOSSARY_ROWS = [match.groupdict() for match in ROW.finditer(GLOSSARY.read_text(encoding="utf-8"))]


def test_the_glossary_has_each_word_once() -> None:
    words = [row["word"] for row in GLOSSARY_ROWS]
    lines = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if "| **" in line]

    assert len(words) >= 50
    assert len(words) == len(lines), "a row that cannot be read"
    assert len(words) == len(set(words))


@pytest.mark.parametrize("row", GLOSSARY_ROWS, ids=lambda row: row["word"])
def test_a_word_of_the_glossary_is_a_name_in_the_code(row: dict[str, str]) -> None:
    symbols = re.findall(r"`([\w.]+)(?::(\w+))?`", row["symbols"])
    assert symbols or NOT_YET in row["symbols"]
    for module, symbol in symbols:
        found = importlib.import_module(f"modylbench.{module}")
        assert not symbol or hasattr(found, symbol), f"modylbench.{module} has no {symbol}"
