"""Composites count by the extended weights, and channels that contradict each other cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.staging.evaluations import scorecard_of, simple_evaluation, turn_facts

from modylbench.evaluation.dimensions import TURN_DIMENSIONS
from modylbench.evaluation.facts import ChannelComposite, ChannelFacts, ChannelPart
from modylbench.scoring.rules import default_rules, paper_rules

if TYPE_CHECKING:
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import TurnScore

EIGHT = {"a": 8.0}
CHANNELS = ("annotation", "reaction", "chat")


def facts(*scores: float | None, contradictions: tuple[str, ...] = ()) -> ChannelFacts:
    composites = tuple(
        ChannelComposite(channel=channel, score=score)  # type: ignore[arg-type]
        for channel, score in zip(CHANNELS, scores, strict=False)
    )
    return ChannelFacts(composites=composites, contradictions=contradictions)


def turn_of(
    found: ChannelFacts, *, rules: ScoringRules | None = None, channels: tuple[str, ...] = CHANNELS
) -> TurnScore:
    evaluation = simple_evaluation(
        EIGHT, EIGHT, channels=channels, facts={"turns": (turn_facts(1, channels=found),)}
    )
    return scorecard_of(evaluation, rules).turns[0]


def test_all_nine_dimensions_have_their_extended_weights() -> None:
    turn = turn_of(facts(2.0, 4.0, 10.0))

    assert turn.score == pytest.approx(8 * 0.86 + 2 * 0.05 + 4 * 0.04 + 10 * 0.05)
    assert [d.score for d in turn.dimensions][-3:] == [2.0, 4.0, 10.0]
    assert len(turn.dimensions) == 9


def test_a_channel_without_an_opportunity_leaves_its_weight_to_the_others() -> None:
    turn = turn_of(facts(None, None, 2.0))

    assert turn.score == pytest.approx((8 * 0.86 + 2 * 0.05) / 0.91)


def test_without_layer_one_composites_count_as_any_other() -> None:
    turn = turn_of(facts(2.0, None, 2.0), rules=default_rules().without_layers({1}))

    assert turn.score == pytest.approx((8 * len(TURN_DIMENSIONS) + 2 + 2) / 8)


def test_each_contradiction_takes_two_off_the_accuracy() -> None:
    turn = turn_of(facts(8.0, 8.0, 8.0, contradictions=("one",)))
    both = turn_of(facts(8.0, 8.0, 8.0, contradictions=("one", "other")))

    assert turn.dimensions[0].score == 6.0
    assert turn.score == pytest.approx(8 - 2 * 0.22)
    assert [limit.rule for limit in turn.limits] == ["channels_contradict"]
    assert both.dimensions[0].score == 4.0
    assert turn.limits[0].reason == "one"


def test_the_paper_s_rules_know_no_such_price() -> None:
    turn = turn_of(facts(8.0, 8.0, 8.0, contradictions=("one",)), rules=paper_rules())

    assert turn.limits == ()
    assert turn.score == 8.0


def test_what_nobody_could_assess_is_told() -> None:
    part = ChannelPart(name="spatial_precision", value=None, reason="no picture")
    made = ChannelComposite(channel="annotation", score=None, parts=(part,))
    found = ChannelFacts(expected=("here",), composites=(made,))
    evaluation = simple_evaluation(
        EIGHT, EIGHT, channels=CHANNELS, facts={"turns": (turn_facts(1, channels=found),)}
    )

    notes = scorecard_of(evaluation).notes

    assert "channels: no picture (1 turn(s))" in notes
    assert not any("annotation_composite" in note for note in notes)
