"""What do tests of the leaderboard start from? Entries, and a store on each kind of database."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from modylbench.leaderboard.store.queue import Decision
from modylbench.leaderboard.store.records import Result, ScenarioResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.leaderboard.store.queue import Claim
    from modylbench.leaderboard.store.records import Level, Mode, Submission
    from modylbench.leaderboard.store.store import Store

SCENARIOS = ("financial_analyst", "scientist")
PANEL = "claude-opus-4-6 + gemini-3.1-pro"


def result(
    agent: str = "agent",
    scores: Sequence[float] = (8.0, 8.5, 9.0),
    *,
    mode: Mode = "gold",
    panel: str = PANEL,
) -> Result:
    one = [
        ScenarioResult(
            scenario_id=name,
            scores=tuple(scores),
            official=min(scores),
            tier="mentor",
            mean=statistics.mean(scores),
            sd=statistics.stdev(scores),
            n=len(scores),
        )
        for name in SCENARIOS
    ]
    return Result(agent, mode, panel, min(scores), len(scores), tuple(one))


def decision(level: Level = "verified", *reasons: str, later_s: float | None = None) -> Decision:
    return Decision(level, reasons, '{"verdict": 1}', rejudge_after_s=later_s)


def uploaded(store: Store, content: bytes) -> Submission:
    with store.incoming() as path:
        path.write_bytes(content)
        return store.receive(path).submission


def claimed(store: Store, lease_s: float = 60.0, worker: str = "one") -> Claim:
    found = store.queue.claim(worker, lease_s)
    assert found is not None
    return found


def entered(store: Store, entry: Result, level: Level = "verified") -> str:
    """The id of an entry that is accepted."""
    found = uploaded(store, repr(entry).encode())
    claim = claimed(store)
    assert claim.submission_id == found.id
    assert store.queue.accept(claim, entry, decision(level))
    return found.id
