"""Meetings of several people, end to end: the oracle takes part as one should, attacks do not."""

from pathlib import Path

import pytest
from tests.staging.held_trials import hold_trial, scorecard_of, variant_at
from tests.staging.multi_party import manners

from modylbench.scenarios.catalogue import scenario, shipped_in

MULTI_PARTY = shipped_in("multiparty")
LEAST_MINUTES, MOST_MINUTES = 15, 25  # issue 18


def test_every_role_that_an_agent_may_have_occurs() -> None:
    roles = {scenario(name).template.card.agent_role for name in MULTI_PARTY}

    assert roles == {"expert", "note_taker", "peer", "facilitator"}
    assert sorted(len(scenario(name).template.card.participants) for name in MULTI_PARTY) == [
        3, 4, 4, 5,
    ]  # fmt: skip


@pytest.mark.parametrize("name", MULTI_PARTY)
def test_the_oracle_takes_part_as_one_should_and_does_all_right(name: str, tmp_path: Path) -> None:
    variant = variant_at(name, 2)

    recording = hold_trial("oracle", variant, tmp_path)

    assert recording.ending == "completed"
    assert recording.faults == ()
    assert (recording.suite, recording.is_official) == ("multiparty", False)
    found = manners(recording)
    assert (found.floors_taken, found.cuts_in) == (0, 0)
    assert found.answered == len(recording.turns)
    assert found.yields >= 4
    assert LEAST_MINUTES <= recording.exchanges[-1].ended_s / 60.0 <= MOST_MINUTES
    scorecard = scorecard_of(tmp_path)
    assert scorecard.journey is not None
    assert scorecard.destination is not None
    assert min(scorecard.journey, scorecard.destination) >= 9.5


@pytest.mark.parametrize(
    ("agent", "figure"), [("dominator", "floors_taken"), ("barger", "cuts_in")]
)
def test_one_who_does_not_stay_out_is_seen_to(agent: str, figure: str, tmp_path: Path) -> None:
    recording = hold_trial(agent, variant_at("accounting_close", 2), tmp_path)

    assert getattr(manners(recording), figure) > 5


def test_a_wrong_figure_on_show_is_objected_to_by_whose_it_is(tmp_path: Path) -> None:
    recording = hold_trial("output_mismatch", variant_at("portfolio_review", 3), tmp_path)

    objected = [
        words
        for words in recording.utterances
        if words.planned and words.planned.line == "not_my_tracking_error"
    ]
    assert {words.speaker for words in objected} == {"anders_halvorsen"}
    turn = next(turn for turn in recording.turns if objected[0] in turn.around)
    assert "anders_halvorsen" in [words.cut_off_by for words in turn.agent.said]
