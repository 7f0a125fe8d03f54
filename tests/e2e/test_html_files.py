"""HTML files, and Markdown files with HTML in them, looked at in a real Chromium."""

import asyncio
import random
from pathlib import Path

import pytest

from modylbench.documents.page.walk import PageWalk, walk_pages
from modylbench.documents.prose.html_file import document_of_walk
from modylbench.documents.reading import FileReading, products_in
from modylbench.foundation.virtual_time import hold
from modylbench.products.document import Document
from modylbench.products.findings import Complaints
from modylbench.providers.chromium import installed_chromium

pytestmark = pytest.mark.skipif(installed_chromium() is None, reason="needs Chromium on PATH")

SENTINEL = "Zebra 4711"
SEEN = "Okapi 1234"
UNREAD = {"hidden_content", "style_not_followed"}


def styled(style: str) -> str:
    return f'<p style="{style}">{SENTINEL}</p>'


HIDDEN = {
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
    "an animation's end": "<style>@keyframes k{to{opacity:0}} p{animation:k 1s forwards}</style>"
    f"<p>{SENTINEL}",
    "an endless animation": "<style>@keyframes k{to{opacity:0}} p{animation:k 1s infinite}</style>"
    f"<p>{SENTINEL}",
    "one end of a gradient": '<div style="background:linear-gradient(#000 1px,#fff 2px)">'
    f'<p style="color:#fff">{SENTINEL}</p></div>',
    "behind its own ground": '<div style="background:#fff;position:relative">'
    f'<p style="position:relative;z-index:-1">{SENTINEL}</p></div>',
    "under a cover": f'<div style="position:relative"><p>{SENTINEL}</p>'
    '<div style="position:absolute;inset:0;background:#fff"></div></div>',
    "under a cover far below": f'<div style="height:2000px">x</div><div style="position:relative">'
    f'<p>{SENTINEL}</p><div style="position:absolute;inset:0;background:#fff"></div></div>',
    "backwards": f"<bdo dir=rtl>{SENTINEL}</bdo>",
    **{
        style: styled(style)
        for style in (
            "display:none", "display : NONE !important", "d\\69splay:none", "/**/display:/**/none",
            "visibility:hidden", "visibility:collapse", "content-visibility:hidden",
            "font-size:0", "font-size:0.0em", "font-size:1px", "font:0/0 a", "zoom:0.01",
            "opacity:0", "opacity:0.0", "opacity:1%", "filter:opacity(0)",
            "color:#fff", "color:white;background:#fefefe", "color:rgb(255 255 255)",
            "color:hsl(0,0%,100%)", "color:transparent", "color:yellow", "color:rgba(0,0,0,.01)",
            "-webkit-text-fill-color:transparent", "--a:white;color:var(--a)",
            "color:#fff;text-shadow:0 0 0 transparent", "-webkit-text-security:disc",
            "position:absolute;left:-9999px", "position:fixed;top:-100em", "text-indent:-9999px",
            "position:absolute;top:90000px", "position:absolute;left:9000px",
            "margin-left:-5000px", "transform:translateX(-9999px)", "transform:scale(0)", "scale:0",
            "max-height:0;overflow:hidden", "width:0;overflow:hidden;white-space:nowrap",
            "width:30px;overflow:hidden;white-space:nowrap", "clip-path:polygon(0 0,0 0,0 0)",
            "clip-path:inset(100%)", "clip:rect(0,0,0,0)", "letter-spacing:-1em", "line-height:0",
            "mask:linear-gradient(transparent,transparent)", "background:url(a.png)",
        )
    },
    **{
        sheet: f"<style>{sheet}</style><div class='a b' id=y><p class=x>{SENTINEL}</p></div>"
        for sheet in (
            ".x{display:none}", "#y{visibility:hidden}", ".x{color:white}", "div p{display:none}",
            ".a.b > .x{opacity:0}", "@media screen{.x{display:none}}", "p,h6{font-size:1px}",
            ".x{display:none!important} #y .x{display:block}", ".x:nth-child(1){display:none}",
            "@media (min-width:1px){.x{display:none}}", "[class]{display:none}",
            "@supports (color:red){.x{display:none}}", "h2 ~ div p{opacity:0}", ".\\78{opacity:0}",
            ".a{p{color:#fff}}", "p:first-line{color:white}", "p::first-letter{font-size:0}",
            "p{position:relative} p::before{content:'';position:absolute;inset:0;background:#fff}",
        )
    },
}  # fmt: skip
SHOWN = [
    *map(
        styled,
        (
            "font-size:0.9em", "opacity:0.95", "opacity:.5", "color:#767676", "color:#ccc",
            "color:white;background:#036", "background:linear-gradient(#123,#456);color:#fff",
            "position:relative;left:-2px", "margin:-1px 0 0 -8px", "line-height:1.4",
            "font:italic 700 14px/1.5 Arial, sans-serif", "transform:rotate(2deg)",
            "height:0", "max-height:400px;overflow:auto", "color:var(--x,#222)",
            "font-size:clamp(1rem, 2vw, 2rem)", "display:flex;z-index:3",
            "color:var(--nowhere)", "animation:gone 1s forwards", "text-shadow:0 0 1px #888",
        ),
    ),
    f"<details open><summary>m</summary><p>{SENTINEL}</p></details>",
    f"<p hidden>a<p>{SENTINEL}",
    f"<div style='color:#fff'><div style='background:#000'>{SENTINEL}</div></div>",
    f"<style>tr:nth-child(even){{background:#eee}}</style><table><tr><td>{SENTINEL}</table>",
    f"<style>@media print{{p{{display:none}}}} p:hover{{color:#fff}}</style><p>{SENTINEL}",
    f"<style>.x{{display:none}} .y::before{{color:#fff}}</style><p class=y>{SENTINEL}",
    f"<style>:root{{--c:#123}} body{{color:var(--c)}}</style><p>{SENTINEL}",
    f"<style>.x{{color:#fff}} .x:not(.q){{background:#000}}</style><p class=x>{SENTINEL}",
    f"<style>%{{opacity:0}}</style><p>{SENTINEL}",
]  # fmt: skip
MEMO = (
    "<html><head><title>Memo</title><script>alert(1)</script></head><body><h1>Returns</h1>"
    "<p>The IRR is <b>19.8%</b>.</p><p style='display: none'>99%</p><!-- 98% -->"
    "<ul><li>one<li>two</ul><table><tr><th>Year<th>IRR</tr><tr><td>2027<td>19%</table>"
    "<p>See <a href='https://a.example/x'>the report</a>.</p></body></html>"
)
WHITE_BODY = f"<style>body{{color:#fff}}</style><p>{SENTINEL}"
FOREIGN = f'<link rel="stylesheet" href="https://a.example/x.css"><p>{SEEN}'
LEAVING = f'<meta http-equiv="refresh" content="0;url=http://a.example/"><p>{SEEN}'
STRUCK = f"<p><del>{SENTINEL}</del> Oka<i hidden>x</i>pi <b>1234</b></p>"


def hiding(way: str) -> str:
    return f"<html><body><h1>T</h1><h2>{SEEN}</h2>{HIDDEN[way]}</body></html>"


def showing(shown: str) -> str:
    return f"<h1>T</h1>{shown}"


@pytest.fixture(scope="module")
def walks() -> dict[str, PageWalk]:
    """Every page of this file, looked at in one browser."""
    pages = [*map(hiding, HIDDEN), *map(showing, SHOWN), MEMO, WHITE_BODY, FOREIGN, LEAVING, STRUCK]
    return dict(zip(pages, asyncio.run(walk_pages(pages)), strict=True))


def read(walk: PageWalk) -> tuple[Document, set[str]]:
    complaints = Complaints()
    document = document_of_walk(walk, "a", "a", complaints)
    return document, {finding.code for finding in complaints.findings}


@pytest.mark.parametrize("way", HIDDEN)
def test_what_a_page_hides_is_not_read(walks: dict[str, PageWalk], way: str) -> None:
    document, codes = read(walks[hiding(way)])

    assert SEEN in document.model_dump_json()
    assert SENTINEL not in document.model_dump_json()
    assert codes & UNREAD


@pytest.mark.parametrize("shown", SHOWN)
def test_what_a_page_shows_is_read(walks: dict[str, PageWalk], shown: str) -> None:
    document, codes = read(walks[showing(shown)])

    assert SENTINEL in document.model_dump_json()
    assert "style_not_followed" not in codes


def test_a_sheet_for_the_whole_page_holds_without_the_tags_of_the_page(
    walks: dict[str, PageWalk],
) -> None:
    document, codes = read(walks[WHITE_BODY])

    assert (document.sections, codes) == ((), {"hidden_content"})


def test_sheets_from_elsewhere_are_said_and_no_page_leads_elsewhere(
    walks: dict[str, PageWalk],
) -> None:
    foreign, codes = read(walks[FOREIGN])
    leaving, _ = read(walks[LEAVING])

    assert codes == {"style_not_loaded"}
    assert SEEN in foreign.model_dump_json()
    assert SEEN in leaving.model_dump_json()


def test_what_is_struck_out_is_said_to_be(walks: dict[str, PageWalk]) -> None:
    document, _ = read(walks[STRUCK])

    assert document.sections[0].body == f"~~{SENTINEL}~~ {SEEN}"


def test_html_is_read_and_never_run(walks: dict[str, PageWalk]) -> None:
    document, codes = read(walks[MEMO])

    (section,) = document.sections
    assert (document.title, section.heading) == ("Memo", "Returns")
    assert "The IRR is 19.8%." in section.body
    assert "| Year | IRR |\n| --- | --- |\n| 2027 | 19% |" in section.body
    assert "[the report](https://a.example/x)" in section.body
    assert not any(text in section.body for text in ("99%", "98%", "alert"))
    assert codes == {"hidden_content"}


def test_in_a_meeting_a_page_gives_the_same_product_and_takes_no_time() -> None:
    async def in_a_meeting() -> tuple[FileReading, float]:
        clock = asyncio.get_running_loop()
        began_s = clock.time()
        return products_in("memo.html", MEMO.encode()), clock.time() - began_s

    found, took_s = hold(lambda _: in_a_meeting())

    assert took_s == 0
    assert found.products
    assert found == products_in("memo.html", MEMO.encode())


def test_without_a_chromium_a_page_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    found = products_in("a.html", f"<p>{SEEN} and no browser".encode())

    assert found.products == ()
    assert [finding.code for finding in found.findings] == ["no_browser"]
    assert "install Chromium" in found.missing_browser


def test_a_broken_page_is_read_or_refused() -> None:
    page = bytearray(MEMO.encode())
    draw = random.Random(7)  # noqa: S311 - the same every time
    for _ in range(40):
        page[draw.randrange(len(page))] = draw.choice(b"<>/\"'& \xff\x00=")

    found = products_in("a.html", bytes(page))

    assert found.products or found.findings


def said(found: FileReading) -> str:
    return "\n".join(product.model_dump_json() for product in found.products)


def codes(found: FileReading) -> set[str]:
    return {finding.code for finding in found.findings}


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
