"""How does a database of an older version become one of this version?

1   submissions, challenges, results, the ranking and the audit log
2   what was judged again is kept, and the audit log refuses changes
3   the scores of a scenario are kept in the order of the ranking, which is made anew; nobody asks
    who has uploaded a file
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, inspect, select, text, update

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.store.sql.tables import (
    AUDIT_COUNT,
    CHANGES,
    COUNTERS,
    METADATA,
    RANKED,
    SCENARIO_COLUMNS,
    SCHEMA,
    SUBMISSION_COUNT,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from modylbench.leaderboard.store.sql.database import Database

LATEST = 3
_LOCK = 0x6D6F6479  # ours: any number that no other program on the server is likely to lock


def migrate(database: Database) -> int:
    """Make the schema, or bring it forward step by step, all or nothing; its version before.

    0 is an empty database. One that a newer release has made is refused.
    """
    with database.writing() as connection:
        if database.is_postgresql:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        before = _version(connection)
        if before > LATEST:
            message = (
                f"found a leaderboard of version {before}, expected at most {LATEST}; "
                "install the release that made it"
            )
            raise UserMistake(message)
        if before == 0:
            _made(connection)
        for version in range(before + 1, LATEST + 1) if before else ():
            _STEPS[version](connection)
            connection.execute(update(SCHEMA).values(version=version))
    return before


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(SCHEMA.name):
        return 0
    return int(connection.execute(select(SCHEMA.c.version)).scalar_one())


def _made(connection: Connection) -> None:
    METADATA.create_all(connection)
    names = (SUBMISSION_COUNT, AUDIT_COUNT, CHANGES, RANKED)
    connection.execute(insert(COUNTERS), [{"name": name, "value": 0} for name in names])
    connection.execute(insert(SCHEMA).values(version=LATEST))
    _guard_audit(connection)


def _second(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE submissions ADD COLUMN rejudging TEXT"))
    _guard_audit(connection)


def _third(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE submissions DROP COLUMN submitter"))
    SCENARIO_COLUMNS.create(connection)
    is_ranked = update(COUNTERS).where(COUNTERS.c.name == RANKED)
    connection.execute(is_ranked.values(value=COUNTERS.c.value - 1))


def _guard_audit(connection: Connection) -> None:
    for statement in _GUARDS[connection.dialect.name]:
        connection.execute(text(statement))


_STEPS: dict[int, Callable[[Connection], None]] = {2: _second, 3: _third}
_GUARDS = {
    "sqlite": tuple(
        f"CREATE TRIGGER audit_no_{action} BEFORE {action} ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END"
        for action in ("update", "delete")
    ),
    "postgresql": (
        "CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log is append only'; END $$",
        "CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()",
    ),
}
