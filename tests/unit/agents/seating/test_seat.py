"""What an agent does at its seat reaches the others as and when it should."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.staging.agents import Hum, Table, meet

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.agents.seating.seat import guess_mime_type
from modylbench.meeting.room import (
    A2UI,
    A2UI_ACTION,
    ANNOTATION,
    CHAT,
    REACTION,
    TARGET,
    FileReceived,
    PictureReceived,
    RoomClosed,
)
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, TextToSpeech, estimated_duration_s

Act = Callable[[Seat], Awaitable[None]]


class Doing:
    """An agent that does one thing whatever is said."""

    def __init__(self, act: Act) -> None:
        self.act = act

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        await self.act(seat)


async def one_question(table: Table) -> None:
    await table.ask("Hello?")


def done(act: Act, *, voice: TextToSpeech | None = None) -> Table:
    return meet(lambda: Doing(act), one_question, voice=voice)


def test_lines_are_said_one_after_the_other_without_a_gap() -> None:
    async def act(seat: Seat) -> None:
        await seat.say("One two three four.")
        await seat.say("Five six. Seven!")

    table = done(act, voice=Hum())

    first, second = table.spoken
    assert (first.text, second.text) == ("One two three four.", "Five six. Seven!")
    assert first.is_whole
    assert second.is_whole
    assert first.closed_s == pytest.approx(first.opened_s + 0.05 * len(first.text), abs=0.03)
    assert second.opened_s == pytest.approx(first.closed_s, abs=0.001)
    assert first.attributes["lk.segment_id"] != second.attributes["lk.segment_id"]
    assert first.attributes["lk.transcription_final"] == "true"


def test_the_first_sound_costs_the_same_whether_the_voice_is_slow_or_quick() -> None:
    async def act(seat: Seat) -> None:
        await seat.say("Here it is.")
        await seat.wait_for_playout()

    for voice in (Hum(), Hum(takes_s=0.4)):
        table = done(act, voice=voice)
        thinking_s = next(at for at, state in table.states if state == "thinking")
        assert table.spoken[0].opened_s - thinking_s == pytest.approx(0.2, abs=0.05)


def test_a_turn_goes_from_thinking_over_speaking_to_listening() -> None:
    async def act(seat: Seat) -> None:
        await seat.say("I am done before this is said.")

    states = [state for _, state in done(act, voice=Hum()).states]

    assert states == ["initializing", "listening", "thinking", "speaking", "listening"]


def test_without_audio_the_words_take_as_long_as_they_would() -> None:
    async def act(seat: Seat) -> None:
        await seat.say("The enterprise value is $180M. That is 12x.")
        await seat.wait_for_playout()
        await seat.chat("after")

    table = done(act)

    [spoken] = table.spoken
    duration_s = estimated_duration_s(spoken.text)
    assert duration_s > 2
    assert spoken.closed_s == pytest.approx(spoken.opened_s + duration_s, abs=0.001)
    assert spoken.closed_s is not None
    assert table.of(CHAT)[0].opened_s >= spoken.closed_s


def test_who_is_hushed_has_said_only_the_sentences_that_were_begun() -> None:
    async def act(seat: Seat) -> None:
        await seat.say(
            "A first sentence of 12.5 words. A second one. A third one that is never said."
        )
        await seat.say("Nor is this.")
        await seat.wait(2.0)
        await seat.hush()
        await seat.say("Sorry.")

    table = done(act, voice=Hum())

    cut, last = table.spoken
    assert cut.text == "A first sentence of 12.5 words. A second one."
    assert cut.is_whole  # the agent meant to end there
    assert cut.closed_s == pytest.approx(cut.opened_s + 1.8, abs=0.05)
    assert last.text == "Sorry."
    assert last.is_whole


@pytest.mark.parametrize("rate_hz", [8_000, 24_000, 48_000])
def test_a_voice_of_its_own_sounds_as_long_as_it_is(rate_hz: int) -> None:
    async def act(seat: Seat) -> None:
        await seat.play(b"\x00\x10" * rate_hz, rate_hz, "One second.")

    [spoken] = done(act, voice=Hum()).spoken

    assert spoken.closed_s == pytest.approx(spoken.opened_s + 1.0, abs=0.05)
    assert spoken.text == "One second."


def test_a_voice_without_words_is_heard() -> None:
    heard = bytearray()

    async def act(seat: Seat) -> None:
        await seat.play(b"\x00\x10" * SAMPLE_RATE_HZ, SAMPLE_RATE_HZ)
        await seat.wait_for_playout()

    async def script(table: Table) -> None:
        await table.ask("Hello?")
        for chunk in table.recorder.take_audio("agent"):
            heard.extend(chunk.pcm)

    table = meet(lambda: Doing(act), script, voice=Hum())

    assert table.spoken == []
    ten_ms = SAMPLE_RATE_HZ // 100  # computing takes time too
    assert heard.count(b"\x00\x10") == pytest.approx(SAMPLE_RATE_HZ, abs=ten_ms)


def test_signs_that_nobody_can_say_never_reach_the_voice() -> None:
    voice = Hum()

    async def act(seat: Seat) -> None:
        await seat.say("***")
        await seat.say("   ")

    table = done(act, voice=voice)

    assert voice.spoken == []
    assert [stream.text for stream in table.spoken] == ["***"]
    assert table.faults == []


def test_what_is_sent_arrives_on_its_topic() -> None:
    async def act(seat: Seat) -> None:
        await seat.show([{"version": "v0.9"}, {"n": 1}])
        await seat.show([])
        await seat.show(iter([{"n": 2}]))
        await seat.chat("written")
        await seat.react("👍", "ann")
        await seat.annotate({"type": "Annotation", "target": "model"})
        await seat.send_file("a.csv", b"x,y\n")
        await seat.share_screen(2, 1, bytes(8))

    table = done(act)

    assert table.faults == []
    lines = [[json.loads(line) for line in stream.text.splitlines()] for stream in table.of(A2UI)]
    assert lines == [[{"version": "v0.9"}, {"n": 1}], [{"n": 2}]]
    assert [stream.attributes["seq"] for stream in table.of(A2UI)] == ["1", "2"]
    assert [stream.text for stream in table.of(CHAT)] == ["written"]
    [reaction] = table.of(REACTION)
    assert (reaction.text, reaction.attributes) == ("👍", {TARGET: "ann"})
    assert json.loads(table.of(ANNOTATION)[0].text) == {"type": "Annotation", "target": "model"}
    [file] = [event for event in table.events if isinstance(event, FileReceived)]
    assert (file.name, file.mime_type, file.content) == ("a.csv", "text/csv", b"x,y\n")
    [picture] = [event for event in table.events if isinstance(event, PictureReceived)]
    assert (picture.width, picture.height) == (2, 1)


circle: dict[str, Any] = {}
circle["itself"] = circle


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("say", [None]),
        ("say", ["a" * 10_001]),
        ("say", ["\ud800"]),
        ("play", ["no bytes", 24_000]),
        ("play", [b"odd", 24_000]),
        ("play", [b"", 7]),
        ("play", [b"", 24_000.5]),
        ("play", [b"", True]),
        ("play", [bytes(2 * 24_000 * 301), 24_000]),
        ("show", ['{"version": "v0.9"}']),
        ("show", [{"version": "v0.9"}]),
        ("show", [["no object"]]),
        ("show", [[{"n": float("nan")}]]),
        ("show", [[{"n": object()}]]),
        ("show", [[circle]]),
        ("show", [[{}] * 20_001]),
        ("show", [3]),
        ("chat", [b"bytes"]),
        ("chat", ["a" * 200_001]),
        ("send_file", ["a" * 256, b""]),
        ("send_file", ["a", "text"]),
        ("share_screen", [0, 1, b""]),
        ("share_screen", [2, 2, bytes(3)]),
        ("share_screen", [9_999, 2, b""]),
        ("react", ["👍" * 65]),
        ("react", ["<b>"]),
        ("react", ["👍", "a" * 300]),
        ("annotate", [["no object"]]),
        ("annotate", [{"type": "Annotation"}]),
        ("annotate", [{"type": "Annotation", "target": "a" * 30_000}]),
        ("wait", [-1]),
        ("wait", [float("inf")]),
        ("wait", [float("nan")]),
        ("wait", ["1"]),
    ],
)
def test_what_cannot_be_used_is_raised_to_the_agent(name: str, given: list[Any]) -> None:
    raised: list[BaseException] = []

    async def act(seat: Seat) -> None:
        try:
            await getattr(seat, name)(*given)
        except (TypeError, ValueError) as error:
            raised.append(error)

    table = done(act, voice=Hum())

    assert len(raised) == 1
    assert len(str(raised[0])) < 300
    assert table.faults == []
    assert table.streams == {}


def test_replies_are_fetched_once() -> None:
    got: list[list[dict[str, Any]]] = []

    async def act(seat: Seat) -> None:
        got.append(await seat.replies())

    async def script(table: Table) -> None:
        for text in ('{"error": 1}', '[{"error": 2}, 3]', '{"error": 3}\n{"error": 4}', "no JSON"):
            await table.human.send_text(text, A2UI_ACTION, {})
        await table.ask("And?")
        await table.ask("And again?")

    meet(lambda: Doing(act), script)

    assert got == [[{"error": 1}, {"error": 2}, {"error": 3}, {"error": 4}], []]


def test_a_seat_used_after_the_meeting_raises_that_it_is_over() -> None:
    raised: list[str] = []
    uses: list[Act] = [
        lambda seat: seat.say("Still here?"),
        lambda seat: seat.play(b"", 24_000),
        lambda seat: seat.chat("Still here?"),
        lambda seat: seat.show([{}]),
    ]

    async def later(seat: Seat) -> None:
        await asyncio.sleep(30)
        for use in uses:
            try:
                await use(seat)
            except RoomClosed as closed:
                raised.append(str(closed))

    class Late:
        async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
            self.task = asyncio.create_task(later(seat))

    agent = Late()

    async def wait_for_it(table: Table) -> None:
        await table.ask("Hello?")
        await table.room.aclose()
        await asyncio.sleep(60)

    meet(lambda: agent, wait_for_it)

    assert len(raised) == len(uses)


def test_types_of_files_are_guessed_alike_everywhere() -> None:
    assert guess_mime_type("a.XLSX").endswith("spreadsheetml.sheet")
    assert guess_mime_type("a.png") == "image/png"
    assert guess_mime_type("no ending") == "application/octet-stream"
