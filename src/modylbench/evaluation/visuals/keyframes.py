"""The pictures of a turn that show how it went: not twice the same, those that changed most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.visuals.changed_pixels import changed_area
from modylbench.evaluation.visuals.perceptual_hash import DUPLICATE_BITS, hamming
from modylbench.evaluation.visuals.similarity import global_ssim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.visuals.changed_pixels import ChangedArea
    from modylbench.evaluation.visuals.opening import OpenedPicture

MOST_KEYFRAMES = 8  # paper 3.7.5: of a turn


@dataclass(frozen=True, slots=True)
class FrameDifference:
    """How a picture differs from the one before it, of the same surface or the same screen.

    `area` is what a person sees, by the pixels; hash and SSIM are the paper's, and do not see one
    changed cell.
    """

    area: ChangedArea | None
    hash_bits: int
    ssim: float

    @property
    def is_new_by_hash(self) -> bool:
        """Whether the paper's hash tells it from the one before."""
        return self.hash_bits > DUPLICATE_BITS

    @property
    def is_new(self) -> bool:
        """Whether it shows something else, by the hash or by the pixels."""
        return self.is_new_by_hash or self.area is not None


def frame_difference(
    before: OpenedPicture, after: OpenedPicture, *, is_video: bool = False
) -> FrameDifference:
    """How the second of two pictures differs from the first."""
    area = changed_area(before, after, is_video=is_video)
    if area is None and not is_video:
        return FrameDifference(None, 0, 1.0)
    return FrameDifference(
        area=area,
        hash_bits=hamming(before.hash, after.hash),
        ssim=global_ssim(before.greys, after.greys),
    )


def choose_keyframes(
    differences: Sequence[FrameDifference | None], most: int = MOST_KEYFRAMES
) -> tuple[int, ...]:
    """The places of the pictures that changed most, the largest change first; duplicates are out.

    None is a picture without one before it, or one that nobody could compare: all of it is new.
    """
    changes = {
        place: 1.0 if found is None else 1.0 - found.ssim
        for place, found in enumerate(differences)
        if found is None or found.is_new
    }
    return tuple(sorted(changes, key=lambda place: (-changes[place], place))[:most])
