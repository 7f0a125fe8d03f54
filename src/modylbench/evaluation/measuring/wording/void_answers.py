"""Answers that nobody can use, however right their words: taken back, turned round, in no order.

And those whose figures are mostly others than the ones that their own screen shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.wording.disclaimers import taken_back
from modylbench.evaluation.reference.coverage import is_in_disorder
from modylbench.evaluation.reference.statements import StatementsByWord, statement
from modylbench.language.claims.noncommittal import is_uncommitted, leaves_both_open, leaves_open
from modylbench.language.content_words import sentences_and_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.facts import SaidFigure
    from modylbench.evaluation.reference.coverage import PerfectAnswer

MOSTLY = 0.5  # ours: of the sentences that can be told; one may be a slip of the tongue
LEAST_CONTRADICTIONS = 2  # ours: one may be a slip of the tongue
LONGEST_EXCERPT = 120


def why_void(answer: str, perfect: PerfectAnswer, names: frozenset[str] = frozenset()) -> str:
    """Why an answer does not count as one; empty where it does.

    What a perfect answer says in the same way is no reason against anybody.
    """
    right = (perfect.text, *perfect.alternatives)
    withdrawn = taken_back([answer])
    if withdrawn and not taken_back(right):
        return f"disowned: {withdrawn[:LONGEST_EXCERPT]}"
    if turned := _says_the_opposite(answer, right, names):
        return f"says the opposite: {turned[:LONGEST_EXCERPT]}"
    said = sentences_and_lines(answer)
    hedged = said and sum(map(is_uncommitted, said)) >= MOSTLY * len(said)
    if hedged or any(map(leaves_both_open, said)) or leaves_open(answer):
        return f"commits to nothing: {said[0][:LONGEST_EXCERPT]}"
    return "words in no order" if is_in_disorder(answer, right) else ""


def why_unbelievable(figures: Sequence[SaidFigure]) -> str:
    """Why nobody knows which to believe, an answer's words or its screen; empty where they do."""
    compared = [figure for figure in figures if figure.agreement != "not_shown"]
    otherwise = [figure.text for figure in compared if figure.agreement == "contradicts"]
    if len(otherwise) < max(LEAST_CONTRADICTIONS, MOSTLY * len(compared)):
        return ""
    named = ", ".join(dict.fromkeys(otherwise))[:LONGEST_EXCERPT]
    return f"{len(otherwise)} of {len(compared)} figures are said otherwise than shown: {named}"


def _says_the_opposite(answer: str, right: tuple[str, ...], names: frozenset[str]) -> str:
    """A sentence that is turned round, where most that can be compared are."""
    wanted = StatementsByWord(
        statement(sentence) for text in right for sentence in sentences_and_lines(text)
    )
    said = [statement(sentence) for sentence in sentences_and_lines(answer)]
    compared = [own for own in said if wanted.has_alike(own, names)]
    turned = [own for own in compared if wanted.opposite_of(own, names) is not None]
    return turned[0].text.strip() if turned and len(turned) >= MOSTLY * len(compared) else ""
