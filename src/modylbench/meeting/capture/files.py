"""Which files did the agent hand over, and where are they kept?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.meeting.capture.allowance import MOST_FILES
from modylbench.meeting.capture.folder import safe_name
from modylbench.meeting.capture.plain_text import plain
from modylbench.recording.recording import Delivered

if TYPE_CHECKING:
    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.capture.folder import Folder
    from modylbench.meeting.room_events import FileReceived

MOST_NAME = 255
MOST_KNOWN = 50  # ours: files whose products count as shown, the latest by name


class Files:
    """The files of one meeting; the latest of each name is what the agent shows."""

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self.latest: dict[str, Delivered] = {}

    def take(self, event: FileReceived, turn_index: int, number: int) -> Delivered | None:
        """Keep a file of the agent's; None where it has had its share."""
        if not self._allowance.admits("files", MOST_FILES):
            return None
        if not self._allowance.admits_bytes(len(event.content)):
            return None
        place = f"files/turn-{turn_index:02}/{number:02}-{safe_name(event.name)}"
        delivered = Delivered(
            sender=plain(event.identity, 200),
            name=plain(event.name, MOST_NAME),
            mime_type=plain(event.mime_type, MOST_NAME),
            file=self._folder.keep(place, event.content),
            at_s=round(event.at_s, 3),
        )
        self.latest.pop(delivered.name, None)
        self.latest[delivered.name] = delivered
        if len(self.latest) > MOST_KNOWN:
            del self.latest[next(iter(self.latest))]
        return delivered
