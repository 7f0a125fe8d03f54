"""What the leaderboard remembers of submissions, challenges and its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modylbench.scenarios.suites import CORE, edition_of
from modylbench.scoring.arithmetic import mean

if TYPE_CHECKING:
    from collections.abc import Sequence

SubmissionState = Literal["received", "checking", "rejected", "accepted", "unchecked", "withdrawn"]
"""`unchecked` could not be checked for reasons of ours, three times; it waits for the operator.
`withdrawn` was taken down by the operator, for good."""
Level = Literal["verified", "self-reported"]
BoardMode = Literal["gold", "silver"]
ALL_PANELS = "*"
"""In place of a panel: all of them in one ranking, which is to be asked for."""
OFFICIAL = edition_of(CORE).key
"""The suite of the first board: the core as published, in its latest version."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario of an entry; `scores` has one for every seed, and is left empty in tables."""

    scenario_id: str
    scores: tuple[float, ...]
    official: float
    tier: str | None
    mean: float
    sd: float | None
    n: int
    counted_by_paper: float | None = None
    """The worst run by the paper's own rules, which rank nobody."""


@dataclass(frozen=True, slots=True)
class EntryResult:
    """What a sound submission says, all of it recomputed by us.

    `panel` is the bare names of the models that judged, in order, joined by " + ".
    """

    agent: str
    mode: BoardMode
    panel: str
    overall: float
    k: int
    scenarios: tuple[ScenarioResult, ...]
    suite: str = OFFICIAL
    """The key of the edition that it was held from: scores of others are never beside it."""

    @property
    def overall_by_paper(self) -> float | None:
        """The overall score by the paper's own rules."""
        return _overall_by_paper(self.scenarios)


def _overall_by_paper(scenarios: Sequence[ScenarioResult]) -> float | None:
    """The mean over scenarios by the paper's own rules; None where one is not known."""
    known = [
        scenario.counted_by_paper for scenario in scenarios if scenario.counted_by_paper is not None
    ]
    return mean(known) if known and len(known) == len(scenarios) else None


@dataclass(frozen=True, slots=True)
class Submission:
    """One upload, known by the SHA-256 of its bytes; `number` counts in order of arrival.

    `problems` are why it was rejected, or what kept us from checking it; `reasons` why it is
    self-reported and not verified. `challenge_id` is known once it is accepted. `verdict` and
    `rejudging` are JSON.
    """

    id: str
    number: int
    state: SubmissionState
    level: Level | None
    size: int
    received_s: float
    challenge_id: str | None
    problems: tuple[str, ...]
    reasons: tuple[str, ...]
    result: EntryResult | None
    verdict: str | None
    rejudging: str | None
    tries: int
    is_anonymous: bool = True
    """Whether nobody has confirmed who submitted it, so that nobody can count their challenges."""


@dataclass(frozen=True, slots=True)
class ReceivedUpload:
    """What an upload became; the same bytes again are not new."""

    submission: Submission
    is_new: bool


@dataclass(frozen=True, slots=True)
class Challenge:
    """Seeds that were committed to; only offered while there is no `record`.

    `secret` is published once a submission has used it. `offer` and `record` are signed JSON.
    """

    id: str
    secret: str
    offer: str
    commitment: str | None = None
    record: str | None = None
    k: int | None = None
    expires_s: float | None = None
    contact: str = ""
    used_by: str | None = None
    identity: str = ""
    """Whom it counts for, as of leaderboard/identity.py; `contact` is what was claimed."""
    issued_s: float | None = None


@dataclass(frozen=True, slots=True)
class ChallengeQuota:
    """So many challenges for one identity in so many seconds."""

    most: int
    within_s: float


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One line of the audit log, which is never changed."""

    number: int
    at_s: float
    event: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class Board:
    """Entries that are ranked against each other, and nobody else."""

    suite: str
    level: Level
    mode: BoardMode
    panel: str
    entries: int = 0

    @property
    def key(self) -> str:
        """One word for it; only the panel, which comes last, can hold a slash."""
        return f"{self.suite}/{self.level}/{self.mode}/{self.panel}"


@dataclass(frozen=True, slots=True)
class TableQuery:
    """Which part of which board, in which order.

    Without a panel, that with most entries. `sort` is rank, agent, overall, received, k or
    `scenario:<id>`.
    """

    suite: str = OFFICIAL
    level: Level = "verified"
    mode: BoardMode = "gold"
    panel: str | None = None
    agent: str = ""
    sort: str = "rank"
    descending: bool = False
    offset: int = 0
    limit: int = 50


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of the table: its rank lies between `rank_low` and `rank_high`.

    `low` and `high` bound the overall score; group 1 cannot be told from the best.
    """

    submission_id: str
    number: int
    agent: str
    panel: str
    k: int
    overall: float
    received_s: float
    rank: int
    rank_low: int
    rank_high: int
    group: int
    low: float
    high: float
    scenarios: tuple[ScenarioResult, ...]
    is_anonymous: bool = True
    looks_like: int | None = None
    """The number of the first entry of the suite whose other name looks the same."""

    @property
    def overall_by_paper(self) -> float | None:
        """The overall score by the paper's own rules."""
        return _overall_by_paper(self.scenarios)


@dataclass(frozen=True, slots=True)
class TablePage:
    """A part of a board; `entries` are on it, of which `matching` are what was searched for.

    `is_current` is False while a newer ranking is being made.
    """

    query: TableQuery
    rows: tuple[TableRow, ...]
    matching: int
    entries: int
    smallest_difference: float | None
    pooled_sd: float | None
    version: int
    is_current: bool
