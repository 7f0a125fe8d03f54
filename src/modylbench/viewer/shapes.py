"""The shapes of what the viewer's page asks for: the list of meetings, and one that goes on."""

from __future__ import annotations

from typing import Literal, TypedDict

MeetingState = Literal[
    "scored", "without a score", "not judged", "judging", "in progress", "cut", "not held",
    "unreadable", "not read yet",
]  # fmt: skip

LiveKind = Literal["said", "wrote", "showed", "sent", "came", "left", "does", "turn"]


class RunRow(TypedDict):
    """A run, as the list names it."""

    name: str
    agent: str
    suite_text: str
    """What it was asked for, in short."""
    meetings: int


class MeetingRow(TypedDict):
    """A meeting in the list; scores are unrounded, and None what was not measured."""

    key: str
    """How addresses name it."""
    run: int
    """Place in `IndexData.runs`."""
    scenario: str
    seed: int
    state: MeetingState
    score: float | None
    tier: str | None
    journey: float | None
    destination: float | None
    dynamics: float | None
    traps: int
    """Edge cases that it fell for."""
    caps: list[str]
    """What held its score down."""
    at_s: float
    """When something of it was last written, in seconds since 1970."""


class IndexData(TypedDict):
    """All meetings of a folder."""

    folder: str
    version: str
    """Another one where anything is otherwise."""
    unread: int
    """How many meetings are still to be read: ask again."""
    runs: list[RunRow]
    meetings: list[MeetingRow]


class LiveEvent(TypedDict):
    """Something that happened in a meeting, for people to follow."""

    at_s: float
    kind: LiveKind
    who: str
    text: str


class LiveData(TypedDict):
    """What happened since somebody last asked."""

    state: MeetingState
    offset: int
    """To be asked with the next time."""
    is_anew: bool
    """Whether the meeting was begun again, so that what was told before is void."""
    events: list[LiveEvent]
