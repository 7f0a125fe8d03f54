"""A text from outside is nothing but text in Markdown."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from modylbench.publishing.report.filling.bounds import shorten_line
from modylbench.publishing.report.markdown import JOINER, plain_text, table_text

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HOSTILE = (
    "# heading", "\n\n# heading", "[a](https://x.example)", "![a](https://x.example/a.png)",
    "<img src=x onerror=alert(1)>", "<https://x.example>", "`code`", "*a* _b_ **c** ~~d~~",
    "a | b", "\n---\n", "\n- list", "&lt;b&gt; &#60;", "[a]: https://x.example", "\\[a](b)",
    "https://x.example www.x.example me@x.example", "```\ncode\n```", "> quote", "$x$", "[^1]",
)  # fmt: skip
marks = st.text(st.sampled_from(list("\\`*_{}[]<>()#|~!&$^ \n-+.1a:/@\"'=")), max_size=30)


def seen(text: str) -> tuple[set[str], str]:
    """The kinds of what a reader makes of it, and the words."""
    tokens = [child for block in READER.parse(text) for child in (block.children or [])]
    return {token.type for token in tokens}, "".join(token.content for token in tokens)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_meant_to_be_more_than_text_is_shown_as_it_was_written(text: str) -> None:
    kinds, shown = seen(f"Said: {plain_text(text)}.")

    assert kinds <= {"text", "text_special"}
    assert shown.replace(JOINER, "") == f"Said: {shorten_line(text)}."


@given(marks)
def test_no_mark_means_anything(text: str) -> None:
    kinds, shown = seen(f"Said: {plain_text(text)}.")

    assert kinds <= {"text", "text_special"}
    assert shown.replace(JOINER, "") == f"Said: {shorten_line(text)}."


@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_stays_one_cell(text: str) -> None:
    tokens = READER.parse("\n".join(table_text(["a", "b"], [[plain_text(text), "end"]])))
    cells = [after.content for token, after in pairwise(tokens) if token.type == "td_open"]

    assert cells == [plain_text(text).replace("\\|", "|"), "end"]
