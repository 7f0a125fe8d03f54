"""A hostile file ends in a finding, soon, in little memory, and with nothing run."""

import io
import random
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from hypothesis import settings
from openpyxl.chart import BarChart, Reference
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # has no types

from modylbench.documents.archive import Archive
from modylbench.documents.pdf.painter import DEEPEST_FORM
from modylbench.documents.reading import products_in
from modylbench.documents.unreadable import Unreadable
from modylbench.products.spreadsheet import Spreadsheet

FEWER = settings().max_examples * 3
"""Broken files in all: 300, and 6,000 at night."""

MOST_SECONDS = 30.0
MOST_MEMORY = 120 * 1024 * 1024
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = (
    '<Relationships xmlns="r"><Relationship Id="r1" Type="{kind}" Target="{target}"/>'
    "{more}</Relationships>"
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return out.getvalue()


def workbook(sheet: str | bytes, strings: str = "") -> bytes:
    more = f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="strings.xml"/>'
    return zipped(
        {
            "_rels/.rels": RELATIONS.format(
                kind=f"{OFFICE}/officeDocument", target="xl/workbook.xml", more=""
            ),
            "xl/_rels/workbook.xml.rels": RELATIONS.format(
                kind=f"{OFFICE}/worksheet", target="sheet.xml", more=more if strings else ""
            ),
            "xl/workbook.xml": '<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>',
            "xl/sheet.xml": sheet,
            "xl/strings.xml": strings,
        }
    )


def word(body: str, before: str = "") -> bytes:
    return zipped({"word/document.xml": f"{before}<document><body>{body}</body></document>"})


def pdf(*objects: bytes) -> bytes:
    out, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return out + head + end % (len(objects) + 1, len(out))


def page(content: bytes, *more: bytes, resources: bytes = b"", filters: bytes = b"") -> bytes:
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>%b>>>>" % resources,
        b"<<%b/Length %d>>\nstream\n%b\nendstream" % (filters, len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *more,
    )


def packed(content: bytes) -> bytes:
    return page(zlib.compress(content), filters=b"/Filter/FlateDecode")


def lying() -> bytes:
    """A workbook whose archive declares a small size for 80 MB of blanks."""
    blank = "<worksheet><sheetData>" + " " * 80_000_000 + "</sheetData></worksheet>"
    return workbook(blank).replace(len(blank).to_bytes(4, "little"), (9_000).to_bytes(4, "little"))


LAUGHS = (
    '<!DOCTYPE l [<!ENTITY l0 "ha">'
    + "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    + "]>"
)
CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>'
RING = (
    b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 11>>\n"
    b"stream\n/X Do /X Do\nendstream"
)
HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a zip bomb": (
        "a.xlsx",
        lambda: workbook("<worksheet>" + " " * 90_000_000 + "</worksheet>"),
        "unpacks_too_large",
    ),
    "a zip bomb that lies": ("a.xlsx", lying, "part_broken"),
    "an archive of 5,000 files": (
        "a.docx",
        lambda: zipped({f"f{i}": "" for i in range(5_000)}),
        "too_many_entries",
    ),
    "an archive in an archive": (
        "a.zip",
        lambda: zipped({"b.zip": zipped({"c.py": "1"}), "d.py": "2"}),
        "nested_archive",
    ),
    "a path that leads out": (
        "a.zip",
        lambda: zipped({"../../x.py": "1", "ok.py": "2"}),
        "path_outside",
    ),
    "a billion laughs in a workbook": (
        "a.xlsx",
        lambda: workbook(
            f"{LAUGHS}<worksheet><sheetData>{CELL.format('&l9;')}</sheetData></worksheet>"
        ),
        "xml_with_doctype",
    ),
    "the same in UTF-16": (
        "a.xlsx",
        lambda: workbook(
            f'<?xml version="1.0" encoding="utf-16"?>{LAUGHS}<worksheet>&l9;</worksheet>'.encode(
                "utf-16"
            )
        ),
        "xml_with_doctype",
    ),
    "a file of the machine in a document": (
        "a.docx",
        lambda: word(
            "<p><r><t>&e;</t></r></p>", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        ),
        "xml_with_doctype",
    ),
    "endless nesting": (
        "a.docx",
        lambda: word("<p>" * 50_000 + "</p>" * 50_000),
        "nested_too_deeply",
    ),
    "one tag of 20 MB": (
        "a.xlsx",
        lambda: workbook(f'<worksheet a="{"x" * 20_000_000}"></worksheet>'),
        "too_large",
    ),
    "one long text in 20,000 cells": (
        "a.xlsx",
        lambda: workbook(
            "<worksheet><sheetData>"
            + "".join(f'<c r="A{i}" t="s"><v>0</v></c>' for i in range(1, 20_001))
            + "</sheetData></worksheet>",
            f"<sst><si><t>{'x' * 3_000_000}</t></si></sst>",
        ),
        "text_too_long",
    ),
    "more cells than may be": (
        "a.xlsx",
        lambda: workbook("<worksheet>" + "<c><v>1</v></c>" * 200_001 + "</worksheet>"),
        "too_large",
    ),
    "a cell as wide as a billion": (
        "a.docx",
        lambda: word(
            "<tbl>"
            + '<tr><tc><tcPr><gridSpan val="99999"/></tcPr><p><r><t>x</t></r></p></tc></tr>' * 2_000
            + "</tbl>"
        ),
        "too_large",
    ),
    "a text merged over 20,000 rows": (
        "a.docx",
        lambda: word(
            f"<tbl><tr><tc><p><r><t>{'x' * 500_000}</t></r></p></tc></tr>"
            + "<tr><tc><tcPr><vMerge/></tcPr><p/></tc></tr>" * 20_000
            + "</tbl>"
        ),
        "too_large",
    ),
    "a CSV file of one line": ("a.csv", lambda: b"x" * 20_000_000, "line_too_long"),
    "a CSV file of 50 MB": ("a.csv", lambda: b"x" * 50_000_000, "too_large"),
    "a quote that never ends": ("a.csv", lambda: b'"' + b"a,\n" * 300_000, "csv_broken"),
    "30,000 headings": ("a.md", lambda: b"# a\n" * 30_000, "too_large"),
    "JSON without end": ("a.json", lambda: b"[" * 1_000_000, "not_json"),
    "tags that never close": ("a.html", lambda: b"<html>" + b"<a " * 300_000 + b">", "too_large"),
    "200,001 tags": ("a.html", lambda: b"<html>" + b"<b>" * 200_001, "too_large"),
    "a form that draws itself": (
        "a.pdf",
        lambda: page(b"/X Do", RING, resources=b"/XObject<</X 6 0 R>>"),
        "nested_too_deeply",
    ),
    "pages in a ring": (
        "a.pdf",
        lambda: pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"),
        "file_broken",
    ),
    "a stream of 200 MB": ("a.pdf", lambda: packed(b" " * 200_000_000), "too_large"),
    "300,000 operators": ("a.pdf", lambda: packed(b"q Q " * 160_000), "too_large"),
    "arrays without end": ("a.pdf", lambda: packed(b"[" * 100_000 + b" TJ"), "nested_too_deeply"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_bomb_ends_in_a_finding(case: str) -> None:
    name, make, code = HOSTILE[case]
    content = make()
    started = time.process_time()

    found = products_in(name, content)

    assert time.process_time() - started < MOST_SECONDS
    assert code in {finding.code for finding in found.findings}


@pytest.mark.parametrize(
    "case",
    [
        "a zip bomb", "a zip bomb that lies", "a billion laughs in a workbook", "one tag of 20 MB",
        "one long text in 20,000 cells", "a text merged over 20,000 rows", "a CSV file of one line",
        "a form that draws itself", "a stream of 200 MB",
    ],
)  # fmt: skip
def test_a_bomb_takes_little_memory(case: str) -> None:
    name, make, _ = HOSTILE[case]
    content = make()
    tracemalloc.start()

    products_in(name, content)

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MOST_MEMORY


def test_references_to_the_whole_of_a_worksheet_cost_nothing() -> None:
    merged = '<mergeCell ref="A1:XFD1048576"/>' * 2_000
    sheet = (
        '<worksheet><dimension ref="A1:XFD1048576"/>'
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>3</v></c></row></sheetData>'
        f"<mergeCells>{merged}</mergeCells>"
        '<hyperlinks><hyperlink ref="A1:XFD1048576" id="x"/></hyperlinks></worksheet>'
    )
    started = time.process_time()

    found = products_in("a.xlsx", workbook(sheet))

    assert time.process_time() - started < MOST_SECONDS / 3
    (book,) = found.products
    assert isinstance(book, Spreadsheet)
    shown = [
        (row.label, cell.value)
        for s in book.sheets
        for row in s.rows
        for cell in row.cells.values()
    ]
    assert shown == [("1", 2), ("", 3)]


def test_forms_in_forms_are_read_to_a_depth_and_no_further() -> None:
    """Python's own limit would end a ring of forms too; only how far a chain is read tells."""
    last = 5 + DEEPEST_FORM + 4
    forms = [
        b"<</Type/XObject/Subtype/Form/BBox[0 0 600 800]"
        b"/Resources<</Font<</F1 5 0 R>>/XObject<</X %d 0 R>>>>/Length %d>>\nstream\n%b\nendstream"
        % (number + 1, len(drawn), drawn)
        for number in range(6, last + 1)
        for drawn in [
            b"BT /F1 12 Tf 72 %d Td (level %d) Tj ET /X Do" % (900 - 40 * number, number - 5)
        ]
    ]
    content = b"BT /F1 12 Tf 72 760 Td (level 0) Tj ET /X Do"

    found = products_in("a.pdf", page(content, *forms, resources=b"/XObject<</X 6 0 R>>"))

    text = "".join(product.model_dump_json() for product in found.products)
    assert [n for n in range(last) if f"level {n}" in text] == list(range(DEEPEST_FORM + 1))
    assert [finding.code for finding in found.findings] == ["nested_too_deeply"]


def test_an_archive_that_is_read_again_and_again_comes_to_an_end() -> None:
    archive = Archive(zipped({"a": b" " * 30_000_000}))
    archive.read("a")
    archive.read("a")

    with pytest.raises(Unreadable, match="unpacks_too_large"):
        archive.read("a")


def test_a_ring_of_styles_and_boxes_in_boxes_end() -> None:
    body = "<p><r><drawing><txbxContent>" * 40 + "<p><r><t>deep</t></r></p>"
    ring = (
        '<styles><style styleId="a"><basedOn val="b"/></style>'
        '<style styleId="b"><basedOn val="a"/></style></styles>'
    )
    body += "</txbxContent></drawing></r></p>" * 40
    content = zipped(
        {
            "word/document.xml": f"<document><body>{body}</body></document>",
            "word/_rels/document.xml.rels": RELATIONS.format(
                kind=f"{OFFICE}/styles", target="styles.xml", more=""
            ),
            "word/styles.xml": ring,
        }
    )

    (found,) = products_in("a.docx", content).products

    assert found.model_dump_json().count("deep") == 1


@cache
def small_files() -> dict[str, bytes]:
    """A valid file of each kind."""
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    for row in [["Item", "2026", "2027"], ["Revenue", 1.5, 2.5], ["Costs", 0.5, "=B2"]]:
        tab.append(row)
    chart = BarChart()
    chart.add_data(Reference(tab, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    tab.add_chart(chart, "E2")
    tab.merge_cells("A5:B5")
    file = docx.Document()
    file.add_heading("Returns", 1)
    file.add_paragraph("The IRR is 19.8%.", style="List Bullet")
    file.add_table(rows=2, cols=2).cell(0, 0).text = "x"
    outs = io.BytesIO(), io.BytesIO(), io.BytesIO()
    book.save(outs[0])
    file.save(outs[1])
    canvas = Canvas(outs[2], invariant=1, pageCompression=0)
    canvas.drawString(72, 700, "The IRR is 19.8%.")
    canvas.rect(70, 650, 100, 20)
    canvas.linkURL("https://a.example", (72, 690, 200, 710))
    canvas.save()
    return {
        "a.xlsx": outs[0].getvalue(),
        "a.docx": outs[1].getvalue(),
        "a.pdf": outs[2].getvalue(),
        "a.csv": b'Item;2026;2027\nRevenue;1,5;"2,5"\n\nCosts;1;2\n',
        "a.md": b"# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](https://a.example)\n\n[^1]: y\n",
        "a.json": b'{"products": [{"kind": "code", "id": "a", "title": "t", "files": []}]}',
        "a.zip": zipped({"x.py": "1", "y.csv": "a,b\n1,2\n"}),
    }


WEDGES = (b"999999999", b"-1", b"<", b"</", b"1e999", b"&#0;", b"\xff\xfe", b'"', b"A1:XFD1048576")


def broken(content: bytes, draw: random.Random) -> bytes:
    """The content with some bits flipped, bytes dropped or doubled, and traps set."""
    result = bytearray(content)
    for _ in range(draw.choice([1, 1, 2, 5, 20])):
        if not result:
            break
        place, length = draw.randrange(len(result)), draw.randrange(1, 40)
        match draw.randrange(4):
            case 0:
                result[place] ^= 1 << draw.randrange(8)
            case 1:
                del result[place : place + length]
            case 2:
                result[place:place] = result[place : place + length] * draw.choice([1, 10])
            case _:
                result[place:place] = draw.choice(WEDGES)
    return bytes(result)


def broken_inside(content: bytes, draw: random.Random) -> bytes:
    """An archive with one of its parts broken, or without it."""
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        parts: dict[str, str | bytes] = {name: whole.read(name) for name in whole.namelist()}
    name = draw.choice(sorted(parts))
    if draw.random() < 0.1:
        del parts[name]
    else:
        part = parts[name]
        parts[name] = broken(part if isinstance(part, bytes) else part.encode(), draw)
    return zipped(parts)


@pytest.mark.parametrize("name", small_files())
def test_a_broken_file_is_read_as_far_as_it_goes_or_is_a_finding(name: str) -> None:
    content = small_files()[name]
    is_archive = Path(name).suffix in {".xlsx", ".docx", ".zip"}
    for case in range(FEWER // len(small_files())):
        draw = random.Random(f"{name} {case}")  # noqa: S311
        inside = is_archive and case % 3
        hostile = broken_inside(content, draw) if inside else broken(content, draw)

        found = products_in(name, hostile)

        assert found.products or found.findings, f"{name} {case}: nothing read and nothing said"
        assert found == products_in(name, hostile)
