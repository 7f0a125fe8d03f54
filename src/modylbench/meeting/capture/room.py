"""Who is in the room, what agents say of themselves, and whether our own links are up."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING

from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.capture.store import MOST_NAME, storable_text
from modylbench.meeting.room import AGENT_STATE
from modylbench.recording.recording import Attendance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.meeting.room import LinkChanged, ParticipantJoined

BUSY = {"initializing", "thinking", "speaking"}
ON_BEHALF_OF = "lk.publish_on_behalf"
"""The participant attribute by which LiveKit's avatars say whose voice and face they are."""

SWAPPED_S = 0.5  # ours: livekit-agents' `thinking` came 0.2 s after the `listening` it preceded
DOUBTED_S = 5.0  # ours: whoever says so, and does think, has something to say or to show by then
MOST_AGENTS = 20
RECORDER = "modyl-recorder"
"""Who sees and hears everything, and is seen by nobody."""

BY_KEY = ("participant_removed", "room_deleted", "duplicate_identity")
"""What is done to one of us only by who holds the server's key, or a token in our name."""

INTERFERENCE = "interference"
"""The code of what somebody did to a meeting on purpose: it is not held again by itself, or an
agent that holds the key could buy tries."""

BACK_S = 15.0  # ours: a link that is not back by then is lost; LiveKit's resumed after 3 s


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

    def add(self, event: ParticipantJoined) -> bool:
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
        self.update_state(event.identity, event.attributes, event.at_s, words_s=inf)
        self.came.set()
        return is_news

    def away_s(self, event: ParticipantJoined) -> float | None:
        """For how long nobody was there until this agent came back; None of one who is new."""
        if self.left_s is None or event.identity not in self.agents:
            return None
        return event.at_s - self.left_s

    def remove(self, identity: str, at_s: float) -> bool:
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

    def update_state(
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
                identity=storable_text(identity, MOST_NAME),
                name=storable_text(name, MOST_NAME),
                kind="agent",
                role="agent",
            )
            for identity, name in self._names.items()
        )


class OwnLinks:
    """The links of the recorder and of the people; while one is down, nobody's patience counts.

    A link that resumes has lost nothing but time. One that was made anew has missed what was said
    and sent meanwhile, so that the meeting is not whole.
    """

    def __init__(self) -> None:
        self._down: dict[str, tuple[float, str]] = {}
        self._since_s: float | None = None
        self._outages: list[tuple[float, float]] = []

    @property
    def are_up(self) -> bool:
        """Whether all of them are."""
        return not self._down

    def is_down(self, identity: str) -> bool:
        """Whether this one is."""
        return identity in self._down

    def held_s(self, now_s: float, from_s: float = 0.0) -> float:
        """For how long the meeting was held up from then to now, links that are down included."""
        going_on = [] if self._since_s is None else [(self._since_s, now_s)]
        return sum(
            max(0.0, end_s - max(start_s, from_s)) for start_s, end_s in self._outages + going_on
        )

    def update(self, identity: str, event: LinkChanged) -> BrokenOff | None:
        """A link has changed; why the meeting cannot go on, where it cannot."""
        if event.state == "reconnecting":
            self._since_s = event.at_s if self._since_s is None else self._since_s
            self._down.setdefault(identity, (event.at_s, event.reason))
            return None
        since_s, reason = self._down.pop(identity, (event.at_s, event.reason))
        if self.are_up and self._since_s is not None:
            self._outages.append((self._since_s, event.at_s))
            self._since_s = None
        if event.state == "closed":
            return break_for_closed_link(f"{identity}: {event.reason}", event.reason)
        if event.state == "resumed":
            return None
        return _lost_link(identity, event.at_s - since_s, reason)

    def link_down_too_long(self, now_s: float) -> BrokenOff | None:
        """Which link has been down for too long."""
        for identity, (since_s, reason) in self._down.items():
            if now_s - since_s >= BACK_S:
                return _lost_link(identity, now_s - since_s, reason)
        return None


def break_for_closed_link(detail: str, reason: str | None = None) -> BrokenOff:
    """Why the meeting cannot go on where a link was closed, for this reason.

    Without one it is what the detail ends with, after a colon: so rooms tell it in RoomClosed.
    """
    if (detail.rpartition(": ")[2] if reason is None else reason) in BY_KEY:
        return interference(detail)
    return BrokenOff("infrastructure", "room_closed", detail)


def interference(detail: str) -> BrokenOff:
    """Why the meeting cannot go on where somebody used the server's key on it."""
    explanation = f"{detail} (by somebody with the server's key: not tried again by itself)"
    return BrokenOff("infrastructure", INTERFERENCE, explanation)


def _lost_link(identity: str, seconds: float, reason: str) -> BrokenOff:
    detail = f"the link of {identity} was lost for {seconds:.1f} s ({reason or 'no reason given'})"
    return BrokenOff("infrastructure", "link_lost", detail)
