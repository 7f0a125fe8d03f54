"""How is the table kept ready, so that a request need not rank anybody?

Verified and self-reported entries, gold and silver ones, and those of different panels are ranked
apart. All panels together are ranked besides, for whoever asks for that: scores that different
judges gave are not comparable, and a reader is to be told so.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, text, update

from modylbench.leaderboard.ranking.ranking import Entry, rank
from modylbench.leaderboard.store.audit import counted
from modylbench.leaderboard.store.records import ALL_PANELS, Board
from modylbench.leaderboard.store.sql.tables import (
    BOARDS,
    CHANGES,
    COUNTERS,
    RANKED,
    RESULTS,
    SCENARIO_COLUMNS,
    STANDINGS,
    SUBMISSIONS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection

    from modylbench.leaderboard.ranking.ranking import Ranking
    from modylbench.leaderboard.store.sql.database import Database

    _Sought = dict[str, dict[str, Any]]
    _Officials = dict[str, dict[str, float]]


def refresh(database: Database) -> bool:
    """Make all rankings anew if an entry has changed since; whether that was needed.

    Readers see the old ones until the new ones are all there. Of two who do this at once, the one
    that has seen less keeps nothing.
    """
    with database.reading() as connection:
        values = counters(connection)
        changes = values[CHANGES]
        if values[RANKED] >= changes:
            return False
        boards, sought = _entries(connection)
        officials = _officials(connection)
    ranked = {board: rank(entries) for board, entries in boards.items()}
    with database.writing() as connection:
        counted(connection, RANKED, 0)
        if counters(connection)[RANKED] >= changes:
            return False
        for derived in (STANDINGS, BOARDS, SCENARIO_COLUMNS):
            connection.execute(delete(derived))
        for board, ranking in ranked.items():
            _keep(connection, board, ranking, sought)
            _keep_columns(connection, board, ranking, officials)
        is_ranked = update(COUNTERS).where(COUNTERS.c.name == RANKED).values(value=changes)
        connection.execute(is_ranked)
        if database.is_postgresql:
            # Its planner knows nothing of rows that have just come, and then looks up each.
            connection.execute(text("ANALYZE standings"))
    return True


def counters(connection: Connection) -> dict[str, int]:
    """All counters by name."""
    return {row.name: row.value for row in connection.execute(select(COUNTERS))}


def _entries(connection: Connection) -> tuple[dict[Board, list[Entry]], _Sought]:
    """The entries of every board; and what each is searched and sorted by."""
    one = SUBMISSIONS.c
    columns = (one.id, one.level, one.mode, one.panel, one.overall, one.variance, one.k)
    others = (one.scenario_count, one.number, one.agent_folded)
    chosen = select(*columns, *others).where(one.state == "accepted")
    boards: dict[Board, list[Entry]] = {}
    sought: _Sought = {}
    for row in connection.execute(chosen):
        entry = Entry(row.id, row.overall, row.variance or 0.0, row.k, row.scenario_count)
        sought[row.id] = {
            "number": row.number,
            "agent_folded": row.agent_folded,
            "overall": row.overall,
            "k": row.k,
        }
        for panel in (row.panel, ALL_PANELS):
            boards.setdefault(Board(row.level, row.mode, panel), []).append(entry)
    return boards, sought


def _keep(connection: Connection, board: Board, ranking: Ranking, sought: _Sought) -> None:
    columns = {
        "board": board.key,
        "level": board.level,
        "mode": board.mode,
        "panel": board.panel,
        "entries": len(ranking.standings),
        "pooled_sd": ranking.pooled_sd,
        "smallest_difference": ranking.smallest_difference,
    }
    connection.execute(insert(BOARDS).values(columns))
    # With `returning`, many rows go in one statement: pg8000 sends one after the other else.
    rows = [row | sought[row["submission"]] for row in _rows(board, ranking)]
    connection.execute(insert(STANDINGS).returning(STANDINGS.c.position), rows).close()


def _officials(connection: Connection) -> _Officials:
    """The official scores by scenario and submission."""
    found: _Officials = {}
    chosen = select(RESULTS.c.scenario_id, RESULTS.c.submission, RESULTS.c.official)
    for scenario_id, submission, official in connection.execute(chosen):
        found.setdefault(scenario_id, {})[submission] = official
    return found


def _keep_columns(
    connection: Connection, board: Board, ranking: Ranking, officials: _Officials
) -> None:
    rows = [
        {
            "board": board.key,
            "scenario_id": scenario_id,
            "officials": packed_officials(
                own.get(standing.id, float("nan")) for standing in ranking.standings
            ),
        }
        for scenario_id, own in officials.items()
    ]
    if rows:
        connection.execute(insert(SCENARIO_COLUMNS), rows)


def packed_officials(scores: Iterable[float]) -> bytes:
    """Scores in one piece, alike on every machine; NaN where there is none."""
    return _little(array("d", scores)).tobytes()


def unpacked_officials(content: bytes) -> array[float]:
    """The scores again."""
    found = array("d")
    found.frombytes(content)
    return _little(found)


def _little(scores: array[float]) -> array[float]:
    if sys.byteorder == "big":
        scores.byteswap()
    return scores


def _rows(board: Board, ranking: Ranking) -> Iterator[dict[str, Any]]:
    for position, standing in enumerate(ranking.standings):
        yield {
            "board": board.key,
            "position": position,
            "submission": standing.id,
            "rank": standing.rank,
            "rank_low": standing.rank_low,
            "rank_high": standing.rank_high,
            "distinct_group": standing.group,
            "low": standing.low,
            "high": standing.high,
        }
