"""What is kept of a meeting while it goes on?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from modylbench.meeting.capture.allowance import Allowance
from modylbench.meeting.capture.exchange import Exchange
from modylbench.meeting.capture.room import RECORDER, OwnLinks, Presence, break_for_closed_link
from modylbench.meeting.capture.screen.frames import Frames
from modylbench.meeting.capture.screen.screen_share import ScreenSharePictures
from modylbench.meeting.capture.screen.surfaces import SurfaceCapture
from modylbench.meeting.capture.sound.soundtrack import Soundtrack
from modylbench.meeting.capture.store import DeliveredFiles, EventLog, Folder, storable_text
from modylbench.meeting.capture.texts import TextStreams
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import BrokenOff
    from modylbench.meeting.capture.screen.screens import Screens
    from modylbench.meeting.room import Connection, LinkChanged

MOST_REASON = 200


class CaptureState:
    """Everything by its kind, and the exchange that goes on.

    `errors` are to be told to the agent; what makes the meeting end stands in `trouble`. Who works
    on the surfaces aside holds `surfaces_free`.
    """

    def __init__(
        self,
        connection: Connection,
        clock: Clock,
        *,
        folder: Path,
        screens: Screens | None,
        people: Iterable[str] = (),
    ) -> None:
        self._connection = connection
        self._clock = clock
        self.folder = Folder(folder)
        self.allowance = Allowance()
        self.log = EventLog(self.folder, clock)
        self.presence = Presence(frozenset((RECORDER, *people)))
        self.texts = TextStreams(self.allowance)
        self.files = DeliveredFiles(self.folder, self.allowance)
        self.pictures = ScreenSharePictures(self.folder, self.allowance)
        self.surfaces = SurfaceCapture(self.folder, self.allowance)
        self.surfaces_free = asyncio.Lock()
        self.frames = Frames(screens, self.folder, self.surfaces.surfaces)
        self.sound = Soundtrack(self.folder, self.presence.is_agent)
        self.exchange = Exchange(0, 0.0)
        self.links = OwnLinks()
        self.errors: list[dict[str, Any]] = []
        self.trouble: BrokenOff | None = None
        self.troubled = asyncio.Event()

    def hear(self) -> None:
        """Take the samples that have come."""
        try:
            self.sound.listen(self._connection, self._clock.now_s())
        except RoomClosed as error:
            self.break_off(break_for_closed_link(str(error)))

    def break_off(self, why: BrokenOff) -> None:
        """The meeting cannot go on, for this reason if there is not one already."""
        if self.trouble is None:
            self.trouble = why
            self.troubled.set()

    def check_links(self) -> None:
        """Break the meeting off where a link of ours has been down for too long."""
        lost = None if self.links.are_up else self.links.overdue(self._clock.now_s())
        if lost is not None:
            self.break_off(lost)

    def link_changed(self, identity: str, event: LinkChanged) -> None:
        """A link of ours is down, or up again; the meeting waits for a while, or cannot go on."""
        reason = storable_text(event.reason, MOST_REASON)
        self.log.write("link", event.at_s, identity=identity, state=event.state, reason=reason)
        lost = self.links.changed(identity, event)
        if lost is not None:
            self.break_off(lost)
