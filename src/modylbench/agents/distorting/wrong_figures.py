"""Wrong figures for a meeting in which no input can be misread: each slips by itself.

What people said is taken over right. What stands in their files is misread, each figure in its own
way; what is worked out is off by one factor for amounts, one for rates and one for multiples: sums
still add up, ratios do not. One figure has one wrong figure wherever it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import (
    as_written,
    figures_in,
    is_result,
    kind_of,
    rewrite_figures,
)
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.distorting.figures import FigureInText, FigureKind
    from modylbench.agents.distorting.redrawing import NumberSpot
    from modylbench.scenarios.variant import Variant

SLIPS = {
    "a wrong base": (1.07, 1.16),
    "a year too few": (0.84, 0.93),
    "compounded once too often": (1.09, 1.14),
    "gross for net": (1.12, 1.22),
    "a part left out": (0.86, 0.94),
}
"""What goes wrong, and by which factors that shows; all ours."""

KINDS: tuple[FigureKind, ...] = ("amount", "percent", "multiple")
CURRENCIES = ("$", "US$", "€", "£")
MOST_DECIMALS = 6
MOST_ROUND = 10_000
UNITS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9,
}  # fmt: skip
TENS = {
    "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_WORDS = re.compile(rf"\b(?P<tens>{'|'.join(TENS)})(?:[\s-](?P<unit>{'|'.join(UNITS)}))?\b")


class SlippingPen:
    """The wrong figures of one meeting: a ProductPen, whose texts refer to what it drew before."""

    def __init__(self, variant: Variant) -> None:
        self._seed = (variant.scenario.scenario_id, variant.seed, "slips")
        self._factors = {kind: self._factor(kind) for kind in KINDS}
        self._said, self._read = given_in(variant)
        self._known: dict[FigureKind, list[float]] = {kind: [] for kind in KINDS}

    def cell(self, spot: NumberSpot) -> float | int:
        """The wrong number."""
        return self.point(spot)

    def point(self, spot: NumberSpot) -> float | int:
        """The wrong number, as finely as the right one."""
        kind, size = kind_of(spot.unit), abs(spot.number)
        is_whole = float(size).is_integer()
        has_unit = kind != "amount" or (spot.unit or "").startswith(CURRENCIES)
        if not is_result(size, is_whole=is_whole, has_unit=has_unit):
            return spot.number
        self._keep(size, kind)
        if isinstance(spot.number, int):
            wrong: float | int = int(self._wrong_value(size, kind, 0))
        else:
            wrong = self._wrong_value(size, kind, _decimals(size))
        return wrong if spot.number > 0 else -wrong

    def text(self, text: str) -> str:
        """The text with the wrong figures in the places of the right ones."""
        return rewrite_figures(text, self._replacement)

    def _replacement(self, figure: FigureInText) -> str | None:
        if not figure.is_result:
            return None
        finer = self._nearest(figure)
        decimals = _decimals(finer) if figure.has_unit or figure.decimals else 0
        wrong = self._wrong_value(finer, figure.kind, decimals)
        if wrong == finer:
            return None
        digits = as_written(wrong, figure)
        if digits == figure.digits:
            digits = as_written(figure.number + 10.0**-figure.decimals, figure)
        return f"{figure.mark}{digits}"

    def _keep(self, size: float, kind: FigureKind) -> None:
        known = self._known[kind]
        place = bisect_left(known, size)
        if known[place : place + 1] != [size]:
            insort(known, size)

    def _nearest(self, figure: FigureInText) -> float:
        """The figure as a product has it, where the text rounds it."""
        half = 0.5 * 10.0**-figure.decimals * 1.000001
        known = self._known[figure.kind]
        near = known[bisect_left(known, figure.number - half) :]
        rounded = [size for size in near[:20] if size <= figure.number + half]
        return min(rounded, key=lambda size: abs(size - figure.number), default=figure.number)

    def _wrong_value(self, size: float, kind: FigureKind, decimals: int) -> float:
        if (size, kind) in self._said or (kind == "percent" and size == 100):
            return size
        if kind == "amount" and size in self._read and _is_long(size):
            return self._misread(size, decimals)
        factor = self._factors[kind]
        if kind == "percent" and size < 100 <= size * factor:
            factor = 1.0 / factor
        return _never_right(size, round(size * factor, decimals), decimals)

    def _misread(self, size: float, decimals: int) -> float:
        """Two digits swapped, or a figure from the line above it."""
        draw = Draw(*self._seed, "misread", f"{size:.6g}")
        digits = f"{size:.{decimals}f}"
        swapped = [
            float(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
            for at in range(1, len(digits) - 1)
            if digits[at : at + 2].isdigit() and digits[at] != digits[at + 1]
        ]
        slipped = round(size * draw.one_of((0.87, 0.91, 1.08, 1.13)), decimals)
        far_off = [number for number in swapped if abs(number / size - 1) > 0.02]
        if far_off and draw.whole(0, 1):
            return draw.one_of(far_off)
        return _never_right(size, slipped, decimals)

    def _factor(self, kind: FigureKind) -> float:
        draw = Draw(*self._seed, kind)
        return round(draw.uniform(*SLIPS[draw.one_of(sorted(SLIPS))]), 4)


def given_in(variant: Variant) -> tuple[set[tuple[float, FigureKind]], set[float]]:
    """The figures that people say at any time, with their kinds, and those of their files."""
    asked = [
        alternative for slot in variant.scenario.human_turns() for alternative in slot.alternatives
    ]
    said = {
        (figure.number, figure.kind)
        for alternative in asked
        for figure in figures_in(alternative.human_utterance)
    }
    said |= {
        (number, kind)
        for alternative in asked
        for number in _in_words(alternative.human_utterance)
        for kind in ("percent", "multiple")
    }
    files = {file.name: file.content for alternative in asked for file in alternative.attachments}
    read = {
        figure.number
        for content in files.values()
        for figure in figures_in(_with_separated_commas(content))
    }
    return said, read


def _with_separated_commas(content: str) -> str:
    """A table whose commas are no longer taken for those between thousands."""
    return content.replace(",", " , ").replace(";", " ; ").replace('"', " ")


def _in_words(text: str) -> set[float]:
    """Whole numbers below a hundred that are written out.

    >>> sorted(_in_words("north of thirty-five, or forty"))
    [35.0, 40.0]
    """
    found = _WORDS.finditer(text.lower())
    return {float(TENS[word["tens"]] + UNITS.get(word["unit"] or "", 0)) for word in found}


def _decimals(number: float) -> int:
    """How finely a wrong figure is given: a round one is no longer round."""
    if float(number).is_integer():
        return 2 if abs(number) < MOST_ROUND else 0
    return min(len(repr(float(number)).partition(".")[2]), MOST_DECIMALS)


def _is_long(size: float) -> bool:
    """Whether it has digits enough to be misread."""
    return len(f"{size:.6g}".replace(".", "").strip("0")) >= 3


def _never_right(size: float, wrong: float, decimals: int) -> float:
    """The wrong figure, or the next one where rounding has made it right again."""
    return wrong if wrong != size else round(size + 10.0**-decimals, decimals)
