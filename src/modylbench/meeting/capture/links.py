"""Are our own links to the room up, and how long is one waited for that is not?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.capture.faults import BrokenOff

if TYPE_CHECKING:
    from modylbench.meeting.room_events import LinkChanged

RECORDER = "modyl-recorder"
"""Who sees and hears everything, and is seen by nobody."""

BY_KEY = ("participant_removed", "room_deleted", "duplicate_identity")
"""What is done to one of us only by who holds the server's key, or a token in our name."""

INTERFERENCE = "interference"
"""The code of what somebody did to a meeting on purpose: it is not held again by itself, or an
agent that holds the key could buy tries."""

BACK_S = 15.0  # ours: a link that is not back by then is lost; LiveKit's resumed after 3 s


class Links:
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

    def changed(self, identity: str, event: LinkChanged) -> BrokenOff | None:
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
            return closed(f"{identity}: {event.reason}", event.reason)
        if event.state == "resumed":
            return None
        return _lost(identity, event.at_s - since_s, reason)

    def overdue(self, now_s: float) -> BrokenOff | None:
        """Which link has been down for too long."""
        for identity, (since_s, reason) in self._down.items():
            if now_s - since_s >= BACK_S:
                return _lost(identity, now_s - since_s, reason)
        return None


def closed(detail: str, reason: str | None = None) -> BrokenOff:
    """Why the meeting cannot go on where a link was closed, for this reason.

    Without one it is what the detail ends with, after a colon: so rooms tell it in RoomClosed.
    """
    if (detail.rpartition(": ")[2] if reason is None else reason) in BY_KEY:
        return interference(detail)
    return BrokenOff("infrastructure", "room_closed", detail)


def interference(detail: str) -> BrokenOff:
    """Why the meeting cannot go on where somebody used the server's key on it."""
    told = f"{detail} (by somebody with the server's key: not tried again by itself)"
    return BrokenOff("infrastructure", INTERFERENCE, told)


def _lost(identity: str, seconds: float, reason: str) -> BrokenOff:
    detail = f"the link of {identity} was lost for {seconds:.1f} s ({reason or 'no reason given'})"
    return BrokenOff("infrastructure", "link_lost", detail)
