"""The cache of models' answers, shared by processes: an equal request is not sent again.

One SQLite file, written ahead and synced before an answer counts as kept, so that a killed process
loses nothing that it was told is kept. Answers that come together are synced together.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import sqlite3
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import BadFile
from modylbench.providers.models.question import ModelReply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FILE = "answers.sqlite"
BUSY_S = 30.0  # ours: how long another process may hold the file
TABLE = """
CREATE TABLE IF NOT EXISTS answers (
    request TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL
) WITHOUT ROWID
"""
KEEP = """
INSERT INTO answers (request, model, reply) VALUES (?, ?, ?)
ON CONFLICT (request) DO UPDATE SET reply = excluded.reply WHERE NOT json_valid(answers.reply)
"""
FIND = "SELECT reply FROM answers WHERE request = ?"
FORGET = "DELETE FROM answers WHERE request = ?"


class AnswerCache:
    """The answers in one folder; used by one event loop, beside any number of processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with _sole_opener(folder):
                self._reading = _open_sound_file(self.path)
                self._writing = _connect(self.path)
        except (OSError, sqlite3.OperationalError) as error:
            raise BadFile(self.path, "", f"cannot keep answers there ({error})") from error
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="answers")
        self._pending: list[tuple[tuple[str, str, str], asyncio.Future[bool]]] = []
        self._flush: asyncio.Task[None] | None = None
        self._is_broken = False

    def find(self, request: str) -> ModelReply | None:
        """The answer to a request, if it was kept."""
        rows = self._attempt(lambda: self._reading.execute(FIND, (request,)).fetchall())
        return _reply(request, rows[0][0]) if rows else None

    async def keep(self, model: str, reply: ModelReply) -> ModelReply:
        """Keep an answer; returns the one that is kept, which another process may have brought."""
        if self._is_broken:
            return reply
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        row = (reply.request, model, _dump_reply(reply))
        self._pending.append((row, done))
        if self._flush is None or self._flush.done():
            self._flush = asyncio.create_task(self._write_pending())
        if await done:
            return reply
        kept = self.find(reply.request)
        return reply if kept is None or kept == reply else kept

    async def forget(self, request: str) -> None:
        """Ask again next time: the answer could not be used."""
        await self._write(FORGET, [(request,)])

    async def close(self) -> None:
        """Write what is left and close the file."""
        if self._flush is not None:
            await self._flush
        self._writer.shutdown()
        self._reading.close()
        self._writing.close()

    async def _write_pending(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            are_new = await self._write(KEEP, [row for row, _ in batch]) == len(batch)
            for _, done in batch:
                if not done.done():
                    done.set_result(are_new)

    async def _write(self, statement: str, rows: list[tuple[str, ...]]) -> int:
        """How many rows were changed."""

        def write() -> int:
            before = self._writing.total_changes
            with self._writing:
                self._writing.executemany(statement, rows)
            return self._writing.total_changes - before

        loop = asyncio.get_running_loop()
        changed = await loop.run_in_executor(self._writer, self._attempt, write)
        return int(changed or 0)

    def _attempt(self, work: Callable[[], Any]) -> Any:
        """What the work gives; None once the file has turned out to be broken, with a warning."""
        if self._is_broken:
            return None
        try:
            return work()
        except sqlite3.DatabaseError as error:
            self._is_broken = True
            warnings.warn(f"{self.path}: answers are no longer kept ({error})", stacklevel=2)
            return None


def _open_sound_file(path: Path) -> sqlite3.Connection:
    """A connection to a sound file: a broken one is set aside first."""
    connection = None
    try:
        connection = _connect(path)
        if connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
            return connection
        problem = "it fails its own check"
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        problem = str(error)
    if connection is not None:
        connection.close()
    aside = _set_aside(path)
    warnings.warn(f"{path} is broken ({problem}): set aside as {aside.name}", stacklevel=4)
    return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=BUSY_S, check_same_thread=False, isolation_level="IMMEDIATE"
    )
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(TABLE)
        connection.commit()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _set_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    path.rename(aside)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return aside


@contextmanager
def _sole_opener(folder: Path) -> Iterator[None]:
    """One process at a time opens the file, so that nobody sets a new one aside as broken."""
    with (folder / f"{FILE}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _dump_reply(reply: ModelReply) -> str:
    fields = {
        "text": reply.text,
        "audio_sent": reply.audio_sent,
        "images_sent": reply.images_sent,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "cost_usd": reply.cost_usd,
    }
    return json.dumps(fields, allow_nan=False)


def _reply(request: str, written: str) -> ModelReply | None:
    """The reply in a row; None for a row that is none, which is then asked for anew."""
    try:
        fields = json.loads(written)
        return ModelReply(
            text=str(fields["text"]),
            request=request,
            audio_sent=tuple(fields["audio_sent"]),
            images_sent=tuple(fields["images_sent"]),
            input_tokens=int(fields["input_tokens"]),
            output_tokens=int(fields["output_tokens"]),
            cost_usd=fields["cost_usd"],
            was_kept=True,
        )
    except (ValueError, LookupError, TypeError):
        return None
