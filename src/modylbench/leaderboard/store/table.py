"""Which lines of the table does a reader ask for?"""

from __future__ import annotations

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
    RESULTS,
    STANDINGS,
    SUBMISSIONS,
)
from modylbench.leaderboard.store.standings import counters
from modylbench.leaderboard.store.submissions import scenario_results

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Select

    from modylbench.leaderboard.store.records import TableQuery
    from modylbench.leaderboard.store.sql.database import Database

MOST_ROWS = 200
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
            offset=max(0, query.offset),
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
        sought = storable(query.agent).casefold()
        chosen = chosen.where(STANDINGS.c.agent_folded.contains(sought, autoescape=True))
    return chosen


def _matching(connection: Connection, query: TableQuery, key: str) -> int:
    counting = _on_board(select(func.count()).select_from(STANDINGS), query, key)
    return int(connection.execute(counting).scalar_one())


def _rows(connection: Connection, query: TableQuery, key: str) -> tuple[Row, ...]:
    chosen = _sorted(_on_board(select(STANDINGS), query, key), query)
    found = connection.execute(chosen.limit(query.limit).offset(query.offset)).all()
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


def _sorted(chosen: Select[Any], query: TableQuery) -> Select[Any]:
    """In the order asked for; equals by their place in the ranking."""
    column = _SORTS.get(query.sort)
    if query.sort.startswith(BY_SCENARIO):
        scenario_id = storable(query.sort.removeprefix(BY_SCENARIO))
        here = (RESULTS.c.submission == STANDINGS.c.submission) & (
            RESULTS.c.scenario_id == scenario_id
        )
        chosen, column = chosen.outerjoin(RESULTS, here), RESULTS.c.official
    if column is None:
        raise UnknownName("order", query.sort, [*_SORTS, f"{BY_SCENARIO}<id>"])
    # Without the last, SQLite puts what is missing first and PostgreSQL last.
    order = (column.desc() if query.descending else column.asc()).nulls_last()
    return chosen.order_by(order, STANDINGS.c.position)
