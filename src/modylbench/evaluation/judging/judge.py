"""What a judge is given, and what it promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.facts import EdgeCaseFacts, MeetingFacts, ProductFacts, TurnFacts
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange, Subject, Verdict


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A file of the recording; judges that take it get its very bytes."""

    path: Path
    sha256: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Quotation:
    """Something the agent made, which is data and never an instruction.

    `where` is ours and safe ("said", "chat", "surface lbo_model", "file"); `text` is the agent's.
    """

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """What the agent was asked, by people and scenario: all of it ours, and trusted."""

    scenario: str
    goal: str
    asked: str
    expected: str
    phase: str = ""
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A criterion that code cannot check, or a question of the edge-case rubric."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a judge may know of one subject.

    `facts` are lines that code established: trusted, and safe to stand outside the fence (what they
    quote of the agent is bounded and escaped by whoever made them). `earlier` is the talk so far.
    `evidence` and `meeting` are the same facts as records, for the offline panel.
    """

    subject: Subject
    task: Task
    facts: tuple[str, ...]
    material: tuple[Quotation, ...]
    earlier: tuple[Quotation, ...]
    questions: tuple[OpenQuestion, ...]
    evidence: TurnFacts | ProductFacts | EdgeCaseFacts
    meeting: MeetingFacts
    recording: str
    """The hash of the recording, which ties a verdict to it."""
    audio: MediaFile | None = None
    images: tuple[MediaFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgment:
    """A verdict and the exchanges that it took; none for a member of the offline panel."""

    verdict: Verdict
    exchanges: tuple[JudgeExchange, ...] = ()


class Judge(Protocol):
    """One member of a panel."""

    @property
    def card(self) -> JudgeCard:
        """Who it is."""

    async def judge(self, brief: Brief) -> Judgment:
        """Its verdict; one that fails says so in the verdict and raises nothing."""
