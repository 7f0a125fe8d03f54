"""A panel's judgment depends on nothing but the judges and the subjects."""

import asyncio
import random

import pytest
from tests.staging.judging.briefs import StubJudge, brief
from typing_extensions import override

from modylbench.evaluation.evaluate.panel import Judgments, cards, judgments, total_usage
from modylbench.evaluation.judging.judge import Brief, Judgment
from modylbench.evaluation.verdicts import Subject, Usage
from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.budget import OverBudget

BRIEFS = [brief(number) for number in (1, 3, 5)]


class Astray(StubJudge):
    """Judges something else than it was asked to."""

    @override
    async def judge(self, brief: Brief) -> Judgment:
        judgment = await super().judge(brief)
        other = Subject(kind="product", name="model")
        return Judgment(judgment.verdict.model_copy(update={"subject": other}))


class Costly(StubJudge):
    """Cannot be paid for."""

    @override
    async def judge(self, brief: Brief) -> Judgment:
        message = f"the call on {brief.subject.key} may cost too much"
        raise OverBudget(message)


def judged(judges: list[StubJudge]) -> Judgments:
    return asyncio.run(judgments(BRIEFS, judges))


def test_verdicts_come_by_subject_and_then_by_judge() -> None:
    found = judged([StubJudge("b"), StubJudge("a")])

    assert [verdict.id for verdict in found.verdicts] == [
        "turn-01/a", "turn-01/b", "turn-03/a", "turn-03/b", "turn-05/a", "turn-05/b",
    ]  # fmt: skip
    assert [exchange.subject for exchange in found.exchanges] == [
        verdict.subject for verdict in found.verdicts
    ]


def test_neither_the_order_of_judges_nor_that_of_answers_changes_anything() -> None:
    draw = random.Random("orders")  # noqa: S311
    names = ["a", "b", "c", "d"]
    expected = judged([StubJudge(name, score=ord(name) - 90) for name in names])
    for _ in range(10):
        draw.shuffle(names)
        judges = [StubJudge(name, ord(name) - 90, draw.uniform(0, 0.01)) for name in names]
        assert judged(judges) == expected


def test_everybody_judges_at_once() -> None:
    async def wall() -> float:
        start = asyncio.get_running_loop().time()
        await judgments(BRIEFS, [StubJudge(name, wait_s=0.1) for name in "abcd"])
        return asyncio.get_running_loop().time() - start

    assert asyncio.run(wall()) < 0.6  # one after the other they take 1.2 s


def test_a_verdict_on_something_else_is_the_judges_failure() -> None:
    found = judged([Astray("a")])

    assert all(
        verdict.failure.startswith("it gave a verdict on product-model")
        for verdict in found.verdicts
    )
    assert [verdict.subject.name for verdict in found.verdicts] == ["1", "3", "5"]


def test_two_judges_of_one_name_are_refused() -> None:
    with pytest.raises(UserMistake, match="'a' twice"):
        cards([StubJudge("a"), StubJudge("a")])


def test_calls_under_way_end_before_the_budget_stops_all() -> None:
    slow = StubJudge("slow", wait_s=0.05)
    came: list[int] = []

    with pytest.raises(OverBudget):
        asyncio.run(judgments(BRIEFS, [slow, Costly("costly")], lambda done, _: came.append(done)))

    assert came == [1, 2, 3]


def test_progress_counts_up_to_all() -> None:
    came: list[tuple[int, int]] = []

    asyncio.run(judgments(BRIEFS, [StubJudge("a")], lambda done, total: came.append((done, total))))

    assert came == [(1, 3), (2, 3), (3, 3)]


def test_a_cost_that_is_not_known_makes_the_sum_unknown() -> None:
    known = Usage(calls=1, input_tokens=3, output_tokens=2, cost_usd=0.25)

    assert total_usage([known] * 3).cost_usd == 0.75
    assert total_usage([known, known.model_copy(update={"cost_usd": None})]).cost_usd is None
    assert total_usage([]) == Usage()
