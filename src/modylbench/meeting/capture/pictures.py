"""What did the agent show of its own screen?"""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING

from modylbench.recording.recording import Frame

if TYPE_CHECKING:
    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.capture.folder import Folder
    from modylbench.meeting.room import PictureReceived

APART_S = 0.5  # SPEC 9: at most two a second
MOST_OF_A_TURN = 240  # ours: two minutes of a film
MOST_SIDE = 4_096


class Pictures:
    """Keeps frames of a shared screen: the first, and each that differs from the one before."""

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self._last_s = -APART_S
        self._last_digest = b""

    def take(self, event: PictureReceived, turn_index: int, number: int) -> Frame | None:
        """The picture as it is kept; None where it comes too soon or shows nothing new."""
        if event.at_s - self._last_s < APART_S or not _is_sound(event):
            return None
        digest = hashlib.blake2b(event.rgba, digest_size=16).digest()
        if digest == self._last_digest:
            return None
        if not self._allowance.admits("pictures", MOST_OF_A_TURN):
            return None
        self._last_s, self._last_digest = event.at_s, digest
        content = _png(event)
        if not self._allowance.admits_bytes(len(content)):
            return None
        place = f"media/turn-{turn_index:02}/{event.source}-{number:02}.png"
        return Frame(
            file=self._folder.keep(place, content),
            at_s=round(event.at_s, 3),
            source="camera" if event.source == "camera" else "screenshare",
        )


def _is_sound(event: PictureReceived) -> bool:
    sides = (event.width, event.height)
    fits = all(0 < side <= MOST_SIDE for side in sides)
    return fits and len(event.rgba) == 4 * event.width * event.height


def _png(event: PictureReceived) -> bytes:
    from PIL import Image  # slow to import, and most agents show no screen of their own

    picture = Image.frombytes("RGBA", (event.width, event.height), event.rgba)
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()
