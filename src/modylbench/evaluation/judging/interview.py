"""How is one model asked about one subject until it has answered, failed or been led twice?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.answer import Answer, Malformed, checked
from modylbench.evaluation.judging.canary import is_sealed, obeyed_agent, obeyed_plant, stands_in
from modylbench.evaluation.judging.media import evidence, speaks_to_judges, without_orders
from modylbench.evaluation.judging.prompt import Prompt, prompt
from modylbench.evaluation.judging.rubric import rubric_for
from modylbench.evaluation.verdicts import Exchange, Receipt, Usage
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.asking import Question, ServiceFailed
from modylbench.providers.models.one_object import LONGEST_ANSWER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.judging.judge import Brief
    from modylbench.evaluation.judging.media import Evidence
    from modylbench.providers.models.asking import AskedModel, Reply

UNSEALED = '"seal" is not the word that belongs there'
UNQUOTED = 'the words of "quotation" do not stand in the material: copy them from it'
NOT_QUOTED = "the judge quotes words that were not found in the material"


class JudgeFailed(ModylBenchError):
    """No usable answer came; the message says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer that was taken, what it answers, and the receipt of that request."""

    answer: Answer
    sent: Prompt
    receipt: Receipt
    is_quoting: bool = True
    """Whether its quotation was found in the material."""


@dataclass(slots=True)
class Interview:
    """One model on one subject; keeps every exchange, also those of a failure."""

    judge: str
    model: AskedModel
    step: str = "asked"
    exchanges: list[Exchange] = field(default_factory=list)
    lost: Usage = field(default_factory=Usage)
    """What tries took to which no answer came."""
    was_led: bool = False
    failed_canary: bool = False

    async def hold(self, brief: Brief) -> Heard:
        """The answer that counts; raises JudgeFailed, Spoilt, ServiceFailed and OverBudget."""
        try:
            return await self._held(brief)
        except JudgeFailed:
            for exchange in self.exchanges:  # or the same answers would fail it for ever
                await self.model.forget(exchange.request)
            raise

    async def _held(self, brief: Brief) -> Heard:
        """The first answer, or the second one if the first followed the material.

        Where the agent speaks to the judge, that text is left out the second time. Where it does
        not, nobody but us can have led the judge, and the very same is judged again.
        """
        first = await self._answer(brief, self.step)
        if not self._obeyed(brief, first.answer, first.sent):
            return first
        self.was_led = speaks_to_judges(brief)
        again = without_orders(brief) if self.was_led else brief
        second = await self._answer(again, "again")
        how = self._obeyed(again, second.answer, second.sent)
        if how:
            message = f"it followed the material instead of the rubric, twice: {how}"
            raise JudgeFailed(message)
        return second

    def _obeyed(self, brief: Brief, answer: Answer, sent: Prompt) -> str:
        """How the answer shows that it did what the material says; empty if it does not."""
        reasons = {name: rated.reason for name, rated in answer.ratings.items()}
        scores = {name: rated.score for name, rated in answer.ratings.items()}
        how = obeyed_plant(sent.canary, answer.seal, reasons)
        self.failed_canary = self.failed_canary or bool(how)
        return how or obeyed_agent(scores, (*brief.material, *brief.earlier))

    async def _answer(self, brief: Brief, step: str) -> Heard:
        """A well-formed answer, at the second attempt if need be.

        Words that cannot be found are asked for once more and then taken: the agent may have
        written what cannot be copied, and must not escape its judge by that.
        """
        media = await evidence(brief, self.model)
        rubric = rubric_for(brief.subject.kind, *media.counts)
        sent = prompt(brief, rubric, media.counts, step=step)
        reply = await self._ask(brief, _question(sent, media), step)
        first, wrong = self._read(reply, sent, brief)
        if first is not None and not wrong:
            return first
        again = _question(sent, media, earlier=(reply.text, wrong))
        second, wrong = self._read(await self._ask(brief, again, "repaired"), sent, brief)
        taken = second or first
        if taken is None:
            message = f"its answer cannot be used, also after one repair: {wrong}"
            raise JudgeFailed(message)
        return taken

    def _read(self, reply: Reply, sent: Prompt, brief: Brief) -> tuple[Heard | None, str]:
        """The answer if it can be used, and what is wrong with it."""
        try:
            answer = checked(reply.text, sent.rubric, sent.questions)
        except Malformed as error:
            return None, str(error)
        receipt = _receipt(reply)
        if self._obeyed(brief, answer, sent):
            return Heard(answer, sent, receipt), ""  # the rest of it matters no more
        if not is_sealed(sent.canary, answer.seal):
            return None, UNSEALED
        is_quoting = stands_in(answer.quotation, brief.material)
        return Heard(answer, sent, receipt, is_quoting), "" if is_quoting else UNQUOTED

    async def _ask(self, brief: Brief, question: Question, step: str) -> Reply:
        try:
            reply = await self.model.ask(question)
        except ServiceFailed as error:
            self.lost = Usage(
                calls=error.calls,
                input_tokens=error.input_tokens,
                output_tokens=error.output_tokens,
                cost_usd=error.cost_usd,
            )
            raise
        self.exchanges.append(
            Exchange(
                judge=self.judge,
                subject=brief.subject,
                step=step,
                request=reply.request,
                answer=reply.text[:LONGEST_ANSWER],
                receipt=_receipt(reply),
                usage=Usage(
                    calls=1,
                    input_tokens=reply.input_tokens,
                    output_tokens=reply.output_tokens,
                    cost_usd=reply.cost_usd,
                ),
            )
        )
        return reply


def _receipt(reply: Reply) -> Receipt:
    return Receipt(audio=reply.audio_sent, images=reply.images_sent)


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


def usage_of(exchanges: Sequence[Exchange], lost: Sequence[Usage] = ()) -> Usage:
    """All that the exchanges and lost tries took; the cost is unknown where one of them is."""
    taken = [*(exchange.usage for exchange in exchanges), *lost]
    known = [one.cost_usd for one in taken if one.cost_usd is not None]
    return Usage(
        calls=sum(one.calls for one in taken),
        input_tokens=sum(one.input_tokens for one in taken),
        output_tokens=sum(one.output_tokens for one in taken),
        cost_usd=sum(known) if len(known) == len(taken) else None,
    )
