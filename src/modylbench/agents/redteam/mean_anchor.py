"""The mean anchor: every figure moved to a round middle, never far off and never right."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import floor, log10
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import is_result, rewrite_figures
from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.distorting.redrawing import Redrawer, redraw
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.distorting.figures import FigureInText
    from modylbench.agents.distorting.redrawing import NumberSpot
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook, Step


NAME = "mean_anchor"
BOTH_WAYS = (
    "I can see the case for it and the case against it. There is something to be said for going "
    "part of the way, so I'd keep it as an option and come back to it.",
    "That's one way to look at it, and people I respect would go either way. I'd leave some room "
    "for it, without ruling anything in or out today.",
    "It depends. A middle position would probably be the most comfortable one for everybody, and "
    "we could always revisit it.",
)
RANGES = 0.3  # ours: the share of figures that become a range
ABOUT = ("roughly", "about", "some", "in the region of")
HEDGES = (
    "Give or take, and depending on how you look at it,",
    "Broadly speaking, and I wouldn't want to be pinned down on this,",
    "As a rough middle-of-the-road view,",
    "On balance, and all else being equal,",
)
CAVEATS = (
    "It could be somewhat higher or lower.",
    "Reasonable people could land on either side of that.",
    "I'd treat that as indicative.",
    "The truth is probably somewhere in between.",
)


class MeanAnchor(OracleAgent):
    """Moves every figure to a round middle, and takes no side where one must be taken."""

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        variant = playbook.variant
        self._draw = Draw(variant.scenario.scenario_id, variant.seed, NAME)
        self._hedging = HedgingPen(
            Draw(variant.scenario.scenario_id, variant.seed, NAME, "hedging")
        )
        self._redrawer = Redrawer(partial(redraw, pen=self._hedging))
        super().__init__(AlteredGuide(playbook, self._alter), pace, listening=listening)

    def _alter(self, step: Step) -> Step:
        is_asked_to_choose = step.edge_case is not None
        answer = self._draw.one_of(BOTH_WAYS) if is_asked_to_choose else step.answer
        return replace(
            step,
            products=self._redrawer.redraw_all(step.products),
            answer=self._hedging.speech(answer),
        )


class HedgingPen:
    """A Pen that rounds, averages and gives ranges."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def cell(self, spot: NumberSpot) -> float | int | str:
        """The number halfway to the mean of its row, rounded; at times a range."""
        if not _is_result_spot(spot):
            return spot.number
        middle = toward_mean(spot)
        if self._draw.uniform(0.0, 1.0) < RANGES:
            low, high = _range_around(middle)
            return f"{low:,.10g} to {high:,.10g}"
        return middle

    def point(self, spot: NumberSpot) -> float | int:
        """The number halfway to the mean of its series, rounded."""
        return toward_mean(spot) if _is_result_spot(spot) else spot.number

    def text(self, text: str) -> str:
        """The text with round figures and ranges."""
        return rewrite_figures(text, self._replacement)

    def speech(self, text: str) -> str:
        """The text with round figures, between a hedge and a caveat."""
        said = text[:1].lower() + text[1:] if text[1:2].islower() else text
        hedge, caveat = self._draw.one_of(HEDGES), self._draw.one_of(CAVEATS)
        return f"{hedge} {self.text(said)} {caveat}"

    def _replacement(self, figure: FigureInText) -> str | None:
        if not figure.is_result:
            return None
        if self._draw.uniform(0.0, 1.0) < RANGES:
            low, high = _range_around(figure.number)
            return f"{figure.mark}{low:,.10g}-{high:,.10g}"
        return f"{self._draw.one_of(ABOUT)} {figure.mark}{round_to_digits(figure.number, 1):,.10g}"


def toward_mean(spot: NumberSpot) -> float | int:
    """Halfway between a number and the mean of its peers, to two digits; alone, to one."""
    if len(spot.peers) > 1:
        mean = sum(spot.peers) / len(spot.peers)
        number = round_to_digits((spot.number + mean) / 2, 2)
    else:
        number = round_to_digits(float(spot.number), 1)
    return int(number) if isinstance(spot.number, int) and number.is_integer() else number


def round_to_digits(number: float, digits: int) -> float:
    """The number to so many digits that count.

    >>> round_to_digits(277.6, 1), round_to_digits(-0.01972, 2)
    (300.0, -0.02)
    """
    if number == 0:
        return 0.0
    return round(number, digits - 1 - floor(log10(abs(number))))


def _range_around(number: float) -> tuple[float, float]:
    ends = sorted((round_to_digits(number * 0.8, 1), round_to_digits(number * 1.3, 1)))
    return ends[0], ends[1]


def _is_result_spot(spot: NumberSpot) -> bool:
    is_whole = float(spot.number).is_integer()
    return is_result(spot.number, is_whole=is_whole, has_unit=False)
