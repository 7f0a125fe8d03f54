"""What is wrong with a submission, and what it is worth if nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import override

from modylbench.evaluation.verdicts import JudgeCard, Sha256
from modylbench.foundation.errors import ellipsize, one_line, short_repr
from modylbench.foundation.record import Record, Spec
from modylbench.recording.recording import AgentUnderTest
from modylbench.scenarios.suites import CORE
from modylbench.scenarios.template import Tier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ProblemCode = Literal[
    "manifest", "member", "extra_member", "missing_member", "json", "nan", "duplicate_key",
    "record", "scenario", "suite", "runs", "seeds", "challenge", "panel", "standard", "official",
    "version", "signature", "recording", "script", "replay", "media", "binding", "facts", "verdict",
    "exchange", "usage", "evaluation", "scorecard", "reliability", "claim", "duplicate", "order",
    "harness", "likeness",
]  # fmt: skip
MOST_OF_A_TEXT = 600  # ours: a line for people; what it quotes is a submitter's


class SubmissionProblem(Spec):
    """One reason for rejection, or one thing that could not be checked, and where."""

    code: ProblemCode
    place: str
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class SubmissionEntry(Spec):
    """What a table shows of a submission: all of it computed anew from its records.

    `attempts` counts the meetings that were held, with those that our own side spoilt, of which
    `spoilt` says why. `challenge_id` is empty where the seeds are the published ones.
    """

    name: str
    suite: str = CORE
    suite_version: int = 1
    private_mark: str = ""
    agent: AgentUnderTest
    standard: Literal["gold", "silver"]
    mode: str
    panel: tuple[JudgeCard, ...]
    models: tuple[str, ...]
    seeds: tuple[int, ...]
    k: int
    scores: dict[str, tuple[float, ...]]
    official: dict[str, float]
    tiers: dict[str, Tier | None]
    overall: float
    counted_by_paper: dict[str, float]
    """The worst run of each scenario by the paper's own rules, which rank nobody."""
    has_media: bool
    challenge_id: str
    attempts: int
    spoilt: tuple[str, ...]
    cost_usd: float | None
    contact: str = ""
    """Whom its declaration names, which only whoever has issued its challenge looks at."""


class SubmissionCheck(Record):
    """All that was found of a submission; `warnings` are what could not be checked here."""

    submission: Sha256
    problems: tuple[SubmissionProblem, ...]
    warnings: tuple[SubmissionProblem, ...]
    notes: tuple[str, ...]
    """What a reader must know: tries that were spoilt, code that is not ours."""
    done: tuple[str, ...]
    entry: SubmissionEntry | None

    @property
    def is_accepted(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.problems


def deviations(
    claims: Iterable[tuple[ProblemCode, str, object, object]], where: str
) -> Iterator[SubmissionProblem]:
    """A problem for each claim (its code, its name, what was found and expected) that is not so."""
    for code, name, found, expected in claims:
        if found != expected:
            text = f"found {short_repr(found)}, expected {short_repr(expected)}"
            yield problem(code, f"{where}: {name}", text)


def problem(code: ProblemCode, place: str, text: str) -> SubmissionProblem:
    """A problem whose text is one line of bounded length."""
    return SubmissionProblem(code=code, place=place, text=ellipsize(one_line(text), MOST_OF_A_TEXT))
