"""Which defects of the files the agent never named, by the turn in which it got the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.reading.product_texts import product_texts
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.views.turns import TurnView
    from modylbench.scenarios.scenario import FileDefect, Scenario


def defects_named_by_turn(
    views: Sequence[TurnView], scenario: Scenario
) -> Mapping[int, Mapping[str, bool]]:
    """For every turn in which a file with defects is handed over, whether each was named.

    It counts where it is named in that turn or later, in words or in a product: who sees it when
    the sums do not tie has seen it as well.
    """
    found: dict[int, dict[str, bool]] = {}
    for place, view in enumerate(views):
        files = {attachment.name for attachment in view.asked.attachments}
        due = [defect for defect in scenario.defects if defect.file in files]
        if due:
            texts = list(_texts_since(views[place:]))
            found[view.recorded.turn_index] = {
                defect.description: any(names_defect(text, defect) for text in texts)
                for defect in due
            }
    return found


def names_defect(text: str, defect: FileDefect) -> bool:
    """Whether one answer, or one paragraph, has a phrase of every list of its signals."""
    return all(any(mentions(text, phrase) for phrase in phrases) for phrases in defect.signals)


def _texts_since(views: Sequence[TurnView]) -> Iterator[str]:
    for view in views:
        yield view.words.text
        yield from (message.text for message in view.recorded.agent.chat)
        for index in view.shown:
            yield from (text.text for text in product_texts(index.product))
