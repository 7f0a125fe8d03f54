"""Word, Markdown, PDF and HTML files are read as a person reads them."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor
from pypdf import PdfReader, PdfWriter
from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]  # has no types
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from modylbench.documents.reading import FileReading, join_readings, products_in
from modylbench.products.code import Code
from modylbench.products.document import Document


def document(found: FileReading) -> Document:
    (product,) = found.products
    assert isinstance(product, Document)
    return product


def codes(found: FileReading) -> list[str]:
    return [finding.code for finding in found.findings]


def word(build: Callable[[Any], None]) -> FileReading:
    file = docx.Document()
    build(file)
    out = io.BytesIO()
    file.save(out)
    return products_in("memo.docx", out.getvalue())


def pdf(draw: Callable[[Any], None]) -> FileReading:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    draw(canvas)
    canvas.save()
    return products_in("memo.pdf", out.getvalue())


def test_headings_paragraphs_lists_and_tables_of_word_stay_in_order() -> None:
    def build(file: Any) -> None:
        file.add_heading("Tear-sheet", 0)
        file.add_heading("Returns", 1)
        file.add_paragraph("The base case:")
        table = file.add_table(rows=2, cols=2)
        for place, text in enumerate(["Measure", "Base", "IRR | net", "19.8%"]):
            table.cell(*divmod(place, 2)).text = text
        file.add_heading("Risks", 2)
        file.add_paragraph("Leverage", style="List Bullet")
        file.add_paragraph("Growth", style="List Bullet")
        file.add_paragraph("First", style="List Number")
        file.add_paragraph("Second", style="List Number")

    found = document(word(build))

    assert found.title == "Tear-sheet"
    assert [(s.level, s.heading, s.body) for s in found.sections] == [
        (
            1,
            "Returns",
            "The base case:\n\n| Measure | Base |\n| --- | --- |\n| IRR \\| net | 19.8% |",
        ),
        (2, "Risks", "- Leverage\n- Growth\n1. First\n2. Second"),
    ]


def test_hidden_deleted_and_struck_text_of_word() -> None:
    def build(file: Any) -> None:
        file.add_heading("Returns", 1)
        line = file.add_paragraph("The IRR is ")
        line.add_run("99% ").font.hidden = True
        line.add_run("98% ").font.color.rgb = RGBColor(255, 255, 255)
        line.add_run("97% ").font.size = Pt(1)
        line.add_run("18.0%").font.strike = True
        revised = (
            f'<w:p {nsdecls("w")}><w:r><w:t xml:space="preserve">now </w:t></w:r>'
            '<w:del w:id="1" w:author="a"><w:r><w:delText>18.5%</w:delText></w:r></w:del>'
            '<w:ins w:id="2" w:author="a"><w:r><w:t>19.8%</w:t></w:r></w:ins></w:p>'
        )
        file.element.body.insert(2, parse_xml(revised))

    found = word(build)

    assert document(found).sections[0].body == "The IRR is ~~18.0%~~\n\nnow 19.8%"
    assert codes(found) == ["hidden_content", "tracked_changes"]


def test_bold_lines_are_the_headings_of_a_word_file_without_any() -> None:
    def build(file: Any) -> None:
        for heading, text in (("Returns", "The IRR is 19.8%."), ("Risks", "Leverage is high.")):
            file.add_paragraph().add_run(heading).bold = True
            file.add_paragraph(text)

    found = document(word(build))

    assert [(s.heading, s.body) for s in found.sections] == [
        ("Returns", "The IRR is 19.8%."),
        ("Risks", "Leverage is high."),
    ]


def test_text_at_the_top_of_every_page_is_said_to_be_unread() -> None:
    def build(file: Any) -> None:
        file.add_heading("Returns", 1)
        file.sections[0].header.paragraphs[0].text = "US$ in thousands"

    assert codes(word(build)) == ["margin_not_read"]


MARKDOWN = """---
title: "Solid-state briefing"
---
# Summary

Fennick leads with 390 Wh/kg [S26], as [the institute](https://www.brenner.example/t) says.[^1]

## Sources

- [S26] Fennick Motive: test report. Fennick Motive, 14 September 2026. https://fennick.example/r.
- [S03] *Datasheet* (2025-10-11). <https://fennick.example/d?x=1>

[^1]: Permit register, https://vessin.example/permits
"""


def test_citations_come_from_the_list_the_footnotes_and_the_links() -> None:
    found = document(products_in("briefing.md", MARKDOWN.encode()))

    assert found.title == "Solid-state briefing"
    assert [(c.id, c.url, c.date) for c in found.citations] == [
        ("S26", "https://fennick.example/r", "14 September 2026"),
        ("S03", "https://fennick.example/d?x=1", "2025-10-11"),
        ("1", "https://vessin.example/permits", ""),
        ("the_institute", "https://www.brenner.example/t", ""),
    ]
    assert found.citations[0].title.startswith("Fennick Motive: test report. Fennick Motive")
    assert found.citations[3].section == "summary"


def test_a_table_of_sources_is_read_by_its_headers() -> None:
    text = (
        "# References\n\n| ID | Source | Publisher | Date | URL |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| S01 | Annual report | Pellworm | 2026-03-04 | https://pellworm.example/a |\n"
    )

    (cited,) = document(products_in("a.md", text.encode())).citations

    assert (cited.id, cited.title, cited.publisher, cited.date, cited.url) == (
        "S01", "Annual report", "Pellworm", "2026-03-04", "https://pellworm.example/a",
    )  # fmt: skip


def test_what_a_pdf_hides_is_not_read_and_is_said() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 780, "Returns")
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 750, "The IRR is 19.8%.")
        canvas.saveState()
        unseen = canvas.beginText(72, 735)
        unseen.setTextRenderMode(3)
        unseen.textLine("mode 91%")
        canvas.drawText(unseen)
        canvas.restoreState()
        canvas.saveState()
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(72, 720, "white 92%")
        canvas.restoreState()
        canvas.setFont("Helvetica", 1)
        canvas.drawString(72, 705, "tiny 93%")
        canvas.setFont("Helvetica", 11)
        canvas.drawString(-500, 690, "outside 94%")
        canvas.drawString(72, 675, "covered 95%")
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(60, 670, 200, 16, stroke=0, fill=1)

    found = pdf(draw)

    assert [(s.heading, s.body) for s in document(found).sections] == [
        ("Returns", "The IRR is 19.8%.")
    ]
    assert [(f.code, f.reason.partition(" ")[0]) for f in found.findings] == [
        ("hidden_content", "42")
    ]


def test_two_columns_of_a_pdf_are_read_one_after_the_other() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 9)
        for place in range(12):
            canvas.drawString(60, 760 - 12 * place, f"left line {place} of a longer running text")
            canvas.drawString(320, 760 - 12 * place, f"right line {place} of a longer running text")

    text = document(pdf(draw)).sections[0].body

    assert text.index("left line 11") < text.index("right line 0")
    assert "|" not in text


def test_a_table_goes_on_over_the_page_and_margins_are_read_once() -> None:
    def draw(canvas: Any) -> None:
        for page in range(2):
            canvas.setFont("Helvetica", 8)
            canvas.drawString(72, 820, "Harborline, confidential")
            canvas.drawString(300, 20, f"Page {page + 1} of 2")
            canvas.setFont("Helvetica", 11)
            rows = [("Year", "Revenue", "Costs")] * (not page)
            rows += [(f"{2026 + page}", f"{10 + page}.5", "7.0"), (f"{2028 + page}", "12.5", "8.0")]
            for place, row in enumerate(rows):
                for column, text in enumerate(row):
                    canvas.drawString(72 + 100 * column, 780 - 14 * place, text)
            canvas.showPage()

    text = "\n".join(section.body for section in document(pdf(draw)).sections)

    assert text.count("Harborline") == 1
    assert "Page" not in text
    assert text.endswith(
        "| Year | Revenue | Costs |\n| --- | --- | --- |\n| 2026 | 10.5 | 7.0 |\n"
        "| 2028 | 12.5 | 8.0 |\n| 2027 | 11.5 | 7.0 |\n| 2029 | 12.5 | 8.0 |"
    )


def drawn_page() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.drawString(72, 700, "The IRR is 19.8%.")
    canvas.save()
    return out.getvalue()


def test_a_pdf_with_a_password_is_said_to_be_encrypted() -> None:
    writer = PdfWriter(PdfReader(io.BytesIO(drawn_page())))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)

    assert codes(products_in("a.pdf", out.getvalue())) == ["encrypted"]


def test_a_turned_page_is_read_the_way_it_is_shown() -> None:
    def draw(canvas: Any) -> None:
        canvas.setPageRotation(90)
        canvas.translate(300, 72)
        canvas.drawString(0, 0, "sideways")
        canvas.rotate(90)
        canvas.drawString(0, 0, "The IRR is 19.8%.")

    found = pdf(draw)

    assert [section.body for section in document(found).sections] == ["The IRR is 19.8%."]
    assert codes(found) == ["turned_text"]


def test_a_page_without_text_is_said_to_have_none() -> None:
    found = pdf(lambda canvas: canvas.rect(72, 600, 300, 100, fill=1))

    assert found.products == ()
    assert codes(found) == ["no_text"]


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return out.getvalue()


def test_source_files_of_an_archive_are_one_product_and_the_others_their_own() -> None:
    content = archive(
        {
            "plan/model.py": b"x = 1\n",
            "plan/data.csv": b"Item,Amount\na,1\n",
            "plan/notes.md": b"# Notes\n\nWell.\n",
            "__MACOSX/._model.py": b"junk",
        }
    )

    found = products_in("plan.zip", content)

    assert {product.id: product.kind for product in found.products} == {
        "plan": "code", "data": "spreadsheet", "notes": "document",
    }  # fmt: skip
    code = found.products[0]
    assert isinstance(code, Code)
    assert [(file.path, file.language) for file in code.files] == [("plan/model.py", "python")]


def test_products_of_several_files_have_ids_of_their_own() -> None:
    found = join_readings(
        products_in(name, b"# A\n\nb\n") for name in ("x/Memo.md", "y/memo.md", "memo (1).md")
    )

    assert [product.id for product in found.products] == ["memo", "memo_2", "memo_1"]


def test_our_own_json_is_read_and_other_json_is_code() -> None:
    own = {"products": [{"kind": "code", "id": "a", "title": "t"}]}

    assert products_in("a.json", json.dumps(own).encode()).products[0].id == "a"
    assert products_in("b.json", b'{"solver": "highs"}').products[0].kind == "code"
    assert codes(products_in("c.json", b'{"kind": "chart"}')) == ["not_a_product"]


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "part"),
    [("a.ods", "mimetype"), ("a.pptx", "[Content_Types].xml"), ("a.pages", "Index/Document.iwa")],
)
def test_a_file_of_another_program_is_said_to_be_of_a_kind_that_is_not_read(
    name: str, part: str
) -> None:
    content = zipped({part: b"x", "content.xml": b"<a>1</a>"})

    for found in (products_in(name, content), products_in("all.zip", zipped({name: content}))):
        assert codes(found) == ["unknown_kind"]
        assert found.products == ()
        (finding,) = found.findings
        assert finding.reason.startswith(f"a kind of file that is not read: {name[2:].upper()}; ")
        assert "XLSX" in finding.reason


def test_an_archive_under_any_other_name_is_read_as_one_and_said_to_be_misnamed() -> None:
    found = products_in("a.bin", zipped({"a.py": b"x = 1\n"}))

    assert codes(found) == ["misnamed"]
    assert [product.kind for product in found.products] == ["code"]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.xlsx", b"Item,Amount\n", "not_a_zip"),
        ("a.docx", b"%PDF-1.7", "not_a_zip"),
        ("a.pdf", b"hello", "not_a_pdf"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "image_only"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_format"),
        ("a.bin", b"\x00\x01\x02", "unknown_kind"),
        ("a.md", b"  \n", "empty_file"),
        ("a.csv", b"\x89PNG\r\n\x1a\n", "misnamed"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_a_finding(
    name: str, content: bytes, code: str
) -> None:
    found = products_in(name, content)

    assert codes(found)[0] == code
    assert found.products == ()
    assert {finding.source for finding in found.findings} == {"reading"}
