"""What the helpers for agents from elsewhere send is what a meeting takes."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from examples.livekit_agents import channels as of_livekit_agents
from examples.pipecat import channels as of_pipecat

from modylbench.meeting.room import ANNOTATION, REACTION, TARGET
from modylbench.recording.marks import read_annotation, read_emoji


class Participant:
    """Notes what it sends."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, dict[str, str]]] = []

    async def send_text(
        self, text: str, *, topic: str, attributes: dict[str, str] | None = None
    ) -> None:
        self.sent.append((topic, text, attributes or {}))


def sent_by(helper: Any) -> list[tuple[str, str, dict[str, str]]]:
    participant = Participant()
    room = SimpleNamespace(local_participant=participant)
    place = SimpleNamespace(_client=SimpleNamespace(room=room)) if helper is of_pipecat else room

    async def act() -> None:
        await helper.react(place, "👍", to="ann")
        await helper.highlight(place, "check", "model", at="/sheets/uses", text="Here")
        await helper.clear(place, "check")

    asyncio.run(act())
    return participant.sent


@pytest.mark.parametrize("helper", [of_livekit_agents, of_pipecat])
def test_a_reaction_a_highlight_and_its_end_are_understood(helper: Any) -> None:
    reaction, drawn, cleared = sent_by(helper)

    assert (reaction[0], read_emoji(reaction[1]), reaction[2]) == (REACTION, "👍", {TARGET: "ann"})
    assert drawn[0] == cleared[0] == ANNOTATION
    mark, end = read_annotation(drawn[1]), read_annotation(cleared[1])
    assert (mark.surface_id, mark.pointer, mark.body) == ("model", "/sheets/uses", "Here")
    assert end.clears
    assert end.id == mark.id
