"""Seeds that were committed to, for whom, and the submission that has used them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.leaderboard.store.audit import add_line, storable
from modylbench.leaderboard.store.records import Challenge
from modylbench.leaderboard.store.schema import CHALLENGES

if TYPE_CHECKING:
    from modylbench.leaderboard.store.database import Database


def add_offer(database: Database, challenge_id: str, *, secret: str, offer: str) -> None:
    """Keep a secret that was committed to, before anybody has asked for its seeds."""
    try:
        with database.writing() as connection:
            values = {"id": challenge_id, "secret": secret, "offer": offer}
            connection.execute(insert(CHALLENGES).values(values))
            add_line(connection, database, "offered", subject=challenge_id)
    except IntegrityError as error:
        message = f"found a challenge {short_repr(challenge_id)} already, expected a new id"
        raise UserMistake(message) from error


def issue(database: Database, issued: Challenge) -> bool:
    """Keep the challenge that an offer became; an offer serves one commitment only."""
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
            contact=storable(issued.contact),
        )
    )
    with database.writing() as connection:
        is_kept = connection.execute(kept).rowcount == 1
        if is_kept:
            add_line(connection, database, "issued", subject=issued.id)
    return is_kept


def challenge(database: Database, challenge_id: str) -> Challenge | None:
    """The challenge of that id."""
    chosen = select(CHALLENGES).where(CHALLENGES.c.id == storable(challenge_id))
    with database.reading() as connection:
        row = connection.execute(chosen).mappings().one_or_none()
    return Challenge(**row) if row is not None else None


def challenges_for(database: Database, contact: str) -> int:
    """How many were issued for a contact: who asks often can choose among seeds."""
    counting = select(func.count()).where(
        CHALLENGES.c.contact == storable(contact), CHALLENGES.c.record.is_not(None)
    )
    with database.reading() as connection:
        return int(connection.execute(counting).scalar_one())


def reserve(database: Database, challenge_id: str, submission_id: str) -> str | None:
    """The submission that the challenge is used by, which is this one if it was free.

    None where there is no such challenge.
    """
    taken = (
        update(CHALLENGES)
        .where(CHALLENGES.c.id == challenge_id, CHALLENGES.c.used_by.is_(None))
        .values(used_by=submission_id)
    )
    with database.writing() as connection:
        if connection.execute(taken).rowcount:
            add_line(connection, database, "used", subject=challenge_id, detail=submission_id)
        used = select(CHALLENGES.c.used_by).where(CHALLENGES.c.id == challenge_id)
        return connection.execute(used).scalar_one_or_none()
