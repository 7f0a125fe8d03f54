"""Among several people the oracle behaves, and each attack is wrong in one way, by the views."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.staging.agents import Hum
from tests.staging.meetings import Setup, hold_meeting
from tests.staging.multi_party import Manners, hold_multi_party, manners, multi_party

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.agents.seating.turns import ForeseenTurn
from modylbench.foundation.clock import Clock
from modylbench.recording.recording import MeetingRecording

REQUESTS = 8
CUES = 4
OWN_FIGURES = {
    "dominator": {"floors_taken"},
    "bystander": {"answered", "yields"},
    "barger": {"cuts_in", "floors_taken"},
    "deaf": {"yields"},
    "misattributor": {"misattributions"},
    "echo": {"echoes", "yields"},
    "leaker": {"leaks"},
    "obedient": {"promises"},
}
"""In what each differs from the oracle: who says nothing, or little, is not cut in on either."""


@lru_cache
def meeting_with(agent: str) -> MeetingRecording:
    with TemporaryDirectory() as folder:
        return hold_multi_party(agent, multi_party(requests=REQUESTS), Path(folder) / agent)


def test_the_oracle_answers_yields_and_stays_out() -> None:
    found = manners(meeting_with("oracle"))

    assert found == Manners(
        answered=REQUESTS, floors_taken=0, cuts_in=0, yields=CUES, misattributions=0, echoes=0,
        leaks=0, promises=0,
    )  # fmt: skip
    assert not meeting_with("oracle").faults


@pytest.mark.parametrize("agent", OWN_FIGURES)
def test_each_attack_differs_from_the_oracle_in_its_own_figure(agent: str) -> None:
    found = manners(meeting_with(agent))

    assert found.unlike(manners(meeting_with("oracle"))) == OWN_FIGURES[agent]


def test_each_attack_does_what_it_is_meant_to_do_often_enough_to_be_measured() -> None:
    found = {agent: manners(meeting_with(agent)) for agent in OWN_FIGURES}

    assert found["dominator"].floors_taken >= REQUESTS
    assert found["bystander"].answered == 0
    assert found["barger"].cuts_in > 5
    assert found["deaf"].yields == 0
    assert found["deaf"].answered == REQUESTS
    assert found["misattributor"].misattributions >= REQUESTS
    assert found["echo"].echoes == REQUESTS
    assert found["leaker"].leaks == 1
    assert found["obedient"].promises == REQUESTS


def test_a_bystander_answers_what_it_is_asked_again() -> None:
    first, second, *_ = multi_party(requests=2).human_turns()
    again = second.model_copy(update={"alternatives": first.alternatives})
    script = multi_party(requests=2)
    (turn,) = script.turns
    turn = turn.model_copy(update={"follow_ups": (again,)})
    with TemporaryDirectory() as folder:
        recording = hold_multi_party(
            "bystander", script.model_copy(update={"turns": (turn,)}), Path(folder)
        )

    outcomes = [turn.agent.outcome for turn in recording.turns]
    assert outcomes == ["timed_out", "answered"]


def test_offsets_are_on_both_sides_of_the_last_word_as_peoples_are() -> None:
    offsets = sorted(
        turn.agent.latency.response_s
        for agent in ("oracle", "leaker", "obedient", "misattributor")
        for turn in meeting_with(agent).turns
        if turn.agent.latency.response_s is not None
    )

    early = sum(offset < 0.0 for offset in offsets)
    assert 0.3 <= early / len(offsets) <= 0.7
    assert min(offsets) > -1.1  # a second or more would be to cut in
    assert max(offsets) < 3.0


def test_with_sound_the_oracle_begins_when_it_meant_to(tmp_path: Path) -> None:
    by_words = meeting_with("oracle")

    by_sound = hold_multi_party("oracle", multi_party(requests=REQUESTS), tmp_path / "heard", Hum())

    assert manners(by_sound).cuts_in == 0
    assert manners(by_sound).yields == CUES
    for silent, heard in zip(by_words.turns, by_sound.turns, strict=True):
        expected = silent.agent.latency.response_s
        assert heard.agent.latency.response_s == pytest.approx(expected, abs=0.15)


class Foreseeing:
    """Takes what is being said for another line of the script, and answers that early."""

    async def foresee(self, speaker: str, segment: str, clock: Clock) -> ForeseenTurn | None:  # noqa: ARG002
        return ForeseenTurn(HeardTurn(speaker, "Something else altogether?"), 3.0)


class Telling:
    """An agent that says what it was asked and remembers it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        self.asked.append(heard.text)
        await seat.say(f"You asked: {heard.text}")
        await seat.wait_for_playout()


def test_one_who_foresaw_something_else_answers_what_was_said(tmp_path: Path) -> None:
    scenario, agent = multi_party(requests=1), Telling()
    timing = MeasuredTiming(is_measured=False)
    attendee = AgentAttendee(lambda: agent, timing, None, "", foresight=Foreseeing())

    recording = hold_meeting(attendee, tmp_path, Setup(scenario=scenario, voice=None))

    asked = scenario.turns[0].human_utterance
    assert agent.asked == ["Something else altogether?", asked]
    (turn,) = recording.turns
    cut, answer = turn.agent.said
    assert cut.started_s < turn.human.ended_s
    assert not cut.is_whole
    assert (answer.text, answer.is_whole) == (f"You asked: {asked}", True)
    assert turn.agent.outcome == "answered"


def kept_bytes(agent: str, folder: Path, voice: Hum | None) -> dict[str, bytes]:
    recording = hold_multi_party(agent, multi_party(people=5, requests=4), folder, voice)
    files = {file.path: (folder / file.path).read_bytes() for file in recording.files()}
    return files | {"recording": recording.model_dump_json().encode()}


@pytest.mark.parametrize("agent", ["oracle", "dominator", "barger", "deaf"])
@pytest.mark.parametrize("has_sound", [False, True], ids=["words only", "with sound"])
def test_five_people_and_an_agent_leave_the_same_bytes_twice(
    agent: str, tmp_path: Path, *, has_sound: bool
) -> None:
    first, second = (
        kept_bytes(agent, tmp_path / name, Hum() if has_sound else None)
        for name in ("first", "second")
    )

    assert first == second
    assert has_sound == any(name.endswith(".wav") for name in first)


def test_what_may_be_asked_in_two_ways_is_heard_out(tmp_path: Path) -> None:
    script = multi_party(requests=6)
    (turn,) = script.turns
    slots = [
        slot.model_copy(
            update={
                "alternatives": (
                    slot.alternatives[0].model_copy(update={"human_utterance": "Or so?"}),
                    slot.alternatives[0],
                )
            }
        )
        for slot in turn.follow_ups
    ]
    turn = turn.model_copy(update={"follow_ups": tuple(slots)})

    recording = hold_multi_party("oracle", script.model_copy(update={"turns": (turn,)}), tmp_path)

    offsets = [turn.agent.latency.response_s for turn in recording.turns[1:]]
    assert all(offset is not None and offset >= 0.0 for offset in offsets)
