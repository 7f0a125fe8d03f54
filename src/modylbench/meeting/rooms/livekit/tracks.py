"""Which media of the others come to us?

Media are known by participant and source: sids change at every reconnect. Of two tracks with one
source, the one that names it is taken, then the one that came first; the other follows at its end.
Of each place one track is open at most, a few more wait, and to all others we are not subscribed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from livekit import rtc

from modylbench.meeting.room_events import TrackEnded, TrackMuted, TrackSubscribed

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Guest
    from modylbench.meeting.room_events import Source
    from modylbench.meeting.rooms.livekit.hearing import Hearing
    from modylbench.meeting.rooms.livekit.mailbox import Mailbox
    from modylbench.meeting.rooms.livekit.own import Own
    from modylbench.meeting.rooms.livekit.own_faults import Failed
    from modylbench.meeting.rooms.livekit.seeing import Seeing

NAMED: dict[int, Source] = {
    rtc.TrackSource.SOURCE_MICROPHONE: "microphone",
    rtc.TrackSource.SOURCE_SCREENSHARE: "screenshare",
    rtc.TrackSource.SOURCE_CAMERA: "camera",
}

MOST_TRACKS = 4  # ours: of one participant and source: a voice, an avatar's, and some to spare
MOST_PLACES = 48  # ours: participants and sources; a meeting has far fewer


@dataclass(frozen=True, slots=True)
class _Track:
    """A track that is subscribed."""

    publication: rtc.RemoteTrackPublication
    media: rtc.RemoteAudioTrack | rtc.RemoteVideoTrack
    has_source: bool

    @property
    def sid(self) -> str:
        """The server's name for it, now."""
        return self.publication.sid


class Tracks:
    """The tracks to which one connection is subscribed; in the media thread."""

    def __init__(
        self, guest: Guest, own: Own, *, mailbox: Mailbox, clock: Clock, failed: Failed
    ) -> None:
        from modylbench.meeting.rooms.livekit.hearing import Hearing
        from modylbench.meeting.rooms.livekit.seeing import Seeing

        self.hearing: Hearing = Hearing(clock, failed)
        self._seeing: Seeing = Seeing(clock, mailbox.tell, failed)
        self._guest = guest
        self._own = own
        self._mailbox = mailbox
        self._clock = clock
        self._held: dict[tuple[str, Source], list[_Track]] = {}

    def published(
        self, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        """Subscribe one who hears agents only to the voice of an agent."""
        is_wanted = self._guest.hears_agents_only and not publication.subscribed
        if not is_wanted or source_of(publication) != "microphone":
            return
        if self._own.kind_of(participant.identity, participant.kind) == "agent":
            publication.set_subscribed(True)

    def subscribed(
        self,
        track: rtc.RemoteAudioTrack | rtc.RemoteVideoTrack,
        publication: rtc.RemoteTrackPublication,
        participant: rtc.RemoteParticipant,
    ) -> None:
        """Media of a participant begin to come."""
        source = source_of(publication)
        if source is None:
            return
        identity = participant.identity
        if (identity, source) not in self._held and len(self._held) >= MOST_PLACES:
            publication.set_subscribed(False)
            return
        self._own.begin_listening(self._guest.identity, publication.sid)
        held = self._held.setdefault((identity, source), [])
        before = held[0] if held else None
        held.append(_Track(publication, track, publication.source in NAMED))
        held.sort(key=lambda one: not one.has_source)
        for surplus in held[MOST_TRACKS:]:
            self._own.end_listening(self._guest.identity, surplus.sid)
            surplus.publication.set_subscribed(False)
        del held[MOST_TRACKS:]
        self._change(identity, source, before)

    def unsubscribed(
        self, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        """A track ended."""
        source = source_of(publication)
        if source is not None:
            self._end(participant.identity, source, publication.sid)

    def muted(self, participant: rtc.Participant, publication: rtc.TrackPublication) -> None:
        """A track was silenced, perhaps our own; who did it is not told."""
        source = source_of(publication)
        if source is not None:
            identity = self._own.our_name(participant.identity)
            self._mailbox.tell(TrackMuted(self._clock.now_s(), identity, source), identity)

    def left(self, participant: rtc.RemoteParticipant) -> None:
        """All tracks of one who is gone end."""
        for identity, source in list(self._held):
            if identity == participant.identity:
                for track in list(self._held.get((identity, source), [])):
                    self._end(identity, source, track.sid)

    def end_all(self) -> None:
        """Nothing comes any more, since we are gone."""
        for held in self._held.values():
            for track in held:
                self._own.end_listening(self._guest.identity, track.sid)
        self._held.clear()
        self.hearing.end_all()
        self._seeing.end_all()

    def _end(self, identity: str, source: Source, sid: str) -> None:
        self._own.end_listening(self._guest.identity, sid)
        held = self._held.get((identity, source), [])
        before = held[0] if held else None
        held[:] = [track for track in held if track.sid != sid]
        self._change(identity, source, before)
        if not held:
            self._held.pop((identity, source), None)

    def _change(self, identity: str, source: Source, before: _Track | None) -> None:
        held = self._held.get((identity, source))
        now = held[0] if held else None
        if now == before:
            return
        if before is not None:
            self._stop(before, identity, source)
        if now is not None:
            self._start(now, identity, source)

    def _start(self, track: _Track, identity: str, source: Source) -> None:
        if isinstance(track.media, rtc.RemoteAudioTrack):
            if not self._guest.hears_agents_only:
                self.hearing.begin(track.media, identity, source)
        else:
            self._seeing.begin(track.media, identity, source)
        self._mailbox.tell(TrackSubscribed(self._clock.now_s(), identity, source), identity)

    def _stop(self, track: _Track, identity: str, source: Source) -> None:
        if isinstance(track.media, rtc.RemoteAudioTrack):
            self.hearing.end(identity, source)
        else:
            self._seeing.end(identity, source)
        self._mailbox.tell(TrackEnded(self._clock.now_s(), identity, source), identity)


def source_of(publication: rtc.TrackPublication) -> Source | None:
    """What a track shows or plays; one that does not say is a voice, or a camera.

    The sound of a shared screen is none of them.
    """
    named = NAMED.get(publication.source)
    is_audio = publication.kind == rtc.TrackKind.KIND_AUDIO
    if named is not None:
        return named if is_audio == (named == "microphone") else None
    if publication.source == rtc.TrackSource.SOURCE_SCREENSHARE_AUDIO:
        return None
    return "microphone" if is_audio else "camera"
