"""The leaderboard's database: a file of SQLite, or a PostgreSQL server."""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement, Connection, Engine
    from sqlalchemy.engine import URL

FILE = "leaderboard.sqlite"
BUSY_S = 30  # ours: a write takes milliseconds; the ranking of 10,000 entries about a second
AGAIN_S = 0.05  # ours: how soon a locked file is tried again
PRAGMAS = (
    f"busy_timeout = {BUSY_S * 1000}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "cache_size = -65536",  # ours, in KiB: all that the table of 10,000 entries needs
)
POSTGRESQL = ("postgresql", "postgres", "postgresql+pg8000")
ONLY_OURS = 0o600
BESIDE = ("-wal", "-shm", "-journal")
_WRITES = "modylbench_writes"
_CLOCKS: dict[str, ColumnElement[float]] = {
    "sqlite": text("(julianday('now') - 2440587.5) * 86400.0"),  # type: ignore[dict-item]
    "postgresql": text("extract(epoch from clock_timestamp())::float8"),  # type: ignore[dict-item]
}


class Database:
    """Connections for reading and for writing, each of which is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def is_postgresql(self) -> bool:
        """Whether it is a server that several processes write to at once."""
        return self._engine.dialect.name == "postgresql"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that changes nothing, and sees one state of things from its first look."""
        with self._engine.connect() as connection:
            if self.is_postgresql:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept whole at its end, or not at all."""
        with self._engine.connect() as connection:
            writer = connection.execution_options(**{_WRITES: True})
            with writer.begin():
                yield writer

    def now_s(self, connection: Connection) -> float:
        """Seconds since 1970 by the database's clock, which all servers on it share."""
        clock = _CLOCKS[self._engine.dialect.name]
        return float(connection.execute(select(clock)).scalar_one())

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()


def open_database(database: str, folder: Path) -> Database:
    """The database that a path or an address means; a file in the folder for an empty one."""
    url = _url(database, folder)
    is_file = url.get_backend_name() == "sqlite"
    if is_file and url.database:
        _take_from_others(Path(url.database))
    engine = create_engine(url, pool_pre_ping=not is_file)
    if is_file:
        event.listen(engine, "connect", _prepare_connection)
        event.listen(engine, "begin", _begin_transaction)
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except (DBAPIError, OSError) as error:
        engine.dispose()
        # The address can hold a password, and so can what a driver says of it.
        shown = short_repr(url.render_as_string(hide_password=True))
        message = f"the database {shown} cannot be opened; check that it is there and lets us in"
        raise UserMistake(message) from error
    return Database(engine)


def _url(database: str, folder: Path) -> URL:
    if "://" not in database:
        return make_url(f"sqlite:///{database or folder / FILE}")
    try:
        url = make_url(database)
    except (ArgumentError, ValueError) as error:
        message = "found an address of a database that cannot be read, expected postgresql://..."
        raise UserMistake(message) from error
    if url.drivername in POSTGRESQL:
        return url.set(drivername="postgresql+pg8000")
    if url.drivername == "sqlite":
        return url
    message = (
        f"found a database of the kind {short_repr(url.drivername)}, expected sqlite, postgresql"
    )
    raise UserMistake(message)


def _take_from_others(file: Path) -> None:
    """The file of a database, with what SQLite keeps beside it, is its owner's alone.

    It holds secrets that are not revealed yet. What SQLite makes beside it later has its mode.
    """
    try:
        file.touch(mode=ONLY_OURS)
        for kept in (file, *(file.with_name(file.name + more) for more in BESIDE)):
            if kept.exists():
                kept.chmod(ONLY_OURS)
    except OSError:
        return  # which opening it tells better


def _prepare_connection(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and only before the first change.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        _execute_patiently(connection, f"PRAGMA {pragma}")


def _execute_patiently(connection: Any, statement: str) -> None:
    """Execute it, also while others open the file for the first time.

    SQLite does not wait for its busy timeout where two change to the write-ahead log at once.
    """
    for left in reversed(range(round(BUSY_S / AGAIN_S))):
        try:
            connection.execute(statement).close()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or not left:
                raise
            time.sleep(AGAIN_S)
        else:
            return


def _begin_transaction(connection: Connection) -> None:
    # A transaction that begins by reading cannot wait for another writer once it writes.
    is_writing = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
