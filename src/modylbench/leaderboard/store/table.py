"""Which lines of the table does a reader ask for?"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from modylbench.foundation.errors import UnknownName
from modylbench.leaderboard.store.audit import storable
from modylbench.leaderboard.store.records import ALL_PANELS, Board, Row, TablePage
from modylbench.leaderboard.store.sql.tables import (
    BOARDS,
    CHANGES,
    RANKED,
    SCENARIO_COLUMNS,
    STANDINGS,
    SUBMISSIONS,
)
from modylbench.leaderboard.store.standings import counters, unpacked_officials
from modylbench.leaderboard.store.submissions import folded, scenario_results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from modylbench.leaderboard.store.records import TableQuery
    from modylbench.leaderboard.store.sql.database import Database

MOST_ROWS = 200
MOST_OFFSET = 2**31 - 1  # ours: far beyond any board, and both databases can count so far
BY_SCENARIO = "scenario:"
_SORTS: dict[str, ColumnElement[Any]] = {
    "rank": STANDINGS.c.position,
    "agent": STANDINGS.c.agent_folded,
    "overall": STANDINGS.c.overall,
    "received": STANDINGS.c.number,
    "k": STANDINGS.c.k,
}


def boards(database: Database) -> tuple[Board, ...]:
    """All boards that have entries, by level, mode and panel."""
    with database.reading() as connection:
        return _boards(connection)


def table(database: Database, query: TableQuery) -> TablePage:
    """The part of the table that was asked for, as it was last ranked."""
    with database.reading() as connection:
        query = replace(
            query,
            panel=storable(query.panel) if query.panel is not None else _panel(connection, query),
            offset=min(max(0, query.offset), MOST_OFFSET),
            limit=min(max(1, query.limit), MOST_ROWS),
        )
        key = Board(query.level, query.mode, query.panel or "").key
        found = connection.execute(select(BOARDS).where(BOARDS.c.board == key)).one_or_none()
        values = counters(connection)
        rows = _rows(connection, query, key) if found is not None else ()
        entries = found.entries if found is not None else 0
        matching = _matching(connection, query, key) if query.agent and entries else entries
    return TablePage(
        query=query,
        rows=rows,
        matching=matching,
        entries=entries,
        smallest_difference=found.smallest_difference if found is not None else None,
        pooled_sd=found.pooled_sd if found is not None else None,
        version=values[RANKED],
        is_current=values[RANKED] >= values[CHANGES],
    )


def _boards(connection: Connection) -> tuple[Board, ...]:
    columns = (BOARDS.c.level, BOARDS.c.mode, BOARDS.c.panel, BOARDS.c.entries)
    found = [Board(*row) for row in connection.execute(select(*columns))]
    return tuple(sorted(found, key=lambda board: board.key))


def _panel(connection: Connection, query: TableQuery) -> str:
    """The panel with most entries on such a board; the first by name where several have."""
    panels = [
        board
        for board in _boards(connection)
        if (board.level, board.mode) == (query.level, query.mode) and board.panel != ALL_PANELS
    ]
    return max(panels, key=lambda board: board.entries).panel if panels else ""


def _on_board(chosen: Select[Any], query: TableQuery, key: str) -> Select[Any]:
    chosen = chosen.where(STANDINGS.c.board == key)
    if query.agent:
        sought = folded(query.agent)
        chosen = chosen.where(STANDINGS.c.agent_folded.contains(sought, autoescape=True))
    return chosen


def _matching(connection: Connection, query: TableQuery, key: str) -> int:
    counting = _on_board(select(func.count()).select_from(STANDINGS), query, key)
    return int(connection.execute(counting).scalar_one())


def _rows(connection: Connection, query: TableQuery, key: str) -> tuple[Row, ...]:
    places = _places(connection, query, key)
    here = select(STANDINGS).where(STANDINGS.c.board == key, STANDINGS.c.position.in_(places))
    at = {row.position: row for row in connection.execute(here)}
    found = [at[place] for place in places if place in at]  # one may just have been withdrawn
    ids = [row.submission for row in found]
    one = SUBMISSIONS.c
    looked_up = select(one.id, one.agent, one.panel, one.received_s).where(one.id.in_(ids))
    submitted = {row.id: row for row in connection.execute(looked_up)}
    results = scenario_results(connection, ids, with_scores=False)
    return tuple(
        Row(
            submission_id=row.submission,
            number=row.number,
            agent=submitted[row.submission].agent,
            panel=submitted[row.submission].panel,
            k=row.k,
            overall=row.overall,
            received_s=submitted[row.submission].received_s,
            rank=row.rank,
            rank_low=row.rank_low,
            rank_high=row.rank_high,
            group=row.distinct_group,
            low=row.low,
            high=row.high,
            scenarios=results.get(row.submission, ()),
        )
        for row in found
    )


def _places(connection: Connection, query: TableQuery, key: str) -> list[int]:
    """Where in the ranking the rows of the page are; equals come in the order of the ranking."""
    if query.sort.startswith(BY_SCENARIO):
        return _by_scenario(connection, query, key)[query.offset : query.offset + query.limit]
    column = _SORTS.get(query.sort)
    if column is None:
        raise UnknownName("order", query.sort, [*_SORTS, f"{BY_SCENARIO}<id>"])
    if query.sort == "agent" and connection.dialect.name == "postgresql":
        column = column.collate("C")  # as SQLite does; else as the server was set up
    order = column.desc() if query.descending else column.asc()
    chosen = _on_board(select(STANDINGS.c.position), query, key)
    chosen = chosen.order_by(order, STANDINGS.c.position).limit(query.limit).offset(query.offset)
    return list(connection.execute(chosen).scalars())


def _by_scenario(connection: Connection, query: TableQuery, key: str) -> list[int]:
    """All places in the order of one scenario's scores; those without a score are last."""
    scenario_id = storable(query.sort.removeprefix(BY_SCENARIO))
    column = SCENARIO_COLUMNS.c
    kept = select(column.officials).where(column.board == key, column.scenario_id == scenario_id)
    officials = unpacked_officials(connection.execute(kept).scalar_one_or_none() or b"")
    places: Sequence[int] = range(len(officials))
    if query.agent or not officials:
        chosen = _on_board(select(STANDINGS.c.position), query, key)
        places = connection.execute(chosen.order_by(STANDINGS.c.position)).scalars().all()
    if not officials:
        return list(places)
    sign = -1 if query.descending else 1
    keys = [sign * score if score == score else math.inf for score in officials]  # NaN is not NaN
    return sorted(places, key=keys.__getitem__)
