"""Who comes, goes and says what it does, and whose fault is it that an agent went?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import quoted
from modylbench.meeting.capture.allowance import MOST_CHANGES
from modylbench.meeting.capture.events import MOST_NAME, short
from modylbench.meeting.capture.exchange import state_change
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.latency import HAS_WORDS
from modylbench.meeting.capture.links import RECORDER, interference
from modylbench.meeting.capture.plain_text import plain
from modylbench.meeting.room import AGENT_WORDS
from modylbench.meeting.room_events import AttributesChanged, ParticipantJoined, ParticipantLeft

if TYPE_CHECKING:
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.notes import Notes

BY_KEY_ALONE = {"participant_removed", "room_deleted"}
NOT_BY_ITSELF = {"server_shutdown", "migration", "room_closed"}
"""Reasons to leave that no agent's own process gives; all others are its own to answer for, or
losing its link would buy an agent a second try."""

MOST_NAMED = 4


class Comings:
    """Takes what participants do as such; that of strangers is bounded."""

    def __init__(self, notes: Notes, faults: Faults) -> None:
        self._to = notes
        self._faults = faults

    def take(self, event: ParticipantJoined | ParticipantLeft | AttributesChanged) -> None:
        """Take one event."""
        identity = plain(event.identity, MOST_NAME)
        match event:
            case ParticipantJoined():
                self._joined(event)
                attributes = short(event.attributes)
                name = plain(event.name, MOST_NAME)
                self._to.log.write(
                    "joined",
                    event.at_s,
                    identity=identity,
                    name=name,
                    role=event.kind,
                    attributes=attributes,
                )
            case ParticipantLeft():
                self._left(event)
            case AttributesChanged():
                self._changed(event, identity)

    def _left(self, event: ParticipantLeft) -> None:
        identity, reason = plain(event.identity, MOST_NAME), plain(event.reason, MOST_NAME)
        self._to.log.write("left", event.at_s, identity=identity, reason=reason)
        is_ours = self._to.links.is_down(RECORDER) or self._to.trouble is not None
        if not self._to.presence.left(event.identity, event.at_s) or is_ours:
            return
        detail = f"the agent left the meeting ({reason or 'no reason given'})"
        if event.reason in BY_KEY_ALONE:
            self._to.break_off(interference(detail))
        elif event.reason in NOT_BY_ITSELF:
            self._to.break_off(BrokenOff("infrastructure", "agent_put_out", detail))
        else:
            self._faults.add("agent", "left", detail)

    def _joined(self, event: ParticipantJoined) -> None:
        away_s = self._to.presence.away_s(event)
        if self._to.presence.joined(event):
            names = ", ".join(quoted(one) for one in sorted(self._to.presence.here)[:MOST_NAMED])
            self._faults.add("agent", "joined_twice", f"agents at the same time: {names}")
        if away_s is not None:
            identity = plain(event.identity, MOST_NAME)
            self._to.log.write("came_back", event.at_s, identity=identity, away_s=round(away_s, 3))

    def _changed(self, event: AttributesChanged, identity: str) -> None:
        is_ours = self._to.presence.is_ours(event.identity)
        if not is_ours and not self._to.allowance.admits("attributes", MOST_CHANGES):
            return
        self._to.log.write(
            "attributes", event.at_s, identity=identity, attributes=short(event.changed)
        )
        words_s = self._to.exchange.spoken_until_s
        state = self._to.presence.changed(
            event.identity, event.changed, event.at_s, words_s=words_s
        )
        if state:
            self._to.exchange.states.append(state_change(state, event.at_s))
        if self._to.presence.is_agent(event.identity) and event.changed.get(AGENT_WORDS):
            self._to.exchange.states.append(state_change(HAS_WORDS, event.at_s))
