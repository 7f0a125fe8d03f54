"""A judge that says again what it has said, from the answers that were kept; nobody is asked.

A model's request is made up anew for each kept answer. Its digest is over model, address, what a
call adds of its own, instructions, prompt, schema, the hashes of sound and pictures, and earlier
turns: where all digests are those kept, every answer is filed under the question that this code
asks about this recording, media included. That does not prove that the model gave the answer: no
service signs what it says.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.model_judge import CompositeJudge, ModelJudge
from modylbench.evaluation.verdicts import Verdict
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.question import ModelReply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.judging.judge import Brief, Judge
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange
    from modylbench.providers.models.question import DescribedModel, Question


def replayed_judge(
    judge: Judge, exchanges: Sequence[JudgeExchange], verdicts: Sequence[Verdict] = ()
) -> Judge:
    """A judge that says again what this one said; a member of the offline panel just judges."""
    if judge.card.kind == "offline":
        return judge
    own = [exchange for exchange in exchanges if exchange.judge == judge.card.name]
    if isinstance(judge, ModelJudge | CompositeJudge):
        return ReplayedJudge(judge, own)
    return KeptJudge(judge.card, verdicts, own)


@dataclass(frozen=True, slots=True)
class ReplayedJudge:
    """A model judge whose models answer what they answered before, subject by subject."""

    judged: ModelJudge | CompositeJudge
    exchanges: Sequence[JudgeExchange]

    @property
    def card(self) -> JudgeCard:
        """Whose answers they are."""
        return self.judged.card

    async def judge(self, brief: Brief) -> Judgment:
        """The verdict that follows from the answers kept."""
        left = [exchange for exchange in self.exchanges if exchange.subject == brief.subject]
        match self.judged:
            case ModelJudge() as single:
                again: Judge = replace(single, model=ReplayedModel(single.model, left))
            case CompositeJudge() as pair:
                seeing = ReplayedModel(pair.seeing, left)
                hearing = ReplayedModel(pair.hearing, left)
                again = replace(pair, seeing=seeing, hearing=hearing)
        return await again.judge(brief)


@dataclass(frozen=True, slots=True)
class ReplayedModel:
    """An AskedModel that gives kept answers in their order; `left` is what is still to come."""

    model: DescribedModel
    left: list[JudgeExchange] = field(default_factory=list, repr=False)

    @property
    def name(self) -> str:
        """As people name it."""
        return self.model.name

    @property
    def hears(self) -> bool:
        """Whether it takes sound."""
        return self.model.hears

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        return self.model.sees

    def as_sent(self, question: Question) -> Question:
        """The question with what fits into a request."""
        return self.model.as_sent(question)

    def request(self, question: Question) -> str:
        """The digest of a question as sent."""
        return self.model.request(question)

    async def ask(self, question: Question) -> ModelReply:
        """The next answer; raises ServiceFailure where none is left."""
        question = self.as_sent(question)
        if not self.left:
            message = f"no answer is kept to {question.text[:40]!r}"
            raise ServiceFailure(message)
        kept = self.left.pop(0)
        sent = {attachment.sha256 for attachment in question.attached}
        return ModelReply(
            text=kept.answer,
            request=self.request(question),
            audio_sent=tuple(sound for sound in kept.receipt.audio if sound in sent),
            images_sent=tuple(image for image in kept.receipt.images if image in sent),
            input_tokens=kept.usage.input_tokens,
            output_tokens=kept.usage.output_tokens,
            cost_usd=kept.usage.cost_usd,
        )

    async def forget(self, request: str) -> None:
        """Nothing: what is kept stays as it is."""


class KeptJudge:
    """A judge of a plugin, of whose verdicts no more is known than what was kept."""

    def __init__(
        self, card: JudgeCard, verdicts: Sequence[Verdict], exchanges: Sequence[JudgeExchange]
    ) -> None:
        self.card = card
        self._verdicts = {
            verdict.subject.key: verdict for verdict in verdicts if verdict.judge == card.name
        }
        self._exchanges: dict[str, list[JudgeExchange]] = defaultdict(list)
        for exchange in exchanges:
            self._exchanges[exchange.subject.key].append(exchange)

    async def judge(self, brief: Brief) -> Judgment:
        """The verdict kept."""
        key = brief.subject.key
        kept = self._verdicts.get(key)
        if kept is None:
            kept = Verdict(
                judge=self.card.name, subject=brief.subject, mode="text", failure="is not kept"
            )
        return Judgment(kept, tuple(self._exchanges[key]))
