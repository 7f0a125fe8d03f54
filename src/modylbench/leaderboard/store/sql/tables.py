"""Which tables hold what the leaderboard remembers?"""

from __future__ import annotations

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
)

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
)
Index("challenges_by_contact", CHALLENGES.c.contact)

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
    sqlite_with_rowid=False,
)

BOARDS = Table(
    "boards",
    METADATA,
    Column("board", Text, primary_key=True),
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
