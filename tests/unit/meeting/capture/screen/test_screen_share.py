"""A picture of a shared screen is new only where a person would see a change."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from modylbench.meeting.capture.allowance import Allowance
from modylbench.meeting.capture.screen.screen_share import (
    LastPicture,
    ScreenSharePictures,
    encode,
)
from modylbench.meeting.capture.store import Folder
from modylbench.meeting.room import PictureReceived

WIDTH, HEIGHT = 640, 360


def page(figure: str = "1,203", size: tuple[int, int] = (WIDTH, HEIGHT)) -> NDArray[np.uint8]:
    picture = Image.new("RGBA", (WIDTH, HEIGHT), "white")
    ImageDraw.Draw(picture).text((101, 83), figure, fill="black", font_size=14)
    return np.array(picture.resize(size, Image.Resampling.BOX))


def noisy(pixels: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """As a codec changes it: each pixel by up to twelve, and a block by less."""
    noise = np.random.default_rng(seed).integers(-12, 13, pixels.shape)
    changed: NDArray[np.int64] = np.clip(pixels.astype(np.int64) + noise, 0, 255)
    return changed.astype(np.uint8)


def received(pixels: NDArray[np.uint8], at_s: float = 0.0) -> PictureReceived:
    height, width, _ = pixels.shape
    return PictureReceived(at_s, "agent", "screenshare", width, height, pixels.tobytes())


def is_new(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    first = encode(received(before), None)
    assert first is not None
    return encode(received(after), LastPicture(0.0, first.blocks)) is not None


def test_what_a_codec_makes_of_a_still_page_is_nothing_new() -> None:
    assert not is_new(noisy(page(), 1), noisy(page(), 2))


def test_a_frame_of_no_size_or_of_one_that_no_screen_has_is_thrown_away_and_told() -> None:
    allowance = Allowance()
    pictures = ScreenSharePictures(Folder(Path("nowhere")), allowance)
    claims = [(0, 0), (20_000, 20_000), (64, 64), (-4, 4)]

    assert not any(
        pictures.is_due(PictureReceived(1.0, "agent", "screenshare", width, height, b"\0" * 16))
        for width, height in claims
    )
    assert pictures.is_due(received(page()))
    assert allowance.end_turn() == "unusable pictures: 4"


def test_one_digit_that_was_edited_is_new() -> None:
    assert is_new(noisy(page("1,203"), 1), noisy(page("1,208"), 2))


def test_the_same_page_in_another_size_is_nothing_new_and_in_another_shape_it_is() -> None:
    assert not is_new(page(), page(size=(WIDTH // 2, HEIGHT // 2)))
    assert not is_new(page(size=(WIDTH // 2, HEIGHT // 2)), page())
    assert is_new(page(), page(size=(WIDTH // 2, HEIGHT)))
