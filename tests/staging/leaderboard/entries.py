"""Entries of a leaderboard for tests: results, decisions, replies of a check and of judges."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any, Literal

from modylbench.evaluation.verdicts import JudgeCard
from modylbench.leaderboard.checking.rejudging import RejudgingResult
from modylbench.leaderboard.store.queue import Decision
from modylbench.leaderboard.store.records import OFFICIAL, EntryResult, ScenarioResult
from modylbench.leaderboard.submission.problems import (
    SubmissionCheck,
    SubmissionEntry,
    SubmissionProblem,
)
from modylbench.recording.recording import AgentUnderTest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.leaderboard.store.queue import WorkClaim
    from modylbench.leaderboard.store.records import BoardMode, Level, Submission
    from modylbench.leaderboard.store.store import Store


SCENARIOS = ("financial_analyst", "scientist")
PANEL = "claude-opus-4-6 + gemini-3.1-pro"


def result(
    agent: str = "agent",
    scores: Sequence[float] = (8.0, 8.5, 9.0),
    *,
    mode: BoardMode = "gold",
    panel: str = PANEL,
    suite: str = OFFICIAL,
) -> EntryResult:
    scenarios = [
        ScenarioResult(
            scenario_id=name,
            scores=tuple(scores),
            official=min(scores),
            tier="mentor",
            mean=statistics.mean(scores),
            sd=statistics.stdev(scores),
            n=len(scores),
            counted_by_paper=min(scores) + 0.25,
        )
        for name in SCENARIOS
    ]
    return EntryResult(agent, mode, panel, min(scores), len(scores), tuple(scenarios), suite)


def decision(level: Level = "verified", *reasons: str, later_s: float | None = None) -> Decision:
    return Decision(level, reasons, '{"verdict": 1}', rejudge_after_s=later_s)


def upload(store: Store, content: bytes) -> Submission:
    with store.blobs.incoming() as path:
        path.write_bytes(content)
        return store.receive(path).submission


def claim_work(store: Store, lease_s: float = 60.0, worker: str = "one") -> WorkClaim:
    found = store.queue.claim(worker, lease_s)
    assert found is not None
    return found


def enter_result(store: Store, entry: EntryResult, level: Level = "verified") -> str:
    """The id of an entry that is accepted."""
    found = upload(store, repr(entry).encode())
    claim = claim_work(store)
    assert claim.submission_id == found.id
    assert store.queue.accept(claim, entry, decision(level))
    return found.id


SCORES = {"financial_analyst": (8.0, 8.5, 9.0), "scientist": (7.0, 7.0, 7.5)}


def entry(**changes: Any) -> SubmissionEntry:
    values: dict[str, Any] = {
        "name": "My agent <b>",
        "agent": AgentUnderTest(name="mine"),
        "standard": "gold",
        "mode": "multimodal",
        "panel": (JudgeCard(name="google:gemini-3.1-pro", kind="model"),),
        "models": ("gemini-3.1-pro", "claude-opus-4-6"),
        "seeds": (0, 1, 2),
        "k": 3,
        "scores": SCORES,
        "official": {name: min(scores) for name, scores in SCORES.items()},
        "tiers": {"financial_analyst": "mentor", "scientist": "peer"},
        "overall": 7.5,
        "counted_by_paper": {"financial_analyst": 8.5, "scientist": 9.0},
        "has_media": True,
        "challenge_id": "c1",
        "attempts": 18,
        "spoilt": (),
        "cost_usd": None,
        "contact": "me",
    }
    return SubmissionEntry(**values | changes)


def submission_check(
    submission: str, *problems: SubmissionProblem, **changes: Any
) -> SubmissionCheck:
    values: dict[str, Any] = {
        "submission": submission,
        "problems": problems,
        "warnings": (),
        "notes": (),
        "done": ("members and their hashes", "scorecards"),
        "entry": None if problems else entry(),
    }
    return SubmissionCheck(**values | changes)


def rejudging_result(
    outcome: Literal["agreed", "doubted", "impossible"], *doubts: str
) -> RejudgingResult:
    return RejudgingResult(seed="00", outcome=outcome, doubts=doubts)
