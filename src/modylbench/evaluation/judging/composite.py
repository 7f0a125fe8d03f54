"""How do two models judge as one, where none of their maker's hears and sees in one call?

Both get the same facts and text, and the rubric for what is attached: the seeing one the pictures,
the hearing one the sound; each has everything but one sense. So they are merged the way a panel is
(SPEC 2): the mean of the two, unless they are more than 3 points apart, when the lower one holds: a
fault that only one sense can notice is no smaller for that. How a product looks is the seeing one's
to rate, manners are the hearing one's. A vote on which they differ has no majority, and is a no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.interview import Interview, usage_of
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.media import as_text
from modylbench.evaluation.judging.model_judge import (
    FAILURES,
    WishedMode,
    card_of,
    failed,
    failure_of,
    judged,
    mode_of,
)
from modylbench.evaluation.verdicts import Rating, Receipt, Vote

if TYPE_CHECKING:
    from modylbench.evaluation.judging.judge import Brief
    from modylbench.evaluation.verdicts import JudgeCard
    from modylbench.providers.models.asking import AskedModel

WIDEST_MEAN = 3.0  # SPEC 2: further apart, the lower score holds
SEEN_ONLY = ("format_presentation",)
HEARD_ONLY = ("social_quality",)


@dataclass(frozen=True, slots=True)
class CompositeJudge:
    """A model that sees and one that hears, as one judge."""

    seeing: AskedModel
    hearing: AskedModel
    mode: WishedMode = "multimodal"
    name: str = ""

    @property
    def card(self) -> JudgeCard:
        """Who it is."""
        is_open = self.mode == "multimodal"
        name = self.name or self.seeing.name
        return card_of(name, (self.seeing, self.hearing), hears=is_open, sees=is_open)

    async def judge(self, brief: Brief) -> Judgment:
        """One verdict with both receipts; if either half fails, so does the whole."""
        given = brief if self.mode == "multimodal" else as_text(brief)
        halves = [(self.seeing, "seen", replace(given, audio=None))]
        if given.audio is not None:
            halves.append((self.hearing, "heard", replace(given, images=())))
        interviews: list[Interview] = []
        judgments: list[Judgment] = []
        for model, step, part in halves:
            interviews.append(Interview(self.card.name, model, step))
            try:
                heard = await interviews[-1].hold(part)
            except FAILURES as error:
                why = f"{failure_of(error)} (the half by {model.name})"
                return failed(brief, why, interviews)
            judgments.append(judged(interviews[-1], brief, heard))
        return judgments[0] if len(judgments) == 1 else merged(*judgments)


def merged(seen: Judgment, heard: Judgment) -> Judgment:
    """Two halves as one verdict."""
    eye, ear = seen.verdict, heard.verdict
    receipt = Receipt(audio=ear.receipt.audio, images=eye.receipt.images)
    exchanges = (*seen.exchanges, *heard.exchanges)
    verdict = eye.model_copy(
        update={
            "mode": mode_of(receipt),
            "ratings": tuple(
                merged_rating(rating, other)
                for rating, other in zip(eye.ratings, ear.ratings, strict=True)
            ),
            "votes": tuple(
                merged_vote(vote, other) for vote, other in zip(eye.votes, ear.votes, strict=True)
            ),
            "audio_observations": ear.audio_observations,
            "coherence_notes": _both(eye.coherence_notes, ear.coherence_notes),
            "was_led": eye.was_led or ear.was_led,
            "failed_canary": eye.failed_canary or ear.failed_canary,
            "notes": tuple(dict.fromkeys((*eye.notes, *ear.notes))),
            "receipt": receipt,
            "usage": usage_of(exchanges),
            "requests": (*eye.requests, *ear.requests),
        }
    )
    return Judgment(verdict, exchanges)


def merged_rating(seen: Rating, heard: Rating) -> Rating:
    """One dimension of two halves."""
    if seen.score is None or heard.score is None:
        return heard if seen.score is None else seen
    if seen.dimension in SEEN_ONLY:
        return seen
    if seen.dimension in HEARD_ONLY:
        return heard
    scores = (seen.score, heard.score)
    is_apart = max(scores) - min(scores) > WIDEST_MEAN
    return Rating(
        dimension=seen.dimension,
        score=min(scores) if is_apart else sum(scores) / 2,
        reason=f"seen {seen.score:g}: {seen.reason} heard {heard.score:g}: {heard.reason}",
        evidence=(*seen.evidence, *heard.evidence),
    )


def merged_vote(seen: Vote, heard: Vote) -> Vote:
    """One question to two halves."""
    if seen.answer is None or heard.answer is None or seen.answer == heard.answer:
        return heard if seen.answer is None else seen
    reason = f"no majority; seen: {seen.reason} heard: {heard.reason}"
    return Vote(question=seen.question, answer=False, reason=reason)


def _both(*notes: str) -> str:
    return " ".join(note for note in notes if note)
