"""Free-form meetings, end to end: a person with goals meets good, bad and curious agents."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.staging.free_form import FREE_FORM, hold_free_form
from tests.staging.held_trials import score_of, scorecard_of, variant_at

from modylbench.foundation.record import canonical_json
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.variant import variant_of


def acts(recording: MeetingRecording) -> list[str]:
    return [turn.human.intent.act for turn in recording.turns if turn.human.intent is not None]


def told(recording: MeetingRecording) -> list[str]:
    intents = [turn.human.intent for turn in recording.turns]
    return [fact for intent in intents if intent is not None for fact in intent.facts]


@pytest.mark.parametrize("name", FREE_FORM)
def test_the_oracle_meets_every_goal_when_it_is_asked_and_does_all_right(
    name: str, tmp_path: Path
) -> None:
    variant = variant_at(name, 4)

    recording = hold_free_form("oracle", variant, tmp_path)

    assert recording.is_valid
    assert recording.faults == ()
    assert recording.ending == "completed"
    assert set(acts(recording)) <= {"request", "follow_up", "closing"}
    assert len(recording.turns) == recording.planned_turns
    assert [turn.beat for turn in recording.turns][-1] == "closing"
    assert score_of(tmp_path) >= 9.5


@pytest.mark.parametrize("name", FREE_FORM)
def test_free_form_is_marked_and_never_official(name: str, tmp_path: Path) -> None:
    recording = hold_free_form("oracle", variant_at(name, 0), tmp_path)

    assert (recording.suite, recording.is_official) == ("freeform", False)
    assert recording.setting.human == "offline policy"


@pytest.mark.parametrize("name", FREE_FORM)
def test_one_who_asks_gets_its_facts_and_loses_nothing_by_asking(name: str, tmp_path: Path) -> None:
    variant = variant_at(name, 2)

    recording = hold_free_form("Questioner", variant, tmp_path)

    assert variant.free_form is not None
    facts = [fact.name for fact in variant.free_form.facts]
    assert told(recording) == facts
    assert acts(recording).count("fact") == len(facts)
    assert "again" not in acts(recording)
    assert score_of(tmp_path) >= 9.0


@pytest.mark.parametrize("name", FREE_FORM)
def test_one_who_asks_for_everything_in_one_breath_is_told_everything(
    name: str, tmp_path: Path
) -> None:
    variant = variant_at(name, 2)

    recording = hold_free_form("Breathless", variant, tmp_path)

    assert variant.free_form is not None
    asked = [fact.name for fact in variant.free_form.facts]
    first = recording.turns[1].human.intent
    assert first is not None
    assert first.facts == tuple(asked[: len(first.facts)])
    assert len(first.facts) >= min(6, len(asked))
    assert set(acts(recording)) <= {"request", "fact", "follow_up", "closing"}
    assert score_of(tmp_path) >= 9.5


@pytest.mark.parametrize("name", FREE_FORM)
def test_questions_are_worth_nothing_without_the_work(name: str, tmp_path: Path) -> None:
    variant = variant_at(name, 5)

    recording = hold_free_form("Idler", variant, tmp_path)

    assert acts(recording).count("fact") >= 6
    card = scorecard_of(tmp_path)
    assert card.journey is not None
    assert card.journey < 2.0
    limits = {limit.rule for limit in card.limits}
    assert "poor_journey" in limits
    assert "unanswered" not in limits
    assert all(turn.counts for turn in card.turns)


@pytest.mark.parametrize("name", FREE_FORM)
def test_questions_before_the_work_neither_raise_nor_lower_the_journey(
    name: str, tmp_path: Path
) -> None:
    variant = variant_at(name, 2)

    hold_free_form("Questioner", variant, tmp_path)

    assert variant.free_form is not None
    card = scorecard_of(tmp_path)
    counting = [turn.score for turn in card.turns if turn.counts]
    assert len(card.turns) - len(counting) == len(variant.free_form.facts)
    assert card.journey == pytest.approx(sum(counting) / len(counting))


def test_who_asks_what_nobody_knows_is_told_so_and_in_the_end_left(tmp_path: Path) -> None:
    variant = variant_at("scientist_free", 1)

    recording = hold_free_form("Wonderer", variant, tmp_path)

    assert variant.free_form is not None
    patience = variant.free_form.goals[0].patience
    assert acts(recording)[:patience] == ["request", *["unknown"] * (patience - 1)]
    assert acts(recording)[-1] == "closing"
    assert score_of(tmp_path) < 3.0


@pytest.mark.parametrize(("agent", "most"), [("silent", 2.0), ("polite_but_wrong", 5.0)])
def test_bad_agents_stay_low(agent: str, most: float, tmp_path: Path) -> None:
    recording = hold_free_form(agent, variant_at("financial_analyst_free", 3), tmp_path)

    assert recording.is_valid
    assert score_of(tmp_path) <= most


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    variant = variant_at("scientist_free", 3)
    folders = [tmp_path / "first", tmp_path / "second"]

    first, second = (
        canonical_json(hold_free_form("text_only", variant, folder).model_dump(mode="json"))
        for folder in folders
    )

    assert first == second


def test_the_scenario_of_a_recording_has_the_turns_that_took_place(tmp_path: Path) -> None:
    variant = variant_at("financial_analyst_free", 2)

    recording = hold_free_form("Questioner", variant, tmp_path)

    held = variant_of(recording, tmp_path / "trial").scenario
    slots = list(held.human_turns())
    assert [slot.turn_index for slot in slots] == [turn.turn_index for turn in recording.turns]
    said = [slot.alternatives[-1].human_utterance for slot in slots]
    texts = [turn.human.text for turn in recording.turns]
    equal = [line == text for line, text in zip(said, texts, strict=True)]
    assert sum(equal) >= len(texts) - 2
    asked, work = slots[0], next(slot for slot in slots if slot.reaches)
    assert asked.alternatives[0].expected_response_type == "clarification"
    assert asked.alternatives[0].mutations == ()
    assert work.reaches == variant.scenario.turns[0].reaches
    assert work.alternatives[0].mutations == variant.scenario.turns[0].mutations


def test_a_human_who_breaks_the_gate_spoils_the_meeting_and_nobody_is_charged(
    tmp_path: Path,
) -> None:
    variant = variant_at("scientist_free", 0)
    first, *others = variant.scenario.turns
    endless = first.model_copy(update={"human_utterance": "Well, " * 500})
    scenario = variant.scenario.model_copy(update={"turns": (endless, *others)})

    recording = hold_free_form("oracle", replace(variant, scenario=scenario), tmp_path)

    assert not recording.is_valid
    assert [(fault.culprit, fault.code) for fault in recording.faults] == [
        ("harness", "human_broke_gate")
    ]
    assert recording.setting.attempt == 3
