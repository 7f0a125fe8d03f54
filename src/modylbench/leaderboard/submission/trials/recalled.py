"""What would judges be asked now, and what follows from the answers that were kept?

A judge is seated whose model asks nobody: it makes up each request as it would be sent, and gives
the kept answer to it. Its digest is over model, address, instructions, prompt, schema, the hashes
of sound and pictures, and earlier turns. If all digests are those of judgments.jsonl, every answer
is filed under the question that this code asks about this recording, media included. That does not
prove that the model gave the answer: no service signs what it says. Whoever must know judges again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.judging.composite import CompositeJudge
from modylbench.evaluation.judging.model_judge import ModelJudge
from modylbench.foundation.errors import UserMistake, quoted
from modylbench.providers.models.asking import Reply, ServiceFailed
from modylbench.providers.models.judge_models import as_sent, request_digest
from modylbench.providers.models.judge_names import JudgeName, judge_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.judging.judge import Brief, Judge, Judgment
    from modylbench.evaluation.verdicts import Exchange, JudgeCard
    from modylbench.providers.models.asking import Question

Mode = Literal["text", "multimodal"]
PATHS = ("/v1", "", "/api/v1", "/openai/v1", "/api", "/v1beta/openai", "/openai")
"""Ours: where servers that speak OpenAI's format usually do so."""
ANSWERS = ("", "+tools", "+prompted")


@dataclass(frozen=True, slots=True)
class RecalledModel:
    """An AskedModel that gives kept answers in their order, to requests that are made up anew.

    It is a name and what is left of the answers: it has no connection to ask anybody by.
    """

    judge: JudgeName
    left: list[Exchange]

    @property
    def name(self) -> str:
        """As people name it."""
        return self.judge.name

    @property
    def hears(self) -> bool:
        """Whether it takes sound."""
        return self.judge.family.hears

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        return self.judge.family.sees

    def request(self, question: Question) -> str:
        """The digest of a question to the model."""
        return request_digest(self.judge, question)

    async def ask(self, question: Question) -> Reply:
        """The next answer that was kept; raises ServiceFailed where none is left."""
        question = as_sent(self.judge, question)
        if not self.left:
            message = "no answer to this is kept"
            raise ServiceFailed(message)
        kept = self.left.pop(0)
        sent = {one.sha256 for one in question.attached}
        return Reply(
            text=kept.answer,
            request=self.request(question),
            audio_sent=tuple(one for one in kept.receipt.audio if one in sent),
            images_sent=tuple(image for image in kept.receipt.images if image in sent),
            input_tokens=kept.usage.input_tokens,
            output_tokens=kept.usage.output_tokens,
            cost_usd=kept.usage.cost_usd,
        )

    async def forget(self, request: str) -> None:
        """Nothing: what is kept stays as it is."""


@dataclass(frozen=True, slots=True)
class RecalledJudge:
    """A judge of a panel by its full name, with all that it answered in one trial."""

    name: str
    mode: Mode
    exchanges: Sequence[Exchange]

    @property
    def card(self) -> JudgeCard:
        """Who it is, by its name and the rubrics of this code."""
        return self._seated([]).card

    async def judge(self, brief: Brief) -> Judgment:
        """The verdict that follows from the answers kept."""
        return await self._seated([x for x in self.exchanges if x.subject == brief.subject]).judge(
            brief
        )

    def _seated(self, left: list[Exchange]) -> Judge:
        judge = judge_name(self.name)
        model = RecalledModel(judge, left)
        if not judge.ear or self.mode == "text":
            return ModelJudge(model, self.mode)
        return CompositeJudge(model, RecalledModel(judge_name(judge.ear), left), self.mode)


def recalled(names: Sequence[str], mode: Mode, exchanges: Sequence[Exchange]) -> list[Judge]:
    """A panel that says again what it has said; raises UserMistake for a name that is none."""
    return [RecalledJudge(name, mode, _own(judge_name(name).name, exchanges)) for name in names]


def _own(judge: str, exchanges: Sequence[Exchange]) -> list[Exchange]:
    return [exchange for exchange in exchanges if exchange.judge == judge]


def spellings(card: JudgeCard, mode: Mode) -> Iterator[str]:
    """The names, with addresses, by which a person may have meant the judge of a card."""
    first = card.name
    written, at, place = first.partition("@")
    urls = [f"{scheme}://{place}{path}" for path in PATHS for scheme in ("http", "https")]
    for answers in ANSWERS:
        for url in urls if at else [""]:
            name = f"{written}{_senses(card, mode)}{answers}" + (f"@{url}" if url else "")
            try:
                is_it = judge_name(name).name == card.name
            except UserMistake:
                continue
            if is_it:
                yield name


def _senses(card: JudgeCard, mode: Mode) -> str:
    """Options that give a model the senses that its card says it has."""
    if mode == "text" or " + " in card.model:
        return ""
    return "+text" + "+audio" * card.hears + "+image" * card.sees


def unknown_judge(name: str) -> str:
    """Why a name means no judge that could be asked; empty where it means one."""
    try:
        judge_name(name)
    except UserMistake as error:
        return f"{quoted(name)} is no judge whose requests can be made up again ({error})"
    return ""
