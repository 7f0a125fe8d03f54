"""A judge's model: asked once for equal questions, within limits, with proof; tried beforehand."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import math
import struct
import wave
import zlib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.providers.addresses import is_loopback
from modylbench.providers.models.budget import Estimate, OverBudget, Size, Spending, estimate_call
from modylbench.providers.models.failures import (
    EMPTY_ANSWER,
    AnswerCutOff,
    FailedRequest,
    FailedTry,
    MediaNotTaken,
    NoMoreTries,
    RequestRefusal,
    ServiceFailure,
)
from modylbench.providers.models.json_answer import is_usable
from modylbench.providers.models.package_call import CALL_TEXTS, PackageModel, build_model
from modylbench.providers.models.package_errors import failed_request, foreign_errors, may_be_billed
from modylbench.providers.models.patience import BEFOREHAND, retry
from modylbench.providers.models.question import (
    BRIEF_LIMITS,
    JUDGES_LIMITS,
    MediaAttachment,
    ModelReply,
    Question,
    fit_request,
    largest_size,
)
from modylbench.providers.models.receipts import watch_requests

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from modylbench.providers.models.access import JudgeName
    from modylbench.providers.models.client import ModelClient
    from modylbench.providers.models.patience import Patience
    from modylbench.providers.models.question import AnswerLimits, ModelAnswer
    from modylbench.providers.models.receipts import SentMedia

DIGEST_VERSION = 2  # part of every request's digest: raise it when the same question is sent anew
SCHEMA = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}
TINY_QUESTION = Question(
    "You check that a connection works.", 'Answer {"ready": true} as JSON.', SCHEMA
)
SPREAD = 0.25  # ours: waits differ by up to a quarter, or all would come back at once
RATE_HZ = 24_000
TONE_HZ = 440
SIDE = 64
MEDIA_NAMES = {"audio": "sound", "image": "pictures"}


class NamedModel:
    """A DescribedModel: one of which nothing but the name is known."""

    def __init__(self, judge: JudgeName) -> None:
        self._judge = judge

    @property
    def name(self) -> str:
        """As people name it."""
        return self._judge.name

    @property
    def hears(self) -> bool:
        """Whether it takes sound."""
        return self._judge.family.hears

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        return self._judge.family.sees

    def as_sent(self, question: Question) -> Question:
        """The question with what fits into a request; raises MediaNotTaken."""
        kinds = {media.kind for media in question.attached}
        for kind, takes in (("audio", self.hears), ("image", self.sees)):
            if kind in kinds and not takes:
                message = (
                    f"{self.name} does not take {MEDIA_NAMES[kind]}, so nothing was sent to it"
                )
                raise MediaNotTaken(message)
        return fit_request(question, self._judge.family.request_mb)

    def request(self, question: Question) -> str:
        """The digest of a question as sent."""
        judge = self._judge
        content = {
            "version": DIGEST_VERSION,
            "model": [judge.service, judge.model, judge.base_url],
            "answers": [judge.family.answers, judge.family.thinks],
            "told": CALL_TEXTS,
            "instructions": question.instructions,
            "text": question.text,
            "schema": question.schema,
            "attached": [[media.kind, media.sha256] for media in question.attached],
            "earlier": question.earlier,
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class JudgeModel(NamedModel):
    """An AskedModel: one model of one service."""

    def __init__(self, client: ModelClient, judge: JudgeName) -> None:
        super().__init__(judge)
        access = judge.access(client.keys)
        self._client = client
        self._access = access
        self._package_model = PackageModel(build_model(access, client.client), judge.family)
        self._price = client.prices.of(judge.service, judge.model)
        is_unbounded = self._price is None and not is_loopback(judge.base_url)
        if client.budget.max_cost_usd is not None and is_unbounded:
            message = (
                f"no price is known for {judge.name}, and --max-cost needs one: "
                "give a list that has it with --prices"
            )
            raise UserMistake(message)

    async def ask(self, question: Question) -> ModelReply:
        """The answer; raises ServiceFailure after all tries, OverBudget before a costly one."""
        question = self.as_sent(question)
        request = self.request(question)
        return await self._client.once(request, lambda: self._kept_or_asked(request, question))

    async def ask_anew(self, question: Question, patience: Patience) -> ModelReply:
        """The answer to a question that is asked whatever was kept, and not kept."""
        question = self.as_sent(question)
        return await self._ask_service(self.request(question), question, patience, BRIEF_LIMITS)

    async def forget(self, request: str) -> None:
        """Ask again next time: the answer to this request could not be used."""
        await self._client.forget(request)

    def estimate(self, size: Size) -> Estimate:
        """What a call of this size would take."""
        return estimate_call(size, self._judge.family, self._price)

    async def _kept_or_asked(self, request: str, question: Question) -> ModelReply:
        cache = self._client.cache
        if cache is not None and (kept := cache.find(request)) is not None:
            return kept
        reply = await self._ask_service(request, question, self._client.patience, JUDGES_LIMITS)
        if cache is None or not is_usable(reply.text, question.schema):
            return reply
        return await cache.keep(self.name, reply)

    async def _ask_service(
        self, request: str, question: Question, patience: Patience, limits: AnswerLimits
    ) -> ModelReply:
        media = [self._client.encoder.encode(media) for media in question.attached]
        most_usd = self.estimate(largest_size(question, limits.most_tokens)).cost_usd
        spending = Spending()

        async def call() -> ModelAnswer:
            async with asyncio.timeout(patience.try_s):
                return await self._package_model.ask(question, media, patience.silence_s, limits)

        async def attempt() -> ModelAnswer:
            try:
                answer = await self._pay_for(call, most_usd, spending)
            except foreign_errors() as error:
                raise FailedTry(failed_request(error, self._access.key)) from error
            refuse_unusable(answer, limits)
            return answer

        async with self._client.limits.slot(self._judge.provider):
            with watch_requests(media) as watch:
                try:
                    answer = await self._first_answer(attempt, request, patience)
                except ServiceFailure as failure:
                    failure.add_spending(spending)
                    raise
        return _reply(request, answer, watch, spending)

    async def _first_answer(
        self, attempt: Callable[[], Awaitable[ModelAnswer]], request: str, patience: Patience
    ) -> ModelAnswer:
        """The answer of the first try that has one; equal requests wait equally long."""
        spread = SPREAD * int(request[:4], 16) / 0xFFFF
        place = self._access.place
        try:
            async with asyncio.timeout(patience.whole_s):
                return await retry(attempt, patience, sleep=self._client.sleep, spread=spread)
        except NoMoreTries as end:
            message = f"{place} {end}"
            raise end.kind(message) from None
        except TimeoutError:
            message = f"{place} gave no answer within {patience.whole_s:.0f} s"
            raise ServiceFailure(message) from None

    async def _pay_for(
        self,
        call: Callable[[], Awaitable[ModelAnswer]],
        most_usd: float | None,
        spending: Spending,
    ) -> ModelAnswer:
        """The answer of one call, for which the most that it can cost is set aside."""
        async with self._client.budget.reserve(most_usd or 0.0) as reservation:
            spending.calls += 1
            cost = most_usd  # of one that ends unawares
            try:
                answer = await call()
                cost = self._cost_usd(answer)
            except foreign_errors() as error:
                cost = cost if may_be_billed(error) else 0.0
                raise
            finally:
                spending.pay(cost)
                reservation.cost_usd = reservation.most_usd if cost is None else cost
        spending.input_tokens += answer.input_tokens
        spending.output_tokens += answer.output_tokens
        return answer

    def _cost_usd(self, answer: ModelAnswer) -> float | None:
        """At list price; None where that, or what the service counted, is not known."""
        if self._price is None or not answer.input_tokens:
            return None
        return self._price.cost_usd(answer.input_tokens, answer.output_tokens, answer.audio_tokens)


def refuse_unusable(answer: ModelAnswer, limits: AnswerLimits) -> None:
    """Raise FailedTry for an answer of which nothing can be made."""
    if answer.ending == "declined":
        raise FailedTry(FailedRequest("declined to answer", is_worth_another_try=False))
    if answer.ending == "cut off":
        what = f"had no answer after {limits.most_tokens:,} tokens, the most allowed"
        raise FailedTry(FailedRequest(what, is_worth_another_try=False, kind=AnswerCutOff))
    if len(answer.text) > limits.most_characters:
        what = f"sent more than {limits.most_characters:,} characters"
        raise FailedTry(FailedRequest(what, is_worth_another_try=False))
    if not answer.text.strip():
        raise FailedTry(EMPTY_ANSWER)


def _reply(request: str, answer: ModelAnswer, watch: SentMedia, spending: Spending) -> ModelReply:
    """The answer, with what all tries took."""
    return ModelReply(
        text=answer.text.encode("utf-8", "replace").decode(),  # half a character is none
        request=request,
        audio_sent=watch.hashes_sent("audio"),
        images_sent=watch.hashes_sent("image"),
        input_tokens=spending.input_tokens,
        output_tokens=spending.output_tokens,
        cost_usd=spending.cost_usd,
    )


async def preflight(models: Sequence[JudgeModel], patience: Patience = BEFOREHAND) -> None:
    """Ask all of them a tiny question at once, before a run rests on them.

    A short sound and a small picture go with it where a judge should take them. Raises UserMistake
    that says what is missing, judge by judge; OverBudget where not even that can be paid for.
    """
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_problem_or_over_budget(model, patience)) for model in models]
    found = [task.result() for task in tasks]
    for outcome in found:
        if isinstance(outcome, OverBudget):
            raise outcome
    lines = [f"{model.name}: {what}" for model, what in zip(models, found, strict=True) if what]
    if lines:
        message = "; ".join(lines)
        raise UserMistake(message)


async def _problem_or_over_budget(model: JudgeModel, patience: Patience) -> str | OverBudget:
    try:
        return await judge_problem(model, patience)
    except OverBudget as error:
        return error


async def judge_problem(model: JudgeModel, patience: Patience = BEFOREHAND) -> str:
    """What is wrong with a judge; empty if nothing is."""
    attached = tuple(
        media for media, takes in ((tone(), model.hears), (picture(), model.sees)) if takes
    )
    try:
        reply = await model.ask_anew(replace(TINY_QUESTION, attached=attached), patience)
    except RequestRefusal as error:
        return await _refused_for(model, attached, patience, str(error))
    except AnswerCutOff:
        return ""  # it is there, and thinks longer than we wait now
    except ServiceFailure as error:
        return str(error)
    return _missing(reply, attached)


async def _refused_for(
    model: JudgeModel, attached: tuple[MediaAttachment, ...], patience: Patience, what: str
) -> str:
    """Why a judge refused: perhaps only for what was attached."""
    if not attached:
        return what
    to_blame = [media for media in attached if await _is_taken(model, attached, (media,), patience)]
    if len(to_blame) > 1:
        told = "sound and pictures in one request"
        return f"does not take {told} ({what}): name it with +text+audio or +text+image"
    if not to_blame and len(attached) > 1 and await _is_taken(model, attached, attached, patience):
        to_blame = [*attached]
    if not to_blame:
        tried = " and without ".join(MEDIA_NAMES[media.kind] for media in attached)
        return f"{what}, also without {tried}"
    names = " or ".join(MEDIA_NAMES[media.kind] for media in to_blame)
    kept = "".join(f"+{media.kind}" for media in attached if media not in to_blame)
    return f"does not take {names} ({what}): name it with +text{kept}"


async def _is_taken(
    model: JudgeModel,
    attached: tuple[MediaAttachment, ...],
    without: tuple[MediaAttachment, ...],
    patience: Patience,
) -> bool:
    """Whether the question is answered without some of what was attached."""
    rest = tuple(media for media in attached if media not in without)
    try:
        await model.ask_anew(replace(TINY_QUESTION, attached=rest), patience)
    except AnswerCutOff:
        return True
    except ServiceFailure:
        return False
    return True


def _missing(reply: ModelReply, attached: tuple[MediaAttachment, ...]) -> str:
    sent = {*reply.audio_sent, *reply.images_sent}
    if any(media.sha256 not in sent for media in attached):
        return "sound or pictures did not leave with the request"
    if not is_usable(reply.text, SCHEMA):  # true or false: what counts is that it is JSON
        found = json.dumps(reply.text[:60])
        return f"answers no JSON as asked for ({found}): try its name with +tools or +prompted"
    return ""


@cache
def tone() -> MediaAttachment:
    """Half a second of a tone, as WAV."""
    swings = (math.sin(2 * math.pi * TONE_HZ * n / RATE_HZ) for n in range(RATE_HZ // 2))
    frames = b"".join(struct.pack("<h", round(8_000 * swing)) for swing in swings)
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE_HZ)
        sound.writeframes(frames)
    return _attachment("audio", file.getvalue())


@cache
def picture() -> MediaAttachment:
    """A small square, half dark and half light, as PNG."""
    row = b"\x00" + b"\x20" * (SIDE // 2) + b"\xe0" * (SIDE // 2)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row * SIDE)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return _attachment("image", b"\x89PNG\r\n\x1a\n" + body)


def _attachment(kind: str, content: bytes) -> MediaAttachment:
    sha256 = hashlib.sha256(content).hexdigest()
    return MediaAttachment("audio" if kind == "audio" else "image", content, sha256)
