"""A model judge gets its verdict over the makers' real packages, with all that it was sent."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from tests.integration.evaluation.judging.test_model_judge import media
from tests.staging.judging.judge_models import StubModel, answer_with_score, brief, honest_answer
from tests.staging.servers.judge_clients import client_with, every_format, judge_on
from tests.staging.servers.judges import GPT, GPT_AUDIO, ServiceFormat, serve_judge

from modylbench.evaluation.judging.judge import Brief, Judgment
from modylbench.evaluation.judging.model_judge import CompositeJudge, ModelJudge
from modylbench.providers.models.options import JudgingOptions
from modylbench.providers.models.question import Question


@pytest.fixture
def heard_and_seen(tmp_path: Path) -> Brief:
    return replace(brief(), audio=media(tmp_path, "agent.wav"), images=(media(tmp_path, "a.png"),))


def answers_of(given: Brief, *, hears: bool, sees: bool) -> str:
    """What an honest model would answer: the same question has the same seal, whoever asks."""
    texts: list[str] = []

    def kept(question: object) -> str:
        texts.append(honest_answer(question))  # type: ignore[arg-type]
        return texts[-1]

    asyncio.run(ModelJudge(StubModel(kept, hears=hears, sees=sees)).judge(given))
    return texts[0]


def verdict_over(form: ServiceFormat, given: Brief, *answers: str) -> Judgment:
    async def run(name: str) -> Judgment:
        async with client_with() as (client, _):
            return await ModelJudge(judge_on(client, name)).judge(given)

    with serve_judge(form, *answers) as (_, name, _):
        return asyncio.run(run(name))


@every_format
def test_an_answer_over_the_wire_becomes_a_verdict_with_its_receipt(
    form: ServiceFormat, heard_and_seen: Brief
) -> None:
    answer = answers_of(heard_and_seen, hears=form.hears, sees=form.sees)

    verdict = verdict_over(form, heard_and_seen, answer).verdict

    assert verdict.failure == ""
    assert {rating.score for rating in verdict.ratings} == {7.0}
    assert verdict.mode == ("multimodal" if form.sees else "audio_only")
    assert verdict.receipt.heard_audio == form.hears
    assert verdict.receipt.saw_image == form.sees


@every_format
def test_an_answer_that_cannot_be_used_is_repaired_once_over_the_wire(
    form: ServiceFormat, heard_and_seen: Brief
) -> None:
    good = answers_of(heard_and_seen, hears=form.hears, sees=form.sees)
    bad = good.replace('"score": 7', '"score": NaN', 1)

    mended = verdict_over(form, heard_and_seen, bad, good)
    never = verdict_over(form, heard_and_seen, bad)

    assert {rating.score for rating in mended.verdict.ratings} == {7.0}
    assert [exchange.step for exchange in mended.exchanges] == ["asked", "repaired"]
    assert mended.verdict.receipt.heard_audio == form.hears
    assert never.verdict.failure.startswith("judge failed")
    assert never.verdict.ratings == ()


@dataclass
class Keeping:
    """Answers as told, and keeps what it answered."""

    answers: Callable[[Question], str]
    texts: list[str] = field(default_factory=list)

    def __call__(self, question: Question) -> str:
        self.texts.append(self.answers(question))
        return self.texts[-1]


def test_two_siblings_judge_as_one_over_the_wire_with_both_receipts(heard_and_seen: Brief) -> None:
    eye, ear = Keeping(answer_with_score(8)), Keeping(answer_with_score(6))
    stubs = (
        StubModel(eye, name=GPT.model, sees=True),
        StubModel(ear, name=GPT_AUDIO.model, hears=True),
    )
    expected = asyncio.run(CompositeJudge(*stubs).judge(heard_and_seen)).verdict

    async def run(seeing: str, hearing: str) -> Judgment:
        async with client_with() as (client, _):
            models = judge_on(client, seeing), judge_on(client, hearing)
            return await CompositeJudge(*models, name="openai:both").judge(heard_and_seen)

    with (
        serve_judge(GPT, *eye.texts) as (sight, seeing, _),
        serve_judge(GPT_AUDIO, *ear.texts) as (sound, hearing, _),
    ):
        judgment = asyncio.run(run(seeing, hearing))

    verdict = judgment.verdict
    assert (verdict.failure, verdict.mode) == ("", "multimodal")
    assert verdict.ratings == expected.ratings
    assert verdict.score_of("presentation_quality") == 7
    assert verdict.receipt == expected.receipt
    assert [exchange.step for exchange in judgment.exchanges] == ["seen", "heard"]
    assert [[kind for kind, _ in question] for question in sight.heard] == [["image"]]
    assert [[kind for kind, _ in question] for question in sound.heard] == [["audio"]]


def test_a_judge_that_failed_is_asked_again_and_one_that_answered_is_not(
    heard_and_seen: Brief, tmp_path: Path
) -> None:
    good = answers_of(heard_and_seen, hears=False, sees=True)
    bad = good.replace('"reason": "as seen in adaptability"', '"reason": " "')

    async def run(name: str) -> Judgment:
        async with client_with(JudgingOptions(cache=tmp_path / "cache")) as (client, _):
            return await ModelJudge(judge_on(client, name)).judge(heard_and_seen)

    with serve_judge(GPT, bad, bad, good) as (service, name, _):
        first, second, third = (asyncio.run(run(name)) for _ in range(3))

    assert first.verdict.failure.startswith("judge failed")
    assert {rating.score for rating in second.verdict.ratings} == {7.0}
    assert third == second
    assert len(service.bodies) == 3
