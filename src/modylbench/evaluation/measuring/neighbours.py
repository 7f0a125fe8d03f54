"""Which labels stand beside each other in a table, so that one is not the other?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from modylbench.products.labels import ADDING_LITTLE
from modylbench.products.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.reading.index import Index, Part

    Axis = frozenset[tuple[str, ...]]

SHORTEST = 3  # ours: letters of a short form, such as "sub" for "subordinated"
MOST_LABELS = 400  # ours: of one axis; a longer one is raw data, and names nothing anybody says

_OPPOSITES = (
    ("up", "down"), ("higher", "lower"), ("rise", "fall"), ("rises", "falls"), ("rose", "fell"),
    ("risen", "fallen"), ("more", "less"), ("above", "below"), ("over", "under"),
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"),
    ("gain", "loss"), ("gains", "losses"), ("gained", "lost"), ("grew", "shrank"),
    ("grows", "shrinks"), ("largest", "smallest"), ("highest", "lowest"), ("most", "least"),
    ("best", "worst"), ("better", "worse"), ("first", "last"), ("maximum", "minimum"),
    ("inflow", "outflow"), ("profit", "loss"), ("earlier", "later"), ("before", "after"),
    ("with", "without"), ("gross", "net"), ("left", "right"), ("positive", "negative"),
)  # fmt: skip
_OPPOSED = frozenset(frozenset(pair) for pair in _OPPOSITES)
_NUMBERED = word_set("q h year fy week month quarter phase")


def are_opposites(one: str, other: str) -> bool:
    """Whether a word says the reverse of another."""
    return frozenset((one, other)) in _OPPOSED


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The labels of each axis of each table."""

    axes: tuple[Axis, ...]
    asked: dict[tuple[str, str], bool] = field(default_factory=dict, compare=False)

    def has(self, one: str, other: str) -> bool:
        """Whether the words tell two labels of one axis apart."""
        key = (one, other) if one < other else (other, one)
        if key not in self.asked:
            differ = one != other and not {one, other} <= ADDING_LITTLE
            found = differ and any(_are_apart(one, other, axis) for axis in self.axes)
            self.asked[key] = found
        return self.asked[key]


def neighbours_in(indexes: Iterable[Index]) -> Neighbours:
    """The labels of all tables of these products."""
    axes = dict.fromkeys(axis for index in indexes for part in index.parts for axis in _axes(part))
    return Neighbours(tuple(axes))


def _are_apart(one: str, other: str, axis: Axis) -> bool:
    """Whether two labels of the axis are the same but for these words."""
    ours = [rest for label in axis if (rest := _without(one, label)) is not None]
    return any(_without(other, label) in ours for label in axis) if ours else False


def _without(word: str, label: tuple[str, ...]) -> frozenset[str] | None:
    """What is left of a label that has the word, or its long form; None where it has not."""
    found = [
        part for part in label if part == word or (len(word) >= SHORTEST and part.startswith(word))
    ]
    return frozenset(label) - {found[0]} if found else None


def _axes(part: Part) -> tuple[Axis, ...]:
    """The labels of a part by axis, gathered once."""
    key = "neighbours"
    if key not in part.answers:
        found: dict[int, set[tuple[str, ...]]] = {}
        for observation in part.observations:
            for place, axis in enumerate(observation.axes if observation.sentence is None else ()):
                found.setdefault(place, set()).add(_with_numbers(axis))
        part.answers[key] = tuple(
            frozenset(labels) for labels in found.values() if 1 < len(labels) <= MOST_LABELS
        )
    return cast("tuple[Axis, ...]", part.answers[key])


def _with_numbers(label: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a label, numbered ones as people write them: q2."""
    words: list[str] = []
    for word in label:
        if words and words[-1] in _NUMBERED and word.isdigit():
            words[-1] += word
        else:
            words.append(word)
    return tuple(words)
