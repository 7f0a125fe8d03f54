"""The queue of submissions to check, so that each is decided once, whoever dies meanwhile.

A worker claims a submission for some seconds and says now and then that it is still at work. What
it decides counts only while its claim is the last: one that was taken for dead decides nothing.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import and_, case, delete, insert, or_, select, update

from modylbench.leaderboard.likeness import skeleton
from modylbench.leaderboard.ranking import run_variance
from modylbench.leaderboard.store.audit import add_line, increase_counter, storable
from modylbench.leaderboard.store.schema import CHANGES, RESULTS, STANDINGS, SUBMISSIONS
from modylbench.leaderboard.store.submissions import lines_json, search_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from modylbench.leaderboard.store.database import Database
    from modylbench.leaderboard.store.records import EntryResult, Level

MOST_TRIES = 3
"""Once, and twice again where it was our side's fault."""
LONGEST_LEASE_S = 3600.0
LONGEST_WAIT_S = 24 * 3600.0
"""Ours: what fails again and again, which may cost judges' answers, is tried once a day at last."""
NOT_CHECKED = "could not be checked: infrastructure"
_FREE: dict[str, Any] = {"worker": None, "lease_until_s": 0.0}
_NOTHING: dict[str, Any] = dict.fromkeys(
    (
        "level",
        "agent",
        "agent_folded",
        "agent_skeleton",
        "suite",
        "mode",
        "panel",
        "overall",
        "k",
        "variance",
        "verdict",
    ),
) | {"rejudging": None, "reasons": "[]", "is_to_rejudge": 0}
"""What is left of one that was taken down."""


@dataclass(frozen=True, slots=True)
class WorkClaim:
    """The right to decide on a submission; `number` tells this claim from those before."""

    submission_id: str
    number: int
    task: Literal["check", "rejudge"]
    tries: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of an accepted submission; `rejudge_after_s` is None where that is settled."""

    level: Level
    reasons: tuple[str, ...]
    verdict: str
    rejudging: str | None = None
    rejudge_after_s: float | None = None


class Queue:
    """What is to be checked, and later to be judged again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(self, worker: str, lease_s: float, *, has_judges: bool = True) -> WorkClaim | None:
        """The next that nobody is at work on: new ones first, then those to judge again.

        Who has no judges leaves these to others, or until there are some.
        """
        while True:
            with self._database.writing() as connection:
                now_s = self._database.now_s(connection)
                row = connection.execute(_next_due(now_s, has_judges)).one_or_none()
                if row is None:
                    return None
                if row.state != "accepted" and row.tries >= MOST_TRIES:
                    self._put_aside(connection, row.id, "its checks did not end")
                    continue
                values = {
                    "claim": row.claim + 1,
                    "tries": row.tries + 1,
                    "worker": worker,
                    "lease_until_s": now_s + min(lease_s, LONGEST_LEASE_S),
                    "state": "accepted" if row.state == "accepted" else "checking",
                }
                connection.execute(
                    update(SUBMISSIONS).where(SUBMISSIONS.c.id == row.id).values(values)
                )
                task: Literal["check", "rejudge"]
                task = "rejudge" if row.state == "accepted" else "check"
                detail = f"{task} by {worker}, try {row.tries + 1}"
                add_line(connection, self._database, "claimed", subject=row.id, detail=detail)
                return WorkClaim(row.id, row.claim + 1, task, row.tries + 1)

    def renew(self, claim: WorkClaim, lease_s: float) -> bool:
        """Say that the worker is still there; False where the claim is lost."""
        with self._database.writing() as connection:
            until_s = self._database.now_s(connection) + min(lease_s, LONGEST_LEASE_S)
            return _change(connection, claim, {"lease_until_s": until_s})

    def accept(
        self,
        claim: WorkClaim,
        result: EntryResult,
        decision: Decision,
        *,
        challenge_id: str | None = None,
        is_anonymous: bool = True,
    ) -> bool:
        """Accept it, with all that the table needs; False where the claim is lost."""
        with self._database.writing() as connection:
            values = self._decision_values(connection, decision) | _result_columns(result)
            values |= {"challenge_id": challenge_id, "is_anonymous": int(is_anonymous)}
            if not _change(connection, claim, values):
                return False
            connection.execute(delete(RESULTS).where(RESULTS.c.submission == claim.submission_id))
            connection.execute(insert(RESULTS), _scenario_rows(claim.submission_id, result))
            increase_counter(connection, CHANGES)
            self._note(connection, claim, "accepted", f"{decision.level}, {result.overall}")
        return True

    def settle(self, claim: WorkClaim, decision: Decision) -> bool:
        """Keep what judging again has brought for an accepted one; False where that is lost."""
        with self._database.writing() as connection:
            before = select(SUBMISSIONS.c.level).where(SUBMISSIONS.c.id == claim.submission_id)
            level = connection.execute(before).scalar_one()
            if not _change(connection, claim, self._decision_values(connection, decision)):
                return False
            if level != decision.level:
                increase_counter(connection, CHANGES)
            detail = "; ".join((decision.level, *decision.reasons))
            self._note(connection, claim, "judged again", detail)
        return True

    def reject(self, claim: WorkClaim, problems: Sequence[str], verdict: str | None) -> bool:
        """Reject it for what is wrong with it; False where the claim is lost."""
        values = {"state": "rejected", "problems": lines_json(problems), "verdict": verdict}
        with self._database.writing() as connection:
            if not _change(connection, claim, values | _FREE):
                return False
            self._note(connection, claim, "rejected", "; ".join(problems[:3]))
        return True

    def give_back(self, claim: WorkClaim, problem: str, wait_s: float) -> bool:
        """Let it be tried again later; after too many tries it waits for the operator."""
        with self._database.writing() as connection:
            if claim.task == "check" and claim.tries >= MOST_TRIES:
                return self._put_aside(connection, claim.submission_id, problem, claim)
            not_before_s = self._database.now_s(connection) + min(wait_s, LONGEST_WAIT_S)
            values = {"not_before_s": not_before_s} | _FREE
            if claim.task == "check":
                values |= {"state": "received", "problems": lines_json([_infrastructure(problem)])}
            if not _change(connection, claim, values):
                return False
            self._note(connection, claim, "given back", problem)
        return True

    def release(self, claim: WorkClaim) -> bool:
        """Give it back because the server ends, which is no try."""
        state = "received" if claim.task == "check" else "accepted"
        with self._database.writing() as connection:
            values = {"state": state, "tries": claim.tries - 1} | _FREE
            return _change(connection, claim, values)

    def try_again(self, submission_id: str) -> bool:
        """Check once more what waits for the operator."""
        values = {"state": "received", "tries": 0, "problems": "[]", "not_before_s": 0}
        chosen = (SUBMISSIONS.c.id == submission_id, SUBMISSIONS.c.state == "unchecked")
        with self._database.writing() as connection:
            changed = connection.execute(update(SUBMISSIONS).where(*chosen).values(values))
            if changed.rowcount:
                add_line(connection, self._database, "to be tried again", subject=submission_id)
            return bool(changed.rowcount)

    def withdraw(self, submission_id: str, reason: str) -> bool:
        """Take it down, whoever is at work on it; False where it is unknown or was before."""
        problems = [f"withdrawn by the operator: {reason}"]
        values = _FREE | _NOTHING | {"state": "withdrawn", "problems": lines_json(problems)}
        values["claim"] = SUBMISSIONS.c.claim + 1
        chosen = (SUBMISSIONS.c.id == submission_id, SUBMISSIONS.c.state != "withdrawn")
        with self._database.writing() as connection:
            if not connection.execute(update(SUBMISSIONS).where(*chosen).values(values)).rowcount:
                return False
            for table in (STANDINGS, RESULTS):
                connection.execute(delete(table).where(table.c.submission == submission_id))
            increase_counter(connection, CHANGES)
            add_line(connection, self._database, "withdrawn", subject=submission_id, detail=reason)
        return True

    def _decision_values(self, connection: Connection, decision: Decision) -> dict[str, Any]:
        later_s = decision.rejudge_after_s
        return _FREE | {
            "state": "accepted",
            "level": decision.level,
            "problems": "[]",
            "reasons": lines_json(decision.reasons),
            "verdict": decision.verdict,
            "rejudging": decision.rejudging,
            "is_to_rejudge": int(later_s is not None),
            "not_before_s": self._database.now_s(connection) + (later_s or 0),
        }

    def _put_aside(
        self,
        connection: Connection,
        submission_id: str,
        problem: str,
        claim: WorkClaim | None = None,
    ) -> bool:
        values = {"state": "unchecked", "problems": lines_json([_infrastructure(problem)])} | _FREE
        mine = [SUBMISSIONS.c.claim == claim.number] if claim is not None else []
        chosen = update(SUBMISSIONS).where(SUBMISSIONS.c.id == submission_id, *mine)
        if not connection.execute(chosen.values(values)).rowcount:
            return False
        add_line(connection, self._database, "put aside", subject=submission_id, detail=problem)
        return True

    def _note(self, connection: Connection, claim: WorkClaim, event: str, detail: str) -> None:
        add_line(connection, self._database, event, subject=claim.submission_id, detail=detail)


def _next_due(now_s: float, has_judges: bool) -> Any:
    row = SUBMISSIONS.c
    is_free = _is_past(row.lease_until_s, now_s, LONGEST_LEASE_S)
    may_begin = _is_past(row.not_before_s, now_s, LONGEST_WAIT_S)
    is_due = or_(
        and_(row.state == "received", may_begin),
        and_(row.state == "checking", is_free),
    )
    if has_judges:
        to_rejudge = and_(row.state == "accepted", row.is_to_rejudge == 1)
        is_due = or_(is_due, and_(to_rejudge, may_begin, is_free))
    new_first = case((row.state == "accepted", 1), else_=0)
    chosen = select(row.id, row.state, row.claim, row.tries).where(is_due)
    return chosen.order_by(new_first, row.number).limit(1).with_for_update(skip_locked=True)


def _is_past(at_s: Any, now_s: float, longest_s: float) -> ColumnElement[bool]:
    """Whether a time has come; one further off than any can be was set by a wrong clock."""
    return or_(at_s <= now_s, at_s > now_s + longest_s)


def _change(connection: Connection, claim: WorkClaim, values: dict[str, Any]) -> bool:
    state = "checking" if claim.task == "check" else "accepted"
    row = SUBMISSIONS.c
    # A lease that has run out still counts, as long as nobody else has claimed it.
    mine = (row.id == claim.submission_id, row.claim == claim.number, row.state == state)
    is_held = row.worker.is_not(None)
    return (
        connection.execute(update(SUBMISSIONS).where(*mine, is_held).values(values)).rowcount == 1
    )


def _result_columns(result: EntryResult) -> dict[str, Any]:
    return {
        "agent": storable(result.agent),
        "agent_folded": search_text(result.agent),
        "agent_skeleton": skeleton(storable(result.agent)),
        "suite": storable(result.suite),
        "mode": result.mode,
        "panel": storable(result.panel),
        "overall": result.overall,
        "k": result.k,
        "variance": run_variance([scenario.scores for scenario in result.scenarios]),
        "scenario_count": len(result.scenarios),
    }


def _scenario_rows(submission_id: str, result: EntryResult) -> list[dict[str, Any]]:
    return [
        asdict(scenario) | {"submission": submission_id, "scores": json.dumps(scenario.scores)}
        for scenario in result.scenarios
    ]


def _infrastructure(problem: str) -> str:
    return f"{NOT_CHECKED} ({problem})"
