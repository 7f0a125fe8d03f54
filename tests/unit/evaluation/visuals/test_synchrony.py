"""Words that point at the screen, against its changes, worked out by hand."""

import pytest

from modylbench.evaluation.facts import ScreenReference
from modylbench.evaluation.visuals.synchrony import (
    MOST_REFERENCES,
    deictic_references,
    nearest_change,
    synchrony,
)
from modylbench.recording.events import SpokenWord


def said(text: str, at_s: float = 10.0, pace_s: float = 0.5) -> list[SpokenWord]:
    return [
        SpokenWord(
            text=word, started_s=at_s + place * pace_s, ended_s=at_s + (place + 0.8) * pace_s
        )
        for place, word in enumerate(text.split())
    ]


def found(text: str, *changes_s: float) -> list[tuple[float, float | None, bool]]:
    return [(r.at_s, r.offset_s, r.is_early) for r in deictic_references(said(text), changes_s)]


@pytest.mark.parametrize(
    "text",
    [
        "As you can see, debt falls", "looking at this chart, debt falls", "On your screen is debt",
        "this table has it", "Here is the updated dashboard.", "it is shown as shown here",
        "I'm showing the bridge", "look at the second column",
    ],
)  # fmt: skip
def test_a_phrase_that_points_at_the_screen_is_one(text: str) -> None:
    assert len(found(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I see your point", "this figure follows from the price", "in this line of business",
        "looking at the market as a whole", "you will see growth next year", "there is a table",
    ],
)  # fmt: skip
def test_words_that_point_at_nothing_are_none(text: str) -> None:
    assert found(text) == []


def test_a_phrase_has_the_second_of_its_first_word_and_its_nearest_change() -> None:
    words = "Revenue is up as you can see in year one"  # "as" is the fourth word, at 11.5 s

    assert found(words, 3.0, 10.5, 13.0) == [(11.5, -1.0, False)]
    assert found(words, 3.0, 12.25) == [(11.5, 0.75, False)]


def test_who_points_at_what_comes_only_later_is_early() -> None:
    assert found("as you can see", 3.0, 13.0) == [(10.0, 3.0, True)]
    assert found("as you can see", 3.0, 10.9) == [(10.0, 0.9, False)]


def test_with_nothing_near_it_is_early_only_where_nothing_was_there_before() -> None:
    assert found("as you can see", 2.0, 30.0) == [(10.0, None, False)]
    assert found("as you can see", 30.0) == [(10.0, None, True)]
    assert found("as you can see") == [(10.0, None, True)]


def test_the_score_by_hand() -> None:
    one, other, none = (
        ScreenReference(at_s=1.0, offset_s=offset_s, is_early=False)
        for offset_s in (1.0, -2.0, None)
    )

    assert synchrony([]) is None
    assert synchrony([one]) == pytest.approx(0.8)
    assert synchrony([one, other]) == pytest.approx(1 - 1.5 / 5)
    assert synchrony([one, other, none]) == pytest.approx(1 - (1 + 2 + 5) / 3 / 5)
    assert synchrony([none]) == 0.0


def test_the_edges_of_the_window() -> None:
    assert nearest_change(10.0, [15.0]) == 5.0
    assert nearest_change(10.0, [15.001]) is None
    assert nearest_change(10.0, []) is None


def test_endless_pointing_is_bounded() -> None:
    assert len(found("as you can see " * 1000)) == MOST_REFERENCES
