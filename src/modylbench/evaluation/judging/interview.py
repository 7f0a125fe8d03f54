"""How is one model asked about one subject until it has answered, failed or been led twice?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.answer import LONGEST_ANSWER, Answer, Malformed, checked
from modylbench.evaluation.judging.canary import stands_in, was_led
from modylbench.evaluation.judging.media import evidence, without_orders
from modylbench.evaluation.judging.prompt import Prompt, prompt
from modylbench.evaluation.verdicts import Exchange, Receipt, Usage
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.asking import Question

if TYPE_CHECKING:
    from modylbench.evaluation.judging.judge import Brief
    from modylbench.evaluation.judging.media import Evidence
    from modylbench.evaluation.judging.rubric import Rubric
    from modylbench.providers.models.asking import AskedModel, Reply


class JudgeFailed(ModylBenchError):
    """No usable answer came; the message says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer that was taken, and the receipt of the request that it answers."""

    answer: Answer
    receipt: Receipt
    was_led: bool


@dataclass(slots=True)
class Interview:
    """One model on one subject; keeps every exchange, also those of a failure."""

    judge: str
    model: AskedModel
    rubric: Rubric
    step: str = "asked"
    exchanges: list[Exchange] = field(default_factory=list)

    async def hold(self, brief: Brief) -> Heard:
        """The answer that counts; raises JudgeFailed, Spoilt, ServiceFailed and OverBudget."""
        first = await self._answer(brief, self.step)
        how = self._led(brief, *first)
        if not how:
            return Heard(first[0], self.exchanges[-1].receipt, was_led=False)
        clean = without_orders(brief)
        second = await self._answer(clean, "again")
        how = self._led(clean, *second)
        if how:
            message = f"it followed the material instead of the rubric, twice: {how}"
            raise JudgeFailed(message)
        return Heard(second[0], self.exchanges[-1].receipt, was_led=True)

    def _led(self, brief: Brief, answer: Answer, sent: Prompt) -> str:
        scores = {name: rated.score for name, rated in answer.ratings.items()}
        return was_led(sent.canary, answer.seal, scores, (*brief.material, *brief.earlier))

    async def _answer(self, brief: Brief, step: str) -> tuple[Answer, Prompt]:
        """A well-formed answer, at the second attempt if need be."""
        media = await evidence(brief, self.model)
        sent = prompt(brief, self.rubric, media.counts, step=step)
        reply = await self._ask(brief, _question(sent, media), step)
        try:
            return self._checked(reply.text, sent, brief), sent
        except Malformed as error:
            wrong = str(error)
        again = _question(sent, media, earlier=(reply.text, wrong))
        reply = await self._ask(brief, again, "repaired")
        try:
            return self._checked(reply.text, sent, brief), sent
        except Malformed as error:
            message = f"its answer cannot be used, also after one repair: {error}"
            raise JudgeFailed(message) from error

    def _checked(self, text: str, sent: Prompt, brief: Brief) -> Answer:
        answer = checked(text, self.rubric, sent.questions)
        is_led = bool(self._led(brief, answer, sent))  # then its quotation matters no more
        if not is_led and not stands_in(answer.quotation, brief.material):
            message = 'the words of "quotation" do not stand in the material: copy them from it'
            raise Malformed(message)
        return answer

    async def _ask(self, brief: Brief, question: Question, step: str) -> Reply:
        reply = await self.model.ask(question)
        self.exchanges.append(
            Exchange(
                judge=self.judge,
                subject=brief.subject,
                step=step,
                request=reply.request,
                answer=reply.text[:LONGEST_ANSWER],
                receipt=Receipt(audio=reply.audio_sent, images=reply.images_sent),
                usage=Usage(
                    calls=1,
                    input_tokens=reply.input_tokens,
                    output_tokens=reply.output_tokens,
                    cost_usd=reply.cost_usd,
                ),
            )
        )
        return reply


def _question(sent: Prompt, media: Evidence, *, earlier: tuple[str, str] | None = None) -> Question:
    """The request; to repair an answer it is sent once more with what was wrong."""
    if earlier is None:
        return Question(sent.instructions, sent.text, sent.schema, media.all)
    answer, wrong = earlier
    text = (
        f"Your answer cannot be used: {wrong}. Answer again, with nothing but the whole corrected "
        f'JSON object. The word that belongs into "seal" is still "{sent.canary.seal}".'
    )
    turns = ((sent.text, answer[:LONGEST_ANSWER]),)
    return Question(sent.instructions, text, sent.schema, media.all, turns)


def usage_of(exchanges: list[Exchange]) -> Usage:
    """All that the exchanges took; the cost is unknown where one of them is."""
    costs = [one.usage.cost_usd for one in exchanges]
    known = [cost for cost in costs if cost is not None]
    return Usage(
        calls=sum(one.usage.calls for one in exchanges),
        input_tokens=sum(one.usage.input_tokens for one in exchanges),
        output_tokens=sum(one.usage.output_tokens for one in exchanges),
        cost_usd=sum(known) if len(known) == len(costs) else None,
    )
