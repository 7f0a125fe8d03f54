"""Nothing inside a script tag can end it, or run."""

import base64
import gzip
import json
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from modylbench.publishing.html.inline import (
    PACKED_TYPE,
    json_block,
    json_text,
    packed_block,
    policy,
    script_text,
    source_hash,
    style_text,
)

texts = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["</script>", "<!--<script>", "]]>", "\u2028", "&lt;", "</SCRIPT >", "<!--"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


class Tags(HTMLParser):
    """The tags that a browser would see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


@given(values)
def test_json_in_a_page_is_the_same_value_and_means_nothing_to_html(value: object) -> None:
    written = json_text(value)

    assert json.loads(written) == value
    assert not set("<>&\u2028\u2029") & set(written)


@given(values)
def test_what_is_packed_comes_out_again_and_is_the_same_bytes_each_time(value: object) -> None:
    block = packed_block("meeting-0", value)

    assert json.loads(gzip.decompress(base64.b64decode(block.content))) == value
    assert block == packed_block("meeting-0", value)
    assert block.type == PACKED_TYPE


def test_half_a_character_spoils_neither_form() -> None:
    assert json.loads(json_text("a\ud800")) == "a?"
    assert packed_block("x", "a\ud800").content


@pytest.mark.parametrize("name", ["", "a b", 'a"onload="x', "Meeting", "1"])
def test_a_block_has_a_name_that_needs_no_escaping(name: str) -> None:
    with pytest.raises(ValueError, match="expected small letters"):
        json_block(name, {})


@pytest.mark.parametrize(
    "source",
    ['x = "</script><img>"', 'x = "</SCRIPT\n>"', 'x = "<!--<script>"', "x = /<\\/script>/;"],
)
def test_no_string_in_a_script_ends_it(source: str) -> None:
    page = f"<script>{script_text(source)}</script><p>"

    assert Tags(page).seen == ["script", "p"]
    assert "<!--" not in script_text(source)


def test_no_string_in_a_style_ends_it() -> None:
    style = style_text('a::after { content: "</STYLE><img>" }')
    page = f"<style>{style}</style><p>"

    assert Tags(page).seen == ["style", "p"]


def test_line_ends_are_those_that_browsers_hash() -> None:
    assert script_text("a\r\nb\rc") == "a\nb\nc"


def test_a_hash_is_that_of_the_published_example() -> None:
    # W3C, Content Security Policy Level 3, "Usage of hashes": https://www.w3.org/TR/CSP3/
    expected = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"

    assert source_hash("alert('Hello, world.');") == expected


def test_a_policy_allows_nothing_from_elsewhere_and_nothing_by_default() -> None:
    rules = dict(rule.split(" ", 1) for rule in policy(["a"], ["b", "c"]).split("; "))

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == source_hash("a")
    assert rules["style-src"] == f"{source_hash('b')} {source_hash('c')}"
    assert rules["base-uri"] == rules["form-action"] == rules["object-src"] == "'none'"
    assert "connect-src" not in rules
    assert not {"http:", "https:", "*", "'unsafe-inline'", "'unsafe-eval'"} & set(
        " ".join(rules.values()).split()
    )


def test_without_scripts_none_may_run() -> None:
    assert "script-src 'none'; style-src 'none'" in policy()
