"""An agent's time in a meeting counts from the end of the human's words."""

from pathlib import Path

import pytest
from tests.staging.meetings import (
    WORDS_S,
    AgentTools,
    AnsweringAgent,
    Setup,
    Slow,
    answer_politely,
    fault_codes,
    hold_meeting,
    patience_s,
    tone,
)

from modylbench.meeting.end_of_turn import MOST_BEYOND_S
from modylbench.meeting.room import AGENT_STATE, AGENT_WORDS, CHAT
from modylbench.recording.latency import Latency


def in_order(found: Latency) -> tuple[float | None, ...]:
    return (found.endpointing_s, found.compute_s, found.tts_s, found.first_audio_s)


async def thoughtful(desk: AgentTools) -> None:
    """Answer after 0.5 s of listening, 0.8 of thinking and 0.25 of breathing in."""
    await desk.clock.sleep(0.5)
    await desk.connection.set_attributes({AGENT_STATE: "thinking"})
    await desk.clock.sleep(0.8)
    await desk.connection.set_attributes({AGENT_STATE: "speaking"})
    await desk.clock.sleep(0.25)
    await desk.say(f"Answer {desk.number}.")
    await desk.connection.set_attributes({AGENT_STATE: "listening"})


def test_what_the_voice_costs_is_told_apart_from_thinking(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.clock.sleep(0.5)
        await desk.connection.set_attributes({AGENT_STATE: "thinking"})
        await desk.clock.sleep(0.8)
        await desk.connection.set_attributes({AGENT_WORDS: "1"})
        await desk.clock.sleep(0.3)
        await desk.connection.set_attributes({AGENT_STATE: "speaking"})
        await desk.clock.sleep(0.05)
        await desk.say("Seven.")
        await desk.connection.set_attributes({AGENT_STATE: "listening"})

    found = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0].agent.latency

    assert in_order(found) == pytest.approx((0.5, 0.8, 0.3, 0.05), abs=0.003)
    assert found.response_s == pytest.approx(sum(part or 0.0 for part in in_order(found)))


def parts(found: Latency) -> tuple[float | None, ...]:
    return (found.endpointing_s, found.compute_s, found.first_audio_s, found.response_s)


def test_a_murmur_while_the_human_speaks_is_no_answer(tmp_path: Path) -> None:
    async def murmur(desk: AgentTools) -> None:
        await desk.clock.sleep(0.5)
        await desk.say("Mm hm.", 0.3)

    recording = hold_meeting(AnsweringAgent(thoughtful, begun=murmur), tmp_path)

    found = recording.turns[0].agent.latency
    assert parts(found) == pytest.approx((0.5, 0.8, 0.25, 1.55), abs=0.003)
    assert [utterance.text for utterance in recording.turns[0].agent.said] == [
        "Mm hm.",
        "Answer 1.",
    ]


def test_the_end_of_the_answer_before_is_no_answer(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        if desk.number == 1:
            await desk.say("And so on.", patience_s() + MOST_BEYOND_S + 1.0)
            return
        await thoughtful(desk)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    first, second = recording.turns
    assert first.agent.outcome == "unfinished"
    assert second.agent.outcome == "answered"
    assert parts(second.agent.latency) == pytest.approx((0.5, 0.8, 0.25, 1.55), abs=0.003)


def test_a_text_that_was_begun_before_the_question_is_no_answer(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        if desk.number == 1:
            writer = await desk.connection.open_text(CHAT, {})
            await writer.write("The price")
            await desk.clock.sleep(patience_s() + WORDS_S + 1.0)  # and the next question
            await writer.write(" is 7.")
            await writer.close()
            return
        await desk.clock.sleep(20.0)
        await desk.connection.send_text("It is 8.", CHAT, {})

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    second = recording.turns[1]
    assert [message.text for message in second.agent.chat] == ["The price is 7.", "It is 8."]
    assert second.agent.latency.response_s == pytest.approx(21.0, abs=0.2)


def test_an_answer_that_comes_during_the_next_question_is_late(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        if desk.number == 1:
            await desk.clock.sleep(patience_s() - 0.8)
        await thoughtful(desk)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    first, second = recording.turns
    late = recording.faults[-1]
    assert fault_codes(recording) == [("agent", "no_answer_in_time"), ("agent", "answered_late")]
    assert late.turn_index == first.turn_index
    assert late.at_s is not None
    assert late.at_s > second.human.started_s
    assert second.agent.outcome == "answered"
    assert second.agent.latency.endpointing_s is None or second.agent.latency.endpointing_s >= 0.0
    assert recording.is_valid


def test_a_murmur_after_a_silent_turn_is_no_late_answer(tmp_path: Path) -> None:
    async def murmur(desk: AgentTools) -> None:
        if desk.number == 1:
            await desk.clock.sleep(0.5)
            await desk.say("Mm hm.", 0.3)

    async def answer(desk: AgentTools) -> None:
        if desk.number == 2:
            await answer_politely(desk)

    recording = hold_meeting(AnsweringAgent(answer, begun=murmur), tmp_path, Setup(slots=2))

    assert fault_codes(recording) == [("agent", "no_answer_in_time")]


def test_words_are_over_for_everybody_with_their_last_sound(tmp_path: Path) -> None:
    turn = hold_meeting(AnsweringAgent(thoughtful), tmp_path, Setup(voice=Slow())).turns[0]

    assert parts(turn.agent.latency) == pytest.approx((0.5, 0.8, 0.25, 1.55), abs=0.003)
    human = next(voice for voice in turn.voices if voice.identity != "agent")
    assert turn.human.ended_s == pytest.approx(human.ended_s, abs=0.02)


def test_a_voice_over_the_human_s_is_early_only_where_it_goes_on(tmp_path: Path) -> None:
    async def begun(desk: AgentTools) -> None:
        await desk.clock.sleep(1.0)
        await desk.microphone.play(tone(0.5))
        await desk.clock.sleep(2.0)
        await desk.microphone.play(tone(1.0))

    async def nothing(desk: AgentTools) -> None:
        """Do nothing more."""

    turn = hold_meeting(AnsweringAgent(nothing, begun=begun), tmp_path).turns[0]

    assert turn.agent.latency.response_s == pytest.approx(3.5 - WORDS_S, abs=0.002)
