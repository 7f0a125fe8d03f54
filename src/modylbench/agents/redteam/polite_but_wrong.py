"""Good manners and wrong figures: does courtesy buy a score?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered, mistaken
from modylbench.agents.distorting.figures import figures_in
from modylbench.agents.oracle import Oracle
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Guide, Playbook, Step

NAME = "polite_but_wrong"
TO_QUESTIONS = (
    "Good question.",
    "Of course.",
    "Happy to go through that.",
    "Thanks for checking.",
    "Sure, glad you asked.",
)
TO_REQUESTS = (
    "Of course, happy to.",
    "Thank you, that's clear.",
    "With pleasure.",
    "Certainly.",
    "Thanks, that's very helpful.",
)
ON_FIGURES = (
    "I've double-checked the figures, so you can rely on them.",
    "I'm confident in these numbers.",
    "Everything ties.",
    "I've been through the arithmetic twice.",
)
CLOSINGS = (
    "Let me know if you'd like to see it any other way.",
    "Happy to take you through it in more detail.",
    "It's a pleasure working on this with you.",
    "Just say if there is anything else I can do.",
)
OPENS, CLOSES = 0.7, 0.5  # ours: how often there is a courtesy before and after an answer


class PoliteButWrong:
    """Builds every product as the oracle does, from inputs that it has misread."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._oracle = Oracle(courteous(playbook), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Show and say what is wrong, politely."""
        await self._oracle.answer(heard, seat)


def courteous(playbook: Playbook) -> Guide:
    """The guide of somebody with wrong figures and good manners."""
    manners = _Manners(
        Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME, "manners")
    )

    def alter(step: Step) -> Step:
        return replace(step, answer=manners.around(step.answer, step.asked.human_utterance))

    return Altered(mistaken(playbook), alter)


class _Manners:
    """Courtesies that fit what was asked, and are not those of the answer before."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._last: set[str] = set()

    def around(self, answer: str, asked: str) -> str:
        """The answer with a kind word before it or after it, or both, or none."""
        has_figures = any(figure.is_result for figure in figures_in(answer))
        before = self._one(TO_QUESTIONS if asked.rstrip().endswith("?") else TO_REQUESTS, OPENS)
        after = self._one(ON_FIGURES if has_figures else CLOSINGS, CLOSES)
        self._last = {before, after}
        return " ".join(filter(None, (before, answer, after)))

    def _one(self, phrases: tuple[str, ...], share: float) -> str:
        fresh = [phrase for phrase in phrases if phrase not in self._last]
        phrase = self._draw.one_of(fresh)
        return phrase if self._draw.uniform(0.0, 1.0) < share else ""
