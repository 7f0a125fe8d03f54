"""What stands where a perfect agent shows a figure of its answer?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.shown_values import (
    agrees,
    is_named,
    nearest,
    readings,
    spotted,
)
from modylbench.products.numbers import NOISE

if TYPE_CHECKING:
    from modylbench.evaluation.measuring.claims import Moment
    from modylbench.evaluation.measuring.shown_values import Spotted
    from modylbench.evaluation.measuring.told_figures import Told
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation


def misplaced(told: Told, moment: Moment) -> tuple[str, Observation, float] | None:
    """The product, the number that stands there, and its value; None where nothing is wrong.

    Every place at which a perfect agent shows the figure must be there, and none may show it.
    """
    if not any(told.is_same(one) for one in moment.expected):
        return None
    there = {index.product.id: index for index in moment.view.shown}
    first: tuple[str, Observation, float] | None = None
    for place in spotted(told, moment.view.reference, moment.scales):
        index = there.get(place.product_id)
        if index is None or not _is_meant(told, place):
            continue
        stands = _at(place.observation, index)
        if stands is None or agrees(told, stands, moment.scales):
            return None
        if first is None and readings(stands, moment.scales):
            first = place.product_id, stands, nearest(told, stands, moment.scales)
    return first


def _is_meant(told: Told, place: Spotted) -> bool:
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
    for one in labelled:
        if one.pointer == wanted.pointer:
            return one
    alike = [one for one in labelled if one.context == wanted.context]
    return alike[0] if len(alike) == 1 and wanted.axes else None
