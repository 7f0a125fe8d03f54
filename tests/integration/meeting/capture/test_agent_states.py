"""Agents whose states come in the wrong order, or end, are still seen to be at rest."""

from math import inf
from pathlib import Path

import pytest
from tests.staging.meetings import AgentTools, AnsweringAgent, Setup, fault_codes, hold_meeting

from modylbench.meeting.capture.room import DOUBTED_S, Presence
from modylbench.meeting.room import AGENT_STATE, ParticipantJoined


async def tell(desk: AgentTools, state: str) -> None:
    await desk.connection.set_attributes({AGENT_STATE: state})


async def swapping(desk: AgentTools) -> None:
    """Answer, then say that it listens and, after that, that it thinks."""
    await tell(desk, "thinking")
    await desk.clock.sleep(1.0)
    await tell(desk, "speaking")
    await desk.say(f"Answer {desk.number}.")
    await tell(desk, "listening")
    await desk.clock.sleep(0.2)
    await tell(desk, "thinking")


def test_states_that_came_swapped_cost_neither_the_turn_nor_all_patience(tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(swapping), tmp_path, Setup(slots=2))

    assert [turn.agent.outcome for turn in recording.turns] == ["answered", "answered"]
    assert fault_codes(recording) == []
    for turn in recording.turns:
        assert turn.agent.ended_s - turn.human.ended_s < 2.2 + DOUBTED_S + 0.3
        assert [state.state for state in turn.agent.states][-2:] == ["listening", "thinking"]


@pytest.mark.parametrize("state", ["speaking", "thinking"])
def test_one_that_only_says_it_is_busy_has_answered_when_patience_ends(
    state: str, tmp_path: Path
) -> None:
    async def stuck(desk: AgentTools) -> None:
        await tell(desk, state)
        await desk.say("The price is seven.")

    recording = hold_meeting(AnsweringAgent(stuck), tmp_path)

    assert recording.turns[0].agent.outcome == "answered"
    assert fault_codes(recording) == []
    assert '"state_not_believed"' in (tmp_path / "events.jsonl").read_text()


def test_one_that_has_a_text_open_when_patience_ends_is_not_done(tmp_path: Path) -> None:
    async def open_for_ever(desk: AgentTools) -> None:
        await tell(desk, "thinking")
        writer = await desk.connection.open_text("lk.transcription", {})
        await writer.write("The price is")

    recording = hold_meeting(AnsweringAgent(open_for_ever), tmp_path)

    assert recording.turns[0].agent.outcome == "unfinished"
    assert fault_codes(recording) == [("agent", "answer_not_finished")]


@pytest.mark.parametrize(
    ("gap_s", "words_s", "is_doubted"),
    [
        (0.2, 5.0, True),
        (0.2, -inf, True),
        (0.2, 10.1, False),  # somebody has spoken since it listened
        (0.2, inf, False),  # somebody speaks
        (0.6, 5.0, False),
    ],
)
def test_thinking_is_doubted_only_right_after_listening_with_nobody_speaking(
    gap_s: float, words_s: float, is_doubted: bool
) -> None:
    presence = Presence()
    presence.add(ParticipantJoined(0.0, "agent", "", "agent", {}))
    presence.update_state("agent", {AGENT_STATE: "listening"}, 10.0, words_s=words_s)
    at_s = 10.0 + gap_s
    assert (
        presence.update_state("agent", {AGENT_STATE: "thinking"}, at_s, words_s=words_s)
        == "thinking"
    )

    assert presence.is_busy(at_s + DOUBTED_S - 0.1)
    assert presence.is_busy(at_s + DOUBTED_S) is not is_doubted
    presence.update_state("agent", {AGENT_STATE: "speaking"}, at_s + 1.0, words_s=words_s)
    assert presence.is_busy(at_s + 100.0)
