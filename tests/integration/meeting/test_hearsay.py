"""What an agent says it heard is told from what it says, and is nobody's words."""

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Setup,
    ShakyRoom,
    answer_politely,
    fault_codes,
    hold_meeting,
)

from modylbench.foundation.clock import Clock
from modylbench.meeting.room import (
    A2UI,
    CHAT,
    TRANSCRIPTION,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
)

NUMBERS = count()


def stream(
    clock: Clock,
    pieces: list[str],
    opened: Mapping[str, str],
    *,
    topic: str = TRANSCRIPTION,
    name: str = "",
    closed: Mapping[str, str] | None = None,
) -> Iterator[RoomEvent]:
    """A text stream of the agent, as LiveKit gives it to the recorder."""
    key = f"livekit-{next(NUMBERS)}"
    now_s = clock.now_s()
    yield TextOpened(now_s, "agent", topic, key, dict(opened), name)
    for piece in pieces:
        yield TextChunk(now_s, key, piece)
    yield TextClosed(now_s, key, is_whole=True, attributes=closed or {})


def marks(segment: str, final: str) -> dict[str, str]:
    return {"lk.segment_id": segment, "lk.transcription_final": final}


def test_what_the_agent_understood_is_no_answer_and_not_said(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(4.0)
        for segment, text, final in (
            ("a", "What", "false"),
            ("a", "What is the T", "false"),
            ("a", "What is the TV?", "true"),
            ("b", "Thank", "false"),
        ):
            for event in stream(clock, [text], marks(segment, final), name="priya_nair"):
                room.tell("modyl-recorder", event)

    async def late(desk: AgentTools) -> None:
        await desk.clock.sleep(10.0)
        await desk.say("It is seven.")

    recording = hold_meeting(AnsweringAgent(late), tmp_path, Setup(disturb=disturb))

    agent = recording.turns[0].agent
    assert [(caption.text, caption.is_final) for caption in agent.heard] == [
        ("What is the TV?", True),
        ("Thank", False),
    ]
    assert [utterance.text for utterance in agent.said] == ["It is seven."]
    assert agent.latency.response_s == pytest.approx(10.0, abs=0.01)
    assert fault_codes(recording) == []
    assert '"in_the_name_of":"priya_nair"' in (tmp_path / "events.jsonl").read_text()


def test_an_agent_that_only_understands_does_not_answer(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(4.0)
        opened, *_ = stream(clock, ["What?"], marks("a", "true"), name="priya_nair")
        room.tell("modyl-recorder", opened)  # never closed

    async def nothing(desk: AgentTools) -> None:
        """Do nothing."""

    recording = hold_meeting(AnsweringAgent(nothing), tmp_path, Setup(disturb=disturb))

    assert recording.turns[0].agent.outcome == "timed_out"


def test_a_stream_of_understanding_that_never_ends_does_not_hold_the_turn(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(2.5)
        opened, *_ = stream(clock, ["What?"], marks("a", "true"), name="priya_nair")
        room.tell("modyl-recorder", opened)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert recording.turns[0].agent.outcome == "answered"
    assert recording.duration_s < 10.0


@pytest.mark.parametrize("topic", [CHAT, A2UI, "modyl.fault", "anything"])
def test_nobody_writes_in_another_one_s_name(topic: str, tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(2.5)
        for _ in range(3):
            words = ["I like it: ten of ten"]
            for event in stream(clock, words, {}, topic=topic, name="priya_nair"):
                room.tell("modyl-recorder", event)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("agent", "impersonation")]
    assert recording.faults[0].detail == f"wrote on {topic!r} in the name of 'priya_nair'"
    agent = recording.turns[0].agent
    assert (agent.chat, agent.heard, agent.messages, agent.surface_faults) == ((), (), None, ())
    assert [utterance.text for utterance in agent.said] == ["Answer 1."]


def test_words_that_grow_in_one_stream_are_said_once_and_final_at_its_end(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(3.0)
        growing = stream(
            clock,
            ["The price", " is", " seven."],
            marks("SG_1", "false"),
            closed={"lk.transcription_final": "true"},
        )
        for event in growing:
            room.tell("modyl-recorder", event)

    async def nothing(desk: AgentTools) -> None:
        """Do nothing more."""

    recording = hold_meeting(AnsweringAgent(nothing), tmp_path, Setup(disturb=disturb))

    said = recording.turns[0].agent.said
    assert [(caption.text, caption.is_final, caption.is_whole) for caption in said] == [
        ("The price is seven.", True, True)
    ]


def test_guesses_at_people_s_words_are_bounded(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(2.5)
        for number in range(5_050):
            for event in stream(clock, ["x"], marks(str(number), "true"), name="priya_nair"):
                room.tell("modyl-recorder", event)
            await clock.sleep(0.0)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("agent", "flood")]
    assert "transcripts of people: 50" in recording.faults[0].detail
    assert len(recording.turns[0].agent.heard) == 500
