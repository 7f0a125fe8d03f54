"""The shape of the page's data of a meeting as it is played, and of what is wrong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from modylbench.publishing.report.shapes.product import PlaceData

PEAKS_HZ = 10
"""How many peaks of a wave there are to a second."""


class WaveData(TypedDict):
    """How loud a clip is."""

    started_s: float
    peaks: str
    """A digit to the base of 32 for each tenth of a second."""


class SpeakerData(TypedDict):
    """Somebody in the room, and when they were heard."""

    name: str
    is_agent: bool
    spans: list[list[float]]
    """From and to, in their order."""


class LineData(TypedDict):
    """What somebody said or wrote at once."""

    speaker: int
    """Place in `PlaybackData.speakers`."""
    to: list[str]
    """Names, or `all`; none where nobody knows."""
    channel: str
    """voice, chat, reaction, ..."""
    text: str
    started_s: float
    ended_s: float
    turn_index: int
    times: list[int]
    """Of each word two hundredths of seconds: since the last word's end, and how long it takes."""
    is_estimated: bool
    """Whether the record has no times of its words, so that they are a guess by sound and text."""
    marks: list[str]
    """As in `SideTalkData`."""


class MomentData(TypedDict):
    """Something that happened at once: words were written, a file came, a surface changed."""

    kind: Literal["surface", "chat", "reaction", "annotation", "file", "joined", "left"]
    at_s: float
    turn_index: int
    name: str
    """Who did it."""
    text: str
    is_visible: bool
    """Whether people saw something else since then."""


class PinData(TypedDict):
    """Something that went wrong, at the moment at which it did; or a trap that did no harm."""

    kind: Literal["figure", "product", "trap", "limit", "fault", "interruption", "attempt"]
    is_bad: bool
    at_s: float
    turn_index: int
    what: str
    """What it is about: a quantity, a criterion, the name of a trap."""
    found: str
    """What was said or shown."""
    expected: str
    """What it should have been; empty where nobody knows."""
    shown: str
    """Of a figure: what the work shows for it, where that is something else."""
    reason: str
    line: int | None
    """Place in `PlaybackData.lines`."""
    span: list[int] | None
    """The characters of that line that are wrong, from and to."""
    place: PlaceData | None
    turns: list[int]
    """The turns after which it did not hold."""
    is_mended: bool
    """Whether it holds in the end."""
    cause: int
    """The turn in which what it comes from first went wrong."""
    finding: str
    """The name under which `modylbench pin` makes a test of it; empty where it does not."""


class PlaybackData(TypedDict):
    """A meeting on one line of time."""

    speakers: list[SpeakerData]
    """People first."""
    people_waves: list[WaveData]
    """Of all people together: a person's own voice is not kept apart."""
    agent_waves: list[WaveData]
    lines: list[LineData]
    overlaps: list[list[float]]
    """From when to when two talk at once."""
    silences: list[list[float]]
    """From when to when nobody talks."""
    moments: list[MomentData]
    pins: list[PinData]
    """In the order of time."""
    left_out: list[str]
