"""A recorded picture, opened within bounds; of one that cannot be opened, the reason."""

from __future__ import annotations

import struct
import warnings
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.evaluation.visuals.perceptual_hash import difference_hash
from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

MOST_PIXELS = 41_000_000  # ours: a page at its largest has 5,120 x 8,000
MOST_BYTES = 64_000_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEAD = struct.Struct(">8s4x4sII")


@dataclass(frozen=True)
class OpenedPicture:
    """A picture's colours and its greys."""

    colours: Image
    greys: Image

    @property
    def pixels(self) -> int:
        """How many it has."""
        return self.greys.width * self.greys.height

    @cached_property
    def hash(self) -> int:
        """Its 64-bit dHash."""
        return difference_hash(self.greys)


def open_picture(path: Path) -> OpenedPicture:
    """The picture; raises BadFile where it cannot be opened. Nothing larger is ever unpacked."""
    from PIL import Image  # slow to import, and most meetings of tests have no pictures

    _check_claims(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(path, formats=("PNG",)) as picture:
                colours = picture.convert("RGB")
    except (OSError, ValueError, SyntaxError, EOFError, zlib.error, Warning, MemoryError) as error:
        raise BadFile(path, "", "is a broken PNG") from error
    return OpenedPicture(colours, colours.convert("L"))


def _check_claims(path: Path) -> None:
    """Refuse what is no PNG, or claims more pixels than any picture of a meeting has."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEAD.size)
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error
    signature, chunk, width, height = _HEAD.unpack(head.ljust(_HEAD.size, b"\0"))
    if signature != _SIGNATURE or chunk != b"IHDR":
        raise BadFile(path, "", "is no PNG")
    if size > MOST_BYTES or not 0 < width * height <= MOST_PIXELS:
        problem = (
            f"has {size:,} bytes and claims {width:,} x {height:,} pixels, expected at most "
            f"{MOST_BYTES:,} bytes and 1 to {MOST_PIXELS:,} pixels"
        )
        raise BadFile(path, "", problem)
