"""A whole meeting with a reference agent leaves the record that it should."""

from pathlib import Path

import pytest
from tests.staging.agents import Hum

from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.attendee import AgentAttendee
from modylbench.agents.seating.timing import SeededTiming
from modylbench.foundation.clock import Clock
from modylbench.foundation.draw import Draw
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.shown_work import WorkReader
from modylbench.providers.speech.speech import TextToSpeech
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.recording.turns import RecordedTurn
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces


def recorded(variant: Variant, folder: Path, voice: TextToSpeech | None) -> MeetingRecording:
    names = (variant.scenario.scenario_id, variant.seed, "oracle")

    async def meeting(clock: Clock) -> MeetingRecording:
        attendee = AgentAttendee(
            lambda: OracleAgent(Playbook(variant), Draw(*names, "pace")),
            SeededTiming(Draw(*names)),
            voice,
            "bdl",
        )
        arrangements = Arrangements(
            room=InProcessRoom("test", clock),
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name="oracle"),
            attendee=attendee,
            voice=voice,
            screens=None,
            shown_work=WorkReader(variant.scenario),
            watcher=lambda *_: None,
            no_screens="a test",
        )
        return await conduct_meeting(variant.scenario, arrangements)

    return hold(meeting)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_oracle_answers_every_turn_and_leaves_every_product(name: str, tmp_path: Path) -> None:
    variant = instantiate(scenario(name), 0)

    recording = recorded(variant, tmp_path, None)

    assert recording.ending == "completed"
    assert recording.faults == ()
    assert [turn.agent.outcome for turn in recording.turns] == ["answered"] * len(recording.turns)
    assert [turn.turn_index for turn in recording.turns] == [
        turn.turn_index for turn in variant.scenario.human_turns()
    ]
    surfaces = Surfaces()
    for turn in recording.turns:
        assert turn.agent.surface_faults == ()
        assert " ".join(spoken.text for spoken in turn.agent.said) == _answer(variant, turn)
        if turn.agent.messages is not None:
            for message in messages_in((tmp_path / turn.agent.messages.path).read_bytes())[0]:
                surfaces.take(message)
    shown = read_products(surfaces.snapshot()).products
    assert {product.id: product for product in shown} == {
        final_product.id: final_product for final_product in variant.final_products
    }


def _answer(variant: Variant, turn: RecordedTurn) -> str:
    slots = {slot.turn_index: slot for slot in variant.scenario.human_turns()}
    return slots[turn.turn_index].alternatives[turn.human.alternative].model_answer


def test_recordings_of_the_oracle_are_the_same_bytes(tmp_path: Path) -> None:
    variant = instantiate(scenario("scientist"), 1)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()

    first, second = (recorded(variant, folder, Hum()) for folder in folders)

    assert first == second
    files = [
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in folders
    ]
    assert files[0] == files[1]
    assert len(files[0]) > 2 * len(first.turns)
