"""A meeting of many must let every metric be measured, and its interjections must be heard."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.staging.meetings import short_scenario
from tests.staging.multi_party import write_multi_party

from modylbench.pipeline.library_check.check import check_all
from modylbench.pipeline.library_check.opportunities import (
    LEAST,
    Opportunities,
    interjections_set_off,
    is_set_off_by,
    opportunities,
    quietest,
    too_few_opportunities,
    turns_by_speaker,
)
from modylbench.scenarios.scenario import Cue, Scenario, SpokenLine
from modylbench.scenarios.script import Trigger
from modylbench.scenarios.template import Participant

ANSWER = "All of it is done, and here is what I found in the files. " * 4
"""Some sixteen seconds."""


def spoken(name: str, speaker: str, *to: str, **update: Any) -> SpokenLine:
    return SpokenLine(id=name, speaker=speaker, to=to, text="Something.", **update)


def cue(**trigger: Any) -> Cue:
    return Cue(id="cut_in", speaker="chair", trigger=Trigger(**trigger), text="Wait.")


def of_three(**update: Any) -> Scenario:
    script = short_scenario(1)
    people = tuple(
        Participant(identity=name, role=name, persona=f"{name.title()}, one.", voice="any")
        for name in ("chair", "owner", "quiet")
    )
    (turn,) = script.turns
    settings: dict[str, Any] = {"speaker": "chair", "model_answer": ANSWER}
    turn = turn.model_copy(update=settings | update)
    return script.model_copy(update={"turns": (turn,), "participants": people})


BEFORE = (
    spoken("a", "chair", "owner"),
    spoken("b", "owner", "chair"),
    spoken("c", "chair", "all"),
    spoken("d", "owner", "chair"),
    spoken("e", "chair", "agent", after="d"),
)


def test_each_kind_of_moment_is_counted() -> None:
    scenario = of_three(before=BEFORE, during=(cue(agent_speaks_s=8),))

    # b and c answer who spoke to them, d was not asked by name, e goes on to the agent.
    assert opportunities(scenario) == Opportunities(2, 2, 1, 0)
    assert quietest(scenario) == {"quiet"}


@pytest.mark.parametrize(
    ("update", "moments"),
    [
        ({"before": (spoken("a", "quiet", "all"), *BEFORE)}, 1),
        ({"before": (spoken("a", "quiet", "owner"), *BEFORE)}, 0),
        ({"before": BEFORE, "model_answer": "Quiet, do you have the statement?"}, 1),
    ],
)
def test_a_quiet_member_is_met_by_speaking_up_or_by_being_named(
    update: dict[str, Any], moments: int
) -> None:
    assert opportunities(of_three(**update)).quiet_moments == moments


@pytest.mark.parametrize(
    ("trigger", "is_set_off"),
    [
        ({"agent_speaks_s": 8}, True),
        ({"agent_speaks_s": 80}, False),
        ({"agent_says": ("the files",)}, True),
        ({"agent_says": ("roughly",)}, False),
        ({"agent_says": ("roughly",), "agent_speaks_s": 8}, True),
        ({"agent_says": ("roughly",), "agent_draws_in": True}, False),
    ],
)
def test_an_interjection_is_set_off_by_what_a_perfect_agent_says(
    trigger: dict[str, Any], *, is_set_off: bool
) -> None:
    assert is_set_off_by(cue(**trigger), ANSWER, "Chair, one") is is_set_off
    assert bool(interjections_set_off(of_three(during=(cue(**trigger),)))) is is_set_off


def test_over_many_seeds_what_nobody_ever_hears_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modylbench.pipeline.library_check.check.ENOUGH_SEEDS", 2)
    folder = write_multi_party(tmp_path)
    file = folder / "script.yaml"
    script = yaml.safe_load(file.read_text(encoding="utf-8"))
    asked = script["beats"][0]["opening"]
    asked["before"][2]["where"] = {"price": "none"}
    asked["during"][1]["trigger"] = {"agent_says": ["roughly"]}
    script["beats"][6]["opening"]["before"] = [{**asked["before"][0], "id": "neutral_alone"}]
    file.write_text(yaml.safe_dump(script, sort_keys=False), encoding="utf-8")

    (checked,) = check_all([str(folder)], (0, 1), jobs=1)

    told = {problem.subject for problem in checked.problems if problem.seed is None}
    assert {"line note", "interjection cut_in"} <= told
    assert not {"line asks", "line answers", "line neutral_alone", "interjection mm"} & told


def test_what_only_a_mistake_sets_off_is_no_turn_of_a_meeting_without_mistakes() -> None:
    found = turns_by_speaker(of_three(during=(cue(agent_shows_wrong="revenue_right"),)))
    with_speech = cue(agent_shows_wrong="revenue_right", agent_speaks_s=8)

    assert found["chair"] == 1
    assert turns_by_speaker(of_three(during=(with_speech,)))["chair"] == 2


def test_what_cannot_be_measured_is_told_for_several_people_only() -> None:
    found = dict(too_few_opportunities(of_three()))

    assert {f"opportunities: {name}" for name in LEAST._fields} < set(found)
    assert found["opportunities: addressed"].startswith("found 1, expected 12 or more")
    assert not list(too_few_opportunities(short_scenario(1)))
