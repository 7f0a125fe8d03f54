"""Figures in the wrong place, or with another value than a perfect agent gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.reference.same_words import intended_figure
from modylbench.evaluation.reference.shown_values import (
    agrees,
    is_named,
    nearest,
    places_showing,
    value_readings,
)
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.products.quantities.labels import sentence_words
from modylbench.products.quantities.numbers import NOISE

if TYPE_CHECKING:
    from modylbench.evaluation.measuring.figures.claims import FigureContext
    from modylbench.evaluation.reference.shown_values import ShownPlace
    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation


def find_misplaced(
    told: StatedFigure, moment: FigureContext
) -> tuple[str, Observation, float] | None:
    """The product, the number that stands there, and its value; None where nothing is wrong.

    Every place at which a perfect agent shows the figure must be there, and none may show it.
    """
    if not any(told.is_same(figure) for figure in moment.expected):
        return None
    there = {index.product.id: index for index in moment.view.shown}
    first: tuple[str, Observation, float] | None = None
    for place in places_showing(told, moment.view.reference, moment.scales):
        index = there.get(place.product_id)
        if index is None or not _may_be_of(told, place):
            continue
        stands = _at(place.observation, index)
        if stands is None or agrees(told, stands, moment.scales):
            return None
        if first is None and value_readings(stands, moment.scales):
            first = place.product_id, stands, nearest(told, stands, moment.scales)
    return first


def _may_be_of(told: StatedFigure, place: ShownPlace) -> bool:
    """Whether the words of a figure may be of this place: it is that figure, and named by a word.

    Rounded as it was told, not merely near it.
    """
    observation = place.observation
    gap = abs(place.number - abs(told.shown.number))
    if observation.sentence is not None or gap > told.shown.half_step * (1 + NOISE):
        return False
    return is_named(told, observation)


def _at(wanted: Observation, index: Index) -> Observation | None:
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


def find_misstated(told: StatedFigure, moment: FigureContext) -> StatedFigure | None:
    """The figure that should stand in these words; None where nothing is wrong or known."""
    view = moment.view
    texts = dict.fromkeys(
        text
        for alternative in (view.asked, *view.slot.alternatives)
        for text in (alternative.model_answer, alternative.expected_agent_action)
    )
    expected = [figure for text in texts for figure in stated_figures(text)]
    meant = intended_figure(told, expected, moment.neighbours)
    if meant is None or meant.is_it:
        return None
    return None if _is_of_its_labels(told, moment) else meant.figure


def _is_of_its_labels(told: StatedFigure, moment: FigureContext) -> bool:
    """Whether a perfect agent shows the figure under labels that its clause names, each of them."""
    words = frozenset(sentence_words(told.clause))
    return any(
        place.observation.axes
        and all(not words.isdisjoint(axis) for axis in place.observation.axes)
        for place in places_showing(told, moment.view.reference, moment.scales)
    )
