"""The offline panel: who sits on it, how a member judges a brief, and what decides its ratings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import ABUSIVE, PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.facts import EdgeCaseFacts, ProductFacts, TurnFacts
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.offline.members import MEMBERS
from modylbench.evaluation.judging.offline.rating import lowest_ratings, rate_dimensions
from modylbench.evaluation.verdicts import JudgeCard, Verdict, Vote
from modylbench.foundation.import_closure import digest_sources, import_closure

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.evaluation.facts import MeetingFacts
    from modylbench.evaluation.judging.judge import Brief, Judge
    from modylbench.evaluation.judging.offline.rating import EvidenceRow
    from modylbench.evaluation.verdicts import Rating

VERSION = "3"


def offline_panel() -> tuple[Judge, ...]:
    """The three members, in the order of their names."""
    return members()


def members() -> tuple[OfflineMember, ...]:
    """The same, with the tables that the document is written from."""
    return tuple(OfflineMember(_card(name), *tables) for name, tables in MEMBERS.items())


@dataclass(frozen=True, slots=True)
class OfflineMember:
    """One member: its card, its rows of evidence, how it votes on an edge case and on abuse."""

    card: JudgeCard
    turn: tuple[EvidenceRow[TurnFacts], ...]
    product: tuple[EvidenceRow[ProductFacts], ...]
    votes: Callable[[EdgeCaseFacts, MeetingFacts], tuple[Vote, ...]]
    vote_on_abuse: Callable[[TurnFacts], Vote]

    async def judge(self, brief: Brief) -> Judgment:
        """The verdict that the evidence gives; nothing the agent wrote is read."""
        verdict = Verdict(
            judge=self.card.name,
            subject=brief.subject,
            mode="offline",
            ratings=self._rate(brief),
            votes=self._votes(brief),
        )
        return Judgment(verdict)

    def _rate(self, brief: Brief) -> tuple[Rating, ...]:
        match brief.evidence:
            case TurnFacts() as turn:
                if not turn.is_answered:
                    return lowest_ratings(TURN_DIMENSIONS, "no answer came in time")
                return rate_dimensions(TURN_DIMENSIONS, self.turn, turn, brief.meeting)
            case ProductFacts() as product:
                if not product.is_present:
                    return lowest_ratings(PRODUCT_DIMENSIONS, "the deliverable is missing")
                return rate_dimensions(PRODUCT_DIMENSIONS, self.product, product, brief.meeting)
            case EdgeCaseFacts():
                return ()

    def _votes(self, brief: Brief) -> tuple[Vote, ...]:
        if isinstance(brief.evidence, EdgeCaseFacts):
            return self.votes(brief.evidence, brief.meeting)
        reason = "nothing that code established tells"
        return tuple(
            self.vote_on_abuse(brief.evidence)
            if question.id == ABUSIVE and isinstance(brief.evidence, TurnFacts)
            else Vote(question=question.id, answer=None, reason=reason)
            for question in brief.questions
        )


@cache
def signature() -> str:
    """The hash of the code and the tables that decide the panel's ratings."""
    return digest_sources(import_closure(["evaluation.judging.offline.panel"]))


def _card(name: str) -> JudgeCard:
    return JudgeCard(name=name, kind="offline", version=VERSION, signature=signature())
