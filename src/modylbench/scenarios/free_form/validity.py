"""The validity gate: what a free-form human may say, whoever found the words.

It never says a figure that it was not given to tell and that nobody has said, it never does the
agent's work, which is to see through a trap as well, and it says what it was about to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.content_words import content_stems
from modylbench.language.spoken.number_words import in_figures
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.scenario import Alternative, Scenario

MOST_WORDS = 160  # ours: nobody says more in one breath; the longest request has 110
LEAST_SHARED = 0.25  # ours: of a request's content words, in whatever words it is put
SMALL_TALK = {1.0, 2.0, 3.0}
"""In words (`one more thing`, `the two of them`) these are no figures."""
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MARKUP = re.compile(r"```|[{}|<>]|\*\*|^\s*[-*#]", re.MULTILINE)


class ValidityGate:
    """Knows every figure that was said or handed over in a meeting so far.

    And what would give the meeting's trap away, as long as the agent has not said it.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._known: set[float] = set()
        played = {turn.edge_case for turn in scenario.turns}
        self._giveaways = {
            phrase
            for case in scenario.edge_cases
            if case.name in played and not case.is_look_alike
            for phrase in (*case.signals.detected, *case.signals.pushed_back)
        }
        people = [participant.persona for participant in scenario.participants]
        for text in (scenario.title, scenario.context, scenario.meeting_goal, *people):
            self.hear(text)

    def hear(self, text: str) -> None:
        """Whoever said this, anybody may say it now."""
        self._known |= figures(text)
        self._giveaways = {phrase for phrase in self._giveaways if not mentions(text, phrase)}

    def read(self, content: str) -> None:
        """Anybody may say the figures of a file that was handed over."""
        self._known |= figures(content)

    def problem(self, text: str, line: Alternative) -> str:
        """Why this must not be said for that line; empty where it may be."""
        return next(self._problems(text, line), "")

    def _problems(self, text: str, line: Alternative) -> Iterator[str]:
        words = len(text.split())
        if not words:
            yield "says nothing"
        if words > MOST_WORDS:
            yield f"has {words} words, expected {MOST_WORDS} at most"
        if _MARKUP.search(text):
            yield "is not speech: found markup"
        said, own = figures(text), figures(line.human_utterance)
        if invented := said - own - self._known:
            yield f"invents the figure {min(invented):g}"
        if left_out := own - said:
            yield f"leaves out the figure {min(left_out):g}"
        if given_away := sorted(
            phrase
            for phrase in self._giveaways
            if mentions(text, phrase) and not mentions(line.human_utterance, phrase)
        ):
            yield f"gives the trap away: {given_away[0]!r}"
        sought = content_stems(line.human_utterance)
        if len(sought & content_stems(text)) < LEAST_SHARED * len(sought):
            yield "asks for something else"


def figures(text: str) -> set[float]:
    """Every figure in a text, in digits or in words.

    >>> sorted(figures("Put 12.5% on it, and one more thing: forty-two."))
    [12.5, 42.0]
    """
    written, spoken = _numbers(text), _numbers(in_figures(text))
    return written | (spoken - SMALL_TALK)


def _numbers(text: str) -> set[float]:
    return {float(found.replace(",", "")) for found in _FIGURE.findall(text)}
