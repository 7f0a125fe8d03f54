"""What the store holds, as the API and the pages tell it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.score_text import difference_text
from modylbench.leaderboard.challenge import utc_text
from modylbench.leaderboard.signing import SignedVerdict
from modylbench.leaderboard.store.records import ALL_PANELS, TableQuery
from modylbench.leaderboard.web import models
from modylbench.leaderboard.web.models import MeetingCounts
from modylbench.recording.reading import read_recording
from modylbench.runs.run import FILE, RunPlan
from modylbench.scenarios.suites import CORE, edition_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.leaderboard.checking.rejudging import RejudgingResult
    from modylbench.leaderboard.store import records
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.web.context import ResponseCache

SAME_IN_ROWS = (
    "number",
    "rank",
    "rank_low",
    "rank_high",
    "group",
    "agent",
    "panel",
    "k",
    "overall",
    "overall_by_paper",
    "is_anonymous",
    "looks_like",
)
UNDER_WAY = frozenset({"received", "checking"})
MOST_KEPT = 1000  # ours: what is kept of each is a few lines
OUTCOMES = {
    "agreed": "The samples were judged much the same again.",
    "doubted": "The samples were judged otherwise again, so that it is not verified.",
    "impossible": "Its judges cannot be asked here, so that nothing was judged again.",
}


@dataclass(frozen=True, slots=True)
class _OwnRow:
    row: models.RowView | None


def table_view(store: Store, asked: models.TableRequest) -> models.TableView:
    """A page of the board that is asked for; the core's fullest of the best kind without a name."""
    boards = store.boards()
    suite = edition_of(asked.suite or CORE).key
    level, mode = _kind([board for board in boards if board.suite == suite], asked)
    query = TableQuery(
        suite=suite,
        level=level,
        mode=mode,
        panel=asked.panel or None,
        agent=asked.q,
        offset=(asked.page - 1) * asked.rows,
        limit=asked.rows,
    )
    found = store.table(query)
    rows = tuple(_row(row) for row in found.rows)
    return models.TableView(
        version=found.version,
        is_current=found.is_current,
        board=models.BoardView(
            suite=suite,
            level=level,
            mode=mode,
            panel=found.query.panel or ALL_PANELS,
            entries=found.entries,
        ),
        boards=tuple(models.BoardView(**asdict(board)) for board in boards),
        q=asked.q,
        matching=found.matching,
        page=asked.page,
        pages=max(1, math.ceil(found.matching / asked.rows)),
        smallest_difference=found.smallest_difference,
        scenarios=tuple(sorted({scenario.scenario for row in rows for scenario in row.scenarios})),
        rows=rows,
    )


def submission_view(
    store: Store, submission_id: str, *, has_report: bool, cache: ResponseCache
) -> models.SubmissionView | None:
    """All that is told of one submission."""
    kept = store.submission(submission_id)
    if kept is None:
        return None
    result = kept.result
    verdict = SignedVerdict.model_validate_json(kept.verdict) if kept.verdict else None
    return models.SubmissionView(
        id=kept.id,
        number=kept.number,
        state=kept.state,
        is_over=kept.state not in UNDER_WAY,
        level=kept.level,
        received_at=utc_text(kept.received_s),
        size=kept.size,
        agent=result.agent if result else None,
        suite=result.suite if result else None,
        mode=result.mode if result else None,
        panel=result.panel if result else None,
        k=result.k if result else None,
        overall=result.overall if result else None,
        overall_by_paper=result.overall_by_paper if result else None,
        scenarios=_scores(result.scenarios) if result else (),
        row=cache.once(("row", kept.id), _OwnRow, lambda: _OwnRow(_own_row(store, kept))).row,
        problems=kept.problems,
        reasons=kept.reasons,
        checks=verdict.verdict.checks if verdict else (),
        rejudged=rejudging_lines(kept.rejudging),
        meetings=meeting_counts(store.blobs.unpacked_folder(kept.id)) if result else None,
        challenge=kept.challenge_id,
        challenges_of_submitter=_challenges(store, kept),
        is_anonymous=kept.is_anonymous,
        has_report=has_report,
        verdict=verdict,
    )


def _kind(
    boards: Sequence[records.Board], asked: models.TableRequest
) -> tuple[records.Level, records.BoardMode]:
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


def _row(row: records.TableRow) -> models.RowView:
    return models.RowView(
        **{name: getattr(row, name) for name in SAME_IN_ROWS},
        id=row.submission_id,
        interval=(row.low, row.high),
        received_at=utc_text(row.received_s),
        scenarios=_scores(row.scenarios),
    )


def _scores(scenarios: tuple[records.ScenarioResult, ...]) -> tuple[models.ScenarioScore, ...]:
    return tuple(
        models.ScenarioScore(
            scenario=scenario.scenario_id,
            official=scenario.official,
            tier=scenario.tier,
            counted_by_paper=scenario.counted_by_paper,
            scores=scenario.scores,
        )
        for scenario in sorted(scenarios, key=lambda scenario: scenario.scenario_id)
    )


def _own_row(store: Store, kept: records.Submission) -> models.RowView | None:
    """Its line among those of its name: None while it is not ranked."""
    if kept.result is None or kept.level is None:
        return None
    found = store.table(
        TableQuery(
            suite=kept.result.suite,
            level=kept.level,
            mode=kept.result.mode,
            panel=kept.result.panel,
            agent=kept.result.agent,
            limit=models.MOST_ROWS,
        )
    )
    return next((_row(row) for row in found.rows if row.submission_id == kept.id), None)


def _challenges(store: Store, kept: records.Submission) -> int | None:
    """How many its contact was given; None where nobody has confirmed whom to count for."""
    challenge = store.challenge(kept.challenge_id) if kept.challenge_id else None
    if challenge is None or kept.is_anonymous:
        return None
    return store.challenges_for(challenge.identity)


@lru_cache(MOST_KEPT)
def meeting_counts(folder: Path) -> MeetingCounts | None:
    """What the unpacked records of an accepted submission say, which never change any more."""
    try:
        plan = RunPlan.model_validate_json((folder / FILE).read_bytes())
        settings = {
            trial.folder: read_recording(folder / trial.folder).setting for trial in plan.trials
        }
    except (OSError, ValueError, UserMistake):
        return None
    spoilt = (
        f"{place}, try {number}: {why}"
        for place, setting in settings.items()
        for number, why in enumerate(setting.spoilt, 1)
    )
    return MeetingCounts(
        counted=len(settings),
        held=sum(setting.attempt for setting in settings.values()),
        spoilt=tuple(spoilt),
    )


def rejudging_lines(record: str | None) -> tuple[str, ...]:
    """The lines; none where nothing was judged again."""
    if record is None:
        return ()
    from modylbench.leaderboard.checking.rejudging import RejudgingResult  # slow, and seldom needed

    return tuple(_result_lines(RejudgingResult.model_validate_json(record)))


def _result_lines(rejudging: RejudgingResult) -> Iterator[str]:
    yield OUTCOMES[rejudging.outcome]
    for judge in sorted({comparison.judge for comparison in rejudging.compared}):
        own = [comparison for comparison in rejudging.compared if comparison.judge == judge]
        shifts = [shift for comparison in own if (shift := comparison.shift) is not None]
        mean = math.fsum(shifts) / len(shifts) if shifts else None
        yield f"{judge}: {len(own)} verdicts given again, claimed {difference_text(mean)} higher"
    yield from (f"doubt: {doubt}" for doubt in rejudging.doubts)
    yield from (f"could not be asked here: {judge}" for judge in rejudging.absent)
    if rejudging.failed:
        yield f"{rejudging.failed} answers failed and were left out"
