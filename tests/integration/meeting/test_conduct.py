"""A meeting is held as the script says, and every fault put down to whose it is."""

import asyncio
import json
import wave
from pathlib import Path

import numpy as np
import pytest
from tests.staging.meetings import (
    WORDS_S,
    AgentTools,
    AnsweringAgent,
    Hoarse,
    Mute,
    Setup,
    Slow,
    answer_politely,
    fault_codes,
    hold_meeting,
    is_complete,
    patience_s,
    scenario,
    short_scenario,
    tone,
)

from modylbench.foundation.clock import Clock
from modylbench.foundation.record import canonical_json
from modylbench.meeting.end_of_turn import MOST_BEYOND_S
from modylbench.meeting.room import (
    A2UI,
    AGENT_STATE,
    ANNOTATION,
    CHAT,
    FAULT,
    REACTION,
    TRANSCRIPTION,
    Guest,
    Room,
)
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.scenarios.scenario import Scenario
from modylbench.scenarios.script import Condition
from modylbench.scenarios.template import Participant


async def nothing(desk: AgentTools) -> None:
    """Do nothing."""


def test_an_agent_that_answers_is_recorded_whole(tmp_path: Path) -> None:
    setup = Setup(slots=3)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, setup)

    assert (recording.ending, recording.is_valid, fault_codes(recording)) == ("completed", True, [])
    assert [turn.agent.outcome for turn in recording.turns] == ["answered"] * 3
    assert [turn.agent.said[0].text for turn in recording.turns] == [
        "Answer 1.", "Answer 2.", "Answer 3.",
    ]  # fmt: skip
    watched = setup.watched
    assert [(progress.turn, progress.turns) for progress in watched] == [(1, 3), (2, 3), (3, 3)]
    assert watched[-1].last_line == "agent: Answer 3."
    assert [participant.identity for participant in recording.participants] == [
        "priya_nair",
        "agent",
    ]
    assert recording.setting.screens == "none: not wanted"
    assert is_complete(recording, tmp_path)


def test_of_every_voice_it_is_told_how_it_arrived(tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(slots=2))

    assert recording.turns
    for turn in recording.turns:
        assert [reception.identity for reception in turn.reception] == ["agent", "priya_nair"]
        for reception in turn.reception:
            lost = (
                reception.missing_s,
                reception.made_up_s,
                reception.late_frames,
                reception.late_s,
            )
            assert lost == (0.0, 0.0, 0, 0.0)
            length_s = turn.agent.ended_s - turn.human.started_s
            assert reception.expected_s == pytest.approx(length_s, abs=0.15)


def test_an_agent_that_is_only_heard_has_said_nothing_in_writing(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.microphone.play(tone(1.0))

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    assert [turn.agent.outcome for turn in recording.turns] == ["answered"] * 2
    assert all(turn.agent.said == () for turn in recording.turns)
    assert all(turn.agent.audio is not None for turn in recording.turns)


def test_it_is_recorded_whether_people_s_words_were_also_written(tmp_path: Path) -> None:
    for has_captions in (True, False):
        folder = tmp_path / str(has_captions)
        recording = hold_meeting(None, folder, Setup(has_captions=has_captions))
        assert recording.setting.has_captions is has_captions


def test_times_come_from_the_samples(tmp_path: Path) -> None:
    turn = hold_meeting(AnsweringAgent(answer_politely), tmp_path).turns[0]

    human, agent = turn.voices
    assert human.ended_s - human.started_s == pytest.approx(WORDS_S, abs=0.02)
    assert turn.human.ended_s - turn.human.started_s == pytest.approx(WORDS_S, abs=0.001)
    assert turn.agent.latency.response_s == pytest.approx(1.0, abs=0.002)
    assert agent.ended_s - agent.started_s == pytest.approx(1.0, abs=0.02)
    assert turn.agent.ended_s - agent.ended_s == pytest.approx(1.0, abs=0.15)


def test_words_end_with_the_last_sound_of_them(tmp_path: Path) -> None:
    turn = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(voice=Slow())).turns[0]

    assert turn.human.ended_s - turn.human.started_s == pytest.approx(WORDS_S, abs=0.02)
    assert turn.agent.latency.response_s == pytest.approx(1.0, abs=0.002)


def test_the_clips_hold_what_was_heard(tmp_path: Path) -> None:
    turn = hold_meeting(AnsweringAgent(answer_politely), tmp_path).turns[0]

    assert turn.agent.audio is not None
    assert turn.room is not None
    alone, together = (
        _samples(tmp_path / clip.file.path) for clip in (turn.agent.audio, turn.room)
    )
    silence = round(1.0 * 24_000)
    assert not alone[: silence - 48].any()
    answer = np.frombuffer(tone(1.0), dtype="<i2")
    start = round((turn.agent.audio.started_s - turn.room.started_s) * 24_000)
    assert np.abs(alone[silence - 48 : silence + 24_000 + 48]).max() == np.abs(answer).max()
    assert np.array_equal(together[start : start + len(alone)], alone[: len(together) - start])
    assert np.array_equal(together[:48_000], np.frombuffer(tone(WORDS_S), dtype="<i2"))


def _samples(path: Path) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    with wave.open(str(path), "rb") as reader:
        assert (reader.getframerate(), reader.getnchannels(), reader.getsampwidth()) == (
            24_000,
            1,
            2,
        )
        return np.frombuffer(reader.readframes(reader.getnframes()), dtype="<i2")


def test_the_same_meeting_leaves_the_same_bytes(tmp_path: Path) -> None:
    kept = []
    for name in ("one", "two"):
        recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path / name, Setup(slots=2))
        kept.append(canonical_json(recording.model_dump(mode="json")))

    assert kept[0] == kept[1]


def test_parts_of_the_latency_follow_what_the_agent_says_of_itself(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        for state, seconds in (("thinking", 0.8), ("speaking", 0.25)):
            await desk.clock.sleep(0.5 if state == "thinking" else 0.0)
            await desk.connection.set_attributes({AGENT_STATE: state})
            await desk.clock.sleep(seconds)
        await desk.microphone.play(tone(1.0))
        await desk.connection.set_attributes({AGENT_STATE: "listening"})

    latency = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0].agent.latency

    parts = (latency.endpointing_s, latency.compute_s, latency.first_audio_s, latency.response_s)
    assert parts == pytest.approx((0.5, 0.8, 0.25, 1.55), abs=0.003)
    assert (latency.tts_s, latency.transport_s) == (None, None)


def test_an_agent_that_says_it_thinks_is_waited_for(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.connection.set_attributes({AGENT_STATE: "thinking"})
        await desk.connection.send_text("Let me see.", CHAT, {})
        await desk.clock.sleep(20.0)
        await desk.say("Here it is.")
        await desk.connection.set_attributes({AGENT_STATE: "listening"})

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    assert [utterance.text for utterance in turn.agent.said] == ["Here it is."]
    assert [message.text for message in turn.agent.chat] == ["Let me see."]


class Raises:
    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        message = "no such seat"
        raise ValueError(message)


def test_an_attendee_that_raises_is_the_harness_s_fault(tmp_path: Path) -> None:
    recording = hold_meeting(Raises(), tmp_path)

    assert fault_codes(recording) == [("harness", "attendee_failed")]
    assert recording.faults[0].detail == "ValueError: no such seat"
    assert (recording.ending, recording.is_valid) == ("broken_off", False)
    assert is_complete(recording, tmp_path)


def test_an_attendee_that_raises_later_leaves_the_turns_before(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        if desk.number == 2:
            message = "torn"
            raise ValueError(message)
        await answer_politely(desk)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=3))

    assert ("harness", "attendee_failed") in fault_codes(recording)
    assert all(culprit != "agent" or code == "left" for culprit, code in fault_codes(recording))
    assert recording.turns[0].agent.outcome == "answered"
    assert recording.ending == "broken_off"
    assert is_complete(recording, tmp_path)


def test_an_agent_that_never_comes_is_absent(tmp_path: Path) -> None:
    recording = hold_meeting(None, tmp_path)

    assert fault_codes(recording) == [("agent", "never_joined")]
    assert (recording.ending, recording.turns, recording.is_valid) == ("agent_left", (), True)
    assert recording.duration_s == pytest.approx(30.0, abs=0.2)
    assert is_complete(recording, tmp_path)


class Leaves:
    """Leaves in the middle of its first sentence, and may come back."""

    def __init__(self, away_s: float | None) -> None:
        self._away_s = away_s

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        async def answer(desk: AgentTools) -> None:
            if desk.number > 1 or again:
                await answer_politely(desk)
                return
            writer = await desk.connection.open_text(TRANSCRIPTION, {})
            await writer.write("The enterprise val")
            speaking = asyncio.create_task(desk.microphone.play(tone(5.0)))
            await clock.sleep(1.0)
            await desk.connection.leave()
            speaking.cancel()

        again = False
        await AnsweringAgent(answer).attend(room, invitation, clock)
        if self._away_s is not None:
            await clock.sleep(self._away_s)
            again = True
            await AnsweringAgent(answer).attend(room, invitation, clock)


def test_an_agent_that_leaves_and_comes_back_goes_on(tmp_path: Path) -> None:
    recording = hold_meeting(Leaves(10.0), tmp_path, Setup(slots=2))

    first, second = recording.turns
    assert (first.agent.outcome, second.agent.outcome) == ("unfinished", "answered")
    assert first.agent.said[0].is_whole is False
    assert second.agent.audio is not None
    assert fault_codes(recording) == [("agent", "left"), ("agent", "answer_not_finished")]
    assert recording.ending == "completed"
    assert recording.is_valid
    assert is_complete(recording, tmp_path)


def test_an_agent_that_leaves_for_good_ends_the_meeting(tmp_path: Path) -> None:
    recording = hold_meeting(Leaves(None), tmp_path, Setup(slots=3))

    assert recording.ending == "agent_left"
    assert [turn.agent.outcome for turn in recording.turns] == ["unfinished"]
    assert {culprit for culprit, _ in fault_codes(recording)} == {"agent"}
    assert is_complete(recording, tmp_path)


def test_an_agent_that_is_away_when_asked_is_absent(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await answer_politely(desk)
        await desk.clock.sleep(1.2)
        await desk.connection.leave()

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    assert [turn.agent.outcome for turn in recording.turns] == ["answered", "absent"]
    assert recording.ending == "agent_left"


def test_an_answer_after_the_time_out_is_timed_out(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        if desk.number == 1:
            await desk.clock.sleep(patience_s() + 5.0)
        await answer_politely(desk)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(slots=2))

    assert recording.turns[0].agent.outcome == "timed_out"
    assert fault_codes(recording)[0] == ("agent", "no_answer_in_time")
    assert recording.is_valid
    waited = recording.turns[0].agent.ended_s - recording.turns[0].human.ended_s
    assert waited == pytest.approx(patience_s(), abs=0.2)


def test_patience_stands_still_while_the_agent_speaks(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.say("A long story.", seconds=100.0)

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    assert turn.agent.outcome == "answered"


def test_an_agent_that_never_falls_silent_is_unfinished(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        for _ in range(40):
            await desk.say("And so on.", seconds=30.0)

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    turn = recording.turns[0]
    assert turn.agent.outcome == "unfinished"
    waited = turn.agent.ended_s - turn.human.ended_s
    assert waited == pytest.approx(patience_s() + MOST_BEYOND_S, abs=0.2)
    assert fault_codes(recording) == [("agent", "answer_not_finished")]


def test_an_open_stream_is_waited_for_until_patience_ends(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        writer = await desk.connection.open_text(CHAT, {})
        await writer.write("Wait for it")

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    assert recording.turns[0].agent.outcome == "unfinished"


class Hangs:
    """Hears nobody, and does not go when it is told to for the first time."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        connection = await room.join(Guest("agent", "Agent", "agent"))
        await connection.publish_microphone()
        for _ in range(2):
            try:
                await clock.sleep(100_000.0)
            except asyncio.CancelledError:
                continue


def test_an_agent_that_hangs_does_not_hold_the_meeting(tmp_path: Path) -> None:
    recording = hold_meeting(Hangs(), tmp_path, Setup(slots=2))

    assert [turn.agent.outcome for turn in recording.turns] == ["timed_out", "timed_out"]
    assert set(fault_codes(recording)) == {("agent", "no_answer_in_time")}
    assert recording.ending == "completed"
    assert is_complete(recording, tmp_path)


def test_a_meeting_ends_when_its_time_is_over(tmp_path: Path) -> None:
    setup = Setup(scenario=short_scenario(3, timeout_minutes=1.0))

    recording = hold_meeting(Hangs(), tmp_path, setup)

    assert recording.ending == "out_of_time"
    assert len(recording.turns) == 1
    assert fault_codes(recording)[-1] == ("agent", "out_of_time")
    assert recording.duration_s == pytest.approx(60.0, abs=0.3)


def test_a_meeting_with_all_edge_cases_may_take_longer(tmp_path: Path) -> None:
    whole = scenario()
    beat = whole.turns[0].model_copy(update={"follow_ups": ()})
    traps = [beat.model_copy(update={"edge_case": f"trap {number}"}) for number in range(5)]
    turns = [
        part.model_copy(update={"turn_index": 1 + 2 * number})
        for number, part in enumerate((beat, *traps))
    ]
    update = {"turns": tuple(turns), "closing": None, "timeout_minutes": 1.0}
    setup = Setup(scenario=whole.model_copy(update=update))

    recording = hold_meeting(Hangs(), tmp_path, setup)

    assert recording.ending == "out_of_time"
    assert recording.duration_s == pytest.approx(180.0, abs=0.3)  # six requests in place of two
    assert recording.faults[-1].detail == "the meeting was longer than 3 minutes"


def test_a_flood_is_counted_and_thrown_away(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        for number in range(10_000):
            await desk.connection.send_text(f"message {number}", CHAT, {})

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    turn = recording.turns[0]
    assert turn.agent.outcome == "answered"
    assert len(turn.agent.chat) == 200
    assert fault_codes(recording) == [("agent", "flood")]
    assert "text streams: 8,000" in recording.faults[0].detail
    assert (tmp_path / "events.jsonl").stat().st_size < 2_000_000
    assert is_complete(recording, tmp_path)


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 48_000])
def test_a_voice_of_another_rate_lasts_as_long(rate_hz: int, tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.microphone.play(tone(2.0, rate_hz), rate_hz)

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    agent = next(voice for voice in turn.voices if voice.identity == "agent")
    assert agent.ended_s - agent.started_s == pytest.approx(2.0, abs=0.05)


def test_an_agent_that_speaks_over_the_human_has_a_negative_response(tmp_path: Path) -> None:
    async def begun(desk: AgentTools) -> None:
        await desk.clock.sleep(0.5)
        await desk.microphone.play(tone(3.0))

    turn = hold_meeting(AnsweringAgent(nothing, begun=begun), tmp_path).turns[0]

    assert turn.agent.outcome == "answered"
    assert turn.agent.latency.response_s == pytest.approx(0.5 - WORDS_S, abs=0.002)
    assert turn.agent.audio is not None
    assert turn.agent.audio.started_s == pytest.approx(turn.human.started_s + 0.5, abs=0.002)


def test_two_voices_are_clipped_and_not_wrapped(tmp_path: Path) -> None:
    async def begun(desk: AgentTools) -> None:
        await desk.microphone.play(tone(1.0, level=30_000.0))

    turn = hold_meeting(AnsweringAgent(nothing, begun=begun), tmp_path).turns[0]

    assert turn.room is not None
    both = _samples(tmp_path / turn.room.file.path).astype(int)
    alone = np.frombuffer(tone(WORDS_S), dtype="<i2").astype(int)
    assert both.max() == 32_767
    where = np.flatnonzero(both[: len(alone)] == 32_767)
    assert (alone[where] > 0).all()


def test_streams_that_are_aborted_are_not_whole(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        writer = await desk.connection.open_text(TRANSCRIPTION, {})
        await writer.write("I was about to")
        await writer.abort()

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    assert [(utterance.text, utterance.is_whole) for utterance in turn.agent.said] == [
        ("I was about to", False)
    ]


def test_the_last_word_on_a_segment_takes_the_place_of_earlier_ones(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        for text, final in (("The", "false"), ("The price", "false"), ("The price is", "true")):
            marks = {"lk.segment_id": "a", "lk.transcription_final": final}
            await desk.connection.send_text(text, TRANSCRIPTION, marks)

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    assert [(utterance.text, utterance.is_final) for utterance in turn.agent.said] == [
        ("The price is", True)
    ]


def test_garbage_for_surfaces_is_the_agent_s_fault_and_told_to_it(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.connection.send_text('{"version": "v0.9", "updateComponents": 7}', A2UI, {})
        await desk.connection.send_text("{{{ not json", A2UI, {})
        await desk.clock.sleep(0.5)

    agent = AnsweringAgent(answer)
    recording = hold_meeting(agent, tmp_path)

    turn = recording.turns[0]
    assert {fault.severity for fault in turn.agent.surface_faults} >= {"error"}
    assert agent.desk is not None
    assert any("VALIDATION_FAILED" in reply for reply in agent.desk.replies)
    assert all(isinstance(json.loads(reply), dict) for reply in agent.desk.replies)
    assert len(agent.desk.replies) >= 2
    assert recording.is_valid
    assert is_complete(recording, tmp_path)


def test_a_thousand_files_are_not_all_kept(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        for number in range(1_000):
            await desk.connection.send_file(
                f"{number}.csv", b"a,b\n1,2\n", mime_type="text/csv", attributes={}
            )

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    assert len(recording.turns[0].agent.files) == 50
    assert fault_codes(recording) == [("agent", "flood")]
    assert is_complete(recording, tmp_path)


def test_hostile_names_stay_in_the_record_and_out_of_the_path(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "C:\\x\\..\\y.csv", "a\nb.csv", "..", "🙂" * 60 + ".md", ".bashrc"]

    async def answer(desk: AgentTools) -> None:
        for name in names:
            await desk.connection.send_file(name, b"x", mime_type="text/csv", attributes={})

    folder = tmp_path / "trial"
    recording = hold_meeting(AnsweringAgent(answer), folder)

    files = recording.turns[0].agent.files
    assert [file.name for file in files] == names
    assert len({file.file.path for file in files}) == len(names)
    assert [path.name for path in tmp_path.iterdir()] == ["trial"]
    assert is_complete(recording, folder)


def test_of_two_people_the_one_who_is_named_speaks(tmp_path: Path) -> None:
    partner = Participant(
        identity="tom_reed", role="partner", persona="Tom Reed, partner.", voice="male_us_50s"
    )
    base = short_scenario(2)
    turn = base.turns[0]
    slot = turn.follow_ups[0]
    said = slot.alternatives[0].model_copy(update={"speaker": "tom_reed"})
    slot = slot.model_copy(update={"alternatives": (said,)})
    update = {
        "participants": (*base.participants, partner),
        "turns": (turn.model_copy(update={"follow_ups": (slot,)}),),
    }

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, Setup(scenario=base.model_copy(update=update))
    )

    assert [turn.human.speaker for turn in recording.turns] == ["priya_nair", "tom_reed"]
    assert {voice.identity for voice in recording.turns[1].voices} == {"tom_reed", "agent"}
    assert [participant.name for participant in recording.participants] == [
        "Priya Nair",
        "Tom Reed",
        "Agent",
    ]
    assert recording.is_valid


def test_a_meeting_without_audio_takes_its_time(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.clock.sleep(1.0)
        await desk.connection.send_text("In writing.", TRANSCRIPTION, {})

    recording = hold_meeting(AnsweringAgent(answer), tmp_path, Setup(voice=None))

    turn = recording.turns[0]
    assert (turn.room, turn.agent.audio, turn.voices) == (None, None, ())
    assert turn.human.ended_s - turn.human.started_s > 10.0
    assert turn.agent.latency.response_s == pytest.approx(1.0, abs=0.001)
    assert recording.setting.speech == "none"
    assert recording.is_valid


def test_a_shared_screen_is_kept_twice_a_second_and_only_where_it_changed(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        share = await desk.connection.publish_screen()
        await desk.clock.sleep(0.2)
        for number in range(20):
            colour = bytes([0 if number < 10 else 255, 0, 0, 255])
            await share.show(16, 9, colour * (16 * 9))
            await desk.microphone.play(tone(0.1))

    turn = hold_meeting(AnsweringAgent(answer), tmp_path).turns[0]

    assert [frame.source for frame in turn.agent.frames] == ["screenshare"] * 2
    assert turn.agent.outcome == "answered"


def test_what_comes_on_other_channels_is_kept(tmp_path: Path) -> None:
    async def answer(desk: AgentTools) -> None:
        await desk.connection.send_text("👍", REACTION, {})
        await desk.connection.send_text('{"type": "Annotation"}', ANNOTATION, {})
        await desk.connection.send_text("not JSON", ANNOTATION, {})
        await desk.connection.send_text('{"code": "raised", "detail": "oops"}', FAULT, {})
        await desk.say("Yes.")

    recording = hold_meeting(AnsweringAgent(answer), tmp_path)

    agent = recording.turns[0].agent
    assert [reaction.text for reaction in agent.reactions] == ["👍"]
    assert [annotation.text for annotation in agent.annotations] == ['{"type": "Annotation"}']
    assert [(fault.culprit, fault.code, fault.detail) for fault in recording.faults] == [
        ("agent", "annotation_not_json", "not JSON"),
        ("agent", "raised", "oops"),
    ]


def test_a_voice_that_fails_makes_the_meeting_invalid(tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(voice=Hoarse()))

    assert fault_codes(recording) == [("harness", "speech_failed")]
    assert (recording.is_valid, recording.ending) == (False, "broken_off")


def test_a_voice_of_which_nothing_is_heard_makes_the_meeting_invalid(tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(voice=Mute()))

    assert fault_codes(recording) == [("harness", "speech_failed")]


def test_a_condition_that_cannot_be_told_makes_the_meeting_invalid(tmp_path: Path) -> None:
    base = short_scenario(1)
    turn = base.turns[0]
    slot = scenario().turns[0].follow_ups[1]
    broken = slot.alternatives[0].model_copy(update={"when": Condition(shown="no_such_quantity")})
    slot = slot.model_copy(update={"alternatives": (broken, *slot.alternatives[1:])})
    update = {"turns": (turn.model_copy(update={"follow_ups": (slot,)}),)}

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, Setup(scenario=base.model_copy(update=update))
    )

    assert fault_codes(recording) == [("harness", "script_condition_broken")]
    assert len(recording.turns) == 1
    assert is_complete(recording, tmp_path)


def test_a_disk_that_cannot_be_written_is_the_harness_s_fault(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("in the way")

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path)

    assert fault_codes(recording) == [("harness", "capture_failed")]
    assert recording.ending == "broken_off"


def test_a_recorder_that_loses_its_link_is_the_infrastructure_s_fault(tmp_path: Path) -> None:
    async def disturb(room: InProcessRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.drop("modyl-recorder", 0.5)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert ("infrastructure", "link_lost") in fault_codes(recording)
    assert not recording.is_valid
    assert not any(culprit == "agent" for culprit, _ in fault_codes(recording))


def test_a_person_who_loses_the_link_is_the_infrastructure_s_fault(tmp_path: Path) -> None:
    async def disturb(room: InProcessRoom, clock: Clock) -> None:
        await clock.sleep(0.3)
        room.drop("priya_nair", 1.5)

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("infrastructure", "link_lost")]
    assert recording.faults[0].detail.startswith("the link of priya_nair was lost for 1.5 s")
    assert recording.duration_s == pytest.approx(1.8, abs=0.1)  # nobody speaks to the end
    assert not recording.is_valid
    assert is_complete(recording, tmp_path)


def test_a_room_that_is_deleted_is_somebody_s_interference(tmp_path: Path) -> None:
    async def disturb(room: InProcessRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        await room.aclose()

    recording = hold_meeting(AnsweringAgent(answer_politely), tmp_path, Setup(disturb=disturb))

    assert fault_codes(recording) == [("infrastructure", "interference")]
    assert recording.ending == "broken_off"
    assert is_complete(recording, tmp_path)


def test_the_agent_s_reconnect_renews_its_track(tmp_path: Path) -> None:
    async def disturb(room: InProcessRoom, clock: Clock) -> None:
        await clock.sleep(1.0)
        room.drop("agent", 0.2)

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path, Setup(slots=2, disturb=disturb)
    )

    assert recording.turns[1].agent.outcome == "answered"
    assert recording.turns[1].agent.audio is not None
    assert recording.is_valid
