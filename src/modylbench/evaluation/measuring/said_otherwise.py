"""Which figure of a perfect answer did the agent say with another value, or of another thing?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.same_words import meant_by
from modylbench.evaluation.measuring.shown_values import spotted
from modylbench.evaluation.measuring.told_figures import told_in
from modylbench.products.labels import sentence_words

if TYPE_CHECKING:
    from modylbench.evaluation.measuring.claims import Moment
    from modylbench.evaluation.measuring.told_figures import Told


def said_otherwise(told: Told, moment: Moment) -> Told | None:
    """The figure that should stand in these words; None where nothing is wrong or known."""
    view = moment.view
    texts = dict.fromkeys(
        text
        for one in (view.asked, *view.slot.alternatives)
        for text in (one.model_answer, one.expected_agent_action)
    )
    expected = [figure for text in texts for figure in told_in(text)]
    meant = meant_by(told, expected, moment.neighbours)
    if meant is None or meant.is_it:
        return None
    return None if _is_of_its_labels(told, moment) else meant.figure


def _is_of_its_labels(told: Told, moment: Moment) -> bool:
    """Whether a perfect agent shows the figure under labels that its clause names, each of them."""
    words = frozenset(sentence_words(told.clause))
    return any(
        place.observation.axes
        and all(not words.isdisjoint(axis) for axis in place.observation.axes)
        for place in spotted(told, moment.view.reference, moment.scales)
    )
