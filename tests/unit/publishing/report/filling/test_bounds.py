"""What others wrote is cut where it is too much, and said so."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.publishing.report.filling.bounds import first_items, shorten_line, shorten_text


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_a_text_is_never_longer_than_asked_for_and_a_note(text: str, most: int) -> None:
    shown = shorten_text(text, most)

    assert len(shown) <= most + 60
    assert ("left out]" in shown) == (len(text) > most) or "left out]" in text


def test_megabytes_become_a_line_that_says_how_much_is_missing() -> None:
    assert shorten_text("x" * 3_000_000, 10) == "x" * 10 + "… [2,999,990 more characters left out]"


def test_what_turns_text_round_or_shows_nothing_is_made_visible() -> None:
    assert shorten_text("a\u202eb\x00c\ud800\nd") == "a\ufffdb\ufffdc\ufffd\nd"


def test_a_line_is_one() -> None:
    assert shorten_line("one\n# two\r\n\tthree") == "one # two three"


def test_items_left_out_are_counted() -> None:
    left_out: list[str] = []

    assert first_items(range(70), "files", left_out, 60) == list(range(60))
    assert left_out == ["10 of 70 files"]
