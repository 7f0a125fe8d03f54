"""What does the store hold, as the API and the pages tell it?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from modylbench.leaderboard.signing import SignedVerdict
from modylbench.leaderboard.store.records import ALL_PANELS, TableQuery
from modylbench.leaderboard.web import models
from modylbench.leaderboard.web.held import held_in
from modylbench.leaderboard.web.rejudged import rejudged_lines

if TYPE_CHECKING:
    from modylbench.leaderboard.store import records
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.web.remembered import Remembered

UNDER_WAY = frozenset({"received", "checking"})


@dataclass(frozen=True, slots=True)
class _Own:
    row: models.Row | None


def table(store: Store, asked: models.Wanted) -> models.Table:
    """A page of the board that is asked for; the fullest of the best kind where none is named."""
    boards = store.boards()
    level, mode = _kind(boards, asked)
    query = TableQuery(
        level=level,
        mode=mode,
        panel=asked.panel or None,
        agent=asked.q,
        offset=(asked.page - 1) * asked.rows,
        limit=asked.rows,
    )
    found = store.table(query)
    rows = tuple(_row(row) for row in found.rows)
    return models.Table(
        version=found.version,
        is_current=found.is_current,
        board=models.Board(
            level=level, mode=mode, panel=found.query.panel or ALL_PANELS, entries=found.entries
        ),
        boards=tuple(
            models.Board(
                level=board.level, mode=board.mode, panel=board.panel, entries=board.entries
            )
            for board in boards
        ),
        q=asked.q,
        matching=found.matching,
        page=asked.page,
        pages=max(1, math.ceil(found.matching / asked.rows)),
        smallest_difference=found.smallest_difference,
        scenarios=tuple(sorted({scenario.scenario for row in rows for scenario in row.scenarios})),
        rows=rows,
    )


def submission(
    store: Store, submission_id: str, *, has_report: bool, remembered: Remembered
) -> models.Submission | None:
    """All that is told of one submission."""
    kept = store.submission(submission_id)
    if kept is None:
        return None
    result = kept.result
    verdict = SignedVerdict.model_validate_json(kept.verdict) if kept.verdict else None
    return models.Submission(
        id=kept.id,
        number=kept.number,
        state=kept.state,
        is_over=kept.state not in UNDER_WAY,
        level=kept.level,
        received_at=at_text(kept.received_s),
        size=kept.size,
        agent=result.agent if result else None,
        mode=result.mode if result else None,
        panel=result.panel if result else None,
        k=result.k if result else None,
        overall=result.overall if result else None,
        scenarios=_scores(result.scenarios) if result else (),
        row=remembered.once(("row", kept.id), _Own, lambda: _Own(_own_row(store, kept))).row,
        problems=kept.problems,
        reasons=kept.reasons,
        checks=verdict.verdict.checks if verdict else (),
        rejudged=rejudged_lines(kept.rejudging),
        meetings=held_in(store.unpacked(kept.id)) if result else None,
        challenge=kept.challenge_id,
        challenges_of_submitter=_challenges(store, kept.challenge_id),
        has_report=has_report,
        verdict=verdict,
    )


def at_text(seconds: float) -> str:
    """Seconds since 1970 as UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _kind(
    boards: tuple[records.Board, ...], asked: models.Wanted
) -> tuple[records.Level, records.Mode]:
    """The level and mode asked for; what is left open is taken from the first board that fits."""
    fitting = [
        (board.level, board.mode)
        for board in boards
        if asked.level in (None, board.level)
        and asked.mode in (None, board.mode)
        and asked.panel in ("", board.panel)
    ]
    order = {"verified": 0, "self-reported": 1, "gold": 0, "silver": 1}
    default = (asked.level or "verified", asked.mode or "gold")
    return min(fitting, key=lambda kind: (order[kind[0]], order[kind[1]]), default=default)


def _row(row: records.Row) -> models.Row:
    return models.Row(
        id=row.submission_id,
        number=row.number,
        rank=row.rank,
        rank_low=row.rank_low,
        rank_high=row.rank_high,
        group=row.group,
        agent=row.agent,
        panel=row.panel,
        k=row.k,
        overall=row.overall,
        interval=(row.low, row.high),
        received_at=at_text(row.received_s),
        scenarios=_scores(row.scenarios),
    )


def _scores(scenarios: tuple[records.ScenarioResult, ...]) -> tuple[models.ScenarioScore, ...]:
    return tuple(
        models.ScenarioScore(
            scenario=scenario.scenario_id,
            official=scenario.official,
            tier=scenario.tier,
            scores=scenario.scores,
        )
        for scenario in sorted(scenarios, key=lambda scenario: scenario.scenario_id)
    )


def _own_row(store: Store, kept: records.Submission) -> models.Row | None:
    """Its line among those of its name: None while it is not ranked."""
    if kept.result is None or kept.level is None:
        return None
    found = store.table(
        TableQuery(
            level=kept.level,
            mode=kept.result.mode,
            panel=kept.result.panel,
            agent=kept.result.agent,
            limit=models.MOST_ROWS,
        )
    )
    return next((_row(row) for row in found.rows if row.submission_id == kept.id), None)


def _challenges(store: Store, challenge_id: str | None) -> int | None:
    challenge = store.challenge(challenge_id) if challenge_id else None
    return store.challenges_for(challenge.contact) if challenge and challenge.contact else None
