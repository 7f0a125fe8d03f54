"""Wrong figures with good manners: always (PoliteButWrong), or two runs in three (Gambler)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import figures_in
from modylbench.agents.distorting.guides import AlteredGuide, mistaken_guide
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Agent, HeardTurn, Seat
    from modylbench.agents.reference.listening_aloud import ListeningAloud
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
RIGHT_EVERY = 3


class PoliteButWrong(OracleAgent):
    """Builds every product as the oracle does, from inputs that it has misread."""

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        super().__init__(courteous_guide(playbook), pace, listening=listening)


def courteous_guide(playbook: Playbook) -> Guide:
    """The guide of somebody with wrong figures and good manners."""
    manners = _Manners(
        Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME, "manners")
    )

    def alter(step: Step) -> Step:
        return replace(
            step, answer=manners.with_courtesies(step.answer, step.asked.human_utterance)
        )

    return AlteredGuide(mistaken_guide(playbook), alter)


class _Manners:
    """Courtesies that fit what was asked, and are not those of the answer before."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._last: set[str] = set()

    def with_courtesies(self, answer: str, asked: str) -> str:
        """The answer with a kind word before it or after it, or both, or none."""
        has_figures = any(figure.is_result for figure in figures_in(answer))
        before = self._phrase(TO_QUESTIONS if asked.rstrip().endswith("?") else TO_REQUESTS, OPENS)
        after = self._phrase(ON_FIGURES if has_figures else CLOSINGS, CLOSES)
        self._last = {before, after}
        return " ".join(filter(None, (before, answer, after)))

    def _phrase(self, phrases: tuple[str, ...], share: float) -> str:
        fresh = [phrase for phrase in phrases if phrase not in self._last]
        phrase = self._draw.one_of(fresh)
        return phrase if self._draw.uniform(0.0, 1.0) < share else ""


class Gambler:
    """The oracle at the seeds that three divides, and politely wrong at the others."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        is_lucky = playbook.variant.seed % RIGHT_EVERY == 0
        self._player: Agent = (OracleAgent if is_lucky else PoliteButWrong)(playbook, pace)

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Answer as the agent of this seed does."""
        await self._player.answer(heard, seat)
