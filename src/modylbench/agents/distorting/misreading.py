"""A meeting as somebody understood it who misread an input or two and reckons on from there.

The scenario's own oracle does the reckoning, so that every sum, ratio and rate fits the others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from modylbench.foundation.draw import Draw
from modylbench.scenarios.drawing.plot import SEED_EDGE_CASE, draw_choices
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.template import Parameter
    from modylbench.scenarios.variant import Variant

MOST_MISREAD = 3  # ours; mostly one or two are enough
ENOUGH = 0.5  # ours: the share of what is worked out that must be wrong
GAINS = (0.12, 0.03)
"""How much an input must add to that share: first those that matter much, then any; ours."""

STEPS = (4, 2, 1)  # ours: of a parameter's range, as far as there is room
LEAST_MOVED = 0.01  # of a figure
MOST_MISHEARD = 0.1  # ours: of what people say, with a figure that is understood as another
_DIGITS = re.compile(r"(?<![-\w])\d[\d.,]*(?!-?\d)")  # not those of a name such as 12-012


class MisreadNumber(float):
    """A number that is written as it should be, and counts as another.

    Scenarios draw their data from how the parameters are written: these stay what they are, and
    what is worked out goes wrong.
    """

    __slots__ = ("written",)
    written: float

    def __new__(cls, number: float, written: float) -> MisreadNumber:
        """A number to reckon with, and the one to be seen."""
        made = super().__new__(cls, number)
        made.written = written
        return made

    @override
    def __format__(self, spec: str) -> str:
        """The right number.

        >>> f"{MisreadNumber(0.3, 0.34):g}", MisreadNumber(0.3, 0.34) * 2
        ('0.34', 0.6)
        """
        return format(self.written, spec)


def misread_variant(variant: Variant) -> Variant | None:
    """The same meeting as somebody understood it who misread inputs; None where nothing follows.

    What people say must stay the same but for a figure here and there.
    """
    search = _Search(variant)
    for gain in GAINS:
        for name in search.order:
            if search.is_over:
                break
            search.consider(name, gain)
    return search.understood


class _Search:
    """Misreads one parameter after the other, for as long as too little has come of it."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._draw = Draw(variant.source.id, variant.seed, "misread")
        self._parameters = variant.source.template.card.parameters
        self._right = {name: float(variant.truth[name]) for name in self._parameters}
        self._wrong: dict[str, MisreadNumber] = {}
        self._moved = 0.0
        self.order = self._draw.in_drawn_order(sorted(self._parameters))
        self.understood: Variant | None = None

    @property
    def is_over(self) -> bool:
        """Whether enough is wrong, or enough was misread."""
        return self._moved >= ENOUGH or len(self._wrong) == MOST_MISREAD

    def consider(self, name: str, gain: float) -> None:
        """Misread a parameter if so much more is wrong then, and people still ask the same."""
        if name in self._wrong:
            return
        right = self._right[name]
        for number in _slips(self._parameters[name], right, self._draw):
            wrong = {**self._wrong, name: MisreadNumber(number, right)}
            truth = _truth(self._variant, {**self._right, **wrong})
            moved = _wrong_share(self._variant.truth, truth, self._right) if truth else 0.0
            if truth is None or moved < self._moved + gain:
                continue
            other = _meeting(self._variant, truth)
            if _is_same_talk(_human_lines(self._variant), _human_lines(other)):
                self._wrong, self._moved, self.understood = wrong, moved, other
                return


def _slips(parameter: Parameter, right: float, draw: Draw) -> list[float]:
    """At most two numbers that a parameter could have been as well, the one further off first."""
    sides = draw.in_drawn_order((-1, 1))
    near = [round(right + side * steps * parameter.step, 10) for steps in STEPS for side in sides]
    return [number for number in near if parameter.low <= number <= parameter.high][:2]


def _truth(variant: Variant, parameters: Mapping[str, float]) -> dict[str, Any] | None:
    """What the oracle makes of the parameters, with nothing that is written as another number."""
    card, seed = variant.source.template.card, variant.seed
    found = variant.oracle.solve(parameters, card.oracle_seed(seed), draw_choices(card, seed))
    kept = {name: value for name, value in variant.truth.items() if name not in parameters}
    return None if found is None else _plain({**kept, **parameters, **found})


def _meeting(variant: Variant, truth: dict[str, Any]) -> Variant:
    choice = str(variant.scenario.metadata.get("edge_case", SEED_EDGE_CASE))
    return instantiate(variant.source, variant.seed, choice, truth=truth)


def _plain(value: Any) -> Any:
    match value:
        case MisreadNumber():
            return float(value)
        case dict():
            return {name: _plain(item) for name, item in value.items()}
        case list() | tuple():
            return type(value)(_plain(item) for item in value)
        case _:
            return value


def _wrong_share(
    right: Mapping[str, Any], wrong: Mapping[str, Any], given: Mapping[str, float]
) -> float:
    """The share of the figures and tables worked out that are not what they should be."""
    results = [name for name, value in right.items() if name not in given and _figures(value)]
    far = [name for name in results if _is_off(_figures(right[name]), _figures(wrong.get(name)))]
    return len(far) / max(1, len(results))


def _figures(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [
            figure
            for item in value.values()
            if not isinstance(item, dict)
            for figure in _figures(item)
        ]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def _is_off(right: list[float], wrong: list[float]) -> bool:
    """Whether a count or a year is another, or any other figure clearly so."""
    return len(right) != len(wrong) or any(
        abs(figure - other) > (0 if isinstance(figure, int) else LEAST_MOVED * abs(figure))
        for figure, other in zip(right, wrong, strict=True)
    )


def _human_lines(meeting: Variant) -> list[str]:
    turns = meeting.scenario.human_turns()
    return [alternative.human_utterance for turn in turns for alternative in turn.alternatives]


def _is_same_talk(said: list[str], understood: list[str]) -> bool:
    """Whether people speak of the same things, and hardly a figure of theirs is misheard."""
    things = [[_DIGITS.sub("#", line) for line in lines] for lines in (said, understood)]
    misheard = sum(line != other for line, other in zip(said, understood, strict=False))
    return things[0] == things[1] and misheard <= MOST_MISHEARD * len(said)
