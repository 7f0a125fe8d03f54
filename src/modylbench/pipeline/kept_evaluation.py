"""Whether the evaluation in a trial's folder is the one that would be made now.

It is made again: facts by the same code, an offline member's verdict by the same rules, a model's
from its answers in judgments.jsonl, by the same prompt, seal and checks. It holds if the same
record comes out. That proves that facts and ratings follow from recording and answers; it does not
prove that a model gave these answers, nor what a judge of a plugin said, which is taken as kept.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.evaluate import judge
from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.judging.model_judge import CompositeJudge, ModelJudge
from modylbench.evaluation.verdicts import Verdict
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.question import ModelReply
from modylbench.runs.records import evaluation_in, exchanges_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import MeasuredMeeting
    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.evaluation.judging.judge import Brief, Judge
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange
    from modylbench.providers.models.question import AskedModel, Question


async def is_reproduced(
    folder: Path, measured: MeasuredMeeting, judges: Sequence[Judge], options: EvaluationOptions
) -> bool:
    """Whether the folder holds the very evaluation that this panel comes to; nobody is asked.

    One in which a judge failed is made again: what the others said is kept by then.
    """
    kept, exchanges = evaluation_in(folder), exchanges_in(folder)
    if kept is None or exchanges is None or any(verdict.failure for verdict in kept.verdicts):
        return False
    if kept.panel != tuple(sorted((judge.card for judge in judges), key=lambda card: card.name)):
        return False
    again = [stand_in(judge, kept.verdicts, exchanges) for judge in judges]
    made = await judge(measured, again, options)
    return made.evaluation == kept and made.exchanges == exchanges


def stand_in(
    judge: Judge, verdicts: Sequence[Verdict], exchanges: Sequence[JudgeExchange]
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
    """A model that gives the kept answers in their order; `left` is what is still to come."""

    model: AskedModel
    left: list[JudgeExchange] = field(repr=False)

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

    async def ask(self, question: Question) -> ModelReply:
        """The next answer; raises ServiceFailure where none is left."""
        return next_kept_reply(self.left, question)

    async def forget(self, request: str) -> None:
        """Nothing: what is kept stays as it is until the panel has judged anew."""


def next_kept_reply(left: list[JudgeExchange], question: Question) -> ModelReply:
    """The first of the kept answers, which is taken from them; raises ServiceFailure if none is."""
    if not left:
        message = f"no answer is kept to {question.text[:40]!r}"
        raise ServiceFailure(message)
    kept = left.pop(0)
    return ModelReply(
        text=kept.answer,
        request=kept.request,
        audio_sent=kept.receipt.audio,
        images_sent=kept.receipt.images,
        input_tokens=kept.usage.input_tokens,
        output_tokens=kept.usage.output_tokens,
        cost_usd=kept.usage.cost_usd,
    )


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
