"""The Markdown that a page's tags and texts make, once it is known what is seen."""

from modylbench.documents.page.walk import PageToken, PageWalk
from modylbench.documents.prose.html_file import document_of_walk
from modylbench.products.document import Document
from modylbench.products.findings import Complaints


def opened(tag: str, address: str = "") -> PageToken:
    return PageToken("open", tag, address=address)


def closed(tag: str) -> PageToken:
    return PageToken("close", tag)


def element(tag: str, *inside: PageToken | str) -> list[PageToken]:
    inner = [PageToken("text", each) if isinstance(each, str) else each for each in inside]
    return [opened(tag), *inner, closed(tag)]


def read(*tokens: PageToken, scripts: int = 0, is_cut: bool = False) -> tuple[Document, set[str]]:
    complaints = Complaints()
    walk = PageWalk("Memo", scripts, 0, tokens, is_cut)
    document = document_of_walk(walk, "memo", "memo.html", complaints)
    return document, {finding.code for finding in complaints.findings}


def test_lists_are_nested_and_counted() -> None:
    inner = element("ul", *element("li", "y"))
    document, _ = read(*element("ol", *element("li", "x", *inner), *element("li", "z")))

    assert document.sections[0].body == "1. x\n\n  - y\n\n2. z"


def test_a_table_in_a_cell_is_text_of_that_cell() -> None:
    inner = element("table", *element("tr", *element("td", "b"), *element("td", "c")))
    row = element("tr", *element("td", "a"), *element("td", *inner))
    document, _ = read(*element("table", *row))

    assert document.sections[0].body == "| a | bc |\n| --- | --- |"


def test_only_addresses_of_the_web_are_links() -> None:
    web = [opened("a", "https://a.example/x"), PageToken("text", "here"), closed("a")]
    script = [opened("a", "javascript:alert(1)"), PageToken("text", "there"), closed("a")]
    document, _ = read(*element("p", *web, " and ", *script))

    assert document.sections[0].body == "[here](https://a.example/x) and there"


def test_what_is_not_seen_is_counted_and_leaves_no_trace() -> None:
    hidden, unclear = PageToken("text", "9", "hidden"), PageToken("text", "8", "unclear")
    document, codes = read(*element("p", "1", hidden, "2", unclear), scripts=1, is_cut=True)

    assert document.sections[0].body == "12"
    assert codes == {"hidden_content", "style_not_followed", "scripts_ignored", "too_large"}
