"""Judges that are models: one that takes all it can, or a pair of one that sees and one that hears.

A model gets as much as it takes: sound and pictures as bytes, the rest as text. The mode of a
verdict is what the receipts of its request prove, whatever was wished for: pictures make it
multimodal, sound alone audio only, neither text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.judging.answer import LONGEST_TEXT, JudgeAnswer
from modylbench.evaluation.judging.interview import (
    NOT_QUOTED,
    AcceptedAnswer,
    Interview,
    JudgeFailure,
    UnusableMedia,
    usage_of,
    without_media,
)
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.rubric import Rubric, signatures
from modylbench.evaluation.verdicts import JudgeCard, JudgingMode, Rating, Receipt, Verdict, Vote
from modylbench.foundation.errors import one_line
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.failures import ServiceFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.evaluation.judging.judge import Brief
    from modylbench.providers.models.access import JudgeName
    from modylbench.providers.models.question import AskedModel

WishedMode = Literal["text", "multimodal"]
FAILURES = (JudgeFailure, UnusableMedia, ServiceFailure)
YES_FROM = 7  # ours: as the edge-case rubric says
LONGEST_FAILURE = 500  # ours
WIDEST_MEAN = 3.0  # SPEC 2: further apart, the lower score holds
SEEN_ONLY = ("format_presentation",)
HEARD_ONLY = ("social_quality",)


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
        given = brief if self.mode == "multimodal" else without_media(brief)
        interview = Interview(self.card.name, self.model)
        try:
            heard = await interview.hold(given)
        except FAILURES as error:
            return failed_judgment(brief, failure_of(error), [interview])
        return judgment_from(interview, brief, heard)


@dataclass(frozen=True, slots=True)
class CompositeJudge:
    """A model that sees and one that hears as one judge, where no model of a maker does both.

    Both get the same facts and text, and the rubric for what is attached: the seeing one the
    pictures, the hearing one the sound; each has everything but one sense. So they are merged the
    way a panel is (SPEC 2): the mean of the two, unless they are more than 3 points apart, when the
    lower one holds: a fault that only one sense can notice is no smaller for that. How a product
    looks is the seeing one's to rate, manners are the hearing one's. A vote on which they differ
    has no majority, and is a no.
    """

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
        given = brief if self.mode == "multimodal" else without_media(brief)
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
                return failed_judgment(brief, why, interviews)
            judgments.append(judgment_from(interviews[-1], brief, heard))
        return judgments[0] if len(judgments) == 1 else merge_judgments(*judgments)


def judge_by_name(
    name: str, mode: WishedMode, model_of: Callable[[JudgeName], AskedModel], base_url: str = ""
) -> ModelJudge | CompositeJudge:
    """A judge on one model, or on two siblings where one sees and the other hears.

    Raises UserMistake for a name that means none.
    """
    parsed = judge_name(name, base_url)
    model = model_of(parsed)
    if not parsed.ear or mode == "text":
        return ModelJudge(model, mode)
    return CompositeJudge(model, model_of(judge_name(parsed.ear)), mode)


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


def judgment_from(interview: Interview, brief: Brief, heard: AcceptedAnswer) -> Judgment:
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


def failed_judgment(brief: Brief, failure: str, interviews: Sequence[Interview]) -> Judgment:
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


def failure_of(error: Exception, asked: str = "judge") -> str:
    """Whose failure it is, and why; `asked` is what the model was asked as."""
    whose = "harness" if isinstance(error, UnusableMedia) else asked
    return f"{whose} failed: {one_line(str(error))}"[:LONGEST_FAILURE]


def mode_of(receipt: Receipt) -> JudgingMode:
    """What the judge was really sent."""
    if receipt.saw_image:
        return "multimodal"
    return "audio_only" if receipt.heard_audio else "text"


def ratings_of(heard: AcceptedAnswer) -> tuple[Rating, ...]:
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


def votes_of(answer: JudgeAnswer, rubric: Rubric) -> tuple[Vote, ...]:
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


def merge_judgments(seen: Judgment, heard: Judgment) -> Judgment:
    """Two halves as one verdict."""
    eye, ear = seen.verdict, heard.verdict
    receipt = Receipt(audio=ear.receipt.audio, images=eye.receipt.images)
    exchanges = (*seen.exchanges, *heard.exchanges)
    verdict = eye.model_copy(
        update={
            "mode": mode_of(receipt),
            "ratings": tuple(
                merge_ratings(rating, other)
                for rating, other in zip(eye.ratings, ear.ratings, strict=True)
            ),
            "votes": tuple(
                merge_votes(vote, other) for vote, other in zip(eye.votes, ear.votes, strict=True)
            ),
            "audio_observations": ear.audio_observations,
            "coherence_notes": _join_notes(eye.coherence_notes, ear.coherence_notes),
            "was_led": eye.was_led or ear.was_led,
            "failed_canary": eye.failed_canary or ear.failed_canary,
            "notes": tuple(dict.fromkeys((*eye.notes, *ear.notes))),
            "receipt": receipt,
            "usage": usage_of(exchanges),
            "requests": (*eye.requests, *ear.requests),
        }
    )
    return Judgment(verdict, exchanges)


def merge_ratings(seen: Rating, heard: Rating) -> Rating:
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


def merge_votes(seen: Vote, heard: Vote) -> Vote:
    """One question to two halves."""
    if seen.answer is None or heard.answer is None or seen.answer == heard.answer:
        return heard if seen.answer is None else seen
    reason = f"no majority; seen: {seen.reason} heard: {heard.reason}"
    return Vote(question=seen.question, answer=False, reason=reason)


def _join_notes(*notes: str) -> str:
    return " ".join(note for note in notes if note)
