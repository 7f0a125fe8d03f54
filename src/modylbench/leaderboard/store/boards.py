"""Boards kept ranked, so that a request need not rank anybody, and read page by page.

Suites (in each version, and private variants of each secret), verified and self-reported entries,
gold and silver ones, and those of different panels are ranked apart. All panels together are ranked
besides, for whoever asks for that: scores that different judges gave are not comparable, and a
reader is to be told so.
"""

from __future__ import annotations

import math
import sys
from array import array
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, select, text, update

from modylbench.foundation.errors import UnknownName
from modylbench.leaderboard.ranking import ScoredEntry, rank
from modylbench.leaderboard.store.audit import increase_counter, storable
from modylbench.leaderboard.store.records import ALL_PANELS, Board, TablePage, TableRow
from modylbench.leaderboard.store.schema import (
    BOARDS,
    CHANGES,
    COUNTERS,
    RANKED,
    RESULTS,
    SCENARIO_COLUMNS,
    STANDINGS,
    SUBMISSIONS,
)
from modylbench.leaderboard.store.submissions import scenario_results, search_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from modylbench.leaderboard.ranking import Ranking
    from modylbench.leaderboard.store.database import Database
    from modylbench.leaderboard.store.records import TableQuery

    _Sought = dict[str, dict[str, Any]]
    _Officials = dict[str, dict[str, float]]

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


def list_boards(database: Database) -> tuple[Board, ...]:
    """All boards that have entries, by suite, level, mode and panel."""
    with database.reading() as connection:
        return _boards(connection)


def read_table(database: Database, query: TableQuery) -> TablePage:
    """The part of the table that was asked for, as it was last ranked."""
    with database.reading() as connection:
        query = replace(
            query,
            panel=storable(query.panel)
            if query.panel is not None
            else _fullest_panel(connection, query),
            offset=min(max(0, query.offset), MOST_OFFSET),
            limit=min(max(1, query.limit), MOST_ROWS),
        )
        suite = storable(query.suite)
        key = Board(suite, query.level, query.mode, query.panel or "").key
        found = connection.execute(select(BOARDS).where(BOARDS.c.board == key)).one_or_none()
        values = counters(connection)
        rows = _page_rows(connection, query, key) if found is not None else ()
        entries = found.entries if found is not None else 0
        matching = _count_matching(connection, query, key) if query.agent and entries else entries
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
    column = BOARDS.c
    columns = (column.suite, column.level, column.mode, column.panel, column.entries)
    found = [Board(*row) for row in connection.execute(select(*columns))]
    return tuple(sorted(found, key=lambda board: board.key))


def _fullest_panel(connection: Connection, query: TableQuery) -> str:
    """The panel with most entries on such a board; the first by name where several have."""
    panels = [
        board
        for board in _boards(connection)
        if (board.suite, board.level, board.mode) == (query.suite, query.level, query.mode)
        and board.panel != ALL_PANELS
    ]
    return max(panels, key=lambda board: board.entries).panel if panels else ""


def _select_on_board(chosen: Select[Any], query: TableQuery, key: str) -> Select[Any]:
    chosen = chosen.where(STANDINGS.c.board == key)
    if query.agent:
        sought = search_text(query.agent)
        chosen = chosen.where(STANDINGS.c.agent_folded.contains(sought, autoescape=True))
    return chosen


def _count_matching(connection: Connection, query: TableQuery, key: str) -> int:
    counting = _select_on_board(select(func.count()).select_from(STANDINGS), query, key)
    return int(connection.execute(counting).scalar_one())


def _page_rows(connection: Connection, query: TableQuery, key: str) -> tuple[TableRow, ...]:
    places = _page_positions(connection, query, key)
    here = select(STANDINGS).where(STANDINGS.c.board == key, STANDINGS.c.position.in_(places))
    at = {row.position: row for row in connection.execute(here)}
    found = [at[place] for place in places if place in at]  # one may just have been withdrawn
    ids = [row.submission for row in found]
    column = SUBMISSIONS.c
    columns = (column.id, column.agent, column.panel, column.received_s, column.is_anonymous)
    looked_up = select(*columns).where(column.id.in_(ids))
    submitted = {row.id: row for row in connection.execute(looked_up)}
    alike = _look_alikes(connection, ids)
    results = scenario_results(connection, ids, with_scores=False)
    return tuple(
        TableRow(
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
            is_anonymous=bool(submitted[row.submission].is_anonymous),
            looks_like=alike.get(row.submission),
        )
        for row in found
    )


def _look_alikes(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The first entry of the same suite, by its number, whose other name looks like each one's."""
    own, other = SUBMISSIONS.alias("own"), SUBMISSIONS.alias("other")
    is_alike = and_(
        other.c.suite == own.c.suite,
        other.c.agent_skeleton == own.c.agent_skeleton,
        other.c.agent != own.c.agent,
        other.c.state == "accepted",
    )
    found = select(own.c.id, func.min(other.c.number)).join(other, is_alike)
    rows = connection.execute(found.where(own.c.id.in_(ids)).group_by(own.c.id))
    return {row[0]: row[1] for row in rows}


def _page_positions(connection: Connection, query: TableQuery, key: str) -> list[int]:
    """Where in the ranking the rows of the page are; equals come in the order of the ranking."""
    if query.sort.startswith(BY_SCENARIO):
        return _positions_by_scenario(connection, query, key)[
            query.offset : query.offset + query.limit
        ]
    column = _SORTS.get(query.sort)
    if column is None:
        raise UnknownName("order", query.sort, [*_SORTS, f"{BY_SCENARIO}<id>"])
    if query.sort == "agent" and connection.dialect.name == "postgresql":
        column = column.collate("C")  # as SQLite does; else as the server was set up
    order = column.desc() if query.descending else column.asc()
    chosen = _select_on_board(select(STANDINGS.c.position), query, key)
    chosen = chosen.order_by(order, STANDINGS.c.position).limit(query.limit).offset(query.offset)
    return list(connection.execute(chosen).scalars())


def _positions_by_scenario(connection: Connection, query: TableQuery, key: str) -> list[int]:
    """All places in the order of one scenario's scores; those without a score are last."""
    scenario_id = storable(query.sort.removeprefix(BY_SCENARIO))
    column = SCENARIO_COLUMNS.c
    kept = select(column.officials).where(column.board == key, column.scenario_id == scenario_id)
    officials = unpack_officials(connection.execute(kept).scalar_one_or_none() or b"")
    places: Sequence[int] = range(len(officials))
    if query.agent or not officials:
        chosen = _select_on_board(select(STANDINGS.c.position), query, key)
        places = connection.execute(chosen.order_by(STANDINGS.c.position)).scalars().all()
    if not officials:
        return list(places)
    sign = -1 if query.descending else 1
    keys = [sign * score if score == score else math.inf for score in officials]  # NaN is not NaN
    return sorted(places, key=keys.__getitem__)


def refresh_rankings(database: Database) -> bool:
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
        increase_counter(connection, RANKED, 0)
        if counters(connection)[RANKED] >= changes:
            return False
        for derived in (STANDINGS, BOARDS, SCENARIO_COLUMNS):
            connection.execute(delete(derived))
        for board, ranking in ranked.items():
            _save_board(connection, board, ranking, sought)
            _save_scenario_columns(connection, board, ranking, officials)
        is_ranked = update(COUNTERS).where(COUNTERS.c.name == RANKED).values(value=changes)
        connection.execute(is_ranked)
        if database.is_postgresql:
            # Its planner knows nothing of rows that have just come, and then looks up each.
            connection.execute(text("ANALYZE standings"))
    return True


def counters(connection: Connection) -> dict[str, int]:
    """All counters by name."""
    return {row.name: row.value for row in connection.execute(select(COUNTERS))}


def _entries(connection: Connection) -> tuple[dict[Board, list[ScoredEntry]], _Sought]:
    """The entries of every board; and what each is searched and sorted by."""
    chosen = select(SUBMISSIONS).where(SUBMISSIONS.c.state == "accepted")
    boards: dict[Board, list[ScoredEntry]] = {}
    sought: _Sought = {}
    for row in connection.execute(chosen):
        entry = ScoredEntry(row.id, row.overall, row.variance or 0.0, row.k, row.scenario_count)
        sought[row.id] = {
            "number": row.number,
            "agent_folded": row.agent_folded,
            "overall": row.overall,
            "k": row.k,
        }
        for panel in (row.panel, ALL_PANELS):
            board = Board(row.suite, row.level, row.mode, panel)
            boards.setdefault(board, []).append(entry)
    return boards, sought


def _save_board(connection: Connection, board: Board, ranking: Ranking, sought: _Sought) -> None:
    columns = asdict(board) | {
        "board": board.key,
        "entries": len(ranking.standings),
        "pooled_sd": ranking.pooled_sd,
        "smallest_difference": ranking.smallest_difference,
    }
    connection.execute(insert(BOARDS).values(columns))
    # With `returning`, many rows go in one statement: pg8000 sends one after the other else.
    rows = [row | sought[row["submission"]] for row in _standing_rows(board, ranking)]
    connection.execute(insert(STANDINGS).returning(STANDINGS.c.position), rows).close()


def _officials(connection: Connection) -> _Officials:
    """The official scores by scenario and submission."""
    found: _Officials = {}
    chosen = select(RESULTS.c.scenario_id, RESULTS.c.submission, RESULTS.c.official)
    for scenario_id, submission, official in connection.execute(chosen):
        found.setdefault(scenario_id, {})[submission] = official
    return found


def _save_scenario_columns(
    connection: Connection, board: Board, ranking: Ranking, officials: _Officials
) -> None:
    rows = [
        {
            "board": board.key,
            "scenario_id": scenario_id,
            "officials": pack_officials(
                own.get(standing.id, float("nan")) for standing in ranking.standings
            ),
        }
        for scenario_id, own in officials.items()
        if any(standing.id in own for standing in ranking.standings)
    ]
    if rows:
        connection.execute(insert(SCENARIO_COLUMNS), rows)


def pack_officials(scores: Iterable[float]) -> bytes:
    """Scores in one piece, alike on every machine; NaN where there is none."""
    return _as_little_endian(array("d", scores)).tobytes()


def unpack_officials(content: bytes) -> array[float]:
    """The scores again."""
    found = array("d")
    found.frombytes(content)
    return _as_little_endian(found)


def _as_little_endian(scores: array[float]) -> array[float]:
    if sys.byteorder == "big":
        scores.byteswap()
    return scores


def _standing_rows(board: Board, ranking: Ranking) -> Iterator[dict[str, Any]]:
    for position, standing in enumerate(ranking.standings):
        values = asdict(standing)
        names = {"submission": values.pop("id"), "distinct_group": values.pop("group")}
        yield {"board": board.key, "position": position} | names | values
