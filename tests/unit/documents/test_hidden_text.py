"""Is nothing read that nobody sees, whichever way a file hides it, and all that is shown?"""

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


def styled(style: str) -> str:
    return f'<p style="{style}">{SENTINEL}</p>'


HIDDEN_IN_HTML = {
    "attribute": f"<p hidden>{SENTINEL}</p>",
    "noscript": f"<noscript><p>{SENTINEL}</p></noscript>",
    "folded": f"<details><summary>more</summary><p>{SENTINEL}</p></details>",
    "folded text": f"<details><summary>more</summary>{SENTINEL}</details>",
    "dialog": f"<dialog><p>{SENTINEL}</p></dialog>",
    "popover": f"<div popover><p>{SENTINEL}</p></div>",
    "font": f'<font color="white">{SENTINEL}</font>',
    "font over paragraphs": f"<p><font color=white>x<p>{SENTINEL}</font>",
    "list": f"<select><option>a<option>{SENTINEL}</select>",
    "fallbacks": "".join(
        f"<{tag}>{SENTINEL}</{tag}>" for tag in ("video", "audio", "canvas", "object", "iframe")
    ),
    "slash": f'<div style="display:none" />{SENTINEL}</div>',
    "cell": f'<div style="display:none"><table><tr><td></div>{SENTINEL}</table></div>',
    "two styles": f'<p style="display:none" style="">{SENTINEL}</p>',
    "box of no height": f'<div style="height:0;overflow:hidden"><p>{SENTINEL}</p></div>',
    "white around": f'<div style="color:#fff"><p><b>{SENTINEL}</b></p></div>',
    "black on black": f'<div style="background:#000"><p>{SENTINEL}</p></div>',
    "faint on faint": f'<div style="opacity:.2"><p style="opacity:.2">{SENTINEL}</p></div>',
    **{
        style: styled(style)
        for style in (
            "display:none", "display : NONE !important", "d\\69splay:none", "/**/display:/**/none",
            "visibility:hidden", "visibility:collapse", "content-visibility:hidden",
            "font-size:0", "font-size:0.0em", "font-size:1px", "font:0/0 a", "zoom:0.01",
            "opacity:0", "opacity:0.0", "opacity:1%", "filter:opacity(0)",
            "color:#fff", "color:white;background:#fefefe", "color:rgb(255 255 255)",
            "color:hsl(0,0%,100%)", "color:transparent", "color:rgba(0,0,0,.01)",
            "-webkit-text-fill-color:transparent", "--a:white;color:var(--a)",
            "position:absolute;left:-9999px", "position:fixed;top:-100em", "text-indent:-9999px",
            "margin-left:-5000px", "transform:translateX(-9999px)", "transform:scale(0)", "scale:0",
            "max-height:0;overflow:hidden", "width:0;overflow:hidden;white-space:nowrap",
            "clip-path:inset(100%)", "clip:rect(0,0,0,0)", "letter-spacing:-1em", "line-height:0",
            "mask:linear-gradient(transparent,transparent)", "background:url(a.png)",
            "color:var(--nowhere)", "animation:gone 1s forwards",
        )
    },
    **{
        sheet: f"<style>{sheet}</style><div class='a b' id=y><p class=x>{SENTINEL}</p></div>"
        for sheet in (
            ".x{display:none}", "#y{visibility:hidden}", ".x{color:white}", "div p{display:none}",
            ".a.b > .x{opacity:0}", "@media screen{.x{display:none}}", "p,h6{font-size:1px}",
            ".x{display:none!important} #y .x{display:block}", ".x:nth-child(1){display:none}",
            "@media (min-width:1px){.x{display:none}}",
            "@supports (color:red){.x{display:none}}", "h2 + div p{opacity:0}", ".\\78{opacity:0}",
            ".x{color:#fff} .x:not(.q){background:#000}", "p:first-line{color:white}",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("way", HIDDEN_IN_HTML)
def test_what_a_page_hides_is_not_read(way: str) -> None:
    page = f"<html><body><h1>T</h1><h2>{SEEN}</h2>{HIDDEN_IN_HTML[way]}</body></html>"

    assert_hides(products_in("a.html", page.encode()))


@pytest.mark.parametrize("sheet", ["[class]{display:none}", ".a{p{color:#fff}}", "%{opacity:0}"])
def test_where_a_selector_is_not_followed_all_that_it_may_mean_is_left_out(sheet: str) -> None:
    found = products_in("a.html", f"<style>{sheet}</style><p class=a>{SENTINEL}".encode())

    assert SENTINEL not in said(found)
    assert "style_not_followed" in codes(found)


def test_a_sheet_for_the_whole_page_holds_without_the_tags_of_the_page() -> None:
    found = products_in("a.html", f"<style>body{{color:#fff}}</style><p>{SENTINEL}".encode())

    assert SENTINEL not in said(found)
    assert "hidden_content" in codes(found)


@pytest.mark.parametrize(
    "shown",
    [
        *map(
            styled,
            (
                "font-size:0.9em", "opacity:0.95", "opacity:.5", "color:#767676", "color:#ccc",
                "color:white;background:#036", "background:linear-gradient(#123,#456);color:#fff",
                "position:relative;left:-2px", "margin:-1px 0 0 -8px", "line-height:1.4",
                "font:italic 700 14px/1.5 Arial, sans-serif", "transform:rotate(2deg)",
                "height:0", "max-height:400px;overflow:auto", "color:var(--x,#222)",
                "font-size:clamp(1rem, 2vw, 2rem)", "display:flex;z-index:3",
            ),
        ),
        f"<details open><summary>m</summary><p>{SENTINEL}</p></details>",
        f"<p hidden>a<p>{SENTINEL}",
        f"<div style='color:#fff'><div style='background:#000'>{SENTINEL}</div></div>",
        f"<style>tr:nth-child(even){{background:#eee}}</style><table><tr><td>{SENTINEL}</table>",
        f"<style>@media print{{p{{display:none}}}} p:hover{{color:#fff}}</style><p>{SENTINEL}",
        f"<style>.x{{display:none}} .y::before{{color:#fff}}</style><p class=y>{SENTINEL}",
        f"<style>:root{{--c:#123}} body{{color:var(--c)}}</style><p>{SENTINEL}",
    ],
)  # fmt: skip
def test_what_a_page_shows_is_read(shown: str) -> None:
    found = products_in("a.html", f"<h1>T</h1>{shown}".encode())

    assert SENTINEL in said(found)
    assert not codes(found) & {"style_not_followed"}


def test_a_painted_box_over_the_page_and_sheets_from_elsewhere_are_said() -> None:
    cover = '<div style="position:absolute;inset:0;background:#fff"></div>'
    sheet = '<link rel="stylesheet" href="https://a.example/x.css">'

    assert "style_not_followed" in codes(products_in("a.html", f"<p>{SEEN}{cover}".encode()))
    assert "style_not_loaded" in codes(products_in("a.html", f"{sheet}<p>{SEEN}".encode()))


def test_what_is_struck_out_is_said_to_be() -> None:
    found = products_in("a.html", f"<p><del>{SENTINEL}</del> {SEEN}</p>".encode())

    assert f"~~{SENTINEL}~~ {SEEN}" in said(found)


HIDDEN_IN_MARKDOWN = {
    "comment": f"<!-- {SENTINEL} -->",
    "comment of lines": f"<!--\n\n{SENTINEL}\n\n-->",
    "open comment": f"<!--\n\n{SENTINEL}",
    "span": f'<span style="display:none">{SENTINEL}</span>',
    "block": f"<div hidden>\n\n{SENTINEL}\n\n</div>",
    "style": f'<div style="color:#fff">\n\n| a |\n|---|\n| {SENTINEL} |\n\n</div>',
    "code in a block": f'<div style="display:none">\n\n```\n{SENTINEL}\n```\n\n</div>',
    "folded": f"<details>\n\n{SENTINEL}\n\n</details>",
    "font": f'<font color="white">{SENTINEL}</font>',
    "template": f"<template>{SENTINEL}</template>",
    "style sheet": f'<style>.x{{display:none}}</style>\n\n<p class="x">{SENTINEL}</p>',
    "title of a link": f'[a](https://a.example "{SENTINEL}")',
}


@pytest.mark.parametrize("way", HIDDEN_IN_MARKDOWN)
def test_what_html_hides_in_markdown_is_not_read(way: str) -> None:
    found = products_in("a.md", f"# T\n\n{SEEN}\n\n{HIDDEN_IN_MARKDOWN[way]}\n".encode())

    assert SEEN in said(found)
    assert SENTINEL not in said(found)
    quiet = {"comment", "comment of lines", "open comment", "template", "title of a link"}
    assert ("hidden_content" in codes(found)) is (way not in quiet)


@pytest.mark.parametrize(
    "shown",
    [
        f"<b>{SENTINEL}</b>",
        f"<details open>\n\n{SENTINEL}\n\n</details>",
        f"`<div hidden>` {SENTINEL}",
        f"```html\n<div hidden>\n```\n\n{SENTINEL}",
        f"if a <b and c> d: {SENTINEL}",
        f"<https://a.example/x> {SENTINEL}",
        f"Dear <name>, {SENTINEL}",
    ],
)
def test_what_markdown_shows_is_read(shown: str) -> None:
    found = products_in("a.md", f"# T\n\n{shown}\n".encode())

    assert SENTINEL in said(found)
    assert not codes(found)


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
