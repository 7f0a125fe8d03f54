"""Who speaks the oracle's words is known by them, whatever it is called."""

import random

import pytest

from modylbench.leaderboard.resemblance import OTHERS_WORDS, share_of, word_runs
from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.variant import instantiate


def answers(name: str, seed: int) -> list[str]:
    slots = instantiate(scenario(name), seed).scenario.human_turns()
    return [alternative.model_answer for slot in slots for alternative in slot.alternatives]


def reworded(texts: list[str], share: float) -> list[str]:
    """Sentences shuffled, and so many words replaced by others."""
    draw = random.Random("reworded")  # noqa: S311 - a test
    sentences = [part for text in texts for part in text.split(". ")]
    draw.shuffle(sentences)
    return [
        " ".join(f"{word}ish" if draw.random() < share else word for word in sentence.split())
        for sentence in sentences
    ]


@pytest.mark.parametrize("name", ORDER)
def test_the_oracle_reworded_and_shuffled_is_still_the_oracle(name: str) -> None:
    oracle = word_runs(answers(name, 5))

    share = share_of(word_runs(reworded(answers(name, 5), 0.25)), oracle)

    assert share is not None
    assert share > OTHERS_WORDS


@pytest.mark.parametrize("name", ORDER)
def test_words_of_another_author_on_the_same_meeting_are_not_the_oracle(name: str) -> None:
    """People speak of the same figures, in words of their own."""
    slots = list(instantiate(scenario(name), 5).scenario.human_turns())
    said = [alternative.human_utterance for slot in slots for alternative in slot.alternatives]

    share = share_of(word_runs(said), word_runs(answers(name, 5)))

    assert share is not None
    assert share < OTHERS_WORDS / 2


def test_of_a_few_words_nothing_is_told() -> None:
    assert share_of(word_runs(["Noted, 5 of 40."]), word_runs(["Noted, 5 of 40."])) is None


def test_other_figures_in_the_same_words_are_the_same_words() -> None:
    assert word_runs(["Revenue is $57.5M in year 1."]) == word_runs(
        ["Revenue is $91.2M in year 3."]
    )
