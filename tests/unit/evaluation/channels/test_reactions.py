"""Reactions are worth as much as they fit, at a person's pace, and without excess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from tests.staging.channel_turns import expected, reactions, turn_with

from modylbench.evaluation.channels.reactions import monotony, timing_worth
from modylbench.evaluation.channels.table import channel_facts
from modylbench.evaluation.channels.valence import VALENCES, alignment, valence_of

if TYPE_CHECKING:
    from modylbench.scenarios.channels.uses import ExpectedUse

USE = expected("reaction", valence="positive")
LOSS = expected("reaction", valence="negative")


def score(*uses: ExpectedUse, **fields: object) -> float:
    found = channel_facts(turn_with(*(uses or (USE,)), **fields)).score_of("reaction")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("after_s", "worth"),
    [(-1.0, 0), (0.49, 0), (0.5, 0), (1.0, 0.5), (1.5, 1), (2.2, 1), (3.0, 1), (5.5, 0.5), (8, 0)],
)
def test_the_timing_curve_by_hand(after_s: float, worth: float) -> None:
    assert timing_worth(after_s) == pytest.approx(worth)


def test_the_map_of_moods_has_twenty_emoji_and_more() -> None:
    assert len(VALENCES) >= 20
    assert all(-1.0 <= valence <= 1.0 for valence in VALENCES.values())


@pytest.mark.parametrize("drawn_as", ["👍", "👍🏿", "👍️"])
def test_skin_and_style_change_no_mood(drawn_as: str) -> None:
    assert valence_of(drawn_as) == VALENCES["👍"]


@given(st.sampled_from(sorted(VALENCES)), st.sampled_from(["positive", "negative", "neutral"]))
def test_alignment_is_a_share(emoji: str, valence: str) -> None:
    assert 0.0 <= (alignment(emoji, valence) or 0.0) <= 1.0  # type: ignore[arg-type]


def test_applause_for_bad_news_is_worth_nothing() -> None:
    assert score(LOSS, reactions=reactions([2.0], "🎉")) == 1.0
    assert score(LOSS, reactions=reactions([2.0], "😢")) == 10.0


def test_an_emoji_on_no_list_cannot_be_told() -> None:
    found = channel_facts(turn_with(USE, reactions=reactions([2.0], "🦩"))).composites[1]

    assert found.parts[0].value is None
    assert found.score == 1.0


def test_no_reaction_is_worth_the_least_and_no_opportunity_nothing() -> None:
    assert score() == 1.0
    assert channel_facts(turn_with(reactions=reactions([2.0]))).score_of("reaction") is None


def test_more_than_one_a_turn_gains_nothing_over_silence() -> None:
    assert score(reactions=reactions([2.0, 2.1])) == score() == 1.0
    assert channel_facts(turn_with(reactions=reactions([1, 2, 3]))).score_of("reaction") == 1.0


def test_the_same_emoji_again_and_again_is_worth_less() -> None:
    fresh = turn_with(USE, reactions=reactions([2.0]), earlier_reactions=reactions([0, 1, 2], "👏"))
    stale = turn_with(USE, reactions=reactions([2.0]), earlier_reactions=reactions([0, 1, 2]))

    assert monotony(stale) == 0.7
    assert monotony(fresh) == 0.7
    assert channel_facts(stale).score_of("reaction") == 1 + 9 * 0.7
    assert monotony(turn_with(USE, reactions=reactions([2.0]))) == 1.0


def test_who_reacted_before_is_answered_and_who_is_named_alone() -> None:
    people = tuple(
        given.model_copy(update={"sender": name})
        for given, name in zip(reactions([-1.0, -0.5]), ("ann", "bob"), strict=True)
    )
    to_all = score(reactions=reactions([2.0]), reactions_of_people=people)
    to_ann = score(reactions=reactions([2.0], target="ann"), reactions_of_people=people)

    assert to_all == 10.0
    assert to_ann == pytest.approx(1 + 9 * (1 + 1 + 0.5) / 3)


def test_ten_agents_from_too_early_to_in_time_keep_their_order() -> None:
    scores = [score(reactions=reactions([0.5 + 0.1 * step])) for step in range(10)]

    assert spearmanr(range(10), scores).statistic >= 0.9


def test_ten_agents_from_spam_to_restraint_keep_their_order() -> None:
    """How many of ten turns each floods: the mean over them rises as it floods fewer."""
    flooded, kept = score(reactions=reactions([2.0] * 20)), score(reactions=reactions([2.0]))
    means = [(flooded * (10 - step) + kept * step) / 10 for step in range(10)]

    assert spearmanr(range(10), means).statistic >= 0.9
    assert means[0] == score()
