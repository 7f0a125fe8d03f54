"""The room's log, events.jsonl, line by line: what arrived as it arrived, and where turns ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Spec, problem_of
from modylbench.recording.events import Seconds, TurnOutcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_BYTES = 512 * 1024**2  # ours: all that an agent may send in a meeting, twice
MOST_LINE_BYTES = 100_000_000  # ours: a text of 16 MB, each character of which is escaped
Source = Literal["microphone", "screenshare", "camera"]


class LoggedLine(Spec):
    """What all lines have: when it was."""

    at_s: Seconds


class LoggedArrival(LoggedLine):
    """Somebody came."""

    kind: Literal["joined"]
    identity: str
    name: str
    role: Literal["standard", "agent"]
    attributes: dict[str, str]


class LoggedDeparture(LoggedLine):
    """Somebody left."""

    kind: Literal["left"]
    identity: str
    reason: str


class LoggedAttributes(LoggedLine):
    """Somebody changed what is known of it."""

    kind: Literal["attributes"]
    identity: str
    attributes: dict[str, str]


class LoggedText(LoggedLine):
    """A text stream began."""

    kind: Literal["text_opened"]
    identity: str
    topic: str
    stream: int
    attributes: dict[str, str]
    in_the_name_of: str = ""


class LoggedPiece(LoggedLine):
    """A piece of a text stream."""

    kind: Literal["text"]
    stream: int
    text: str


class LoggedTextEnd(LoggedLine):
    """A text stream ended; `attributes` are those that it got only then."""

    kind: Literal["text_closed"]
    stream: int
    is_whole: bool
    attributes: dict[str, str] = Field(default_factory=dict)


class LoggedFile(LoggedLine):
    """A file came."""

    kind: Literal["file"]
    identity: str
    name: str
    mime_type: str
    size: Annotated[int, Field(ge=0)]
    sha256: str
    is_whole: bool


class LoggedLink(LoggedLine):
    """A link of ours changed."""

    kind: Literal["link"]
    identity: str
    state: Literal["reconnecting", "resumed", "reconnected", "closed"]
    reason: str


class LoggedTurnEnd(LoggedLine):
    """An exchange was over."""

    kind: Literal["turn_ended"]
    turn_index: int
    outcome: TurnOutcome


class LoggedThrow(LoggedLine):
    """What of an agent's was thrown away in this turn, for it had had its share."""

    kind: Literal["thrown_away"]
    what: str


class LoggedMedia(LoggedLine):
    """A track began or ended, or a picture of it was kept."""

    kind: Literal["track_subscribed", "track_ended", "picture"]
    identity: str
    source: Source | None = None
    size: str = ""


class LoggedNote(LoggedLine):
    """What the harness noted besides."""

    kind: Literal["transport", "overflowed", "came_back", "state_not_believed", "not_subscribed"]
    identity: str = ""
    events: int = 0
    away_s: float = 0.0
    round_trip_s: float = 0.0
    buffered_s: float = 0.0
    by_sound_s: float | None = None


LogLine = Annotated[
    LoggedArrival
    | LoggedDeparture
    | LoggedAttributes
    | LoggedText
    | LoggedPiece
    | LoggedTextEnd
    | LoggedFile
    | LoggedLink
    | LoggedTurnEnd
    | LoggedThrow
    | LoggedMedia
    | LoggedNote,
    Field(discriminator="kind"),
]
_LINE: TypeAdapter[LogLine] = TypeAdapter(LogLine)


def log_lines(path: Path) -> Iterator[LogLine]:
    """Every line; raises BadFile for the first that no meeting writes."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise BadFile(path, "", "is not there") from error
    if size > MOST_BYTES:
        raise BadFile(path, "", f"found {size:,} bytes, expected at most {MOST_BYTES:,}")
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(MOST_LINE_BYTES), b""), 1):
            try:
                yield _LINE.validate_json(line)
            except ValidationError as error:
                problem = problem_of(error.errors(include_url=False)[0])
                raise BadFile(path, f"line {number}", problem) from error
