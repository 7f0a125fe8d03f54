"""An agent is asked at the right time with the right words; its failures are its own."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.staging.agents import Hum, Table, meet
from typing_extensions import override

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.seating.timing import SeededTiming
from modylbench.foundation.draw import Draw
from modylbench.meeting.room import CHAT, TRANSCRIPTION, Guest
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailure

Answer = Callable[[HeardTurn, Seat], Awaitable[None]]


class Answering:
    """An agent that is one function, and keeps what it heard."""

    def __init__(self, function: Answer | None = None) -> None:
        self.function = function
        self.all_heard: list[HeardTurn] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        self.all_heard.append(heard)
        if self.function is not None:
            await self.function(heard, seat)
        await seat.say(f"You said: {heard.text}")


async def two_questions(table: Table) -> None:
    await table.ask("First?")
    await table.ask("Second?")


def failing_first(error: Callable[[], BaseException]) -> Answer:
    async def answer(heard: HeardTurn, seat: Seat) -> None:
        if heard.text == "First?":
            raise error()

    return answer


class Unreadable(Exception):
    @override
    def __str__(self) -> str:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (lambda: ValueError("a\nb"), "ValueError: a b"),
        (lambda: SystemExit(3), "SystemExit: 3"),
        (asyncio.CancelledError, "CancelledError"),
        (lambda: BaseExceptionGroup("two", [SystemExit(1)]), "BaseExceptionGroup: two"),
        (Unreadable, "Unreadable: its message cannot be read (ZeroDivisionError)"),
        (TimeoutError, "TimeoutError"),
    ],
)
def test_an_agent_that_raises_is_at_fault_and_the_meeting_goes_on(
    error: Callable[[], BaseException], detail: str
) -> None:
    table = meet(lambda: Answering(failing_first(error)), two_questions)

    [fault] = table.faults
    assert fault["code"] == "raised"
    assert fault["detail"].startswith(detail)
    assert [stream.text for stream in table.spoken] == ["You said: Second?"]


def test_a_fault_is_told_in_a_bounded_line() -> None:
    table = meet(lambda: Answering(failing_first(lambda: ValueError("x" * 10**7))), two_questions)

    assert len(table.faults[0]["detail"]) == 300


def test_an_agent_that_cannot_be_made_is_silent_and_at_fault() -> None:
    def make() -> Answering:
        message = "no weights"
        raise OSError(message)

    table = meet(make, two_questions)

    assert table.faults == [{"code": "raised", "detail": "OSError: no weights"}]
    assert table.spoken == []


def test_an_agent_that_is_no_coroutine_is_at_fault() -> None:
    class Plain:
        def answer(self, *_: object) -> None:
            return None

    table = meet(Plain, two_questions)  # type: ignore[arg-type]

    assert [fault["detail"].partition(":")[0] for fault in table.faults] == ["TypeError"] * 2


async def interrupting(table: Table) -> None:
    await table.say("First?")
    await table.clock.sleep(20)
    await table.ask("Second?")


def test_an_agent_that_hangs_is_stopped_by_the_next_question() -> None:
    async def hang(heard: HeardTurn, seat: Seat) -> None:
        if heard.text == "First?":
            await asyncio.Event().wait()

    timing = SeededTiming(Draw("hanging"))
    table = meet(lambda: Answering(hang), interrupting, timing=timing)

    assert table.faults == []
    assert [stream.text for stream in table.spoken] == ["You said: Second?"]


def test_an_agent_that_will_not_stop_is_left_alone_and_at_fault() -> None:
    async def refuse(heard: HeardTurn, seat: Seat) -> None:
        while heard.text == "First?":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                continue

    timing = SeededTiming(Draw("stubborn"))
    table = meet(lambda: Answering(refuse), interrupting, timing=timing)

    [fault] = table.faults
    assert fault["code"] == "not_stopped"
    assert fault["asked_s"] == pytest.approx(_thinking(table)[0], abs=3.0)  # and not of the next
    assert [stream.text for stream in table.spoken] == ["You said: Second?"]


def test_an_agent_that_waits_for_ever_in_the_meeting_does_not_stop_the_measuring() -> None:
    """Its wait was begun in a call that was given up, and must not count in the next."""
    waiting: list[asyncio.Task[None]] = []

    async def answer(heard: HeardTurn, seat: Seat) -> None:
        if heard.text == "First?":
            waiting.append(asyncio.create_task(seat.wait(3_000)))
            await seat.wait(3_000)
        else:
            await asyncio.to_thread(time.sleep, 0.5)

    table = meet(lambda: Answering(answer), interrupting)

    assert table.spoken[0].opened_s - _thinking(table)[1] >= 0.7


def _thinking(table: Table) -> list[float]:
    return [at for at, state in table.states if state == "thinking"]


async def sleep_carelessly(seconds: float) -> None:
    time.sleep(seconds)  # noqa: ASYNC251 - as a careless agent does


@pytest.mark.parametrize(
    "work",
    [
        lambda: asyncio.to_thread(time.sleep, 0.3),
        lambda: asyncio.sleep(0.3),
        lambda: sleep_carelessly(0.3),
    ],
    ids=["in_a_thread", "waiting", "keeping_everybody_waiting"],
)
def test_the_time_that_an_agent_computes_is_measured(work: Callable[[], Awaitable[None]]) -> None:
    took_s: list[float] = []

    async def answer(heard: HeardTurn, seat: Seat) -> None:
        start_s = time.perf_counter()
        await work()
        took_s.append(time.perf_counter() - start_s)

    table = meet(lambda: Answering(answer), two_questions)

    assert len(took_s) == 2
    for thinking_s, spoken, own_s in zip(_thinking(table), table.spoken, took_s, strict=True):
        assert spoken.opened_s - thinking_s == pytest.approx(own_s + 0.2, abs=0.05)


def test_what_an_agent_says_and_waits_for_takes_no_time_on_the_wall() -> None:
    async def answer(heard: HeardTurn, seat: Seat) -> None:
        await seat.say("word " * 200)
        await seat.wait_for_playout()
        await seat.wait(100)

    start = time.perf_counter()
    table = meet(lambda: Answering(answer), two_questions, voice=Hum())

    assert table.clock.now_s() > 300
    assert time.perf_counter() - start < 10


def test_the_time_of_an_agent_that_is_not_measured_is_drawn() -> None:
    async def answer(heard: HeardTurn, seat: Seat) -> None:
        time.sleep(0.1)  # noqa: ASYNC251 - must not count

    table = meet(lambda: Answering(answer), two_questions, timing=SeededTiming(Draw("drawn")))

    expected = SeededTiming(Draw("drawn"))
    endpointing_s, compute_s = expected.endpointing_s(), expected.compute_s()
    first_audio_s = expected.first_audio_s()
    listening_s = next(at for at, state in table.states if state == "listening")
    asked_s = listening_s + 1.0
    assert _thinking(table)[0] == pytest.approx(asked_s + endpointing_s, abs=0.05)
    delay_s = table.spoken[0].opened_s - _thinking(table)[0]
    assert delay_s == pytest.approx(compute_s + first_audio_s, abs=0.001)


def test_a_voice_that_fails_is_not_the_agents_fault() -> None:
    class Broken(Hum):
        @override
        async def speak(self, text: str, voice: str) -> Speech:
            message = f"no voice {voice!r} for {text!r}"
            raise SpeechFailure(message)

    with pytest.raises(SpeechFailure, match="no voice 'bdl'"):
        meet(Answering, two_questions, voice=Broken())


def test_the_agent_hears_how_it_sounded() -> None:
    agent = Answering()
    pcm = b"".join(n.to_bytes(2, "little") for n in range(1, 24_000)) * 12

    async def script(table: Table) -> None:
        await table.say("A long question.", pcm)
        await table.until(lambda: any(state == "speaking" for _, state in table.states))
        assert table.microphone is not None
        await table.microphone.play(b"\x00\x30" * SAMPLE_RATE_HZ)
        await table.say("A short one.")
        await table.clock.sleep(10)

    meet(lambda: agent, script, voice=Hum())

    first, second = agent.all_heard
    assert first.text == "A long question."
    assert len(first.pcm) == pytest.approx(len(pcm), abs=0.04 * 2 * SAMPLE_RATE_HZ)
    assert first.pcm.lstrip(b"\x00")[: 11 * 2 * SAMPLE_RATE_HZ] in pcm
    assert second.pcm.count(b"\x00\x20") == pytest.approx(SAMPLE_RATE_HZ, rel=0.03)
    assert second.pcm.count(b"\x00\x30") == pytest.approx(0, abs=0.04 * SAMPLE_RATE_HZ)


def test_two_things_said_in_one_breath_are_one_question() -> None:
    agent = Answering()

    async def script(table: Table) -> None:
        await table.say("Wait,")
        writer = await table.human.open_text(TRANSCRIPTION, {"lk.transcription_final": "true"})
        await writer.write("one more thing.")
        await table.clock.sleep(0.2)
        count = len(table.states)
        await writer.close()
        await table.until(lambda: table.states[count:][-1:] == [(table.states[-1][0], "listening")])

    meet(lambda: agent, script)

    assert [heard.text for heard in agent.all_heard] == ["Wait, one more thing."]


def test_words_that_are_not_final_or_an_agents_are_not_heard() -> None:
    agent = Answering()

    async def script(table: Table) -> None:
        await table.human.send_text("Interim", TRANSCRIPTION, {"lk.transcription_final": "false"})
        await table.recorder.send_text("Hidden", TRANSCRIPTION, {})
        await table.ask("Final?")

    meet(lambda: agent, script)

    assert [heard.text for heard in agent.all_heard] == ["Final?"]


def test_a_file_goes_with_the_words_that_follow_it() -> None:
    agent = Answering()

    async def script(table: Table) -> None:
        await table.human.send_file("a.csv", b"1,2", mime_type="text/csv", attributes={})
        await table.write("I shared a.csv", modyl_attachment="a.csv")
        await table.ask("See the file.")
        await table.ask("And now?")

    meet(lambda: agent, script)

    first, second = agent.all_heard
    assert (first.text, first.channel) == ("See the file.", "voice")
    assert [(file.name, file.content) for file in first.files] == [("a.csv", b"1,2")]
    assert second.files == ()


def test_a_file_with_which_nobody_says_anything_is_a_question_of_its_own() -> None:
    agent = Answering()

    async def script(table: Table) -> None:
        await table.write("I shared a.csv", modyl_attachment="a.csv")
        await table.human.send_file("a.csv", b"1,2", mime_type="text/csv", attributes={})
        await table.clock.sleep(4.9)
        assert agent.all_heard == []
        await table.until(lambda: any(state == "speaking" for _, state in table.states))

    meet(lambda: agent, script)

    [heard] = agent.all_heard
    assert (heard.text, heard.channel, len(heard.files)) == ("I shared a.csv", "chat", 1)


def test_what_is_written_is_answered_too() -> None:
    agent = Answering()

    async def script(table: Table) -> None:
        await table.human.send_text("In writing?", CHAT, {})
        await table.until(lambda: bool(table.spoken))

    meet(lambda: agent, script)

    [heard] = agent.all_heard
    assert (heard.text, heard.channel, heard.pcm) == ("In writing?", "chat", b"")


def test_an_agent_whose_link_breaks_while_it_speaks_goes_on_afterwards() -> None:
    async def script(table: Table) -> None:
        await table.say("First?")
        await table.until(lambda: bool(table.spoken))
        table.room.drop("agent", 1.0)
        await table.clock.sleep(10)
        await table.ask("Second?")

    table = meet(Answering, script, voice=Hum())

    assert [stream.is_whole for stream in table.spoken] == [False, True]
    assert table.spoken[1].text == "You said: Second?"
    assert table.faults == []


@pytest.mark.parametrize("after_s", [0.0, 0.3, 0.5, 0.65, 0.7, 1.0])
def test_a_room_that_closes_at_any_moment_ends_the_meeting_quietly(after_s: float) -> None:
    async def script(table: Table) -> None:
        await table.say("First?")
        await table.clock.sleep(after_s)

    table = meet(Answering, script, voice=Hum())

    assert table.faults == []


def test_who_is_put_out_of_the_room_leaves_quietly() -> None:
    async def script(table: Table) -> None:
        await table.say("First?")
        await table.until(lambda: bool(table.spoken))
        await table.room.join(Guest("agent", kind="agent"))
        await table.clock.sleep(10)

    table = meet(Answering, script, voice=Hum())

    assert [stream.is_whole for stream in table.spoken] == [False]


def test_who_is_spoken_to_again_stops_speaking() -> None:
    async def answer(heard: HeardTurn, seat: Seat) -> None:
        if heard.text == "First?":
            await seat.say("A very long answer. " * 50)

    table = meet(lambda: Answering(answer), interrupting, voice=Hum())

    assert [stream.is_whole for stream in table.spoken] == [False, True]
    assert table.spoken[1].text == "You said: Second?"


def test_an_agent_may_act_while_others_speak() -> None:
    events: list[str] = []

    async def answer(heard: HeardTurn, seat: Seat) -> None:
        events.append(heard.text)

    class Interrupting(Answering):
        async def overhear(self, speaker: str, seat: Seat) -> None:
            try:
                await seat.wait(0.3)
                await seat.chat(f"{speaker}, let me say something.")
                await seat.wait(60)
            finally:
                events.append("stopped")

    table = meet(lambda: Interrupting(answer), two_questions)

    texts = [stream.text for stream in table.of("lk.chat")]
    assert texts == ["priya_nair, let me say something."] * 2
    assert events == ["stopped", "First?", "stopped", "Second?"]
    assert table.faults == []


def test_what_is_raised_while_others_speak_is_a_fault() -> None:
    class Interrupting(Answering):
        async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002
            raise KeyError(speaker)

    table = meet(Interrupting, two_questions)

    assert [fault["detail"] for fault in table.faults] == ["KeyError: 'priya_nair'"] * 2
    assert len(table.spoken) == 2


def test_everybody_is_named_in_the_invitation() -> None:
    seen: list[Any] = []

    async def answer(heard: HeardTurn, seat: Seat) -> None:
        seen.append(seat.invitation)

    meet(lambda: Answering(answer), two_questions)

    [person] = seen[0].people
    assert (person.identity, person.name) == ("priya_nair", "Priya Nair")
    assert "CloudSync" in seen[0].title
    assert json.dumps(seen[0].goal)
