"""The tables that hold what the leaderboard remembers, made whole or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from modylbench.leaderboard.store.database import Database

VERSION = 7
_LOCK = 0x6D6F6479  # ours: any number that no other program on the server is likely to lock

METADATA = MetaData()

SCHEMA = Table("schema_version", METADATA, Column("version", Integer, nullable=False))

COUNTERS = Table(
    "counters",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)
SUBMISSION_COUNT, AUDIT_COUNT, CHANGES, RANKED = "submissions", "audit", "changes", "ranked"
"""How many there are; how often the ranking has changed, and the change it was last made for."""

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("offer", Text, nullable=False),
    Column("commitment", Text),
    Column("record", Text),
    Column("k", Integer),
    Column("expires_s", Double),
    Column("contact", Text, nullable=False, server_default=""),
    Column("used_by", Text),
    Column("identity", Text, nullable=False, server_default=""),
    Column("offered_s", Double, nullable=False, server_default="0"),
    Column("issued_s", Double),
)
Index("challenges_by_identity", CHALLENGES.c.identity, CHALLENGES.c.issued_s)

SUBMISSIONS = Table(
    "submissions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("state", Text, nullable=False),
    Column("level", Text),
    Column("size", BigInteger, nullable=False),
    Column("received_s", Double, nullable=False),
    Column("challenge_id", Text),
    Column("problems", Text, nullable=False, server_default="[]"),
    Column("reasons", Text, nullable=False, server_default="[]"),
    Column("agent", Text),
    Column("agent_folded", Text),
    Column("agent_skeleton", Text),
    Column("is_anonymous", Integer, nullable=False, server_default="1"),
    Column("suite", Text),
    Column("mode", Text),
    Column("panel", Text),
    Column("overall", Double),
    Column("k", Integer),
    Column("variance", Double),
    Column("scenario_count", Integer),
    Column("verdict", Text),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("claim", BigInteger, nullable=False, server_default="0"),
    Column("worker", Text),
    Column("lease_until_s", Double, nullable=False, server_default="0"),
    Column("not_before_s", Double, nullable=False, server_default="0"),
    Column("is_to_rejudge", Integer, nullable=False, server_default="0"),
    Column("rejudging", Text),
)
Index("submissions_by_state", SUBMISSIONS.c.state, SUBMISSIONS.c.number)
Index("submissions_by_skeleton", SUBMISSIONS.c.suite, SUBMISSIONS.c.agent_skeleton)
Index("submissions_to_rejudge", SUBMISSIONS.c.is_to_rejudge, SUBMISSIONS.c.number)

RESULTS = Table(
    "scenario_results",
    METADATA,
    Column("submission", Text, ForeignKey("submissions.id"), primary_key=True),
    Column("scenario_id", Text, primary_key=True),
    Column("official", Double, nullable=False),
    Column("tier", Text),
    Column("mean", Double, nullable=False),
    Column("sd", Double),
    Column("n", Integer, nullable=False),
    Column("scores", Text, nullable=False),
    Column("counted_by_paper", Double),
    sqlite_with_rowid=False,
)

BOARDS = Table(
    "boards",
    METADATA,
    Column("board", Text, primary_key=True),
    Column("suite", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("panel", Text, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("pooled_sd", Double),
    Column("smallest_difference", Double),
)

# What is searched and sorted by stands here again, so that only the rows of a page are looked up;
# SQLite keeps the rows in the order of the key, which is the order of the table.
STANDINGS = Table(
    "standings",
    METADATA,
    Column("board", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("submission", Text, ForeignKey("submissions.id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("agent_folded", Text, nullable=False),
    Column("overall", Double, nullable=False),
    Column("k", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("rank_low", Integer, nullable=False),
    Column("rank_high", Integer, nullable=False),
    Column("distinct_group", Integer, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    sqlite_with_rowid=False,
)

# The official scores of a scenario in the order of a board's ranking, as doubles in one piece:
# to join and sort ten thousand results takes a database several times as long as to read this.
SCENARIO_COLUMNS = Table(
    "scenario_columns",
    METADATA,
    Column("board", Text, primary_key=True),
    Column("scenario_id", Text, primary_key=True),
    Column("officials", LargeBinary, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_s", Double, nullable=False),
    Column("event", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
Index("audit_by_subject", AUDIT.c.subject, AUDIT.c.number)
_AUDIT_GUARDS = {
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


def ensure_schema(database: Database) -> bool:
    """Make the schema in an empty database, all or nothing; whether that was needed.

    A UserMistake where another release has made another one.
    """
    with database.writing() as connection:
        if database.is_postgresql:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        if not inspect(connection).has_table(SCHEMA.name):
            _create_schema(connection)
            return True
        found = int(connection.execute(select(SCHEMA.c.version)).scalar_one())
    if found != VERSION:
        message = (
            f"found a leaderboard of version {found}, expected {VERSION}; "
            "install the release that made it"
        )
        raise UserMistake(message)
    return False


def _create_schema(connection: Connection) -> None:
    METADATA.create_all(connection)
    names = (SUBMISSION_COUNT, AUDIT_COUNT, CHANGES, RANKED)
    connection.execute(insert(COUNTERS), [{"name": name, "value": 0} for name in names])
    connection.execute(insert(SCHEMA).values(version=VERSION))
    for statement in _AUDIT_GUARDS[connection.dialect.name]:
        connection.execute(text(statement))
