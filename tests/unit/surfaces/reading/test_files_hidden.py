"""Is nothing read that nobody sees, whichever way a file hides it, and all that is shown?"""

import pytest

from modylbench.surfaces.reading.files.reading import FileReading, products_in

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
            "@supports (color:red){.x{display:none}}", "h1 + div p{display:none}", ".\\78{opacity:0}",
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
