"""Numbers, colours and styles of a drawing in one spelling: what nobody sees is no change."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import short_repr
from modylbench.products.canvas import LONGEST_NAME, MOST_STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator

STEP = 100  # to the px: finer differences are noise
BORDER = 0.5437  # ours: places between two steps that a program is likely to write do not lie there
DrawingValue = bool | float | str | None
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)


def round_to_step(number: float) -> float:
    """The number in steps of 0.01, so that noise below that is no change.

    A border between two steps has to lie somewhere: not at .005, where 12.125 lies, so that round
    numbers with noise on either side stay the same number.

    >>> round_to_step(12.1249999), round_to_step(12.1250001), round_to_step(3.0000001)
    (12.12, 12.12, 3)
    """
    steps = math.floor(number * STEP + 1 - BORDER) if abs(number) < 1e12 else number * STEP
    value = steps / STEP
    return int(value) if value == int(value) else value


def plain_colour(text: str) -> str:
    """A colour in one spelling: six or eight small digits where it is a number, without spaces.

    >>> plain_colour("#FFF"), plain_colour(" Red ")
    ('#ffffff', 'red')
    """
    plain = text.strip().lower()
    if not _HEX.fullmatch(plain):
        return plain
    digits = plain[1:] if len(plain) > 5 else "".join(digit * 2 for digit in plain[1:])
    return "#" + (digits.removesuffix("ff") if len(digits) == 8 else digits)


def flat_style(properties: dict[str, Any]) -> dict[str, DrawingValue]:
    """Every value by the names that lead to it, those that say nothing left out.

    Raises ValueError for more values, or longer names, than an element can have.

    >>> flat_style({"roundness": {"type": 3}, "dash": [1], "link": None, "strokeColor": "#FFF"})
    {'dash.0': 1, 'roundness.type': 3, 'strokeColor': '#ffffff'}
    """
    found: dict[str, DrawingValue] = {}
    for name, value in _leaves(properties, ""):
        found[name] = value
        if len(found) > MOST_STYLES:
            message = f"style: found more than {MOST_STYLES} values, expected fewer"
            raise ValueError(message)
    return dict(sorted(found.items()))


def _leaves(value: Any, name: str) -> Iterator[tuple[str, DrawingValue]]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _leaves(child, _inner(name, key))
    elif isinstance(value, list | tuple):
        for at, child in enumerate(value):
            yield from _leaves(child, _inner(name, str(at)))
    elif isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        yield name, round_to_step(value)
    elif isinstance(value, str) and "color" in name.lower():
        yield name, plain_colour(value)
    elif value is not None:
        yield name, value


def _inner(name: str, key: str) -> str:
    if len(name) + 1 + len(key) > LONGEST_NAME:
        message = (
            f"style: found the name {short_repr(key)}, expected {LONGEST_NAME} characters in all"
        )
        raise ValueError(message)
    return f"{name}.{key}" if name else key
