"""Submissions in the leaderboard's database: taken in, looked up, with their results."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from modylbench.leaderboard.store.audit import add_line, increase_counter, storable
from modylbench.leaderboard.store.records import (
    EntryResult,
    ReceivedUpload,
    ScenarioResult,
    Submission,
)
from modylbench.leaderboard.store.schema import RESULTS, SUBMISSION_COUNT, SUBMISSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Select

    from modylbench.leaderboard.store.database import Database

AT_A_TIME = 200


def receive(database: Database, submission_id: str, size: int) -> ReceivedUpload:
    """Keep that the bytes are there; what was received before is the same submission."""
    with database.writing() as connection:
        # Whoever uploads the same bytes at the same time waits here for this one to end.
        increase_counter(connection, SUBMISSION_COUNT, 0)
        if (before := find_submission(connection, submission_id)) is not None:
            return ReceivedUpload(before, is_new=False)
        values = {
            "id": submission_id,
            "number": increase_counter(connection, SUBMISSION_COUNT),
            "state": "received",
            "size": size,
            "received_s": database.now_s(connection),
        }
        connection.execute(insert(SUBMISSIONS).values(values))
        add_line(connection, database, "received", subject=submission_id, detail=f"{size} bytes")
        made = connection.execute(_select_submission(submission_id)).mappings().one()
    return ReceivedUpload(_submission(made, ()), is_new=True)


def accepted_submissions(database: Database) -> Iterator[Submission]:
    """All that were accepted, in order of arrival."""
    last = 0
    while True:
        chosen = (
            select(SUBMISSIONS)
            .where(SUBMISSIONS.c.state == "accepted", SUBMISSIONS.c.number > last)
            .order_by(SUBMISSIONS.c.number)
            .limit(AT_A_TIME)
        )
        with database.reading() as connection:
            rows = connection.execute(chosen).mappings().all()
            results = scenario_results(connection, [row["id"] for row in rows])
        if not rows:
            return
        for row in rows:
            last = row["number"]
            yield _submission(row, results.get(row["id"], ()))


def scenario_results(
    connection: Connection, ids: Sequence[str], *, with_scores: bool = True
) -> dict[str, tuple[ScenarioResult, ...]]:
    """The results of submissions, each in the order of scenarios' names."""
    found: dict[str, tuple[ScenarioResult, ...]] = {}
    columns = [column for column in RESULTS.c if with_scores or column.name != "scores"]
    chosen = select(*columns).where(RESULTS.c.submission.in_(ids)).order_by(RESULTS.c.scenario_id)
    for row in connection.execute(chosen):
        values = row._asdict()
        submission_id = values.pop("submission")
        values["scores"] = tuple(json.loads(values["scores"])) if with_scores else ()
        found[submission_id] = (*found.get(submission_id, ()), ScenarioResult(**values))
    return found


def lines_json(lines: Iterable[str]) -> str:
    """Lines as JSON, as they are kept."""
    return json.dumps([storable(line) for line in lines])


def search_text(text: str) -> str:
    """The text as it is searched: alike in whatever case, and however its letters are composed."""
    return unicodedata.normalize("NFKC", storable(text).casefold())


def _select_submission(submission_id: str) -> Select[Any]:
    return select(SUBMISSIONS).where(SUBMISSIONS.c.id == submission_id)


def find_submission(connection: Connection, submission_id: str) -> Submission | None:
    """The submission of that digest."""
    row = connection.execute(_select_submission(submission_id)).mappings().one_or_none()
    if row is None:
        return None
    return _submission(row, scenario_results(connection, [submission_id]).get(submission_id, ()))


def _submission(row: Mapping[Any, Any], scenarios: tuple[ScenarioResult, ...]) -> Submission:
    result = None
    if row["state"] == "accepted":
        kept = {name: row[name] for name in ("agent", "mode", "panel", "overall", "k", "suite")}
        result = EntryResult(**kept, scenarios=scenarios)
    plain = ("id", "number", "state", "level", "size", "received_s", "challenge_id", "tries")
    return Submission(
        **{name: row[name] for name in plain},
        is_anonymous=bool(row["is_anonymous"]),
        problems=tuple(json.loads(row["problems"])),
        reasons=tuple(json.loads(row["reasons"])),
        result=result,
        verdict=row["verdict"],
        rejudging=row["rejudging"],
    )
