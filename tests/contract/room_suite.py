"""The suite of tests that every kind of room passes.

A suite for all rooms asks only what LiveKit does too: times have a tolerance, and audio is compared
by energy and duration. Modules that import these tests say by the fixture `kind` in which rooms.
"""

import array
import asyncio
import itertools
import math
import statistics
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from modylbench.foundation.clock import Clock
from modylbench.meeting import room as terms
from modylbench.meeting.room import (
    FRAME_S,
    AttributesChanged,
    AudioChunk,
    Connection,
    FileReceived,
    Guest,
    LinkChanged,
    ParticipantJoined,
    ParticipantLeft,
    PictureReceived,
    Room,
    RoomClosed,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackSubscribed,
)

PATIENCE_S = 10.0
LOUD = 1000
RATE = 24_000
Event = TypeVar("Event", bound=RoomEvent)
Program = Callable[[Room, Clock], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class RoomKind:
    """How to hold a meeting in one kind of room, and how exact it is.

    `break_link` makes a participant reconnect fully, within about a second. `slack_s` is by how
    much times may be off, `sound_s` by how much the length of a sound may: the usual, and for how
    long the machine has kept this meeting waiting (`starved_s`).
    """

    name: str
    run: Callable[[Program], None]
    break_link: Callable[[Room, str], None]
    is_exact: bool
    usual_slack_s: float
    usual_sound_s: float
    starved_s: Callable[[], float] = lambda: 0.0

    @property
    def slack_s(self) -> float:
        return self.usual_slack_s + self.starved_s()

    @property
    def sound_s(self) -> float:
        return self.usual_sound_s + self.starved_s()


class Seen:
    """What has come to one connection so far."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self.events: list[RoomEvent] = []
        self.has_ended = False
        self._clock = clock
        self._task = asyncio.create_task(self._read(connection))

    async def _read(self, connection: Connection) -> None:
        async for event in connection.events():
            self.events.append(event)
        self.has_ended = True

    def all(self, kind: type[Event], **facts: object) -> list[Event]:
        return [
            event
            for event in self.events
            if isinstance(event, kind)
            and all(getattr(event, key) == value for key, value in facts.items())
        ]

    async def one(self, kind: type[Event], **facts: object) -> Event:
        await eventually(self._clock, lambda: bool(self.all(kind, **facts)))
        return self.all(kind, **facts)[0]

    async def text(self, opened: TextOpened) -> tuple[str, bool]:
        closed = await self.one(TextClosed, stream_id=opened.stream_id)
        pieces = self.all(TextChunk, stream_id=opened.stream_id)
        return "".join(piece.text for piece in pieces), closed.is_whole


async def eventually(clock: Clock, is_so: Callable[[], bool]) -> None:
    latest_s = clock.now_s() + PATIENCE_S
    while not is_so():
        assert clock.now_s() < latest_s, "it never came"
        await clock.sleep(0.01)


async def joined(room: Room, clock: Clock, identity: str, **facts: Any) -> tuple[Connection, Seen]:
    connection = await room.join(Guest(identity, **facts))
    return connection, Seen(connection, clock)


def tone(seconds: float, rate: int = RATE, hertz: float = 440.0) -> bytes:
    count = round(seconds * rate)
    return array.array(
        "h", (round(12_000 * math.sin(2 * math.pi * hertz * i / rate)) for i in range(count))
    ).tobytes()


def is_loud(frame: bytes) -> bool:
    samples = array.array("h", frame)
    return math.sqrt(math.fsum(s * s for s in samples) / len(samples)) > LOUD


def frames(chunks: list[AudioChunk]) -> Iterator[tuple[float, bytes]]:
    for chunk in chunks:
        size = 2 * round(FRAME_S * chunk.sample_rate_hz)
        for number, at in enumerate(range(0, len(chunk.pcm), size)):
            yield chunk.start_s + number * FRAME_S, chunk.pcm[at : at + size]


def loud_s(chunks: list[AudioChunk]) -> float:
    return FRAME_S * len([frame for _, frame in frames(chunks) if is_loud(frame)])


def onset_s(chunks: list[AudioChunk]) -> float:
    return next(at_s for at_s, frame in frames(chunks) if is_loud(frame))


def frame_slack(kind: RoomKind) -> float:
    """A sound that begins inside a frame makes one more frame loud, at both ends."""
    return 2 * FRAME_S + kind.sound_s


def test_a_newcomer_is_told_at_once_who_is_there(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        await room.join(Guest("ann", name="Ann", attributes={"role": "host"}))
        _, seen = await joined(room, clock, "bot", kind="agent")
        joined_s = clock.now_s()
        there = await seen.one(ParticipantJoined)

        assert (there.identity, there.name, there.kind) == ("ann", "Ann", "standard")
        assert there.attributes == {"role": "host"}
        assert there.at_s - joined_s < kind.slack_s

    kind.run(program)


def test_a_newcomer_with_a_track_is_seen_soon_and_one_without_in_the_end(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        _, seen = await joined(room, clock, "ann")
        bot = await room.join(Guest("bot", kind="agent"))
        await room.join(Guest("cat"))
        await bot.publish_microphone()
        published_s = clock.now_s()
        bot_joined = await seen.one(ParticipantJoined, identity="bot")
        cat_joined = await seen.one(ParticipantJoined, identity="cat")

        assert bot_joined.kind == "agent"
        assert bot_joined.at_s - published_s < 0.5 + kind.slack_s
        assert cat_joined.at_s >= bot_joined.at_s - kind.slack_s
        assert len(seen.all(ParticipantJoined)) == 2

    kind.run(program)


def test_the_hidden_see_and_are_not_seen(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann")
        _, of_eye = await joined(room, clock, "eye", is_hidden=True)
        _, of_bot = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("eye")
        await ann.send_text("hello", terms.CHAT, {})
        opened = await of_eye.one(TextOpened)
        await of_eye.one(TrackSubscribed, identity="ann")
        await of_eye.one(ParticipantJoined, identity="bot")
        await of_ann.one(ParticipantJoined, identity="bot")

        assert await of_eye.text(opened) == ("hello", True)
        assert not of_ann.all(ParticipantJoined, identity="eye")
        assert not of_bot.all(ParticipantJoined, identity="eye")

    kind.run(program)


def test_one_who_hears_agents_only_is_subscribed_to_no_other_media(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann", hears_agents_only=True)
        ben, _ = await joined(room, clock, "ben", hears_agents_only=True)
        bot, of_bot = await joined(room, clock, "bot", kind="agent")
        late, of_late = await joined(room, clock, "late", hears_agents_only=True)
        mine = await ben.publish_microphone()
        voice = await bot.publish_microphone()
        await bot.publish_screen()
        await voice.until_heard_by("ann")
        await voice.until_heard_by("late")
        await mine.until_heard_by("bot")
        await clock.sleep(0.5)
        _, of_later = await joined(room, clock, "later", hears_agents_only=True)
        await voice.until_heard_by("later")
        await clock.sleep(0.5)

        for seen in (of_ann, of_late, of_later):
            subscribed = [(event.identity, event.source) for event in seen.all(TrackSubscribed)]
            assert subscribed == [("bot", "microphone")]
        assert [event.identity for event in of_bot.all(TrackSubscribed)] == ["ben"]
        assert ann.take_audio("bot") == late.take_audio("bot") == ann.take_audio("ben") == []

    kind.run(program)


def test_one_who_hears_agents_only_gets_no_texts_and_files(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann", hears_agents_only=True)
        bot, of_bot = await joined(room, clock, "bot", kind="agent")
        _, of_eye = await joined(room, clock, "eye", is_hidden=True)
        await ann.send_text("hello", terms.CHAT, {})
        await of_bot.one(TextClosed)
        await bot.send_text("welcome", terms.CHAT, {})
        await bot.send_file("a.csv", b"1", mime_type="text/csv", attributes={})
        await of_eye.one(FileReceived)
        await clock.sleep(0.2)

        assert [event.identity for event in of_eye.all(TextOpened)] == ["ann", "bot"]
        assert not [*of_ann.all(TextOpened), *of_ann.all(TextClosed), *of_ann.all(FileReceived)]

    kind.run(program)


def test_audio_comes_from_subscription_on_as_an_unbroken_row_of_frames(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, seen = await joined(room, clock, "bot")
        assert bot.take_audio("ann") == []
        microphone = await ann.publish_microphone()
        assert bot.take_audio("ann") == []
        await microphone.until_heard_by("bot")
        subscribed = await seen.one(TrackSubscribed, identity="ann", source="microphone")
        chunks: list[AudioChunk] = []
        for _ in range(10):
            await clock.sleep(0.11)
            chunks += bot.take_audio("ann")

        assert chunks[0].start_s >= subscribed.at_s - FRAME_S - kind.slack_s
        assert {chunk.sample_rate_hz for chunk in chunks} == {RATE}
        assert all(len(chunk.pcm) % (2 * RATE * FRAME_S) == 0 for chunk in chunks)
        assert loud_s(chunks) == 0.0
        heard_s = sum(len(chunk.pcm) for chunk in chunks) / 2 / RATE
        assert heard_s == pytest.approx(1.1, abs=0.1 + kind.slack_s)
        for earlier, later in itertools.pairwise(chunks):
            end_s = earlier.start_s + len(earlier.pcm) / 2 / RATE
            assert later.start_s == pytest.approx(end_s, abs=0.001 + kind.slack_s)

    kind.run(program)


def test_speech_is_heard_when_and_as_long_as_it_is_said(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, _ = await joined(room, clock, "bot")
        cat, _ = await joined(room, clock, "cat")
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        await microphone.until_heard_by("cat")
        await clock.sleep(0.3)
        began_s = clock.now_s()
        await microphone.play(tone(0.6))
        took_s = clock.now_s() - began_s
        await clock.sleep(0.4)
        heard = bot.take_audio("ann")

        assert took_s == pytest.approx(0.6, abs=0.05 + kind.slack_s)
        assert loud_s(heard) == pytest.approx(0.6, abs=frame_slack(kind))
        assert onset_s(heard) == pytest.approx(began_s, abs=FRAME_S + kind.slack_s)
        assert loud_s(cat.take_audio("ann")) == pytest.approx(0.6, abs=frame_slack(kind))
        assert ann.take_audio("ann") == []

    kind.run(program)


def test_speech_that_nobody_held_up_has_not_slipped(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        microphone = await ann.publish_microphone()
        assert microphone.slipped_s == 0.0
        await microphone.play(tone(0.5))
        await clock.sleep(0.5)
        await microphone.play(tone(0.5))

        most_s = 0.0 if kind.is_exact else 0.05 + kind.starved_s()
        assert 0.0 <= microphone.slipped_s <= most_s, "a pause between two is none in speech"

    kind.run(program)


def test_speech_before_subscription_is_lost(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, seen = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await microphone.play(tone(1.0))
        subscribed = await seen.one(TrackSubscribed)
        late = await room.join(Guest("late"))
        await microphone.until_heard_by("late")
        await clock.sleep(0.3)
        heard = bot.take_audio("ann")

        assert onset_s(heard) >= subscribed.at_s - FRAME_S - kind.slack_s
        assert 0.5 < loud_s(heard) < 1.0 + (0.0 if kind.is_exact else kind.sound_s)
        assert loud_s(late.take_audio("ann")) == 0.0

    kind.run(program)


def test_what_is_played_at_once_is_said_one_after_the_other(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, _ = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        began_s = clock.now_s()
        async with asyncio.TaskGroup() as group:
            for _ in range(3):
                group.create_task(microphone.play(tone(0.3)))
        took_s = clock.now_s() - began_s
        await clock.sleep(0.3)

        assert took_s == pytest.approx(0.9, abs=0.1 + kind.slack_s)
        assert loud_s(bot.take_audio("ann")) == pytest.approx(0.9, abs=frame_slack(kind))

    kind.run(program)


@pytest.mark.parametrize("how", ["stop", "cancel"])
def test_one_who_is_cut_short_is_silent_at_once_and_can_speak_again(
    kind: RoomKind, how: str
) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, _ = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        began_s = clock.now_s()
        speaking = asyncio.create_task(microphone.play(tone(3.0)))
        await clock.sleep(0.5)
        if how == "stop":
            microphone.stop()
        else:
            speaking.cancel()
        await asyncio.wait([speaking])
        took_s = clock.now_s() - began_s
        await clock.sleep(0.5)
        first = bot.take_audio("ann")
        await microphone.play(tone(0.2))
        await clock.sleep(0.3)

        assert took_s == pytest.approx(0.5, abs=0.05 + kind.slack_s)
        assert loud_s(first) == pytest.approx(
            0.5, abs=FRAME_S if kind.is_exact else 0.25 + kind.starved_s()
        )
        assert loud_s(bot.take_audio("ann")) == pytest.approx(0.2, abs=frame_slack(kind))

    kind.run(program)


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000, 96_000])
def test_speech_of_any_rate_is_heard_at_its_pitch_and_length(kind: RoomKind, rate: int) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, _ = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        await clock.sleep(0.3)
        await microphone.play(tone(0.5, rate, hertz=500.0), rate)
        await clock.sleep(0.3)
        heard = bot.take_audio("ann")
        loud = b"".join(frame for _, frame in frames(heard) if is_loud(frame))
        samples = array.array("h", loud)
        rises = [i for i, (a, b) in enumerate(itertools.pairwise(samples)) if a < 0 <= b]
        periods = [b - a for a, b in itertools.pairwise(rises)]

        assert loud_s(heard) == pytest.approx(0.5, abs=frame_slack(kind))
        assert len(rises) == pytest.approx(250, abs=8 + 500 * kind.sound_s)
        assert statistics.median(periods) == pytest.approx(RATE / 500, abs=1)
        assert max(samples) == pytest.approx(12_000, rel=0.1)

    kind.run(program)


@pytest.mark.parametrize(("size", "rate"), [(3, RATE), (4, 7_999), (4, 96_001)])
def test_what_is_no_speech_is_refused(kind: RoomKind, size: int, rate: int) -> None:
    async def program(room: Room, clock: Clock) -> None:
        microphone = await (await room.join(Guest("ann"))).publish_microphone()
        with pytest.raises(ValueError, match=r"found .* expected"):
            await microphone.play(bytes(size), rate)

    kind.run(program)


TEXTS = {
    "a word": "hello",
    "nothing": "",
    "signs of all sizes": "a é ∑ 𝄞 👩‍🔬 \x00 end",
    "long": "0123456789abcdef" * 12_000,
    "long and wide": "𝄞é" * 20_001,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_arrives_whole_with_its_attributes(kind: RoomKind, name: str) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        await ann.send_text(TEXTS[name], terms.A2UI, {"seq": "1", "größe": "ü"})
        opened = await seen.one(TextOpened)
        text, is_whole = await seen.text(opened)

        assert (opened.identity, opened.topic) == ("ann", terms.A2UI)
        assert opened.attributes == {"seq": "1", "größe": "ü"}
        assert is_whole
        assert text == TEXTS[name]
        assert not of_ann.all(TextOpened), "a sender gets no echo"

    kind.run(program)


def test_streams_open_in_the_order_they_were_sent_and_each_has_its_pieces(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        long = await ann.open_text(terms.TRANSCRIPTION, {"segment": "long"})
        for number in range(20):
            await long.write(f"{number} ")
            await ann.send_text(f"message {number}", terms.CHAT, {})
        await long.close()
        await eventually(clock, lambda: len(seen.all(TextClosed)) == 21)
        first, *others = seen.all(TextOpened)

        assert first.topic == terms.TRANSCRIPTION
        assert await seen.text(first) == ("".join(f"{n} " for n in range(20)), True)
        got = [await seen.text(opened) for opened in others]
        assert got == [(f"message {number}", True) for number in range(20)]
        assert len({opened.stream_id for opened in (first, *others)}) == 21

    kind.run(program)


def test_what_is_written_to_some_reaches_them_and_the_hidden_and_nobody_else(
    kind: RoomKind,
) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, of_bot = await joined(room, clock, "bot", kind="agent")
        _, of_cat = await joined(room, clock, "cat", kind="agent")
        _, of_eye = await joined(room, clock, "eye", is_hidden=True)
        await ann.send_text("for you", terms.CHAT, {}, ["bot"])
        await ann.send_text("for all", terms.CHAT, {})
        await eventually(clock, lambda: len(of_eye.all(TextClosed)) == 2)
        await eventually(clock, lambda: len(of_bot.all(TextClosed)) == 2)
        await eventually(clock, lambda: bool(of_cat.all(TextClosed)))

        for seen in (of_bot, of_eye):
            both = [await seen.text(opened) for opened in seen.all(TextOpened)]
            assert both == [("for you", True), ("for all", True)]
        (opened,) = of_cat.all(TextOpened)
        assert await of_cat.text(opened) == ("for all", True)

    kind.run(program)


def test_nothing_is_replayed_for_those_who_come_later(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        await ann.send_text("early", terms.CHAT, {})
        await ann.send_file("early.txt", b"early", mime_type="text/plain", attributes={})
        await clock.sleep(0.5)  # sending is not delivering: it may still be under way
        _, seen = await joined(room, clock, "bot")
        await clock.sleep(0.5)
        await ann.send_text("late", terms.CHAT, {})
        opened = await seen.one(TextOpened)

        assert await seen.text(opened) == ("late", True)
        assert not seen.all(FileReceived)

    kind.run(program)


@pytest.mark.parametrize("how", ["abort", "leave"])
def test_a_stream_that_breaks_off_is_not_whole(kind: RoomKind, how: str) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        writer = await ann.open_text(terms.CHAT, {})
        await writer.write("half a sent")
        opened = await seen.one(TextOpened)
        await seen.one(TextChunk)
        await (writer.abort() if how == "abort" else ann.leave())

        assert await seen.text(opened) == ("half a sent", False)
        if how == "leave":
            with pytest.raises(RoomClosed):
                await writer.write("ence")

    kind.run(program)


def test_a_file_arrives_as_it_was(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        content = bytes(range(256)) * 800
        await ann.send_file("a.bin", content, mime_type="application/x-a", attributes={"k": "v"})
        file = await seen.one(FileReceived)

        assert (file.identity, file.topic, file.name) == ("ann", terms.FILES, "a.bin")
        assert (file.mime_type, file.attributes) == ("application/x-a", {"k": "v"})
        assert file.content == content
        assert file.is_whole

    kind.run(program)


def test_pictures_reach_those_who_are_subscribed(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        share = await ann.publish_screen()
        await seen.one(TrackSubscribed, identity="ann", source="screenshare")
        grey = bytes([100, 100, 100, 255]) * (64 * 48)
        for _ in range(5):  # the first ones may be lost until a whole one comes
            await share.show(64, 48, grey)
            await clock.sleep(0.2)
        picture = await seen.one(
            PictureReceived, identity="ann", source="screenshare", width=64, height=48
        )

        assert len(picture.rgba) == len(grey)
        if kind.is_exact:  # on LiveKit a track is black until its first picture
            assert seen.all(PictureReceived)[0] == picture
        assert max(abs(a - b) for a, b in zip(picture.rgba, grey, strict=True)) <= (
            0 if kind.is_exact else 10
        )

    kind.run(program)


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(64, 48, 64 * 48 * 3), (0, 48, 0), (-4, -4, 64), (100_000, 1, 400_000)],
)
def test_what_is_no_picture_is_refused(kind: RoomKind, width: int, height: int, size: int) -> None:
    async def program(room: Room, clock: Clock) -> None:
        share = await (await room.join(Guest("ann"))).publish_screen()
        with pytest.raises(ValueError, match=r"found .* expected"):
            await share.show(width, height, bytes(size))

    kind.run(program)


def test_attributes_are_merged_and_an_empty_one_goes_away(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann", attributes={"a": "1", "b": "2"})
        _, seen = await joined(room, clock, "bot")
        await seen.one(ParticipantJoined, identity="ann")
        await ann.set_attributes({"b": "", "c": "3"})
        changed = await seen.one(AttributesChanged, identity="ann")
        own = await of_ann.one(AttributesChanged, identity="ann")
        _, of_late = await joined(room, clock, "late")
        introduced = await of_late.one(ParticipantJoined, identity="ann")

        assert changed.changed == own.changed == {"b": "", "c": "3"}
        assert introduced.attributes == {"a": "1", "c": "3"}

    kind.run(program)


@pytest.mark.parametrize(
    ("text", "topic", "attributes"),
    [
        ("x", terms.CHAT, {"k": "v" * terms.MOST_ATTRIBUTES_BYTES}),
        ("x", "t" * (terms.MOST_TOPIC + 1), {}),
        ("x", "", {}),
        ("é" * (terms.MOST_TEXT_BYTES // 2 + 1), terms.CHAT, {}),
        ("\ud800", terms.CHAT, {}),
    ],
    ids=["attributes", "topic", "no topic", "text", "half a character"],
)
def test_what_is_too_large_or_no_text_is_refused_and_nobody_sees_it(
    kind: RoomKind, text: str, topic: str, attributes: dict[str, str]
) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        with pytest.raises(ValueError, match=r"found .* expected"):
            await ann.send_text(text, topic, attributes)
        await ann.send_text("fine", terms.CHAT, {})

        assert await seen.text(await seen.one(TextOpened)) == ("fine", True)

    kind.run(program)


def test_attributes_are_strings(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann = await room.join(Guest("ann"))
        number: Any = 7
        with pytest.raises(TypeError):
            await ann.send_text("x", terms.CHAT, {"seq": number})
        with pytest.raises(TypeError):
            await ann.set_attributes({"seq": number})
        with pytest.raises(ValueError, match=r"found .* expected"):
            await ann.set_attributes({"seq": "7" * terms.MOST_ATTRIBUTES_BYTES})

    kind.run(program)


def test_one_who_leaves_is_gone_for_all_and_can_do_nothing_more(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann")
        _, seen = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        await seen.one(TrackSubscribed)
        await ann.leave()
        await ann.leave()
        left = await seen.one(ParticipantLeft, identity="ann")
        ended = await seen.one(TrackEnded, identity="ann", source="microphone")
        await eventually(clock, lambda: of_ann.has_ended)

        assert left.reason == "client_initiated"
        assert seen.events.index(ended) < seen.events.index(left)
        last = of_ann.events[-1]
        assert isinstance(last, LinkChanged)
        assert (last.state, last.reason) == ("closed", "client_initiated")
        for use in (
            ann.send_text("x", terms.CHAT, {}),
            ann.open_text(terms.CHAT, {}),
            ann.send_file("a", b"", mime_type="", attributes={}),
            ann.set_attributes({"a": "b"}),
            ann.publish_microphone(),
            ann.publish_screen(),
            microphone.play(tone(0.1)),
            microphone.until_heard_by("bot"),
        ):
            with pytest.raises(RoomClosed):
                await use
        with pytest.raises(RoomClosed):
            ann.take_audio("bot")

    kind.run(program)


def test_a_second_one_of_the_same_identity_puts_the_first_out(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        _, seen = await joined(room, clock, "ann")
        first, of_first = await joined(room, clock, "bot")
        await first.publish_microphone()
        await seen.one(TrackSubscribed, identity="bot")
        second = await room.join(Guest("bot", name="another"))
        microphone = await second.publish_microphone()
        await eventually(clock, lambda: of_first.has_ended)
        await microphone.until_heard_by("ann")
        again = await seen.one(ParticipantJoined, identity="bot", name="another")
        left = await seen.one(ParticipantLeft, identity="bot")

        assert isinstance(of_first.events[-1], LinkChanged)
        assert of_first.events[-1].reason == "duplicate_identity"
        assert seen.events.index(left) < seen.events.index(again)
        with pytest.raises(RoomClosed):
            await first.send_text("I am still here", terms.CHAT, {})

    kind.run(program)


def test_a_full_reconnect_renews_tracks_and_breaks_streams_off(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, seen = await joined(room, clock, "ann")
        bot, of_bot = await joined(room, clock, "bot", attributes={"a": "1"})
        microphone = await bot.publish_microphone()
        own = await ann.publish_microphone()
        await microphone.until_heard_by("ann")
        await own.until_heard_by("bot")
        writer = await bot.open_text(terms.CHAT, {})
        opened = await seen.one(TextOpened)
        kind.break_link(room, "bot")
        await eventually(clock, lambda: len(seen.all(TrackSubscribed, identity="bot")) == 2)
        await eventually(clock, lambda: len(of_bot.all(TrackSubscribed, identity="ann")) == 2)
        await writer.write("nobody reads this")
        await microphone.until_heard_by("ann")
        ann.take_audio("bot")
        await microphone.play(tone(0.4))
        await clock.sleep(0.3)
        await bot.send_text("back", terms.CHAT, {})
        await eventually(clock, lambda: len(seen.all(TextOpened)) == 2)

        assert len(seen.all(TrackEnded, identity="bot")) == 1
        assert len(seen.all(ParticipantLeft, identity="bot")) == 1
        assert [event.attributes for event in seen.all(ParticipantJoined)] == [{"a": "1"}] * 2
        assert await seen.text(opened) == ("", False)
        assert loud_s(ann.take_audio("bot")) == pytest.approx(0.4, abs=frame_slack(kind))
        states = [link.state for link in of_bot.all(LinkChanged)]
        assert states == ["reconnecting", "reconnected"]

    kind.run(program)


def test_a_flood_of_one_does_not_hold_up_the_others(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, _ = await joined(room, clock, "ann")
        bot, _ = await joined(room, clock, "bot")
        _, seen = await joined(room, clock, "cat")

        async def flood() -> None:
            while True:
                await bot.send_text("buy now", terms.CHAT, {})

        flooding = asyncio.create_task(flood())
        await clock.sleep(0.5)
        sent_s = clock.now_s()
        await ann.send_text("excuse me", terms.CHAT, {})
        said = await seen.one(TextOpened, identity="ann")
        flooding.cancel()

        assert await seen.text(said) == ("excuse me", True)
        assert said.at_s - sent_s < 1.0 + kind.slack_s

    kind.run(program)


def test_the_end_of_the_room_is_the_end_for_all(kind: RoomKind) -> None:
    async def program(room: Room, clock: Clock) -> None:
        ann, of_ann = await joined(room, clock, "ann")
        _, of_bot = await joined(room, clock, "bot")
        microphone = await ann.publish_microphone()
        speaking = asyncio.create_task(microphone.play(tone(5.0)))
        waiting = asyncio.create_task(microphone.until_heard_by("nobody"))
        await clock.sleep(0.2)
        await room.aclose()
        await room.aclose()
        await ann.leave()
        await eventually(clock, lambda: of_ann.has_ended and of_bot.has_ended)
        await asyncio.wait([speaking, waiting])

        assert isinstance(of_bot.events[-1], LinkChanged)
        assert of_bot.events[-1].state == "closed"
        assert isinstance(speaking.exception(), RoomClosed)
        assert isinstance(waiting.exception(), RoomClosed)
        with pytest.raises(RoomClosed):
            await room.join(Guest("late"))

    kind.run(program)
