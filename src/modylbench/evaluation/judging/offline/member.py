"""How does a member of the offline panel judge a brief? By tables of evidence, without a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.facts import EdgeCaseFacts, ProductFacts, TurnFacts
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.offline.rating import lowest, rated
from modylbench.evaluation.verdicts import JudgeCard, Verdict, Vote

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.evaluation.facts import MeetingFacts
    from modylbench.evaluation.judging.judge import Brief
    from modylbench.evaluation.judging.offline.rating import Row
    from modylbench.evaluation.verdicts import Rating


@dataclass(frozen=True, slots=True)
class OfflineMember:
    """One member: its card, its rows of evidence, and how it votes on an edge case."""

    card: JudgeCard
    turn: tuple[Row[TurnFacts], ...]
    product: tuple[Row[ProductFacts], ...]
    votes: Callable[[EdgeCaseFacts, MeetingFacts], tuple[Vote, ...]]

    async def judge(self, brief: Brief) -> Judgment:
        """The verdict that the evidence gives; nothing the agent wrote is read."""
        verdict = Verdict(
            judge=self.card.name,
            subject=brief.subject,
            mode="offline",
            ratings=self._ratings(brief),
            votes=self._votes(brief),
        )
        return Judgment(verdict)

    def _ratings(self, brief: Brief) -> tuple[Rating, ...]:
        match brief.evidence:
            case TurnFacts() as turn:
                if not turn.is_answered:
                    return lowest(TURN_DIMENSIONS, "no answer came in time")
                return rated(TURN_DIMENSIONS, self.turn, turn, brief.meeting)
            case ProductFacts() as product:
                if not product.is_present:
                    return lowest(PRODUCT_DIMENSIONS, "the deliverable is missing")
                return rated(PRODUCT_DIMENSIONS, self.product, product, brief.meeting)
            case EdgeCaseFacts():
                return ()

    def _votes(self, brief: Brief) -> tuple[Vote, ...]:
        if isinstance(brief.evidence, EdgeCaseFacts):
            return self.votes(brief.evidence, brief.meeting)
        reason = "nothing that code established tells"
        return tuple(
            Vote(question=question.id, answer=None, reason=reason) for question in brief.questions
        )
