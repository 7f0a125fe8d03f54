"""The audit log: what has happened on this leaderboard, in order, only ever added to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, update

from modylbench.leaderboard.store.schema import AUDIT, AUDIT_COUNT, COUNTERS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from modylbench.leaderboard.store.database import Database

LONGEST_DETAIL = 2000


def increase_counter(connection: Connection, name: str, more: int = 1) -> int:
    """Count so many more of these; whoever else counts them waits until this transaction ends."""
    counting = update(COUNTERS).where(COUNTERS.c.name == name)
    counting = counting.values(value=COUNTERS.c.value + more)
    return int(connection.execute(counting.returning(COUNTERS.c.value)).scalar_one())


def lock(connection: Connection) -> None:
    """Wait for whoever is adding lines, and have others wait until this transaction ends."""
    increase_counter(connection, AUDIT_COUNT, 0)


def storable(text: str) -> str:
    """The text without what no database takes: NUL, and halves of characters."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def add_line(
    connection: Connection, database: Database, event: str, *, subject: str, detail: str = ""
) -> None:
    """Add a line, kept if and only if the transaction is."""
    line = {
        "number": increase_counter(connection, AUDIT_COUNT),
        "at_s": database.now_s(connection),
        "event": event,
        "subject": storable(subject),
        "detail": storable(detail[:LONGEST_DETAIL]),
    }
    connection.execute(insert(AUDIT).values(line))
