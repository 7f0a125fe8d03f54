"""How does a model judge a subject?

It gets as much as it takes: sound and pictures as bytes, the rest as text. The mode of a verdict is
what the receipts of its request prove, whatever was wished for: pictures make it multimodal, sound
alone audio only, neither text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.judging.answer import LONGEST_TEXT, Answer
from modylbench.evaluation.judging.interview import (
    NOT_QUOTED,
    Heard,
    Interview,
    JudgeFailed,
    usage_of,
)
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.media import Spoilt, as_text
from modylbench.evaluation.judging.rubric import Rubric, signatures
from modylbench.evaluation.verdicts import JudgeCard, Mode, Rating, Receipt, Verdict, Vote
from modylbench.foundation.errors import one_line
from modylbench.providers.models.asking import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.judging.judge import Brief
    from modylbench.providers.models.asking import AskedModel

WishedMode = Literal["text", "multimodal"]
YES_FROM = 7  # ours: as the edge-case rubric says
LONGEST_FAILURE = 500  # ours


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """One model as a judge; in text mode it is sent neither sound nor pictures."""

    model: AskedModel
    mode: WishedMode = "multimodal"
    name: str = ""

    @property
    def card(self) -> JudgeCard:
        """Who it is: hearing and seeing are what it is let do in this mode."""
        is_open = self.mode == "multimodal"
        return card_of(
            self.name or self.model.name,
            (self.model,),
            hears=is_open and self.model.hears,
            sees=is_open and self.model.sees,
        )

    async def judge(self, brief: Brief) -> Judgment:
        """Its verdict; a failure is in the verdict. OverBudget alone is raised: it ends the run."""
        given = brief if self.mode == "multimodal" else as_text(brief)
        interview = Interview(self.card.name, self.model)
        try:
            heard = await interview.hold(given)
        except FAILURES as error:
            return failed(brief, failure_of(error), [interview])
        return judged(interview, brief, heard)


FAILURES = (JudgeFailed, Spoilt, ServiceFailed)


def card_of(name: str, models: Sequence[AskedModel], *, hears: bool, sees: bool) -> JudgeCard:
    """The card of a judge made of these models."""
    service = models[0].name.partition(":")[0] if ":" in models[0].name else ""
    return JudgeCard(
        name=name,
        kind="model",
        model=" + ".join(model.name for model in models),
        service=service,
        hears=hears,
        sees=sees,
        signature=" ".join(signature.sha256[:12] for signature in signatures()),
    )


def judged(interview: Interview, brief: Brief, heard: Heard) -> Judgment:
    """An answer as a verdict."""
    answer, rubric = heard.answer, heard.sent.rubric
    return Judgment(
        Verdict(
            judge=interview.judge,
            subject=brief.subject,
            mode=mode_of(heard.receipt),
            ratings=ratings_of(heard),
            votes=votes_of(answer, rubric),
            audio_observations=answer.audio_observations[:LONGEST_TEXT],
            visual_observations=answer.visual_observations[:LONGEST_TEXT],
            coherence_notes=answer.coherence_notes[:LONGEST_TEXT],
            was_led=interview.was_led,
            failed_canary=interview.failed_canary,
            notes=() if heard.is_quoting else (NOT_QUOTED,),
            receipt=heard.receipt,
            usage=usage_of(interview.exchanges),
            requests=tuple(exchange.request for exchange in interview.exchanges),
        ),
        tuple(interview.exchanges),
    )


def failed(brief: Brief, failure: str, interviews: Sequence[Interview]) -> Judgment:
    """A verdict without ratings, which says why there are none."""
    exchanges = [exchange for interview in interviews for exchange in interview.exchanges]
    receipt = exchanges[-1].receipt if exchanges else Receipt()
    verdict = Verdict(
        judge=interviews[0].judge,
        subject=brief.subject,
        mode=mode_of(receipt),
        failure=failure,
        was_led=any(interview.was_led for interview in interviews),
        failed_canary=any(interview.failed_canary for interview in interviews),
        receipt=receipt,
        usage=usage_of(exchanges, [interview.lost for interview in interviews]),
        requests=tuple(exchange.request for exchange in exchanges),
    )
    return Judgment(verdict, tuple(exchanges))


def failure_of(error: Exception) -> str:
    """Whose failure it is, and why."""
    whose = "harness failed" if isinstance(error, Spoilt) else "judge failed"
    return f"{whose}: {one_line(str(error))}"[:LONGEST_FAILURE]


def mode_of(receipt: Receipt) -> Mode:
    """What the judge was really sent."""
    if receipt.saw_image:
        return "multimodal"
    return "audio_only" if receipt.heard_audio else "text"


def ratings_of(heard: Heard) -> tuple[Rating, ...]:
    """The ratings in the rubric's order; an edge case has votes instead."""
    answer, rubric = heard.answer, heard.sent.rubric
    if rubric.name == "edge_case":
        return ()
    is_evidence = answer.quotation and heard.is_quoting
    return tuple(
        Rating(
            dimension=name,
            score=None if (score := answer.ratings[name].score) is None else float(score),
            reason=answer.ratings[name].reason[:LONGEST_TEXT],
            evidence=(answer.quotation[:LONGEST_TEXT],) if is_evidence else (),
        )
        for name in rubric.dimensions
    )


def votes_of(answer: Answer, rubric: Rubric) -> tuple[Vote, ...]:
    """The votes: on the questions of the edge-case rubric by their bands, on others as answered."""
    votes = [
        Vote(question=name, answer=voted.answer, reason=voted.reason[:LONGEST_TEXT])
        for name, voted in sorted(answer.votes.items())
    ]
    if rubric.name != "edge_case":
        return tuple(votes)
    banded = []
    for name in rubric.dimensions:
        rated = answer.ratings[name]
        mark = "not assessed" if rated.score is None else f"{rated.score} of 10"
        is_met = None if rated.score is None else rated.score >= YES_FROM
        reason = f"{mark}: {rated.reason}"[:LONGEST_TEXT]
        banded.append(Vote(question=name, answer=is_met, reason=reason))
    return (*banded, *votes)
