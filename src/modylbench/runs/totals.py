"""How much did each judge do, and what did it take?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import added

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.verdicts import Usage, Verdict


@dataclass(frozen=True, slots=True)
class JudgeTotal:
    """One judge: how many verdicts it was asked for, how many failed, and what they took."""

    judge: str
    verdicts: int
    failed: int
    usage: Usage


def totals_of(verdicts: Iterable[Verdict]) -> tuple[JudgeTotal, ...]:
    """The totals of every judge, by name."""
    by_judge: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_judge.setdefault(verdict.judge, []).append(verdict)
    return tuple(
        JudgeTotal(
            name,
            len(those),
            sum(bool(one.failure) for one in those),
            added(one.usage for one in those),
        )
        for name, those in sorted(by_judge.items())
    )


def together(totals: Iterable[JudgeTotal]) -> tuple[JudgeTotal, ...]:
    """The totals of several trials, added up judge by judge."""
    by_judge: dict[str, list[JudgeTotal]] = {}
    for total in totals:
        by_judge.setdefault(total.judge, []).append(total)
    return tuple(
        JudgeTotal(
            name,
            sum(one.verdicts for one in those),
            sum(one.failed for one in those),
            added(one.usage for one in those),
        )
        for name, those in sorted(by_judge.items())
    )
