"""The page says what the comparison found, and nothing that hides in a name."""

import re

from tests.staging.trials import compared_run

from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.page import LEFT, RIGHT, chart_of, html

EVIL = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"


def page(name: str = "after") -> str:
    before = compared_run("before", {"a": [8.0, 8.1, 8.2], "b": [7.0, 7.0, 7.1], "c": [7.0]})
    return html(compare(before, [compared_run(name, {"a": [4.0, 4.1, 4.3], "b": [7.0, 7.1, 7.1]})]))


def test_it_needs_nothing_but_itself_and_no_script() -> None:
    shown = page()

    assert "<script" not in shown
    assert not re.search(r"""(?:src|href)=["'](?!#)""", shown)
    assert "default-src &#39;none&#39;" in shown


def test_what_became_worse_stands_first() -> None:
    shown = page()

    assert shown.index(">regression<") < shown.index(">missing<") < shown.index(">no clear change<")
    assert "c seed 0 was not asked for in after" in shown


def test_a_name_is_text_and_never_markup() -> None:
    shown = page(EVIL)

    assert "<img" not in shown
    assert "<script" not in shown
    assert "&lt;img src=x onerror=alert(2)&gt;" in shown


def test_the_same_comparison_gives_the_same_bytes() -> None:
    assert page() == page()


def test_the_drawing_keeps_within_its_frame() -> None:
    wild = {"a": [1.0, 10.0], "b": [10.0, 10.0]}
    found = compare(
        compared_run("before", wild), [compared_run("after", {"a": [10.0, 1.0], "b": [1.0, 1.0]})]
    )
    chart = chart_of(found.candidates[0])
    places = [x for mark in chart.marks for x in (mark.x, mark.low, mark.high) if x is not None]

    assert all(LEFT <= x <= RIGHT for x in places)
    assert chart.zero == (LEFT + RIGHT) / 2
    assert [text for _, text in chart.ticks] == ["-9", "-4.5", "0", "+4.5", "+9"]
