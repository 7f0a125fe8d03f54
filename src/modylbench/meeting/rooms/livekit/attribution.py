"""Who sent what comes to us, and in whose name?

An agent on LiveKit may send a stream in another one's name. What comes under the name of one of our
people and is not among the streams that we sent was therefore sent by an agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.room import TRANSCRIPTION
from modylbench.meeting.rooms.livekit.own import AGENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from livekit import rtc

    from modylbench.meeting.rooms.livekit.own import Own

TRANSCRIBED_TRACK = "lk.transcribed_track_id"


class Attribution:
    """Who really sent what comes to one connection; it lives in the media thread."""

    def __init__(self, own: Own) -> None:
        self._own = own
        self._seen: set[str] = set()

    def of_text(
        self, identity: str, stream: rtc.TextStreamInfo, others: Mapping[str, int]
    ) -> tuple[str, str]:
        """Who sent a text stream, and in whose name; `others` are those present by kind.

        Each stream of ours comes once: an agent that sends another under its name is found out.
        """
        if identity in self._own.guests and not self._is_ours(stream.stream_id):
            return self.agent_among(others), identity
        spoke = self._transcribed(stream)
        return (identity, spoke if spoke != identity else "")

    def of_file(self, identity: str, stream_id: str, others: Mapping[str, int]) -> str:
        """Who sent a file."""
        if identity in self._own.guests and not self._is_ours(stream_id):
            return self.agent_among(others)
        return identity

    def agent_among(self, others: Mapping[str, int]) -> str:
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
