"""The record of the second stage: facts and verdicts, with no score weighed yet."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from modylbench.evaluation.facts import MeetingFacts
from modylbench.evaluation.locations import LocatorRecord
from modylbench.evaluation.verdicts import JudgeCard, Sha256, Usage, Verdict
from modylbench.foundation.record import Record, Spec
from modylbench.recording.recording import AgentUnderTest
from modylbench.scenarios.suites import CORE, PrivateMark

STAGE = "evaluation"
EvaluationMode = Literal["text", "multimodal", "offline", "none"]


class Signature(Spec):
    """Which version of a rubric, a metric or a rule set was used, and the hash of its content."""

    name: str
    version: str
    sha256: Sha256


class Evaluation(Record):
    """evaluation.json: one meeting, measured and judged.

    `recording` is the hash of recording.json, which holds those of all its files, so that verdicts
    are bound to the media they were given on. Verdicts are ordered by subject and then by judge.
    """

    remedy: ClassVar[str] = "`modylbench evaluate RUN` makes it anew"
    schema_version: int = 4
    recording: Sha256
    scenario_id: str
    scenario_version: int
    seed: int
    edge_case: str
    suite: str = CORE
    suite_version: int = 1
    private_mark: PrivateMark = ""
    is_official: bool
    is_valid: bool
    """Whether the meeting may be scored at all: nothing went wrong on our side."""
    is_multi_party: bool
    """Whether the agent met several people: then dynamics count."""
    agent: AgentUnderTest
    mode: EvaluationMode
    panel: tuple[JudgeCard, ...]
    layers_off: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()
    expected_products: tuple[str, ...]
    beats: str = ""
    """Where some beats alone were held, which."""
    unreachable_products: tuple[str, ...] = ()
    """Those products that a perfect agent has not begun in these beats either."""
    planned_turns: tuple[int, ...]
    """The human's turns that were planned: those that were never held count as unanswered."""
    question_turns: tuple[int, ...] = ()
    """In free form, those at which the agent asked before it did the work: no part of a journey."""
    unasked_turns: tuple[int, ...] = ()
    """In free form, those of goals that nobody could ask for: what they need was never there."""
    channels: tuple[str, ...] = ()
    """Channels besides voice and surfaces that the scenario expects the agent to use."""
    facts: MeetingFacts
    verdicts: tuple[Verdict, ...]
    usage: Usage
    signatures: tuple[Signature, ...]
    transcripts: str = ""
    """How the agent's words were asked for: captions, checked or full."""
    locator: LocatorRecord | None = None
    """What a model pointed at that code had not found, where one was named."""
    harness_version: str = ""
