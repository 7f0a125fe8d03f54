"""However many tracks others publish, only so many are open at our end."""

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

from livekit import rtc

from modylbench.foundation.clock import RealClock
from modylbench.meeting.room import Guest, TrackEnded, TrackSubscribed
from modylbench.meeting.rooms.livekit.link import Mailbox
from modylbench.meeting.rooms.livekit.participants import OwnParticipants
from modylbench.meeting.rooms.livekit.tracks import MOST_PLACES, MOST_TRACKS, Tracks

AUDIO, VIDEO = rtc.TrackKind.KIND_AUDIO, rtc.TrackKind.KIND_VIDEO
UNNAMED = rtc.TrackSource.SOURCE_UNKNOWN


class Streams:
    """Stands for hearing and seeing: what is open."""

    def __init__(self) -> None:
        self.open: Counter[tuple[str, str]] = Counter()

    def begin(self, _: object, identity: str, source: str) -> None:
        self.open[identity, source] += 1

    def end(self, identity: str, source: str) -> None:
        self.open[identity, source] -= 1

    def end_all(self) -> None:
        self.open.clear()


class Publication:
    """A track of somebody, and whether we are subscribed to it."""

    def __init__(self, sid: str, kind: Any, source: Any = UNNAMED) -> None:
        self.sid, self.kind, self.source, self.subscribed = sid, kind, source, True

    def set_subscribed(self, subscribed: bool) -> None:
        self.subscribed = subscribed


class Flood:
    """One of ours, and those who publish."""

    def __init__(self, **guest: Any) -> None:
        self.mailbox = Mailbox(RealClock())
        self.own = OwnParticipants()
        self.failures: list[BaseException] = []
        self.hearing, self.seeing = Streams(), Streams()
        tracks: Any = Tracks(
            Guest("eye", **guest),
            self.own,
            mailbox=self.mailbox,
            clock=RealClock(),
            failed=self.failures.append,
        )
        tracks.audio, tracks._video = self.hearing, self.seeing
        self.tracks: Any = tracks

    def publish(self, identity: str, publication: Publication) -> Publication:
        is_audio = publication.kind == AUDIO
        kind = rtc.RemoteAudioTrack if is_audio else rtc.RemoteVideoTrack
        track = object.__new__(kind)
        self.tracks.on_subscribed(track, publication, SimpleNamespace(identity=identity))
        return publication

    def end(self, identity: str, publication: Publication) -> None:
        self.tracks.on_unsubscribed(publication, SimpleNamespace(identity=identity))

    async def told(self) -> list[str]:
        await asyncio.sleep(0)
        events = [event for event, _, _ in self.mailbox.inbox._waiting]
        assert all(isinstance(event, TrackSubscribed | TrackEnded) for event in events)
        return [type(event).__name__ for event in events]


def test_of_a_hundred_voices_and_fifty_cameras_two_are_open() -> None:
    async def program() -> None:
        flood = Flood()
        voices = [flood.publish("bot", Publication(f"a{n}", AUDIO)) for n in range(100)]
        cameras = [flood.publish("bot", Publication(f"v{n}", VIDEO)) for n in range(50)]

        assert flood.hearing.open == {("bot", "microphone"): 1}
        assert flood.seeing.open == {("bot", "camera"): 1}
        assert sum(voice.subscribed for voice in voices) == MOST_TRACKS
        assert sum(camera.subscribed for camera in cameras) == MOST_TRACKS
        assert sum(flood.own.listens("eye", voice.sid) for voice in voices) == MOST_TRACKS
        assert await flood.told() == ["TrackSubscribed"] * 2
        for voice in voices[MOST_TRACKS:]:
            flood.end("bot", voice)
        assert await flood.told() == ["TrackSubscribed"] * 2, "nobody knew of those"
        flood.end("bot", voices[0])
        assert flood.hearing.open == {("bot", "microphone"): 1}, "the next one follows"

    asyncio.run(program())


def test_a_track_that_names_its_source_is_taken_though_unnamed_ones_came_first() -> None:
    async def program() -> None:
        flood = Flood()
        crowd = [flood.publish("bot", Publication(f"a{n}", AUDIO)) for n in range(100)]
        microphone = Publication("m", AUDIO, rtc.TrackSource.SOURCE_MICROPHONE)
        flood.publish("bot", microphone)

        assert microphone.subscribed
        assert flood.tracks._held["bot", "microphone"][0].sid == "m"
        assert sum(track.subscribed for track in crowd) == MOST_TRACKS - 1

    asyncio.run(program())


def test_many_participants_do_not_open_more_than_a_meeting_needs() -> None:
    async def program() -> None:
        flood = Flood()
        for number in range(3 * MOST_PLACES):
            flood.publish(f"bot-{number}", Publication(f"a{number}", AUDIO))

        assert flood.hearing.open.total() == MOST_PLACES

    asyncio.run(program())


def test_one_who_hears_agents_only_is_subscribed_and_decodes_nothing() -> None:
    async def program() -> None:
        flood = Flood(hears_agents_only=True)
        voice = flood.publish("bot", Publication("a", AUDIO))

        assert voice.subscribed
        assert flood.own.listens("eye", "a")
        assert flood.hearing.open.total() == 0
        assert await flood.told() == ["TrackSubscribed"]

    asyncio.run(program())
