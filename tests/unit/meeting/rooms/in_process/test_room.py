"""The room in process is exact, repeatable, and calm under whatever is done to it."""

import array
import asyncio
import time
import tracemalloc
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.meeting.room import (
    CHAT,
    MOST_TEXT_BYTES,
    AttributesChanged,
    AudioChunk,
    Connection,
    Guest,
    LinkChanged,
    Overflow,
    ParticipantJoined,
    ParticipantLeft,
    PictureReceived,
    RoomClosed,
    RoomEvent,
    TextChunk,
    TextClosed,
    TextOpened,
    TrackEnded,
    TrackSubscribed,
)
from modylbench.meeting.rooms.in_process.members import ANNOUNCED_S, SUBSCRIBED_S
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.meeting.rooms.inbox import MOST_WAITING
from modylbench.meeting.rooms.limits import MOST_OPEN_STREAMS

T = TypeVar("T")
RATE = 24_000


def meet(program: Callable[[InProcessRoom, VirtualClock], Coroutine[Any, Any, T]]) -> T:
    async def meeting(clock: VirtualClock) -> T:
        return await program(InProcessRoom("room", clock), clock)

    return hold(meeting)


async def all_events(room: InProcessRoom, connection: Connection) -> list[RoomEvent]:
    await room.aclose()
    return [event async for event in connection.events()]


def sound(seconds: float, level: int = 1000) -> bytes:
    return array.array("h", [level]).tobytes() * round(seconds * RATE)


def whole(chunks: list[AudioChunk]) -> list[int]:
    return list(array.array("h", b"".join(chunk.pcm for chunk in chunks)))


def of(kind: type[T], events: list[RoomEvent]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def test_tracks_and_newcomers_are_seen_after_their_times() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        await room.join(Guest("mute"))
        await clock.sleep(1)
        await bot.publish_microphone()
        await bot.publish_screen()
        await clock.sleep(9)
        return await all_events(room, ann)

    events = meet(program)

    assert [(event.at_s, type(event)) for event in events] == [
        (1 + SUBSCRIBED_S, ParticipantJoined),
        (1 + SUBSCRIBED_S, TrackSubscribed),
        (1 + SUBSCRIBED_S, TrackSubscribed),
        (ANNOUNCED_S, ParticipantJoined),
        (10.0, LinkChanged),
    ]


def test_a_track_published_soon_after_joining_takes_its_time_too() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> float:
        await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        await clock.sleep(0.03)
        await (await bot.publish_microphone()).until_heard_by("ann")
        return clock.now_s()

    assert meet(program) == pytest.approx(0.03 + SUBSCRIBED_S)


def test_one_who_joins_later_hears_what_is_published_after_the_same_time() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        await ann.publish_microphone()
        await clock.sleep(5)
        bot = await room.join(Guest("bot"))
        await clock.sleep(5)
        return await all_events(room, bot)

    events = meet(program)

    assert [(event.at_s, type(event)) for event in events[:2]] == [
        (5.0, ParticipantJoined),
        (5.0 + SUBSCRIBED_S, TrackSubscribed),
    ]


def test_one_who_is_gone_before_being_announced_never_was() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        short = await room.join(Guest("short"))
        await short.send_text("hello", CHAT, {})
        await clock.sleep(1)
        await short.leave()
        await clock.sleep(5)
        return await all_events(room, ann)

    events = meet(program)

    assert [type(event) for event in events] == [TextOpened, TextChunk, TextClosed, LinkChanged]


def test_speech_is_exact_to_the_sample_and_silence_is_zeros() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[list[AudioChunk], float]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        await clock.sleep(0.123)
        said_s = clock.now_s()
        await microphone.play(sound(0.25))
        await clock.sleep(0.2)
        return bot.take_audio("ann"), said_s

    chunks, said_s = meet(program)
    heard = whole(chunks)
    loud = [place for place, sample in enumerate(heard) if sample]

    assert len(chunks) == 1
    assert chunks[0].start_s == pytest.approx(SUBSCRIBED_S)
    assert chunks[0].start_s + loud[0] / RATE == pytest.approx(said_s, abs=1 / RATE)
    assert loud == list(range(loud[0], loud[0] + RATE // 4))


def test_asking_often_or_seldom_gives_the_same_samples() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[list[AudioChunk]]:
        ann = await room.join(Guest("ann"))
        listeners = [await room.join(Guest(name)) for name in "abc"]
        microphone = await ann.publish_microphone()

        async def talk() -> None:
            for step in range(1, 8):
                await microphone.play(sound(0.07 * step, step))
                await clock.sleep(0.031 * step)

        async def listen(listener: Connection, every_s: float) -> list[AudioChunk]:
            chunks = []
            while clock.now_s() < 6:
                await clock.sleep(every_s)
                chunks += listener.take_audio("ann")
            return chunks

        async with asyncio.TaskGroup() as group:
            group.create_task(talk())
            listening = [
                group.create_task(listen(listener, every_s))
                for listener, every_s in zip(listeners, (0.013, 0.1, 6.0), strict=True)
            ]
        return [task.result() for task in listening]

    often, sometimes, once = (whole(chunks) for chunks in meet(program))
    shortest = min(map(len, (often, sometimes, once)))

    assert shortest > 5.9 * RATE
    assert often[:shortest] == sometimes[:shortest] == once[:shortest]
    assert set(often) == set(range(8))


def test_a_cancelled_one_makes_place_for_the_next() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[float, list[int]]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        first = asyncio.create_task(microphone.play(sound(5, 1)))
        second = asyncio.create_task(microphone.play(sound(5, 2)))
        third = asyncio.create_task(microphone.play(sound(0.5, 3)))
        await clock.sleep(0.1)
        second.cancel()
        await clock.sleep(0.1)
        first.cancel()
        began_s = clock.now_s()
        await third
        return clock.now_s() - began_s, whole(bot.take_audio("ann"))

    took_s, heard = meet(program)

    assert took_s == pytest.approx(0.5)
    assert [heard.count(level) for level in (0, 1, 2)] == [0, 4800, 0]


def test_stop_drops_what_is_queued_too() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[float, list[int]]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        async with asyncio.TaskGroup() as group:
            for _ in range(3):
                group.create_task(microphone.play(sound(5)))
            await clock.sleep(0.2)
            microphone.stop()
        ended_s = clock.now_s()
        await clock.sleep(1)
        return ended_s, whole(bot.take_audio("ann"))

    ended_s, heard = meet(program)

    assert ended_s == pytest.approx(SUBSCRIBED_S + 0.2, abs=0.001)
    assert len([sample for sample in heard if sample]) == 0.2 * RATE


def test_stop_counts_from_the_moment_it_is_called() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[float, list[int]]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        began_s = clock.now_s()
        speaking = asyncio.create_task(microphone.play(sound(5)))
        await clock.sleep(0.2)
        with clock.working():
            microphone.stop()
            stopped_s = clock.now_s()
            time.sleep(0.1)  # noqa: ASYNC251
            heard = whole(bot.take_audio("ann"))
        await speaking
        return stopped_s - began_s, heard

    said_s, heard = meet(program)

    assert heard.count(1000) / RATE == pytest.approx(said_s, abs=0.002)
    assert len(heard) / RATE > said_s + 0.05


def test_one_cannot_queue_speech_for_hours() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> None:
        ann = await room.join(Guest("ann"))
        microphone = await ann.publish_microphone()
        playing = asyncio.create_task(microphone.play(bytes(2 * 8_000 * 400), 8_000))
        await clock.sleep(0)
        with pytest.raises(ValueError, match=r"found 800 seconds, expected at most 600"):
            await microphone.play(bytes(2 * 8_000 * 400), 8_000)
        await playing
        await microphone.play(bytes(2 * 8_000 * 400), 8_000)

    meet(program)


def test_what_came_before_a_track_ended_can_still_be_heard() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[list[int], list[int]]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        late = await room.join(Guest("late"))
        microphone = await ann.publish_microphone()
        await microphone.until_heard_by("bot")
        await microphone.play(sound(0.5))
        await ann.leave()
        await clock.sleep(1)
        soon = whole(bot.take_audio("ann"))
        assert bot.take_audio("ann") == []
        await clock.sleep(10)
        return soon, whole(late.take_audio("ann"))

    soon, too_late = meet(program)

    assert soon == [1000] * (RATE // 2)
    assert too_late == []


def test_a_link_that_breaks_loses_what_is_said_meanwhile() -> None:
    async def program(
        room: InProcessRoom, clock: VirtualClock
    ) -> tuple[list[AudioChunk], list[RoomEvent], list[RoomEvent]]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        microphone = await bot.publish_microphone()
        await microphone.until_heard_by("ann")
        speaking = asyncio.create_task(microphone.play(sound(4.0)))
        asking = await ann.open_text(CHAT, {})
        await clock.sleep(1)
        room.drop("bot", for_s=2)
        await ann.send_text("are you there?", CHAT, {})
        await asyncio.wait_for(bot.send_text("I was away", CHAT, {}), 2.1)
        await speaking
        await asking.write("hello?")
        await clock.sleep(0.5)
        heard = ann.take_audio("bot")
        of_bot = bot.events()
        of_ann = await all_events(room, ann)
        return heard, of_ann, [event async for event in of_bot]

    heard, of_ann, of_bot = meet(program)
    before, after = heard
    away_s = SUBSCRIBED_S + 1
    back_s = away_s + 2

    assert len(before.pcm) / 2 / RATE == pytest.approx(1.0)
    assert after.start_s == pytest.approx(back_s + SUBSCRIBED_S, abs=0.001)
    assert whole([after]).count(1000) / RATE == pytest.approx(1.0 - SUBSCRIBED_S, abs=0.001)
    assert [event.at_s for event in of(TextOpened, of_ann)] == [pytest.approx(back_s)]
    assert [type(event) for event in of_bot][1:] == [
        TextOpened,
        LinkChanged,
        TextClosed,
        ParticipantLeft,
        LinkChanged,
        ParticipantJoined,
        LinkChanged,
    ]
    assert [closed.is_whole for closed in of(TextClosed, of_bot)] == [False]
    tracks = [e for e in of_ann if isinstance(e, TrackEnded | TrackSubscribed)]
    assert [type(event) for event in tracks] == [TrackSubscribed, TrackEnded, TrackSubscribed]


def test_one_who_is_away_can_leave_or_be_replaced_for_good() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        room.drop("bot", for_s=1)
        with pytest.raises(ValueError, match="no link"):
            room.drop("bot", for_s=1)
        waiting = asyncio.create_task(bot.send_text("x", CHAT, {}))
        await clock.sleep(0.5)
        other = await room.join(Guest("bot", name="other"))
        with pytest.raises(RoomClosed):
            await waiting
        await clock.sleep(1)
        room.drop("bot", for_s=1)
        await other.leave()
        await clock.sleep(10)
        return await all_events(room, ann)

    events = meet(program)

    assert of(ParticipantJoined, events) == []
    assert of(TextOpened, events) == []


def test_one_who_left_and_came_back_is_waited_for_again() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[float, list[RoomEvent]]:
        ann = await room.join(Guest("ann"))
        microphone = await ann.publish_microphone()
        bot = await room.join(Guest("bot"))
        await microphone.until_heard_by("bot")
        writer = await ann.open_text(CHAT, {})
        await bot.leave()
        bot = await room.join(Guest("bot"))
        came_s = clock.now_s()
        await microphone.until_heard_by("bot")
        took_s = clock.now_s() - came_s
        await writer.close()
        return took_s, await all_events(room, bot)

    took_s, events = meet(program)

    assert took_s == pytest.approx(SUBSCRIBED_S)
    assert [type(event) for event in events] == [ParticipantJoined, TrackSubscribed, LinkChanged]


def test_a_short_break_counts_waiting_from_the_reconnect() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> float:
        ann = await room.join(Guest("ann"))
        await room.join(Guest("bot"))
        microphone = await ann.publish_microphone()
        await clock.sleep(0.01)
        room.drop("ann", for_s=0.01)
        await microphone.until_heard_by("bot")
        return clock.now_s()

    assert meet(program) == pytest.approx(0.02 + SUBSCRIBED_S)


def test_a_track_that_comes_back_is_opened_anew_for_newcomers_too() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> float:
        ann = await room.join(Guest("ann"))
        microphone = await ann.publish_microphone()
        await clock.sleep(1)
        room.drop("ann", for_s=0.02)
        await clock.sleep(0.01)
        await room.join(Guest("cat"))
        await microphone.until_heard_by("cat")
        return clock.now_s()

    assert meet(program) == pytest.approx(1.02 + SUBSCRIBED_S)


def test_a_hidden_guest_has_no_track() -> None:
    async def program(room: InProcessRoom, _: VirtualClock) -> None:
        eye = await room.join(Guest("eye", is_hidden=True))
        with pytest.raises(ValueError, match="hidden"):
            await eye.publish_microphone()

    meet(program)


def test_publishing_twice_gives_the_same_track() -> None:
    async def program(room: InProcessRoom, _: VirtualClock) -> None:
        ann = await room.join(Guest("ann"))
        assert await ann.publish_microphone() is await ann.publish_microphone()
        assert await ann.publish_screen() is await ann.publish_screen()

    meet(program)


def test_pictures_before_subscription_are_lost() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        share = await ann.publish_screen()
        await share.show(1, 1, b"lost")
        await clock.sleep(2 * SUBSCRIBED_S)
        await share.show(1, 1, b"seen")
        return await all_events(room, bot)

    assert [picture.rgba for picture in of(PictureReceived, meet(program))] == [b"seen"]


def test_a_participant_without_a_name_or_with_an_endless_one_stays_out() -> None:
    async def program(room: InProcessRoom, _: VirtualClock) -> None:
        for guest in (Guest(""), Guest("x" * 256), Guest("a", attributes={"k": "v" * 20_000})):
            with pytest.raises(ValueError, match="found"):
                await room.join(guest)

    meet(program)


def test_changes_of_attributes_are_told_to_those_who_know_the_participant() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        await bot.set_attributes({"a": "1"})
        await bot.set_attributes({})
        await clock.sleep(5)
        await bot.set_attributes({"b": "2"})
        return await all_events(room, ann)

    events = meet(program)

    assert [event.attributes for event in of(ParticipantJoined, events)] == [{"a": "1"}]
    assert [event.changed for event in of(AttributesChanged, events)] == [{"b": "2"}]


def test_attributes_may_not_add_up_without_end() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        await ann.set_attributes({"a": "x" * 10_000})
        with pytest.raises(ValueError, match="found 20,002 bytes, expected at most 16,000"):
            await ann.set_attributes({"b": "x" * 10_000})
        await ann.set_attributes({"a": "", "b": "x" * 10_000})
        return await all_events(room, ann)

    events = meet(program)

    assert [sorted(e.changed) for e in of(AttributesChanged, events)] == [["a"], ["a", "b"]]


def test_a_closed_room_has_nothing_more_to_do() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> int:
        ann = await room.join(Guest("ann"))
        await (await ann.publish_microphone()).play(sound(0.1))
        await room.join(Guest("bot"))
        room.drop("ann", for_s=100)
        await room.aclose()
        return len(asyncio.all_tasks())

    assert meet(program) == 1


def test_one_who_comes_while_a_track_opens_waits_as_long_as_anybody() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[float]:
        ann = await room.join(Guest("ann"))
        await room.join(Guest("bot"))
        await clock.sleep(1)
        microphone = await ann.publish_microphone()
        await clock.sleep(0.03)
        await room.join(Guest("cat"))
        heard = []
        for name in ("bot", "cat"):
            await microphone.until_heard_by(name)
            heard.append(clock.now_s())
        return heard

    assert meet(program) == pytest.approx([1 + SUBSCRIBED_S, 1.03 + SUBSCRIBED_S])


async def busy_meeting(room: InProcessRoom, clock: VirtualClock) -> list[object]:
    ann, bot = await room.join(Guest("ann")), await room.join(Guest("bot", kind="agent"))
    eye = await room.join(Guest("eye", is_hidden=True))
    seen: list[object] = []

    async def take_part(speaker: Connection, other: str, step_s: float) -> None:
        microphone = await speaker.publish_microphone()
        await microphone.until_heard_by(other)
        for number in range(20):
            await microphone.play(sound(step_s * (number % 3 + 1), number + 1), 16_000)
            await speaker.send_text("word " * number, CHAT, {"seq": str(number)})
            await clock.sleep(step_s)

    async def watch() -> None:
        async for event in eye.events():
            seen.append(event)
            if isinstance(event, LinkChanged):
                return
            seen.extend(eye.take_audio("ann") + eye.take_audio("bot"))

    watching = asyncio.create_task(watch())
    async with asyncio.TaskGroup() as group:
        group.create_task(take_part(ann, "bot", 0.11))
        group.create_task(take_part(bot, "ann", 0.17))
        await clock.sleep(2.5)
        room.drop("bot", for_s=0.3)
    await room.aclose()
    await watching
    return seen


def test_equal_meetings_have_equal_events_sounds_and_times() -> None:
    first, second = meet(busy_meeting), meet(busy_meeting)

    assert len(first) > 100
    assert first == second


def test_time_goes_on_for_the_others_while_one_never_stops_sending() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> tuple[int, int]:
        bot = await room.join(Guest("bot"))
        eye = await room.join(Guest("eye", is_hidden=True))
        count = read = 0

        async def flood() -> None:
            nonlocal count
            while True:
                await bot.set_attributes({"a": "b"})
                count += 1

        async def watch() -> None:
            nonlocal read
            async for event in eye.events():
                read += isinstance(event, ParticipantJoined | AttributesChanged)

        tasks = [asyncio.create_task(flood()), asyncio.create_task(watch())]
        await clock.sleep(3.5)
        for task in tasks:
            task.cancel()
        return count, read

    count, read = meet(program)

    assert count == pytest.approx(35_000, rel=0.05)
    assert read == pytest.approx(35_000, rel=0.05)


def test_a_flood_that_nobody_reads_is_cut_and_told_and_what_came_of_it_is_consistent() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        ann = await room.join(Guest("ann"))
        bot = await room.join(Guest("bot"))
        eye = await room.join(Guest("eye", is_hidden=True))
        long = await bot.open_text(CHAT, {"which": "long"})
        await long.write("beginning")
        for _ in range(MOST_WAITING):
            await bot.send_text("flood", CHAT, {})
        await long.write("end")
        await long.close()
        await ann.send_text("calm", CHAT, {})
        return await all_events(room, eye)

    events = meet(program)
    opened = {event.stream_id for event in of(TextOpened, events)}
    closed = {event.stream_id: event.is_whole for event in of(TextClosed, events)}
    chunks: dict[str, str] = {}
    for chunk in of(TextChunk, events):
        chunks[chunk.stream_id] = chunks.get(chunk.stream_id, "") + chunk.text
    long_id = of(TextOpened, events)[0].stream_id

    assert len(events) < 2 * MOST_WAITING
    assert set(chunks) <= opened == set(closed)
    assert chunks[long_id] == "beginning"
    assert closed[long_id] is False
    assert all(chunks.get(stream) in ("flood", "calm") for stream in closed if closed[stream])
    assert list(chunks.values()).count("calm") == 1
    lost = of(Overflow, events)
    assert [event.identity for event in lost] == ["bot"]
    assert lost[0].events + len(of(TextOpened, events)) >= MOST_WAITING


def test_a_flood_of_all_kinds_does_not_grow_memory() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[int]:
        bot = await room.join(Guest("bot"))
        await room.join(Guest("deaf"))
        share = await bot.publish_screen()
        await clock.sleep(1)
        sizes = []
        for round_ in range(6):
            for _ in range(400):
                await share.show(100, 100, bytes(40_000))
                await bot.send_text("x" * 20_000, CHAT, {"k": "v" * 5_000})
                await bot.send_file("f", bytes(100_000), mime_type="", attributes={})
            if round_ >= 2:
                sizes.append(tracemalloc.get_traced_memory()[0])
        return sizes

    tracemalloc.start()
    try:
        sizes = meet(program)
    finally:
        tracemalloc.stop()

    assert sizes[0] < 100_000_000
    assert sizes[-1] - sizes[0] < 1_000_000


def test_a_stream_that_lost_a_piece_has_no_later_ones() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[RoomEvent]:
        bot = await room.join(Guest("bot"))
        eye = await room.join(Guest("eye", is_hidden=True))
        long = await bot.open_text(CHAT, {})
        for _ in range(MOST_WAITING):
            await long.write("a")
        await long.write("lost")
        for _ in range(MOST_WAITING):
            await anext(eye.events())
        await long.write("too late")
        await long.close()
        await bot.send_text("fine", CHAT, {})
        return await all_events(room, eye)

    events = meet(program)

    assert [type(event) for event in events] == [
        Overflow,
        TextClosed,
        TextOpened,
        TextChunk,
        TextClosed,
        LinkChanged,
    ]
    assert [closed.is_whole for closed in of(TextClosed, events)] == [False, True]


def test_a_text_may_not_grow_without_end() -> None:
    async def program(room: InProcessRoom, _: VirtualClock) -> None:
        ann = await room.join(Guest("ann"))
        writer = await ann.open_text(CHAT, {})
        await writer.write("x" * (MOST_TEXT_BYTES - 1))
        with pytest.raises(ValueError, match=r"text: found 16,000,001 bytes, expected at most"):
            await writer.write("é")
        await writer.write("x")

    meet(program)


def test_streams_that_are_never_closed_are_bounded() -> None:
    async def program(room: InProcessRoom, _: VirtualClock) -> None:
        ann = await room.join(Guest("ann"))
        writers = [await ann.open_text(CHAT, {}) for _ in range(MOST_OPEN_STREAMS)]
        with pytest.raises(ValueError, match="open text streams"):
            await ann.open_text(CHAT, {})
        await writers[0].close()
        await writers[0].close()
        await ann.open_text(CHAT, {})
        with pytest.raises(ValueError, match="after its end"):
            await writers[0].write("more")

    meet(program)


def test_an_hour_of_talk_is_kept_in_no_memory() -> None:
    async def program(room: InProcessRoom, clock: VirtualClock) -> list[int]:
        ann = await room.join(Guest("ann"))
        listeners = [await room.join(Guest(name)) for name in ("attentive", "deaf")]
        microphone = await ann.publish_microphone()
        sizes = []
        for _ in range(6):
            for _ in range(30):
                await microphone.play(sound(8))
                listeners[0].take_audio("ann")
                await clock.sleep(12)
            sizes.append(tracemalloc.get_traced_memory()[0])
        return sizes

    tracemalloc.start()
    try:
        sizes = meet(program)
    finally:
        tracemalloc.stop()

    assert max(sizes) < 5_000_000
    assert sizes[-1] - sizes[0] < 100_000
