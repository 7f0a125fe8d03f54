"""Pictures of the screen that the agent shares itself."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from modylbench.recording.events import Frame

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from modylbench.meeting.capture.allowance import Allowance
    from modylbench.meeting.capture.store import Folder
    from modylbench.meeting.room import PictureReceived

APART_S = 0.5  # SPEC 9: at most two a second
MOST_OF_A_TURN = 240  # ours: two minutes of a film
MOST_SIDE = 4_096

# Ours, by a page of figures over VP8, 720p and 1080p: of a still one, blocks of 4 x 4 pixels change
# their grey by up to 10 of 255, in the first two seconds by 25; with one digit edited, one at least
# by 28. Blocks of 8 x 8 keep these apart less well: 5 and 4.
BLOCK = 4
SETTLING_S = 4.0  # ours: 1080p came small at first, and whole after 3.5 s
MOST_NOISE = 16


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture as it is kept, and its grey, block by block."""

    png: bytes
    blocks: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class LastPicture:
    """What was last kept of one track."""

    at_s: float
    blocks: NDArray[np.int16]


class ScreenSharePictures:
    """Keeps frames of a shared screen: the first, and each that differs from the one before."""

    def __init__(self, folder: Folder, allowance: Allowance) -> None:
        self._folder = folder
        self._allowance = allowance
        self._last: dict[tuple[str, str], LastPicture] = {}
        self._began_s: dict[tuple[str, str], float] = {}

    def is_due(self, event: PictureReceived) -> bool:
        """Whether enough time has passed since the last that was kept; of no size, never."""
        if not _is_sound(event):
            self._allowance.throw("unusable pictures")
            return False
        last = self.last_of(event)
        return last is None or event.at_s - last.at_s >= APART_S

    def last_of(self, event: PictureReceived) -> LastPicture | None:
        """What was last kept of the track that this is a picture of."""
        return self._last.get((event.identity, event.source))

    def is_act(self, event: PictureReceived, *, is_asked: bool) -> bool:
        """Whether a picture that is new shows that the agent has done something.

        A face does not. To begin to share is an act where a person has asked; what comes in the
        seconds after that is the same screen, which video shows better and better.
        """
        began_s = self._began_s.setdefault((event.identity, event.source), event.at_s)
        if event.source != "screenshare":
            return False
        return is_asked if event.at_s == began_s else event.at_s - began_s >= SETTLING_S

    def take(
        self, event: PictureReceived, encoded: EncodedPicture, *, place: tuple[int, int]
    ) -> Frame | None:
        """The picture as it is kept, by turn and number; None beyond the agent's allowance."""
        self._last[event.identity, event.source] = LastPicture(event.at_s, encoded.blocks)
        if not self._allowance.admits("pictures", MOST_OF_A_TURN):
            return None
        if not self._allowance.admits_bytes(len(encoded.png)):
            return None
        turn_index, number = place
        path = f"media/turn-{turn_index:02}/{event.source}-{number:02}.png"
        return Frame(
            turn_index=turn_index,
            file=self._folder.keep(path, encoded.png),
            at_s=round(event.at_s, 3),
            source="camera" if event.source == "camera" else "screenshare",
        )


def encode(event: PictureReceived, last: LastPicture | None) -> EncodedPicture | None:
    """The picture, encoded; None where it shows the same as the last. It may run in a thread."""
    from PIL import Image  # slow to import, and most agents show no screen of their own

    picture = Image.frombuffer("RGBA", (event.width, event.height), event.rgba, "raw", "RGBA", 0, 1)
    blocks = np.asarray(picture.convert("L").reduce(BLOCK), dtype=np.int16)
    if last is not None and is_alike(last.blocks, blocks):
        return None
    return EncodedPicture(_png(picture), blocks)


def is_alike(earlier: NDArray[np.int16], other: NDArray[np.int16]) -> bool:
    """Whether two pictures show the same but for what video makes of it.

    Video of a still screen changes its size too, when a link bears more or less: the larger is
    then made as small as the other.
    """
    small, large = sorted((earlier, other), key=lambda blocks: blocks.size)
    times = round(large.shape[1] / small.shape[1])
    if times > 1:
        large = _downscale(large, times)
    if large.shape != small.shape:
        return False
    return int(np.abs(large - small).max()) <= MOST_NOISE


def _downscale(blocks: NDArray[np.int16], times: int) -> NDArray[np.int16]:
    rows, columns = (side // times for side in blocks.shape)
    whole = blocks[: rows * times, : columns * times]
    means: NDArray[np.float64] = whole.reshape(rows, times, columns, times).mean((1, 3))
    return means.astype(np.int16)


def _is_sound(event: PictureReceived) -> bool:
    sides = (event.width, event.height)
    fits = all(0 < side <= MOST_SIDE for side in sides)
    return fits and len(event.rgba) == 4 * event.width * event.height


def _png(picture: Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()
