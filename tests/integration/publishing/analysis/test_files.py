"""Numbers are kept in full, text kept harmless, and pictures the same every time."""

import csv
import io
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.trials import judged_run

from modylbench.publishing.analysis.analyses import ANALYSES, analyse
from modylbench.publishing.analysis.files import csv_text, svg, write_files
from modylbench.publishing.analysis.section import (
    AnalysisColumn,
    AnalysisSection,
    AnalysisTable,
    Plot,
    PlotSeries,
)
from modylbench.runs.run import runs_in

HOSTILE = '=HYPERLINK("x")|$\\frac{1}$_<script>alert(1)</script>\x1b[31m\u202e[a](b)'
CHART = Plot(
    kind="dots",
    title="Scores",
    labels=("one", "two"),
    series=(
        PlotSeries("a", (3.0, None), ((2.0, 4.0), None)),
        PlotSeries("_b $x^2$ <&", (5.0, 6.0)),
    ),
    value_label="score",
    label_label="dimension",
    bounds=(1.0, 10.0),
    alternative="one 3, two not measured",
)
numbers = st.none() | st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6)


def cell(_: object) -> None:
    """Of tables whose rows are given as they are, nothing is taken from items."""


@given(values=st.lists(numbers, min_size=1, max_size=5))
def test_numbers_come_back_from_csv_as_they_were(values: list[float | None]) -> None:
    columns = tuple(AnalysisColumn(f"c{place}", cell, "score") for place in range(len(values)))
    read = [*csv.reader(io.StringIO(csv_text(AnalysisTable("t", columns, (tuple(values),)))))]

    assert read[0] == [column.name for column in columns]
    assert [None if cell == "" else float(cell) for cell in read[1]] == values


@given(text=st.text(max_size=20))
def test_no_text_begins_a_formula_and_one_row_is_one_line(text: str) -> None:
    written = csv_text(
        AnalysisTable("t", (AnalysisColumn("a", cell), AnalysisColumn("b", cell)), ((text, "x"),))
    )
    (row,) = [*csv.reader(io.StringIO(written))][1:]

    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r"))
    assert row[1] == "x"
    assert written.count("\n") == 2


def test_text_that_looks_like_a_formula_is_quoted_and_a_negative_number_is_none() -> None:
    table = AnalysisTable(
        "t",
        (AnalysisColumn("a", cell), AnalysisColumn("b", cell, "difference")),
        (("=1+1", -0.5), ("-x", None)),
    )

    assert csv_text(table) == "a,b\n'=1+1,-0.5\n'-x,\n"


@pytest.mark.parametrize("kind", ["dots", "lines"])
def test_a_picture_is_the_same_bytes_twice_without_a_date_and_well_formed(kind: Any) -> None:
    chart = replace(CHART, kind=kind)
    first, second = svg(chart), svg(chart)

    assert first == second
    assert ET.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - ours
    assert b"<dc:date>" not in first
    assert b"_b $x^2$ &lt;&amp;" in first
    assert svg(replace(chart, labels=("one", "three"))) != first


def test_whatever_an_agent_calls_itself_the_files_hold_it_as_text(tmp_path: Path) -> None:
    runs = runs_in(
        [judged_run(tmp_path / "x", 8.0, 6.0, agent=HOSTILE), judged_run(tmp_path / "y", 5.0, 4.0)]
    )
    sections, notes = analyse(runs, [*ANALYSES])
    files = write_files(sections, notes, tmp_path / "out", pictures=True)
    for name in files:
        content = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert "<script>" not in content or name.endswith(".csv")
        assert "\x1b" not in content
        if name.endswith(".svg"):
            ET.fromstring(content)  # noqa: S314 - ours
    names = pd.read_csv(tmp_path / "out" / "difficulty.csv")["run"]
    assert any(name.startswith("'=HYPERLINK") for name in names)
    assert not any(name.startswith("=") for name in names)


def test_every_table_comes_back_from_pandas_in_full(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 20 / 3)
    sections, notes = analyse(runs_in([run]), [*ANALYSES])
    files = write_files(sections, notes, tmp_path / "out", pictures=False)

    assert not [name for name in files if name.endswith(".svg")]
    for table in (table for section in sections for table in section.tables):
        read = pd.read_csv(tmp_path / "out" / f"{table.name}.csv", keep_default_na=False, dtype=str)
        assert [*read.columns] == [column.name for column in table.columns]
        assert len(read) == len(table.rows)
        for column, place in zip(table.columns, range(len(table.columns)), strict=True):
            if column.kind in ("score", "difference", "share", "count", "figure"):
                wanted = ["" if row[place] is None else float(row[place]) for row in table.rows]  # type: ignore[arg-type]
                assert [cell and float(cell) for cell in read[column.name]] == wanted


def test_the_same_runs_give_the_same_files_and_a_text_for_every_picture(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 6.0)
    sections, notes = analyse(runs_in([run]), [*ANALYSES])
    for place in ("one", "two"):
        files = write_files(sections, notes, tmp_path / place, pictures=True)
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    page = (tmp_path / "one" / "index.md").read_text(encoding="utf-8")
    pictures = [name for name in files if name.endswith(".svg")]

    assert len(pictures) == 4  # one judge in one mode shows no gap and no agreement
    assert page.count("In words: ") == 4
    assert all(f"]({name})" in page for name in files if name != "index.md")
    assert str(tmp_path) not in page


def test_an_empty_chart_is_not_drawn(tmp_path: Path) -> None:
    chart = replace(CHART, series=(PlotSeries("a", (None, None)),))
    files = write_files([AnalysisSection("s", "S", (), (), chart)], (), tmp_path, pictures=True)

    assert files == ["index.md"]
