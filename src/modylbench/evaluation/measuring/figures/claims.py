"""The quantity that a figure is said to be, and whether that is so."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.sources.knowledge import KnownNumbers
from modylbench.evaluation.reference.same_words import Neighbours
from modylbench.evaluation.reference.shown_values import places_showing
from modylbench.evaluation.reference.stated_figures import is_telling, stated_figures, words_index
from modylbench.products.finding.find import FoundNumber, Missing, find_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.finding.find import NumberPlace
    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.quantities.quantity import NumberSought
    from modylbench.products.reading.index import Index

_NOT_OWN = re.compile(
    r"\b(?:instead|rather|would|could|might|if|unless|until|without"
    r"|wrong|incorrect|mistaken|refuse|decline|reject|asked|requested|suggested|wanted|proposed"
    r"|claims?|claimed|versus|vs|against|compared|earlier|previous(?:ly)?|before|formerly|old|prior"
    r"|more than|less than|exceeds?|used to|target|threshold|hurdle|limit|cap|ceiling|floor"
    r"|minimum|maximum|peers?|benchmark|from|no|nor)\b"
)
"""Words by which a clause may give somebody else's number, where that number is known."""
_DENIED = re.compile(r"(?:\b(?:not|never|neither|cannot|refuse to|decline to)\b|n't\b)[^,;:]*$")
"""Words after which a number is the very one that the thing has not."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A quantity that a figure is said to be, and the figure in its unit."""

    sought: NumberSought
    measure: Measure

    def is_met(self, stated: StatedFigure, places: Iterable[NumberPlace]) -> bool:
        """Whether one of the places shows the figure, as finely as it was told."""
        told_step = stated.shown.half_step
        unit = self.measure.half_step / told_step if self.measure.half_step and told_step else 1.0
        return any(
            stated.is_value(place.measure.number / unit, place.measure.half_step / unit)
            for place in places
        )


Claims = tuple[Claim, ...]


@dataclass(slots=True)
class FigureContext:
    """A turn with what figures are compared with."""

    view: TurnView
    numbers: Sequence[NumberSought]
    scales: tuple[float, ...]
    expected: tuple[StatedFigure, ...] = ()
    asked: tuple[StatedFigure, ...] = ()
    misread: frozenset[str] = frozenset()
    known: KnownNumbers = field(default_factory=lambda: KnownNumbers(()))
    neighbours: Neighbours = field(default_factory=lambda: Neighbours(()))
    told: dict[str, list[tuple[StatedFigure, str]]] = field(default_factory=dict)
    """What each quantity was said to be in this turn, and in which channel."""


def is_own(stated: StatedFigure, moment: FigureContext) -> bool:
    """Whether the agent gives the figure as its own, rather than refuse or repeat somebody's.

    A number that nobody gave and nothing shows is the agent's own, whatever words it is hedged by.
    """
    if is_repeated(stated, moment):
        return False
    return not (_NOT_OWN.search(stated.clause) and moment.known.has(stated))


def is_repeated(stated: StatedFigure, moment: FigureContext) -> bool:
    """Whether the human has just said the figure, or the agent says that it is not so."""
    if any(stated.is_value(figure.shown.number, 0.0) for figure in moment.asked):
        return True
    return _DENIED.search(stated.clause.partition(stated.text)[0]) is not None


def named_in(text: str, numbers: Sequence[NumberSought]) -> dict[tuple[int, int], Claims]:
    """The quantities that a text gives, each with its value, by the place of the figure in it."""
    index = words_index(text)
    if not index.parts[0].observations:
        return {}
    named: dict[tuple[int, int], Claims] = {}
    for sought in numbers:
        found = find_number(sought, (index,))
        for place in () if isinstance(found, Missing) else found.places:
            if place.span is not None:
                claim = Claim(sought, place.measure)
                named[place.span] = (*named.get(place.span, ()), claim)
    return named


def misread_in(view: TurnView, numbers: Sequence[NumberSought]) -> frozenset[str]:
    """Quantities that a perfect answer seems to give with a value that the truth does not have.

    In this turn such words give the figure of something else, whoever says them.
    """
    wrong: set[str] = set()
    for answer in {
        alternative.model_answer for alternative in (view.asked, *view.slot.alternatives)
    }:
        stated = {(figure.start, figure.end): figure for figure in stated_figures(answer)}
        for span, claims in named_in(answer, numbers).items():
            for claim in claims if span in stated else ():
                found = find_number(claim.sought, product_of_quantity(claim.sought, view.reference))
                if isinstance(found, Missing) or not claim.is_met(stated[span], found.places):
                    wrong.add(claim.sought.id)
    return frozenset(wrong)


def is_reliable(stated: StatedFigure, claim: Claim, moment: FigureContext) -> bool:
    """False where the words were read wrongly, by what is true of this very figure.

    They name the quantity and the truth has the figure for something else: a part of it, or
    another case.
    """
    if claim.sought.id in moment.misread or not stated.shown.number:
        return False
    found = find_number(claim.sought, product_of_quantity(claim.sought, moment.view.reference))
    if not isinstance(found, Missing) and claim.is_met(stated, found.places):
        return True
    is_other = next(places_showing(stated, moment.view.reference, moment.scales), None) is not None
    return not (is_other and is_telling(stated))


def is_true(stated: StatedFigure, claims: Claims, moment: FigureContext) -> bool | None:
    """Whether the truth has this value for what the figure is said to be; None: nobody can tell."""
    verdicts: list[bool] = []
    for claim in claims:
        found = find_number(claim.sought, product_of_quantity(claim.sought, moment.view.reference))
        if isinstance(found, FoundNumber):
            verdicts.append(claim.is_met(stated, found.places))
    if any(verdicts) or (is_telling(stated) and any(stated.is_same(o) for o in moment.expected)):
        return True
    return False if verdicts else None


def places_of(claims: Claims, moment: FigureContext) -> Iterator[NumberPlace]:
    """Every place that shows one of the quantities."""
    for claim in claims:
        found = find_number(claim.sought, product_of_quantity(claim.sought, moment.view.shown))
        if not isinstance(found, Missing):
            yield from found.places


def product_of_quantity(sought: NumberSought, indexes: Sequence[Index]) -> tuple[Index, ...]:
    """The product that the quantity belongs to, if it is there."""
    return tuple(index for index in indexes if index.product.id == sought.product)
