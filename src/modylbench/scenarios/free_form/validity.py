"""The validity gate: what a free-form human may say, whoever found the words.

It never says a figure that it was not given to tell and that nobody has said, it never does the
agent's work, which is to see through a trap as well, and it says what it was about to say: neither
more nor the contrary.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.content_words import content_stems
from modylbench.language.spoken.number_words import in_figures
from modylbench.scenarios.free_form.leaks import KnownWords, leaks
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.scenarios.scenario import Alternative, Scenario, Turn

MOST_WORDS = 160  # ours: nobody says more in one breath; the longest request has 110
LEAST_SHARED = 0.25  # ours: of a request's content words and figures, in whatever words it is put
SMALL_TALK = {1.0, 2.0, 3.0}
"""In words (`one more thing`, `the two of them`) these are no figures."""
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MARKUP = re.compile(r"```|[{}|<>]|\*\*|^\s*[-*#]", re.MULTILINE)


class ValidityGate:
    """Knows every figure and word that was said in a meeting so far.

    And what would give the meeting's trap or an answer away, as long as the agent has not said it.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._known: set[float] = set()
        self._words: set[str] = set()
        self._answers: set[str] = set()
        self._secrets = {
            case.name: content_stems(
                f"{case.description} {case.expected_behavior} {case.right_answer}"
            )
            for case in scenario.edge_cases
        }
        self._traps = {
            line: turn.edge_case
            for turn in scenario.turns
            if turn.edge_case
            for line in (turn.human_utterance, *_follow_up_lines(turn))
        }
        played = {turn.edge_case for turn in scenario.turns}
        self._giveaways = {
            phrase
            for case in scenario.edge_cases
            if case.name in played and not case.is_look_alike
            for phrase in (*case.signals.detected, *case.signals.pushed_back)
            if content_stems(phrase)  # "I can't" gives nothing away
        }
        people = [participant.persona for participant in scenario.participants]
        for text in (scenario.title, scenario.context, scenario.meeting_goal, *people):
            self.hear(text)
        for turn in scenario.turns:  # what somebody asks for anyway gives nothing away
            if not turn.edge_case:
                self._words |= content_stems(turn.human_utterance)

    def hear_agent(self, text: str) -> None:
        """What the agent has said is its own work: to come back to it adds nothing."""
        self._answers |= content_stems(text)
        self.hear(text)

    def hear(self, text: str) -> None:
        """Whoever said this, anybody may say it now."""
        self._known |= figures(text)
        self._words |= content_stems(text)
        self._giveaways = {phrase for phrase in self._giveaways if not mentions(text, phrase)}

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
        shared = sought & content_stems(text)
        share = (len(shared) + len(own & said)) / max(1, len(sought) + len(own))
        if share < LEAST_SHARED or (sought and not shared):
            yield "asks for something else"
        if text != line.human_utterance:
            secret = self._secret(line)
            known = KnownWords(self._words, self._answers, secret - self._answers)
            yield from leaks(text, line.human_utterance, known)

    def _secret(self, line: Alternative) -> frozenset[str]:
        """The words of what a perfect agent does and says now, and of the trap that is set."""
        secret = content_stems(f"{line.model_answer} {line.expected_agent_action}")
        for trap_line, case in self._traps.items():
            if line.human_utterance.endswith(trap_line):
                secret |= self._secrets.get(case, frozenset())
        return secret


def _follow_up_lines(turn: Turn) -> Iterator[str]:
    for slot in turn.follow_ups:
        yield from (alternative.human_utterance for alternative in slot.alternatives)


def figures(text: str) -> set[float]:
    """Every figure in a text, in digits or in words.

    >>> sorted(figures("Put 12.5% on it, and one more thing: forty-two."))
    [12.5, 42.0]
    """
    written, spoken = _numbers(text), _numbers(in_figures(text))
    return written | (spoken - SMALL_TALK)


def _numbers(text: str) -> set[float]:
    return {float(found.replace(",", "")) for found in _FIGURE.findall(text)}
