"""Reactions are emoji, annotations W3C's; all else is refused with what was expected."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.recording.marks import (
    MOST_ANNOTATION,
    POINTER,
    RefusedMark,
    Region,
    read_annotation,
    read_emoji,
)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


def annotation(selector: object = None, **fields: object) -> str:
    target: dict[str, Any] = {"source": "model"}
    if selector is not None:
        target["selector"] = selector
    return json.dumps({"type": "Annotation", "target": target, **fields})


def fragment(value: str) -> dict[str, str]:
    return {"type": "FragmentSelector", "value": value}


def svg(shape: str) -> dict[str, str]:
    inside = f'<svg xmlns="http://www.w3.org/2000/svg">{shape}</svg>'
    return {"type": "SvgSelector", "value": inside}


@pytest.mark.parametrize("emoji", ["👍", "❤️", "👩‍👩‍👧‍👦", "👍🏽", "1️⃣", "‼️" + "😀"])
def test_an_emoji_is_taken(emoji: str) -> None:
    assert read_emoji(emoji) == emoji


@pytest.mark.parametrize(
    "text", ["", "ok", "<b>", "👍 great", ":thumbsup:", "12", "👍" * 40, "👍\n<script>", "\u200d"]
)
def test_what_is_no_emoji_is_refused(text: str) -> None:
    with pytest.raises(RefusedMark, match="expected one emoji"):
        read_emoji(text)


@pytest.mark.parametrize(
    ("selector", "region"),
    [
        (fragment("xywh=10,20,30,40"), Region(x=10, y=20, width=30, height=40)),
        (fragment("#xywh=pixel:1.5,2,3,4"), Region(x=1.5, y=2, width=3, height=4)),
        (
            fragment("xywh=percent:5,5,50,50"),
            Region(x=5, y=5, width=50, height=50, unit="percent"),
        ),
        (svg('<rect x="1" y="2" width="3" height="4"/>'), Region(x=1, y=2, width=3, height=4)),
        (svg('<circle cx="5" cy="5" r="2"/>'), Region(x=3, y=3, width=4, height=4)),
        (svg('<line x1="0" y1="0" x2="9" y2="8"/>'), Region(x=9, y=8)),
        (svg('<path d="M1 1 L5 9 Z"/>'), Region(x=1, y=1, width=4, height=8)),
        (svg('<polygon points="0,0 4,0 4,6"/>'), Region(x=0, y=0, width=4, height=6)),
    ],
)
def test_every_selector_gives_its_region(selector: dict[str, str], region: Region) -> None:
    assert read_annotation(annotation(selector)).region == region


def test_a_pointer_and_a_whole_surface_have_no_region() -> None:
    pointed = {**fragment("/sheets/a/rows/b"), "conformsTo": POINTER}

    assert read_annotation(annotation(pointed)).pointer == "/sheets/a/rows/b"
    assert read_annotation(annotation()).region is None
    assert read_annotation(annotation()).surface_id == "model"


def test_a_delete_takes_an_annotation_away() -> None:
    mark = read_annotation(json.dumps({"type": "Delete", "object": "urn:x"}))

    assert (mark.clears, mark.id) == (True, "urn:x")


@pytest.mark.parametrize(
    "text",
    [
        "", "no JSON", "[]", "{}", '"x"', "[" * 10_000,
        json.dumps({"type": "Note", "target": "model"}),
        json.dumps({"type": "Annotation"}),
        json.dumps({"type": "Annotation", "target": ["a", "b"]}),
        json.dumps({"type": "Annotation", "target": {"source": ""}}),
        json.dumps({"type": "Annotation", "target": "m" * 300}),
        json.dumps({"type": "Delete"}),
        annotation(fragment("xywh=1,2,3")),
        annotation(fragment("xywh=1,2,-3,4")),
        annotation(fragment("xywh=1e400,2,3,4")),
        annotation(fragment("xywh=99999999,2,3,4")),
        annotation(fragment("t=10,20")),
        annotation({"type": "XPathSelector", "value": "/html"}),
        annotation({"type": "SvgSelector", "value": "<svg"}),
        annotation({"type": "SvgSelector", "value": '<!DOCTYPE x [<!ENTITY a "b">]><svg/>'}),
        annotation(svg("")),
        annotation(svg('<rect width="1"/><rect width="1"/>')),
        annotation(svg('<path d="m1 1 l2 2"/>')),
        annotation(svg('<script>alert(1)</script>')),
        annotation(svg(f'<polygon points="{"1,1 " * 3_000}"/>')),
        annotation({**fragment("nowhere"), "conformsTo": POINTER}),
        annotation(tool="laser"),
        annotation(body="x" * MOST_ANNOTATION),
    ],
)  # fmt: skip
def test_what_is_no_annotation_is_refused(text: str) -> None:
    with pytest.raises(RefusedMark):
        read_annotation(text)


@given(values)
def test_whatever_comes_is_taken_or_refused(value: object) -> None:
    text = json.dumps({"type": "Annotation", "target": {"source": "m", "selector": value}})
    with suppress(RefusedMark):
        read_annotation(text)
