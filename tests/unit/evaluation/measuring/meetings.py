"""Recorded meetings to measure, for tests: held in process without sound, screens or pipeline."""

from pathlib import Path

from modylbench.agents.catalogue import chosen
from modylbench.agents.choice import AgentOptions, Place
from modylbench.evaluation.measuring.view import Words
from modylbench.foundation.clock import Clock
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.arrangements import Arrangements
from modylbench.meeting.conduct import conduct_meeting
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.recording.recording import AgentUnderTest, MeetingRecording
from modylbench.scenarios.variant import Variant


def recorded(agent: str, variant: Variant, folder: Path, *, beats: str = "") -> MeetingRecording:
    """The recording of a meeting with one of our agents."""
    choice = chosen(agent, AgentOptions())
    folder.mkdir(parents=True, exist_ok=True)

    async def meeting(clock: Clock) -> MeetingRecording:
        room = InProcessRoom("test", clock)
        arrangements = Arrangements(
            room=room,
            clock=clock,
            folder=folder,
            agent=AgentUnderTest(name=agent),
            attendee=choice.attendee(Place(variant, None, folder / "log")),
            voice=None,
            screens=None,
            watcher=lambda *_: None,
            no_screens="a test",
            beats=beats,
        )
        try:
            return await conduct_meeting(variant.scenario, arrangements)
        finally:
            await room.aclose()

    return hold(meeting)


def captions(recording: MeetingRecording) -> dict[int, Words]:
    """What the agent says that it said."""
    return {
        turn.turn_index: Words(" ".join(one.text for one in turn.agent.said), "captions")
        for turn in recording.turns
    }
