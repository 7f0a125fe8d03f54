"""Who is there, and what do agents say of themselves?"""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING

from modylbench.meeting.capture.events import MOST_NAME
from modylbench.meeting.capture.plain_text import plain
from modylbench.meeting.room import AGENT_STATE
from modylbench.recording.recording import Attendance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.meeting.room_events import ParticipantJoined

BUSY = {"initializing", "thinking", "speaking"}
ON_BEHALF_OF = "lk.publish_on_behalf"
"""The participant attribute by which LiveKit's avatars say whose voice and face they are."""

SWAPPED_S = 0.5  # ours: livekit-agents' `thinking` came 0.2 s after the `listening` it preceded
DOUBTED_S = 5.0  # ours: whoever says so, and does think, has something to say or to show by then

MOST_AGENTS = 20


class Presence:
    """The agents of one meeting: one comes back under its own identity, or under another."""

    def __init__(self, ours: frozenset[str] = frozenset()) -> None:
        self._ours = ours
        self.agents: frozenset[str] = frozenset()
        self.here: set[str] = set()
        self.left_s: float | None = None
        self.came = asyncio.Event()
        self.have_met = False
        self._states: dict[str, tuple[str, float]] = {}
        self._doubted: set[str] = set()
        self._names: dict[str, str] = {}

    @property
    def is_here(self) -> bool:
        """Whether an agent is in the room."""
        return bool(self.here)

    def is_busy(self, now_s: float) -> bool:
        """Whether an agent says that it thinks or speaks, and is believed."""
        return any(self._is_busy(identity, now_s) for identity in self.here)

    @property
    def is_getting_ready(self) -> bool:
        """Whether an agent says that it is not ready to listen yet."""
        return any(self._state(identity) == "initializing" for identity in self.here)

    def is_agent(self, identity: str) -> bool:
        """Whether this is, or was, an agent."""
        return identity in self.agents

    def is_ours(self, identity: str) -> bool:
        """Whether this is one of our own people, or the recorder; who is not may be an agent's."""
        return identity in self._ours

    def joined(self, event: ParticipantJoined) -> bool:
        """Somebody is there; whether that makes two agents at once, for the first time.

        One who publishes for another (an avatar) is the same agent.
        """
        if event.kind != "agent":
            return False
        if event.identity not in self.agents and len(self.agents) >= MOST_AGENTS:
            return False
        others = self.here - {event.identity}
        is_another = bool(others) and event.attributes.get(ON_BEHALF_OF) not in others
        is_news = is_another and not self.have_met
        self.have_met = self.have_met or is_another
        self.agents |= {event.identity}
        self._names[event.identity] = event.name
        self.here.add(event.identity)
        self.left_s = None
        self.changed(event.identity, event.attributes, event.at_s, words_s=inf)
        self.came.set()
        return is_news

    def away_s(self, event: ParticipantJoined) -> float | None:
        """For how long nobody was there until this agent came back; None of one who is new."""
        if self.left_s is None or event.identity not in self.agents:
            return None
        return event.at_s - self.left_s

    def left(self, identity: str, at_s: float) -> bool:
        """Somebody is gone; whether that was the last agent."""
        self._states.pop(identity, None)
        self._doubted.discard(identity)
        if identity not in self.here:
            return False
        self.here.discard(identity)
        if self.here:
            return False
        self.left_s = at_s
        self.came.clear()
        return True

    def changed(
        self, identity: str, attributes: Mapping[str, str], at_s: float, *, words_s: float
    ) -> str | None:
        """The agent's new state; None where it did not change.

        `words_s` is when a person last spoke. Who thinks so soon after it listened, with nobody
        having said anything since, may have told the two in the wrong order, and is doubted.
        """
        state = attributes.get(AGENT_STATE)
        before, before_s = self._states.get(identity, ("", -inf))
        if state is None or identity not in self.agents or state == before:
            return None
        is_swap = (before, state) == ("listening", "thinking") and at_s - before_s <= SWAPPED_S
        if is_swap and words_s <= before_s:
            self._doubted.add(identity)
        else:
            self._doubted.discard(identity)
        self._states[identity] = state, at_s
        return state

    def _state(self, identity: str) -> str:
        return self._states.get(identity, ("", 0.0))[0]

    def _is_busy(self, identity: str, now_s: float) -> bool:
        state, since_s = self._states.get(identity, ("", 0.0))
        return state in BUSY and not (identity in self._doubted and now_s - since_s >= DOUBTED_S)

    def attendance(self) -> tuple[Attendance, ...]:
        """The agents that were there."""
        return tuple(
            Attendance(
                identity=plain(identity, MOST_NAME),
                name=plain(name, MOST_NAME),
                kind="agent",
                role="agent",
            )
            for identity, name in self._names.items()
        )
