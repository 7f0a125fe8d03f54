"""Every number that the agent says or writes, against what it and a perfect agent show.

A number contradicts only where two things are known: what it is said to be, and that this is shown
with another value. What it is said to be is known from the words themselves, read as a document is
read, or from a perfect answer that has the same figure and a place where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.facts import SaidFigure
from modylbench.evaluation.measuring.figures.claims import (
    Claims,
    FigureContext,
    is_own,
    is_reliable,
    is_repeated,
    is_true,
    misread_in,
    named_in,
    places_of,
    product_of_quantity,
)
from modylbench.evaluation.measuring.sources.knowledge import known_numbers
from modylbench.evaluation.reference.same_words import intended_figure, neighbours_in
from modylbench.evaluation.reference.shown_values import (
    agrees,
    is_named,
    nearest,
    places_showing,
    value_readings,
)
from modylbench.evaluation.reference.stated_figures import is_telling, stated_figures
from modylbench.products.finding.find import FoundNumber, Missing, find_number
from modylbench.products.quantities.closeness import RESTATED
from modylbench.products.quantities.labels import sentence_words
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.quantities.units import unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.facts import FigureAgreement
    from modylbench.evaluation.measuring.sources.knowledge import KnownNumbers
    from modylbench.evaluation.reference.shown_values import ShownPlace
    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.evaluation.views.turns import AgentText, TurnView
    from modylbench.products.finding.find import NumberPlace
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation
    from modylbench.scenarios.variant import Variant

    SpokenChannel = Literal["said", "chat"]

MOST_FIGURES = 300  # ours: of one turn; nobody gives more in an answer


@dataclass(frozen=True, slots=True)
class _ShownFigure:
    """How a figure stands to what is shown."""

    agreement: FigureAgreement
    quantity: str = ""
    shown: float | None = None
    product_id: str = ""
    pointer: str = ""


def figures_of(views: Sequence[TurnView], variant: Variant) -> dict[int, tuple[SaidFigure, ...]]:
    """Every figure that the agent said or wrote, by the human's turn."""
    numbers = [
        quantity for quantity in variant.scenario.quantities if isinstance(quantity, NumberSought)
    ]
    scales = scales_of(variant)
    known = known_numbers(variant, scales)
    return {
        view.recorded.turn_index: tuple(_figures(_moment(view, numbers, scales, known=known)))
        for view in views
    }


def unchecked_figures(views: Sequence[TurnView]) -> dict[int, tuple[SaidFigure, ...]]:
    """The same as anybody hears them: what they are of, and whether they are right, is open."""
    return {
        view.recorded.turn_index: tuple(
            SaidFigure(
                text=told.text,
                value=told.shown.number,
                unit=told.shown.dimension or "",
                channel=text.channel,
                agreement="not_shown",
                is_true=None,
            )
            for text, stated in _figures_by_text(view)
            for told in stated
        )
        for view in views
    }


def scales_of(variant: Variant) -> tuple[float, ...]:
    """The scales of the units that the meeting speaks in."""
    sought = variant.scenario.quantities
    names = {
        quantity.unit for quantity in sought if isinstance(quantity, NumberSought | TableSought)
    }
    return tuple(sorted({unit(name).scale for name in names} - {1.0}))


def _moment(
    view: TurnView,
    numbers: Sequence[NumberSought],
    scales: tuple[float, ...],
    *,
    known: KnownNumbers,
) -> FigureContext:
    return FigureContext(
        view,
        numbers,
        scales,
        stated_figures(view.asked.model_answer),
        stated_figures(view.recorded.human.text),
        misread_in(view, numbers),
        known,
        neighbours_in(view.reference),
    )


def _figures(moment: FigureContext) -> Iterator[SaidFigure]:
    for text, stated in _figures_by_text(moment.view):
        named = named_in(text.text, moment.numbers)
        for told in stated:
            yield _check_figure(told, text.channel, named.get((told.start, told.end), ()), moment)


def _figures_by_text(view: TurnView) -> Iterator[tuple[AgentText, list[StatedFigure]]]:
    """The figures of every text of a turn, not more than `MOST_FIGURES` in all."""
    left = MOST_FIGURES
    for text in view.texts:
        stated = list(stated_figures(text.text)[:left])
        left -= len(stated)
        yield text, stated


def _check_figure(
    stated: StatedFigure, channel: SpokenChannel, claims: Claims, moment: FigureContext
) -> SaidFigure:
    is_its_own = is_own(stated, moment)
    claims = tuple(claim for claim in claims if is_its_own and is_reliable(stated, claim, moment))
    standing = _compare_with_shown(stated, channel, claims, moment)
    if (
        standing.agreement == "not_shown"
        and is_its_own
        and (wrong := find_misplaced(stated, moment))
    ):
        product_id, stands, number = wrong
        standing = _ShownFigure("contradicts", "", number, product_id, stands.pointer)
    truth = is_true(stated, claims, moment)
    is_settled = truth is False or is_repeated(stated, moment)
    otherwise = None if is_settled else find_misstated(stated, moment)
    if otherwise is not None:
        truth = False
        if standing.agreement != "agrees":  # wrong, but what is shown is wrong in the same way
            standing = _contradicting_figure(otherwise, stated, moment) or standing
    return SaidFigure(
        text=stated.text,
        value=stated.shown.number,
        unit=stated.shown.dimension or "",
        channel=channel,
        agreement=standing.agreement,
        is_true=truth,
        quantity=standing.quantity or (claims[0].sought.id if len(claims) == 1 else ""),
        shown=standing.shown,
        product_id=standing.product_id,
        pointer=standing.pointer,
    )


def _compare_with_shown(
    stated: StatedFigure, channel: SpokenChannel, claims: Claims, moment: FigureContext
) -> _ShownFigure:
    places = list(places_showing(stated, moment.view.shown, moment.scales))
    against = _contradiction(stated, channel, claims, moment)
    if against is not None:
        own = {(place.product, place.pointer) for place in places_of(claims, moment)}
        elsewhere = [
            place for place in places if (place.product_id, place.observation.pointer) not in own
        ]
        if not (elsewhere and is_telling(stated)):
            return against
    if places:
        first = places[0]
        pointer = first.observation.pointer
        return _ShownFigure("agrees", "", first.number, first.product_id, pointer)
    return _ShownFigure("not_shown")


def _contradicting_figure(
    wanted: StatedFigure, stated: StatedFigure, moment: FigureContext
) -> _ShownFigure | None:
    """The place that shows what should have been said, of the thing that was spoken of."""
    places = places_showing(wanted, moment.view.shown, moment.scales)
    place = next(
        (
            place
            for place in places
            if any(is_named(by, place.observation) for by in (stated, wanted))
        ),
        None,
    )
    if place is None:
        return None
    pointer = place.observation.pointer
    return _ShownFigure("contradicts", "", place.number, place.product_id, pointer)


def _contradiction(
    stated: StatedFigure, channel: SpokenChannel, claims: Claims, moment: FigureContext
) -> _ShownFigure | None:
    """What is shown of the quantity that the figure is said to be, where it is another value.

    Where words fit several quantities and one of them has the value, only those of the very same
    name contradict it: the same thing in another product.
    """
    met: list[NumberSought] = []
    unmet: list[tuple[NumberSought, NumberPlace]] = []
    beside: _ShownFigure | None = None
    for claim in claims:
        sought = claim.sought
        earlier = moment.told.setdefault(sought.id, [])
        earlier.append((stated, channel))
        found = find_number(sought, product_of_quantity(sought, moment.view.shown))
        if isinstance(found, Missing):
            beside = beside or _against_itself(stated, channel, sought, earlier)
        elif claim.is_met(stated, found.places):
            met.append(sought)
        elif isinstance(found, FoundNumber):
            unmet.append((sought, found.places[0]))
    named = [pair for pair in unmet if not met or any(_is_namesake(pair[0], m) for m in met)]
    if not named:
        return None if met else beside
    sought, place = named[0]
    number = place.measure.number
    # What stands there in a unit that cannot be the quantity's has no value as that quantity.
    value = number if isfinite(number) else None
    return _ShownFigure("contradicts", sought.id, value, place.product, place.pointer)


def _is_namesake(first: NumberSought, other: NumberSought) -> bool:
    return (
        first.labels == other.labels and first.unit == other.unit and first.within == other.within
    )


def _against_itself(
    stated: StatedFigure,
    channel: SpokenChannel,
    sought: NumberSought,
    earlier: Sequence[tuple[StatedFigure, str]],
) -> _ShownFigure | None:
    """The chat message that gives a quantity another value than the voice did."""
    others = [figure for figure, where in earlier if where != channel]
    if not others or any(stated.is_value(o.shown.number, o.reach) for o in others):
        return None
    return _ShownFigure("contradicts", sought.id, others[0].shown.number)


def find_misplaced(
    stated: StatedFigure, moment: FigureContext
) -> tuple[str, Observation, float] | None:
    """The product, the number that stands there, and its value; None where nothing is wrong.

    Every place at which a perfect agent shows the figure must be there, and none may show it.
    """
    if not any(stated.is_same(figure) for figure in moment.expected):
        return None
    there = {index.product.id: index for index in moment.view.shown}
    first: tuple[str, Observation, float] | None = None
    for place in places_showing(stated, moment.view.reference, moment.scales):
        index = there.get(place.product_id)
        if index is None or not _may_be_of(stated, place):
            continue
        stands = _same_observation(place.observation, index)
        if stands is None or agrees(stated, stands, moment.scales):
            return None
        if first is None and value_readings(stands, moment.scales):
            first = place.product_id, stands, nearest(stated, stands, moment.scales)
    return first


def _may_be_of(stated: StatedFigure, shown_place: ShownPlace) -> bool:
    """Whether the words of a figure may be of this place: it is that figure, and named by a word.

    Rounded as it was told, not merely near it.
    """
    observation = shown_place.observation
    is_close = stated.shown.measure.size.is_close(shown_place.number, RESTATED)
    if observation.sentence is not None or not is_close:
        return False
    return is_named(stated, observation)


def _same_observation(wanted: Observation, index: Index) -> Observation | None:
    """The number at the same pointer with the same labels, or else the only one so labelled."""
    labelled = [
        observation
        for part in index.parts
        for observation in part.observations
        if observation.sentence is None and observation.axes == wanted.axes
    ]
    for observation in labelled:
        if observation.pointer == wanted.pointer:
            return observation
    alike = [observation for observation in labelled if observation.context == wanted.context]
    return alike[0] if len(alike) == 1 and wanted.axes else None


def find_misstated(stated: StatedFigure, moment: FigureContext) -> StatedFigure | None:
    """The figure that should stand in these words; None where nothing is wrong or known."""
    view = moment.view
    texts = dict.fromkeys(
        text
        for alternative in (view.asked, *view.slot.alternatives)
        for text in (alternative.model_answer, alternative.expected_agent_action)
    )
    expected = [figure for text in texts for figure in stated_figures(text)]
    meant = intended_figure(stated, expected, moment.neighbours)
    if meant is None or meant.is_it:
        return None
    return None if _is_of_its_labels(stated, moment) else meant.figure


def _is_of_its_labels(stated: StatedFigure, moment: FigureContext) -> bool:
    """Whether a perfect agent shows the figure under labels that its clause names, each of them."""
    words = frozenset(sentence_words(stated.clause))
    return any(
        place.observation.axes
        and all(not words.isdisjoint(axis) for axis in place.observation.axes)
        for place in places_showing(stated, moment.view.reference, moment.scales)
    )
