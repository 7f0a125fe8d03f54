"""Contrast is that of WCAG, and paints lie on each other as in a browser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.documents.page import contrast
from modylbench.documents.page.contrast import Layer, RgbaColour

BLACK: RgbaColour = (0.0, 0.0, 0.0, 1.0)

parts = st.integers(0, 255).map(float)
opaque = st.tuples(parts, parts, parts, st.just(1.0))
shares = st.integers(0, 100).map(lambda number: number / 100)
colours = st.tuples(parts, parts, parts, shares)
layers = st.builds(Layer, colours, shares)


def read(name: str) -> RgbaColour:
    red, green, blue = (float(int(name[at : at + 2], 16)) for at in (1, 3, 5))
    return (red, green, blue, 1.0)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("#000000", 21.0),
        ("#777777", 4.48),
        ("#767676", 4.54),
        ("#949494", 3.03),
        ("#959595", 2.99),
        ("#ff0000", 4.00),
        ("#008000", 5.14),
        ("#0000ff", 8.59),
        ("#ffff00", 1.07),
        ("#00ff00", 1.37),
        ("#000080", 16.01),
        ("#808080", 3.95),
        ("#c0c0c0", 1.82),
        ("#800000", 10.95),
        ("#800080", 9.42),
        ("#008080", 4.77),
        ("#ffa500", 1.97),
    ],
)
def test_contrast_with_white_is_as_published(name: str, published: float) -> None:
    assert contrast.ratio(read(name), contrast.WHITE) == pytest.approx(published, abs=0.006)


@given(opaque, opaque)
def test_contrast_is_the_same_both_ways_and_from_1_to_21(
    first: RgbaColour, second: RgbaColour
) -> None:
    value = contrast.ratio(first, second)

    assert value == contrast.ratio(second, first)
    assert 1 <= value <= 21.0000001
    assert contrast.ratio(first, first) == 1


@pytest.mark.parametrize(
    ("font_px", "weight", "needed"),
    [
        (24.0, 400.0, 3.0),
        (23.99, 400.0, 4.5),
        (18.66, 700.0, 3.0),
        (18.65, 700.0, 4.5),
        (18.66, 600.0, 4.5),
        (12.0, 900.0, 4.5),
    ],
)
def test_large_text_needs_less(font_px: float, weight: float, needed: float) -> None:
    assert contrast.ratio_needed(font_px, weight) == needed


@given(colours, opaque)
def test_painting_mixes_by_alpha(top: RgbaColour, bottom: RgbaColour) -> None:
    mixed = contrast.blend(top, bottom)

    by_hand = [t * top[3] + b * (1 - top[3]) for t, b in zip(top[:3], bottom[:3], strict=True)]
    assert mixed[:3] == pytest.approx(by_hand)
    assert mixed[3] == pytest.approx(1)


@given(colours, colours, colours)
def test_painting_in_any_grouping_gives_one_colour(
    first: RgbaColour, second: RgbaColour, third: RgbaColour
) -> None:
    left = contrast.blend(contrast.blend(third, second), first)
    right = contrast.blend(third, contrast.blend(second, first))

    assert left == pytest.approx(right)


@given(st.lists(layers, max_size=6), opaque)
def test_nothing_shows_through_an_opaque_paint(stack: list[Layer], top: RgbaColour) -> None:
    without_groups = [Layer(layer.colour) for layer in stack]

    assert contrast.composite_colour([*without_groups, Layer(top)]) == pytest.approx(top)
    assert contrast.composite_colour([Layer(None), *without_groups, Layer(top)]) == pytest.approx(
        top
    )


@given(opaque, opaque, shares)
def test_a_group_fades_as_a_whole(ground: RgbaColour, ink: RgbaColour, opacity: float) -> None:
    """An ink on its own box in a group does not mix with that box, but with the page."""
    seen = contrast.composite_colour([Layer(ground, opacity), Layer(ink)])

    by_hand = [part * opacity + 255 * (1 - opacity) for part in ink[:3]]
    assert seen is not None
    assert seen[:3] == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("stack", "known"),
    [
        ([Layer(None)], False),
        ([Layer(None), Layer((0.0, 0.0, 0.0, 0.5))], False),
        ([Layer(None), Layer(BLACK)], True),
        ([Layer(None), Layer(BLACK, 0.5)], False),
        ([Layer(BLACK, 0.5), Layer(None)], False),
        ([Layer(None, 0.0)], True),
    ],
)
def test_what_shows_through_is_unknown_and_what_does_not_is_known(
    stack: list[Layer], known: bool
) -> None:
    assert (contrast.composite_colour(stack) is not None) == known


@given(opaque, st.lists(layers, max_size=6))
def test_an_ink_that_does_not_come_through_has_no_contrast(
    ink: RgbaColour, stack: list[Layer]
) -> None:
    gone = [*stack, Layer(contrast.CLEAR, 0.0)]

    assert contrast.ink_share(ink, gone) == 0
    assert contrast.text_ratio(ink, gone) == 1


def test_colours_that_a_person_tells_apart_do_not_look_alike() -> None:
    assert contrast.look_alike(read("#fefefe"), contrast.WHITE)
    assert not contrast.look_alike(read("#ffff00"), contrast.WHITE)
    assert not contrast.look_alike(read("#cccccc"), contrast.WHITE)
