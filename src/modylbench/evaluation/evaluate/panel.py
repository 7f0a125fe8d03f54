"""A panel at work: the same verdicts whatever the order in which its answers come."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.verdicts import Usage, Verdict
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.models.budget import OverBudget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from modylbench.evaluation.judging.judge import Brief, Judge
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange

    class VerdictProgress(Protocol):
        """Is told how many verdicts of how many there are."""

        def __call__(self, done: int, total: int, /) -> None:
            """One more has come."""


@dataclass(frozen=True, slots=True)
class Judgments:
    """What a panel said, by subject and then by judge, and the exchanges that it took."""

    verdicts: tuple[Verdict, ...]
    exchanges: tuple[JudgeExchange, ...]


def cards(panel: Iterable[Judge]) -> tuple[JudgeCard, ...]:
    """Who judges, by name; two of one name could not be told apart."""
    found = sorted((judge.card for judge in panel), key=lambda card: card.name)
    for card, other in pairwise(found):
        if card.name == other.name:
            message = f"found the judge {short_repr(card.name)} twice, expected each once"
            raise UserMistake(message)
    return tuple(found)


async def judgments(
    briefs: Sequence[Brief], panel: Sequence[Judge], report: VerdictProgress | None = None
) -> Judgments:
    """Every judge on every subject, at once; those who ask services bound their own calls.

    Raises OverBudget where the money does not suffice, after the calls under way have ended: they
    will be paid for, and their answers are kept.
    """
    cards(panel)
    ordered = sorted(panel, key=lambda judge: judge.card.name)
    total = len(briefs) * len(ordered)
    done = 0

    async def ask(judge: Judge, brief: Brief) -> Judgment | OverBudget:
        nonlocal done
        try:
            judgment = _matching_judgment(await judge.judge(brief), judge.card, brief)
        except OverBudget as error:
            return error
        done += 1
        if report is not None:
            report(done, total)
        return judgment

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(judge, brief)) for brief in briefs for judge in ordered]
    made: list[Judgment] = []
    for task in tasks:
        result = task.result()
        if isinstance(result, OverBudget):
            raise result
        made.append(result)
    return Judgments(
        verdicts=tuple(judgment.verdict for judgment in made),
        exchanges=tuple(exchange for judgment in made for exchange in judgment.exchanges),
    )


def total_usage(used: Iterable[Usage]) -> Usage:
    """All of it; the cost is None where that of any is not known."""
    every = list(used)
    costs = [usage.cost_usd for usage in every]
    return Usage(
        calls=sum(usage.calls for usage in every),
        input_tokens=sum(usage.input_tokens for usage in every),
        output_tokens=sum(usage.output_tokens for usage in every),
        cost_usd=None if None in costs else math.fsum(cost or 0.0 for cost in costs),
    )


def _matching_judgment(judgment: Judgment, card: JudgeCard, brief: Brief) -> Judgment:
    """The judgment; one on something else, or in another's name, is a judge's failure."""
    verdict = judgment.verdict
    if verdict.judge == card.name and verdict.subject == brief.subject:
        return judgment
    found = f"{verdict.subject.key} by {short_repr(verdict.judge)}"
    failed = Verdict(
        judge=card.name,
        subject=brief.subject,
        mode=verdict.mode,
        failure=f"it gave a verdict on {found}, expected one on {brief.subject.key}",
        usage=verdict.usage,
        requests=verdict.requests,
    )
    return Judgment(failed, judgment.exchanges)
