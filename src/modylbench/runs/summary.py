"""What people read of a judged run: its standard in words, and what each judge did and took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import total_usage
from modylbench.foundation.score_text import score_text
from modylbench.reliability.report import WORST_RUN
from modylbench.scenarios.suites import SuiteEdition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.verdicts import Usage, Verdict
    from modylbench.reliability.report import ReliabilityReport

NO_TIER = "no tier"
STANDARDS = {
    "gold": "Gold: two judges or more had sound and pictures on every turn",
    "silver": "Silver: judged by text",
    "offline": "offline: no model has judged, so it is not eligible for the leaderboard",
    "none": "nobody has judged",
}


@dataclass(frozen=True, slots=True)
class JudgeTotal:
    """One judge: how many verdicts it was asked for, how many failed, and what they took."""

    judge: str
    verdicts: int
    failed: int
    usage: Usage


def totals_of(verdicts: Iterable[Verdict]) -> tuple[JudgeTotal, ...]:
    """The totals of every judge, by name."""
    return add_totals(
        JudgeTotal(verdict.judge, 1, int(bool(verdict.failure)), verdict.usage)
        for verdict in verdicts
    )


def add_totals(totals: Iterable[JudgeTotal]) -> tuple[JudgeTotal, ...]:
    """The totals of several trials, added up judge by judge."""
    by_judge: dict[str, list[JudgeTotal]] = {}
    for total in totals:
        by_judge.setdefault(total.judge, []).append(total)
    return tuple(
        JudgeTotal(
            name,
            sum(total.verdicts for total in own),
            sum(total.failed for total in own),
            total_usage(total.usage for total in own),
        )
        for name, own in sorted(by_judge.items())
    )


def limit_text(rule: str, reason: str, before: float, after: float) -> str:
    """A floor or cap in one line: which, why, and what it took away.

    >>> limit_text("missing_product", "lbo_model was not delivered", 8.4, 5.9)
    'missing_product: lbo_model was not delivered (8.40 -> 5.90)'
    >>> limit_text("poor_journey", "the journey is worth 2", 2.5, 2.5)
    'poor_journey: the journey is worth 2 (leaves 2.50 as it is)'
    """
    changed = f"{score_text(before)} -> {score_text(after)}"
    effect = changed if after < before else f"leaves {score_text(before)} as it is"
    return f"{rule}: {reason} ({effect})"


def held_as(report: ReliabilityReport) -> str:
    """The suite of a run, its secret, and the length of its meetings where that is another."""
    suite = SuiteEdition(report.suite, report.suite_version, report.private_mark).mark
    length = report.scripted_turns
    return suite if length is None else f"{suite}; meetings of {length} scripted turns"


def counted_run(report: ReliabilityReport) -> str:
    """What the score of a scenario is called: only what the benchmark asks for is official."""
    if report.is_official:
        return "official"
    return "best run" if WORST_RUN in report.layers_off else "worst run"
