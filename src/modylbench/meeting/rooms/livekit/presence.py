"""Who is in the room, and what do they say of themselves?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room_events import AttributesChanged, ParticipantJoined, ParticipantLeft

if TYPE_CHECKING:
    from livekit import rtc

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.rooms.livekit.mailbox import Mailbox
    from modylbench.meeting.rooms.livekit.own import Own, Subscribers


class Presence:
    """What one connection sees of the others; in the media thread."""

    def __init__(self, own: Own, subscribers: Subscribers, mailbox: Mailbox, clock: Clock) -> None:
        self._own = own
        self._subscribers = subscribers
        self._mailbox = mailbox
        self._clock = clock
        self._there: dict[str, int] = {}
        self._came: dict[str, int] = {}

    @property
    def others(self) -> dict[str, int]:
        """Those who are there, in the order of their coming, with LiveKit's numbers of kinds."""
        return dict(self._there)

    def is_agent(self, identity: str) -> bool:
        """Whether an agent from elsewhere is or was there by that name."""
        number = self._came.get(identity)
        return number is not None and self._own.kind_of(identity, number) == "agent"

    def joined(self, participant: rtc.RemoteParticipant) -> None:
        """Somebody is there."""
        identity = participant.identity
        if identity in self._there:
            return
        self._there[identity] = self._came[identity] = participant.kind
        self._subscribers.joined(identity)
        event = ParticipantJoined(
            at_s=self._clock.now_s(),
            identity=identity,
            name=participant.name,
            kind=self._own.kind_of(identity, participant.kind),
            attributes=dict(participant.attributes),
        )
        self._mailbox.tell(event, identity)

    def left(self, participant: rtc.RemoteParticipant) -> None:
        """Somebody is gone."""
        identity = participant.identity
        if self._there.pop(identity, None) is None:
            return
        self._subscribers.left(identity)
        reason = reason_name(participant.disconnect_reason)
        self._mailbox.tell(ParticipantLeft(self._clock.now_s(), identity, reason), identity)

    def changed(self, attributes: dict[str, str], participant: rtc.Participant) -> None:
        """Somebody, perhaps we, changed its attributes."""
        identity = self._own.our_name(participant.identity)
        event = AttributesChanged(self._clock.now_s(), identity, dict(attributes))
        size = sum(len(key) + len(value) for key, value in attributes.items())  # whole numbers
        self._mailbox.tell(event, identity, size)


def reason_name(number: int | None) -> str:
    """LiveKit's word for why a link ended, in lower case."""
    from livekit.rtc import DisconnectReason

    names: dict[int, str] = {value: name.lower() for name, value in DisconnectReason.items()}
    return names.get(number or 0, names[0])
