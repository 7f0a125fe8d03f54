"""The leaderboard's memory: one place to ask for everything that it keeps."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from modylbench.foundation.atomic_file import make_private_folder
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.leaderboard.store import audit, submissions
from modylbench.leaderboard.store.blobs import Blobs
from modylbench.leaderboard.store.boards import list_boards, read_table, refresh_rankings
from modylbench.leaderboard.store.database import open_database
from modylbench.leaderboard.store.queue import Queue
from modylbench.leaderboard.store.records import AuditLine, Challenge
from modylbench.leaderboard.store.schema import (
    AUDIT,
    CHALLENGES,
    SCHEMA,
    SUBMISSIONS,
    ensure_schema,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from modylbench.leaderboard.store.database import Database
    from modylbench.leaderboard.store.records import (
        Board,
        ChallengeQuota,
        ReceivedUpload,
        Submission,
        TablePage,
        TableQuery,
    )

A_DAY_S = 24 * 3600.0
ABANDONED_S = 4 * 3600  # ours: an upload ends after two hours, and a check long before


class SpentQuota(UserMistake):
    """Somebody was given as many challenges as one may have."""


@contextmanager
def open_store(database: str, folder: Path) -> Iterator[Store]:
    """The leaderboard in a folder, its schema made where there is none.

    `database` is a path or sqlite:///..., by default a file in the folder, or postgresql://...;
    several servers on one PostgreSQL share the folder too. A UserMistake where it cannot be opened.
    """
    make_private_folder(folder)
    found = open_database(database, folder)
    try:
        ensure_schema(found)
        store = Store(found, Blobs(folder))
        store.sweep()
        yield store
    finally:
        found.close()


class Store:
    """What is kept: uploads, challenges, the table, the audit log; `queue` is the worker's."""

    def __init__(self, database: Database, blobs: Blobs) -> None:
        self._database = database
        self.blobs = blobs
        self.queue = Queue(database)

    def now_s(self) -> float:
        """Seconds since 1970 by the database's clock."""
        with self._database.reading() as connection:
            return self._database.now_s(connection)

    def is_well(self) -> bool:
        """Whether the database answers."""
        try:
            with self._database.reading() as connection:
                return bool(connection.execute(select(SCHEMA.c.version)).scalar_one())
        except DBAPIError:
            return False

    def receive(self, upload: Path) -> ReceivedUpload:
        """Keep an upload for good: once this returns, no crash loses it."""
        digest, size = self.blobs.keep(upload)
        received = submissions.receive(self._database, digest, size)
        if not received.is_new:
            self.forget_refused(digest)
        return received

    def submission(self, submission_id: str) -> Submission | None:
        """The submission of that digest."""
        with self._database.reading() as connection:
            return submissions.find_submission(connection, submission_id)

    def waiting_count(self) -> int:
        """How many submissions are not checked yet."""
        counting = select(func.count()).where(SUBMISSIONS.c.state.in_(("received", "checking")))
        with self._database.reading() as connection:
            return int(connection.execute(counting).scalar_one())

    def accepted_submissions(self) -> Iterator[Submission]:
        """All that were accepted, in order of arrival."""
        return submissions.accepted_submissions(self._database)

    def add_offer(self, challenge_id: str, *, secret: str, offer: str) -> None:
        """Keep a secret that was committed to, before anybody has asked for its seeds.

        A UserMistake where the id is taken.
        """
        try:
            with self._database.writing() as connection:
                values: dict[str, Any] = {"id": challenge_id, "secret": secret, "offer": offer}
                values["offered_s"] = self._database.now_s(connection)
                connection.execute(insert(CHALLENGES).values(values))
                audit.add_line(connection, self._database, "offered", subject=challenge_id)
        except IntegrityError as error:
            message = f"found a challenge {short_repr(challenge_id)} already, expected a new id"
            raise UserMistake(message) from error

    def issue(self, issued: Challenge, quota: ChallengeQuota | None = None) -> bool:
        """Keep the challenge that an offer became; False where it has become another already.

        A SpentQuota where as many were issued to its identity as may be.
        """
        free = or_(
            CHALLENGES.c.commitment.is_(None),
            (CHALLENGES.c.commitment == issued.commitment) & (CHALLENGES.c.record == issued.record),
        )
        kept = (
            update(CHALLENGES)
            .where(CHALLENGES.c.id == issued.id, free)
            .values(
                commitment=issued.commitment,
                record=issued.record,
                k=issued.k,
                expires_s=issued.expires_s,
                contact=audit.storable(issued.contact),
                identity=audit.storable(issued.identity),
                issued_s=issued.issued_s,
            )
        )
        with self._database.writing() as connection:
            if quota is not None:
                self._require_quota(connection, issued, quota)
            is_kept = connection.execute(kept).rowcount == 1
            if is_kept:
                audit.add_line(connection, self._database, "issued", subject=issued.id)
        return is_kept

    def challenge(self, challenge_id: str) -> Challenge | None:
        """The challenge of that id."""
        chosen = select(CHALLENGES).where(CHALLENGES.c.id == audit.storable(challenge_id))
        with self._database.reading() as connection:
            row = connection.execute(chosen).mappings().one_or_none()
        if row is None:
            return None
        return Challenge(**{name: value for name, value in row.items() if name != "offered_s"})

    def challenges_for(self, identity: str) -> int:
        """How many challenges were issued to somebody: who asks often can choose among seeds."""
        counting = select(func.count()).where(CHALLENGES.c.identity == audit.storable(identity))
        with self._database.reading() as connection:
            return int(connection.execute(counting).scalar_one())

    def _require_quota(
        self, connection: Connection, issued: Challenge, quota: ChallengeQuota
    ) -> None:
        audit.lock(connection)  # of two who ask at once, the second counts the first
        times = select(CHALLENGES.c.issued_s).where(
            CHALLENGES.c.identity == audit.storable(issued.identity),
            CHALLENGES.c.issued_s > self._database.now_s(connection) - quota.within_s,
            CHALLENGES.c.id != issued.id,
        )
        count = len(connection.execute(times).all())
        if count >= quota.most:
            days = quota.within_s / A_DAY_S
            message = f"found {count} challenges in {days:g} days, expected at most {quota.most}"
            raise SpentQuota(message)

    def reserve(self, challenge_id: str, submission_id: str) -> str | None:
        """Who the challenge is used by: this submission if nobody has; None where it is unknown."""
        taken = (
            update(CHALLENGES)
            .where(CHALLENGES.c.id == challenge_id, CHALLENGES.c.used_by.is_(None))
            .values(used_by=submission_id)
        )
        with self._database.writing() as connection:
            if connection.execute(taken).rowcount:
                audit.add_line(
                    connection, self._database, "used", subject=challenge_id, detail=submission_id
                )
            used = select(CHALLENGES.c.used_by).where(CHALLENGES.c.id == challenge_id)
            return connection.execute(used).scalar_one_or_none()

    def table(self, query: TableQuery) -> TablePage:
        """The part of the table that was asked for."""
        return read_table(self._database, query)

    def boards(self) -> tuple[Board, ...]:
        """All boards that have entries."""
        return list_boards(self._database)

    def refresh(self) -> bool:
        """Make the rankings anew if something has changed."""
        return refresh_rankings(self._database)

    def sweep(self) -> None:
        """Remove what servers that died have left behind, in files and without a row."""
        now_s = self.now_s()
        self.blobs.sweep(now_s, ABANDONED_S)
        for digest in tuple(self.blobs.digests(now_s - ABANDONED_S)):
            if self.submission(digest) is None:
                self.blobs.remove(digest)
        with self._database.writing() as connection:
            untaken = CHALLENGES.c.record.is_(None) & (CHALLENGES.c.offered_s < now_s - A_DAY_S)
            connection.execute(delete(CHALLENGES).where(untaken))

    def note(self, event: str, subject: str, detail: str = "") -> None:
        """Add a line to the audit log."""
        with self._database.writing() as connection:
            audit.add_line(connection, self._database, event, subject=subject, detail=detail)

    def history(self, subject: str) -> tuple[AuditLine, ...]:
        """All lines of the audit log on a submission or a challenge."""
        chosen = select(AUDIT).where(AUDIT.c.subject == subject).order_by(AUDIT.c.number)
        with self._database.reading() as connection:
            return tuple(AuditLine(*row) for row in connection.execute(chosen))

    def withdraw(self, submission_id: str, reason: str) -> bool:
        """Take a submission down for good: off the table, its bytes gone; False if it is unknown.

        What stays is its digest with the reason, so that the same bytes do not come back.
        """
        if not self.queue.withdraw(submission_id, reason):
            return False
        self.blobs.remove(submission_id)
        self.refresh()
        return True

    def forget_refused(self, submission_id: str) -> None:
        """Remove the files of one that was rejected or taken down, or nobody's disk is safe."""
        found = self.submission(submission_id)
        if found is not None and found.state in ("rejected", "withdrawn"):
            self.blobs.remove(submission_id)

    def try_again(self, submission_id: str) -> bool:
        """Check once more what could not be checked and waits for the operator."""
        return self.queue.try_again(submission_id)
