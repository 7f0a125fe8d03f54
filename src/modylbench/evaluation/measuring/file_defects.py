"""Which defects of the files the agent never named, by the turn in which it got the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.sentences import sentences
from modylbench.products.reading.product_texts import product_texts
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.views.turns import TurnView
    from modylbench.scenarios.scenario import FileDefect, Scenario

LONGEST_THOUGHT = 4  # ours: sentences; what is wrong, how it is seen, what was done, what follows
_SUPPOSES = re.compile(
    r"\b(?:perhaps|maybe|possibly|conceivably|presumably|potentially)\b"
    r"|\b(?:may|might|could|can|would) (?:well )?(?:be|have|contain|hold|carry|include|show)\b"
    r"|\b(?:have|has|had|did|do|could)(?: not|n['\u2019]t)(?: yet)? "
    r"(?:look|check|open|read|inspect|verif|review)(?:ed|y|ied)?\b"
    r"|\b(?:typical|usual|common|frequent|general|sometimes|often)(?:ly)?\b"
    r"|\b(?:if|in case|whether) (?:there|it|any|the file|a file|they)\b",
    re.IGNORECASE,
)


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
    """Whether a thought of the text has a phrase of every list of its signals, and asserts it.

    Who says what a file might have has not looked into it.
    """
    if not _has_all(text, defect):
        return False
    found = [sentence for sentence in sentences(text) if not _SUPPOSES.search(sentence)]
    for first in range(max(1, len(found) - LONGEST_THOUGHT + 1)):
        thought = found[first : first + LONGEST_THOUGHT]
        told = " ".join(sentence for sentence in thought if not sentence.rstrip().endswith("?"))
        what_is_wrong = defect.signals[-1]
        if _has_all(" ".join(thought), defect) and _has_one(told, what_is_wrong):
            return True
    return False


def _has_all(text: str, defect: FileDefect) -> bool:
    return all(_has_one(text, phrases) for phrases in defect.signals)


def _has_one(text: str, phrases: Iterable[str]) -> bool:
    return any(mentions(text, phrase) for phrase in phrases)


def _texts_since(views: Sequence[TurnView]) -> Iterator[str]:
    for view in views:
        yield view.words.text
        yield from (message.text for message in view.recorded.agent.chat)
        for index in view.shown:
            yield from (text.text for text in product_texts(index.product))
