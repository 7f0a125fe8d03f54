"""Hash and SSIM against other people's, the detector by drawn pictures, the choice by hand."""

import imagehash
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from skimage.metrics import structural_similarity

from modylbench.evaluation.visuals.changed_pixels import ChangedArea, changed_area
from modylbench.evaluation.visuals.keyframes import (
    FrameDifference,
    choose_keyframes,
    frame_difference,
)
from modylbench.evaluation.visuals.opening import OpenedPicture
from modylbench.evaluation.visuals.perceptual_hash import difference_hash, hamming
from modylbench.evaluation.visuals.similarity import global_ssim

SIDE = 63
greys = st.integers(0, 2**32 - 1).map(
    lambda seed: Image.fromarray(
        np.random.default_rng(seed).integers(0, 256, (SIDE, SIDE), dtype=np.uint8)
    )
)


def opened(picture: Image.Image) -> OpenedPicture:
    return OpenedPicture(picture.convert("RGB"), picture.convert("L"))


def page(
    text: str = "1,203", colour: str = "black", at: tuple[int, int] = (101, 83)
) -> OpenedPicture:
    picture = Image.new("RGB", (640, 360), "white")
    pen = ImageDraw.Draw(picture)
    pen.text(at, text, fill=colour, font_size=13)
    pen.rectangle((300, 200, 420, 300), fill="navy")
    return opened(picture)


def with_caret(of: OpenedPicture, left: int, width: int = 1, height: int = 16) -> OpenedPicture:
    picture = of.colours.copy()
    ImageDraw.Draw(picture).rectangle((left, 100, left + width - 1, 99 + height), fill="black")
    return opened(picture)


@settings(max_examples=30, deadline=None)
@given(greys, greys, st.floats(0, 1))
def test_ssim_is_that_of_scikit_image_over_one_window(
    first: Image.Image, noise: Image.Image, part: float
) -> None:
    other = Image.blend(first, noise, part)

    theirs = structural_similarity(  # type: ignore[no-untyped-call]
        np.asarray(first), np.asarray(other), win_size=SIDE, use_sample_covariance=False
    )

    assert global_ssim(first, other) == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=50, deadline=None)
@given(greys, st.integers(10, 200), st.integers(10, 200))
def test_the_hash_is_that_of_imagehash(picture: Image.Image, width: int, height: int) -> None:
    scaled = picture.resize((width, height))

    theirs = int(str(imagehash.dhash(scaled)), 16)

    assert difference_hash(scaled) == theirs


def test_a_picture_is_like_itself_and_of_two_sizes_the_rest_is_white() -> None:
    whole = page()
    part = opened(whole.colours.crop((0, 0, 640, 310)))  # what is left out is white

    assert global_ssim(whole.greys, whole.greys) == pytest.approx(1.0)
    assert global_ssim(whole.greys, part.greys) == pytest.approx(1.0)
    assert changed_area(whole, part) is not None


def test_one_digit_a_colour_of_the_same_grey_and_a_moved_thing_are_changes() -> None:
    assert changed_area(page(), page("1,208")) is not None
    assert changed_area(page(), page(at=(104, 83))) is not None
    red, green = page(colour="#ff0000"), page(colour="#00820f")
    assert hamming(red.hash, green.hash) == 0
    assert changed_area(red, green) is not None


def test_nothing_a_blinking_caret_and_what_no_eye_sees_are_none() -> None:
    assert changed_area(page(), page()) is None
    assert changed_area(page(), with_caret(page(), 50)) is None
    assert changed_area(with_caret(page(), 50), with_caret(page(), 90, width=2)) is None
    assert changed_area(page(colour="#000000"), page(colour="#020202")) is None


def test_a_line_is_no_caret() -> None:
    assert changed_area(page(), with_caret(page(), 50, height=41)) is not None
    assert changed_area(page(), with_caret(page(), 50, width=3)) is not None
    assert changed_area(page(), with_caret(page(), 50, height=7)) is not None


def test_the_area_is_the_box_around_what_changed() -> None:
    found = changed_area(page(), with_caret(page(), 50, width=10, height=20))

    assert found is not None
    assert found[:4] == (50, 100, 60, 120)
    assert found.share == pytest.approx(200 / (640 * 360))


def test_video_is_compared_by_blocks() -> None:
    noise = np.random.default_rng(3).integers(-12, 13, (360, 640, 3))
    noisy = np.clip(np.asarray(page().colours, dtype=np.int64) + noise, 0, 255).astype(np.uint8)
    sent = opened(Image.fromarray(noisy))

    assert changed_area(page(), sent) is not None
    assert changed_area(page(), sent, is_video=True) is None
    assert changed_area(page(), page("1,208"), is_video=True) is not None


def new(ssim: float, *, bits: int = 0) -> FrameDifference:
    return FrameDifference(ChangedArea(0, 0, 1, 1, 0.1), bits, ssim)


def test_keyframes_are_those_that_changed_most_and_none_twice() -> None:
    same = FrameDifference(None, 6, 0.5)
    films = [None, new(0.99), same, new(0.3), new(0.8), FrameDifference(None, 7, 0.7)]

    assert choose_keyframes(films, most=3) == (0, 3, 5)
    assert choose_keyframes(films) == (0, 3, 5, 4, 1)
    assert choose_keyframes([new(0.5)] * 20) == tuple(range(8))
    assert choose_keyframes([]) == ()


def test_what_the_hash_does_not_see_is_a_keyframe_all_the_same() -> None:
    found = frame_difference(page(), page("1,208"))

    assert not found.is_new_by_hash
    assert found.is_new
