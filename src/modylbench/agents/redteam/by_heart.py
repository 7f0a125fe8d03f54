"""The memorizer: answers by what a perfect agent said to the closest line at ten other seeds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import as_written, figures_in, rewrite_figures
from modylbench.agents.distorting.redrawing import redraw
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import answer_of, slots_of
from modylbench.language.content_words import words_in
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.agents.agent import HeardTurn, SharedFile
    from modylbench.agents.distorting.figures import FigureInText
    from modylbench.agents.distorting.redrawing import NumberSpot
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.variant import Variant

SEEDS_LEARNT = range(10)
_FIGURE = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True, slots=True)
class LearntLine:
    """A line of a meeting that was learnt, what the oracle said to it, and what it reached.

    `files` are those that came with it, by name.
    """

    text: str
    words: frozenset[str]
    answer: str
    reaches: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LearntMeeting:
    """A perfect meeting, line by line."""

    variant: Variant
    lines: tuple[LearntLine, ...]


class Memorizer(OracleAgent):
    """Knows ten meetings by heart and puts the figures that it hears into what it learnt."""

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        super().__init__(_RecallingGuide(playbook), pace, listening=listening)


class _RecallingGuide:
    """Recalls, for whatever is said, the closest line of all and what the oracle said to it.

    Its products are those of the meeting that fits best so far: parts of several would not agree.
    Figures that it hears, or finds in the same place of a file, take the place of those it learnt.
    """

    def __init__(self, playbook: Playbook) -> None:
        variant = playbook.variant
        self._playbook = playbook
        self._meetings = [
            _learn(variant.source.folder, seed) for seed in SEEDS_LEARNT if seed != variant.seed
        ]
        self._fit = [0.0] * len(self._meetings)
        self._reached: set[str] = set()
        self._pen = _RecallingPen()

    def step(self, heard: HeardTurn) -> Step:
        """The oracle's step there, with what was heard now in the place of what was heard then."""
        step = self._playbook.step(heard)
        words = frozenset(words_in(heard.text.casefold()))
        closest = [
            max(meeting.lines, key=lambda line: likeness(words, line.words))
            for meeting in self._meetings
        ]
        for number, line in enumerate(closest):
            self._fit[number] += likeness(words, line.words)
        best = max(range(len(closest)), key=self._fit.__getitem__)
        self._reached.update(closest[best].reaches)
        self._pen.learn(closest[best].text, heard.text)
        for file in heard.files:
            self._pen.read(dict(closest[best].files).get(file.name, ""), _text_of(file))
        recalled = max(closest, key=lambda line: likeness(words, line.words))
        pen = _RecallingPen({**self._pen.heard})
        pen.learn(recalled.text, heard.text)
        products = self._meetings[best].variant.products_at(frozenset(self._reached))
        return replace(
            step,
            answer=pen.text(recalled.answer),
            products=tuple(redraw(product, self._pen) for product in products),
        )


@dataclass(slots=True)
class _RecallingPen:
    """Writes a figure as it was heard now wherever the one learnt in its place stands."""

    heard: dict[float, float] = field(default_factory=dict)

    def learn(self, then: str, now: str) -> None:
        """Take the figures of two lines for one another, in their order."""
        old, new = list(figures_in(then)), list(figures_in(now))
        if len(old) == len(new):
            self.heard |= {
                before.number: after.number for before, after in zip(old, new, strict=True)
            }

    def read(self, then: str, now: str) -> None:
        """Take the figures of two files for one another, in the rows that are called the same."""
        rows = {_FIGURE.sub("", row): row for row in then.splitlines()}
        for row in now.splitlines():
            self.learn(rows.get(_FIGURE.sub("", row), ""), row)

    def cell(self, spot: NumberSpot) -> float | int:
        """The number as it was heard, or as it was learnt."""
        return self.point(spot)

    def point(self, spot: NumberSpot) -> float | int:
        """The number as it was heard, or as it was learnt."""
        return type(spot.number)(self.heard.get(spot.number, spot.number))

    def text(self, text: str) -> str:
        """The text with what was heard in the place of what was learnt."""
        return rewrite_figures(text, self._as_heard)

    def _as_heard(self, figure: FigureInText) -> str | None:
        number = self.heard.get(figure.number)
        return None if number is None else f"{figure.mark}{as_written(number, figure)}"


def likeness(words: frozenset[str], others: frozenset[str]) -> float:
    """How much of two lines is the same.

    >>> likeness(frozenset("ab"), frozenset("bc"))
    0.3333333333333333
    """
    return len(words & others) / max(1, len(words | others))


def _text_of(file: SharedFile) -> str:
    return file.content.decode("utf-8", errors="replace")


@lru_cache(maxsize=100)
def _learn(folder: Path, seed: int) -> LearntMeeting:
    variant = instantiate(load(folder), seed)
    lines = [
        LearntLine(
            alternative.human_utterance,
            frozenset(words_in(alternative.human_utterance.casefold())),
            answer_of(slot, alternative),
            slot.turn.reaches,
            tuple((file.name, file.content) for file in alternative.attachments),
        )
        for slot in slots_of(variant.scenario)
        for alternative in slot.turn.alternatives
    ]
    return LearntMeeting(variant, tuple(lines))
