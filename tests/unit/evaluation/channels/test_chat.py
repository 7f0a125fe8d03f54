"""Chat is worth as much as it holds, soon, where it belongs, and not said twice."""

from __future__ import annotations

import pytest
from scipy.stats import spearmanr
from tests.staging.channel_turns import (
    FIGURES,
    TARGET,
    drawn,
    expected,
    messages,
    reactions,
    said,
    turn_with,
)

from modylbench.evaluation.channels.chat import (
    belongs_in_writing,
    can_be_parsed,
    content_worth,
    is_known_link,
    is_table,
    repeats_speech,
)
from modylbench.evaluation.channels.coherence import contradictions, voice_annotation_sync
from modylbench.evaluation.channels.table import channel_facts
from modylbench.evaluation.facts import SaidFigure

USE = expected("chat", content="figures", holds=["$180.0 million", "$82.5 million"])
TABLE = "| Item | $M |\n|---|---|\n| EV | $180.0 million |\n| Equity | $82.5 million |"


def score(*texts: str, after_s: float = 2.0, **fields: object) -> float:
    turn = turn_with(USE, chat=messages(*texts, after_s=after_s), **fields)
    found = channel_facts(turn).score_of("chat")
    assert found is not None
    return found


def figure(channel: str, value: float) -> SaidFigure:
    return SaidFigure.model_validate(
        {
            "text": str(value), "value": value, "unit": "$M", "channel": channel,
            "agreement": "agrees", "is_true": True, "quantity": "equity",
        }
    )  # fmt: skip


def test_what_is_due_is_worth_all_and_silence_the_least() -> None:
    assert score(FIGURES) == 10.0
    assert score() == 1.0
    assert channel_facts(turn_with(chat=messages(FIGURES))).score_of("chat") is None


@pytest.mark.parametrize(("after_s", "worth"), [(5.0, 1.0), (32.5, 0.5), (60.0, 0.0), (90.0, 0.0)])
def test_responsiveness_by_hand(after_s: float, worth: float) -> None:
    found = channel_facts(turn_with(USE, chat=messages(FIGURES, after_s=after_s))).composites[2]

    assert found.parts[0].value == pytest.approx(worth)


def test_anything_at_once_gains_nothing_over_silence() -> None:
    assert score("Sure!") == score("Yes, 12 of them") == score() == 1.0
    assert score(*["1, 2, 3"] * 10) == 1.0


def test_half_of_what_is_due_is_worth_half() -> None:
    assert score("EV $180.0 million") == pytest.approx(5.5)


def test_what_is_said_word_for_word_costs_one_and_a_half() -> None:
    words = "The enterprise value is $180.0 million and our equity is $82.5 million."

    assert score(words, words=words) == pytest.approx(8.5)
    assert not repeats_speech(turn_with(USE, chat=messages(FIGURES), words=words))
    assert not repeats_speech(turn_with(USE, chat=messages("our equity"), words=words))


@pytest.mark.parametrize(
    ("link", "is_known"),
    [
        ("https://cells.example/a", True),
        ("http://nowhere", False),
        ("https://cells.example/b", False),
        ("https://[broken", False),
    ],
)
def test_links_are_well_formed_and_given(link: str, is_known: bool) -> None:
    given = "see https://cells.example/a and http://nowhere"

    assert is_known_link(link, given) is is_known


def test_code_is_to_parse_and_a_table_to_be_one() -> None:
    assert can_be_parsed("json", '{"a": 1}')
    assert not can_be_parsed("json", "{a: 1}")
    assert not can_be_parsed("py", "(" * 5_000)
    assert can_be_parsed("rust", "fn main() {}")
    assert is_table(TABLE)
    assert not is_table("| a | b |\n| 1 | 2 |")


def test_broken_code_and_strange_links_take_something_off() -> None:
    code = expected("chat", content="code")

    whole = content_worth("```python\nx = 1\n```", code, "")
    broken = content_worth("```python\nx = = 1\n```", code, "")
    linked = content_worth("```python\nx = 1\n```\nhttps://made.up/x", code, "")

    assert (whole, broken) == (1.0, 0.5)
    assert linked == pytest.approx(2 / 3)


def test_a_yes_belongs_in_no_chat() -> None:
    assert [belongs_in_writing(text) for text in ("Yes.", "Done 😀", FIGURES, TABLE)] == [
        False, False, True, True,
    ]  # fmt: skip
    assert score(FIGURES, "Yes.") == pytest.approx(1 + 9 * (1 + 1 + 0.5) / 3)


def test_voice_and_chat_that_differ_contradict_each_other() -> None:
    turn = turn_with(
        USE, chat=messages(FIGURES), figures=(figure("said", 75.0), figure("chat", 82.5))
    )

    facts = channel_facts(turn)

    assert facts.contradictions == ("voice and chat give different figures: equity",)
    assert facts.score_of("chat") == pytest.approx(1 + 9 * 3 / 4)
    alike = turn_with(USE, figures=(figure("said", 82.6), figure("chat", 82.5)))
    assert contradictions(alike) == ()


def test_a_smile_at_words_of_regret_contradicts_them() -> None:
    turn = turn_with(reactions=reactions([2.0], "🎉"), words="I am sorry, that is bad.")

    assert contradictions(turn) == ("voice and reaction are of opposite moods: 🎉",)
    assert contradictions(turn_with(reactions=reactions([2.0], "😢"), words="I am sorry.")) == ()


@pytest.mark.parametrize(("ends_s", "worth"), [(13.0, 1.0), (9.5, 1.0), (8.0, 0.0)])
def test_voice_and_annotation_belong_together_within_three_seconds(
    ends_s: float, worth: float
) -> None:
    use = expected("annotation", quantity="equity")
    spoken = said("Our equity is here.", from_s=5.0, to_s=ends_s)

    assert voice_annotation_sync(turn_with(use, drawn=(drawn(TARGET),), said=(spoken,))) == worth
    assert voice_annotation_sync(turn_with(use, drawn=(drawn(TARGET),))) is None


def test_ten_agents_from_repeating_to_short_notes_keep_their_order() -> None:
    """Each repeats in one turn fewer than the one before; the mean over ten turns rises."""
    words = f"{FIGURES} as you asked"
    twice, once = score(words, words=words), score(words)
    means = [(twice * (9 - step) + once * (step + 1)) / 10 for step in range(10)]

    assert spearmanr(range(10), means).statistic >= 0.9


def test_ten_agents_from_a_flood_to_one_message_keep_their_order() -> None:
    scores = [score(FIGURES, *["Yes."] * others) for others in range(9, -1, -1)]

    assert spearmanr(range(10), scores).statistic >= 0.9
    assert scores[0] == 1.0
