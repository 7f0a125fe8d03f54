"""What the API says; the pages show the same, and the static site keeps it as files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from modylbench.foundation.record import Spec
from modylbench.leaderboard.challenge import LEAST_RUNS, MOST_RUNS, SignedChallenge
from modylbench.leaderboard.signing import SignedVerdict
from modylbench.leaderboard.store.records import BoardMode, Level, SubmissionState

ChallengeState = Literal["open", "used", "expired"]
SUBMISSION_PATTERN = r"^[0-9a-f]{64}$"
CHALLENGE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,79}$"
SubmissionId = Annotated[str, Field(pattern=SUBMISSION_PATTERN)]
"""The SHA-256 of the file: the same file is the same submission."""
ChallengeId = Annotated[str, Field(pattern=CHALLENGE_PATTERN)]
SUITE_PATTERN = r"^([a-z][a-z0-9_]{0,79}(-[0-9]{1,6}(-[0-9a-f]{16})?)?)?$"
SUITE_WORDS = "A suite with its version, such as core-1; private variants have their secret's mark."
ROWS, MOST_ROWS, MOST_PAGE = 50, 200, 1_000_000
EXAMPLE_ID = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def _whole(value: object) -> object:
    """JSON has one kind of number: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class TableRequest(Spec):
    """Which part of the leaderboard: a board, a search in it, a page."""

    model_config = ConfigDict(strict=False, extra="ignore")  # it comes as text, from anybody's link

    suite: Annotated[str, Field(pattern=SUITE_PATTERN)] = Field(
        default="", description=f"{SUITE_WORDS} Without: the core. A bare name: its latest version."
    )
    level: Level | None = None
    mode: BoardMode | None = None
    panel: Annotated[str, Field(max_length=300)] = Field(
        default="", description="Models with ' + ' between them; * is all panels in one."
    )
    q: Annotated[str, Field(max_length=80)] = Field(
        default="", description="Part of an agent's name."
    )
    page: Annotated[int, Field(ge=1, le=MOST_PAGE)] = 1
    rows: Annotated[int, Field(ge=1, le=MOST_ROWS)] = ROWS


class ProblemResponse(Spec):
    """Why a request was not answered: one line for a person."""

    problem: str = Field(examples=["found the content type 'text/plain', expected application/zip"])


class ScenarioScore(Spec):
    """One scenario: its worst run, and the tier of that."""

    scenario: str
    official: float | None
    tier: str | None
    counted_by_paper: float | None = Field(
        default=None, description="Its worst run by the paper's own rules, which rank nobody."
    )
    scores: tuple[float, ...] = ()
    """By seed, where they are told."""


class RowView(Spec):
    """One line of the table."""

    id: SubmissionId
    number: int
    rank: int
    rank_low: int
    rank_high: int
    group: int = Field(description="1: cannot be told from the best.")
    agent: str
    panel: str
    k: int
    overall: float
    overall_by_paper: float | None = Field(
        default=None, description="Overall by the paper's own rules, which rank nobody."
    )
    interval: tuple[float, float]
    received_at: str
    scenarios: tuple[ScenarioScore, ...]
    is_anonymous: bool = Field(
        default=True, description="Whether nobody has confirmed who submitted it."
    )
    looks_like: int | None = Field(
        default=None, description="The first entry whose other name looks the same, by its number."
    )


class BoardView(Spec):
    """A ranking of its own: scores of other suites, levels, modes, panels are not comparable."""

    suite: str = Field(description=SUITE_WORDS, examples=["core-1"])
    level: Level
    mode: BoardMode
    panel: str = Field(description="Models with ' + ' between them; * is all panels in one.")
    entries: int


class TableView(Spec):
    """A page of the leaderboard."""

    version: int = Field(description="Of the ranking.")
    is_current: bool = Field(description="False while a newer ranking is being made.")
    board: BoardView
    boards: tuple[BoardView, ...]
    q: str
    matching: int
    page: int
    pages: int
    smallest_difference: float | None = Field(
        description="Overall scores that differ by less than this mean nothing."
    )
    scenarios: tuple[str, ...]
    rows: tuple[RowView, ...]


class MeetingCounts(Spec):
    """How many meetings were held, of which those that our own side spoilt do not count."""

    counted: int
    held: int
    spoilt: tuple[str, ...] = Field(description="Why each that does not count was held again.")


class SubmissionView(Spec):
    """All that is told of one submission; never who to contact."""

    id: SubmissionId
    number: int
    state: SubmissionState
    is_over: bool
    level: Level | None
    received_at: str
    size: int
    agent: str | None = None
    suite: str | None = Field(default=None, description=SUITE_WORDS)
    mode: BoardMode | None = None
    panel: str | None = None
    k: int | None = None
    overall: float | None = None
    overall_by_paper: float | None = None
    scenarios: tuple[ScenarioScore, ...] = ()
    row: RowView | None = Field(default=None, description="Its line in the table, once ranked.")
    problems: tuple[str, ...] = ()
    reasons: tuple[str, ...] = Field(default=(), description="Why it is not verified.")
    checks: tuple[str, ...] = ()
    rejudged: tuple[str, ...] = ()
    meetings: MeetingCounts | None = None
    challenge: str | None = None
    challenges_of_submitter: int | None = Field(
        default=None,
        description="How many challenges were issued to the same contact; of nobody else known.",
    )
    is_anonymous: bool = True
    has_report: bool = False
    verdict: SignedVerdict | None = None


class UploadResponse(Spec):
    """An upload that came in, now or before."""

    id: SubmissionId
    state: SubmissionState
    size: int
    was_known: bool


class ChallengeRequest(Spec):
    """Asks for seeds: the offer it takes up, and the commitment to what will be run."""

    offer: ChallengeId
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] = Field(examples=[EXAMPLE_ID])
    k: Annotated[int, Field(ge=LEAST_RUNS, le=MOST_RUNS), BeforeValidator(_whole)] = LEAST_RUNS
    contact: Annotated[str, Field(max_length=200)] = Field(
        default="", description="Never published; it must be the declaration's."
    )
    token: Annotated[str, Field(max_length=100)] = Field(
        default="", description="By which the operator has confirmed the contact."
    )


class IssuedChallenge(Spec):
    """A challenge; its secret once its submission was decided on."""

    signed: SignedChallenge
    state: ChallengeState
    is_anonymous: bool = Field(description="Whether no confirmed contact has asked for it.")
    issued_so_far: int = Field(
        description="Challenges for the same contact; of somebody anonymous, for the same address."
    )
    secret: str | None = Field(default=None, description="S, in hex, after it was used.")
    submission: str | None = None


class KeyResponse(Spec):
    """What the server's signatures are checked with."""

    id: str
    key: str = Field(examples=["ed25519:..."])
