"""What is particular to one edge case: words that do not fit the others.

"That would not be consistent, I'd rather not" refuses anything, and a list of all objections there
are has the right one in it. Who knows why names the quantity, the source or the limit at stake.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.reference.coverage import is_given
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.content_words import content_stems
from modylbench.language.stems import stem
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.loader import EDGE_CASES
from modylbench.scenarios.phrases import mentions
from modylbench.scenarios.script import EdgeCases, openings
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.scenarios.scenario import EdgeCase
    from modylbench.scenarios.script import EdgeCaseScript

FEW_OTHERS = 2  # ours: of the library's edge cases; a word that more of them use fits many
LEAST = 3  # ours: particular words in all that is said of it; one or two may fall by chance
OWN_WEIGHT = 2  # ours: so many count for one that no other edge case of the library uses
MOST_OBJECTIONS = 10  # ours: a right answer has at most seven that other edge cases call for, too
_FIELD = re.compile(r"\{[^{}\n]{0,80}\}")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]{2,}")


@dataclass(frozen=True, slots=True)
class EdgeCaseWords:
    """The words of one edge case of the library, and the objections that it calls for."""

    name: str
    stems: frozenset[str]
    objections: tuple[str, ...]


def is_particular(text: str, case: EdgeCase, answers: Sequence[str]) -> bool:
    """Whether a text speaks of this edge case: by its own words, a name or a figure of it.

    `answers` are what a perfect agent says in its beat. What the human has said tells nothing of a
    figure, and much of a name.
    """
    said, heard = stated_figures(text), stated_figures(case.human_utterance)
    due = [figure for answer in (case.right_answer, *answers) for figure in stated_figures(answer)]
    if any(is_given(figure, said) and not is_given(figure, heard) for figure in due):
        return True
    counts = _counts_without(case.name)
    own = _stems((case.description, case.human_utterance, case.right_answer, *answers))
    particular = {word for word in own if counts[word] <= FEW_OTHERS}
    names = {stem(name.lower()) for name in _NAME.findall(case.human_utterance)}
    told = content_stems(text)
    is_named = any(counts[name] == 0 for name in names & told)
    weight = sum(1 if counts[word] else OWN_WEIGHT for word in particular & told)
    return is_named or weight >= LEAST


def is_list_of_objections(text: str, case: EdgeCase) -> bool:
    """Whether a text objects to so many things that it objects to nothing in particular."""
    others = [other for other in _library() if other.name != case.name]
    raised = sum(any(mentions(text, phrase) for phrase in other.objections) for other in others)
    return raised >= MOST_OBJECTIONS


@lru_cache(maxsize=64)
def _counts_without(name: str) -> Counter[str]:
    """How many other edge cases of the library use each word."""
    return Counter(word for other in _library() if other.name != name for word in other.stems)


@lru_cache(maxsize=1)
def _library() -> tuple[EdgeCaseWords, ...]:
    return tuple(
        EdgeCaseWords(case.name, _stems(_texts(case)), _phrases(case))
        for folder in shipped_scenarios().values()
        for case in read_yaml(folder / EDGE_CASES, EdgeCases).edge_cases
    )


def _texts(case: EdgeCaseScript) -> list[str]:
    opening = openings(case)[0]
    asked = [utterance for slot in case.follow_ups for utterance in slot.ask]
    answers = [utterance.answer for utterance in (opening, *asked)]
    return [case.description, case.right_answer, opening.wordings[0], *answers]


def _phrases(case: EdgeCaseScript) -> tuple[str, ...]:
    return tuple(phrase for phrase in case.signals.detected if not _FIELD.search(phrase))


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(content_stems(_FIELD.sub(" ", text)) for text in texts))
