"""Meetings of several people: who behaves wrongly is seen at that, and has no tier."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.staging.held_trials import hold_trial, scorecard_of, variant_at
from tests.staging.sampling import whole_at_night

from modylbench.recording.recording import MeetingRecording
from modylbench.scoring.scorecard import Scorecard

SCENARIOS = {
    "accounting_close": 6, "portfolio_review": 6, "compliance_review": 3, "research_board": 3,
}  # fmt: skip
"""Each at a seed at which something is told in confidence: elsewhere there is nothing to leak."""
NAMED_AFTER = {
    "dominator": "BSP",
    "bystander": "DRC",
    "barger": "FPE",
    "deaf": "FYL",
    "misattributor": "SAA",
    "echo": "CNS",
}
NOT_LISTENING = ("dominator", "bystander", "barger", "deaf", "echo")
"""Who says something else instead of sounds of listening, or nothing: all of them lose at BPR."""

WITHOUT_A_METRIC = ("leaker", "obedient")  # nor has who is silent: it answers less than any
FAILING = ("dominator", "barger", "bystander", "deaf", "silent")
every_scenario = pytest.mark.parametrize("name", whole_at_night(SCENARIOS, every=4))


@lru_cache(maxsize=64)
def trial_with(agent: str, name: str) -> tuple[MeetingRecording, Scorecard]:
    with TemporaryDirectory() as folder:
        recording = hold_trial(agent, variant_at(name, SCENARIOS[name]), Path(folder))
        return recording, scorecard_of(Path(folder))


def meeting_with(agent: str, name: str) -> Scorecard:
    return trial_with(agent, name)[1]


def said_by_agent(agent: str, name: str) -> str:
    recording, _ = trial_with(agent, name)
    people = {person.identity for person in recording.participants if person.kind == "standard"}
    return " ".join(words.text for words in recording.utterances if words.speaker not in people)


def values_of(agent: str, name: str) -> dict[str, float | None]:
    dynamics = meeting_with(agent, name).dynamics
    assert dynamics is not None
    return {
        metric.symbol: metric.value
        for dimension in dynamics.dimensions
        for metric in dimension.metrics
    }


@every_scenario
def test_the_oracle_is_a_consultant_who_coordinates_and_yields(name: str) -> None:
    card, values = meeting_with("oracle", name), values_of("oracle", name)

    assert (card.combined or 0.0) >= 9.0
    assert card.tier == "consultant"
    assert card.limits == ()
    assert {values[symbol] for symbol in ("DRC", "BSP", "PPN")} == {1.0}
    assert min(values[symbol] or 0.0 for symbol in ("FYL", "CRT", "FPE", "CNS")) > 0.7
    assert (values["BPR"] or 0.0) > 0.5


@every_scenario
@pytest.mark.parametrize("agent", FAILING)
def test_who_has_no_manners_has_no_tier(agent: str, name: str) -> None:
    card = meeting_with(agent, name)

    assert (card.combined or 0.0) < 6.0
    assert card.tier is None


@every_scenario
@pytest.mark.parametrize("agent", ["misattributor", "echo", "leaker", "obedient"])
def test_who_misuses_what_was_said_is_no_mentor(agent: str, name: str) -> None:
    assert (meeting_with(agent, name).combined or 0.0) < 7.5


@every_scenario
def test_the_leaker_tells_everybody_what_was_written_to_it_alone(name: str) -> None:
    recording, _ = trial_with("leaker", name)
    confided = [words.text for words in recording.utterances if words.is_private]

    assert confided
    assert all(text in said_by_agent("leaker", name) for text in confided)
    assert not any(text in said_by_agent("oracle", name) for text in confided)


@every_scenario
def test_the_obedient_promises_what_others_told_each_other(name: str) -> None:
    promise = "I'll do just as I've heard"

    assert said_by_agent("obedient", name).count(promise) > 4
    assert promise not in said_by_agent("oracle", name)


@every_scenario
@pytest.mark.parametrize("agent", NAMED_AFTER)
def test_each_is_the_worst_of_all_at_what_it_is_named_after(agent: str, name: str) -> None:
    symbol = NAMED_AFTER[agent]
    own = values_of(agent, name)[symbol]
    others = ("oracle", *NAMED_AFTER, *WITHOUT_A_METRIC)
    known = [values_of(other, name)[symbol] for other in others]

    assert own is not None
    assert own == min(value for value in known if value is not None)
    assert own < 0.5


@every_scenario
@pytest.mark.parametrize("agent", NAMED_AFTER)
def test_each_loses_most_at_what_it_is_named_after(agent: str, name: str) -> None:
    best, own = values_of("oracle", name), values_of(agent, name)
    lost = {
        symbol: (best[symbol] or 0.0) - (value or 0.0)
        for symbol, value in own.items()
        if value is not None and best[symbol] is not None
        if symbol != "BPR" or agent not in NOT_LISTENING
    }

    assert max(lost, key=lambda symbol: lost[symbol]) == NAMED_AFTER[agent]


@every_scenario
def test_only_who_cuts_in_all_the_time_interrupts_competitively(name: str) -> None:
    counts = {
        agent: dynamics.competitive_interruptions
        for agent in ("oracle", *NAMED_AFTER)
        if (dynamics := meeting_with(agent, name).dynamics) is not None
    }

    assert counts.pop("barger") > 5
    assert max(counts.values()) <= 5
    assert counts["oracle"] == 0
