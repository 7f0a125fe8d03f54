"""Who sent what comes to us, and in whose name?

An agent on LiveKit may send a stream in another one's name, be it that of nobody. What comes under
the name of one of our people and is not among the streams that we sent was therefore sent by an
agent, and so was what comes under a name that no agent has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from modylbench.meeting.room import TRANSCRIPTION
from modylbench.meeting.rooms.limits import MOST_NAME
from modylbench.meeting.rooms.livekit.own import AGENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from livekit import rtc

    from modylbench.meeting.rooms.livekit.own import Own

TRANSCRIBED_TRACK = "lk.transcribed_track_id"


class Known(Protocol):
    """Whom one connection knows."""

    @property
    def others(self) -> Mapping[str, int]:
        """Those who are there, with LiveKit's numbers of kinds."""

    def is_agent(self, identity: str) -> bool:
        """Whether an agent from elsewhere is or was there by that name."""


class Attribution:
    """Who really sent what comes to one connection; it lives in the media thread."""

    def __init__(self, own: Own) -> None:
        self._own = own
        self._seen: set[str] = set()

    def of_text(self, identity: str, stream: rtc.TextStreamInfo, known: Known) -> tuple[str, str]:
        """Who sent a text stream, and in whose name.

        Each stream of ours comes once: an agent that sends another under its name is found out.
        """
        sender = self._sender(identity, stream.stream_id, known)
        name = self._own.our_name(identity)
        if sender != name:
            return sender, name[:MOST_NAME]
        spoke = self._transcribed(stream)
        return sender, spoke if spoke != sender else ""

    def of_file(self, identity: str, stream_id: str, known: Known) -> str:
        """Who sent a file."""
        return self._sender(identity, stream_id, known)

    def _sender(self, identity: str, stream_id: str, known: Known) -> str:
        """Who really sent it; one whom we have not been told of yet may send before that."""
        name = self._own.our_name(identity)
        if name in self._own.guests:
            return name if self._is_ours(stream_id) else self._agent_among(known.others)
        if known.is_agent(name):
            return name
        return self._agent_among(known.others) or name[:MOST_NAME]

    def _agent_among(self, others: Mapping[str, int]) -> str:
        """The agent among those present who are not ours; empty where there is none."""
        agents = [
            identity
            for identity, number in others.items()
            if identity not in self._own.guests and self._own.kind_of(identity, number) == "agent"
        ]
        by_kind = [identity for identity in agents if others[identity] == AGENT]
        return next(iter(by_kind or agents), "")

    def _is_ours(self, stream_id: str) -> bool:
        is_first = stream_id not in self._seen
        if not self._own.is_stream(stream_id):
            return False
        self._seen.add(stream_id)
        return is_first

    def _transcribed(self, stream: rtc.TextStreamInfo) -> str:
        if stream.topic != TRANSCRIPTION:
            return ""
        return self._own.owner_of((stream.attributes or {}).get(TRANSCRIBED_TRACK, ""))
