"""All that a file shows is read, and nothing that it hides, whichever way."""

import io
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from PIL import Image
from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]  # has no types
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from modylbench.documents.reading import FileReading, products_in

SENTINEL = "Zebra 4711"
SEEN = "Okapi 1234"


def said(found: FileReading) -> str:
    return "\n".join(product.model_dump_json() for product in found.products)


def codes(found: FileReading) -> set[str]:
    return {finding.code for finding in found.findings}


def assert_hides(found: FileReading) -> None:
    assert SEEN in said(found)
    assert SENTINEL not in said(found)
    assert codes(found) & {"hidden_content", "style_not_followed"}


W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def word(run: str = "", paragraph: str = "", row: str = "", style: str = "") -> FileReading:
    """A Word file with the sentinel in a run, paragraph, row or style of these properties."""
    file = docx.Document()
    file.add_paragraph(SEEN)
    if style:
        own = file.styles.add_style("Own", 1)
        own.element.append(parse_xml(f"<w:rPr {nsdecls('w')}>{style}</w:rPr>"))
    if row:
        table = file.add_table(2, 1)
        table.cell(0, 0).text, table.cell(1, 0).text = "head", SENTINEL
        table.rows[1]._tr.insert(0, parse_xml(f"<w:trPr {nsdecls('w')}>{row}</w:trPr>"))
    else:
        line = file.add_paragraph(style="Own" if style else None)
        if paragraph:
            line._p.append(parse_xml(f"<w:pPr {nsdecls('w')}>{paragraph}</w:pPr>"))
        said_here = line.add_run(SENTINEL)
        said_here._r.insert(0, parse_xml(f"<w:rPr {nsdecls('w')} {W14}>{run}</w:rPr>"))
    out = io.BytesIO()
    file.save(out)
    return products_in("a.docx", out.getvalue())


HIDDEN_RUNS = [
    "<w:vanish/>",
    "<w:specVanish/>",
    '<w:color w:val="FFFFFF"/>',
    '<w:color w:val="FDFDFD"/>',
    '<w:color w:val="000000" w:themeColor="background1"/>',
    '<w:color w:val="000000"/><w:highlight w:val="black"/>',
    '<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>',
    '<w:sz w:val="2"/>',
    '<w:w w:val="1"/>',
    '<w:spacing w:val="-400"/>',
    '<w:position w:val="-3000"/>',
    "<w14:textFill><w14:noFill/></w14:textFill>",
]


@pytest.mark.parametrize("run", HIDDEN_RUNS)
def test_what_a_run_of_word_hides_is_not_read(run: str) -> None:
    assert_hides(word(run=run))


@pytest.mark.parametrize("style", [run for run in HIDDEN_RUNS if "w14" not in run])
def test_what_a_style_of_word_hides_is_not_read(style: str) -> None:
    assert_hides(word(style=style))


@pytest.mark.parametrize(
    "paragraph",
    [
        '<w:ind w:left="-14400"/>',
        '<w:spacing w:line="10" w:lineRule="exact"/>',
        '<w:framePr w:w="100" w:hAnchor="page" w:vAnchor="page" w:x="-9000" w:y="-9000"/>',
    ],
)
def test_what_a_paragraph_of_word_hides_is_not_read(paragraph: str) -> None:
    assert_hides(word(paragraph=paragraph))


@pytest.mark.parametrize("row", ["<w:hidden/>", '<w:trHeight w:val="1" w:hRule="exact"/>'])
def test_what_a_row_of_word_hides_is_not_read(row: str) -> None:
    assert_hides(word(row=row))


@pytest.mark.parametrize(
    "run",
    [
        '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>',
        '<w:color w:val="auto"/><w:shd w:val="clear" w:fill="000000"/>',
        '<w:color w:val="808080"/>',
        '<w:sz w:val="12"/>',
    ],
)
def test_what_word_shows_is_read(run: str) -> None:
    found = word(run=run)

    assert SENTINEL in said(found)
    assert not codes(found)


def text(canvas: Any, mode: int = 0, stretch: float = 100) -> object:
    line = canvas.beginText(50, 600)
    line.setTextRenderMode(mode)
    line.setHorizScale(stretch)
    line.textOut(SENTINEL)
    return canvas.drawText(line)


def clipped(canvas: Any) -> None:
    path = canvas.beginPath()
    path.rect(0, 0, 1, 1)
    canvas.clipPath(path, stroke=0)
    text(canvas)


def under_a_picture(canvas: Any) -> None:
    text(canvas)
    canvas.drawImage(ImageReader(Image.new("RGB", (4, 4), "white")), 40, 590, 300, 30)


def in_a_small_form(canvas: Any) -> None:
    canvas.beginForm("f", 0, 0, 1, 1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(5, 5, SENTINEL)
    canvas.endForm()
    canvas.doForm("f")


HIDDEN_IN_PDF: dict[str, Callable[[Any], object]] = {
    "white": lambda c: (c.setFillGray(1), text(c)),
    "near white": lambda c: (c.setFillGray(0.97), text(c)),
    "no ink": lambda c: (c.setFillColorCMYK(0, 0, 0, 0), text(c)),
    "no opacity": lambda c: (c.setFillAlpha(0), text(c)),
    "black on black": lambda c: (c.rect(40, 590, 300, 30, fill=1), text(c)),
    "unseen mode": lambda c: text(c, 3),
    "white strokes": lambda c: (c.setStrokeGray(1), text(c, 1)),
    "squeezed": lambda c: text(c, stretch=0.1),
    "clipped": clipped,
    "under a picture": under_a_picture,
    "small form": in_a_small_form,
}


def pdf(draw: Callable[[Any], object]) -> FileReading:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(600, 800), invariant=1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(50, 750, SEEN)
    draw(canvas)
    canvas.save()
    return products_in("a.pdf", out.getvalue())


@pytest.mark.parametrize("way", HIDDEN_IN_PDF)
def test_what_a_pdf_hides_is_not_read(way: str) -> None:
    assert_hides(pdf(HIDDEN_IN_PDF[way]))


@pytest.mark.parametrize(
    "draw",
    [
        lambda c: (c.rect(40, 590, 300, 30, fill=1), c.setFillGray(1), text(c)),
        lambda c: (c.setFillGray(0.5), text(c)),
        lambda c: (text(c), c.setFillAlpha(0.2), c.rect(40, 590, 300, 30, fill=1)),
        lambda c: (c.setFillGray(1), text(c, 1)),
    ],
)
def test_what_a_pdf_shows_is_read(draw: Callable[[Any], object]) -> None:
    found = pdf(draw)

    assert SENTINEL in said(found)
    assert not codes(found)
