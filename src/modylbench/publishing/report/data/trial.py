"""What does the page get to know of one meeting?"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from modylbench.publishing.report.data.judged import LimitData, VerdictData
    from modylbench.publishing.report.data.product import Part, ProductData
    from modylbench.publishing.report.data.run import FaultData, Status
    from modylbench.publishing.report.data.turn import TurnData


class EdgeCaseData(TypedDict):
    """A trap, and what the agent did."""

    name: str
    """Its id."""
    severity: str
    """How bad it is to fall into it."""
    detected: bool
    """Whether the agent saw it."""
    pushed_back: bool
    """Whether it said so."""
    produced_nothing_wrong: bool
    """Whether its products are clean of it."""
    has_failed: bool
    """The outcome."""
    reasons: list[str]
    """Why."""
    verdicts: list[VerdictData]
    """What each judge said of it."""


class CriterionData(TypedDict):
    """What a criterion asks for."""

    description: str
    """In words."""
    product_id: str
    """Of which product; empty where that is not known."""


class TrialData(TypedDict):
    """One meeting, whole."""

    number: int
    """As in `TrialEntry`."""
    scenario_id: str
    """Of the scenario."""
    seed: int
    """Of the variant."""
    title: str
    """What it is about."""
    agent: str
    """The agent's name."""
    status: Status
    """How far it came."""
    score: float | None
    """Combined."""
    tier: str | None
    """Of this meeting alone."""
    journey: float | None
    """Over the turns."""
    destination: float | None
    """Over the products."""
    limits: list[LimitData]
    """Those of the whole meeting that took hold."""
    invalid: list[str]
    """Why it has no score."""
    notes: list[str]
    """What a reader must know."""
    edge_cases: list[EdgeCaseData]
    """Those that were set."""
    measures: dict[str, float | None]
    """Reported, not scored: talk-over, content resent, mutation scores, latency."""
    faults: list[FaultData]
    """What went wrong."""
    held: dict[str, str]
    """How the meeting was held: room, clock, speech, screens, ending, people."""
    duration_s: float
    """How long it took."""
    turns: list[TurnData]
    """In their order."""
    products: list[ProductData]
    """Deliverables first."""
    parts: list[Part]
    """What products are made of, each once."""
    criteria: dict[str, CriterionData]
    """By id, those that a turn names."""
    left_out: list[str]
    """What is not here though it was there, a line each."""
