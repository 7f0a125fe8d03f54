"""What pixels alone say of a shared screen: sure where it is plain, silent where it is not."""

import pytest
from PIL import Image, ImageDraw

from modylbench.evaluation.visuals.opening import OpenedPicture
from modylbench.evaluation.visuals.pixel_checks import contrast_holds, is_blank


def screen(ink: str, ground: str = "white", *, size: int = 20) -> OpenedPicture:
    picture = Image.new("RGB", (640, 360), ground)
    for row in range(8):
        ImageDraw.Draw(picture).text((20, 40 * row), "Revenue 57.5 58.1", fill=ink, font_size=size)
    return OpenedPicture(picture, picture.convert("L"))


def test_black_on_white_and_white_on_navy_hold() -> None:
    assert contrast_holds(screen("black")) is True
    assert contrast_holds(screen("white", "navy")) is True


@pytest.mark.parametrize(("ink", "ground"), [("#c0c0c0", "white"), ("#223", "black")])
def test_pale_ink_does_not(ink: str, ground: str) -> None:
    assert contrast_holds(screen(ink, ground)) is False


def test_between_the_two_and_with_nothing_drawn_nobody_can_tell() -> None:
    assert contrast_holds(screen("#888888")) is None  # 3.5:1, enough for large text alone
    assert contrast_holds(screen("white")) is None


def test_a_screen_of_one_colour_is_blank() -> None:
    assert is_blank(screen("white"))
    assert is_blank(screen("#fefefe"))
    assert not is_blank(screen("#f0f0f0"))


def test_a_screen_half_of_which_is_pale_is_neither() -> None:
    both = screen("black").colours
    both.paste(screen("#c0c0c0").colours.crop((0, 0, 640, 180)))

    assert contrast_holds(OpenedPicture(both, both.convert("L"))) is None
