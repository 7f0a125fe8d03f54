"""What did the agent show of its own screen?"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.recording.recording import Frame

if TYPE_CHECKING:
    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.capture.folder import Folder
    from modylbench.meeting.room import PictureReceived

APART_S = 0.5  # SPEC 9: at most two a second
MOST_OF_A_TURN = 240  # ours: two minutes of a film
MOST_SIDE = 4_096


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as it is kept, and what its pixels come to."""

    png: bytes
    digest: bytes


class Pictures:
    """Keeps frames of a shared screen: the first, and each that differs from the one before."""

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self._last_s = -APART_S
        self.last_digest = b""

    def is_due(self, event: PictureReceived) -> bool:
        """Whether enough time has passed since the last that was kept."""
        return event.at_s - self._last_s >= APART_S and _is_sound(event)

    def take(
        self, event: PictureReceived, encoded: Encoded, *, place: tuple[int, int]
    ) -> Frame | None:
        """The picture as it is kept, by turn and number; None beyond the agent's allowance."""
        self._last_s, self.last_digest = event.at_s, encoded.digest
        if not self._allowance.admits("pictures", MOST_OF_A_TURN):
            return None
        if not self._allowance.admits_bytes(len(encoded.png)):
            return None
        turn_index, number = place
        path = f"media/turn-{turn_index:02}/{event.source}-{number:02}.png"
        return Frame(
            file=self._folder.keep(path, encoded.png),
            at_s=round(event.at_s, 3),
            source="camera" if event.source == "camera" else "screenshare",
        )


def encode(event: PictureReceived, last_digest: bytes) -> Encoded | None:
    """The picture, encoded; None where it shows the same as the last. It may run in a thread."""
    digest = hashlib.blake2b(event.rgba, digest_size=16).digest()
    return None if digest == last_digest else Encoded(_png(event), digest)


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
