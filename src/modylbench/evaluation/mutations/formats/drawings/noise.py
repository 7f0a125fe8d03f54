"""Which differences in a drawing does nobody see?"""

from __future__ import annotations

import math
import re

STEP = 100  # to the px: finer differences are noise
BORDER = 0.5437  # ours: places between two steps that a program is likely to write do not lie there

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)


def settled(number: float) -> float:
    """The number in steps of 0.01, so that noise below that is no change.

    A border between two steps has to lie somewhere: not at .005, where 12.125 lies, so that round
    numbers with noise on either side stay the same number.

    >>> settled(12.1249999), settled(12.1250001), settled(3.0000001)
    (12.12, 12.12, 3)
    """
    steps = math.floor(number * STEP + 1 - BORDER) if abs(number) < 1e12 else number * STEP
    value = steps / STEP
    return int(value) if value == int(value) else value


def colour(text: str) -> str:
    """A colour in one spelling: six or eight small digits where it is a number, without spaces.

    >>> colour("#FFF"), colour(" Red ")
    ('#ffffff', 'red')
    """
    plain = text.strip().lower()
    if not _HEX.fullmatch(plain):
        return plain
    digits = plain[1:] if len(plain) > 5 else "".join(digit * 2 for digit in plain[1:])
    return "#" + (digits.removesuffix("ff") if len(digits) == 8 else digits)
