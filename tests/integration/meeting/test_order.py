"""The agent's words are kept in the order in which it said them, in whatever form."""

from pathlib import Path

from tests.staging.meetings import AgentTools, AnsweringAgent, hold_meeting

from modylbench.meeting.capture.words import FINAL, SEGMENT
from modylbench.meeting.room import TRANSCRIPTION


def said(recording_of: object, folder: Path) -> list[str]:
    recording = hold_meeting(recording_of, folder)  # type: ignore[arg-type]
    assert recording.turns[0].agent.outcome == "answered"
    return [spoken.text for spoken in recording.turns[0].agent.said]


def test_words_stand_in_the_order_in_which_their_streams_were_opened(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        first = await desk.connection.open_text(TRANSCRIPTION, {})
        second = await desk.connection.open_text(TRANSCRIPTION, {})
        await second.write("It is seven.")
        await second.close()
        await first.write("You ask for the price.")
        await first.close()

    assert said(AnsweringAgent(answer), tmp_path) == ["You ask for the price.", "It is seven."]


def test_the_last_word_on_a_segment_stands_where_the_first_guess_stood(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        connection = desk.connection
        await connection.send_text("It is", TRANSCRIPTION, {SEGMENT: "a", FINAL: "false"})
        await connection.send_text("Yes.", TRANSCRIPTION, {SEGMENT: "b", FINAL: "true"})
        await connection.send_text("It is seven.", TRANSCRIPTION, {SEGMENT: "a", FINAL: "true"})

    assert said(AnsweringAgent(answer), tmp_path) == ["It is seven.", "Yes."]


def test_a_transcript_in_lines_of_json_is_a_text_like_any_other(tmp_path: Path) -> None:
    line = '{"text": "It is seven.", "start_time": 0.1}\n{"text": "\\u0000", "x": [[]]}\n'

    async def answer(desk: AgentTools) -> None:
        await desk.connection.send_text(line, TRANSCRIPTION, {})

    assert said(AnsweringAgent(answer), tmp_path) == [line]
