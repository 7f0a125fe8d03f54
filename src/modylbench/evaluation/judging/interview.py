"""One model asked about one subject until it has answered, failed or been led twice.

It is sent the sounds and pictures of the brief that it takes, each proved to be what was recorded.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.judging.addressing.passages import passages, without_passages
from modylbench.evaluation.judging.answer import (
    JudgeAnswer,
    MalformedAnswer,
    parse_answer,
    repair_text,
)
from modylbench.evaluation.judging.canary import (
    is_quoted_from,
    is_sealed,
    sign_of_obeying_agent,
    sign_of_obeying_plant,
)
from modylbench.evaluation.judging.judge import Quotation
from modylbench.evaluation.judging.prompt import Prompt, prompt
from modylbench.evaluation.judging.rubric import rubric_for
from modylbench.evaluation.verdicts import JudgeExchange, Receipt, Usage
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.json_answer import LONGEST_ANSWER
from modylbench.providers.models.question import MediaAttachment, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.judging.judge import Brief, MediaFile
    from modylbench.evaluation.verdicts import Subject
    from modylbench.providers.models.question import AskedModel, ModelReply

MOST_PICTURES = 8  # SPEC 9: keyframes of a turn
UNSEALED = '"seal" is not the word that belongs there'
UNQUOTED = 'the words of "quotation" do not stand in the material: copy them from it'
NOT_QUOTED = "the judge quotes words that were not found in the material"


class JudgeFailure(ModylBenchError):
    """No usable answer came; the message says why."""


class UnusableMedia(ModylBenchError):
    """A file of the recording is gone or changed: ours to mend, and nobody else's fault."""


@dataclass(frozen=True, slots=True)
class Attachments:
    """The bytes for one request."""

    sounds: tuple[MediaAttachment, ...] = ()
    pictures: tuple[MediaAttachment, ...] = ()

    @property
    def all(self) -> tuple[MediaAttachment, ...]:
        """Sound first, then pictures in order of time."""
        return (*self.sounds, *self.pictures)

    @property
    def counts(self) -> tuple[int, int]:
        """How many sounds and pictures."""
        return len(self.sounds), len(self.pictures)


@dataclass(frozen=True, slots=True)
class AcceptedAnswer:
    """An answer that was taken, what it answers, and the receipt of that request."""

    answer: JudgeAnswer
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
    exchanges: list[JudgeExchange] = field(default_factory=list)
    lost: Usage = field(default_factory=Usage)
    """What tries took to which no answer came."""
    was_led: bool = False
    failed_canary: bool = False

    async def hold(self, brief: Brief) -> AcceptedAnswer:
        """The answer that counts; raises JudgeFailure, UnusableMedia and what the model does."""
        try:
            return await self._hold(brief)
        except JudgeFailure:
            for exchange in self.exchanges:  # or the same answers would fail it for ever
                await self.model.forget(exchange.request)
            raise

    async def _hold(self, brief: Brief) -> AcceptedAnswer:
        """The first answer, or the second one if the first followed the material.

        Where the agent speaks to the judge, that text is left out the second time. Where it does
        not, nobody but us can have led the judge, and the very same is judged again.
        """
        first = await self._answer(brief, self.step)
        if not self._sign_of_obedience(brief, first.answer, first.sent):
            return first
        self.was_led = speaks_to_judges(brief)
        again = without_orders(brief) if self.was_led else brief
        second = await self._answer(again, "again")
        how = self._sign_of_obedience(again, second.answer, second.sent)
        if how:
            message = f"it followed the material instead of the rubric, twice: {how}"
            raise JudgeFailure(message)
        return second

    def _sign_of_obedience(self, brief: Brief, answer: JudgeAnswer, sent: Prompt) -> str:
        """How the answer shows that it did what the material says; empty if it does not."""
        reasons = {name: rated.reason for name, rated in answer.ratings.items()}
        scores = {name: rated.score for name, rated in answer.ratings.items()}
        how = sign_of_obeying_plant(sent.canary, answer.seal, reasons)
        self.failed_canary = self.failed_canary or bool(how)
        return how or sign_of_obeying_agent(scores, (*brief.material, *brief.earlier))

    async def _answer(self, brief: Brief, step: str) -> AcceptedAnswer:
        """A well-formed answer, at the second attempt if need be.

        Words that cannot be found are asked for once more and then taken: the agent may have
        written what cannot be copied, and must not escape its judge by that.
        """
        media = await read_attachments(brief, self.model)
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
            raise JudgeFailure(message)
        return taken

    def _read(
        self, reply: ModelReply, sent: Prompt, brief: Brief
    ) -> tuple[AcceptedAnswer | None, str]:
        """The answer if it can be used, and what is wrong with it."""
        try:
            answer = parse_answer(reply.text, sent.rubric, sent.questions)
        except MalformedAnswer as error:
            return None, str(error)
        receipt = _receipt(reply)
        if self._sign_of_obedience(brief, answer, sent):
            return AcceptedAnswer(answer, sent, receipt), ""  # the rest of it matters no more
        if not is_sealed(sent.canary, answer.seal):
            return None, UNSEALED
        is_quoting = is_quoted_from(answer.quotation, brief.material)
        return AcceptedAnswer(answer, sent, receipt, is_quoting), "" if is_quoting else UNQUOTED

    async def _ask(self, brief: Brief, question: Question, step: str) -> ModelReply:
        try:
            reply = await self.model.ask(question)
        except ServiceFailure as error:
            self.lost = lost_usage(error)
            raise
        self.exchanges.append(exchange_of(reply, self.judge, brief.subject, step=step))
        return reply


async def read_attachments(brief: Brief, model: AskedModel) -> Attachments:
    """What this model takes of the brief's media; raises UnusableMedia."""
    sounds = (brief.audio,) if brief.audio is not None and model.hears else ()
    pictures = brief.images[-MOST_PICTURES:] if model.sees else ()
    return Attachments(
        tuple([await _read(media, "audio") for media in sounds]),
        tuple([await _read(media, "image") for media in pictures]),
    )


def without_media(brief: Brief) -> Brief:
    """The brief without sound and pictures."""
    return replace(brief, audio=None, images=())


def speaks_to_judges(brief: Brief) -> bool:
    """Whether anything in it speaks to whoever judges."""
    return any(passages(item.text) for item in (*brief.material, *brief.earlier))


def without_orders(brief: Brief) -> Brief:
    """The brief without what speaks to the judge, and without the media that hold it too.

    Sound goes if its words did so, pictures if anything else did.
    """
    said = any(passages(item.text) for item in brief.material if item.where.startswith("said"))
    other = any(passages(item.text) for item in brief.material if not item.where.startswith("said"))
    return replace(
        brief,
        material=_cut(brief.material),
        earlier=_cut(brief.earlier),
        audio=None if said else brief.audio,
        images=() if other else brief.images,
    )


def usage_of(exchanges: Sequence[JudgeExchange], lost: Sequence[Usage] = ()) -> Usage:
    """All that the exchanges and lost tries took; the cost is unknown where one of them is."""
    taken = [*(exchange.usage for exchange in exchanges), *lost]
    known = [usage.cost_usd for usage in taken if usage.cost_usd is not None]
    return Usage(
        calls=sum(usage.calls for usage in taken),
        input_tokens=sum(usage.input_tokens for usage in taken),
        output_tokens=sum(usage.output_tokens for usage in taken),
        cost_usd=sum(known) if len(known) == len(taken) else None,
    )


def lost_usage(error: ServiceFailure) -> Usage:
    """What the tries took to which no answer came."""
    return Usage(
        calls=error.calls,
        input_tokens=error.input_tokens,
        output_tokens=error.output_tokens,
        cost_usd=error.cost_usd,
    )


def exchange_of(reply: ModelReply, judge: str, subject: Subject, *, step: str) -> JudgeExchange:
    """A reply as it is kept."""
    return JudgeExchange(
        judge=judge,
        subject=subject,
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


def _receipt(reply: ModelReply) -> Receipt:
    return Receipt(audio=reply.audio_sent, images=reply.images_sent)


def _question(
    sent: Prompt, media: Attachments, *, earlier: tuple[str, str] | None = None
) -> Question:
    """The request; to repair an answer it is sent once more with what was wrong."""
    if earlier is None:
        return Question(sent.instructions, sent.text, sent.schema, media.all)
    answer, wrong = earlier
    text = repair_text(wrong, sent.canary.seal)
    turns = ((sent.text, answer[:LONGEST_ANSWER]),)
    return Question(sent.instructions, text, sent.schema, media.all, turns)


def _cut(items: tuple[Quotation, ...]) -> tuple[Quotation, ...]:
    return tuple(Quotation(item.where, without_passages(item.text)) for item in items)


async def _read(media: MediaFile, kind: Literal["audio", "image"]) -> MediaAttachment:
    try:
        content = await asyncio.to_thread(media.path.read_bytes)
    except OSError as error:
        message = f"{media.path.name} of the recording cannot be read ({error.strerror})"
        raise UnusableMedia(message) from error
    if hashlib.sha256(content).hexdigest() != media.sha256:
        message = f"{media.path.name} is not the file that was recorded: its hash differs"
        raise UnusableMedia(message)
    return MediaAttachment(kind, content, media.sha256)
