"""Long runs of anything are read in bounded time."""

import subprocess
import sys

import pytest

READS_ALL = """
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document, Section
from modylbench.products.reading.index import index
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

bits = ["9", "1,111", "1.111", "(", " ", "$ ", "|", "|a|1|\\n", "us$ ", "in ", "all figures in ",
        "-", "*", "_", "[1]", "aA", '"a":', "a=1,", "a={\\n", "revenue of 5 ", "\\n", "1 ",
        "\\u00b9", "x ",
        "\\t>", ":-", "# ", "1 111 ", "e5", "to 5 ", "(5", "[", "- ", "{", "? ",
        "/*", "<script", "<td>", "%", "<", "&nbsp;", "&", "\\\\"]
for bit in bits:
    text = (bit * 60_000)[:60_000]
    label = text[:2_000]
    row = Row(id="r", label=label, cells={"c": Cell(value=text, text=label)})
    columns = (Column(id="c", label=label),)
    sheet = Sheet(id="s", name=label, columns=columns, rows=(row,), notes=(text,))
    widget = Widget(id="w", title=label, value=text, text=text)
    for product in (
        Document(id="p", title=label, sections=(Section(id="s", heading=label, body=text),)),
        Code(id="p", title=label, files=(CodeFile(id="f", path="a.py", content=text),
                                         CodeFile(id="g", path="a.ts", content=text),
                                         CodeFile(id="h", path="a.yaml", content=text),
                                         CodeFile(id="i", path="a.json", content=text),
                                         CodeFile(id="j", path="a.html", content=text),
                                         CodeFile(id="k", path="a.csv", content=text),
                                         CodeFile(id="l", path="a.sql", content=text))),
        Spreadsheet(id="p", title=label, sheets=(sheet,)),
        Dashboard(id="p", title=label, widgets=(widget,)),
    ):
        index(product)
print("read")
"""


@pytest.mark.nightly
def test_long_runs_of_anything_are_read_in_bounded_time() -> None:
    """Before bounds were set, one of these alone took minutes; together they take seconds."""
    result = subprocess.run(  # noqa: S603
        [sys.executable, "-c", READS_ALL], capture_output=True, text=True, timeout=240, check=False
    )

    assert result.stdout == "read\n", result.stderr[-2000:]
