"""The page on where each thing of the paper is in our code, made from paper_map.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Spec
from modylbench.scenarios.yaml_file import read_yaml

FILE = Path(__file__).parents[1] / "paper_map.yaml"
Status = Literal["built", "partly", "not yet", "decided otherwise", "does not apply"]

HEAD = """---
hide:
  - toc
---

# Paper map

Every section, equation, table, figure, line of Algorithm 1 and name of the working paper, with our
symbol (below `modylbench.`) and the test that shows it (below `tests/`). `tests/architecture/test_paper_map.py`
imports every symbol, looks up every test, and searches the paper for what the map leaves out.
Where paper and SPEC differ, SPEC holds.
"""  # noqa: E501 - Markdown


class Row(Spec):
    """One thing of the paper."""

    status: Status
    title: str = ""
    symbols: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    note: str = ""
    missing: str = ""
    planned: tuple[str, ...] = ()
    spec: Annotated[str, Field(pattern=r"^(\d{1,2})?$")] = ""

    @model_validator(mode="after")
    def _says_enough(self) -> Row:
        """What is built has code and a test; what is not says what is missing, or who decided."""
        has_code = bool(self.symbols and self.tests)
        is_open = bool(self.missing)
        said = {
            "built": has_code and not is_open,
            "partly": has_code and is_open,
            "not yet": is_open and bool(self.planned) and not self.symbols and not self.tests,
            "decided otherwise": has_code and bool(self.spec) and not is_open,
            "does not apply": bool(self.note) and not self.symbols and not is_open,
        }
        if not said[self.status]:
            message = f"{self.status!r} does not go with what stands there"
            raise ValueError(message)
        return self


class PaperMap(Spec):
    """paper_map.yaml."""

    sections: dict[str, Row]
    equations: dict[str, Row]
    tables: dict[str, Row]
    tables_without_a_number: dict[str, Row]
    figures: dict[str, Row]
    layers: dict[str, Row]
    algorithm_1: dict[str, Row]
    names: dict[str, Row]
    metrics: dict[str, Row]
    other_peoples_names: tuple[str, ...]

    def parts(self) -> dict[str, dict[str, Row]]:
        """The rows by what they are."""
        return {
            "Sections": self.sections,
            "Equations": self.equations,
            "Tables": self.tables,
            "Tables without a number": self.tables_without_a_number,
            "Figures": self.figures,
            "Layers": self.layers,
            "Algorithm 1": self.algorithm_1,
            "Names": self.names,
            "Metrics": self.metrics,
        }


def paper_map() -> PaperMap:
    """The map as it is written down."""
    return read_yaml(FILE, PaperMap)


def page() -> str:
    """The map as Markdown."""
    parts = paper_map().parts()
    every = [row for rows in parts.values() for row in rows.values()]
    counts = [f"{status} {sum(row.status == status for row in every)}" for status in _statuses()]
    sections = [_section(title, rows) for title, rows in parts.items()]
    return "\n".join([HEAD, f"Rows: {', '.join(counts)}.\n", *sections])


def _statuses() -> tuple[str, ...]:
    return ("built", "partly", "not yet", "decided otherwise", "does not apply")


def _section(title: str, rows: dict[str, Row]) -> str:
    head = "| in the paper | status | symbols and tests | remarks |\n|---|---|---|---|"
    return "\n".join([f"## {title}\n", head, *(_row(key, row) for key, row in rows.items()), ""])


def _row(key: str, row: Row) -> str:
    remarks = [
        row.note,
        f"Missing: {row.missing}" if row.missing else "",
        f"SPEC {row.spec}." if row.spec else "",
    ]
    cells = (
        f"{key} {row.title}".strip() if row.title else f"`{key}`",
        row.status,
        "<br>".join(f"`{one}`" for one in (*row.symbols, *row.tests)),
        " ".join(remark for remark in remarks if remark),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
